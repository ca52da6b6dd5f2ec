#!/usr/bin/env python3
"""Checks the documentation against the repository and the program.

    python3 docs/check_docs.py build/release/collisionchip            # one line per problem, exit status 1 if any
    python3 docs/check_docs.py build/release/collisionchip --update   # writes what the commands print into the pages
    python3 docs/check_docs.py build/release/collisionchip --slow     # only what takes long, with the blocks around it
    python3 docs/check_docs.py build/release/collisionchip docs/guide.md README.md    # only these pages, with or without --update

In README.md, CONTRIBUTING.md, CHANGELOG.md, docs/*.md, rtl_model/README.md and traces/README.md:

- Every relative link leads to a file, and its anchor to a heading; docs/README.md leads to every page of docs/.
- Every `path` in backticks that lies in a room of the repository exists, every `Suite.Test` is a test, every
  `unit.key` is a configuration key, a counter or a channel.
- The same in the comments of the sources (docs/check_comments.py); words in the texts that programs print (docs/check_messages.py).
- Every command in a ```console block (lines that begin with "$ ") runs, in a temporary folder of the page and in the
  order of the page, ends with status 0 and prints what the page shows. A line "..." stands for any lines.
  Numbers that depend on the host are ignored (HOST_DEPENDENT below). To show another exit status: "; echo $?".
- The table of all commands in docs/guide.md has every verb. Every `collisionchip VERB ...` in backticks names a verb and options that `--help` has, keys that there are, and files of
  docs/ that exist.
- Each statement of docs/paper_index.md has a command that prints its figure, or a test (docs/paper_rows.py).
- Rows of a table end with a bar and have as many cells as its first row.
- A page has plain words, begins with its answer, and keeps to its budget of words (docs/plain_words.py).
- <!-- check: skip --> before a block leaves it unchecked: it needs files of the user, or minutes.
- <!-- check: slow --> before a block runs it with --slow alone; so does <!-- check: objects -->, where a folder ../shared has the public
  objects and poses of docs/objects.md, as the folder `objects`.
- <!-- check: needs MODULE --> before a block runs it only where python3 has that module, and says so where not.
  Commands find examples, docs/examples, docs/plans, docs/tables and the pages, scripts and JSON files of docs/ below their folder, as a user in the repository's root does, and
  Python finds the package of python/ with the program that is checked.
- <!-- file: NAME --> before a block writes the block to NAME in the page's temporary folder.
- <!-- shows: PATH --> before a block: it is a part of that file of the repository, line by line.
- What docs/make.py makes in seconds is as it makes it now: drawings, pages of keys and statistics, man page, completion. Parts of pages that take it longer
  are as it left them.
"""
import concurrent.futures
import copy
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import check_comments
import check_messages
import make
import paper_rows
import plain_words

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")), ROOT / "rtl_model/README.md",
         ROOT / "traces/README.md"]
ROOMS = ("docs/", "tlm/", "reference/", "testbench/", "rtl_model/", "traces/", "python/", "examples/", ".ci/")
TOP_LEVEL = ("./demo", "./check", "CMakeLists.txt", "LICENSE", "README.md")
HOST_DEPENDENT = [(re.compile(pattern), text) for pattern, text in (
    (r"simulated [\d.]+ million chip cycles per second on this host \([\d.]+ s, peak \d+ MiB\)", "simulated ..."),
    (r"host( +)[\d.]+ [mu]s in all", "host ... in all"),
    (r"(computed +\d+) in [\d.]+ s with \d+ workers?", r"\1 in ..."),
    (r"(estimated +\d+) in [\d.]+ s", r"\1 in ..."),
    (r"on this host: [\d.]+ ms for the profiles, [\d.]+ ms for the estimates", "on this host: ..."),
    (r"[\d.]+ MB, open it", "... MB, open it"),
    (r'"(wall_seconds|simulated_cycles_per_second|peak_memory_mib|time_us)": ?[\d.e+]+', r'"\1": ...'),
)]
PROGRESS = re.compile(r".*: \d+ of \d+, \d+ s, about \d+ s left|.*: \d+ s$|(explore: \d+ of \d+ points|scene: \d+ of \d+ frames), .*")  # on stderr, of slow hosts
TIMEOUT_SECONDS, SLOW_TIMEOUT_SECONDS = 120, 3600
OBJECTS = ROOT.parent / "shared"
SLOW_MARKERS = ("check: slow", "check: objects")


class Block:
    def __init__(self, line, language, marker):
        self.line, self.language, self.marker, self.text = line, language, marker, []


