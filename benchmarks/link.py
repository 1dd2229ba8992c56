"""A long way between page and Python: a proxy that hands on each piece of data some
time after it came.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit


@contextmanager
def far_away(address: str, delay: float) -> Iterator[str]:
    """An address that leads to ``address``, ``delay`` seconds away each way."""
    if delay == 0:
        yield address
        return
    url = urlsplit(address)
    loop = asyncio.new_event_loop()

    async def hand_on(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        pieces: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def later() -> None:
            while True:
                due, piece = await pieces.get()
                await asyncio.sleep(max(0.0, due - loop.time()))
                if not piece:
                    writer.close()
                    return
                writer.write(piece)

        sending = asyncio.ensure_future(later())
        piece = b"-"
        while piece:
            try:
                piece = await reader.read(65536)
            except ConnectionError:
                piece = b""
            pieces.put_nowait((loop.time() + delay, piece))
        await sending

    async def connect(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        there, back = await asyncio.open_connection(url.hostname, url.port)
        with suppress(asyncio.CancelledError):
            await asyncio.gather(
                hand_on(reader, back), hand_on(there, writer), return_exceptions=True
            )

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(
        asyncio.start_server(connect, "127.0.0.1", 0), loop
    ).result(10)
    port = server.sockets[0].getsockname()[1]
    try:
        yield address.replace(f":{url.port}", f":{port}")
    finally:
        asyncio.run_coroutine_threadsafe(_end(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(5)
        loop.close()


async def _end(server: asyncio.Server) -> None:
    server.close()
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
