"""Many puzzles at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rushlab._native import Puzzle, Solution, _solve_many
from rushlab.graph import needed
from rushlab.names import Algorithm, HeuristicName, Metric, Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Results", "solve_many"]


@dataclass(frozen=True, eq=False)
class Results(Sequence["Solution | None"]):
    """The results of :func:`solve_many`: one array for each column, in the order of the puzzles.

    As a sequence it has the solutions; None where there is none. Unknown numbers are -1.

    >>> results = rushlab.solve_many(["......A..B..AXXB..A..B......CC......", "...XXx..."])
    >>> results, results.cost.tolist(), results[1]
    (<Results: 1 solved, 1 unsolvable>, [2, -1], None)
    """

    #: How each search ended: ``solved``, ``unsolvable``, or ``limit`` if a limit stopped it, also the timeout.
    status: list[str]
    #: The cost in the metric.
    cost: NDArray[np.int32]
    #: The number of moves.
    moves: NDArray[np.int32]
    #: The number of cells driven.
    steps: NDArray[np.int32]
    #: The number of expanded states.
    expanded: NDArray[np.int64]
    #: The number of generated successors.
    generated: NDArray[np.int64]
    #: The duration of each search.
    seconds: NDArray[np.float64]
    #: The solutions.
    solutions: list[Solution | None]

    def __len__(self) -> int:
        return len(self.solutions)

    def __getitem__(self, index: Any) -> Any:
        return self.solutions[index]

    def __iter__(self) -> Iterator[Solution | None]:
        return iter(self.solutions)

    def __repr__(self) -> str:
        counts = {status: self.status.count(status) for status in dict.fromkeys(self.status)}
        words = ", ".join(f"{count} {status}" for status, count in counts.items())
        return f"<Results: {words or 'no puzzles'}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Results) and self.to_dict() == other.to_dict()

    def to_arrow(self) -> Any:
        """Returns the columns as a table of pyarrow, which must be installed."""
        return needed("pyarrow", "to_arrow").table(self.to_dict())

    def to_polars(self) -> Any:
        """Returns the columns as a data frame of polars, which must be installed."""
        return needed("polars", "to_polars").DataFrame(self.to_dict())

    def to_dict(self) -> dict[str, list[Any]]:
        """Returns the columns as lists, for ``pandas.DataFrame(results.to_dict())`` or ``polars.DataFrame(...)``."""
        return {
            "status": list(self.status),
            "cost": self.cost.tolist(),
            "moves": self.moves.tolist(),
            "steps": self.steps.tolist(),
            "expanded": self.expanded.tolist(),
            "generated": self.generated.tolist(),
            "seconds": self.seconds.tolist(),
            "solution": [None if solution is None else str(solution) for solution in self.solutions],
        }


def solve_many(
    puzzles: Iterable[Puzzle | str],
    *,
    algorithm: Algorithm | None = None,
    heuristic: HeuristicName | None = None,
    metric: Metric | None = None,
    rules: Rules | None = None,
    max_states: int | None = None,
    max_memory: int | None = None,
    timeout: float | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Results:
    """Solves many puzzles on several threads, by default one for each core.

    Each puzzle is searched on one thread. With fewer puzzles than threads, a search of a large board uses several.
    The limits on states and time are for each puzzle, the memory is for all threads together. The callback ``progress`` gets the number
    of puzzles done and the number of all.

    >>> results = rushlab.solve_many(["......A..B..AXXB..A..B......CC......", "....AA..XX..BBB.................CC.."])
    >>> results.moves.tolist(), str(results[0])
    ([2, 1], 'BD2 XR3')
    """
    parsed = [Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle for puzzle in puzzles]
    columns = _solve_many(
        parsed,
        algorithm=algorithm,
        heuristic=heuristic,
        metric=metric,
        rules=rules,
        max_states=max_states,
        max_memory=max_memory,
        timeout=timeout,
        threads=threads,
        progress=progress,
    )
    return Results(*columns)
