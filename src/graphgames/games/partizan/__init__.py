"""Partizan games by their canonical forms: the row of the catalogue."""

from graphgames.catalogue.rows import Kind, Solver

KIND = Kind(
    __name__,
    "Partizan games by their canonical forms",
    problems={"partizan": "problem:PartizanProblem"},
    solvers=(
        Solver(
            "canonical-forms",
            ("partizan",),
            "solution:solve",
            "the canonical form of each position that is needed, of the forms of its options",
            "O(n) forms for n positions; comparing them may take exponential time",
            "Conway 1976; Siegel 2013",
        ),
    ),
    checkers={"canonical-forms": "checker:check"},
    certificates={"canonical-forms": "certificate:CanonicalForms"},
    codec="codec:codec",
    picture="picture:picture",
    board="picture:board",
    player="play:player",
    inputs={"partizan": "problem:read"},
    named="problem:named",
    names="rulesets:NAMES",
)
