"""What a question is made of, as files in a temporary folder."""
import pathlib

from . import core


def write_poses(path, poses, quaternion="wxyz"):
    """The twelve float32 of each pose, as they are asked in this process, too."""
    rows = core.matrices(poses, quaternion).tolist()
    if not rows:
        raise ValueError("poses: expected at least one, got none")
    pathlib.Path(path).write_text("".join(" ".join(map(repr, row)) + "\n" for row in rows), encoding="ascii")


def write_question(folder, machine, a, b, poses, quaternion):
    """chip.toml, poses.txt, a.ply and b.ply in the folder. Names of the files of A and of B: one, if they are one object."""
    folder = pathlib.Path(folder)
    (folder / "chip.toml").write_text(machine.toml, encoding="utf-8")
    write_poses(folder / "poses.txt", poses, quaternion)
    a.save(folder / "a.ply")
    if b is a:
        return "a.ply", "a.ply"
    b.save(folder / "b.ply")
    return "a.ply", "b.ply"
