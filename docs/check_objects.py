#!/usr/bin/env python3
"""Are these the objects and poses of the tables? Compares the files of a folder with docs/tables/objects.csv:

    python3 docs/check_objects.py ../shared

A file is looked for by its name, in the folder and below. One line each: right, missing or different; exit status 1 unless all are right.
"""
import argparse
import csv
import hashlib
import pathlib
import sys

TABLE = pathlib.Path(__file__).resolve().parent / "tables/objects.csv"


def expected(table):
    """{name: SHA-256} of all files of the table."""
    with open(table, newline="") as file:
        return {row["file"]: row["sha256"] for row in csv.DictReader(file)}


def verdict(files, digest):
    digests = {hashlib.sha256(file.read_bytes()).hexdigest(): file for file in files}
    if not files:
        return "missing", ""
    if digest in digests:
        return "right", ""
    return "different", f"  {files[0]}: expected SHA-256 {digest}, got {next(iter(digests))}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path, default=TABLE, help="names and SHA-256 of the files")
    given = parser.parse_args()
    if not given.folder.is_dir():
        print(f"check_objects.py: {given.folder}: expected a folder", file=sys.stderr)
        return 3
    places = {}
    for file in sorted(given.folder.rglob("*")):
        if file.is_file():
            places.setdefault(file.name, []).append(file)
    found = {name: verdict(places.get(name, []), digest) for name, digest in expected(given.table).items()}
    for name, (word, why) in found.items():
        print(f"{word:<10} {name}{why}")
    counts = {word: sum(one == word for one, _ in found.values()) for word in ("right", "missing", "different")}
    print(", ".join(f"{count} {word}" for word, count in counts.items()))
    return 0 if found and counts["right"] == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
