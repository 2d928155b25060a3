"""The exceptions of rushlab. Every message says what is wrong, where, and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rushlab._native import Solution

__all__ = [
    "IllegalMove",
    "InvalidArgument",
    "InvalidPuzzle",
    "LimitReached",
    "RushlabError",
    "SearchTimeout",
    "Unsolvable",
]


class RushlabError(Exception):
    """The base of all exceptions of rushlab.

    >>> issubclass(rushlab.Unsolvable, rushlab.RushlabError)
    True
    """


class InvalidPuzzle(RushlabError, ValueError):
    """A text or a grid is not a valid puzzle, or a format cannot represent a puzzle.

    >>> rushlab.Puzzle.parse("AAB......")
    Traceback (most recent call last):
    rushlab.errors.InvalidPuzzle: ...B has length 1...
    """


class InvalidArgument(RushlabError, ValueError):
    """An argument has a value that is not possible.

    >>> rushlab.built_in()[0].solve("fastest")
    Traceback (most recent call last):
    rushlab.errors.InvalidArgument: ...fastest...
    """


class IllegalMove(RushlabError, ValueError):
    """A move is against the rules, or a list of moves is not a solution.

    >>> rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......").start.play("XR3")
    Traceback (most recent call last):
    rushlab.errors.IllegalMove: X is blocked by B at row 3, column 4
    """


class Unsolvable(RushlabError):
    """It is proved that the puzzle has no solution.

    >>> rushlab.Puzzle.parse("...XXx...").solve()
    Traceback (most recent call last):
    rushlab.errors.Unsolvable: the puzzle has no solution
    """


class LimitReached(RushlabError):
    """A search ended at a limit before an answer.

    >>> try:
    ...     rushlab.built_in("expert")[0].solve(max_states=50)
    ... except rushlab.LimitReached as limit:
    ...     print(limit.bound > 0, limit.best)
    True None
    """

    #: A proved lower bound on the cost of every solution.
    bound: int = 0
    #: The best solution known, or None.
    best: Solution | None = None


class SearchTimeout(LimitReached, TimeoutError):
    """A search ended at its timeout before an answer.

    >>> issubclass(rushlab.SearchTimeout, TimeoutError)
    True
    """
