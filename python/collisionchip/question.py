"""What a question is made of, as files in a temporary folder."""
import pathlib

import numpy as np

from .mesh import Mesh

IDENTITY = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)


def pose_text(poses):
    """A pose file. Poses: one or many, of 7 numbers (tx ty tz qw qx qy qz) or 12 (3x4, row by row, as float32). ValueError for other shapes."""
    if np.iscomplexobj(poses):
        raise ValueError("poses: expected real numbers, got complex ones")
    numbers = np.asarray(poses, dtype=np.float64)
    if numbers.shape[-2:] == (3, 4):
        numbers = numbers.reshape(*numbers.shape[:-2], 12)
    rows = np.atleast_2d(numbers)
    if rows.ndim != 2 or rows.shape[1] not in (7, 12) or len(rows) == 0:
        raise ValueError(f"poses: expected shape (7,), (12,), (3, 4), (n, 7), (n, 12) or (n, 3, 4) and at least one, got {np.shape(poses)}")
    return "".join(" ".join(map(repr, row)) + "\n" for row in rows.tolist())


def write_question(folder, machine, a, b, poses):
    """chip.toml, poses.txt, a.ply and b.ply in the folder. Names of the files of A and of B: one, if they are one object."""
    for name, mesh in (("a", a), ("b", b)):
        if not isinstance(mesh, Mesh):
            raise TypeError(f"{name}: expected a Mesh, got {type(mesh).__name__}")
    folder = pathlib.Path(folder)
    (folder / "chip.toml").write_text(machine.toml, encoding="utf-8")
    (folder / "poses.txt").write_text(pose_text(poses), encoding="ascii")
    a.write_ply(folder / "a.ply")
    if b is a:
        return "a.ply", "a.ply"
    b.write_ply(folder / "b.ply")
    return "a.ply", "b.ply"
