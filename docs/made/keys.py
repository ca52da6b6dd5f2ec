"""The pages that the program writes itself: all keys, all statistics, and the schema of statistics files."""


def make(context):
    return {"docs/configuration.md": context.run("config", "--doc"), "docs/statistics.md": context.run("stats", "--doc"),
            "docs/stats.schema.json": context.run("stats", "--schema")}
