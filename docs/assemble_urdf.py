#!/usr/bin/env python3
"""A whole robot as one mesh: the STL parts of a URDF, all joint angles 0, as docs/objects.md has it for unitree_g1_assembled.ply:

    python3 docs/assemble_urdf.py g1_29dof_rev_1_0.urdf unitree_g1_assembled.ply

Each part that a link shows lies at the origins of the joints before it and its own, in double, and is rounded once to float32. Triangles are in the order of the links; identical
vertices are merged. Binary STL alone.
"""
import math
import pathlib
import struct
import sys
import xml.etree.ElementTree

IDENTITY = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0))


def origin(element):
    """The 3 x 4 matrix of an <origin>: roll, pitch and yaw about the fixed axes, then the offset."""
    numbers = lambda key: [float(word) for word in (element.get(key) if element is not None and element.get(key) else "0 0 0").split()]
    (r, p, y), t = numbers("rpy"), numbers("xyz")
    cr, sr, cp, sp, cy, sy = math.cos(r), math.sin(r), math.cos(p), math.sin(p), math.cos(y), math.sin(y)
    return ((cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr, t[0]),
            (sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr, t[1]),
            (-sp, cp * sr, cp * cr, t[2]))


def after(a, b):
    """First b, then a."""
    return tuple(tuple(row[0] * b[0][j] + row[1] * b[1][j] + row[2] * b[2][j] + (row[3] if j == 3 else 0.0) for j in range(4)) for row in a)


def placed_parts(robot):
    """(matrix, file) of each mesh that a link shows, in the order of the links."""
    joints = {joint.find("child").get("link"): joint for joint in robot.findall("joint")}

    def place(link):
        if link not in joints:
            return IDENTITY
        return after(place(joints[link].find("parent").get("link")), origin(joints[link].find("origin")))

    for link in robot.findall("link"):
        for visual in link.findall("visual"):
            mesh = visual.find("geometry/mesh")
            if mesh is not None:
                yield after(place(link.get("name")), origin(visual.find("origin"))), mesh.get("filename")


def corners(stl):
    data = stl.read_bytes()
    count, = struct.unpack_from("<I", data, 80)
    if len(data) != 84 + 50 * count:
        raise SystemExit(f"assemble_urdf.py: {stl}: expected a binary STL of {count} triangles, got {len(data)} bytes")
    for triangle in struct.iter_unpack("<12x9f2x", data[84:]):
        yield from (triangle[0:3], triangle[3:6], triangle[6:9])


def main(urdf, target):
    robot = xml.etree.ElementTree.parse(urdf).getroot()
    numbers, indices = {}, []
    for matrix, name in placed_parts(robot):
        for x, y, z in corners(pathlib.Path(urdf).parent / name):
            vertex = struct.pack("<3f", *(row[0] * x + row[1] * y + row[2] * z + row[3] for row in matrix))
            indices.append(numbers.setdefault(vertex, len(numbers)))
    faces = [struct.pack("<B3i", 3, *indices[i:i + 3]) for i in range(0, len(indices), 3)]
    header = (f"ply\nformat binary_little_endian 1.0\nelement vertex {len(numbers)}\nproperty float x\nproperty float y\nproperty float z\n"
              f"element face {len(faces)}\nproperty list uchar int vertex_indices\nend_header\n")
    pathlib.Path(target).write_bytes(header.encode() + b"".join(numbers) + b"".join(faces))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: assemble_urdf.py FILE.urdf FILE.ply")
    main(*sys.argv[1:])
