"""Scores written answers by the rules. No illegal move is ever accepted."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rushlab._native import Move, Position, Puzzle, _replay
from rushlab.errors import InvalidArgument, LimitReached, Unsolvable

__all__ = ["Score", "score"]


@dataclass(frozen=True)
class Score:
    """The score of an answer."""

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


def score(
    board: Puzzle | str,
    text: str | None,
    strict: bool = True,
    *,
    notation: str | None = None,
    metric: str | None = None,
    rules: str | None = None,
    optimum: int | None = None,
    max_states: int | None = None,
    timeout: float | None = None,
) -> Score:
    """Scores an answer: a list of moves in any notation, such as ``BD2 XR3``, ``B+2 X+3`` or ``B down 2; X right 3``.

    With ``strict=True`` the text is the list of moves and nothing else. With ``strict=False`` the moves may stand in prose: between
    ``<answer>`` tags, in the last code block, or in the last line that is a list of moves. The rules are the same: the first illegal move
    ends the answer. ``optimum`` saves the search for the least cost.

    >>> board = "......A..B..AXXB..A..B......CC......"
    >>> result = rushlab.score(board, "B+2 X+3")
    >>> result.legal, result.solved, result.optimal
    (True, True, True)
    >>> result = rushlab.score(board, "X+3 B+2")
    >>> result.legal, result.reason
    (False, 'move 1 cannot be played: X is blocked by B at row 3, column 4')
    """
    puzzle = Puzzle.parse(board) if isinstance(board, str) else board
    puzzle = puzzle.with_rules(rules, metric=metric)
    found = (text or "") if strict else _moves_in(text or "")
    unreadable = None
    try:
        moves, position, steps, reason = _replay(puzzle, found, notation=notation)
    except InvalidArgument as error:
        unreadable = str(error)
        moves, position, steps, reason = _replay(puzzle, "")
    reason = unreadable or reason
    cost = steps if puzzle.metric == "steps" else len(moves)
    legal = reason is None
    solved = legal and position.solved
    if solved and optimum is None:
        try:
            optimum = puzzle.solve(max_states=max_states, timeout=timeout).cost
        except (LimitReached, Unsolvable):
            optimum = None
    if legal and not solved:
        reason = "the primary is not at the exit after the last move" if moves else "the answer has no moves"
    if solved and optimum is None:
        reason = "the optimum is not known"
    elif solved and optimum is not None and cost > optimum:
        reason = f"the answer has {cost} {puzzle.metric}, and {optimum} are enough"
    ratio = 0.0
    if solved and optimum is not None:
        ratio = optimum / cost if cost else 1.0
    return Score(legal, solved, solved and cost == optimum, cost, optimum, min(ratio, 1.0), reason, moves, position)


_ANSWER = re.compile(r"<answer>(.*?)</answer>", re.DOTALL | re.IGNORECASE)
_CODE = re.compile(r"```[^\n`]*\n(.*?)```", re.DOTALL)
_TOKEN = r"(?:\w{1,16}[+-]\d+|\w{1,16}[UDLR]\d+|\w{1,16}\s+(?:up|down|left|right)\s+\d+|\w{1,16}\s*[↑↓←→]\s*\d+)"
_MOVES = re.compile(rf"{_TOKEN}(?:[\s,;]+{_TOKEN})*", re.IGNORECASE)


def _moves_in(text: str) -> str:
    """Returns the part of a text that is the list of moves."""
    for pattern in (_ANSWER, _CODE):
        if blocks := pattern.findall(text):
            return str(blocks[-1]).strip()
    lines = [line.strip().strip("`*.").strip() for line in text.splitlines()]
    for line in reversed(lines):
        after = line.rsplit(":", 1)[-1].strip().strip("`*.").strip()
        for part in (line, after):
            if _MOVES.fullmatch(part):
                return part
    return text