def blocks_and_prose(path):
    """Fenced blocks, and the page with their lines emptied (line numbers stay)."""
    blocks, prose, block, marker = [], [], None, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("```"):
            if block is None:
                block = Block(number, line[3:].strip(), marker)
                blocks.append(block)
            else:
                block = None
            prose.append("")
            marker = None
        elif block is not None:
            block.text.append(line)
            prose.append("")
        else:
            found = re.fullmatch(r"<!-- (check: skip|check: slow|check: objects|check: needs [\w.]+|file: \S+|shows: \S+) -->", line.strip())
            if found:
                marker = found.group(1)
            elif line.strip():
                marker = None
            prose.append(line)
    return blocks, prose


def complaints_of_tables(prose):
    """(line, what) of rows that do not end with a bar, or have other cells than the table's first row; and of tables whose second row is no line of dashes."""
    first = cells = 0
    for number, line in enumerate(prose, 1):
        if not line.startswith("|"):
            first = 0
            continue
        if not re.search(r"(?<!\\)\|\s*$", line):
            yield number, "a row of a table that does not end with |"
        here = len(re.findall(r"(?<!\\)\|", line.rstrip())) - 1
        if not first:
            first, cells = number, here
        elif here != cells:
            yield number, f"a row of {here} cells in a table of {cells}"
        if number == first + 1 and not re.fullmatch(r"[|\s:-]+", line):
            yield number, "no line of dashes below the first row of a table"


def python_with(module):
    """A python3 that has the module: the one that runs this, or the system's."""
    for python in (sys.executable, "/usr/bin/python3"):
        environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"), PYTHONDONTWRITEBYTECODE="1")
        if os.access(python, os.X_OK) and \
                subprocess.run([python, "-c", f"import {module}"], capture_output=True, env=environment).returncode == 0:
            return python
    return None


def anchor_of(heading):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path):
    seen, result = {}, set()
    for line in blocks_and_prose(path)[1]:
        found = re.match(r"#{1,6} +(.*)", line)
        if not found:
            continue
        anchor = anchor_of(found.group(1))
        count = seen.get(anchor, 0)
        seen[anchor] = count + 1
        result.add(anchor if count == 0 else f"{anchor}-{count}")
    return result


