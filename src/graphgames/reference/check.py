"""Check a solution file: find the kind of its certificate, read the claim, and look at every condition."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from graphgames.reference.arena_game import Game, read_game
from graphgames.reference.kind import Kind, Report, examine
from graphgames.reference.model_answers import MODEL_ANSWERS, ModelAnswers
from graphgames.reference.model_tables import table
from graphgames.reference.models import Model
from graphgames.reference.problem import Problem
from graphgames.reference.problem_digest import digest, in_lowest_terms, problem_digest
from graphgames.reference.reading import Fields, RefusedError, choice, dictionary, document, text, whole

NAMES = (
    "attractor-ranks", "remoteness", "buchi-labels", "goal-ranks", "rabin-measures", "remembered-moves",
    "strategy-pair", "fair-moves", "energy-bounds", "energy-layers", "energy-lifts", "mean-potentials", "total-ranks",
    "bellman-equations", "reaching-ranks", "steps", "reward-ranks", "reward-layers", "priority-counts",
    "winning-chances", "gain-bias", "geography", "sum-values", "stack-nimbers", "position-values", "misere-values",
    "losing-segments", "grids-segments", "race-distances", "races-distances", "misere-quotient", "loopy-values",
    "heap-values", "grundy-values", "spec-layers", "spec-tree", "canonical-forms",
)  # fmt: skip
"""The kinds of certificate, each a file here."""

KINDS: Mapping[str, Kind] = {
    name: import_module(f"graphgames.reference.{name.replace('-', '_')}").KIND for name in NAMES
}

DEFAULTS: Mapping[str, object] = {
    "convention": "max-even",
    "dead_ends": "stay",
    "threshold": "0",
    "cap": None,
    "discount": None,
    "unreached": "inf",
    "steps": "10",
    "formula": "Inf(0)",
    "on": "vertices",
}
"""The settings of objectives; a solution says those that are not the default."""

PAIR = {"kind": "strategy-pair"}
"""The certificate where a solution has null: the two strategies alone."""


def check(game: str | bytes, solution: str | bytes) -> Report:
    """Return the report on a solution, given as the text of its file, of a game, given in the same way."""
    try:
        answers = Fields(document(solution), "solution")
        if "format" not in answers:
            raise RefusedError("the file is not a solution; `graphgames solve GAME -o OUT.json` writes one")
        problem = document(game) if game.lstrip()[:1] in ("{", "[", b"{", b"[") else of_table(game, answers)
    except RefusedError as error:
        return Report("", "", (), 1, 1, [str(error)])
    return checked(problem, answers)


def checked(problem: object, answers: Fields) -> Report:
    """Return the report on a solution, given as what its file holds, of a problem, given in the same way."""
    kind = ""
    try:
        answers.take("format", choice("graphgames-solution"))
        proof = answers.take("certificate", lambda given, where: Fields(PAIR if given is None else given, where))
        kind = proof.take("kind", choice(*KINDS))
        claim, model = claimed(kind, problem, answers, proof)
        of_model = ModelAnswers(model, answers, claim) if model else None
        unproved = [*finish(claim.game, answers, proof), *getattr(claim, "unproved", ())]
    except RefusedError as error:
        return Report(kind, "", (), 1, 1, [str(error)])
    report = examine(kind, KINDS[kind], claim, unproved)
    return (
        report if of_model is None or not report.ok else examine(kind, MODEL_ANSWERS, of_model, unproved).after(report)
    )


def claimed(kind: str, problem: object, answers: Fields, proof: Fields) -> tuple[Any, Model | None]:
    """Return what is claimed about the problem of a file, and the model if it is one."""
    game, model = read_problem(kind, problem)
    return KINDS[kind].claim(game, answers, proof), model


def read_problem(kind: str, problem: object) -> tuple[Any, Model | None]:
    """Return the problem of a file as claims of a kind see it, and the model if it is one."""
    if isinstance(problem, Game):  # it was read before
        return (problem if KINDS[kind].reads is read_game else KINDS[kind].reads(None)), None
    model = Model(Fields(problem, "model")) if isinstance(problem, dict) and "actions" in problem else None
    return model.game() if model else KINDS[kind].reads(problem), model


def of_table(game: str | bytes, answers: Fields) -> object:
    """Return the problem of a table; the solution says what is asked."""
    recorded = game if isinstance(game, str) else game.decode("utf-8", "replace")
    empty: dict[str, Any] = {}
    asked = answers.maybe("asked", dictionary, empty) | answers.maybe("marked", dictionary, empty)
    return table(recorded, answers.take("objective", text), asked)


def finish(game: Game | Problem, answers: Fields, proof: Fields) -> list[str]:
    """Read what stands in every solution, refuse what nobody has read, and return what no condition proves."""
    answers.take("version", choice(1))
    answers.take("objective", choice(game.objective))
    model = game.model if isinstance(game, Game) else None
    given = game.data.given if isinstance(game, Game) else {}
    asked: Mapping[str, Any] = model.asked if model else given
    empty: dict[str, Any] = {}
    words = changed(asked)
    if model is None or "property" not in answers:  # a file that tells the question does not tell what was made of it
        recorded = answers.maybe("asked" if model else "settings", dictionary, empty)
        marked = {key: model.asked[key] for key in words if isinstance(model.asked[key], list)} if model else {}
        wanted = {key: model.asked[key] if model else spelled(words[key]) for key in words if key in DEFAULTS}
        other = model is not None and not same(answers.maybe("marked", dictionary, empty), marked)
        if other or not same(recorded, wanted):
            raise RefusedError(
                f"the solution is of a game with the settings {recorded or 'by default'}, but this game differs"
            )
    proof.end()
    named = answers.maybe("problem", text, "0" * 64)
    old = re.fullmatch("[0-9a-f]{64}", named)  # as versions before wrote it
    own = words if model is None else None
    computed = digest_of(game, own) if isinstance(game, Game) else problem_digest(game)
    about = ("property", "constants") if model else ()  # what the game of a model was made from
    for name, word in answers.maybe("constants", dictionary, empty).items() if model else ():
        if str(in_lowest_terms(word)) != word:
            raise RefusedError(f"the constant {name} is {json.dumps(word)}; expected text, of a number in lowest terms")
    unproved = [key for key in ("solver", "stats", *about) if key in answers]
    unproved += ["problem"] if "problem" in answers and (old or computed is None) else []
    answers.end(allowed=unproved)
    game.data.end()
    if not old and computed not in (named, None):
        raise RefusedError("this is a solution of another game: not all edges, owners and data are the same")
    return unproved


def digest_of(game: Game, words: Mapping[str, object] | None = None) -> str:
    """Return the digest of a game on an arena, of which `changed` has perhaps been found."""
    given = game.data.given
    names = changed(given) if words is None else words
    return digest(game, {key: given[key] for key in names if key != "name"})


def changed(settings: Mapping[str, object]) -> dict[str, object]:
    """Return the settings that have another value than by default; those that have one, with numbers as text."""
    words = {key: in_words(value) if key in DEFAULTS else value for key, value in settings.items()}
    return {key: value for key, value in words.items() if value != DEFAULTS.get(key)}


def same(recorded: object, wanted: object) -> bool:
    """Return whether two things are written in the same way in JSON."""
    return json.dumps(recorded, sort_keys=True) == json.dumps(wanted, sort_keys=True)


def spelled(word: object) -> object:
    """Return a setting as a solution has it: an integer as a number, as text in base 16 where it has over 64 bits."""
    if isinstance(word, list):
        return [*map(spelled, word)]
    if not (isinstance(word, str) and re.fullmatch("-?[0-9]+", word)):
        return word
    return int(word) if abs(int(word)) < 2**63 else f"{int(word):#x}"


def in_words(value: Any) -> Any:
    """Return a setting with numbers as text in lowest terms, also those past 64 bits, which stand in base 16."""
    if isinstance(value, list):
        return [in_words(one) for one in value]
    if isinstance(value, str) and value.lstrip("-").startswith("0x"):
        value = whole(value, "settings")
    value = in_lowest_terms(value)
    return str(value) if type(value) is int else value
