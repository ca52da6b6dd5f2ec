"""Which keys of the paper's chip matter, one at a time and all together: a part of docs/findings.md."""
STRONG_SPREAD, STRONG_SHARE, WEAK_SPREAD = 1.12, 0.04, 1.01  # worst over best; of the variance


def change(ratio):
    return f"{100 * (ratio - 1):+.1f} %".replace("-", "−")


def percent(part):
    return f"{100 * part:.1f} %"


def word(value):
    """As in a chip file."""
    return str(value).lower() if isinstance(value, bool) else value


def spread(effects):
    return max(effects.values()) / min(effects.values())


def worst(effects):
    return max(effects, key=effects.get)


def best(effects):
    return min(effects, key=effects.get)


def by_spread(effects):
    return sorted(effects, key=lambda key: -spread(effects[key]))


def answer(together, transform, triangles):
    """`transform`, `triangles`: shares of the cycles of built-in and of public objects."""
    first, share = next(iter(together.shares().items()))
    return (f"In `paper41`, the paper's faster machine, the Stack Engine waits for transforms in {100 * transform:.0f} % of the cycles of built-in objects, and for the "
            f"Triangle Unit in {100 * triangles:.0f} % of those of public objects. `{first}` is the key that matters most: it explains {percent(share)} of the variance of cycles "
            f"over {len(together.points)} random chips.")


def table_of(keys, together):
    effects, shares = keys.effects(), together.shares()
    chosen = [key for key in by_spread(effects) if spread(effects[key]) >= STRONG_SPREAD or shares.get(key, 0) >= STRONG_SHARE]
    cell = lambda key, value: f"{word(value)}: {change(effects[key][value])}"
    rows = [[f"`{key}`", word(keys.base(key)), cell(key, worst(effects[key])), cell(key, best(effects[key])), percent(shares[key]) if key in shares else "–"] for key in chosen]
    return [["key", "in `paper41`", "worst value: cycles", "best value: cycles", "share of the variance"], *rows]


def weak(keys, together):
    effects, shares = keys.effects(), together.shares()
    names = [f"`{key}`" for key in by_spread(effects) if spread(effects[key]) < WEAK_SPREAD]
    first = list(shares)[:3]
    return (f"- The three keys that matter most together are `{first[0]}`, `{first[1]}` and `{first[2]}`, with {100 * sum(shares[key] for key in first):.0f} % of the variance. "
            f"Shares are estimates from a sample: those of all {len(shares)} keys add up to {100 * sum(shares.values()):.0f} %.\n"
            f"- Less than 1 % between the best and the worst value: {', '.join(names)}.")


def rows_one_at_a_time(keys):
    effects = keys.effects()
    return [["key", "in_paper41", "value", "cycles_over_paper41"],
            *([key, word(keys.base(key)), word(value), f"{ratio:.4f}"] for key in by_spread(effects) for value, ratio in effects[key].items())]


def rows_together(together):
    effects = together.effects()
    return [["key", "share_of_variance_percent", "value", "cycles_over_mean"],
            *([key, f"{100 * share:.2f}", word(value), f"{ratio:.4f}"] for key, share in together.shares().items() for value, ratio in effects[key].items())]
