"""Poses in batches: some poses of an object, and with each one those that follow, each turned a little further."""
import math
import struct

from made.all_poses import PoseSet, mesh_of, pose_lines

TOGETHER, DEGREES = 8, 0.5


def middle(mesh):
    """Of the bounding box of an OBJ or a binary STL file."""
    if mesh.suffix == ".obj":
        points = [tuple(map(float, line.split()[1:4])) for line in mesh.read_text().splitlines() if line.startswith("v ")]
    else:
        points = [facet[i:i + 3] for facet in struct.iter_unpack("<12fH", mesh.read_bytes()[84:]) for i in (3, 6, 9)]
    return [0.5 * (min(axis) + max(axis)) for axis in zip(*points)]


def turned(line, centre, degrees):
    """The pose with B turned about z through its middle first."""
    row = list(map(float, line.split()))
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    turn = ((c, -s, 0), (s, c, 0), (0, 0, 1))
    shift = [centre[i] - sum(turn[i][k] * centre[k] for k in range(3)) for i in range(3)]
    result = []
    for i in range(3):
        r, t = row[4 * i:4 * i + 3], row[4 * i + 3]
        result += [sum(r[k] * turn[k][j] for k in range(3)) for j in range(3)] + [t + sum(r[k] * shift[k] for k in range(3))]
    return " ".join(f"{value:.9g}" for value in result)


def sets_together(context, plan):
    """Of the plan's `objects`, at its `batch_poses`."""
    sets = []
    for name in plan["objects"]:
        mesh = mesh_of(context.shared, name)
        lines = pose_lines(context.shared / f"poses/{name}.poses.mat.txt")
        poses = context.folder / f"{name}-together.txt"
        centre = middle(mesh)
        poses.write_text("\n".join(turned(lines[number], centre, DEGREES * step) for number in plan["batch_poses"] for step in range(TOGETHER)) + "\n")
        sets.append(PoseSet(name, mesh, mesh, poses, False))
    return sets
