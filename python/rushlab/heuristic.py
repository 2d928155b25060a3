"""Heuristics of your own, checked against exact distances."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from rushlab._native import Cluster, Move, Position, Puzzle, _check_heuristic
from rushlab.names import HeuristicName, Metric, Rules

__all__ = ["Counterexample", "HeuristicReport", "check_heuristic"]


@dataclass(frozen=True)
class Counterexample:
    """A position that shows that a heuristic is not admissible or not consistent.

    >>> counterexample = rushlab.check_heuristic(lambda position: 9, "......A..B..AXXB..A..B......CC......").counterexample
    >>> counterexample.refutes, counterexample.value > counterexample.distance
    ('admissible', True)
    """

    #: What it refutes: ``admissible`` or ``consistent``.
    refutes: Literal["admissible", "consistent"]
    #: The position.
    position: Position
    #: The estimate of the position.
    value: float
    #: The exact distance of the position to the nearest goal; None if no goal can be reached.
    distance: int | None
    #: The move that lowers the estimate by more than 1, and where it leads; None for admissibility.
    move: Move | None = None
    successor: Position | None = None
    successor_value: float | None = None

    @property
    def board(self) -> str:
        """The board as text."""
        return str(self.position)

    def __str__(self) -> str:
        rows = "\n".join(self.position.rows())
        if self.refutes == "admissible":
            return f"the estimate is {self.value:g}, and the exact distance is {self.distance}:\n{rows}"
        return f"{self.move} lowers the estimate from {self.value:g} to {self.successor_value:g}:\n{rows}"

    def _repr_html_(self) -> str:
        text = str(self).split("\n")[0]
        boards = self.position._repr_svg_() + (self.successor._repr_svg_() if self.successor else "")
        return f"<p>Not {self.refutes}: {text.rstrip(':')}.</p>{boards}"


@dataclass(frozen=True)
class HeuristicReport:
    """The properties of a heuristic on every position of a cluster.

    >>> report = rushlab.check_heuristic("h1", "......A..B..AXXB..A..B......CC......")
    >>> report.admissible, report.consistent, report.positions
    (True, True, 144)
    """

    #: Whether no estimate exceeds the exact distance.
    admissible: bool
    #: Whether no move lowers the estimate by more than 1.
    consistent: bool
    #: A position that refutes admissibility, or else consistency; None if both hold.
    counterexample: Counterexample | None
    #: The number of positions, of those from which a goal can be reached, and of those that are estimated exactly.
    positions: int
    solvable: int
    exact: int
    #: The number of positions that are estimated too high.
    overestimates: int
    #: The number of moves that lower the estimate by more than 1.
    inconsistencies: int
    #: A position for each refuted property.
    overestimate: Counterexample | None = None
    inconsistency: Counterexample | None = None


def check_heuristic(
    heuristic: Callable[[Position], float | None] | HeuristicName,
    puzzle: Puzzle | Cluster | str,
    *,
    metric: Metric | None = None,
    rules: Rules | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
) -> HeuristicReport:
    """Checks a heuristic on every position that is reachable from the start of a puzzle, and on every move.

    The heuristic is a function that takes a position and returns a number from 0, or None for "no solution"; or the name of a
    registered one. Where no goal can be reached, no estimate is too high. Fractions are rounded down to multiples of 1/1024, as
    in searches. The counterexample is the one nearest to a goal.

    >>> def distance_to_exit(position):
    ...     return 4 - position.offsets[position.puzzle.primary_index]
    >>> report = rushlab.check_heuristic(distance_to_exit, "......A..B..AXXB..A..B......CC......")
    >>> report.admissible, report.counterexample.value, report.counterexample.distance
    (False, 3.0, 1)
    """
    if isinstance(puzzle, str):
        puzzle = Puzzle.parse(puzzle)
    if isinstance(puzzle, Puzzle):
        puzzle = puzzle.with_rules(rules, metric=metric).cluster(max_states=max_states, max_memory=max_memory)
    found = _check_heuristic(heuristic, puzzle)
    overestimate = found.get("overestimate")
    high = Counterexample("admissible", *overestimate) if overestimate else None
    inconsistency = found.get("inconsistency")
    steep = Counterexample("consistent", *inconsistency) if inconsistency else None
    return HeuristicReport(
        admissible=found["overestimates"] == 0,
        consistent=found["inconsistencies"] == 0,
        counterexample=high or steep,
        positions=found["positions"],
        solvable=found["solvable"],
        exact=found["exact"],
        overestimates=found["overestimates"],
        inconsistencies=found["inconsistencies"],
        overestimate=high,
        inconsistency=steep,
    )
