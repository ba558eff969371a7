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
    ("Python", "docs/python.md", "docs/learning.md", "docs/odds.md", "docs/environments.md"),
    ("Project", "docs/design.md", "CONTRIBUTING.md", "CHANGELOG.md"),
)
"""The chapters: a title and pages."""

LINK = re.compile(r"\[([^\]]+)\]\(([^)#\s]+)((?:#[^)\s]*)?)\)")
"""A link in Markdown: its words, and its target, a page and a place in it."""

EMBEDDED = "<!-- playground -->"
"""Stands in a document where the page of the site shows the playground."""

FRAME = """
<details markdown="0"><summary>Try it here</summary>
<iframe src="{page}" title="Playground" loading="lazy"></iframe>
</details>
"""

FENCE = re.compile(r"^(```[a-z]+) .*$", re.MULTILINE)
"""The first line of an example: its language, and what its test expects, which is left out."""

TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def main() -> None:
    """Write the pages, build the site and check its links; exits with 1 if something is wrong."""
    for folder in (PAGES, SITE):
        shutil.rmtree(folder, ignore_errors=True)
    pages = _pages()
    for file, page in pages.items():
        path = PAGES / page
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_text(file, page, pages), "utf-8")
    for other in (Path(__file__).with_name("site.css"), ROOT / "LICENSE"):
        shutil.copy(other, PAGES)
    configuration = BUILD / "zensical.toml"
    configuration.write_text(CONFIGURATION.read_text("utf-8").replace("[project]\n", _navigation(), 1), "utf-8")
    subprocess.run([sys.executable, "-m", "zensical", "build", "--config-file", str(configuration)], check=True)
    if PLAYGROUND.is_dir():
        shutil.copytree(PLAYGROUND, SITE / "playground")
    broken = sorted(broken_links(SITE))
    print(*broken, sep="\n")
    sys.exit(1 if broken else 0)


def _pages() -> dict[Path, Path]:
    """The page of each document, each rules file, and each folder of rules files, as a path from the root."""
    documents = [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
    places = (ROOT / "rulesets", ROOT / "docs" / "examples", ROOT / "docs" / "tutorial")
    rules = sorted(path for folder in places for path in folder.rglob("*.rules"))
    pages = {ROOT / "README.md": Path("index.md"), **{path: path.relative_to(ROOT) for path in documents}}
    pages |= {path: path.relative_to(ROOT).with_suffix(".md") for path in rules}
    return pages | {folder: folder.relative_to(ROOT) / "README.md" for folder in {path.parent for path in rules}}


def _text(file: Path, page: Path, pages: dict[Path, Path]) -> str:
    """What a page says."""
    if file.is_dir():
        document = file / "README.md"
        return _linked(document, page, pages) if document.exists() else _contents(file)
    return _as_page(file) if file.suffix == ".rules" else _linked(file, page, pages)


def _linked(file: Path, page: Path, pages: dict[Path, Path]) -> str:
    """The page of a document: links to files of the project lead to their pages; those without one are words."""

    def linked(link: re.Match[str]) -> str:
        words, to, place = link.groups()
        path = (file.parent / to).resolve()
        if urlsplit(to).scheme or not path.exists() or path == ROOT / "LICENSE":
            return link.group()
        target = pages.get(path)
        return f"[{words}]({_relative(target, page)}{place})" if target else words

    text = LINK.sub(linked, FENCE.sub(r"\1", file.read_text("utf-8")))
    frame = FRAME.format(page=_relative(Path("playground/index.html"), page)) if PLAYGROUND.is_dir() else ""
    return text.replace(EMBEDDED, frame)


def _relative(target: Path, page: Path) -> str:
    return Path(os.path.relpath(target, page.parent)).as_posix()


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
