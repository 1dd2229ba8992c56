"""A view of a lab in the page, as Python sees it."""

import json
import zlib


class Page:
    """What a page is sent: messages, and the frames in them."""

    def __init__(self, lab):
        self.messages, self.glyphs, self.backgrounds = [], [], {}
        self.lab = lab
        lab.widget().send = self.receive

    def receive(self, message, buffers=None):
        message = dict(message, frames=[])
        if buffers:
            head, *lines = zlib.decompress(buffers[0]).decode().split("\n")
            contents = json.loads(head)
            first, letters = contents["glyphs"]
            assert first in (0, len(self.glyphs))  # all to a new view, or new ones
            self.glyphs[first:] = letters
            names = contents["backgrounds"]
            self.backgrounds |= {
                name: json.loads(line) for name, line in zip(names, lines, strict=False)
            }
            message["frames"] = [json.loads(line) for line in lines[len(names) :]]
        self.messages.append(message)

    def ask(self, kind, turn=1, **more):
        """Send one message of the page; what came back."""
        self.lab._receive(
            self.lab.widget(), {"kind": kind, "view": "v", "turn": turn, **more}, []
        )
        return self.messages[-1] if self.messages else None

    def move(self, *positions, have=False, turn=1):
        return self.ask("set", turn, positions=list(positions), have=have)
