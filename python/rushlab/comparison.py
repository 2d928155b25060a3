"""Algorithms and heuristics compared on the same puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, cast

from rushlab._native import Position, Puzzle, _algorithms, heuristics, search
from rushlab.errors import InvalidArgument
from rushlab.names import Algorithm, HeuristicName, Metric, Rules

__all__ = ["AlgorithmInfo", "algorithms", "compare"]


class AlgorithmInfo(NamedTuple):
    """A search algorithm."""

    #: The name.
    name: str
    #: A one-line summary.
    summary: str
    #: Whether it uses a heuristic.
    informed: bool
    #: Whether it uses random numbers; such an algorithm proves nothing.
    random: bool


def algorithms() -> list[AlgorithmInfo]:
    """Returns all search algorithms.

    >>> [algorithm.name for algorithm in rushlab.algorithms() if algorithm.informed]
    ['greedy', 'astar', 'idastar', 'textbook-astar']
    """
    return [AlgorithmInfo(*row) for row in _algorithms()]


Heuristic = Callable[[Position], "float | None"]


def compare(
    puzzles: Iterable[Puzzle | str] | Puzzle | str,
    algorithms: Sequence[Algorithm] | None = None,
    heuristics: Sequence[HeuristicName] | Mapping[str, HeuristicName | Heuristic] | None = None,
    *,
    metric: Metric | None = None,
    rules: Rules | None = None,
    max_states: int | None = 1_000_000,
    max_memory: int | None = None,
    timeout: float | None = None,
    seed: int = 1,
    table: str | None = None,
) -> Any:
    """Runs algorithms on puzzles, informed ones once for each heuristic, and returns a list of rows (dictionaries).

    Heuristics are names, or a mapping of names to functions. ``table="pandas"`` or ``table="polars"`` returns a data frame.

    >>> rows = rushlab.compare("......A..B..AXXB..A..B......CC......", ["bfs", "astar"], ["h1", "h4"])
    >>> [(row["algorithm"], row["heuristic"], row["cost"], row["optimal"]) for row in rows]
    [('bfs', None, 2, True), ('astar', 'h1', 2, True), ('astar', 'h4', 2, True)]
    """
    if isinstance(puzzles, (Puzzle, str)):
        puzzles = [puzzles]
    known = {info.name: info for info in _infos()}
    names = list(algorithms) if algorithms is not None else [name for name, info in known.items() if not info.random]
    for name in names:
        if name not in known:
            raise InvalidArgument(f"there is no algorithm {name!r}; choose some of {', '.join(known)}")
    chosen = _heuristics(heuristics)
    rows = []
    for number, puzzle in enumerate(puzzles):
        parsed = Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle
        for name in names:
            for title, heuristic in chosen.items() if known[name].informed else [(None, None)]:
                outcome = search(
                    parsed,
                    cast(Algorithm, name),
                    heuristic=heuristic,
                    metric=metric,
                    rules=rules,
                    max_states=max_states,
                    max_memory=max_memory,
                    timeout=timeout,
                    seed=seed,
                )
                solution = outcome.solution
                rows.append(
                    {
                        "puzzle": parsed.name or str(number + 1),
                        "algorithm": name,
                        "heuristic": title,
                        "status": outcome.status,
                        "cost": outcome.cost,
                        "moves": None if solution is None else len(solution.moves),
                        "steps": None if solution is None else solution.steps,
                        "optimal": outcome.optimal,
                        "expanded": outcome.statistics.expanded,
                        "generated": outcome.statistics.generated,
                        "seconds": outcome.seconds,
                        "solution": None if solution is None else str(solution),
                    }
                )
    return _as_table(rows, table)


def _infos() -> list[AlgorithmInfo]:
    return [AlgorithmInfo(*row) for row in _algorithms()]


def _heuristics(
    given: Sequence[HeuristicName] | Mapping[str, HeuristicName | Heuristic] | None,
) -> dict[str, HeuristicName | Heuristic]:
    if given is None:
        return {name: cast(HeuristicName, name) for name, _ in heuristics()}
    if isinstance(given, Mapping):
        return dict(given)
    return {name: name for name in given}


def _as_table(rows: list[dict[str, Any]], table: str | None) -> Any:
    if table is None:
        return rows
    if table not in ("pandas", "polars"):
        raise InvalidArgument(f"there is no table {table!r}; choose pandas or polars")
    try:
        module = __import__(table)
    except ImportError as error:
        raise ImportError(f"table={table!r} needs the package {table}: pip install {table}") from error
    return module.DataFrame(rows)
