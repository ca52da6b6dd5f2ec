"""Meshes: NumPy arrays here, binary PLY between here and the program."""
import os
import pathlib
import tempfile

import numpy as np

from . import program

FACE = np.dtype([("corners", "u1"), ("vertices", "<i4", 3)])
HEADER = ("ply\nformat binary_little_endian 1.0\nelement vertex {}\nproperty float x\nproperty float y\nproperty float z\n"
          "element face {}\nproperty list uchar int vertex_indices\nend_header\n")


class Mesh:
    """Triangles over vertices; neither is merged, moved or dropped.

    vertices   (n, 3) float32, as the chip reads them: other numbers are rounded
    triangles  (m, 3) int32, indices of vertices, from 0; row t is triangle t of every answer
    """

    def __init__(self, vertices, triangles):
        """ValueError for arrays of other shapes, for coordinates that are no float32 and for indices of no vertex."""
        with np.errstate(over="ignore"):
            self.vertices = np.array(vertices, dtype="<f4")
        indices = np.array(triangles)
        if self.vertices.ndim != 2 or self.vertices.shape[1] != 3:
            raise ValueError(f"vertices: expected shape (n, 3), got {self.vertices.shape}")
        if not np.isfinite(self.vertices).all():
            vertex, axis = np.argwhere(~np.isfinite(self.vertices))[0]
            raise ValueError(f"vertices: expected numbers in the range of float32, vertex {vertex} has another {'xyz'[axis]}")
        if indices.ndim != 2 or indices.shape[1] != 3 or len(indices) == 0:
            raise ValueError(f"triangles: expected shape (m, 3) and at least one, got {indices.shape}")
        if not np.issubdtype(indices.dtype, np.integer):
            raise ValueError(f"triangles: expected integers, got {indices.dtype}")
        if indices.min() < 0 or indices.max() >= len(self.vertices):
            raise ValueError(f"triangles: expected indices from 0 to {len(self.vertices) - 1}, "
                             f"got {indices.min()} to {indices.max()}")
        self.triangles = indices.astype("<i4")

    @classmethod
    def load(cls, path):
        """A file: OBJ, STL, PLY or OFF by its ending. Triangles have their numbers of pairs.csv: polygons are cut in place."""
        path = os.fspath(path)
        return cls._written(path if "." in path or "/" in path else f"./{path}")

    @classmethod
    def make(cls, kind, triangles=30000, seed=None):
        """A built-in object: the kinds of `collisionchip mesh --help`, with exactly so many triangles; `seed`: of a kind with a random part."""
        return cls._written(kind, "--triangles", str(triangles), *([] if seed is None else ["--seed", str(seed)]))

    def save(self, path):
        """Writes a file: .obj, .stl, .ply or .off."""
        with tempfile.TemporaryDirectory(prefix="collisionchip-") as folder:
            self.write_ply(f"{folder}/mesh.ply")
            program.run("mesh", "--output", os.fspath(path), "--", f"{folder}/mesh.ply")

    @classmethod
    def _written(cls, kind, *options):
        with tempfile.TemporaryDirectory(prefix="collisionchip-") as folder:
            program.run("mesh", "--output", f"{folder}/mesh.ply", *options, "--", kind)
            return cls.read_ply(f"{folder}/mesh.ply")

    @classmethod
    def read_ply(cls, path):
        """A binary PLY as the program and write_ply() write it; any other file: load()."""
        data = pathlib.Path(path).read_bytes()
        header, _, body = data.partition(b"end_header\n")
        vertices, faces = (int(line.split()[2]) for line in header.splitlines() if line.startswith(b"element"))
        corners = np.frombuffer(body, "<f4", 3 * vertices).reshape(-1, 3)
        return cls(corners, np.frombuffer(body, FACE, faces, offset=corners.nbytes)["vertices"])

    def write_ply(self, path):
        """A binary PLY with the same float32 and the same indices."""
        faces = np.empty(len(self.triangles), FACE)
        faces["corners"], faces["vertices"] = 3, self.triangles
        header = HEADER.format(len(self.vertices), len(self.triangles)).encode()
        pathlib.Path(path).write_bytes(header + self.vertices.tobytes() + faces.tobytes())

    def __repr__(self):
        return f"<Mesh of {len(self.triangles)} triangles over {len(self.vertices)} vertices>"
