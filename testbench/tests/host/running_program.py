"""What a program that is running does, seen from outside."""
import os
import pathlib


def is_writing(run, name):
    """A file that is not complete is open: without a name, or with a hidden one where the file system has no such files."""
    links = []
    for descriptor in pathlib.Path(f"/proc/{run.pid}/fd").iterdir():
        try:
            links.append(os.path.basename(os.readlink(descriptor)))
        except FileNotFoundError:
            pass  # closed meanwhile
    return any(link.startswith(("#", f".{name}.")) for link in links)


def has_workers(run):
    return pathlib.Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text() != ""
