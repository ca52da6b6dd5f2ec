"""What the program knows about its keys and statistics: two pages, the tables behind them, and the schema of statistics files."""


def make(context):
    return {"docs/configuration.md": context.run("config", "--doc"), "docs/statistics.md": context.run("stats", "--doc"),
            "docs/stats.schema.json": context.run("stats", "--schema"), "docs/tables/keys.csv": context.run("config", "--doc", "--csv", "-"),
            "docs/tables/key_rules.csv": context.run("config", "--rules", "--csv", "-"),
            "docs/tables/statistics.csv": context.run("stats", "--doc", "--csv", "-"), "docs/tables/closing_sums.csv": context.run("stats", "--sums", "--csv", "-")}
