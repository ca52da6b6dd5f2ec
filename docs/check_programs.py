#!/usr/bin/env python3
"""Checks that the packages of .ci/install bring every program that a console block of the pages runs.

    python3 docs/check_programs.py               # one line per problem, exit status 1 if any
    python3 docs/check_programs.py --self-test   # runs an unknown program in every way once; exit status 1 if one stays unnoticed

A developer's machine has more programs than a bare one, so the programs installed here are no measure. The programs are looked up in
PROGRAMS, and their packages in .ci/install. Blocks that ./check leaves out are read too, because a user types them. These blocks and the
commands of docs/tables/paper_index.csv may use what `.ci/install all` installs. `shfmt` reads the shell.
"""
import json
import pathlib
import re
import subprocess
import sys

import check_docs
import paper_rows

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Package: its programs. Those of BASE are on every Debian.
BASE = {
    "bash": "[ alias bash cd command echo eval exec exit export false printf pwd read return set shift source test trap true type ulimit umask unset wait",
    "coreutils": "basename cat chmod cp cut date dd df dirname du env expr fold head id join ln ls md5sum mkdir mkfifo mktemp mv nice nl nohup nproc od "
                 "paste readlink realpath rm rmdir seq sha256sum shuf sleep sort split stat stdbuf tac tail tee timeout touch tr truncate uniq wc yes",
    "dash": "sh",
    "diffutils": "cmp diff",
    "findutils": "find xargs",
    "grep": "egrep fgrep grep",
    "gzip": "gunzip gzip zcat",
    "mawk": "awk",
    "sed": "sed",
    "tar": "tar",
}
PROGRAMS = {
    **BASE,
    "chromium": "chromium",
    "cmake": "cmake cpack ctest",
    "git": "git",
    "ninja-build": "ninja",
    "python3-venv": "pip",
    "npm": "npm",
    "parallel": "parallel",
    "python3": "python3",
    "slurm-wlm": "sacct sbatch scancel sinfo squeue srun",
    "sqlite3": "sqlite3",
    "valgrind": "valgrind",
    "verilator": "verilator",
}
PACKAGE = {program: package for package, programs in PROGRAMS.items() for program in programs.split()}
# They run the program that one of their words names.
RUNNERS = "command env exec nice nohup parallel stdbuf sudo timeout xargs".split()


def packages(set_):
    """The packages that `.ci/install SET_` installs."""
    text = (ROOT / ".ci/install").read_text()
    words = dict(re.findall(r'^(build|check|all)="([^"]*)"', text, re.M))
    words["build"] += " " + " ".join(re.findall(r'build="\$build ([^"]*)"', text))
    result = words[set_].split()
    return {package for word in result for package in (packages(word[1:]) if word.startswith("$") else [word])}


def literal(word):
    """A word of the shell as it is typed, without its quotes; None if the shell expands a part of it."""
    text = ""
    for part in word["Parts"]:
        if part["Type"] == "DblQuoted":
            inner = literal({"Parts": part.get("Parts", [])})
            if inner is None:
                return None
            text += inner
        elif part["Type"] in ("Lit", "SglQuoted"):
            text += part.get("Value", "")
        else:
            return None
    return text


def named_by(words):
    """The program that a call runs, and those that this one is told to run."""
    words = list(words)
    while words:
        program = literal(words.pop(0))
        yield program
        if program in ("sh", "bash") and words and literal(words[0]) == "-c":
            yield from programs(literal(words[1]) or "")
        if program not in RUNNERS:
            return
        # Options of a runner, what they take, assignments and times stand before the program.
        while words and (literal(words[0]) is None or re.match(r"-|\d|\w+=|[{:]", literal(words[0]))):
            words.pop(0)


def nodes(tree):
    if isinstance(tree, dict):
        yield tree
        tree = tree.values()
    for part in tree if not isinstance(tree, str) else ():
        if isinstance(part, (dict, list)):
            yield from nodes(part)


