"""Children of a node: what QuickCD's walk looks at with 2, 4 and 8, next to f(δ) = (δ − 1) log_δ n: docs/tree.md.

All public sets, each fortieth pose, k = 24. Each row is divided by that of two children; means are geometric.
"""
from made.all_poses import geometric
from made.volume_sets import sets_of
from made.volumes import trees

DEGREES = (2, 4, 8)
COLUMNS = ("degree_work", "nodes", "visits", "tests", "time_us")


def rows_of(context, some):
    """{degree: row of `trees`}"""
    return {degree: trees(context, some, "--format", "dop128", "--k", "24", "--traversal", "quickcd", "--degree", degree)[0] for degree in DEGREES}


def make(context):
    measured = {some[0]: rows_of(context, some) for some in sets_of(context.shared)}
    page = [[degree, *(f"{geometric(float(rows[degree][column]) / float(rows[2][column]) for rows in measured.values()):.2f}" for column in COLUMNS)] for degree in DEGREES]
    table = [[name, degree, *(rows[degree][column] for column in COLUMNS)] for name, rows in measured.items() for degree in DEGREES]
    return {"docs/tree.md#degree": [["δ", "f(δ)", "nodes", "visits", "tests", "µs"], *page], "docs/tables/degree.csv": [["set", "degree", *COLUMNS], *table]}
