"""Plain words (docs/style.md): what docs/check_docs.py refuses on pages, and how many words each may have.

Refused words are looked for outside code, quotations and formulas.
"""
import re

BUDGET = {  # page: the most words that it may have, as wc -w counts; of docs/ all together at most MOST_WORDS on MOST_PAGES
    "docs/aabb.md": 2420,
    "docs/accuracy.md": 1275,
    "docs/beyond.md": 1955,
    "docs/chip.md": 1590,
    "docs/concepts.md": 871,
    "docs/configuration.md": 5232,
    "docs/costs.md": 1878,
    "docs/deformable.md": 1106,
    "docs/dop_unit.md": 1868,
    "docs/driver.md": 1261,
    "docs/estimator.md": 1215,
    "docs/exactness.md": 2685,
    "docs/explore.md": 2422,
    "docs/faults.md": 1801,
    "docs/findings.md": 1750,
    "docs/group_machine.md": 3755,
    "docs/guide.md": 3470,
    "docs/host_port.md": 3075,
    "docs/library.md": 1345,
    "docs/memories.md": 1248,
    "docs/memory_controller.md": 1432,
    "docs/memory_image.md": 1206,
    "docs/not_there_yet.md": 1395,
    "docs/obb.md": 2363,
    "docs/objects.md": 869,
    "docs/opencl.md": 2028,
    "docs/pair_sequencer.md": 1220,
    "docs/paper_figures.md": 2100,
    "docs/paper_index.md": 2920,
    "docs/python.md": 1511,
    "docs/README.md": 703,
    "docs/reference.md": 1770,
    "docs/results.md": 2089,
    "docs/rooms.md": 1161,
    "docs/rtl.md": 1801,
    "docs/scenes.md": 1764,
    "docs/sdram.md": 1273,
    "docs/stack_engine.md": 1963,
    "docs/statistics.md": 4235,
    "docs/style.md": 482,
    "docs/today.md": 2049,
    "docs/tree.md": 1684,
    "docs/triangle_unit.md": 986,
    "docs/vectors.md": 2059,
    "docs/volumes.md": 1691,
    "README.md": 1000,
}
MOST_PAGES, MOST_WORDS = 45, 85000
ANSWER_SENTENCES, ANSWER_COLUMNS, SENTENCE_WORDS = 2, 6, 32

REFUSED = [(re.compile(pattern), advice) for pattern, advice in (
    (r"\b([Ww]hoever|[Ww]hom|[Nn]obody|[Ss]omebody)\b", "name who"),
    (r"\b[Ll]ikewise\b", "also, or say it again"),
    (r"\banew\b", "again"),
    (r"\b[Bb]eside\b", "next to, with, in addition to"),
    (r"\b[Ww]hat stands\b|\bstands? (?:in|with|there|above|below|alone)\b", "is"),
    (r"\b(?:is|are|was|were) of\b", "has, belongs to, comes from"),
    (r"\bof it\b", "its, or name it"),
    (r"\b[Bb]ut for\b|\b[Nn]othing but\b", "except, only"),
    (r"\b[Nn]or\b", "and not, or"),
    (r"\b(?:no|not|none|nothing|never)\b[^,.;:|]*\bwithout\b|\bnot un\w+", "one negation: say it positively"),
    (r"\b[Dd]ocument 0\d\d\b", "author and year"),
    (r"\bas ever\b|\bas it comes\b|\bits day\b", "leave it out"),
    (r"\b(?:is|was|were) wanted\b", "the aim was"),
    (r"\btakes? \d[\d.]* of\b", "times, or %"),
    (r"^(?:Of|Nor|Neither|Whatever) ", "begin with the subject"),
)]


def plain(text):
    """Without code, targets of links, quotations and marks."""
    text = re.sub(r"`[^`]*`|\*\*|__", "x", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return re.sub(r'"[^"]*"|“[^”]*”', "x", text)


def passages(prose):
    """(line, text) of each paragraph, item, heading and cell of a table."""
    line, words = 0, []
    for number, text in enumerate([*prose, ""], 1):
        begins = not text.strip() or re.match(r"\s*([-*]|\d+\.) |#|\||<!--|!\[|    |>", text)
        if begins and words:
            yield line, " ".join(words)
            words = []
        if text.startswith("|"):
            if not re.fullmatch(r"[|\s:-]+", text):
                yield from ((number, cell.strip()) for cell in re.split(r"(?<!\\)\|", text)[1:-1])
        elif text.strip() and not re.match(r"<!--|    |>|!\[", text):
            line = line if words else number
            words.append(re.sub(r"^\s*([-*]|\d+\.|#+) ", "", text).strip())
            if text.startswith("#"):
                yield line, " ".join(words)
                words = []


def sentences(text):
    return [sentence for sentence in re.split(r"(?<=[.;:?!])\s+(?=[\"“A-Zx])", plain(text)) if sentence]


def refused(sentence):
    for pattern, advice in REFUSED:
        found = pattern.search(sentence)
        if found:
            yield f"\"{found.group().strip()}\": {advice} (docs/style.md)"


def complaints_of_words(prose):
    for line, text in passages(prose):
        for sentence in sentences(text):
            yield from ((line, what) for what in refused(sentence))
            words = re.findall(r"[^\W\d_]{2,}", sentence)
            if len(words) > SENTENCE_WORDS:
                yield line, f"a sentence of {len(words)} words, begins \"{' '.join(sentence.split()[:5])}\" (docs/style.md)"


def complaints_of_beginning(prose):
    """The answer comes first: at most two sentences, then a picture or a table that is not wide."""
    title = next((number for number, text in enumerate(prose, 1) if text.startswith("# ")), 0)
    end = next((number for number, text in enumerate(prose, 1) if text.startswith("## ")), len(prose) + 1)
    first = prose[title:end - 1]
    answer = next((text for line, text in passages(first)), "")
    if len(sentences(answer)) > ANSWER_SENTENCES:
        yield title + 1, f"the answer has {len(sentences(answer))} sentences, {ANSWER_SENTENCES} are the most (docs/style.md)"
    tables = [len(re.split(r"(?<!\\)\|", text)) - 2 for text in first if re.fullmatch(r"\|[|\s:-]+", text)]
    if not tables and not any(text.startswith("![") for text in first):
        yield title + 1, "no picture and no table before the first heading (docs/style.md)"
    if tables and tables[0] > ANSWER_COLUMNS:
        yield title + 1, f"the first table has {tables[0]} columns, {ANSWER_COLUMNS} are the most (docs/style.md)"


def complaints(name, text, prose):
    """(line, what) of a page."""
    if name not in BUDGET:
        if name.startswith("docs/"):
            yield 1, "no row in BUDGET of docs/plain_words.py"
        return
    yield from complaints_of_beginning(prose)
    yield from complaints_of_words(prose)
    if len(text.split()) > BUDGET[name]:
        yield 1, f"{len(text.split())} words, {BUDGET[name]} are the most (docs/plain_words.py)"


def complaint_of_size():
    """Of all pages of docs/ together, by their budgets."""
    budgets = [words for page, words in BUDGET.items() if page.startswith("docs/")]
    if len(budgets) > MOST_PAGES or sum(budgets) > MOST_WORDS:
        return f"docs/ may have {MOST_PAGES} pages and {MOST_WORDS} words, BUDGET has {len(budgets)} and {sum(budgets)}"
    return None
