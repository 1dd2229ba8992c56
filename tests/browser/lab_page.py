"""JupyterLab as a reader uses it, for tests and benchmarks: open a notebook, run it,
take hold of its labs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page

KERNEL_IS_IDLE = (
    "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status"
    " === 'idle'"
)
RAN_OR_FAILED = """() => {
  const error = "[data-mime-type='application/vnd.jupyter.error']";
  if (document.querySelector(error)) return true;
  const cells = [...window.jupyterapp.shell.currentWidget.content.widgets]
    .filter((c) => c.model.type === 'code');
  return cells.every((c) => c.model.executionCount !== null &&
    c.model.executionState !== 'running');
}"""

# Show a notebook in a JupyterLab that is open.
SHOW = """async (path) => {
  const panel = await window.jupyterapp.commands.execute('docmanager:open', { path });
  await panel.context.ready;
  await panel.sessionContext.ready;
  // A tab that was closed may have left messages to a subshell that is gone; ipykernel
  // says so when they are collected, and no cell shall have that among its errors.
  const code = 'import gc; gc.collect()';
  const { kernel } = panel.sessionContext.session;
  await kernel.requestExecute({ code, store_history: false }).done;
}"""
# Close every notebook and let go of the labs that its kernel keeps, for a page that
# opens it again would restore them.
TIDY = """async () => {
  for (const panel of [...window.jupyterapp.shell.widgets('main')]) {
    const kernel = panel.sessionContext?.session?.kernel;
    const code = 'import ipywidgets; ipywidgets.Widget.close_all()';
    await kernel?.requestExecute({ code, store_history: false }).done;
    if (panel.context) panel.context.model.dirty = false;
    panel.close();
  }
  for (const key of Object.keys(localStorage))
    if (key.startsWith('kernellab')) localStorage.removeItem(key);
}"""
LEAVE = """async () => {
  await window.jupyterapp.serviceManager.sessions.shutdownAll();
  for (const key of Object.keys(localStorage))
    if (key.startsWith('kernellab')) localStorage.removeItem(key);
}"""
# What JupyterLab says of itself when a notebook is closed that its debugger, or its
# focus, was still to come to; and what ipywidgets and anywidget say of a model that has
# not come up within two seconds. Tests wait until it has, or fail.
OF_ITSELF = (
    "Could not restore the debugger state",
    "TypeError: Cannot read properties of null (reading 'footer')",
    "Error: widget model not found",
    "[anywidget] Failed to initialize model.",
)
QUIET = (
    "() => new Promise((quiet) => requestIdleCallback(() =>"
    " requestIdleCallback(quiet)))"
)


@dataclass
class Course:
    """A browser on a running JupyterLab."""

    context: BrowserContext
    address: str
    complaints: list[str] = field(default_factory=list)
    page: Page | None = None

    def open(self, notebook: str) -> Notebook:
        """In the page that is there, or in a new one, which takes its time to load
        JupyterLab.
        """
        if self.page is None or self.page.is_closed():
            self.page = self.context.new_page()
            self.page.on("pageerror", lambda error: self._heard(f"{error}", "page"))
            self.page.on(
                "console",
                lambda said: (
                    self._heard(said.text, said.location["url"])
                    if said.type == "error"
                    else None
                ),
            )
            self.page.on("request", lambda asked: self._outside(asked.url))
            self.page.goto(f"{self.address}doc/tree/{notebook}?reset")
        else:
            self.page.evaluate(SHOW, notebook)
        self.page.wait_for_function(KERNEL_IS_IDLE, polling=200, timeout=60_000)
        self.page.evaluate(QUIET)
        return Notebook(self.page)

    @contextmanager
    def sitting(self) -> Iterator[Course]:
        """For a test: at the end, nothing may have gone wrong in page or console, and
        the desk is empty again.
        """
        self.complaints.clear()
        yield self
        complaints = list(self.complaints)
        self._tidy()
        assert complaints == [], complaints

    def _tidy(self) -> None:
        """Leave the page as an empty desk, or close it and its kernels where JupyterLab
        was taken apart or does not answer.
        """
        if self.page is None or self.page.is_closed():
            return
        try:
            whole = self.page.locator("#main").count() == 1
            self.page.evaluate(TIDY if whole else LEAVE)
        except Error:
            whole = False
        if not whole:
            self.page.close()

    def _heard(self, complaint: str, where: str) -> None:
        if not complaint.startswith(OF_ITSELF):
            self.complaints.append(f"{where}: {complaint}")

    def _outside(self, url: str) -> None:
        if not url.startswith(
            (self.address, self.address.replace("http", "ws"), "data:", "blob:")
        ):
            self.complaints.append(f"the page asked for {url}")


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Course]:
    """A course in a fresh browser; at the end, nothing may have gone wrong in page or
    console.
    """
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        course = Course(context, address)
        yield course
        assert course.complaints == [], course.complaints


@dataclass
class Notebook:
    """One notebook in a tab."""

    page: Page

    def run_all(self) -> None:
        self.page.evaluate(
            "window.jupyterapp.commands.execute('notebook:run-all-cells')"
        )
        self.page.wait_for_function(RAN_OR_FAILED, polling=200, timeout=120_000)
        errors = self.errors()
        assert errors == [], errors
        self.painted()

    def restart(self) -> None:
        """Have a new kernel, and wait until it is ready."""
        self.page.evaluate(
            "window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()"
        )
        self.page.wait_for_function(KERNEL_IS_IDLE, polling=200, timeout=60_000)

    def painted(self) -> None:
        """Wait until every lab has drawn its first frame."""
        self.page.wait_for_function(
            "[...document.querySelectorAll('.lab-live canvas')].every((c) =>"
            " c.dataset.frames !== undefined)",
            polling=200,
            timeout=30_000,
        )

    def dirty(self) -> bool:
        """Whether JupyterLab marks it as changed."""
        return self.page.evaluate(
            "window.jupyterapp.shell.currentWidget.context.model.dirty"
        )

    def errors(self) -> list[str]:
        """What cells raised or wrote to stderr."""
        red = (
            "[data-mime-type='application/vnd.jupyter.error'],"
            " [data-mime-type='application/vnd.jupyter.stderr']"
        )
        return self.page.locator(red).all_inner_texts()

    def content(self) -> str:
        """The notebook as JupyterLab would save it."""
        return self.page.evaluate(
            "JSON.stringify(window.jupyterapp.shell.currentWidget.context.model)"
        )

    def ask(self, expression: str, first: str = "") -> str:
        """What the kernel says that an expression is."""
        return self.page.evaluate(
            """async ([code, expression]) => {
              const panel = window.jupyterapp.shell.currentWidget;
              const kernel = panel.sessionContext.session.kernel;
              const user_expressions = { it: expression };
              const reply = await kernel.requestExecute({ code, user_expressions,
                store_history: false }).done;
              return reply.content.user_expressions.it.data['text/plain'];
            }""",
            [first, expression],
        )

    def labs(self) -> list[Lab]:
        return [
            Lab(self.page, each)
            for each in self.page.locator("css:light=.lab-live").all()
        ]


@dataclass
class Lab:
    """One live lab on the page."""

    page: Page
    root: Locator

    @property
    def canvas(self) -> Locator:
        return self.root.locator("canvas")

    @property
    def sliders(self) -> list[Locator]:
        return self.root.locator(".lab-controls input[type=range]").all()

    @property
    def choices(self) -> list[Locator]:
        return self.root.locator(".lab-controls input[type=radio]").all()

    @property
    def boxes(self) -> list[Locator]:
        return self.root.locator(".lab-controls :is(input[type=text], textarea)").all()

    @property
    def sentence(self) -> str:
        said = self.root.locator(".lab-sentence").text_content() or ""
        return said.replace("\xa0", " ")

    @property
    def problem(self) -> str:
        return self.root.locator(".lab-problem").text_content() or ""

    def picture(self) -> str:
        """The pixels that the canvas shows, as a data URL."""
        return self.canvas.evaluate("(canvas) => canvas.toDataURL()")

    def skip(self) -> None:
        """Pass the question, where the lab has one that is open."""
        if self.root.locator(".lab-question[data-state=open]").count():
            self.root.get_by_role("button", name="Skip").click()
            self.answered()

    def reset(self) -> None:
        """Press Reset, without a mouse on its way there: a walk over all sliders does
        this hundreds of times.
        """
        self.root.locator("button", has_text="Reset").evaluate(
            "(button) => button.click()"
        )
        self.answered()

    def answered(self) -> None:
        """Wait until the canvas shows what the controls say, and the page has been
        drawn with it; Python may be slow on a busy machine, and given up meanwhile.
        """
        self.root.evaluate("""(root) => new Promise((done) => {
              const until = performance.now() + 30_000;
              const problem = root.querySelector('.lab-problem');
              const busy = () => performance.now() < until &&
                (root.getAttribute('aria-busy') === 'true' ||
                  problem?.textContent.startsWith('Python does not answer'));
              const look = () => requestAnimationFrame(busy() ? look : done);
              requestAnimationFrame(look);
            })""")

    def settle(self) -> None:
        """Wait until every question is answered and painted, and no new frame has come
        for a while.
        """
        self.canvas.evaluate("""(canvas) => new Promise((done, fail) => {
              setTimeout(() => fail(new Error('the lab is not calm')), 60_000);
              const root = canvas.closest('.lab-live');
              let last = canvas.dataset.frames, quiet = 0;
              const timer = setInterval(() => {
                const calm = root.getAttribute('aria-busy') !== 'true' &&
                  canvas.dataset.frames === last;
                quiet = calm ? quiet + 1 : 0;
                last = canvas.dataset.frames;
                if (quiet === 5) { clearInterval(timer); done(); }
              }, 25);
            })""")
