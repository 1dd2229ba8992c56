"""A mouse and a finger."""

from playwright.sync_api import Page


class Mouse:
    def __init__(self, page: Page) -> None:
        self.page = page

    def down(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)
        self.page.mouse.down()

    def move(self, x: float, y: float) -> None:
        self.page.mouse.move(x, y)

    def up(self) -> None:
        self.page.mouse.up()


class Finger:
    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches}
        )

    def down(self, x: float, y: float) -> None:
        self._send("Start", (x, y))

    def move(self, *points: tuple[float, float] | float) -> None:
        if isinstance(points[0], tuple):
            self._send("Move", *points)
        else:
            self._send("Move", (points[0], points[1]))

    def another(self, *points: tuple[float, float]) -> None:
        self._send("Start", *points)

    def up(self) -> None:
        self._send("End")

    def cancel(self) -> None:
        self._send("Cancel")
