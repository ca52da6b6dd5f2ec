"""What is known of the mutants of a commit, so that a run that was stopped goes on."""
import hashlib
import json
import subprocess
import threading

from build_folder import OWN
from mutant import ROOT

FOLDER = OWN / "results"


def commit_of_the_tree():
    """Empty if something is not committed, or if this is no checkout."""
    try:
        changed = subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        known = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
    return "" if changed else known.strip()


def digest(mutant):
    """Of the whole row: another fault or another test is another question."""
    row = [mutant.kind, mutant.function, mutant.before, mutant.after, mutant.unit, mutant.module, mutant.program, mutant.test]
    return hashlib.sha256(json.dumps(row).encode()).hexdigest()[:16]


class Results:
    """A line a mutant, written when it is known. Without a commit nothing is kept."""

    def __init__(self, fresh, folder=FOLDER, commit_of=commit_of_the_tree):
        self.commit_of, self.commit = commit_of, commit_of()
        self.path = folder / f"{self.commit}.jsonl"
        self.known, self.lock = {}, threading.Lock()
        if not self.commit:
            return
        folder.mkdir(parents=True, exist_ok=True)
        if fresh:
            self.path.unlink(missing_ok=True)
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            try:
                row = json.loads(line)
                self.known[row["mutant"]] = row["noticed"], row["said"], row["seconds"]
            except (ValueError, KeyError):
                continue  # written when the run was killed

    def of(self, mutant):
        """(noticed, what was said, seconds) or None."""
        return self.known.get(digest(mutant))

    def keep(self, mutant, noticed, said, seconds):
        with self.lock:
            if not self.commit or self.commit_of() != self.commit:
                return
            row = {"mutant": digest(mutant), "name": mutant.name, "noticed": noticed, "said": said, "seconds": round(seconds, 1)}
            with self.path.open("a") as file:
                file.write("\n" * self.is_torn() + json.dumps(row) + "\n")

    def is_torn(self):
        """Whether the last line was broken off."""
        text = self.path.read_bytes() if self.path.exists() else b""
        return bool(text) and not text.endswith(b"\n")
