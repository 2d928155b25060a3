"""What the Gymnasium environments have in common: where puzzles come from, actions as moves, and rewards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from rushlab._native import Games, Move, Position, Puzzle
from rushlab.errors import InvalidArgument
from rushlab.files import built_in, load
from rushlab.names import Level, Metric, Reward, Rules

__all__ = ["RewardArgument", "Settings", "Source"]

#: Where puzzles come from: the built-in collection, a list, a file, or a function that makes a puzzle from a seed.
Source = Iterable["Puzzle | str"] | str | os.PathLike[str] | Callable[[int], Puzzle] | None

#: A reward: a name, or a function of the position before the action, the move (None if it is illegal) and the position after it.
RewardArgument = Reward | Callable[[Position, "Move | None", Position], float]


class Settings:
    """What both environments have in common: the pool of puzzles, the spaces, and the games."""

    def __init__(
        self,
        count: int,
        puzzles: Source,
        level: Level | None,
        size: tuple[int, int] | None,
        metric: Metric,
        rules: Rules | None,
        observation: str,
        reward: RewardArgument,
        max_steps: int,
        max_vehicles: int | None,
        distances: bool,
        pool: int,
    ) -> None:
        if observation not in ("grid", "vector"):
            raise InvalidArgument(f"there is no observation {observation!r}; choose grid or vector")
        self.metric, self.rules, self.observation = metric, rules, observation
        if puzzles is not None and level is not None:
            raise InvalidArgument("level= chooses built-in puzzles; leave it out, or leave out puzzles=")
        self.make = puzzles if callable(puzzles) else None
        found = self.read(puzzles, level, pool, size)
        if not found:
            raise InvalidArgument("there is no puzzle of this size; pass puzzles=")
        self.width, self.height = size or (found[0].width, found[0].height)
        self.max_vehicles = max_vehicles or self.width * self.height // 2
        self.max_distance = 1 if metric == "steps" else max(self.width, self.height) - 2
        self.games = Games(
            found,
            count,
            max_vehicles=self.max_vehicles,
            max_distance=self.max_distance,
            max_steps=max_steps,
            distances=distances,
            reward="cost" if callable(reward) else reward,
            seed=0,
        )
        self.reward = reward if callable(reward) else None
        self.pool = found

    def read(self, puzzles: Source, level: Level | None, pool: int, size: tuple[int, int] | None) -> list[Puzzle]:
        """Returns the puzzles of a source, with the rules of the environment."""
        if puzzles is None:
            width, height = size or (6, 6)
            found: Sequence[Puzzle | str] = built_in(level)
            found = [p for p in found if isinstance(p, Puzzle) and (p.width, p.height) == (width, height)]
        elif callable(puzzles):
            found = [puzzles(seed) for seed in range(pool)]
        elif isinstance(puzzles, (str, os.PathLike)):
            found = load(puzzles)
        else:
            found = list(puzzles)
        return [self.adapt(puzzle) for puzzle in found]

    def adapt(self, puzzle: Puzzle | str) -> Puzzle:
        """Returns a puzzle with the rules of the environment."""
        parsed = Puzzle.parse(puzzle) if isinstance(puzzle, str) else puzzle
        return parsed.with_rules(self.rules, metric=self.metric)

    def observation_space(self) -> gymnasium.spaces.Box:
        if self.observation == "grid":
            return gymnasium.spaces.Box(-1, self.max_vehicles, (self.height, self.width), np.int8)
        return gymnasium.spaces.Box(-1, 9999, (self.max_vehicles, 6), np.int16)

    def action_space(self) -> gymnasium.spaces.Discrete:
        return gymnasium.spaces.Discrete(self.max_vehicles * 2 * self.max_distance)

    def observe(self) -> NDArray[Any]:
        return self.games.grids() if self.observation == "grid" else self.games.features()

    def encode(self, position: Position, move: Move) -> int:
        """Returns the action that is a move."""
        puzzle = position.puzzle
        labels = [vehicle.label for vehicle in puzzle.vehicles]
        if move.vehicle not in labels or not 1 <= move.cells <= self.max_distance:
            raise InvalidArgument(f"no action is the move {move}")
        index, primary = labels.index(move.vehicle), puzzle.primary_index
        slot = 0 if index == primary else index + (index < primary)
        forward = move.direction in ("right", "down")
        return (slot * 2 + forward) * self.max_distance + move.cells - 1

    def decode(self, position: Position, action: int) -> Move:
        """Returns the move that is an action."""
        puzzle = position.puzzle
        slot, forward = divmod(action // self.max_distance, 2)
        vehicles = puzzle.vehicles
        if not 0 <= slot < len(vehicles):
            raise InvalidArgument(f"action {action} is no move of this puzzle")
        primary = puzzle.primary_index
        index = primary if slot == 0 else slot - (slot <= primary)
        vehicle = vehicles[index]
        words = ("left", "right") if vehicle.horizontal else ("up", "down")
        return Move(vehicle.label, words[forward], action % self.max_distance + 1)

    def rewarded(self, before: Position, action: int, illegal: bool, after: Position) -> float:
        """Returns the reward of a function of the caller."""
        assert self.reward is not None
        return float(self.reward(before, None if illegal else self.decode(before, action), after))
