"""A procedural dataset of puzzles for language models, in the style of reasoning-gym."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, SupportsIndex, TypedDict, overload

from rushlab._native import Puzzle
from rushlab.errors import InvalidArgument
from rushlab.files import write
from rushlab.generation import generate
from rushlab.prompts import question
from rushlab.scoring import Score, score

__all__ = ["Dataset", "Item"]


class Item(TypedDict):
    """A question, an optimal answer, and the puzzle.

    >>> item = rushlab.Dataset(puzzles=["......A..B..AXXB..A..B......CC......"])[0]
    >>> item["answer"], item["metadata"]["optimum"]
    ('BD2 XR3', 2)
    """

    question: str
    answer: str
    metadata: dict[str, Any]


class Dataset:
    """A dataset of puzzles: generated ones, or those of a list. Item i of generated ones depends on the seed and on i alone.

    The other arguments are constraints, as for :func:`rushlab.generate`: ``size``, ``moves``, ``walls``, ``fuel``, ``rules`` and so on.
    An item is made when it is first used, and then kept. :meth:`save` stores the items, and :meth:`load` reads them.

    >>> dataset = rushlab.Dataset(3, seed=1, size=(5, 5), moves=(2, 6))
    >>> item = dataset[0]
    >>> dataset.score_answer(item["answer"], item), dataset.score_answer("XR99", item)
    (1.0, 0.0)
    >>> [item["metadata"]["source_index"] for item in dataset[1:]]
    [1, 2]
    """

    def __init__(
        self,
        count: SupportsIndex | None = None,
        *,
        seed: SupportsIndex = 42,
        puzzles: Iterable[Puzzle | str] | None = None,
        **constraints: Any,
    ) -> None:
        self._seed = operator.index(seed)
        self._items: dict[int, Item] = {}
        self._puzzles: list[Puzzle] | None = None
        if puzzles is not None:
            if constraints:
                raise InvalidArgument(f"puzzles= are not generated; leave out {', '.join(constraints)}")
            self._puzzles = [Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle for puzzle in puzzles]
            count = len(self._puzzles) if count is None else min(operator.index(count), len(self._puzzles))
        self._length = 500 if count is None else operator.index(count)
        if self._length < 0:
            raise InvalidArgument(f"a dataset has at least 0 items, not {self._length}")
        self._constraints = {"moves": (2, 12), **constraints}
        if puzzles is None:
            # Wrong constraints raise here.
            generate(0, seed=0, **self._constraints)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return (self[index] for index in range(len(self)))

    @overload
    def __getitem__(self, index: SupportsIndex) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Item | list[Item]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._length))]
        number = self._number(index)
        if number not in self._items:
            self._items[number] = self._make(number)
        return self._items[number]

    def _number(self, index: SupportsIndex) -> int:
        number = operator.index(index)
        if number < 0:
            number += self._length
        if not 0 <= number < self._length:
            raise IndexError(f"the dataset has {self._length} items")
        return number

    def _make(self, index: int) -> Item:
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

    def puzzle(self, index: SupportsIndex) -> Puzzle:
        """Returns the puzzle of an item."""
        number = self._number(index)
        if number in self._items:
            return Puzzle.parse(self._items[number]["metadata"]["puzzle"])
        if self._puzzles is not None:
            return self._puzzles[number]
        # Seeds of neighbouring datasets do not overlap for a million items.
        return generate(1, seed=(self._seed * 1_000_003 + number) % 2**63, **self._constraints)[0]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes all items, a line of JSON each."""
        write(Path(path), "".join(json.dumps(item) + "\n" for item in self).encode())

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Dataset:
        """Reads the items that :meth:`save` has written."""
        with open(path, encoding="utf-8") as file:
            return cls.of_items(json.loads(line) for line in file if line.strip())

    @classmethod
    def of_items(cls, items: Iterable[Item]) -> Dataset:
        """Returns a dataset of stored items."""
        dataset = cls(0)
        dataset._items = dict(enumerate(items))
        dataset._length = len(dataset._items)
        return dataset

    def score(self, answer: str | None, item: Item, *, strict: bool = False) -> Score:
        """Scores an answer in detail."""
        puzzle = Puzzle.parse(item["metadata"]["puzzle"])
        return score(puzzle, answer, strict, optimum=item["metadata"]["optimum"])

    def score_answer(self, answer: str | None, entry: Item) -> float:
        """Returns 1 for an optimal answer, less for a longer one, and 0 if a move is illegal or the puzzle is not solved."""
        return self.score(answer, entry).ratio
