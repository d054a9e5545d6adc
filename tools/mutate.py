"""Mutation testing of the checkers: take each of its checks away in turn; some test must fail.

    python tools/mutate.py [MODULE...]          such as games.parity.checker; all checkers by default
    python tools/mutate.py --list [MODULE...]   say what would be taken away

What is taken away: an ``if`` (it never holds), a statement that reports or collects a fault, one side of an ``and``,
``or``, ``&`` or ``|``, one part of a chain of comparisons, one of a list of conditions, and with ``--all`` each
comparison (it always holds, it never holds). Each time a process of its own imports the changed module and runs the
module's tests up to the first that fails. A change on a line marked ``# equivalent mutant`` is left out: the mark says
why the check may stand although nothing fails without it (it saves time, or makes a better sentence).
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import copy
import importlib.abc
import importlib.util
import os
import resource
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "graphgames"
PATIENCE = 60  # seconds of processor time
ALL = False
MARK = "# equivalent mutant"

OMEGA = ("tests/contract/test_verifier_claims.py", "tests/contract/test_verifier.py")
TESTS: dict[str, tuple[str, ...]] = {
    "games.reachability.checker": OMEGA,
    "games.buchi.checker": OMEGA,
    "games.fair.checker": ("tests/games/fair", "tests/contract/test_objectives.py"),
    "games.omega.checker": ("tests/games/omega", "tests/contract/test_objectives.py"),
    "core.checking": (*OMEGA, "tests/games/chance/test_payoffs.py", "tests/games/chance/test_rewards.py"),
    "core.exact": ("tests/core/test_exact.py", "tests/games/chance/test_chance.py"),
    "games.parity.checker": (*OMEGA, "tests/games/parity/test_agreement.py"),
    "games.lastmove.checker": OMEGA,
    "games.partizan.checker": ("tests/games/partizan",),
    "games.geography.checker": (
        "tests/games/geography/test_checker.py",
        "tests/games/geography/test_checker_proofs.py",
    ),
    "games.weighted.checker": (
        "tests/games/weighted/test_weighted.py",
        "tests/games/chance/test_payoff_brackets.py",
    ),
    "games.weighted.total_checker": ("tests/games/weighted/test_weighted.py",),
    "games.chance.reaching.checker": ("tests/games/chance/test_chance.py",),
    "games.chance.rewards.checker": ("tests/games/chance/test_rewards.py",),
    "games.chance.rewards.layer_checker": ("tests/games/chance/test_layered.py",),
    "games.chance.bounded.checker": ("tests/games/chance/test_bounded.py",),
    "games.chance.long_run.counts_checker": ("tests/games/chance/test_almost_sure.py",),
    "games.chance.long_run.chances_checker": ("tests/games/chance/test_chances.py",),
    "games.chance.long_run.gain_checker": (
        "tests/games/chance/test_payoffs.py",
        "tests/games/chance/test_payoff_brackets.py",
    ),
    "games.tables.checker": ("tests/games/tables/test_checker.py", "tests/games/tables/test_nimbers.py"),
    "games.grid.checker": ("tests/games/grid/test_gridgame.py",),
    "games.impartial.checker": ("tests/games/impartial/test_checker.py", "tests/games/impartial/test_nimbers.py"),
    "games.impartial.rules_checker": ("tests/games/impartial/test_rules_checker.py",),
    "games.impartial.misere_checker": ("tests/games/impartial/test_misere.py",),
    "games.impartial.sum_checker": ("tests/games/impartial/test_sum_checker.py",),
    "games.heaps.checker": ("tests/games/heaps/test_checker.py", "tests/games/heaps/test_heaps.py"),
    "games.models.counterexample_checker": ("tests/games/models/test_counterexample.py",),
    "games.omega.measures_checker": ("tests/games/omega/test_measures.py",),
    "games.omega.tableau_checker": ("tests/games/omega/test_translation.py",),
    "games.synthesis.formula_checker": ("tests/games/synthesis/test_ltl.py",),
    "games.synthesis.checker": ("tests/games/synthesis/test_hoa.py",),
    "games.synthesis.spec_checker": ("tests/games/synthesis/test_spec.py",),
    "games.heaps.misere_checker": ("tests/games/heaps/test_misere_checker.py", "tests/games/heaps/test_misere.py"),
    "games.races.checker": ("tests/games/races/test_race.py", "tests/games/races/test_great_game.py"),
    "games.sums.checker": ("tests/games/sums/test_checker.py", "tests/games/sums/test_sums.py"),
    "policies.template_checker": ("tests/policies/test_templates.py",),
    "policies.marks_checker": ("tests/reference/test_policy_marks.py", "tests/policies/test_marks.py"),
    "policies.shield_checker": ("tests/policies/test_shields.py",),
    "policies.saved_marks": ("tests/reference/test_policy_marks.py",),
}
"""The tests that must notice, the quickest first."""

HELPER = """
def _mutant(value, holds):
    import numpy
    return numpy.full_like(value, holds) if isinstance(value, numpy.ndarray) else holds