class Checker:
    def __init__(self, binary, update):
        self.binary, self.update, self.problems = binary, update, []
        self.names, self.helps = self.known_names(), {}
        self.tests = set()
        for source in (ROOT / "testbench/tests").rglob("*.cpp"):
            self.tests |= {f"{a}.{b}" for a, b in re.findall(r"^TEST(?:_F|_P)?\((\w+), (\w+)\)", source.read_text(), re.M)}

    def complain(self, path, line, what):
        self.problems.append(f"{path.relative_to(ROOT)}:{line}: {what}")

    def known_names(self):
        names, section = set(), ""
        config = subprocess.run([self.binary, "config"], capture_output=True, text=True).stdout
        for line in config.splitlines():
            if line.startswith("["):
                section = line.strip("[]")
            elif " = " in line and section:
                names.add(f"{section}.{line.split(' = ')[0]}")
        page = subprocess.run([self.binary, "stats", "--doc"], capture_output=True, text=True).stdout
        names |= set(re.findall(r"`(\w+\.\w+)`", page))  # accounts, too
        listed = subprocess.run([self.binary, "stats", "--doc", "--csv", "-"], capture_output=True, text=True).stdout
        names |= {name for found in re.findall(r"^(\w+\.\w+),", listed, re.M) for name in (found, found.removesuffix("_occupancy"))}
        # Channels of the usual machine, and of machines with further channels.
        leaves = ["--set", "stack_engine.leaf_test=triangle", "--set", "memory_controller.leaf_layout=triangle"]
        pairs = ["--set", "stack_engine.traversal=pairs", "--set", "stack_engine.transformed=stack"]
        for options in [], leaves, pairs:
            command = [self.binary, "config", "--netlist", *options]
            netlist = subprocess.run(command, capture_output=True, text=True).stdout
            for channel in json.loads(netlist)["channels"]:
                names |= {channel[name] for name in ("name", "writer", "reader")}
        return names

    # ------------------------------------------------------------------------------------------------ links, names

    def check_links(self, path, prose):
        for number, line in enumerate(prose, 1):
            for target in re.findall(r"\]\(([^)\s]+)\)|src=[\"']([^\"']+)[\"']", line):
                target = target[0] or target[1]
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, anchor = target.partition("#")
                to = (path.parent / file).resolve() if file else path
                if not to.exists():
                    self.complain(path, number, f"link to {target}: no such file")
                elif anchor and to.suffix == ".md" and anchor not in anchors(to):
                    self.complain(path, number, f"link to {target}: no such heading")

    def check_map(self):
        """A page that the map does not name is found by nobody."""
        page = ROOT / "docs/README.md"
        linked = set(re.findall(r"\]\(([\w.]+\.md)[)#]", page.read_text()))
        for other in sorted((ROOT / "docs").glob("*.md")):
            if other != page and other.name not in linked:
                self.complain(page, 1, f"no link to {other.name}")

    def check_names(self, path, prose):
        for number, line in enumerate(prose, 1):
            for name in re.findall(r"`([^`]+)`", line):
                if re.fullmatch(r"[\w./+-]+", name) and (name.startswith(ROOMS) or name in TOP_LEVEL):
                    if not (ROOT / name).exists():
                        self.complain(path, number, f"`{name}`: no such file or folder")
                elif re.fullmatch(r"[A-Z]\w+\.[A-Z]\w+", name) and not name.endswith((".TXT", ".MD")):
                    if name not in self.tests:
                        self.complain(path, number, f"`{name}`: no such test")
                elif re.fullmatch(r"[a-z_0-9]+\.[a-z_0-9]+", name):
                    sections = {n.split(".")[0] for n in self.names}
                    if name.split(".")[0] in sections and name not in self.names and \
                            name.split(".")[1] not in ("h", "cpp", "md", "toml"):
                        self.complain(path, number, f"`{name}`: no such key, counter or channel")

    def check_tables(self, path, prose):
        for line, what in complaints_of_tables(prose):
            self.complain(path, line, what)

    def check_words(self, path, prose):
        for line, what in plain_words.complaints(str(path.relative_to(ROOT)), path.read_text(), prose):
            self.complain(path, line, what)

    def check_size(self):
        what = plain_words.complaint_of_size()
        if what:
            self.problems.append(f"docs/plain_words.py:1: {what}")

    def check_comments(self):
        names = check_comments.Names(ROOT, self.tests, self.names)
        for path in check_comments.sources(ROOT):
            for line, what in check_comments.complaints(path, names):
                self.complain(path, line, what)
        for path in check_messages.sources(ROOT):
            for line, what in check_messages.complaints(path):
                self.complain(path, line, what)

    # ---------------------------------------------------------------------------------------------------- commands

    def help_of(self, verb):
        if verb not in self.helps:
            done = subprocess.run([self.binary, *verb, "--help"], capture_output=True, text=True)
            self.helps[verb] = done.stdout if done.returncode == 0 else ""
        return self.helps[verb]

    def check_verbs(self):
        """The table of all commands has each verb that --help has."""
        page = ROOT / "docs/guide.md"
        text = page.read_text()
        begin = text.index("\n## All commands\n")
        table = text[begin + 1:].split("\n## ")[0]
        verbs = re.findall(r"^  ([a-z]+)  ", self.help_of(()).split("Subcommands:")[-1], re.M)
        for verb in verbs:
            if f"| `collisionchip {verb} " not in table and f"| `collisionchip {verb}`" not in table:
                self.complain(page, text[:begin].count("\n") + 2, f"no row for `collisionchip {verb}`")

    def check_inline_commands(self, path, prose):
        for number, line in enumerate(prose, 1):
            for command in re.findall(r"`collisionchip ([^`]+)`", line):
                words = re.split(r" \\?\||;| > ", command)[0].split()  # what the shell hands to another program is not ours
                nested = tuple(words[:2]) if words[0] in ("trace", "vectors") and len(words) > 1 else tuple(words[:1])
                options = [word for word in words if re.fullmatch(r"-{1,2}[a-z][\w-]*", word)]
                text = self.help_of(() if nested[0].startswith("-") else nested)
                if not text:
                    self.complain(path, number, f"`collisionchip {command}`: no such verb")
                    continue
                for option in options:
                    if not re.search(rf"(?<![\w-]){re.escape(option)}(?![\w-])", text):
                        self.complain(path, number, f"`collisionchip {command}`: no option {option}")
                for key in re.findall(r"--set ([a-z_]+\.[a-z_]+)=", command):
                    if key not in self.names:
                        self.complain(path, number, f"`collisionchip {command}`: no key {key}")
                for file in re.findall(r"(?<!\S)docs/\S+", command):
                    if not (ROOT / file).exists():
                        self.complain(path, number, f"`collisionchip {command}`: no file {file}")

    @staticmethod
    def commands(block):
        """[index of the command's first line, command, lines shown below it]; a backslash continues a command."""
        result = []
        for index, line in enumerate(block.text):
            if line.startswith("$ "):
                result.append([index, line[2:], []])
            elif result and result[-1][1].endswith("\\") and not result[-1][2]:
                result[-1][1] += "\n" + line
            elif result:
                result[-1][2].append(line)
        return result

    @staticmethod
    def normal(line):
        for pattern, text in HOST_DEPENDENT:
            line = pattern.sub(text, line)
        return line.rstrip()

    @classmethod
    def matches(cls, shown, printed):
        if not shown:
            return not printed
        if shown[0].strip() == "...":
            return any(cls.matches(shown[1:], printed[i:]) for i in range(len(printed) + 1))
        return bool(printed) and cls.normal(shown[0]) == cls.normal(printed[0]) and cls.matches(shown[1:], printed[1:])

    def run_block(self, path, block, folder, environment):
        text = []
        for index, command, shown in self.commands(block):
            done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  timeout=SLOW_TIMEOUT_SECONDS if block.marker in SLOW_MARKERS else TIMEOUT_SECONDS)
            printed = [p for p in done.stdout.rstrip("\n").splitlines() if not PROGRESS.match(p)]
            line = block.line + 1 + index
            # Elisions are kept by hand: output with one is never rewritten.
            elided, right = "..." in [s.strip() for s in shown], not shown or self.matches(shown, printed)
            if done.returncode != 0:
                self.complain(path, line, f"exit status {done.returncode}: {command.splitlines()[0]}: "
                                          f"{printed[-1] if printed else 'no output'}")
            elif not right and (elided or not self.update):
                self.complain(path, line, f"prints something else: {command.splitlines()[0]}")
            text += ["$ " + command] + (shown if elided or right else [p.rstrip() for p in printed])
        return "\n".join(text).splitlines()

    def check_blocks(self, path, blocks, slow=False, then=lambda folder, environment: None):
        """Runs the page's blocks in a folder of their own, and `then` what else is to run there."""
        with tempfile.TemporaryDirectory() as folder:
            environment = dict(os.environ, PATH=f"{folder}/.bin:{os.environ['PATH']}", LC_ALL="C", PYTHONPATH=str(ROOT / "python"),
                               PYTHONDONTWRITEBYTECODE="1", COLLISIONCHIP_PROGRAM=self.binary)
            os.mkdir(f"{folder}/.bin")
            os.symlink(self.binary, f"{folder}/.bin/collisionchip")
            os.mkdir(f"{folder}/docs")
            os.symlink(ROOT / "examples", f"{folder}/examples")
            os.symlink(OBJECTS, f"{folder}/objects")
            for shown in [ROOT / "docs/examples", ROOT / "docs/plans", ROOT / "docs/tables", *(path for ending in ("json", "py", "md") for path in (ROOT / "docs").glob(f"*.{ending}"))]:
                os.symlink(shown, f"{folder}/docs/{shown.name}")
            new = []
            for block in blocks:
                if block.marker == "check: skip" or block.marker in SLOW_MARKERS and not slow:
                    continue
                if block.marker == "check: objects" and not OBJECTS.exists():
                    print(f"{path.relative_to(ROOT)}:{block.line}: skipped: no folder {OBJECTS}", file=sys.stderr)
                    continue
                if block.marker and block.marker.startswith("shows: "):
                    if "\n".join(["", *block.text, ""]) not in (ROOT / block.marker[7:]).read_text():
                        self.complain(path, block.line, f"{block.marker[7:]} has another text")
                    continue
                if block.marker and block.marker.startswith("check: needs "):
                    module = block.marker[13:]
                    python = python_with(module)
                    if python is None:
                        where = "COLLISIONCHIP_BUILD_PYTHON" if module.startswith("collisionchip.") else f"Debian: python3-{module}"
                        print(f"{path.relative_to(ROOT)}:{block.line}: skipped: no python3 has {module} ({where})", file=sys.stderr)
                        continue
                    pathlib.Path(f"{folder}/.bin/python3").unlink(missing_ok=True)
                    os.symlink(python, f"{folder}/.bin/python3")
                if block.marker and block.marker.startswith("file: "):
                    (pathlib.Path(folder) / block.marker[6:]).write_text("\n".join(block.text) + "\n")
                elif block.language == "console":
                    new.append((block, self.run_block(path, block, folder, environment)))
            then(folder, environment)
        if not self.update:
            return
        lines = path.read_text().splitlines()
        for block, text in reversed(new):
            lines[block.line:block.line + len(block.text)] = text
        path.write_text("\n".join(lines) + "\n")

    # -------------------------------------------------------------------------------------------------- paper_index

    def check_paper(self, blocks, slow):
        page, commands, code = (ROOT / "docs" / name for name in ("paper_index.md", "tables/paper_index.csv", "tables/paper_places.csv"))
        lines, rows, places = page.read_text().splitlines(), paper_rows.rows(commands.read_text()), paper_rows.places(code.read_text())

        def figures(folder, environment):
            for row, printed, complaint in paper_rows.complaints_of_figures(rows, folder, environment, slow):
                if self.update and not printed.startswith("exit status"):
                    row.value = printed
                else:
                    self.complain(commands, row.line, complaint)
            if self.update:
                commands.write_text(paper_rows.written(rows))

        for line, what in [*paper_rows.complaints_of_form(lines, rows, places), *paper_rows.complaints_of_statements(lines, rows)]:
            self.complain(page, line, what)
        for path, named in ((commands, [(row.line, row.number) for row in rows]), (code, [(line, about) for line, about, _, _ in places])):
            for line, what in paper_rows.complaints_of_rows(lines, named):
                self.complain(path, line, what)
        self.check_names(code, ["", *(" ".join(f"`{name}`" for name in (*paths, *tests)) for _, _, paths, tests in places)])
        self.check_blocks(page, blocks, slow, figures)

    # --------------------------------------------------------------------------------------------------- generated

    def check_generated(self):
        self.problems += make.complaints()
        with tempfile.TemporaryDirectory() as folder:
            context = make.Context(pathlib.Path(self.binary), ROOT.parent / "shared", None, pathlib.Path(folder), os.cpu_count(), sys.executable)
            for maker, path, content in make.outdated(context):
                if self.update:
                    (ROOT / path).write_bytes(content)
                else:
                    self.problems.append(f"{path}:1: out of date: docs/make.py BINARY {maker.name}")

    def run(self):
        self.check_generated()
        self.check_map()
        self.check_size()
        self.check_comments()
        self.check_verbs()
        return self.check_pages(PAGES)

    def check_pages(self, paths):
        """Each on a core, its problems in the order of the pages."""
        def problems_of(path):
            alone = copy.copy(self)
            alone.problems = []
            alone.check_page(path)
            return alone.problems

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for problems in pool.map(problems_of, paths):
                self.problems += problems
        return self.report()

    def check_page(self, path):
        if not path.exists():
            self.problems.append(f"{path.relative_to(ROOT)}:1: missing")
            return
        blocks, prose = blocks_and_prose(path)
        self.check_links(path, prose)
        self.check_names(path, prose)
        self.check_tables(path, prose)
        self.check_words(path, prose)
        self.check_inline_commands(path, prose)
        if path.name == "paper_index.md":
            self.check_paper(blocks, slow=False)
        else:
            self.check_blocks(path, blocks)

    def run_slow(self):
        """Rows and blocks that take long, of the pages that have such."""
        for path in PAGES:
            blocks = blocks_and_prose(path)[0]
            if path.name == "paper_index.md":
                self.check_paper(blocks, slow=True)
            elif any(block.marker in SLOW_MARKERS for block in blocks):
                self.check_blocks(path, blocks, slow=True)
        return self.report()

    def report(self):
        for problem in self.problems:
            print(problem)
        return 1 if self.problems else 0


def main():
    options = {word for word in sys.argv[1:] if word.startswith("--")}
    names = [word for word in sys.argv[1:] if not word.startswith("--")]
    if not names or not os.access(names[0], os.X_OK) or options - {"--update", "--slow"} or (names[1:] and "--slow" in options):
        sys.exit("usage: check_docs.py BINARY [--slow] [--update] or check_docs.py BINARY PAGE... [--update], BINARY being the collisionchip executable")
    paths = [pathlib.Path(name).resolve() for name in names[1:]]
    for path in paths:
        if path not in PAGES:
            sys.exit(f"check_docs.py: {path}: expected a page, such as docs/guide.md")
    checker = Checker(os.path.abspath(names[0]), "--update" in options)
    if paths:
        return checker.check_pages(paths)
    return checker.run_slow() if "--slow" in options else checker.run()


if __name__ == "__main__":
    sys.exit(main())
