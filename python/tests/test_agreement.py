"""Python answers the questions of the program's test of agreement, and refuses the same searches in the same words."""

import json
import os
import subprocess
from pathlib import Path

import pytest

import rushlab
from boards import EASY

QUESTIONS = json.loads((Path(__file__).parents[2] / "crates/rushlab-cli/tests/fixtures/agreement.json").read_text("utf-8"))


def figures(outcome):
    solution = outcome.solution
    moves, steps = (None, None) if solution is None else (len(solution.moves), solution.steps)
    return (outcome.status, outcome.cost, moves, steps)


def figures_of_program(puzzle, search):
    options = [f"--{name}={value}" for name, value in search.items()]
    command = [os.environ["RUSHLAB_PROGRAM"], "solve", puzzle.to_text("json"), "--json", *options]
    (row,) = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return tuple(row[column] for column in ("status", "cost", "moves", "steps"))


@pytest.mark.parametrize("search", QUESTIONS["searches"], ids=lambda search: " ".join(search.values()))
def test_searches_have_the_figures_of_the_other_front_ends(search):
    for question in QUESTIONS["puzzles"]:
        puzzle = rushlab.Puzzle.parse(question["puzzle"])
        outcome = rushlab.search(puzzle, **search)
        assert question["status"] in (None, outcome.status), question["what"]
        assert not outcome.optimal or question["cost"] in (None, outcome.cost), question["what"]
        if "RUSHLAB_PROGRAM" in os.environ:
            assert figures(outcome) == figures_of_program(puzzle, search), question["what"]


@pytest.mark.parametrize("refusal", [refusal for refusal in QUESTIONS["refusals"] if "parameters" not in refusal["search"]])
def test_searches_are_refused_in_the_words_of_the_other_front_ends(refusal):
    message = refusal["message"].format(algorithm="algorithm=", heuristic="heuristic=")
    with pytest.raises(rushlab.InvalidArgument) as raised:
        rushlab.search(rushlab.Puzzle.parse(EASY), **refusal["search"])
    assert str(raised.value) == message
