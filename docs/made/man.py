"""The man page and the completion for bash, from what the program says of itself: --help, and the table of keys. Both are in the repository, so that
installing needs no Python."""
import csv
import re
import subprocess


class Entry:
    """A line of a list: an option, an argument or a verb. `names` are those of an option, `rest` what follows them. `text` is what it does,
    `choices` what its value may be, if that is one of a few; `explained` are the lines that say what each of them means."""

    def __init__(self, head, lines):
        name, _, self.rest = head.partition(" ")
        self.names = name.split(",")
        self.text, *self.explained = unwrapped(lines)
        one_of = re.search(r"\bone of (\S.*)$", self.text)
        self.choices = re.split(r", | or ", one_of.group(1)) if one_of else [line.split(":")[0] for line in self.explained]

    def flag(self):
        return not self.rest

    def required(self):
        return bool(re.search(r"; required\b", self.text))


def unwrapped(lines):
    """The first line and those of the list below it, with what was broken to fit joined: a line of a list is indented by two, what it goes
    on with by more."""
    result = []
    for line in lines:
        if result and (not line.startswith("  ") or line.startswith("    ")):
            result[-1] += " " + line.strip()
        else:
            result.append(line.strip())
    return result


class Verb:
    def __init__(self, binary, path):
        self.path = path
        done = subprocess.run([binary, *path, "--help"], capture_output=True, text=True, check=True)
        text, _, example = done.stdout.partition("\nExample:\n")
        self.example = [line[2:] for line in example.splitlines()]
        head, *lists = re.split(r"\n(Positionals|Options|Subcommands):\n", text)
        description, self.usage = head.split("Usage: ")
        self.description = [unwrapped(part.splitlines()) for part in description.strip().split("\n\n")]
        self.lists = {name: self.entries(text) for name, text in zip(lists[::2], lists[1::2])}
        self.verbs = [Verb(binary, [*path, entry.names[0]]) for entry in self.lists.get("Subcommands", [])]

    @staticmethod
    def entries(text):
        result, found = [], []  # (names with what follows them, lines)
        for line in filter(None, text.splitlines()):
            head = re.fullmatch(r"  (\S+(?: \S+)*)( {2,}\S.*)?", line)
            if head:
                found.append((head.group(1), [" " * head.end(1) + head.group(2)] if head.group(2) else []))
            else:
                found[-1][1].append(line)
        for head, lines in found:
            if not lines:
                raise SystemExit(f"{head}: expected a description in --help")
            column = len(lines[0]) - len(lines[0].lstrip())
            result.append(Entry(head, [line[column:] for line in lines]))
        return result

    def walk(self):
        yield self
        for verb in self.verbs:
            yield from verb.walk()


# ------------------------------------------------------------------------------------------------------------- man page


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def listed(lines):
    """Names and what they mean, "tlm: the SystemC chip" or "gear    closed spur gear"."""
    pairs = [re.split(r": +| {2,}", line, maxsplit=1) for line in lines]
    inner = [line for name, what in pairs for line in (".TP", rf"\fB{roff(name)}\fR", roff(what))]
    return [".RS", *inner, ".RE"] if inner else []


def items(entries):
    lines = []
    for entry in entries:
        names = ", ".join(rf"\fB{roff(name)}\fR" for name in entry.names)
        lines += [".TP", names + (rf" \fI{roff(entry.rest)}\fR" if entry.rest else ""), roff(entry.text), *listed(entry.explained)]
    return lines


def example_items(top):
    lines = []
    for verb in top.walk():
        lines += [".TP", rf"\fBcollisionchip {roff(' '.join(verb.path))}\fR".replace(r" \fR", r"\fR"), ".nf", *map(roff, verb.example), ".fi"]
    return lines


def man_page(top, version):
    (what,), *parts = top.description
    parts = {title.rstrip(":"): lines for title, *lines in parts}
    lines = [r'.\" Made by docs/make.py man from what --help says.',
             f'.TH COLLISIONCHIP 1 "" "CollisionChip {version}" "User Commands"', ".SH NAME",
             rf"collisionchip \- {roff(what.split(': ', 1)[1].rstrip('.'))}", ".SH SYNOPSIS",
             r"\fBcollisionchip\fR \fIVERB\fR [\fIOPTIONS\fR] ...", ".SH DESCRIPTION", roff(what), ".SH OPTIONS",
             *items(top.lists["Options"]), ".SH VERBS"]
    for verb in list(top.walk())[1:]:
        lines += [f".SS {roff(verb.usage.strip())}", *(line for first, *rest in verb.description for line in (roff(first), *listed(rest)))]
        for name in ("Positionals", "Options"):
            lines += items(e for e in verb.lists.get(name, []) if "--help" not in e.names)
        if verb.verbs:
            lines.append(roff("Verbs of its own: " + ", ".join(inner.path[-1] for inner in verb.verbs) + "."))
    lines += [".SH EXAMPLES", "Each runs in an empty folder.", *example_items(top)]
    for title in ("Files", "Environment", "Exit status"):
        lines += [f".SH {title.upper()}", *listed(parts[title])]
    return "\n".join(lines) + "\n"


