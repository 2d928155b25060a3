"""The reference has every public name, each with an example, as its docstring has it."""

import inspect

import reference
import rushlab

PUBLIC = {name for name in rushlab.__all__ if name != "__version__"}


def test_every_public_name_is_in_the_reference_once():
    names = [name for group in reference.GROUPS.values() for name in group]
    assert sorted(names) == sorted(PUBLIC)


def test_every_public_name_has_an_example():
    assert [name for name in sorted(PUBLIC) if ">>>" not in inspect.getdoc(getattr(rushlab, name))] == []


def test_the_reference_is_that_of_the_docstrings():
    assert reference.PATH.read_text(encoding="utf-8") == reference.reference(), "run python python/tests/reference.py"
