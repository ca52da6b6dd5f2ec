"""The keys of a machine as a mapping that never changes."""
from __future__ import annotations

import os
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from typing import Any

from . import core
from .keys import plain_keys, set_text


class Config(core.Config):
    """Every key of a machine and its value: a preset or a chip file, with keys changed.

        config = Config("today", {"sdram.banks": 8})    # or sdram__banks=8, or {"sdram": {"banks": 8}}
        config["sdram.banks"], dict(config), config.describe("sdram.banks")["range"]

    A Config is a mapping {"sdram.banks": 8, ...} in the order of files (docs/configuration.md). It cannot be changed. Two Configs are equal if
    all values are equal.

    chip      the preset or the file that it was made from
    changed   {key: value}, the keys that were set in addition
    toml      all keys, as the text of a chip file
    hash      16 hexadecimal digits, as in every result of the machine: units.* and keys at their neutral value do not count
    sections  {section: {key: value}}, as results have them
    facts     what the machine is before it is asked: memory, gb_per_s, mm2, clock_mhz, ...
    """

    def __init__(self, chip: str | os.PathLike[str] | Config = "paper41", keys: Mapping[str, Any] | None = None, **more: Any) -> None:
        """Error, with the program's line, for an unknown preset, key or value and for keys that conflict; TypeError for what is no value."""
        changed = plain_keys({**(keys or {}), **{key.replace("__", "."): value for key, value in more.items()}})
        sets = [f"{key}={set_text(value)}" for key, value in changed.items()]
        if isinstance(chip, Config):
            self._take(chip.with_keys(sets), chip.chip, {**chip.changed, **changed})
        else:
            self._take(core.Config(os.fsencode(chip), sets), os.fspath(chip), changed)

    def _take(self, native: core.Config, chip: str, changed: dict[str, Any]) -> None:
        super().__init__(native)
        self.chip, self.changed = chip, changed
        self._values = {f"{section}.{key}": value for section, members in self.sections.items() for key, value in members.items()}

    def replace(self, keys: Mapping[str, Any] | None = None, **more: Any) -> Config:
        """Another one: this with some keys changed. memory.kind leaves alone what was changed key by key."""
        return Config(self, keys, **more)

    def describe(self, key: str) -> dict[str, Any]:
        """What there is to know about a key, as a dictionary.

        unit ("" if it has none), range in words, choices (a list, or None of a range), least and most (None of words), default (paper41's),
        meaning, source (the paper's section, or "ours"). KeyError for an unknown key.
        """
        return dict(core.KEYS[key])

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def keys(self) -> KeysView[str]:
        """Their names, as of a dictionary."""
        return self._values.keys()

    def values(self) -> ValuesView[Any]:
        """Numbers, True or False, and texts."""
        return self._values.values()

    def items(self) -> ItemsView[str, Any]:
        """Name and value of each."""
        return self._values.items()

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or the default where there is no such key."""
        return self._values.get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __eq__(self, other: object) -> bool:
        return self._values == dict(other) if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.hash)

    def __reduce__(self):
        return _restored, (self.chip, self.changed, self.settings, self.set_singly)

    def __repr__(self):
        return f"<Config {self.text()}>"

    def text(self) -> str:
        """The chip and what was changed: "today, sdram.banks=8"."""
        return ", ".join([self.chip, *(f"{key}={set_text(value)}" for key, value in self.changed.items())])


Mapping.register(Config)


def _restored(chip, changed, settings, set_singly):
    config = Config.__new__(Config)
    config._take(core.Config.of(settings, set_singly), chip, changed)
    return config
