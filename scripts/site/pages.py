"""Makes HTML pages of the repository's Markdown pages, for scripts/docs.

Usage: pages.py FOLDER    writes the pages into FOLDER, which holds the API documentation in `api`

Ends with 1 and a list where a relative link leads nowhere, to a heading that does not exist, or to
a page of the API that was not built. Links to files that are not pages, such as source code, lead to
NEXTPOINT_SOURCE_URL, or are plain text without it; images and data beside them are copied.
"""

import html
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIED = {".svg", ".png", ".csv", ".tex"}
MODULES = ["MotionNumerics", "TouchInput", "MotionPrediction", "DigitalInk"]
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
nav { border-bottom: 1px solid #8886; padding-bottom: .5rem; margin-bottom: 1rem; }
nav a { margin-right: 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { border: 1px solid #8886; padding: .2rem .6rem; text-align: left; vertical-align: top; }
pre { overflow-x: auto; padding: .6rem; background: #8881; }
img { max-width: 100%; }
@media (prefers-color-scheme: dark) { body { background: #14171c; color: #e4e7eb; } a { color: #6cb6ff; } }
"""


def markdown_pages():
    """The pages: every Markdown file that is committed."""
    listed = subprocess.check_output(
        ["git", "ls-files", "*.md"], cwd=ROOT, text=True).splitlines()
    return [p for p in listed if ".docc/" not in p]


def address(page):
    """Where a page of the repository is on the site."""
    folder, name = os.path.split(page)
    name = "index.html" if name == "README.md" else name[:-3] + ".html"
    return os.path.join(folder, name)


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    text = html.unescape(re.sub(r"<[^>]*>", "", heading)).strip().lower()
    return "".join(c for c in text.replace(" ", "-") if c.isalnum() or c in "-_")


def rendered(page):
    """A page's HTML with anchors, and the anchors."""
    body = subprocess.check_output(
        ["cmark-gfm", "--unsafe", "-e", "table", "-e", "autolink", "-e", "strikethrough",
         str(ROOT / page)], text=True)
    anchors = {}

    def mark(match):
        anchor = slug(match[2])
        count = anchors.get(anchor, 0)
        anchors[anchor] = count + 1
        name = anchor if count == 0 else f"{anchor}-{count}"
        anchors.setdefault(name, 1)
        return f'<h{match[1]} id="{name}">{match[2]}</h{match[1]}>'

    return re.sub(r"<h([1-6])>(.*?)</h\1>", mark, body, flags=re.S), set(anchors)


def main(site):
    pages = markdown_pages()
    bodies = {page: rendered(page) for page in pages}
    source = os.environ.get("NEXTPOINT_SOURCE_URL", "").rstrip("/")
    faults = []
    for page in pages:
        here = os.path.dirname(page)
        target = site / address(page)

        def link(match):
            name, value = match[1], html.unescape(match[2])
            if re.match(r"[a-z]+:", value):
                return match[0]
            path, _, anchor = value.partition("#")
            full = os.path.normpath(os.path.join(here, path)) if path else page
            if (ROOT / full).is_dir() and full + "/README.md" in bodies:
                full += "/README.md"
            if full in bodies:
                if anchor and anchor not in bodies[full][1]:
                    faults.append(f"{page}: {value}: there is no such heading")
                new = os.path.relpath(address(full), here or ".")
                return f'{name}="{html.escape(new + ("#" + anchor if anchor else ""))}"'
            if not (ROOT / full).exists():
                faults.append(f"{page}: {value}: there is no such file")
            elif os.path.splitext(full)[1] in COPIED:
                (site / full).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / full, site / full)
                return match[0]
            return f'{name}="{html.escape(source + "/" + full)}"' if source else "data-source"

        body = re.sub(r'\b(href|src)="([^"]*)"', link, bodies[page][0])
        up = os.path.relpath(".", here or ".")
        links = [("Home", "index.html"), ("Documentation", "docs/index.html")]
        if (site / "live.html").exists():
            links.append(("Try it", "live.html"))
        libraries = len(links)
        links += [(m, f"api/documentation/{m.lower()}/index.html") for m in MODULES]
        for _, place in links[libraries:]:
            if not (site / place).exists() and page == "README.md":
                faults.append(f"{place}: the API documentation was not built")
        nav = "".join(f'<a href="{up}/{place}">{name}</a>' for name, place in links)
        title = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.S)
        name = re.sub(r"<[^>]*>", "", title[1]) if title else page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(
            f'<!doctype html><html lang="en"><head><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{name} - nextpoint</title><style>{STYLE}</style></head>"
            f"<body><nav>{nav}</nav>\n{body}</body></html>\n")
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"{len(pages)} pages, {len(faults)} broken links")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
