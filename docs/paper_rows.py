"""The commands of docs/paper_index.md: each statement's figure, printed by a command and compared. Used by docs/check_docs.py.

A table that begins with `| # | command | prints |` has for a statement (its number; `N, slow` if the command takes long, `N, slow, needs PROGRAM` if it runs only where that is installed) a command in backticks and what it
prints, lines joined by "; ". What a statement says in figures has to be what one of its commands prints. A pipe within the table is written `\\|`. `A to B` stands for a number in that range, where it depends on the host.
"""
import re
import shutil
import subprocess
import sys

COMMANDS = "| # | command | prints |"
STATEMENTS = "| # | § | the paper says |"
NOT_FIGURES = re.compile(r"\([^)]*\)|`[^`]*`|(readings?|rows?|Figures?|Algorithm|Eq\.|Pentium|§)[\s§]*[\d.]+((, | and | to |, §)§?[\d.]+)*|2\^m|float32|[A-Z]\w*\.[A-Z]\w*")
TEST = re.compile(r"`[A-Z]\w+\.[A-Z]\w+`|`testbench/tests/\w+`")  # that they exist is checked with all names
NUMBER = re.compile(r"(?<![\w.])\d+(?: \d{3})*(?:\.\d+)?(?! µm)(?![\d.]*\d)")
SMALL = 30  # whole numbers below it count things of the paper
SECONDS, SLOW_SECONDS = 120, 3600


class Row:
    def __init__(self, line, words):
        number, *marks = words[0].split(", ")
        self.line, self.number, self.slow = line, number, "slow" in marks
        self.needs = next((mark.removeprefix("needs ") for mark in marks if mark.startswith("needs ")), None)
        self.command, self.value = (word.strip("`").replace("\\|", "|") for word in words[1:3])


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def tables(lines, header):
    """(line number, cells) of each row of the tables that begin so."""
    inside = False
    for number, line in enumerate(lines, 1):
        if line.startswith(header):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not line.startswith("| ---"):
            yield number, cells(line)


def rows(lines):
    return [Row(line, words) for line, words in tables(lines, COMMANDS)]


def complaints_of_form(lines):
    """(line number, what): statements without a command or test, commands without a statement."""
    stated = [(words[0], line, words) for line, words in tables(lines, STATEMENTS)]
    asked = {row.number for row in rows(lines)}
    expected = [str(number) for number in range(1, len(stated) + 1)]
    numbers = [number for number, _, _ in stated]
    if numbers != expected:
        yield 1, f"expected statements numbered 1 to {len(expected)} in this order, got {', '.join(numbers)}"
    for number, line, words in stated:
        verdict = words[-1]
        if verdict[:1] not in ("●", "◐", "○"):
            yield line, f"row {number}: expected ●, ◐ or ○ before how close it comes, got {verdict!r}"
        if number not in asked and re.search(r"\d", NOT_FIGURES.sub("", verdict)):
            yield line, f"row {number}: states a figure and has no command that prints it"
        if number not in asked and not any(TEST.search(word) for word in words):
            yield line, f"row {number}: has neither a command nor a test"
    for row in rows(lines):
        if row.number not in numbers:
            yield row.line, f"row {row.number}: a command, and no statement of this number"


def is_shown(text, value):
    """Whether a figure of a statement is what a command prints, rounded, as it is, in per cent or as per cent more or less. A range holds all in it."""
    digits, figure = len(text.partition(".")[2]), float(text.replace(" ", ""))
    numbers = [float(word) for word in re.findall(r"\d+(?:\.\d+)?", value)]
    if re.fullmatch(r"[\d.]+ to [\d.]+", value):
        return numbers[0] <= figure <= numbers[1]
    return any(abs(other - figure) <= 0.5001 * 10 ** -digits for n in numbers for other in (n, 100 * n, 100 * n - 100, 100 - 100 * n))


def complaints_of_statements(lines):
    """(line number, what): figures of statements that none of their commands print."""
    asked = rows(lines)
    for line, words in tables(lines, STATEMENTS):
        values = [row.value for row in asked if row.number == words[0]]
        verdict = NOT_FIGURES.sub("", words[-1])
        for found in NUMBER.finditer(verdict):
            text = found.group()
            counts = "." not in text and float(text.replace(" ", "")) < SMALL and not verdict[found.end():].startswith(" %")
            if not counts and not any(is_shown(text, value) for value in values):
                yield line, f"row {words[0]}: states {text}, got {' | '.join(values)}"


def printed_by(row, folder, environment):
    """What its command prints, lines joined by "; "."""
    done = subprocess.run(["bash", "-o", "pipefail", "-c", row.command], cwd=folder, env=environment, text=True, errors="replace", stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=SLOW_SECONDS if row.slow else SECONDS)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
    return "; ".join(" ".join(line.split()) for line in done.stdout.strip().splitlines())


def number_or_none(text):
    return float(text) if re.fullmatch(r"-?\d+(\.\d+)?", text) else None


def agrees(value, printed):
    low, to, high = value.partition(" to ")
    bounds, got = (number_or_none(low), number_or_none(high)), number_or_none(printed)
    if to and None not in bounds:
        return got is not None and bounds[0] <= got <= bounds[1]
    return bool(printed) and value == printed


def complaints_of_figures(lines, folder, environment, slow):
    """(row, what it printed, complaint) of each row that prints something else, quick ones or slow ones."""
    for row in rows(lines):
        if row.slow != slow:
            continue
        if row.needs and not shutil.which(row.needs):
            print(f"row {row.number}: skipped: {row.needs} is not installed", file=sys.stderr)
            continue
        printed = printed_by(row, folder, environment)
        if not agrees(row.value, printed):
            yield row, printed, f"row {row.number}: {row.command}: expected {row.value}, got {printed}"


def with_value(line, printed):
    """The line of a row with what its command prints now."""
    words = cells(line)
    shown = printed.replace("|", "\\|")
    return f"| {words[0]} | {words[1]} | `{shown}` |"
