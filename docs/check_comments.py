"""Names and words in the comments of sources, looked up as those of the pages are. Used by docs/check_docs.py.

In comments of C++, SystemVerilog, OpenCL, JavaScript, Python, CMake, TOML and shell scripts: a path that lies in a room is there; a source or page that is named without its folder is somewhere; a
collisionchip_NAME is a target of CMake; a Suite.Test is a test; a unit.key of a unit of the machine is a key, a counter or a channel. Words of capital letters
stand for any (tlm/units/UNIT); a name in quotes and a line that is set in are examples.

No comment has a word that docs/plain_words.py refuses.
"""
import io
import re
import subprocess
import tokenize

import plain_words

SLASHED = (".h", ".cpp", ".sv", ".svh", ".cl", ".js", ".mjs", ".css")
HASHED = (".cmake", ".toml", ".sh", ".sbatch")
SCRIPTS = ("CMakeLists.txt", "check", "demo", "run", "steps", "install")  # whose comments begin with #, too
PATH = re.compile(r"(?<![\w./<{-])((?:docs|tlm|reference|testbench|rtl_model|traces|python|examples|\.ci|cmake)/[\w./-]*\w)(?![\w*<{(])")
FILE = re.compile(r"(?<![\w./<{*\";-])(\w[\w-]*\.(?:h|cpp|sv|cl|py|md))(?![\w*<{(/])")
TARGET = re.compile(r"(?<![\w./-])(collisionchip_[a-z_0-9]+)(?![\w*<{(/-]|\.\w)")
TEST = re.compile(r"(?<![\w.])([A-Z]\w*[a-z]\w*\.[A-Z]\w+)(?![\w(]|\.\w)")
KEY = re.compile(r"(?<![\w./:>\"-])([a-z][a-z_0-9]*\.[a-z][a-z_0-9]*)(?![\w(/-]|\.\w)")
ENDINGS = ("h", "cpp", "md", "toml", "py", "sv", "csv", "json", "sqlite", "txt", "html", "stl", "obj", "ply", "off", "fst", "svg", "cl", "cmake", "js", "css", "so", "a",
           "vcd", "gz", "xml", "lib", "lef", "yml", "sh", "in")
ACCOUNTS = ("busy", "stalled", "idle")


def slashed(text, quotes="\"'"):
    """(line, comment) of sources with // and /* */; words within quotes are no comment."""
    strings = {'"': r'"(?:\\.|[^"\\\n])*"', "'": r"'(?:\\.|[^'\\\n])'", "`": r"`(?:\\.|[^`\\])*`"}
    token = re.compile("|".join([r"//[^\n]*|/\*.*?\*/", *(strings[quote] for quote in quotes)]), re.S)
    for found in token.finditer(text):
        if found.group().startswith("/"):
            first = text.count("\n", 0, found.start()) + 1
            for offset, line in enumerate(found.group().splitlines()):
                yield first + offset, line


def of_python(text):
    """(line, comment) of # comments and of texts that stand alone, as documentation does."""
    alone, depth = True, 0
    for part in tokenize.generate_tokens(io.StringIO(text).readline):
        if part.type == tokenize.COMMENT or part.type == tokenize.STRING and alone and depth == 0:
            for offset, line in enumerate(part.string.splitlines()):
                yield part.start[0] + offset, line
        elif part.type == tokenize.OP:
            depth += (part.string in "([{") - (part.string in ")]}")
        alone = part.type in (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT)


def hashed(text):
    for number, line in enumerate(text.splitlines(), 1):
        found = re.search(r"(?:^|\s)(#.*)", line)
        if found:
            yield number, found.group(1)


def comments(path):
    text = path.read_text()
    if path.suffix == ".py":
        return of_python(text)
    if path.suffix in (".js", ".mjs"):
        return slashed(text, "\"'`")
    return slashed(text) if path.suffix in SLASHED else hashed(text)


def passages(path):
    """(line, text) of comments that go on over lines; a comment behind code begins a passage, and so does an item of a list."""
    lines = path.read_text().splitlines()
    first, last, words = 0, 0, []
    for line, text in comments(path):
        example = re.match(r"//   |        ", text)
        text = re.sub(r"^\s*(//+|/\*+|\*+/?|#+)\s?|\*/$", "", text).strip()
        alone = re.match(r"\s*(//|/\*|\*|#)", lines[line - 1])
        if words and (line != last + 1 or not alone or example or not text or re.match(r"[-*] |\d+\. ", text)):
            yield first, " ".join(words)
            words = []
        if text and not example:
            first = first if words else line
            words.append(text)
        last = line
    if words:
        yield first, " ".join(words)


def complaints_of_words(path):
    """(line, what) of each word that is refused."""
    for line, text in passages(path):
        for sentence in plain_words.sentences(text):
            yield from ((line, what) for what in plain_words.refused(sentence))


def files(root):
    """All files of the project, below its root; of a checkout those that git does not ignore."""
    done = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=root, capture_output=True, text=True)
    if done.returncode == 0:
        return [root / name for name in done.stdout.splitlines() if (root / name).is_file()]
    return [path for path in root.rglob("*") if path.is_file() and "build" not in path.relative_to(root).parts]


def sources(root):
    return [path for path in files(root) if path.suffix in (*SLASHED, *HASHED, ".py") or path.name in SCRIPTS]


class Names:
    """What a comment may name: files without their folders, tests, names of the machine."""

    def __init__(self, root, tests, machine):
        listed = files(root)
        self.root, self.tests, self.machine = root, tests, machine
        self.files = {path.name for path in listed}
        for page in (root / "docs").glob("*.md"):  # files that the program writes
            self.files |= set(re.findall(r"`(?:[\w/]+/)?(\w+\.\w+)`", page.read_text()))
        self.targets = set()
        for path in listed:
            if path.name == "CMakeLists.txt" or path.suffix == ".cmake":
                code = re.sub(r"#.*", "", path.read_text())
                self.targets |= set(re.findall(r"\bcollisionchip_[a-z_0-9]+", code))
        self.sections = {name.split(".")[0] for name in machine}


def complaints(path, names):
    """(line, what) of each name in the comments of a source that is not there, and of refused words."""
    yield from complaints_of_words(path)
    for line, text in comments(path):
        if re.match(r"//   |        ", text):  # an example in code
            continue
        for name in PATH.findall(text):
            pattern = re.search(r"[A-Z]{3}|\.\.\.", name.rsplit("/", 1)[-1].split(".")[0])
            if not pattern and not (names.root / name).exists() and not (path.parent / name).exists():
                yield line, f"{name}: no such file or folder"
        for name in FILE.findall(text):
            if name not in names.files and not name.split(".")[0].isupper():
                yield line, f"{name}: no such source or page"
        for name in TARGET.findall(text):
            if name not in names.targets:
                yield line, f"{name}: no such target of CMake"
        for name in TEST.findall(text):
            if name not in names.tests and not name.startswith("Suite."):
                yield line, f"{name}: no such test"
        for name in KEY.findall(text):
            section, key = name.split(".")
            if section in names.sections and name not in names.machine and key not in ENDINGS + ACCOUNTS:
                yield line, f"{name}: no such key, counter or channel"
