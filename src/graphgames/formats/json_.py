"""Solutions as JSON, in a versioned format of our own: the answers, the values, and the certificate.

It holds what a paritysol file cannot: draws, values, and the proof for objectives that two strategies alone do not
prove. A file is one object, with one key per line. The codec of a kind says what its solutions hold
(`graphgames.formats.codec`); those of games on arenas are the same for all of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import IO, Any

from graphgames.catalogue import find
from graphgames.catalogue.asking import Askable
from graphgames.core.claim import answers_of
from graphgames.core.digest import digest, game_parts
from graphgames.core.errors import GameError
from graphgames.core.game import Game
from graphgames.core.solution import ArenaSolution
from graphgames.formats.codec import Answers, Codec
from graphgames.formats.fields import WrongError, text
from graphgames.formats.solution_json import EXPECTED, NAME, VERSION, Reading
from graphgames.formats.solutions import solution_from_arrays
from graphgames.readers.faults import Faults
from graphgames.readers.json_text import parsed
from graphgames.readers.source import Data


class GameCodec(Codec):
    """Solutions of a `Game`: an array of one number for each vertex says who wins, how, and what it is worth."""

    needs_proof = False  # the strategies alone may prove it

    def about(self, problem: Game) -> dict[str, Any]:
        settings = problem.objective.changed_settings()
        return {"vertices": problem.arena.n, "edges": problem.arena.m, "settings": settings}

    def parts(self, problem: Game) -> dict[str, Any]:
        return game_parts(problem)

    def in_full(self, problem: Game) -> Mapping[str, Any] | None:
        """Return nothing: a game on an arena has a format of its own."""
        return None

    def made(self, problem: Game, proof: Any, reading: Reading, answers: Answers) -> ArenaSolution:
        winner, moves, value = answers["winner"], answers["strategy"], answers.get("value")
        return solution_from_arrays(problem, winner, moves, proof, value, reading.solver)


def codec_of(problem: object) -> Codec:
    """Return how solutions of a problem are written and read, by its kind."""
    kind = find.kind_of(problem)
    codec: Codec = kind.load(kind.codec)(problem) if kind.codec else GameCodec()
    return codec


def write_solution(solution: Any, file: IO[bytes]) -> None:
    """Write a solution of any kind with its certificate."""
    codec = codec_of(solution.problem)
    entries: dict[str, Any] = {"format": NAME, "version": VERSION} | solution.to_dict(full=False)
    entries |= _identity(codec, solution.problem) | codec.answers(solution)
    if not entries.get("settings"):  # most objectives have none
        entries.pop("settings", None)
    entries["certificate"] = solution.certificate
    file.write(("{" + ",\n".join(f'"{key}": {text(value)}' for key, value in entries.items()) + "}\n").encode())


def read_solution(data: Data, source: str, problem: Any, also: Sequence[str] = ()) -> Any:
    """Read a solution of a problem of any kind; its certificate may also be of some kinds that others have.

    Raise `FormatError` if the file is no JSON or not in this format, a key is missing, or an array has the wrong length
    or something in it that cannot be. Whether the solution is right is for the verifier to say.
    """
    faults = Faults(data, source)
    faults.refuse_other_formats("json", b"{", EXPECTED)
    document = parsed(faults, EXPECTED)
    refuse_policy(document, faults)
    if isinstance(problem, Askable):
        problem = posed(problem, document, source)
    codec = codec_of(problem)
    forms, rows = set(getattr(problem, "forms", ())), [find.kind_of(problem)]
    rows += [kind for kind in find.kinds() if any(forms & set(solver.solves) for solver in kind.solvers)]
    names = [*(name for kind in rows for name in kind.certificates), *also]
    kinds = codec.certificates or tuple(dict.fromkeys(names))
    reading = Reading(faults, document, problem, kinds)
    reading.head(_identity(codec, problem))
    faults.throw()
    answers, proof = reading.claim(codec.needs_proof)
    faults.throw()
    try:
        solution = codec.made(problem, proof, reading, answers)
    except WrongError as wrong:
        reading.add(wrong)
    else:
        written = solution.to_dict(full=False)
        vars(solution)["contradicted"] = reading.tail(written, {*_identity(codec, problem), *answers_of(problem)})
        vars(solution)["names_game"] = reading.names_game
    faults.throw()
    return solution


def posed(model: Askable, document: Any, source: str) -> Any:
    """Return the game that a file says it answers, of a property or an objective; raise `GameError` if it says none."""
    found = model.posed(document) if isinstance(document, dict) else None
    if found is None:
        raise GameError(f"{source} does not say which property of the model it answers; read the game with one")
    return found


def refuse_policy(document: Any, faults: Faults) -> None:
    """Raise `FormatError` if a file holds a policy alone."""
    if isinstance(document, dict) and "policy" in document and "format" not in document:
        faults.add(0, "this is a policy", EXPECTED, "graphgames evaluate GAME POLICY says what it is worth")
        faults.throw()


def _identity(codec: Codec, problem: Any) -> dict[str, Any]:
    """Return what a file says about its problem."""
    name = problem.objective.name if isinstance(problem, Game) else problem.kind
    return {"objective": name, "problem": digest(codec.parts(problem)), **codec.about(problem)}
