#!/usr/bin/env python3
"""docs/assemble_urdf.py on a robot of two links: where its parts lie, in which order, which vertices are merged."""
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[3] / "docs/assemble_urdf.py"
ROBOT = """<robot name="two">
  <link name="hand"><visual><origin xyz="0 0 1" rpy="0 0 0"/><geometry><mesh filename="part.STL"/></geometry></visual></link>
  <link name="arm"><visual><geometry><mesh filename="part.STL"/></geometry></visual><visual><geometry><sphere radius="1"/></geometry></visual></link>
  <joint name="wrist" type="revolute"><origin xyz="10 20 30" rpy="1.5707963267948966 0 1.5707963267948966"/><parent link="arm"/><child link="hand"/></joint>
</robot>
"""
PART = [(0, 0, 0), (2, 0, 0), (0, 4, 0), (2, 0, 0), (0, 4, 0), (0, 0, 8)]


class AssembleUrdf(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "two.urdf").write_text(ROBOT)
        triangles = [struct.pack("<12f2x", 0, 0, 0, *(x for corner in PART[i:i + 3] for x in corner)) for i in (0, 3)]
        (self.folder / "part.STL").write_bytes(b" " * 80 + struct.pack("<I", 2) + b"".join(triangles))

    def assemble(self):
        return subprocess.run([sys.executable, SCRIPT, self.folder / "two.urdf", self.folder / "two.ply"], capture_output=True, text=True)

    def test_parts_lie_behind_their_joints_in_the_order_of_the_links(self):
        self.assertEqual(self.assemble().returncode, 0)
        header, _, body = (self.folder / "two.ply").read_bytes().partition(b"end_header\n")
        self.assertIn(b"element vertex 8\n", header)  # four of each part
        self.assertIn(b"element face 4\n", header)
        vertices = list(struct.iter_unpack("<3f", body[:8 * 12]))
        faces = [face[1:] for face in struct.iter_unpack("<B3i", body[8 * 12:])]
        self.assertEqual(faces, [(0, 1, 2), (1, 2, 3), (4, 5, 6), (5, 6, 7)])
        # Rolled by 90 degrees about x, then turned by 90 about z: x, y, z lie along y, z, x.
        for got, (x, y, z) in zip(vertices[:4], [PART[0], PART[1], PART[2], PART[5]]):
            for a, b in zip(got, (10 + z + 1, 20 + x, 30 + y)):
                self.assertAlmostEqual(a, b, places=5)
        self.assertEqual(vertices[4:], [(0, 0, 0), (2, 0, 0), (0, 4, 0), (0, 0, 8)])

    def test_a_part_that_is_no_binary_stl_is_named(self):
        (self.folder / "part.STL").write_bytes(b"solid part\n" + b" " * 80)
        done = self.assemble()
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"part\.STL: expected a binary STL of \d+ triangles, got 91 bytes")


if __name__ == "__main__":
    unittest.main()
