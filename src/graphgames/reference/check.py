"""Check a solution file: find the kind of its certificate, read the claim, and look at every condition."""

from __future__ import annotations

from collections.abc import Mapping

from graphgames.reference import attractor_ranks, buchi_labels, remoteness, strategy_pair
from graphgames.reference.arena import Game, read_game
from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.reading import Fields, RefusedError, choice, dictionary, document, exact

KINDS: Mapping[str, Kind] = {
    "attractor-ranks": attractor_ranks.KIND,
    "remoteness": remoteness.KIND,
    "buchi-labels": buchi_labels.KIND,
    "strategy-pair": strategy_pair.KIND,
}

DEFAULTS: Mapping[str, object] = {"convention": "max-even", "dead_ends": "stay", "threshold": "0", "cap": None}
"""The settings of objectives; a solution says those that are not the default."""


def check(game: str | bytes, solution: str | bytes) -> Report:
    """Return the report on a solution, given as the text of its file, of a game, given in the same way."""
    kind = ""
    try:
        answers = Fields(document(solution), "solution")
        proof = answers.fields("certificate")
        kind = proof.take("kind", choice(*KINDS))
        claim = KINDS[kind].claim(read_game(document(game)), answers, proof)
        unproved = finish(claim.game, answers, proof)
    except RefusedError as error:
        return Report(kind, "", (), 1, 1, [str(error)])
    return examine(kind, KINDS[kind], claim, unproved)


def finish(game: Game, answers: Fields, proof: Fields) -> list[str]:
    """Read what stands in every solution, refuse what nobody has read, and return what no condition proves."""
    answers.take("format", choice("graphgames-solution"))
    answers.take("version", choice(1))
    answers.take("objective", choice(game.objective))
    said, wanted = changed(answers.maybe("settings", dictionary, {})), changed(game.data.given)
    if said != {key: wanted[key] for key in wanted if key in DEFAULTS}:
        raise RefusedError(f"the solution is of a game with the settings {said or 'by default'}, but this game differs")
    proof.end()
    unproved = [key for key in ("solver", "stats") if key in answers]
    answers.end(allowed=unproved)
    game.data.end()
    return unproved


def changed(settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings that have another value than by default, numbers as text in lowest terms."""
    words = {key: str(exact(value, key)) if type(value) is int else value for key, value in settings.items()}
    return {key: value for key, value in words.items() if value != DEFAULTS.get(key)}
