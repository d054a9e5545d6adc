"""The reference has the words that the program uses without explaining them, and the attributes that files may have."""

from pathlib import Path

from graphgames.catalogue import find
from tests.share import each

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"
GLOSSARY = REFERENCE / "glossary.md"


@each("name", find.objectives())
def test_the_words_of_each_objective_are_in_the_glossary(name: str) -> None:
    kind, text = find.objective_class(name), GLOSSARY.read_text("utf-8").lower()
    words = {kind.value_name, kind.mark, kind.title.removesuffix(" game").removesuffix(" with rewards")}
    assert [word for word in sorted(words) if word.lower() not in text] == []


@each("name", find.objectives())
def test_the_attributes_of_each_objective_are_in_the_table_of_attributes(name: str) -> None:
    kind, text = find.objective_class(name), (REFERENCE / "formats.md").read_text("utf-8")
    table = "\n".join(line for line in text.split("\n") if line.startswith("| `"))
    named = {*kind.reads_data, *kind.stand_ins.values(), *kind.settings}
    assert [one for one in sorted(named) if f"`{one}`" not in table] == []
