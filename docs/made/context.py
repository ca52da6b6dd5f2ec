"""What a maker of docs/make.py is given."""
import dataclasses
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


@dataclasses.dataclass
class Context:
    program: pathlib.Path
    shared: pathlib.Path  # of the public objects: meshes/, poses/, ...
    store: pathlib.Path  # kept; a long maker goes on from what is there
    folder: pathlib.Path  # a temporary one
    jobs: int
    python: str

    def run(self, *words, **options):
        """What the program prints. A failure ends the maker with the program's own message."""
        command = [str(word) for word in (self.program, *words)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
        if done.returncode != 0:
            raise SystemExit(f"{' '.join(command)}: exit status {done.returncode}\n{done.stderr.strip()}")
        return done.stdout
