"""On Binder only, where memory is short: a kernel in which nothing has run or moved for
three quarters of an hour is shut down.

What was answered outlives it, in progress.jsonl.
"""

c = get_config()  # noqa: F821  (Jupyter's own)
c.MappingKernelManager.cull_idle_timeout = 45 * 60
c.MappingKernelManager.cull_interval = 5 * 60
c.MappingKernelManager.cull_connected = (
    True  # also where a forgotten tab still shows it
)
