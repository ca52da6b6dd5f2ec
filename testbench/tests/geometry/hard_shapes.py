"""Objects and poses that are hard to get right: contact by face, edge and corner and misses by one step of float32, triangles that are segments and
points, sizes from subnormal to 1e30, maps that scale, shear and mirror. Each kind gives two lists of triangles and texts of poses."""
import itertools

FACES = ((0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3))
STEP = 2.0 ** -23  # of float32 above 1
TURN = " 1 0 0 0"


def box(size=1.0, at=(0.0, 0.0, 0.0)):
    sizes = size if isinstance(size, tuple) else (size, size, size)
    corners = [tuple(a + i * s for a, i, s in zip(at, bits, sizes)) for bits in itertools.product((0, 1), repeat=3)]
    return [[corners[i] for i in face] for face in FACES]


def at(*places):
    return [" ".join(map(repr, place)) + TURN for place in places]


def contacts(size, step):
    """A box by its like: face, edge, corner, itself, one step off, a little inside."""
    return at((0, size, 0), (size, size, 0), (-size, size, size), (0, 0, 0), (0, size + step, 0), (0.5 * size, size - step, 0.25 * size))


def coplanar():
    a = [[(-2.0, 1, 0.0), (2, 1, 0), (0, 1, 3)], [(0, 1, 0), (4, 1, 0), (0, 1, 4)], [(8, 1, 8), (9, 1, 8), (8, 1, 9)]]
    b = [[(0, 1, 1), (0.5, 1, 1), (0, 1, 1.5)], [(0, 1, 3), (1, 1, 4), (-1, 1, 4)], [(0, 1, 4), (4, 1, 0), (4, 1, 4)], [(-9, 1, 0), (-8, 1, 0), (-2, 1, 0)]]
    return a, b, at((0, 0, 0), (0, 1e-40, 0), (0, STEP, 0), (4, 0, 4), (-0.25, 0, 7)) + ["0 2 0 0 0 0 1", "0 0 0 0 0 1 0"]


def oblique_coplanar():
    # All triangles lie in one oblique plane, x + 2 y + 3 z = 6, with numbers that have few digits.
    a = [[(6.0, 0, 0), (0, 3, 0), (0, 0, 2)], [(1, 1, 1), (3, 0, 1), (0, 1.5, 1)]]
    b = [[(1, 1, 1), (2, 2, 0), (4, 1, 0)], [(6, 0, 0), (8, -1, 0), (7, 1, -1)], [(3, 0, 1), (3, 3, -1), (0, 3, 0)]]
    return a, b, at((0, 0, 0), (2, -1, 0), (1, 1, -1), (0, 0, STEP), (-5, 1, 1), (-STEP, 0, 0))


def degenerate_self():
    parts = [(0.0, 0.0, 0.0), (1, 0, 0), (0.5, 0, 0), (0.5, 0.5, 0), (1, 1, 0), (2, 2, 0)]
    mesh = [[p, p, p] for p in parts] + [[p, p, q] for p, q in itertools.combinations(parts, 2)] + [[parts[0], parts[3], parts[4]]]
    return mesh, mesh, at((0, 0, 0), (0.5, 0.5, 0), (0, 0, 1e-45))


def forty_copies():
    triangle = [(0.0, 0, 0), (0.5, 0, 0), (0, 0.5, 0)]
    return [triangle] * 40, [triangle] * 40, at((0, 0, 0), (0.5, 0, 0), (0.5, STEP, 0))


def far(distance):
    a, b = box(at=(distance, distance, 0.0)), box(at=(distance, distance, 0.0))
    return a, b, at((0, 1, 0), (1, 1, 1), (0, 0, 0), (0, 2, 0)) + [f"{2 * distance!r} {2 * distance + 1!r} 0 0 0 0 1"]


def far_b_moved():
    d = 2.0 ** 20
    return box(), box(at=(d, d, 0.0)), at((-d, 1 - d, 0), (-d, -d, 0), (1 - d, 1 - d, 1), (-d, 1.0625 - d, 0))


def mm_against_m():
    return box(1024.0), box(2.0 ** -10), at((1024, 512, 512), (1024 + 2.0 ** -13, 512, 512), (512, 512, 512), (-2.0 ** -10,) * 3, (1023.9995, 3, 3))


def nested():
    return box(2.0, (-1.0,) * 3), box(1.0, (-0.5,) * 3), at((0, 0, 0), (0.5, 0, 0), (0.5 - STEP, 0, 0), (0.5 + STEP, 0, 0)) + ["0 0 0 0.9 0.1 0.2 0.3"]


def one_point():
    point = [(0.25, 0.5, 3.0)] * 3
    return [point], [point], at((0, 0, 0), (1e-7, 0, 0), (0, 0, 1e-7)) + ["0 0 0 0 0 0 1"]


def point_on_box():
    return box(), [[(0.0, 0, 0)] * 3], at((0.5, 0.25, 1), (0.5, 0.25, 1 + STEP), (0.5, 0.5, 0.5), (0, 0, 0), (1, 1, 1), (1, 1, 1 + STEP))


