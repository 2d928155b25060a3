"""A task for Inspect: ``inspect_ai.eval(rushlab.adapters.inspect_ai.rush_hour(), model=…)``."""

from __future__ import annotations

from typing import Any

from inspect_ai import Task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState

from rushlab.dataset import Dataset, Item
from rushlab.scoring import score

__all__ = ["rush_hour", "rush_hour_scorer"]


def rush_hour(dataset: Dataset | None = None, **constraints: Any) -> Task:
    """Returns a task over a dataset, by default over 100 generated puzzles that meet constraints."""
    items = Dataset(100, **constraints) if dataset is None else dataset
    samples = [_sample(item, number) for number, item in enumerate(items, 1)]
    return Task(dataset=MemoryDataset(samples, name="rush_hour"), scorer=rush_hour_scorer(), name="rush_hour")


def _sample(item: Item, number: int) -> Sample:
    metadata = {"puzzle": item["metadata"]["puzzle"], "optimum": item["metadata"]["optimum"]}
    return Sample(input=item["question"], target=item["answer"], id=number, metadata=metadata)


@scorer(metrics={"ratio": [mean(), stderr()], "optimal": [mean()], "legal": [mean()]})  # type: ignore[untyped-decorator,unused-ignore]
def rush_hour_scorer() -> Scorer:
    """Scores an answer: the optimum divided by its cost, whether it is optimal, and whether every move is legal."""

    async def score_state(state: TaskState, target: Target) -> Score:
        completion = state.output.completion
        found = score(state.metadata["puzzle"], completion, strict=False, optimum=state.metadata["optimum"])
        value = {"ratio": found.ratio, "optimal": float(found.optimal), "legal": float(found.legal)}
        return Score(value=value, answer=" ".join(map(str, found.moves)), explanation=found.reason)

    return score_state
