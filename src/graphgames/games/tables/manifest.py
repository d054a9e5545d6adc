"""The manifest of a table: of which rules it is, how its files are called, and what they hold in all."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from graphgames.core.errors import GameError
from graphgames.engines.team import Alone, Team
from graphgames.games.tables.rules import IndexedRules
from graphgames.games.tables.space import Space, Tier

MANIFEST = "manifest.json"
VERSION = 1
"""The version of the directory: how files are named, what they hold, and how numbers are made of positions."""

_SAMPLE = 64


def tier_path(directory: Path, space: Space, tier: Tier) -> Path:
    """Return where the file of a tier is: by its place in the order, since tiers can be anything."""
    return directory / f"tier-{space.order[tier]:05d}.table"


def about(rules: IndexedRules, team: Team | None = None) -> dict[str, Any]:
    """Return what says of which game a table is; all members of a team call it."""
    return {
        "format": VERSION,
        "game": rules.name,
        "options": rules.options(),
        "class": f"{type(rules).__module__}:{type(rules).__qualname__}",
        "rules": fingerprint(rules, team),
    }


def fingerprint(rules: IndexedRules, team: Team | None = None) -> str:
    """Return a hash of the tiers, and of what the rules say of some positions of each tier.

    The members of a team, if there is one, ask the rules of some tiers each.
    """
    tiers, team, seen = rules.space.tiers, team or Alone(1), sha256()
    said = team.gather([_said(rules, tier) for tier in tiers[team.rank :: team.size]])
    for place in range(len(tiers)):
        seen.update(said[place % team.size][place // team.size])
    return seen.hexdigest()


def _said(rules: IndexedRules, tier: Tier) -> bytes:
    """Return what the rules say of a tier and of some positions of it."""
    size = rules.space.size[tier]
    batch = rules.batch(tier, np.unique(np.linspace(0, size - 1, min(size, _SAMPLE)).astype(np.int64)))
    columns = [
        column.astype("<i8").tobytes() + bytes([again])
        for column, again in zip(batch.columns, batch.again, strict=True)
    ]
    children = sorted(map(repr, rules.children(tier)))
    return b"".join([repr((tier, size, children)).encode(), batch.code.tobytes(), *columns])


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
