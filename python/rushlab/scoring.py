"""Scores written answers by the rules. No illegal move is ever accepted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from rushlab._native import Move, Position, Puzzle, Solution, _replay
from rushlab.errors import InvalidArgument, InvalidPuzzle, LimitReached, Unsolvable
from rushlab.many import solve_many
from rushlab.names import Metric, Notation, Rules

__all__ = ["Score", "score", "score_many"]


@dataclass(frozen=True)
class Score:
    """The score of an answer.

    >>> score = rushlab.score("......A..B..AXXB..A..B......CC......", "BD1 BD1 XR3")
    >>> score.ratio, score.regrets, score.distance, score.partial
    (0.6666666666666666, [1, 0, 0], 0, 0.8333333333333333)
    """

    #: Whether the answer is a list of moves, and every move is legal.
    legal: bool
    #: Whether the answer is legal and the primary is at the exit after the last move.
    solved: bool
    #: Whether the answer solves the puzzle with the least cost.
    optimal: bool
    #: The cost of the moves that were played, in the metric of the puzzle.
    cost: int
    #: The least cost; None if it is not known or if there is no solution.
    optimum: int | None
    #: The least cost divided by the cost of the answer: 1 if it is optimal, 0 if it does not solve the puzzle.
    ratio: float
    #: Why the answer is not optimal; None if it is.
    reason: str | None
    #: The moves that were played, up to the first that is illegal.
    moves: list[Move] = field(repr=False)
    #: The position after them.
    position: Position = field(repr=False)
    #: The limits of the searches for the distances.
    _limits: tuple[int | None, float | None] = field(default=(None, None), repr=False, compare=False)

    @cached_property
    def distance(self) -> int | None:
        """The least cost from the position after the moves to the exit; None if it is not known or if there is no solution."""
        return self._distance(self.position)

    @cached_property
    def regrets(self) -> list[int | None]:
        """What each move costs more than an optimal one; None if a distance is not known or if there is no solution."""
        steps = self.position.puzzle.metric == "steps"
        position, regrets = self.position.puzzle.start, list[int | None]()
        before = self._first_distance
        for move in self.moves:
            position = position.play(move)
            after = self._distance(position)
            cost = move.cells if steps else 1
            regrets.append(None if before is None or after is None else cost + after - before)
            before = after
        return regrets

    @property
    def partial(self) -> float:
        """Partial credit, from 0 to 1.

        It is 0 if a move is illegal, (1 + ratio) / 2 if the puzzle is solved, and else (1 - distance / optimum) / 2, at least 0. So every
        solution has more than every answer that does not solve the puzzle.
        """
        if self.solved:
            return (1 + self.ratio) / 2
        optimum = self._first_distance if self.legal else None
        if not optimum or self.distance is None:
            return 0.0
        return max(0.0, 1 - self.distance / optimum) / 2

    @cached_property
    def _first_distance(self) -> int | None:
        return self.optimum if self.optimum is not None else self._distance(self.position.puzzle.start)

    def _distance(self, position: Position) -> int | None:
        if position.solved:
            return 0
        max_states, timeout = self._limits
        try:
            return position.to_puzzle().solve(max_states=max_states, timeout=timeout).cost
        except (InvalidPuzzle, LimitReached, Unsolvable):
            return None


def score(
    board: Puzzle | str,
    text: str | None,
    strict: bool = True,
    *,
    notation: Notation | None = None,
    metric: Metric | None = None,
    rules: Rules | None = None,
    optimum: int | None = None,
    max_states: int | None = None,
    timeout: float | None = None,
) -> Score:
    """Scores an answer: a list of moves in any notation, such as ``BD2 XR3``, ``B+2 X+3`` or ``B down 2; X right 3``.

    With ``strict=True`` the text is the list of moves and nothing else. With ``strict=False`` the moves may stand in prose, one after the
    other or one a line. Then every move in the text counts, in order, also one that cannot be played. Only three things do not count:
    drafts between ``<think>`` tags; everything outside of ``<answer>`` or ``\\boxed{}``, if the text has one of them; and a list of two or
    more moves that repeats all moves before it. The first illegal move ends the answer. ``optimum`` saves the search for the least cost.

    >>> board = "......A..B..AXXB..A..B......CC......"
    >>> result = rushlab.score(board, "B+2 X+3")
    >>> result.legal, result.solved, result.optimal
    (True, True, True)
    >>> result = rushlab.score(board, "X+3 B+2")
    >>> result.legal, result.reason
    (False, 'move 1 cannot be played: X is blocked by B at row 3, column 4')
    """
    if not isinstance(strict, bool):
        raise InvalidArgument(f"strict= is True or False, not {strict!r}")
    if text is not None and not isinstance(text, str):
        raise InvalidArgument(f"an answer is a text or None, not {text!r}")
    puzzle = _puzzle(board, rules, metric)
    moves, position, steps, reason = _replay(puzzle, text or "", notation=notation, strict=strict)
    if reason is None and not moves:
        reason = "the answer has no moves"
    cost = steps if puzzle.metric == "steps" else len(moves)
    legal = reason is None
    solved = legal and position.solved
    if solved and optimum is None:
        try:
            optimum = puzzle.solve(max_states=max_states, timeout=timeout).cost
        except (LimitReached, Unsolvable):
            optimum = None
    if legal and not solved:
        reason = "the primary is not at the exit after the last move"
    elif solved and optimum is None:
        reason = "the optimum is not known"
    elif solved and optimum is not None and cost > optimum:
        reason = f"the answer has {cost} {puzzle.metric}, and {optimum} are enough"
    ratio = min(optimum / cost, 1.0) if solved and optimum is not None else 0.0
    limits = (max_states, timeout)
    return Score(legal, solved, solved and cost == optimum, cost, optimum, ratio, reason, moves, position, limits)


def score_many(
    boards: Iterable[Puzzle | str] | Puzzle | str,
    texts: Iterable[str | None],
    strict: bool = True,
    *,
    notation: Notation | None = None,
    metric: Metric | None = None,
    rules: Rules | None = None,
    max_states: int | None = None,
    timeout: float | None = None,
    threads: int | None = None,
) -> list[Score]:
    """Scores many answers, each of its own board or all of one. Each board is solved once, on several threads.

    >>> scores = rushlab.score_many("......A..B..AXXB..A..B......CC......", ["BD2 XR3", "XR3", "BD2"])
    >>> [score.optimal for score in scores], [score.legal for score in scores]
    ([True, False, False], [True, False, True])
    """
    answers = list(texts)
    if isinstance(boards, (Puzzle, str)):
        puzzles = [_puzzle(boards, rules, metric)] * len(answers)
    else:
        puzzles = [_puzzle(board, rules, metric) for board in boards]
    if len(puzzles) != len(answers):
        raise InvalidArgument(f"{len(puzzles)} boards for {len(answers)} answers; give one board, or one for each answer")
    distinct = list(dict.fromkeys(puzzles))
    results = solve_many(distinct, max_states=max_states, timeout=timeout, threads=threads)
    optima = {puzzle: _optimum(solution) for puzzle, solution in zip(distinct, results)}
    limits = {"max_states": max_states, "timeout": timeout}
    return [
        score(puzzle, text, strict, notation=notation, optimum=optima[puzzle], **limits)  # type: ignore[arg-type]
        for puzzle, text in zip(puzzles, answers)
    ]


def _puzzle(board: Puzzle | str, rules: Rules | None, metric: Metric | None) -> Puzzle:
    puzzle = Puzzle.parse(board) if isinstance(board, str) else board
    return puzzle.with_rules(rules, metric=metric)


def _optimum(solution: Solution | None) -> int | None:
    return solution.cost if solution is not None and solution.optimal else None
