"""A procedural dataset of puzzles for language models, in the style of reasoning-gym."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypedDict

from rushlab._native import Puzzle
from rushlab.errors import InvalidArgument
from rushlab.generation import generate
from rushlab.prompts import question
from rushlab.scoring import Score, score

__all__ = ["Dataset", "Item"]


class Item(TypedDict):
    """A question, an optimal answer, and the puzzle."""

    question: str
    answer: str
    metadata: dict[str, Any]


class Dataset:
    """A dataset of generated puzzles. Item i depends on the seed and on i alone.

    The other arguments are constraints, as for :func:`rushlab.generate`: ``size``, ``moves``, ``walls``, ``fuel``, ``rules`` and so on.

    >>> dataset = rushlab.Dataset(3, seed=1, size=(5, 5), moves=(2, 6))
    >>> item = dataset[0]
    >>> dataset.score_answer(item["answer"], item), dataset.score_answer("XR99", item)
    (1.0, 0.0)
    """

    def __init__(self, count: int = 500, *, seed: int = 42, **constraints: Any) -> None:
        if count < 0:
            raise InvalidArgument(f"a dataset has at least 0 items, not {count}")
        self._length, self._seed = count, seed
        self._constraints = {"moves": (2, 12), **constraints}

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, index: int) -> Item:
        if index < 0:
            index += self._length
        if not 0 <= index < self._length:
            raise IndexError(f"the dataset has {self._length} items")
        puzzle = self.puzzle(index)
        solution = puzzle.solve()
        metadata = {
            "source_dataset": "rushlab",
            "source_index": index,
            "puzzle": puzzle.to_text("json"),
            "board": str(puzzle.start),
            "metric": puzzle.metric,
            "optimum": solution.cost,
            "difficulty": {"moves": len(solution.moves), "vehicles": len(puzzle.vehicles)},
        }
        return {"question": question(puzzle), "answer": str(solution), "metadata": metadata}

    def puzzle(self, index: int) -> Puzzle:
        """Returns the puzzle of an item."""
        # Seeds of neighbouring datasets do not overlap for a million items.
        return generate(1, seed=(self._seed * 1_000_003 + index) % 2**63, **self._constraints)[0]

    def score(self, answer: str | None, item: Item, *, strict: bool = False) -> Score:
        """Scores an answer in detail."""
        puzzle = Puzzle.parse(item["metadata"]["puzzle"])
        return score(puzzle, answer, strict, optimum=item["metadata"]["optimum"])

    def score_answer(self, answer: str | None, entry: Item) -> float:
        """Returns 1 for an optimal answer, less for a longer one, and 0 if a move is illegal or the puzzle is not solved."""
        return self.score(answer, entry).ratio
