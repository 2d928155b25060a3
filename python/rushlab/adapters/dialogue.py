"""Play of many turns: one move at a time, with a reason for every move that is refused."""

from __future__ import annotations

import base64
from typing import Any

from rushlab._native import Move, Position, Puzzle, _replay
from rushlab.files import render
from rushlab.prompts import question

__all__ = ["TURN", "Dialogue", "picture_message"]

#: How a turn must be written.
TURN = (
    "Answer with your next move alone: the letter of the vehicle, one of U D L R (up, down, left, right) and the number of cells, "
    "for example AR2 for vehicle A, two cells to the right."
)


class Dialogue:
    """A game with one who writes moves as text.

    >>> from rushlab.adapters.dialogue import Dialogue
    >>> game = Dialogue("......A..B..AXXB..A..B......CC......")
    >>> game.play("XR3")
    'The move was refused: X is blocked by B at row 3, column 4. Nothing has changed.'
    >>> print(game.play("I move B down: BD2").splitlines()[0])
    BD2 was played. This is the board now:
    >>> game.play("XR3"), game.solved, game.score
    ('XR3 was played. The puzzle is solved in 2 moves; 2 are enough.', True, 1.0)
    """

    def __init__(self, puzzle: Puzzle | str, max_turns: int = 100) -> None:
        self.puzzle = Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle
        self.position: Position = self.puzzle.start
        self.moves: list[Move] = []
        #: The reasons of the moves that were refused.
        self.refused: list[str] = []
        self.max_turns = max_turns
        self.optimum = self.puzzle.solve().cost

    @property
    def prompt(self) -> str:
        """The rules, the board and how to answer."""
        return question(self.puzzle, instruction=TURN)

    @property
    def solved(self) -> bool:
        """Whether the primary is at the exit."""
        return self.position.solved

    @property
    def over(self) -> bool:
        """Whether the puzzle is solved, or no turn is left."""
        return self.solved or len(self.moves) + len(self.refused) >= self.max_turns

    @property
    def cost(self) -> int:
        """The cost of the moves that were played, in the metric of the puzzle."""
        return sum(move.cells for move in self.moves) if self.puzzle.metric == "steps" else len(self.moves)

    @property
    def score(self) -> float:
        """The optimum divided by the cost, and 0 if the puzzle is not solved. Refused moves cost nothing but turns."""
        return min(1.0, self.optimum / self.cost) if self.solved and self.cost else float(self.solved)

    def play(self, text: str) -> str:
        """Plays the only move of a text, and returns what to answer."""
        if self.over:
            return "The game is over."
        found, _, _, reason = _replay(self.position.to_puzzle(), text, strict=False)
        if len(found) != 1 or reason is not None:
            return self._refuse(found, reason)
        self.position, [move] = self.position.play(found[0]), found
        self.moves.append(move)
        if self.solved:
            return f"{move} was played. The puzzle is solved in {self.cost} {self.puzzle.metric}; {self.optimum} are enough."
        return "\n".join([f"{move} was played. This is the board now:", *self.position.rows()])

    def _refuse(self, found: list[Move], reason: str | None) -> str:
        if len(found) > 1 or (found and reason):
            reason = "the text has several moves; write one"
        elif reason is None:
            reason = "the text has no move; write one, such as AR2"
        reason = reason.removeprefix("move 1 cannot be played: ")
        self.refused.append(reason)
        return f"The move was refused: {reason}. Nothing has changed."


def picture_message(puzzle: Puzzle, *, cell: int = 48) -> list[dict[str, Any]]:
    """Returns a question with a picture of the board instead of its text, in the form of the chat interfaces of OpenAI.

    >>> from rushlab.adapters.dialogue import picture_message
    >>> text, picture = picture_message(rushlab.built_in()[0])
    >>> text["type"], picture["image_url"]["url"][:22]
    ('text', 'data:image/png;base64,')
    """
    lines = question(puzzle).splitlines()
    words = [lines[0].replace(":", ", shown in the picture."), *lines[1 + puzzle.height :]]
    data = base64.b64encode(render(puzzle, format="png", cell=cell)).decode("ascii")
    return [
        {"type": "text", "text": "\n".join(words)},
        {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{data}"}},
    ]