def points_and_segments():
    points = [(0.0, 0.0, 0.0), (1, 1, 1), (0.5, 0.5, 1), (2, 0.5, 0.5)]
    mesh = [[p, p, p] for p in points] + [[p, q, p] for p, q in itertools.combinations(points, 2)] + [[(0, 0, 0), (1, 1, 1), (2, 2, 2)]]
    return box(), mesh, at((0, 0, 0), (1, 0, 0), (0.5, 0.5, 0), (0, -STEP, 0))


def scales():
    return box(), box(1.0, (-0.5,) * 3), [
        "1 0 0 .5 0 1 0 .5 0 0 -1 1.5", "4 0 0 .5 0 .25 0 .5 0 0 2 2", "0.0009765625 0 0 1.00048828125 0 0.0009765625 0 .5 0 0 0.0009765625 .5",
        "1024 0 0 512 0 1024 0 .5 0 0 1024 .5", "0.8 -0.6 0 1.7 0.6 0.8 0 .5 0 0 1.001 .5", "1e-30 0 0 1 0 1e-30 0 .5 0 0 1e-30 .5"]


def shears_and_mirrors():
    return box(), box(), ["1 1 0 0 0 1 0 0 0 0 1 1", "1 0 0 1 4 1 0 0 0 -2 1 0", "-1 0 0 2 0 1 0 0 0 0 1 0", "0 1 0 1 1 0 0 0 0 0 1 0", "-1 0 0 0 0 -1 0 0 0 0 -1 0",
                          "1 0 0 0 0 1 0 0 0.5 0.5 0.0009765625 1", "1 1 0 0 1 1.0000001 0 0 0 0 1 1", "-1 0 0 -0.0000001 0 1 0 0 0 0 1 0"]


def quaternions():
    return box(), box(), ["0 0 1 1e100 0 0 0", "0 0 1 1e-100 0 0 0", "0 1 1 3 3 0 0", "1 0 1 0 0 0 -7e20", "0 1 0 5e-120 0 0 5e-120", "1 1 0 1 1 1 1", "0.5 0.5 0.5 -1 2 -3 4"]


def single_triangle():
    a = [[(0.0, 0, 0), (1, 0, 0), (0, 1, 0)]]
    return a, a, at((0, 0, 0), (0.5, 0.5, 0), (0.5 + STEP, 0.5, 0), (0, 0, 1e-45), (0, 0, 1e-46), (1, 0, 0)) + ["0 0 0 .5 .5 .5 .5", "1 0 0 .5 .5 .5 .5"]


def sized(size, step):
    return box(size), box(size), contacts(size, step) + [f"{size!r} {size!r} 0 0 0 0 1"]


def slivers():
    a = [[(0.0, 0, 0), (1024, STEP, 0), (512, 0, 0)], [(0, 0, 0), (1024, 0, STEP), (1024, 0, 0)]]
    b = [[(512, -1, 0), (512, 1, 0), (512 + 2.0 ** -14, 0, 0)], [(1024, STEP, -1), (1024, STEP, 1), (1024, 0, 0)]]
    return a, b, at((0, 0, 0), (0, 0, 1e-38), (-512, 0, 0), (0, STEP, STEP), (512.00006103515625, 0, 0))


def touching_wide():
    return box((1024.0, 1.0, 1024.0)), box((1024.0, 1.0, 1024.0)), at((0, 1, 0), (0, 1 + STEP, 0), (-1, 1, 3), (1024, 1, 1024))


KINDS = {"coplanar": coplanar, "oblique_coplanar": oblique_coplanar, "degenerate_self": degenerate_self, "forty_copies": forty_copies,
         "far_2e20": lambda: far(2.0 ** 20), "far_2e23": lambda: far(2.0 ** 23), "far_b_moved": far_b_moved, "mm_against_m": mm_against_m, "nested": nested,
         "one_point": one_point, "point_on_box": point_on_box, "points_and_segments": points_and_segments, "scales": scales,
         "shears_and_mirrors": shears_and_mirrors, "quaternions": quaternions, "single_triangle": single_triangle,
         "size_2e100": lambda: sized(2.0 ** 100, 2.0 ** 77), "size_2e20": lambda: sized(2.0 ** 20, 2.0 ** -3),
         "size_micro": lambda: sized(2.0 ** -20, 2.0 ** -43), "size_smallest": lambda: sized(2.0 ** -126, 2.0 ** -149),
         "size_subnormal": lambda: sized(2.0 ** -140, 2.0 ** -149), "size_of_a_step": lambda: sized(2.0 ** -149, 2.0 ** -149), "slivers": slivers,
         "touching_wide": touching_wide}


def write_obj(path, triangles):
    corners = [corner for triangle in triangles for corner in triangle]
    path.write_text("".join(f"v {float(x)!r} {float(y)!r} {float(z)!r}\n" for x, y, z in corners) +
                    "".join(f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}\n" for i in range(len(triangles))))
