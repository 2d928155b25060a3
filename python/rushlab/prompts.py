"""Puzzles as questions for language models."""

from __future__ import annotations

from rushlab._native import Puzzle

__all__ = ["INSTRUCTION", "question"]

#: How an answer must be written.
INSTRUCTION = (
    "Answer with the list of moves alone, separated by spaces. A move is the letter of the vehicle, one of U D L R (up, down, left, right) "
    "and the number of cells, for example AR2 for vehicle A, two cells to the right."
)

_WORDS = {"right": "the right end of row", "left": "the left end of row", "top": "the top of column", "bottom": "the bottom of column"}


def question(puzzle: Puzzle, *, instruction: str = INSTRUCTION) -> str:
    """Returns a question: the board, the rules that apply to it, and how to answer.

    >>> print(rushlab.prompts.question(rushlab.Puzzle.parse("...XX.xxx")).splitlines()[2])
    XX.
    """
    side, line = puzzle.exit
    has_fuel = any(units is not None for units in puzzle.fuel)
    unit = "cells driven" if puzzle.metric == "steps" else "moves"
    parts = [
        f"This is a Rush Hour board with {puzzle.height} rows and {puzzle.width} columns:",
        *puzzle.start.rows(),
        "",
        "Each vehicle covers the cells with its label. A dot is an empty cell."
        + (" An x is a wall." if puzzle.walls else ""),
        "A vehicle moves along its own axis only, by any number of cells, and never through another vehicle"
        + (", a wall" if puzzle.walls else "")
        + " or off the board.",
    ]
    if has_fuel:
        tanks = [
            f"{vehicle.label} {units}" for vehicle, units in zip(puzzle.vehicles, puzzle.fuel) if units is not None
        ]
        parts.append(f"Each cell uses one unit of fuel. The tanks hold: {', '.join(tanks)}.")
    if puzzle.valet:
        parts.append(f"A vehicle other than {puzzle.primary} that reaches the exit along its row or column is removed.")
    parts.append(
        f"Move {puzzle.primary} until it touches {_WORDS[side]} {line + 1}, with as few {unit} as possible. It must not leave the board."
    )
    parts.append(instruction)
    return "\n".join(parts)
