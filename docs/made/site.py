"""The reference of the library in both languages, with all pages of docs/, as one site that can be searched: site/html/index.html in the store.

C++ is from the headers of testbench/api (Doxygen), Python from the docstrings of the package and its module, which has to be in the build
(COLLISIONCHIP_BUILD_PYTHON). The maker fails, with a line each, for a public member without a comment, a link that leads nowhere and all else that Doxygen
or Sphinx warns about. Needs doxygen, python3-sphinx, python3-sphinx-rtd-theme, python3-breathe and python3-myst-parser of Debian.
"""
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOLS = ("sphinx", "sphinx_rtd_theme", "breathe", "myst_parser")
# Headers of other rooms with types that the library's functions take and return.
HEADERS = ["reference/geometry/pose.h", "reference/geometry/double_pose.h", "reference/traverse/query_result.h"]
OTHER_ROOMS = re.compile(r"\S*/reference/\S+ warning: .* is not documented")
DOXYFILE = """
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
JAVADOC_AUTOBRIEF = YES
QUIET = YES
WARN_NO_PARAMDOC = NO
EXCLUDE_SYMBOLS = collisionchip::QueryResult collisionchip::TraversalCounters
STRIP_FROM_PATH = {root}
OUTPUT_DIRECTORY = {out}
INPUT = {headers}
INPUT_FILTER = "sed -E -f {filter}"
"""
# The comments of the headers are plain. For Doxygen each comment line is marked as a comment on the next declaration, or on the declaration
# before it on the same line. Members that are private to the library, friends, copying and moving are left out.
FILTER = r"""
1s|^// |/// \\file\n/// |
/^ +\/\/ Private to the library/,/^ *$/s|.*||
s/^ *(friend |~|.*\boperator=\(|([A-Z][A-Za-z]+)\((const )?\2 ?&).*//
s|^( *)// |\1/// |
s|([^ /].*[^ ]) +// |\1  ///< |
s|docs/([a-z_]+)\.md|[&](../\1.html)|
"""


class Links(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.anchors = set(), set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif (tag, name) in (("a", "href"), ("img", "src"), ("link", "href"), ("script", "src")) and value:
                self.links.add(value)


def dead_links(site):
    """A line for each link from a page of the site to a file or anchor of it that is not there."""
    pages = {path: Links(path) for path in site.rglob("*.html") if "_static" not in path.parts}
    for path, page in sorted(pages.items()):
        for link in sorted(page.links):
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = pathlib.Path(os.path.normpath(path.parent / urllib.parse.unquote(parts.path))) if parts.path else path
            anchor = urllib.parse.unquote(parts.fragment)
            if not target.is_file() or (anchor and target in pages and anchor not in pages[target].anchors):
                yield f"{path.relative_to(site)}: dead link {link}"


def python_with_tools():
    """A python3 that has Sphinx: the one that runs this, or the system's."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.access(python, os.X_OK) and subprocess.run([python, "-c", f"import {', '.join(TOOLS)}"], capture_output=True).returncode == 0:
            return python
    return None


def missing(build):
    if not shutil.which("doxygen") or not python_with_tools():
        return "missing on this system: doxygen, or a python3 with " + ", ".join(TOOLS) + " (.ci/install all)"
    if not list((build / "python/collisionchip").glob("_core.*")):
        return f"{build}: expected a build with COLLISIONCHIP_BUILD_PYTHON, which has python/collisionchip/_core"
    return None


def is_public(header):
    """The comment at its head says of a header that it is private to the library."""
    return "Private to the library" not in re.sub(r"\s*//\s*", " ", header.read_text().partition("#pragma once")[0])


def build_site(build, out):
    """The site in `out`, and lines about what is wrong with it."""
    for folder in ("work", "html"):
        shutil.rmtree(out / folder, ignore_errors=True)
    work = out / "work"
    work.mkdir(parents=True)
    (work / "filter.sed").write_text(FILTER)
    headers = [*filter(is_public, sorted((ROOT / "testbench/api").glob("*.h"))), *(ROOT / name for name in HEADERS)]
    doxyfile = DOXYFILE.format(root=ROOT, out=work, headers=" ".join(f'"{path}"' for path in headers), filter=work / "filter.sed")
    doxygen = subprocess.run(["doxygen", "-"], input=doxyfile, capture_output=True, text=True, cwd=work)
    environment = {**os.environ, "COLLISIONCHIP_PACKAGE": str(build / "python"), "COLLISIONCHIP_DOXYGEN": str(work / "xml")}
    sphinx = subprocess.run([python_with_tools(), "-B", "-m", "sphinx", "-q", "-b", "html", "-c", ROOT / "docs/site", "-d", work / "doctrees", ROOT, out / "html"],
                            env=environment, capture_output=True, text=True)
    (out / "html/index.html").write_text('<meta http-equiv="refresh" content="0; url=docs/site/index.html">\n')
    problems = [line for line in (doxygen.stderr + sphinx.stderr).splitlines() if line.strip() and not OTHER_ROOMS.match(line)]
    if doxygen.returncode or sphinx.returncode:
        problems = problems or ["no site: doxygen or sphinx failed"]
    problems = [line.replace(f"{ROOT}/", "") for line in problems] + list(dead_links(out / "html"))
    return problems


def make(context):
    build = context.program.parent
    lacking = missing(build)
    if lacking:
        raise SystemExit(f"site: {lacking}")
    problems = build_site(build, context.store / "site")
    print(*problems, f"{context.store / 'site/html/index.html'}: {len(problems)} problems", sep="\n")
    if problems:
        raise SystemExit(1)
    return {}
