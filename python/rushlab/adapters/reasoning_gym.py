"""A dataset for reasoning-gym. The import registers it: ``reasoning_gym.create_dataset("rushlab", size=100, seed=1)``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset

from rushlab.dataset import Dataset

__all__ = ["NAME", "RushlabConfig", "RushlabCurriculum", "RushlabDataset"]

#: The name of the dataset.
NAME = "rushlab"


@dataclass
class RushlabConfig:
    """What puzzles are generated."""

    min_moves: int = 2
    max_moves: int = 12
    min_walls: int = 0
    max_walls: int = 0
    width: int = 6
    height: int = 6
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Refuses what no puzzle has."""
        self.dataset(0)

    def dataset(self, seed: int) -> Dataset:
        """Returns the dataset."""
        return Dataset(
            self.size,
            seed=seed,
            size=(self.width, self.height),
            moves=(self.min_moves, self.max_moves),
            walls=(self.min_walls, self.max_walls),
        )


class RushlabDataset(ProceduralDataset):  # type: ignore[misc]
    """Generated puzzles. The score of an answer is the optimum divided by its cost, and 0 if a move is illegal."""

    def __init__(self, config: RushlabConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._dataset = config.dataset(self.seed)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        item: dict[str, Any] = {**self._dataset[idx]}
        config = self.config
        difficulty = {"moves": (config.min_moves, config.max_moves), "walls": (config.min_walls, config.max_walls)}
        item["metadata"] = {**item["metadata"], "source_dataset": NAME, "difficulty": difficulty}
        return item

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Returns the score of an answer, from 0 to 1."""
        return self._dataset.score_answer(answer, entry)  # type: ignore[arg-type]


class RushlabCurriculum(BaseCurriculum):  # type: ignore[misc]
    """Longer solutions, then walls."""

    def __init__(self) -> None:
        super().__init__(RushlabCurriculum.__name__, RushlabConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="moves",
                levels=[2, 5, 9, 14, 20, 30],
                description="Moves of an optimal solution",
                lower_field_name="min_moves",
                upper_field_name="max_moves",
                ensure_interval=True,
            ),
            RangeAttributeDefinition(
                name="walls",
                levels=[0, 1, 2, 3],
                description="Walls on the board",
                lower_field_name="min_walls",
                upper_field_name="max_walls",
                ensure_interval=True,
            ),
        )


if NAME not in DATASETS:
    register_dataset(NAME, RushlabDataset, RushlabConfig, RushlabCurriculum)