def programs(text):
    """The programs that a script of the shell runs; None for one whose name the shell makes. ValueError if it is no script."""
    done = subprocess.run(["shfmt", "-ln", "bash", "--to-json"], input=text, capture_output=True, text=True)
    if done.returncode != 0:
        raise ValueError(done.stderr.strip())
    tree = json.loads(done.stdout)
    own = {node["Name"]["Value"] for node in nodes(tree) if node.get("Type") == "FuncDecl"}
    for node in nodes(tree):
        if node.get("Type") == "CallExpr" and node.get("Args"):
            yield from (name for name in named_by(node["Args"]) if name not in own)


def scripts(block):
    """(line, script) of a console block. Lines below a command belong to it for as long as it is not complete."""
    for index, command, below in check_docs.Checker.commands(block):
        lines = [command, *below]
        for count in range(1, len(lines) + 1):
            script = "\n".join(lines[:count])
            if subprocess.run(["bash", "-n", "-c", script], capture_output=True).returncode == 0:
                yield block.line + 1 + index, script
                break
        else:
            yield block.line + 1 + index, command


def problems_of(where, script, set_):
    try:
        found = sorted(set(programs(script)), key=str)
    except ValueError as complaint:
        return [f"{where}: expected a command of the shell: {complaint}"]
    brought = packages(set_) | set(BASE)
    result = []
    for program in found:
        if program == "collisionchip" or program and "/" in program:
            continue
        if program is None:
            result.append(f"{where}: expected the name of a program, got one that the shell makes")
        elif program not in PACKAGE:
            result.append(f"{where}: {program}: its package is not known; name it in docs/check_programs.py, and its package in .ci/install")
        elif PACKAGE[program] not in brought:
            result.append(f"{where}: {program}: its package {PACKAGE[program]} is not among those of `.ci/install {set_}`")
    return result


def problems():
    found, count = [], 0
    for path in check_docs.PAGES:
        for block in check_docs.blocks_and_prose(path)[0]:
            if block.language == "console":
                left_out = block.marker == "check: skip" or block.marker in check_docs.SLOW_MARKERS
                for line, script in scripts(block):
                    found += problems_of(f"{path.relative_to(ROOT)}:{line}", script, "all" if left_out else "check")
                    count += 1
    for row in paper_rows.rows((ROOT / "docs/tables/paper_index.csv").read_text()):
        found += problems_of(f"docs/tables/paper_index.csv:{row.line}", row.command, "all" if row.slow else "check")
        count += 1
    return found, count


def self_test():
    """`nowhere` is run in each way, `valgrind` lacks in `.ci/install check` alone, and what runs nothing unknown gets no complaint."""
    faults = ["nowhere", "ls | nowhere -t", "ls && nowhere", "ls; nowhere", "X=1 nowhere", "! nowhere", "time nowhere", "echo $(nowhere)",
              'echo "a $(nowhere) b"', "cat <(nowhere)", "(nowhere)", "{ nowhere; }", "if nowhere; then ls; fi", "ls | xargs -n 1 nowhere",
              "for i in 1 2; do nowhere $i; done", "for i in 1 2; do\n  nowhere $i\ndone", "timeout 5 nowhere", "env X=1 nowhere", "bash -c 'nowhere'",
              "'nowhere' 1", "$nowhere", "ls |", "valgrind ls", "ls \\\n  | nowhere", "while read -r l; do nowhere; done < a", "[[ $(nowhere) ]]"]
    right = ["echo nowhere", "awk '{ nowhere($1) }' a", "docs/check_docs.py x", "f() { ls; }; f", "nowhere=1; echo $nowhere", "echo ';nowhere'",
             "ls # | nowhere", "python3 -c 'nowhere()'", "cat <<E\nnowhere\nE", "xargs -P 2 ls"]
    silent = [fault for fault in faults if len(problems_of("", fault, "check")) != 1]
    loud = [script for script in right if problems_of("", script, "check")]
    if problems_of("", "valgrind ls", "all"):
        loud.append("valgrind in .ci/install all")
    print(f"PROGRAMS: {len(faults) - len(silent)} of {len(faults)} seeded faults noticed" + "".join(f"; not: {fault!r}" for fault in silent)
          + "".join(f"; refused: {script!r}" for script in loud))
    return 1 if silent or loud else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        sys.exit("usage: check_programs.py [--self-test]")
    found, count = problems()
    print("\n".join(found) if found else f"PROGRAMS: packages of .ci/install bring what {count} commands of the pages run")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
