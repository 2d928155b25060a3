"""A task for lm-evaluation-harness: ``lm_eval.simple_evaluate(model=…, tasks=[rushlab.adapters.lm_eval.task()])``."""

from __future__ import annotations

from typing import Any

import datasets
from lm_eval.api.task import ConfigurableTask

from rushlab.dataset import Dataset
from rushlab.scoring import score

__all__ = ["process_results", "task"]

#: The name of the task.
NAME = "rush_hour"


def task(dataset: Dataset | None = None, **constraints: Any) -> ConfigurableTask:
    """Returns a task over a dataset, by default over 100 generated puzzles that meet constraints."""
    items = Dataset(100, **constraints) if dataset is None else dataset
    names = ("puzzle", "optimum")
    rows = [
        {"question": item["question"], "answer": item["answer"], **{name: item["metadata"][name] for name in names}}
        for item in items
    ]
    metric = {"aggregation": "mean", "higher_is_better": True}
    return ConfigurableTask(
        config={
            "task": NAME,
            "custom_dataset": lambda **_: {"test": datasets.Dataset.from_list(rows)},
            "test_split": "test",
            "output_type": "generate_until",
            "doc_to_text": "{{question}}",
            "doc_to_target": "{{answer}}",
            "generation_kwargs": {"until": [], "max_gen_toks": 4096, "do_sample": False},
            "process_results": process_results,
            "metric_list": [{"metric": name, **metric} for name in ("ratio", "optimal", "legal")],
        }
    )


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """Scores the reply to a question."""
    found = score(doc["puzzle"], results[0], strict=False, optimum=doc["optimum"])
    return {"ratio": found.ratio, "optimal": float(found.optimal), "legal": float(found.legal)}
