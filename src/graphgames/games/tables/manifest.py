"""The manifest of a table: of which rules it is, how its files are called, and what they hold in all.

Its last entry is a digest of the others, and its text is written in one way alone, so that every bit that is not what
was written is noticed. What it says of the tiers the checker of tables counts again; the rules are compared when a
table is opened. All of it is declared, and nothing else may stand there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from graphgames.core.claim import Each, Integer, Position, Record, Row, Truth, Word
from graphgames.core.errors import GameError
from graphgames.engines.team import Team
from graphgames.formats.fields import WrongError, record_of
from graphgames.games.tables.blocks import About, TierFile, write_whole
from graphgames.games.tables.indexed_rules import IndexedRules
from graphgames.games.tables.space import Space, Tier

MANIFEST = "manifest.json"
VERSION = 1
"""The version of the directory: how files are named, what they hold, and how numbers are made of positions."""

_SAMPLE = 64
_MOST_BYTES = 1 << 28
"""No manifest is longer than this."""


@dataclass(frozen=True)
class TierAbout(About):
    """What a manifest says of a tier: what its file says, how many numbers it has, and where moves from it lead."""

    size: Annotated[int, Integer(0)]
    children: Annotated[tuple[str, ...], Each(Word())]


@dataclass(frozen=True)
class Manifest:
    """The manifest of a table that is complete; ``options`` are names with values, an object in the file."""

    format: Annotated[int, Integer(VERSION, VERSION)]
    game: Annotated[str, Word()]
    options: Annotated[tuple[tuple[str, Any], ...], Each(Row((Word(), Position())))]
    rules: Annotated[str, Word()]
    values: Annotated[str, Word(("remoteness", "nimbers"))]
    tiers: Annotated[tuple[TierAbout, ...], Each(Record(), "tiers")]
    complete: Annotated[bool, Truth()]
    digest: Annotated[str, Word()]


def tier_file(directory: Path, space: Space, tier: Tier) -> TierFile:
    """Return the file of a tier, which is named by its place in the order, since tiers can be anything."""
    return TierFile(directory / f"tier-{space.order[tier]:05d}.table", space.size[tier])


def about(rules: IndexedRules, team: Team | None = None) -> dict[str, Any]:
    """Return what says of which game a table is; all members of a team call it."""
    return {
        "format": VERSION,
        "game": rules.name,
        "options": rules.options(),
        "rules": fingerprint(rules, team),
    }


def fingerprint(rules: IndexedRules, team: Team | None = None) -> str:
    """Return a hash of the tiers, and of what the rules say of some positions of each tier.

    The members of a team, if there is one, ask the rules of some tiers each. Rules are frozen and keep their hash.
    """
    known: dict[str, str] = vars(rules)
    if "fingerprint" not in known:
        tiers, team, seen = rules.space.tiers, team or Team(1), sha256()
        sampled = team.gather([_sampled(rules, tier) for tier in tiers[team.rank :: team.size]])
        for place in range(len(tiers)):
            seen.update(sampled[place % team.size][place // team.size])
        known["fingerprint"] = seen.hexdigest()
    return known["fingerprint"]


def _sampled(rules: IndexedRules, tier: Tier) -> bytes:
    """Return what the rules say of a tier and of some positions of it."""
    size = rules.space.size[tier]
    batch = rules.batch(tier, np.unique(np.linspace(0, size - 1, min(size, _SAMPLE)).astype(np.int64)))
    columns = [
        column.astype("<i8").tobytes() + bytes([again])
        for column, again in zip(batch.columns, batch.again, strict=True)
    ]
    children = sorted(map(repr, rules.children(tier)))
    return b"".join([repr((tier, size, children)).encode(), batch.code.tobytes(), *columns])


def read_manifest(directory: Path) -> Manifest:
    """Return the manifest of a table that is complete.

    Raise `GameError` if there is none, it is not what was written, or the table is not complete.
    """
    found, text = stored_manifest(directory)
    path = directory / MANIFEST
    if "digest" in found and text != _written(found):
        raise GameError(f"{path} is damaged: its digest is not that of its contents; {_MEND}")
    if found.get("complete") is not True:
        raise GameError(f"{directory} is not complete; graphgames table build GAME -o {directory} --resume finishes it")
    if found.get("format") != VERSION or "digest" not in found:
        raise GameError(f"{path} was not written by this version of graphgames, or is damaged; {_MEND}")
    try:
        for name, expected in (("options", dict), ("tiers", list)):
            if not isinstance(found.get(name), expected):
                raise WrongError((name,), "{} is missing, or of another type")
        tiers = tuple(record_of(TierAbout, one, ("tiers", i)) for i, one in enumerate(found["tiers"]))
        rest = {"options": [[*one] for one in found["options"].items()], "tiers": []}
        made: Manifest = replace(record_of(Manifest, found | rest, ()), tiers=tiers)
    except WrongError as wrong:
        raise GameError(f"{path} is damaged: {wrong.named()}; {_MEND}") from None
    return made


_MEND = (
    "restore it from an intact copy, or let graphgames table build GAME -o DIR --resume write it anew from the other "
    "files"
)


def stored_manifest(directory: Path) -> tuple[dict[str, Any], bytes]:
    """Return what the manifest of a table says, whole or not, and its text; raise `GameError` if it says nothing."""
    try:
        path = directory / MANIFEST
        text = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else b""
        found = json.loads(text)
    except (OSError, ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise GameError(
            f"{directory} is not a table, or is damaged: it has no {MANIFEST} that can be read; copy that from where "
            "it is whole, or build the table in another directory"
        )
    return found, text


def write_manifest(directory: Path, manifest: dict[str, Any]) -> None:
    """Write the manifest with its digest, unless it stands there."""
    path, text = directory / MANIFEST, _written(manifest)
    if not path.exists() or path.read_bytes() != text:
        write_whole(path, text)


def _written(manifest: dict[str, Any]) -> bytes:
    """Return the text of a manifest, with the digest of its entries at its end."""
    entries = {key: value for key, value in manifest.items() if key != "digest"}
    entries["digest"] = sha256(json.dumps(entries).encode()).hexdigest()
    return (json.dumps(entries, indent=1) + "\n").encode()
