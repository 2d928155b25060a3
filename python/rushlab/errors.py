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
    """The base of all exceptions of rushlab."""


class InvalidPuzzle(RushlabError, ValueError):
    """A text or a grid is not a valid puzzle, or a format cannot represent a puzzle."""


class InvalidArgument(RushlabError, ValueError):
    """An argument has a value that is not possible."""


class IllegalMove(RushlabError, ValueError):
    """A move is against the rules, or a list of moves is not a solution."""


class Unsolvable(RushlabError):
    """It is proved that the puzzle has no solution."""


class LimitReached(RushlabError):
    """A search ended at a limit before an answer."""

    #: A proved lower bound on the cost of every solution.
    bound: int = 0
    #: The best solution known, or None.
    best: Solution | None = None


class SearchTimeout(LimitReached, TimeoutError):
    """A search ended at its timeout before an answer."""
