import pytest

import rushlab
from boards import EASY


def test_puzzles_meet_the_constraints_and_depend_on_the_seed_alone():
    puzzles = rushlab.generate(3, seed=5, size=(5, 5), moves=(3, 8), walls=(1, 2), exit="left")
    for puzzle in puzzles:
        assert (puzzle.width, puzzle.height, puzzle.exit[0]) == (5, 5, "left")
        assert 1 <= len(puzzle.walls) <= 2 and 3 <= len(puzzle.solve().moves) <= 8
    assert len(set(puzzles)) == 3
    assert rushlab.generate(3, seed=5, size=(5, 5), moves=(3, 8), walls=(1, 2), exit="left") == puzzles
    assert rushlab.generate(2, seed=5, size=(5, 5), moves=(3, 8), walls=(1, 2), exit="left") == puzzles[:2]


def test_impossible_constraints_are_explained():
    with pytest.raises(rushlab.InvalidArgument, match="do not fit on 4 by 4 cells"):
        rushlab.generate(size=(4, 4), vehicles=20)
    with pytest.raises(rushlab.LimitReached, match="raise patience="):
        rushlab.generate(vehicles=2, moves=(5, None), patience=3, seed=1)
    with pytest.raises(rushlab.InvalidArgument, match="no level"):
        rushlab.generate(level="impossible")


@pytest.mark.parametrize("algorithm", ["schlegel", "grh"])
@pytest.mark.parametrize("setting", ["faithful", "refined"])
def test_generations_are_objects_with_individuals(algorithm, setting):
    evolution = rushlab.evolve(EASY, algorithm, setting=setting, seed=3, population=30, generations=12)
    generations = list(evolution)
    assert [generation.number for generation in generations] == list(range(len(generations)))
    for individual in generations[-1].individuals:
        position = evolution_start = rushlab.Puzzle.parse(EASY).start
        for move in individual.moves:
            position = position.play(move)
        assert position == individual.position and evolution_start is not None
    assert evolution.parameters["population"] == 30
    assert next(evolution, None) is None
    solution = evolution.solution
    assert solution is None or solution.positions()[-1].solved


def test_unknown_parameters_are_explained():
    with pytest.raises(rushlab.InvalidArgument, match='no parameter "mates"'):
        rushlab.evolve(EASY, "schlegel", mates=3)
    with pytest.raises(rushlab.InvalidArgument, match="population: give a whole number from 2"):
        rushlab.evolve(EASY, population=1)
    assert rushlab.parameters("grh", setting="faithful")["population"][0] == 1000
