#!/usr/bin/env python3
"""Traces from other sources: every number in turn is out of its range. Every verb that reads traces ends with status 3 and names the place.

    hostile_trace_test.py COLLISIONCHIP
"""
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
COLUMNS = {"query": ("pose", "sub_query", "start", "cycles"), "channel": ("capacity", "latency"), "chunk": ("stream", "query", "first_cycle", "last_cycle", "first_number", "events")}
CELLS = {"transfer": 7, "phase": 3, "sdram_command": 6, "memory_read": 7}
FREE = {("transfer", 4), ("transfer", 5)}  # value and detail: any integer


class HostileTraces(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(holder.cleanup)
        cls.folder = pathlib.Path(holder.name)
        cls.run_program("mesh", "box", "box.obj", "--triangles", "12")
        for words in (["--out", "run"], ["--trace", "whole.sqlite"]):
            assert cls.run_program("collide", "box.obj", "box.obj", *words).returncode == 0
        cls.exports = ["--perfetto", "p.json", "--dramsys", "d.stl"]
        if cls.run_program("trace", "export", "whole.sqlite", "--fst", "w.fst").returncode == 0:
            cls.exports += ["--fst", "w.fst"]
        assert cls.run_program("trace", "export", "whole.sqlite", *cls.exports).returncode == 0

    @classmethod
    def run_program(cls, *words):
        return subprocess.run([PROGRAM, *words], cwd=cls.folder, capture_output=True, text=True, timeout=60)

    def changed(self, *statement):
        shutil.copy(self.folder / "whole.sqlite", self.folder / "t.sqlite")
        database = sqlite3.connect(self.folder / "t.sqlite")
        database.execute(*statement)
        database.commit()
        database.close()

    def refused(self, what, *words):
        done = self.run_program("trace", *words)
        self.assertEqual(done.returncode, 3, f"{what}: {words}: {done.stdout}{done.stderr}")
        self.assertTrue(done.stderr.startswith("collisionchip: t.sqlite: "), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_numbers_of_tables(self):
        for table, columns in COLUMNS.items():
            for column in columns:
                for value in (1e300, -2 ** 62, "a text", None):
                    self.changed(f"update {table} set {column} = ?", (value,))
                    said = self.refused(f"{table}.{column} = {value}", "export", "t.sqlite", *self.exports)
                    if column != "events":  # whose sum is no longer the one that was written
                        self.assertIn(column, said)
                    self.refused(f"{table}.{column} = {value}", "info", "t.sqlite")
                    self.refused(f"{table}.{column} = {value}", "diff", "t.sqlite", "whole.sqlite")

    def test_ids_and_sources(self):
        for statement in ("update unit set id = 4000000000 where id = 0", "update channel set id = -1 where id = 0", "update query set id = -1",
                          "update stream set unit = 1000000 where kind = 'phase'", "update stream set channel = -1 where kind = 'transfer'",
                          "update stream set channel = 4000000000 where kind = 'memory_read'"):
            self.changed(statement)
            self.refused(statement, "export", "t.sqlite", *self.exports)
            self.refused(statement, "info", "t.sqlite")

    def test_a_chunk_that_a_window_would_leave_out(self):
        """Its numbers are in their ranges, and its events are not within them."""
        database = sqlite3.connect(self.folder / "whole.sqlite")
        chunks = database.execute("select c.id, c.first_cycle, c.last_cycle from chunk c join stream s on s.id = c.stream "
                                  "group by s.kind").fetchall()
        database.close()
        self.assertEqual(len(chunks), 5)
        for chunk, first, last in chunks:
            for cycle in {first, last - 1}:
                self.changed("update chunk set last_cycle = ? where id = ?", (cycle, chunk))
                for words in (["info", "t.sqlite"], ["export", "t.sqlite", "--perfetto", "p.json", "--cycles", f"{last - 1}:"],
                              ["diff", "t.sqlite", "whole.sqlite"]):
                    said = self.refused(f"{chunk}: last_cycle {last} is {cycle}", *words)
                    self.assertIn(f"chunk {chunk}: expected row ", said)
                    self.assertIn(f" within first_cycle {first} and last_cycle {cycle}, got cycles ", said)
        for statement in ("update chunk set stream = 4000 where id = 1", "update chunk set query = 1 where id = 1",
                          "update stream set channel = 0 where channel = 1"):
            self.changed(statement)
            self.assertIn(": expected a stream and a query of this trace", self.refused(statement, "info", "t.sqlite"))

    def test_what_the_run_says_of_itself(self):
        for key in ("clock_period_ps", "triangles_a", "triangles_b"):
            for value in ("-1", "1e300", "99999999999999999999", "nan", ""):
                self.changed("update meta set value = ? where key = ?", (value, key))
                self.assertIn(f"meta {key}: expected an integer from ", self.refused(key, "info", "t.sqlite"))
        database = sqlite3.connect(self.folder / "whole.sqlite")
        configuration = json.loads(database.execute("select value from meta where key = 'configuration'").fetchone()[0])
        database.close()
        for section, leaf in (("sdram", "banks"), ("sdram", "bus_bytes"), ("memory", "channels"), ("memory", "interleave_bytes"), ("sdram", "t_rcd")):
            for value in (4000000000, -1, 1e300, "eight", None):
                other = json.loads(json.dumps(configuration))
                other[section][leaf] = value
                self.changed("update meta set value = ? where key = 'configuration'", (json.dumps(other),))
                self.assertIn(f"configuration: {section}.{leaf}: expected ", self.refused(leaf, "export", "t.sqlite", *self.exports))

    def test_numbers_of_events(self):
        for kind, columns in CELLS.items():
            for column in range(columns):
                if (kind, column) in FREE:
                    continue
                for value in (2 ** 62, -2 ** 62):
                    database = sqlite3.connect(self.folder / "whole.sqlite")
                    chunk, data = database.execute("select c.id, c.data from chunk c join stream s on s.id = c.stream where s.kind = ?", (kind,)).fetchone()
                    database.close()
                    rows = json.loads(data)
                    rows[-1] += [None] * (columns - len(rows[-1]))
                    rows[-1][column] = value
                    self.changed("update chunk set data = ? where id = ?", (json.dumps(rows, separators=(",", ":")), chunk))
                    said = self.refused(f"{kind} {column} {value}", "export", "t.sqlite", *self.exports)
                    self.assertIn(f"t.sqlite: chunk {chunk}: expected row {len(rows) - 1} with ", said)
                    self.assertIn(f", got {value}; the file is damaged\n", said)

    def test_the_page_of_a_run_with_such_a_trace(self):
        whole = (self.folder / "run/trace.sqlite").read_bytes()
        for statement in ("update query set start = 1e300", "update chunk set data = '[[0,1,9]]', events = 1 where stream in (select id from stream where kind = 'phase')",
                          "update stream set unit = 1000000 where kind = 'phase'"):
            (self.folder / "run/trace.sqlite").write_bytes(whole)
            database = sqlite3.connect(self.folder / "run/trace.sqlite")
            database.execute(statement)
            database.execute("update meta set value = (select count(*) || ' chunks, ' || coalesce(sum(events), 0) || ' events' from chunk) where key = 'complete'")
            database.commit()
            database.close()
            done = self.run_program("report", "run", "--out", "page.html")
            self.assertEqual(done.returncode, 3, statement + done.stdout + done.stderr)
            self.assertIn("trace.sqlite: ", done.stderr)
        (self.folder / "run/trace.sqlite").write_bytes(whole)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
