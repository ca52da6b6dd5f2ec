"""Pairs of triangles that meet, in whole numbers without end: two triangles meet if zero lies in the convex hull of the nine differences of their
corners. Shares nothing with the program but its documented formula for poses."""
import itertools
import math
import struct
from fractions import Fraction


def float32(number):
    """The nearest float32, as a fraction. A Fraction or text with more digits than a double is rounded once, too."""
    exact = Fraction(number)
    near = struct.unpack("f", struct.pack("f", float(exact)))[0]
    bits = struct.unpack("I", struct.pack("f", abs(near)))[0]
    # A double between may have led to a neighbour: the nearest of three, the even one of two.
    around = [(b, Fraction(struct.unpack("f", struct.pack("I", b))[0])) for b in (bits - 1, bits, bits + 1) if 0 <= b < 0x7f800000]
    best = min(around, key=lambda item: (abs(item[1] - abs(exact)), item[0] & 1))
    return best[1] if exact >= 0 else -best[1]


def pose_of(text):
    """Rows of R and t of 7 or 12 numbers, as the program defines them (docs/guide.md)."""
    words = text.split()
    if len(words) == 12:
        numbers = [float32(word) for word in words]
        return [numbers[0:3], numbers[4:7], numbers[8:11]], [numbers[3], numbers[7], numbers[11]]
    tx, ty, tz, w, x, y, z = map(float, words)
    n = math.sqrt(((w * w + x * x) + y * y) + z * z)
    w, x, y, z = w / n, x / n, y / n, z / n
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return [[float32(number) for number in row] for row in rows], [float32(number) for number in (tx, ty, tz)]


def placed(triangles, pose):
    rows, t = pose
    return [[tuple(sum(r * c for r, c in zip(row, corner)) + shift for row, shift in zip(rows, t)) for corner in triangle] for triangle in triangles]


def whole(*meshes):
    """The same triangles in whole numbers: all coordinates times one power of two."""
    factor = max((c.denominator for mesh in meshes for triangle in mesh for corner in triangle for c in corner), default=1)
    return [[[tuple(int(c * factor) for c in corner) for corner in triangle] for triangle in mesh] for mesh in meshes]


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]


def cross(p, q):
    return p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]


def minus(p, q):
    return p[0] - q[0], p[1] - q[1], p[2] - q[2]


def in_triangle(p, q, r):
    n = cross(minus(q, p), minus(r, p))
    return any(n) and dot(n, p) == 0 and dot(n, cross(p, q)) >= 0 and dot(n, cross(q, r)) >= 0 and dot(n, cross(r, p)) >= 0


def in_tetrahedron(p, q, r, s):
    volume = dot(minus(q, p), cross(minus(r, p), minus(s, p)))
    if volume == 0:
        return False
    sign = 1 if volume > 0 else -1
    # With zero in the place of each corner in turn.
    parts = dot(q, cross(r, s)), -dot(p, cross(r, s)), dot(p, cross(q, s)), -dot(p, cross(q, r))
    return all(sign * part >= 0 for part in parts)


def holds_zero(points):
    """By Caratheodory: a point of a hull lies in a simplex of its corners."""
    if any(not any(p) for p in points):
        return True
    points = list(set(points))
    return (any(not any(cross(p, q)) and dot(p, q) < 0 for p, q in itertools.combinations(points, 2)) or
            any(in_triangle(*three) for three in itertools.combinations(points, 3)) or
            any(in_tetrahedron(*four) for four in itertools.combinations(points, 4)))


def are_apart(points):
    """A direction in which all points are ahead of zero proves it; only a shortcut."""
    for direction in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
        ahead = [dot(direction, p) for p in points]
        if min(ahead) > 0 or max(ahead) < 0:
            return True
    return False


def meet(a, b):
    points = [minus(p, q) for p in a for q in b]
    return not are_apart(points) and holds_zero(points)


def pairs_of(a, b, poses):
    """pairs.csv of two lists of triangles, of corners that are float32, and texts of poses."""
    a = [[tuple(map(float32, corner)) for corner in triangle] for triangle in a]
    b = [[tuple(map(float32, corner)) for corner in triangle] for triangle in b]
    lines = ["pose,triangle_a,triangle_b\n"]
    for number, text in enumerate(poses):
        left, right = whole(a, placed(b, pose_of(text)))
        lines += [f"{number},{i},{j}\n" for i, one in enumerate(left) for j, other in enumerate(right) if meet(one, other)]
    return "".join(lines)
