"""The manifest of a table: of which rules it is, how its files are called, and what they hold in all."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.games.tables.rules import IndexedRules
from graphgames.games.tables.space import Space, Tier

MANIFEST = "manifest.json"
VERSION = 1
"""The version of the directory: how files are named, what they hold, and how numbers are made of positions."""

_SAMPLE = 64


def tier_path(directory: Path, space: Space, tier: Tier) -> Path:
    """Return where the file of a tier is: by its place in the order, since tiers can be anything."""
    return directory / f"tier-{space.order[tier]:05d}.table"


def about(rules: IndexedRules) -> dict[str, Any]:
    """Return what says of which game a table is."""
    return {
        "format": VERSION,
        "game": rules.name,
        "options": rules.options(),
        "class": f"{type(rules).__module__}:{type(rules).__qualname__}",
        "rules": fingerprint(rules),
    }


def fingerprint(rules: IndexedRules) -> str:
    """Return a hash of the tiers, and of what the rules say of some positions of each tier."""
    space, seen = rules.space, sha256()
    for tier in space.tiers:
        size = space.size[tier]
        seen.update(repr((tier, size, sorted(map(repr, rules.children(tier))))).encode())
        batch = rules.batch(tier, np.unique(np.linspace(0, size - 1, min(size, _SAMPLE)).astype(np.int64)))
        seen.update(batch.code.tobytes())
        for column, again in zip(batch.columns, batch.again, strict=True):
            seen.update(column.astype("<i8").tobytes() + bytes([again]))
    return seen.hexdigest()


def read_manifest(directory: Path) -> dict[str, Any]:
    """Return the manifest of a table; raise `GameError` if there is none."""
    try:
        found: dict[str, Any] = json.loads((directory / MANIFEST).read_text())
    except (OSError, ValueError):
        raise GameError(f"{directory} is not a table: it has no {MANIFEST} that can be read") from None
    return found


def write_manifest(directory: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest; it appears whole or not at all."""
    temporary = directory / f".{MANIFEST}.new"
    temporary.write_text(json.dumps(manifest, indent=1) + "\n")
    temporary.replace(directory / MANIFEST)
