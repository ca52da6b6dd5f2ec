"""The statements of docs/paper_index.md: each figure is what a command prints, each has a command or a test. Used by docs/check_docs.py.

docs/tables/paper_index.csv has a row for each command: the statement, `slow` if it takes long, `slow, needs PROGRAM` if it runs only where that is installed, the
command, and what it prints, lines joined by "; ". Rows of the statement `set-up` come first; their commands make the files of the others. What a statement says in figures has to be what one of its commands prints. `A to B` is a number in that range,
where it depends on the host. docs/tables/paper_places.csv has the code and the tests of each statement and of each reading.
"""
import csv
import io
import re
import shutil
import subprocess
import sys

COMMANDS = ("statement", "runs", "command", "prints")
PLACES = ("about", "code", "tests")
STATEMENTS, READINGS, VERDICTS = "| # § | the paper says |", "| # § | the paper |", "| | statements |"
SET_UP = "set-up"
NOT_FIGURES = re.compile(r"\([^)]*\)|`[^`]*`|(readings?|rows?|Figures?|Algorithm|Eq\.|Pentium|§)[\s§]*[\d.]+((, | and | to |, §)§?[\d.]+)*|2\^m|float32|[A-Z]\w*\.[A-Z]\w*")
NUMBER = re.compile(r"(?<![\w.])\d+(?: \d{3})*(?:\.\d+)?(?! µm)(?![\d.]*\d)")
SMALL = 30  # whole numbers below it count things of the paper
SECONDS, SLOW_SECONDS = 120, 3600


class Row:
    def __init__(self, line, words):
        self.line, self.number, self.runs, self.command, self.value = line, *words
        marks = self.runs.split(", ")
        self.slow = "slow" in marks
        self.needs = next((mark.removeprefix("needs ") for mark in marks if mark.startswith("needs ")), None)


def table(text, header):
    """(line number, words) of each row of a CSV file whose words have no line breaks."""
    first, *rest = csv.reader(io.StringIO(text))
    assert tuple(first) == header, f"expected the columns {header}, got {first}"
    return list(enumerate(rest, 2))


def rows(text):
    return [Row(line, words) for line, words in table(text, COMMANDS)]


def places(text):
    """(line number, what it is about, names of code, names of tests)."""
    return [(line, about, code.split("; ") if code else [], tests.split("; ") if tests else []) for line, (about, code, tests) in table(text, PLACES)]


def written(rows_):
    """The CSV file with these commands."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([COMMANDS, *((row.number, row.runs, row.command, row.value) for row in rows_)])
    return out.getvalue()


def cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def tables(lines, header):
    """(line number, cells) of each row of the page's tables that begin so; the first cell without the section of the paper."""
    inside = False
    for number, line in enumerate(lines, 1):
        if line.startswith(header):
            inside = True
        elif not line.startswith("|"):
            inside = False
        elif inside and not line.startswith("| ---"):
            first, *others = cells(line)
            yield number, [first.split(" ")[0], *others]


def complaints_of_numbers(lines, header, name):
    numbers = [words[0] for _, words in tables(lines, header)]
    expected = [str(number) for number in range(1, len(numbers) + 1)]
    if numbers != expected:
        yield 1, f"expected {name} numbered 1 to {len(expected)} in this order, got {', '.join(numbers)}"


def complaints_of_form(lines, rows_, places_):
    """(line number, what) of the page: statements without a command or test, counts of verdicts that are wrong."""
    yield from complaints_of_numbers(lines, STATEMENTS, "statements")
    yield from complaints_of_numbers(lines, READINGS, "readings")
    asked, tested = {row.number for row in rows_}, {about for _, about, _, tests in places_ if tests}
    marks = []
    for line, words in tables(lines, STATEMENTS):
        number, verdict = words[0], words[-1]
        marks.append(verdict[:1])
        if marks[-1] not in ("●", "◐", "○"):
            yield line, f"row {number}: expected ●, ◐ or ○ before how close it comes, got {verdict!r}"
        if number not in asked and re.search(r"\d", NOT_FIGURES.sub("", verdict)):
            yield line, f"row {number}: states a figure and has no command that prints it"
        if number not in asked | tested:
            yield line, f"row {number}: has no command and no test"
    for line, (mark, count, *_) in tables(lines, VERDICTS):
        if count != str(marks.count(mark)):
            yield line, f"{mark}: {count} statements, there are {marks.count(mark)}"


def complaints_of_rows(lines, named):
    """(line number, what) of rows of a CSV file, (line number, name) each, that name no statement or reading of the page."""
    known = {SET_UP} | {words[0] for _, words in tables(lines, STATEMENTS)} | {f"reading {words[0]}" for _, words in tables(lines, READINGS)}
    for line, name in named:
        if name not in known:
            yield line, f"row {name}: no such statement or reading in docs/paper_index.md"


def is_shown(text, value):
    """Whether a figure of a statement is what a command prints, rounded, as it is, in per cent or as per cent more or less. A range holds all in it."""
    digits, figure = len(text.partition(".")[2]), float(text.replace(" ", ""))
    numbers = [float(word) for word in re.findall(r"\d+(?:\.\d+)?", value)]
    if re.fullmatch(r"[\d.]+ to [\d.]+", value):
        return numbers[0] <= figure <= numbers[1]
    return any(abs(other - figure) <= 0.5001 * 10 ** -digits for n in numbers for other in (n, 100 * n, 100 * n - 100, 100 - 100 * n))


def complaints_of_statements(lines, rows_):
    """(line number, what): figures of statements that none of their commands print."""
    for line, words in tables(lines, STATEMENTS):
        values = [row.value for row in rows_ if row.number == words[0]]
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


def complaints_of_figures(rows_, folder, environment, slow):
    """(row, what it printed, complaint) of each row that prints something else, quick ones or slow ones."""
    for row in rows_:
        if row.slow != slow and (row.slow or row.number != SET_UP):
            continue
        if row.needs and not shutil.which(row.needs):
            print(f"row {row.number}: skipped: {row.needs} is not installed", file=sys.stderr)
            continue
        printed = printed_by(row, folder, environment)
        if not agrees(row.value, printed) and (printed or row.number != SET_UP):
            yield row, printed, f"row {row.number}: {row.command}: expected {row.value}, got {printed}"
