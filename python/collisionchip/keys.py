"""Values of keys, as Python and NumPy have them, for every call that takes keys."""
import decimal
import math
import numbers
import re
from collections.abc import Mapping

import numpy as np


def plain_keys(keys):
    """{key: value} with values of Python's own types. Keys may be grouped by section, as in results: {"sdram": {"banks": 8}}."""
    plain = {}
    for name, value in (keys or {}).items():
        members = {f"{name}.{member}": inner for member, inner in value.items()} if isinstance(value, Mapping) else {name: value}
        plain.update((key, _plain(key, inner)) for key, inner in members.items())
    return plain


def set_text(value):
    """As --set takes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _plain(key, value):
    """A truth value, a whole number, another number or a text. 8.0 is 8, of whatever type; so is "8", as on the command line. TypeError."""
    if isinstance(value, (np.generic, np.ndarray)) and value.ndim == 0:
        value = value.item()
    if isinstance(value, str):
        return {"true": True, "false": False}.get(value, int(value) if re.fullmatch(r"-?[0-9]+", value) else value)
    if isinstance(value, bool):
        return value
    if isinstance(value, (numbers.Real, decimal.Decimal)):
        if not math.isfinite(value):
            return str(value)
        return int(value) if value == int(value) else float(value)
    raise TypeError(f"{key}: expected a number, a text, True or False, got {type(value).__name__}")
