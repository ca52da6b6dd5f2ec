#!/usr/bin/env python3
"""Checks the includes of all sources against docs/rooms.md.

    python3 docs/check_rooms.py               # one line per problem, exit status 1 if any
    python3 docs/check_rooms.py --self-test   # breaks each rule once; exit status 1 if a fault stays unnoticed

- Every source lies in a room of the page, and every room of the page exists.
- Inside one of the five rooms a source includes only rooms above its own in the page's table. From the other rooms it includes only lower
  ones, in this order: testbench, then traces and rtl_model (which do not include each other), tlm, reference.
- tlm/kernel includes no other room; no unit includes another unit.
- reference/ and tlm/ do not include fmt: a program that links the installed chip with pkg-config links only SystemC.
- examples/ is no room: it is built against the installed library. python/ is no room either: the library's one header is the only header of
  ours that it includes.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BELOW = {"reference": (), "tlm": ("reference",), "rtl_model": ("tlm", "reference"), "traces": ("tlm", "reference"),
         "testbench": ("traces", "rtl_model", "tlm", "reference")}
INCLUDE = re.compile(r'#include "(?:collisionchip/)?((?:' + "|".join(BELOW) + r')/[^"]+)"')


def rooms_of_the_page():
    return re.findall(r"^\| `((?:" + "|".join(BELOW) + r")/\w+)` \| ", (ROOT / "docs/rooms.md").read_text()
                      .split("## reference", 1)[1], re.M)


def room_of(path):
    return "/".join(path.split("/")[:2])


def unit_of(path):
    return path.split("/")[2] if path.startswith("tlm/units/") else None


def sources():
    listed = subprocess.run(["git", "ls-files", "*.h", "*.cpp"], cwd=ROOT, capture_output=True, text=True).stdout
    paths = listed.split() or [str(path.relative_to(ROOT)) for top in BELOW for path in (ROOT / top).rglob("*.[hc]*")]
    return {path: (ROOT / path).read_text() for path in paths
            if path.endswith((".h", ".cpp")) and not path.startswith("examples/")}


def problems(texts):
    rooms = rooms_of_the_page()
    found = [f"docs/rooms.md: `{room}`: no such folder" for room in rooms if not (ROOT / room).is_dir()]
    for path, text in sorted(texts.items()):
        room = room_of(path)
        if path.startswith("python/"):
            found += [f"{path}:{number}: expected <collisionchip/api.h> alone of ours: {line}"
                      for number, line in enumerate(text.splitlines(), 1)
                      if re.match("#include .collisionchip/", line) and "<collisionchip/api.h>" not in line]
            continue
        if room not in rooms:
            found.append(f"{path}: expected in a room of docs/rooms.md")
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if room.startswith(("reference/", "tlm/")) and line.startswith("#include <fmt/"):
                found.append(f"{path}:{number}: {room} includes fmt, which the installed chip does not link")
            included = INCLUDE.match(line)
            to = room_of(included.group(1)) if included else room
            if to == room:
                other_unit = included and unit_of(path) != unit_of(included.group(1))
                if other_unit:
                    found.append(f"{path}:{number}: a unit includes another one: {included.group(1)}")
                continue
            if to.endswith(".h"):
                continue  # written by the build
            top, to_top = room.split("/")[0], to.split("/")[0]
            if room == "tlm/kernel" or to not in rooms or \
                    (rooms.index(to) > rooms.index(room) if to_top == top else to_top not in BELOW[top]):
                found.append(f"{path}:{number}: {room} includes {to}, against docs/rooms.md")
    return found


def self_test():
    faults = {"up": ("reference/mesh/mesh.h", '#include "collisionchip/reference/tree/object.h"'),
              "out": ("tlm/machine/messages.h", '#include "collisionchip/traces/file/sqlite.h"'),
              "sideways": ("traces/file/sqlite.h", '#include "collisionchip/rtl_model/adapter/rtl_units.h"'),
              "kernel": ("tlm/kernel/unit.h", '#include "collisionchip/reference/text/input_error.h"'),
              "unit": ("tlm/units/dop_unit/dop_unit.h", '#include "collisionchip/tlm/units/stack_sram/stack_sram.h"'),
              "fmt": ("tlm/units/dop_unit/dop_unit.h", "#include <fmt/format.h>"),
              "nowhere": ("tlm/loose.h", ""),
              "python": ("python/native/arrays.h", '#include <collisionchip/tlm/chip/chip.h>')}
    silent = []
    for name, (path, line) in faults.items():
        texts = sources()
        before = len(problems(texts))
        texts[path] = texts.get(path, "") + "\n" + line + "\n"
        if len(problems(texts)) != before + 1:
            silent.append(name)
    print(f"ROOMS: {len(faults) - len(silent)} of {len(faults)} seeded faults noticed"
          + "".join(f"; not: {name}" for name in silent))
    return 1 if silent else 0


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        sys.exit("usage: check_rooms.py [--self-test]")
    found = problems(sources())
    print("\n".join(found) if found else f"ROOMS: {len(rooms_of_the_page())} rooms, no arrow upward, no circle")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
