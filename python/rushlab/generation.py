"""New puzzles, and genetic algorithms."""

from __future__ import annotations

import secrets

from rushlab._native import Evolution, Puzzle, _generate
from rushlab.names import Level, Metric, Rules, Side

__all__ = ["evolve", "generate"]

Range = int | tuple[int | None, int | None]


def generate(
    count: int = 1,
    *,
    seed: int | None = None,
    size: tuple[int, int] = (6, 6),
    exit: Side = "right",
    rules: Rules | None = None,
    metric: Metric | None = None,
    vehicles: Range | None = None,
    walls: Range = 0,
    lengths: Range = (2, 3),
    moves: Range | None = None,
    steps: Range | None = None,
    fuel: Range | None = None,
    level: Level | None = None,
    difficulty: Range | None = None,
    minimal: bool = False,
    unique: bool = False,
    solvable: bool = True,
    patience: int = 100,
    timeout: float | None = None,
) -> list[Puzzle]:
    """Generates distinct puzzles that meet all constraints.

    The size is columns and rows. A range is a number or a pair (least, greatest), where None leaves an end open. ``difficulty`` is a
    range of :attr:`Difficulty.value`, in whole numbers. The same seed gives the same puzzles as the program. Raises LimitReached after
    ``patience`` attempts without a puzzle.

    >>> [puzzle] = rushlab.generate(seed=7, moves=(10, 12))
    >>> 10 <= len(puzzle.solve().moves) <= 12
    True
    """
    seed = secrets.randbits(32) if seed is None else seed
    return _generate(
        count,
        seed=seed,
        size=size,
        exit=exit,
        rules=rules,
        metric=metric,
        vehicles=vehicles,
        walls=walls,
        lengths=lengths,
        moves=moves,
        steps=steps,
        fuel=fuel,
        level=level,
        difficulty=difficulty,
        minimal=minimal,
        unique=unique,
        solvable=solvable,
        patience=patience,
        timeout=timeout,
    )


def evolve(
    puzzle: Puzzle | str,
    algorithm: str = "schlegel",
    *,
    setting: str = "refined",
    seed: int = 1,
    **parameters: float,
) -> Evolution:
    """Starts a genetic algorithm, ``schlegel`` or ``grh``: an iterator over its generations.

    Parameters such as ``population=50`` replace the defaults of the setting, ``faithful`` (as published) or ``refined``;
    :func:`rushlab.parameters` lists them.

    >>> evolution = rushlab.evolve("......A..B..AXXB..A..B......CC......", "grh", seed=1, generations=30)
    >>> fitness = [generation.best for generation in evolution]
    >>> len(evolution.solution.moves)
    2
    """
    if isinstance(puzzle, str):
        puzzle = Puzzle.parse(puzzle)
    return Evolution(puzzle, algorithm, setting=setting, seed=seed, parameters=parameters)
