"""The glossary has the words that the program uses without explaining them."""

from pathlib import Path

import pytest

from graphgames.core import catalogue

GLOSSARY = Path(__file__).parents[2] / "docs" / "reference" / "glossary.md"


@pytest.mark.parametrize("name", catalogue.objectives())
def test_the_words_of_each_objective_are_in_the_glossary(name: str) -> None:
    kind, text = catalogue.objective_class(name), GLOSSARY.read_text("utf-8").lower()
    words = {kind.value_name, kind.mark, kind.title.removesuffix(" game").removesuffix(" with rewards")}
    assert [word for word in sorted(words) if word.lower() not in text] == []
