"""Build the documents as a site: `python docs/site/build.py` writes it to build/site.

The pages are those of docs/, with the README as the first one and a page for each rules file. The playground is part of
the site if it was built. Needs the extra `site` (Zensical). Every link within the site is checked.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build"
PAGES, SITE = BUILD / "pages", BUILD / "site"
PLAYGROUND = ROOT / "playground" / "dist"
CONFIGURATION = Path(__file__).with_name("zensical.toml")

NAVIGATION = (
    ("Reverie", "index.md"),
    ("Learn", "docs/tutorial/README.md", "docs/tutorial/game.md", "docs/examples/README.md", "docs/playground.md"),
    ("Write rules", "docs/language.md", "docs/problems.md", "docs/writing.md", "docs/editors.md", "docs/sheets.md"),
    ("Test rules", "docs/testing.md", "docs/coverage.md", "docs/mutation.md", "docs/report.md", "docs/sweeps.md"),
    ("Python", "docs/python.md", "docs/learning.md", "docs/environments.md"),
    ("Project", "docs/design.md", "CONTRIBUTING.md", "CHANGELOG.md"),
)
"""The chapters: a title and pages."""

LINK = re.compile(r"(?<=\]\()([^)#\s]+)((?:#[^)\s]*)?)(?=\))")
"""The target of a link in Markdown: a page, and a place in it."""

FENCE = re.compile(r"^(```[a-z]+) .*$", re.MULTILINE)
"""The first line of an example: its language, and what its test expects, which is left out."""

TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def main() -> None:
    """Write the pages, build the site and check its links; exits with 1 if something is wrong."""
    for folder in (PAGES, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    for path in _documents():
        _write(path, _linked(path))
    for path in _rules():
        _write(path.with_suffix(".md"), _as_page(path))
    for folder in {path.parent for path in _rules()}:
        if not (folder / "README.md").exists():
            _write(folder / "README.md", _contents(folder))
    for file in (Path(__file__).with_name("site.css"), ROOT / "LICENSE"):
        shutil.copy(file, PAGES)
    configuration = BUILD / "zensical.toml"
    configuration.write_text(CONFIGURATION.read_text("utf-8").replace("[project]\n", _navigation(), 1), "utf-8")
    subprocess.run([sys.executable, "-m", "zensical", "build", "--config-file", str(configuration)], check=True)
    if PLAYGROUND.is_dir():
        shutil.copytree(PLAYGROUND, SITE / "playground")
    broken = sorted(broken_links(SITE))
    print(*broken, sep="\n")
    sys.exit(1 if broken else 0)


def _documents() -> Iterator[Path]:
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))
    yield from sorted((ROOT / "docs").rglob("*.md"))


def _rules() -> list[Path]:
    folders = (ROOT / "rulesets", ROOT / "docs" / "examples", ROOT / "docs" / "tutorial")
    return sorted(path for folder in folders for path in folder.rglob("*.rules"))


def _write(path: Path, text: str) -> None:
    """Write the page of a file of the project; the README of the project is the first page."""
    page = PAGES / ("index.md" if path == ROOT / "README.md" else path.relative_to(ROOT))
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(text, "utf-8")


def _linked(path: Path) -> str:
    """The page of a document: links to rules files and folders lead to their pages."""

    def target(link: re.Match[str]) -> str:
        to, place = link.groups()
        file = (path.parent / to).resolve()
        if urlsplit(to).scheme or not file.exists():
            return link.group()
        page = file / "README.md" if file.is_dir() else file.with_suffix(".md") if file.suffix == ".rules" else file
        page = page.parent / "index.md" if page == ROOT / "README.md" else page
        return Path(os.path.relpath(page, path.parent)).as_posix() + place

    return LINK.sub(target, FENCE.sub(r"\1", path.read_text("utf-8")))


def _as_page(path: Path) -> str:
    return f"# {path.relative_to(ROOT).as_posix()}\n\n```rules\n{path.read_text('utf-8').rstrip()}\n```\n"


def _contents(folder: Path) -> str:
    """A page for a folder: its rules files."""
    files = [f"- [{path.name}]({path.with_suffix('.md').name})" for path in sorted(folder.glob("*.rules"))]
    return "\n".join([f"# {folder.relative_to(ROOT).as_posix()}", "", *files, ""])


def _navigation() -> str:
    """The beginning of the configuration: the chapters, without pages that aren't there."""
    lines = []
    for title, *pages in NAVIGATION:
        named = [(_title(page), page) for page in pages if (PAGES / page).exists()]
        inner = ", ".join(f'{{ "{name}" = "{page}" }}' for name, page in named)
        lines.append(f'    {{ "{title}" = "{pages[0]}" }},' if len(pages) == 1 else f'    {{ "{title}" = [{inner}] }},')
    return "\n".join(["[project]", "nav = [", *lines, "]", ""])


def _title(page: str) -> str:
    found = TITLE.search((PAGES / page).read_text("utf-8"))
    assert found, f"{page} has no title"
    return found[1].replace("`", "").replace('"', "")


class _Links(HTMLParser):
    """The places in a page that links can lead to, and where its own links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.places: set[str] = set()
        self.targets: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag is called and where it leads."""
        del tag
        of = dict(attrs)
        self.places.update(name for name in (of.get("id"), of.get("name")) if name)
        self.targets.update(target for target in (of.get("href"), of.get("src")) if target)


def broken_links(site: Path) -> Iterator[str]:
    """The links of a site that lead to no page or no place of it, as sentences."""
    pages = {}
    for path in site.rglob("*.html"):
        if site / "playground" not in path.parents:
            pages[path] = _Links()
            pages[path].feed(path.read_text("utf-8"))
    for path, page in pages.items():
        if path.name == "404.html":
            continue
        for target in page.targets:
            parts = urlsplit(target)
            to = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            to = to / "index.html" if to.is_dir() else to
            if parts.scheme or parts.netloc:
                continue
            if not to.exists() or (parts.fragment and to in pages and unquote(parts.fragment) not in pages[to].places):
                yield f"{path.relative_to(site)}: `{target}` leads nowhere"


if __name__ == "__main__":
    main()
