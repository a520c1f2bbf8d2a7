"""Every example of the documentation, section by section."""

import doctest
import re
from pathlib import Path

import pytest

import outflank

PAGE = Path(__file__).parents[3] / "docs" / "python.md"
SECTIONS = PAGE.read_text().split("\n## ")[1:]
EXAMPLES = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda text: text.splitlines()[0])
def test_the_examples_do_what_they_say(section, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    examples = "\n".join(EXAMPLES.findall(section))
    name = section.splitlines()[0]
    test = doctest.DocTestParser().get_doctest(examples, {}, name, str(PAGE), 0)
    said = []
    doctest.DocTestRunner(verbose=False).run(test, out=said.append)
    assert not said, "".join(said)


def test_the_example_of_the_package_does_what_it_says():
    assert doctest.testmod(outflank).failed == 0
