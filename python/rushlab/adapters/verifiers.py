"""Tasks for verifiers: ``RushHourTaskset(RushHourConfig(count=100))``."""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from rushlab.dataset import Dataset
from rushlab.scoring import Score, score

__all__ = ["RushHourConfig", "RushHourData", "RushHourTask", "RushHourTaskset"]


class RushHourData(vf.TaskData):  # type: ignore[misc,name-defined,unused-ignore]
    """A puzzle and its optimum."""

    puzzle: str
    optimum: int


class RushHourTask(vf.Task[RushHourData, vf.State, vf.TaskConfig]):  # type: ignore[misc,name-defined,unused-ignore]
    """A puzzle. The reward is the optimum divided by the cost of the answer, and 0 if a move is illegal."""

    def found(self, trace: vf.Trace) -> Score:
        """Returns the score of the last reply."""
        return score(self.data.puzzle, trace.last_reply, strict=False, optimum=self.data.optimum)

    @vf.reward  # type: ignore[untyped-decorator,unused-ignore]
    async def ratio(self, trace: vf.Trace) -> float:
        return self.found(trace).ratio

    @vf.metric  # type: ignore[untyped-decorator,unused-ignore]
    async def optimal(self, trace: vf.Trace) -> float:
        return float(self.found(trace).optimal)

    @vf.metric  # type: ignore[untyped-decorator,unused-ignore]
    async def legal(self, trace: vf.Trace) -> float:
        return float(self.found(trace).legal)


class RushHourConfig(vf.TasksetConfig):  # type: ignore[misc,name-defined,unused-ignore]
    """What puzzles are generated."""

    count: int = 100
    seed: int = 42
    size: tuple[int, int] = (6, 6)
    moves: tuple[int, int] = (2, 12)
    walls: tuple[int, int] = (0, 0)


class RushHourTaskset(vf.Taskset[RushHourTask, RushHourConfig]):  # type: ignore[misc,name-defined,unused-ignore]
    """Generated puzzles."""

    def load(self) -> Iterator[RushHourTask]:
        """Yields the tasks."""
        config = self.config
        items = Dataset(config.count, seed=config.seed, size=config.size, moves=config.moves, walls=config.walls)
        for item in items:
            found = item["metadata"]
            data = RushHourData(prompt=item["question"], puzzle=found["puzzle"], optimum=found["optimum"])
            yield RushHourTask(data, config.task)
