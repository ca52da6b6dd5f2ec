"""What the makers `volumes` and `volumes_chip` share: the public sets with their poses, and ratios as docs/volumes.md has them."""
import math

from made.all_poses import mesh_of


def sets_of(shared):
    """(name, A, B, poses) of the sets in general position."""
    for poses in sorted((shared / "poses").glob("*.poses.txt")):
        name = poses.name.removesuffix(".poses.txt")
        a, _, b = name.partition("__")
        yield name, mesh_of(shared, a), mesh_of(shared, b or a), poses


def ratio(value):
    return "–" if math.isnan(value) else f"{value:.2f}"
