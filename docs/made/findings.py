"""What limits the paper's chip: docs/findings.md, from explorations of docs/plans and a study of caches for DOPs (docs/node_cache.py)."""
from made import charts, findings_cache, findings_claims, findings_cycles, findings_keys, findings_topics
from made.explorations import Exploration

PLANS = ("objects41", "objects52", "meshes41", "meshes52", "keys", "together", "memory", "transform", "pointer_fifo", "directions", "triangle_cache")


def make(context):
    folder = context.store / "findings"
    plans = {name: Exploration(context, name, folder / name) for name in PLANS}
    pairs = [(plans["objects52"], plans["objects41"]), (plans["meshes52"], plans["meshes41"])]
    caches = findings_cache.measured(context, folder)
    page = {
        "answer": findings_keys.answer(plans["together"], findings_cycles.share_of(plans["objects41"], "transform"),
                                       findings_cycles.share_of(plans["meshes41"], "triangle_unit")),
        "objects": findings_cycles.table_of(pairs),
        "cycles": findings_cycles.text_of(pairs),
        "keys": findings_keys.table_of(plans["keys"], plans["together"]),
        "weak": findings_keys.weak(plans["keys"], plans["together"]),
        "topics": findings_topics.table_of(plans),
        "claims": findings_claims.table_of(plans, caches),
    }
    tables = {
        "cycles": findings_cycles.rows(pairs),
        "keys": findings_keys.rows_one_at_a_time(plans["keys"]),
        "together": findings_keys.rows_together(plans["together"]),
        "memory": findings_topics.rows(plans["memory"], ("cycles", "sdram.reads", "sdram.row_hits")),
        "transform": findings_topics.rows(plans["transform"], ("cycles",)),
        "pointer_fifo": findings_topics.rows(plans["pointer_fifo"], ("cycles",)),
        "directions": findings_topics.rows_by_object(plans["directions"], ("cycles", "sdram.reads", "triangle_tests")),
        "triangle_cache": findings_topics.rows_by_object(
            plans["triangle_cache"], ("cycles", "triangle_unit.aligned_cache_hits", "triangle_unit.aligned_cache_misses")),
        "dop_cache": findings_cache.rows(caches),
    }
    made = {f"docs/findings.md#findings_{name}": content for name, content in page.items()}
    made.update({f"docs/tables/findings_{name}.csv": content for name, content in tables.items()})
    made["docs/pictures/findings.svg"] = charts.stacked("findings", "% of the cycles", findings_cycles.bars(pairs))
    return made