"""


def file_of(name: str) -> Path:
    """Return the file of a module below graphgames."""
    return (SOURCE / name.replace(".", "/")).with_suffix(".py")


class Mutant(NamedTuple):
    """One change: where, what, and the changed module."""

    line: int
    what: str
    tree: ast.Module


class Site(NamedTuple):
    """A node that can be changed: the path to it from the root of the tree, and what can be put there."""

    path: tuple[tuple[str, int | None], ...]
    what: str
    change: ast.AST | None


def mutants(source: str) -> Iterator[Mutant]:
    """Return every change of a module."""
    tree, lines = ast.parse(source), source.splitlines()
    for site in sites(tree, ()):
        changed = copy.deepcopy(tree)
        *way, (name, index) = site.path
        node: Any = changed
        for step, k in way:
            node = getattr(node, step) if k is None else getattr(node, step)[k]
        original = getattr(node, name) if index is None else getattr(node, name)[index]
        line = original.lineno
        if any(MARK in text for text in lines[line - 1 : original.end_lineno]):
            continue
        if index is None:
            setattr(node, name, site.change)
        elif site.change is None:
            del getattr(node, name)[index]
        else:
            getattr(node, name)[index] = site.change
        changed.body += ast.parse(HELPER).body
        yield Mutant(line, f"{site.what}: {shortened(ast.unparse(original))}", ast.fix_missing_locations(changed))


def shortened(text: str) -> str:
    """Return a piece of source on one line."""
    text = " ".join(text.split())
    return text if len(text) <= 90 else text[:87] + "..."


def sites(node: ast.AST, path: tuple[tuple[str, int | None], ...]) -> Iterator[Site]:
    """Go through a tree; annotations, defaults and texts are not looked at."""
    if isinstance(node, ast.FunctionDef | ast.AnnAssign):
        children = [("body", node.body)] if isinstance(node, ast.FunctionDef) else [("value", node.value)]
    elif isinstance(node, ast.JoinedStr | ast.Lambda):
        return
    else:
        children = list(ast.iter_fields(node))
    yield from here(node, path)
    for name, value in children:
        if isinstance(value, list):
            for k, child in enumerate(value):
                if isinstance(child, ast.AST):
                    yield from sites(child, (*path, (name, k)))
        elif isinstance(value, ast.AST):
            yield from sites(value, (*path, (name, None)))


def here(node: ast.AST, path: tuple[tuple[str, int | None], ...]) -> Iterator[Site]:
    """Return the changes of one node."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return
        case ast.If(orelse=[]):
            yield Site((*path, ("test", None)), "never", ast.Constant(False))
        case ast.Expr(value=ast.Yield() | ast.YieldFrom() | ast.Call()) | ast.AugAssign() | ast.Raise():
            nothing = (
                ast.parse("if False: yield").body[0]
                if isinstance(getattr(node, "value", None), ast.Yield)
                else ast.Pass()
            )
            yield Site(path, "left out", nothing)
        case ast.BoolOp(values=values) if len(values) > 1:
            for k in range(len(values)):
                rest = values[:k] + values[k + 1 :]
                yield Site(path, f"without part {k + 1}", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest))
        case ast.BinOp(op=ast.BitOr(), right=ast.Constant(value=None)):
            return  # a type
        case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr(), right=right):
            yield Site(path, "left side only", left)
            yield Site(path, "right side only", right)
        case ast.Compare(left=left, ops=ops, comparators=others):
            terms = [left, *others]
            if len(ops) > 1:
                for k in range(len(ops)):
                    parts: list[ast.expr] = [
                        ast.Compare(terms[i], [op], [terms[i + 1]]) for i, op in enumerate(ops) if i != k
                    ]
                    yield Site(
                        path,
                        f"without comparison {k + 1}",
                        parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), parts),
                    )
            elif ALL:
                for holds in (True, False):
                    call = ast.Call(ast.Name("_mutant", ast.Load()), [node, ast.Constant(holds)], [])
                    yield Site(path, f"always {holds}", call)
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple(elts=elements)) if name.isupper() and all(
            isinstance(one, ast.Name) for one in elements
        ):
            for k in range(len(elements)):
                yield Site((*path, ("value", None), ("elts", k)), "left out", None)


class Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the changed module in place of the one that is there."""

    def __init__(self, name: str, tree: ast.Module):
        self.name, self.tree = f"graphgames.{name}", tree

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Answer for one name alone."""
        if name != self.name:
            return None
        origin = str(file_of(name.removeprefix("graphgames.")))
        return importlib.util.spec_from_loader(name, self, origin=origin)

    def exec_module(self, module: Any) -> None:
        """Run the changed source."""
        exec(compile(self.tree, module.__spec__.origin, "exec"), module.__dict__)


def survives(name: str, tree: ast.Module) -> bool:
    """Run the tests on a changed module in a process of its own; true if none fails."""
    child = os.fork()
    if child == 0:
        import pytest

        spent = int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (spent + PATIENCE, spent + PATIENCE))
        out = os.open(os.devnull, os.O_WRONLY)
        os.dup2(out, 1)
        os.dup2(out, 2)
        sys.meta_path.insert(0, Changed(name, tree))
        first_what_failed_last = ["--ff", "-o", f"cache_dir={ROOT}/build/mutate/{name}"]
        options = ["-x", "-q", *first_what_failed_last, "-W", "ignore", "-m", "", "-p", "no:budget"]
        code = 1
        with contextlib.suppress(BaseException):
            code = int(pytest.main([*options, *TESTS[name]]))
        os._exit(0 if code == 0 else 1)
    _, status = os.waitpid(child, 0)
    return status == 0


def main() -> int:
    """Take away and tell."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help=", ".join(TESTS))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--line", type=int, help="the changes of this line alone")
    parser.add_argument("--all", action="store_true", help="each comparison, too")
    arguments = parser.parse_args()
    global ALL
    ALL = arguments.all
    sys.path.insert(0, str(ROOT))
    os.chdir(ROOT)
    os.environ["EXHAUSTIVE"] = "1"
    # everything that takes long to import but for the verifier and the tests themselves
    for module in (
        "pytest",
        "hypothesis",
        "numpy",
        "scipy.sparse.csgraph",
        "graphgames.api",
        "graphgames.games.impartial.sum",
    ):
        importlib.import_module(module)
    left = 0
    for name in arguments.modules or TESTS:
        begin, count, survivors = time.monotonic(), 0, 0
        source = ast.parse(file_of(name).read_text())
        assert arguments.list or survives(name, source), f"the tests of {name} fail as it is"
        for mutant in mutants(file_of(name).read_text()):
            if arguments.line not in (None, mutant.line):
                continue
            count += 1
            if arguments.list:
                print(f"{file_of(name)}:{mutant.line}: {mutant.what}")
            elif survives(name, mutant.tree):
                survivors += 1
                print(f"{file_of(name)}:{mutant.line}: SURVIVES {mutant.what}", flush=True)
        left += survivors
        seconds = time.monotonic() - begin
        print(
            f"{name:30} {count:4} changes, {count - survivors:4} noticed, {survivors:3} not  {seconds:5.0f} s",
            flush=True,
        )
    return int(left > 0)


if __name__ == "__main__":
    sys.exit(main())
