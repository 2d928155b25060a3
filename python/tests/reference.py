"""Writes docs/python-reference.md from the docstrings: python python/tests/reference.py. A test compares them."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import rushlab

PATH = Path(__file__).resolve().parents[2] / "docs/python-reference.md"

HEAD = """# Reference of rushlab for Python

Every public name, from its docstring. [The guide](python.md) explains how they work together. `python python/tests/reference.py` writes this page, and
the tests run its examples.
"""

#: The groups of names, in order.
GROUPS = {
    "Puzzles": ["Puzzle", "Vehicle", "Position", "Move", "load", "built_in", "render", "formats", "pddl_domain"],
    "Searches": ["search", "solve_many", "Solution", "Outcome", "Results", "Statistics", "Progress", "algorithms", "compare"],
    "Notations": ["notations"],
    "Heuristics": ["heuristics", "check_heuristic", "HeuristicReport", "Counterexample"],
    "Clusters": ["Cluster", "Difficulty"],
    "Generation and evolution": ["generate", "evolve", "Evolution", "Generation", "Individual", "parameters"],
    "Answers": ["score", "score_many", "Score", "Dataset", "Item"],
    "Errors": [
        "RushlabError",
        "InvalidPuzzle",
        "InvalidArgument",
        "IllegalMove",
        "Unsolvable",
        "LimitReached",
        "SearchTimeout",
    ],
}


def signature(item: object) -> str:
    """Returns the arguments of a function, without types."""
    try:
        found = inspect.signature(item)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return ""
    parameters = [p.replace(annotation=inspect.Parameter.empty) for p in found.parameters.values() if p.name != "self"]
    shown = str(found.replace(parameters=parameters, return_annotation=inspect.Signature.empty))
    return "" if inspect.isclass(item) and shown == "()" else shown


def markdown(text: str) -> str:
    """Returns a docstring with its examples as code."""
    text = re.sub(r":\w+:`([^`]*)`", r"`\1`", text).replace("``", "`")
    parts = []
    for part in text.split("\n\n"):
        parts.append(f"```pycon\n{part}\n\n```" if part.startswith(">>>") else part)
    return "\n\n".join(parts)


def fields(kind: type) -> list[tuple[str, str]]:
    """Returns the public fields of a class in Python and what its comments say of them."""
    if kind.__module__ == "rushlab":
        return []
    found = re.findall(r"((?:    #: .*\n)+)    ([a-z]\w*):", inspect.getsource(kind))
    return [(name, " ".join(comment.replace("#:", "").split())) for comment, name in found]


def members(kind: type) -> list[str]:
    """Returns a line for each public method and property."""
    lines = [f"- `{name}`: {markdown(text)}" for name, text in fields(kind)]
    for name in sorted(vars(kind)):
        member = getattr(kind, name)
        text = inspect.getdoc(member)
        if name.startswith("_") or text is None or text == inspect.getdoc(type(member)):
            continue
        shown = f"{name}{signature(member)}" if callable(member) else name
        lines.append(f"- `{shown}`: {markdown(' '.join(text.split(chr(10) + chr(10))[0].split()))}")
    return lines


def reference() -> str:
    """Returns the page."""
    parts = [HEAD]
    for group, names in GROUPS.items():
        parts.append(f"## {group}\n")
        for name in names:
            item = getattr(rushlab, name)
            is_error = inspect.isclass(item) and issubclass(item, BaseException)
            shown = name if is_error or name == "Item" else f"{name}{signature(item)}"
            parts.append(f"### `{shown}`\n\n{markdown(inspect.getdoc(item) or '')}\n")
            if inspect.isclass(item) and not is_error and (lines := members(item)):
                parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PATH.write_text(reference(), encoding="utf-8")
