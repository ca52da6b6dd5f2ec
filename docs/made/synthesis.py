"""What the RTL costs and which clock it meets: docs/costs.md, from rtl_model/synth/synthesise.py."""
import sys

from made.context import ROOT

sys.path.insert(0, str(ROOT / "rtl_model/synth"))
import synthesise  # noqa: E402


def make(context):
    return synthesise.made_of(*synthesise.measured(context.program.parent, context.store / "synthesis"), context.program)
