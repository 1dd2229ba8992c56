"""Build the site: ``python -m kernellab.interactive.site --help`` lists the options."""

from argparse import ArgumentParser
from pathlib import Path

from kernellab.interactive.site.book import book
from kernellab.interactive.site.build import build
from kernellab.interactive.site.prepared import MOST

options = ArgumentParser(
    prog="kernellab.interactive.site",
    description="Build the course as pages that need no Python.",
)
options.add_argument(
    "--notebooks",
    type=Path,
    default=Path("notebooks"),
    help="the folder of the lectures",
)
options.add_argument(
    "--site", type=Path, default=Path("site"), help="the folder to write to"
)
options.add_argument("--most", type=int, default=MOST, help="frames of a lab, at most")
options.add_argument(
    "--book",
    action="store_true",
    help="also print the pages as one PDF, kernellab.pdf in the same folder",
)
chosen = options.parse_args()
build(chosen.notebooks, chosen.site, chosen.most)
if chosen.book:
    book(chosen.site)