# ----------------------------------------------------------------------------------------------------------- completion

COMPLETE = r'''
  local line
  [ "$words" = keys ] && words=$keys && compopt -o nospace 2>/dev/null
  [ "$words" = names ] && words="${keys//=/} $sections"
  [ "$words" = options ] && words=$options
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
    [ -z "$words" ] || compgen -W "$words" -- "$word"
    [ -z "$paths" ] || compgen "$paths" -- "$word"
  )
  [ -z "$paths" ] || compopt -o filenames 2>/dev/null
}
complete -F _collisionchip collisionchip
'''


def value_of(entry, presets):
    """Shell that says which values an option may have. `keys` and `names` are expanded at the end."""
    if "--set" in entry.names:
        return "words=keys"
    if "--explain" in entry.names:
        return "words=names"
    if "--chip" in entry.names:
        return f'words="{" ".join(presets)}" paths=-f'
    if entry.choices:
        return f'words="{" ".join(entry.choices)}"'
    if re.match(r"DIR\b", entry.rest):
        return "paths=-d"
    file = entry.rest.startswith("FILE") or re.search(r"\.obj|\bfile\b", entry.text)
    return "paths=-f" if file else ":"


def argument(verb):
    """The shell's next branch: what may stand where no option does."""
    if verb.verbs:
        return f'else words="{" ".join(inner.path[-1] for inner in verb.verbs)}"'
    positionals = verb.lists.get("Positionals", [])
    if not positionals:
        return "else :"
    text = positionals[0].text
    if "see above" in text:
        listed = " ".join(line.split()[0] for _, *lines in verb.description for line in lines)
        return f'elif ((COMP_CWORD == {len(verb.path) + 1})); then words="{listed}"\n          else paths=-f'
    return "else paths=-d" if "folder" in text else "else paths=-f"


def values_of(key):
    """Of a row of the table of keys; none of a range."""
    return [] if ".." in key["values"] else re.split(r", | or ", key["values"])


def key_lines(keys):
    """Shell that completes what comes after `--set KEY=`."""
    by_values = {}
    for key in keys:
        by_values.setdefault(" ".join(values_of(key)), []).append(key["key"])
    sections = {}
    for key in keys:
        sections.setdefault(key["key"].partition(".")[0], []).append(key["key"] + "=")
    lines = ['  local keys="' + "\n              ".join(map(" ".join, sections.values())) + '"', f'  local sections="{" ".join(sections)}"',
             '  if [ "$equals" ]; then', "    case $before in"]
    lines += [f"""      {'|'.join(names)}) {f'words="{values}"' if values else 'words=" "'} ;;""" for values, names in by_values.items()]
    return [*lines, "    esac", "  fi"]


def completion(top, keys):
    verbs = list(top.walk())
    everything = " ".join(e.text for v in verbs for e in v.lists["Options"] if "--chip" in e.names)
    presets = re.search(r"preset \(([^)]*)\)", everything).group(1).split(", ")
    nested = "|".join(verb.path[0] for verb in verbs if len(verb.path) == 1 and verb.verbs)
    lines = ["# Completion for bash. Made by docs/make.py man from what --help says.", "_collisionchip() {",
             '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb="" options="" words="" paths="" equals=""',
             "  COMPREPLY=()",
             "  # --option=value comes as three words.",
             '  if [ "$word" = = ]; then word="" equals=1; elif [ "$before" = = ]; then before=${COMP_WORDS[COMP_CWORD - 2]} equals=1; fi',
             *key_lines(keys), "  ((COMP_CWORD < 2)) || verb=${COMP_WORDS[1]}", '  [ -z "$words" ] || verb=" "', "  case $verb in",
             f'    {nested}) ((COMP_CWORD < 3)) || verb="$verb ${{COMP_WORDS[2]}}" ;;', "  esac", "  case $verb in"]
    for verb in verbs:
        options = verb.lists["Options"]
        path = '"' + " ".join(verb.path) + '"'
        lines += [f"    {path})", f'      options="{" ".join(name for entry in options for name in entry.names)}"',
                  "      case $before in"]
        values = {}  # what completes -> the options that take it
        for entry in options:
            if not entry.flag():
                values.setdefault(value_of(entry, presets), []).extend(entry.names)
        lines += [f"        {'|'.join(names)}) {value} ;;" for value, names in values.items()]
        lines += ["        *)", '          if [ "${word:0:1}" = - ]; then words=options', f"          {argument(verb)}",
                  "          fi", "          ;;", "      esac", "      ;;"]
    return "\n".join(lines + ["  esac"]) + COMPLETE


def make(context):
    version = context.run("--version").split()[0]
    top = Verb(str(context.program), [])
    keys = list(csv.DictReader(context.run("config", "--doc", "--csv", "-").splitlines()))
    return {"docs/man/collisionchip.1": man_page(top, version), "docs/man/collisionchip.bash": completion(top, keys)}
