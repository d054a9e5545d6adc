"""The public names: all there, all listed, nothing imported before it is used."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import graphgames
from graphgames.catalogue.find import kinds
from tests.share import each


@each("name", graphgames.__all__)
def test_every_public_name_can_be_had_and_has_a_docstring(name: str) -> None:
    value = getattr(graphgames, name)
    assert name == "__version__" or value.__doc__


def test_the_list_is_complete_and_sorted() -> None:
    assert set(graphgames.__all__) == {*vars(graphgames)["_WHERE"], "__version__"}
    assert graphgames.__all__[1:] == sorted(graphgames.__all__[1:])
    stub = (Path(graphgames.__file__).with_suffix(".pyi")).read_text()
    assert all(line.endswith(f" as {line.split()[3]}") for line in stub.splitlines() if line.startswith("from"))


def test_what_is_offered_while_one_types_is_what_one_types() -> None:
    offered, public = set(dir(graphgames)), set(graphgames.__all__)
    returned = {name for name in public - offered if not name.endswith("Error")}
    assert offered < public
    assert {"solve", "verify", "Arena", "Parity", "heap_game", "GraphGamesError", "certificates"} < offered
    functions = {name for name in returned if inspect.isroutine(getattr(graphgames, name))}
    assert "simulate" in functions and all(f"`{name}`" in (graphgames.__doc__ or "") for name in functions)
    assert len(offered) <= 55, "dir() shows what most programs need; the rest stands in the second part"


def test_the_certificates_of_the_catalogue_are_public() -> None:
    listed = {getattr(graphgames.certificates, name) for name in graphgames.certificates.__all__}
    known = {kind.load(reference) for kind in kinds() for reference in kind.certificates.values()}
    parts = {graphgames.certificates.Certificate, graphgames.certificates.HeapPeriod}
    assert known | parts == listed


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'solv'"):
        graphgames.solv  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_imports_nothing_heavy() -> None:
    code = "import sys, graphgames; assert not {'numpy', 'scipy', 'rich', 'networkx'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_solving_imports_neither_scipy_nor_networkx() -> None:
    code = (
        "import sys, graphgames as gg; "
        "gg.solve(gg.Game(gg.Arena.from_edges([(0, 0)], owner=[0]), gg.Buchi([0]))); "
        "assert not {'scipy', 'rich', 'networkx', 'pandas'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.slow
def test_a_room_of_the_package_is_had_by_its_name() -> None:
    code = "import graphgames as gg; assert gg.play.adapter_for and gg.draw.picture and not hasattr(gg, 'kernels')"
    subprocess.run([sys.executable, "-c", code], check=True)
