"""Which lines and bits of the RTL the tests reach: a part of docs/rtl.md, from testbench/coverage/rtl_coverage.py."""
import sys

from made.context import ROOT

sys.path.insert(0, str(ROOT / "testbench/coverage"))
import rtl_coverage  # noqa: E402


def make(context):
    return rtl_coverage.made_of(rtl_coverage.measured(ROOT / "build/coverage", context.jobs))
