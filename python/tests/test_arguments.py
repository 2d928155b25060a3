"""One kind of error for one kind of mistake, and messages without the words of the binding."""

import inspect
import typing

import numpy as np
import pytest

import rushlab
from boards import EASY, HARD
from rushlab import names


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([[0, 0.5, 0], [1, 1, 0], [0, 0, 0]], "the value 0.5 at row 1, column 2 is not a whole number from -1"),
        ([[0, 0, 0], [1, 1, 0], [0, 0, -2]], "the value -2 at row 3, column 3"),
        ([[0, 0, 0], [1, 1, 0], [0, 0, 40000]], "the value 40000 at row 3, column 3"),
        ([[0, 0, 0], [1, 1, np.nan], [0, 0, 0]], "the value NaN at row 2, column 3"),
        ([[0, 0], [1, 1, 0]], "an array of whole numbers with rows and columns"),
        ([["a", "b"], ["c", "d"]], "an array of whole numbers with rows and columns"),
        ([[True, False], [False, True]], "an array of whole numbers with rows and columns"),
        (np.zeros((2, 2, 2)), "an array of whole numbers with rows and columns"),
        (np.full((3, 3), 2**63, dtype=np.uint64), "the value 9223372036854776000"),
        (None, "an array of whole numbers with rows and columns"),
    ],
)
def test_grids_have_whole_numbers_in_range(grid, message):
    with pytest.raises(rushlab.InvalidArgument, match=message):
        rushlab.Puzzle.from_grid(grid)


def test_grids_of_any_type_of_number_are_read():
    grid = rushlab.Puzzle.parse(EASY).to_grid()
    for kind in ("int8", "uint16", "int64", "float32", "float64"):
        assert rushlab.Puzzle.from_grid(grid.astype(kind)).to_grid().tolist() == grid.tolist()


MISTAKES = {
    "max_states": lambda: rushlab.search(rushlab.Puzzle.parse(EASY), max_states=-1),
    "max_memory": lambda: rushlab.Puzzle.parse(EASY).solve(max_memory="much"),
    "seed": lambda: rushlab.Puzzle.parse(EASY).solve("schlegel", seed=-1),
    "threads": lambda: rushlab.solve_many([EASY], threads=0),
    "threads of a word": lambda: rushlab.solve_many([EASY], threads="all"),
    "states of a cluster": lambda: rushlab.Puzzle.parse(EASY).cluster(max_states=2**70),
    "timeout": lambda: rushlab.Puzzle.parse(EASY).solve(timeout=-1),
    "algorithm": lambda: rushlab.Puzzle.parse(EASY).solve("fastest"),
    "heuristic": lambda: rushlab.search(rushlab.Puzzle.parse(EASY), heuristic=3),
    "duplicates": lambda: rushlab.Puzzle.parse(EASY).solve(duplicates="none"),
    "cells": lambda: rushlab.Move("A", "left", -1),
    "move": lambda: rushlab.Puzzle.parse(EASY).start.play(3),
    "range": lambda: rushlab.generate(moves="many"),
    "range of three": lambda: rushlab.generate(moves=(1, 2, 3)),
    "size": lambda: rushlab.generate(size=(300, 300)),
    "size of a word": lambda: rushlab.generate(size="6x6"),
    "count": lambda: rushlab.generate(-1),
    "patience": lambda: rushlab.generate(patience=-5),
    "difficulty": lambda: rushlab.generate(difficulty=(9, 2)),
    "subject": lambda: rushlab.render("board", format="svg"),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES.keys())
def test_a_wrong_value_is_an_invalid_argument(mistake):
    with pytest.raises(rushlab.InvalidArgument) as raised:
        mistake()
    for word in ("PyO3", "enum", "extract", "cast", "u8", "u64", "usize", "convert"):
        assert word not in str(raised.value).split(), raised.value


def test_numbers_off_the_board_or_the_cluster_are_index_errors():
    puzzle = rushlab.Puzzle.parse(EASY)
    cluster = puzzle.cluster()
    for mistake in (
        lambda: puzzle.start.at(300, 0),
        lambda: puzzle.start.at(-1, 0),
        lambda: cluster.position(-1),
        lambda: cluster.moves(2**80),
        lambda: cluster.difficulty(144),
    ):
        with pytest.raises(IndexError, match="the board has 6 rows|there is no position"):
            mistake()
    assert cluster.position(np.int64(3)) == cluster.position(3)


def test_solve_and_search_take_the_same_arguments():
    solve, search = (inspect.signature(function) for function in (rushlab.Puzzle.solve, rushlab.search))
    assert list(solve.parameters.values())[1:] == list(search.parameters.values())[1:]
    puzzle = rushlab.Puzzle.parse(HARD)
    assert puzzle.solve("astar", heuristic=lambda position: 0, admissible=True).optimal
    assert not puzzle.solve("astar", heuristic=lambda position: 0).optimal
    assert puzzle.solve("bfs", duplicates="board").cost == 25


@pytest.mark.parametrize(
    ("literal", "known"),
    [
        (names.Algorithm, [info.name for info in rushlab.algorithms()]),
        (names.HeuristicName, [name for name, _ in rushlab.heuristics()]),
        (names.Notation, [name for name, _ in rushlab.notations()]),
    ],
)
def test_types_have_the_names_of_the_registries(literal, known):
    assert list(typing.get_args(literal)) == known


def test_every_other_name_is_accepted_and_listed():
    for metric in typing.get_args(names.Metric):
        for rules in typing.get_args(names.Rules):
            assert rushlab.Puzzle.parse(EASY, metric=metric, rules=rules).metric == metric
    for side in typing.get_args(names.Side):
        assert len(rushlab.generate(seed=1, size=(5, 5), exit=side)) == 1
    assert {puzzle for level in typing.get_args(names.Level) for puzzle in rushlab.built_in(level)} == set(rushlab.built_in())
    for call, literal in [
        (lambda: rushlab.Puzzle.parse(EASY, metric="time"), names.Metric),
        (lambda: rushlab.Puzzle.parse(EASY, rules="house"), names.Rules),
        (lambda: rushlab.Puzzle.parse(EASY, exit="middle"), names.Side),
        (lambda: rushlab.built_in("impossible"), names.Level),
    ]:
        with pytest.raises(rushlab.InvalidArgument) as raised:
            call()
        assert set(typing.get_args(literal)) <= set(str(raised.value).replace(",", "").split())


def test_a_range_of_difficulties_can_be_asked_for():
    for seed in range(2):
        [puzzle] = rushlab.generate(seed=seed, size=(5, 5), difficulty=(10, 25))
        assert 9.5 <= puzzle.difficulty().value <= 25.5


def test_the_domain_of_planning_problems():
    puzzle = rushlab.Puzzle.parse(EASY)
    domain = rushlab.pddl_domain(puzzle)
    name = domain.split("(domain ")[1].split(")")[0]
    assert f"(:domain {name})" in puzzle.to_text("pddl") and domain.count("(") == domain.count(")")
