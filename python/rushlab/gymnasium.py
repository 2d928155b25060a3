"""Gymnasium environments: one game, and many games at once in native code.

The primary has slot 0, the other vehicles follow in the order of the board. The vehicle of slot k has the value k + 1 on the grid, where
0 is empty and -1 a wall. An action is ``(slot * 2 + direction) * max_distance + cells - 1``; direction 0 is left or up, 1 is right or down.
``info["action_mask"]`` has a 1 for each legal action. An illegal action changes nothing and counts as an action.

>>> import gymnasium
>>> env = gymnasium.make("rushlab/RushHour-v0", level="beginner", distances=True)
>>> observation, info = env.reset(seed=1)
>>> observation.shape, bool(info["distance"] == info["optimum"])
((6, 6), True)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> reward, info["illegal"]
(-1.0, False)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rushlab._native import Games, Move, Position, Puzzle
from rushlab.errors import InvalidArgument
from rushlab.files import built_in, load
from rushlab.registration import register

__all__ = ["RushHourEnv", "RushHourVectorEnv", "register"]

#: Where puzzles come from: the built-in collection, a list, a file, or a function that makes a puzzle from a seed.
Source = Iterable["Puzzle | str"] | str | os.PathLike[str] | Callable[[int], Puzzle] | None

#: The number of puzzles that a vector environment takes from a function.
POOL = 256


class _Settings:
    """What both environments have in common: the pool of puzzles, the spaces, and the games."""

    def __init__(
        self,
        count: int,
        puzzles: Source,
        level: str | None,
        size: tuple[int, int] | None,
        metric: str,
        rules: str | None,
        observation: str,
        reward: str,
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
            reward=reward,
            seed=0,
        )
        self.pool = found

    def read(self, puzzles: Source, level: str | None, pool: int, size: tuple[int, int] | None) -> list[Puzzle]:
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


class RushHourEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """One game of Rush Hour.

    Arguments:
        puzzles: where puzzles come from: None for the built-in ones, a list, a file in any format, or a function that makes a puzzle
            from a seed, such as ``lambda seed: rushlab.generate(seed=seed, moves=(5, 10))[0]``, which is called at each reset.
        level: a level of the built-in puzzles, ``beginner`` to ``expert``.
        size: columns and rows; by default those of the first puzzle.
        metric: ``moves`` (a vehicle moves any distance at once) or ``steps`` (one cell).
        rules: ``plain`` or ``comp472``; by default those of the puzzles.
        observation: ``grid``, or ``vector``: present, horizontal, line, offset, length and fuel of each slot.
        reward: ``cost`` (-1 for each action), ``sparse`` (1 at the goal) or ``regret`` (0 for an optimal move, else negative).
        max_steps: the number of actions after which a game is truncated.
        max_vehicles: the number of slots; by default enough for every board of the size.
        distances: whether ``info`` has the exact ``distance`` to the nearest goal and the ``optimum`` of the puzzle.
        render_mode: ``ansi`` or ``rgb_array``.

    ``reset(options=...)`` takes ``{"puzzle": puzzle}``, or ``{"level": level}`` for a curriculum over the built-in puzzles.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        puzzles: Source = None,
        *,
        level: str | None = None,
        size: tuple[int, int] | None = None,
        metric: str = "moves",
        rules: str | None = None,
        observation: str = "grid",
        reward: str = "cost",
        max_steps: int = 200,
        max_vehicles: int | None = None,
        distances: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._settings = _Settings(
            1, puzzles, level, size, metric, rules, observation, reward, max_steps, max_vehicles, distances, pool=1
        )
        self._games = self._settings.games
        self._features = observation == "vector"
        self.observation_space = self._settings.observation_space()
        self.action_space = self._settings.action_space()
        self.max_distance = self._settings.max_distance
        self.render_mode = render_mode
        self._chosen = self._settings.pool
        self._levels: dict[str, list[Puzzle]] = {}

    @property
    def position(self) -> Position:
        """The position."""
        return self._games.position(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        options = options or {}
        number = int(self.np_random.integers(2**62))
        self._choose_puzzles(options, number)
        info = self._info(self._games.reset(seed=number))
        return self._observe(), info

    def _choose_puzzles(self, options: dict[str, Any], seed: int) -> None:
        """Sets the puzzles that the next game is chosen from."""
        settings = self._settings
        if "puzzle" in options:
            chosen = [settings.adapt(options["puzzle"])]
        elif "level" in options:
            level = options["level"]
            if level not in self._levels:
                self._levels[level] = settings.read(None, level, 0, (settings.width, settings.height))
            chosen = self._levels[level]
        elif settings.make is not None:
            chosen = [settings.adapt(settings.make(seed % 2**31))]
        else:
            chosen = settings.pool
        if chosen is not self._chosen:
            self._chosen = chosen
            self._games.set_puzzles(chosen)

    def step(self, action: np.int64 | int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        return self._games.step_one(int(action), self._features)

    def _observe(self) -> NDArray[Any]:
        found: NDArray[Any] = (self._games.features() if self._features else self._games.grids())[0]
        return found

    @staticmethod
    def _info(found: dict[str, NDArray[Any]]) -> dict[str, Any]:
        mask = found.pop("action_mask")[0]
        info: dict[str, Any] = {name: values[0].item() for name, values in found.items()}
        info["action_mask"] = mask
        return info

    def encode(self, move: Move | str) -> int:
        """Returns the action that is a move."""
        move = Move.parse(move) if isinstance(move, str) else move
        puzzle = self.position.puzzle
        labels = [vehicle.label for vehicle in puzzle.vehicles]
        if move.vehicle not in labels or not 1 <= move.cells <= self.max_distance:
            raise InvalidArgument(f"no action is the move {move}")
        index, primary = labels.index(move.vehicle), puzzle.primary_index
        slot = 0 if index == primary else index + (index < primary)
        forward = move.direction in ("right", "down")
        return (slot * 2 + forward) * self.max_distance + move.cells - 1

    def decode(self, action: int) -> Move:
        """Returns the move that is an action."""
        puzzle = self.position.puzzle
        slot, forward = divmod(int(action) // self.max_distance, 2)
        vehicles = puzzle.vehicles
        if not 0 <= slot < len(vehicles):
            raise InvalidArgument(f"action {action} is no move of this puzzle")
        primary = puzzle.primary_index
        index = primary if slot == 0 else slot - (slot <= primary)
        vehicle = vehicles[index]
        words = ("left", "right") if vehicle.horizontal else ("up", "down")
        return Move(vehicle.label, words[forward], int(action) % self.max_distance + 1)

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return "\n".join(self.position.rows())
        if self.render_mode == "rgb_array":
            return _pixels(self.position.to_grid())
        return None


class RushHourVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Many games of Rush Hour, in native code. The arguments are those of :class:`RushHourEnv`.

    A function as the source is called ``pool`` times at the start; :meth:`set_puzzles` replaces the puzzles, for a curriculum. A game
    that is over starts again in the next step, whose action is ignored (``AutoresetMode.NEXT_STEP``).

    >>> env = RushHourVectorEnv(4, level="beginner")
    >>> observations, info = env.reset(seed=1)
    >>> observations.shape, info["action_mask"].shape
    ((4, 6, 6), (4, 144))
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi"],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        puzzles: Source = None,
        *,
        level: str | None = None,
        size: tuple[int, int] | None = None,
        metric: str = "moves",
        rules: str | None = None,
        observation: str = "grid",
        reward: str = "cost",
        max_steps: int = 200,
        max_vehicles: int | None = None,
        distances: bool = False,
        pool: int = POOL,
        render_mode: str | None = None,
    ) -> None:
        settings = _Settings(
            num_envs, puzzles, level, size, metric, rules, observation, reward, max_steps, max_vehicles, distances, pool
        )
        self._settings, self._games = settings, settings.games
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = settings.observation_space()
        self.single_action_space = settings.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, dtype=bool)

    def set_puzzles(self, puzzles: Source, *, level: str | None = None) -> None:
        """Replaces the puzzles. Games in progress end with their puzzles."""
        settings = self._settings
        self._games.set_puzzles(settings.read(puzzles, level, POOL, (settings.width, settings.height)))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        found = self._games.reset(seed=int(self.np_random.integers(2**62)))
        return self._settings.observe(), self._with_masks(found)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        found = self._games.step(np.asarray(actions, dtype=np.int64), autoreset=True)
        reward, terminated, truncated = found.pop("reward"), found.pop("terminated"), found.pop("truncated")
        return self._settings.observe(), reward, terminated, truncated, self._with_masks(found)

    def _with_masks(self, found: dict[str, NDArray[Any]]) -> dict[str, Any]:
        """Adds the arrays that say which games have the information: all."""
        return {**found, **{f"_{name}": self._all for name in found}}

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode != "ansi":
            return None
        return tuple("\n".join(self._games.position(game).rows()) for game in range(self.num_envs))


def _pixels(grid: NDArray[np.int16], cell: int = 24) -> NDArray[np.uint8]:
    """Returns a simple picture: one colour for each vehicle, red for the primary."""
    values = np.arange(-1, grid.max() + 1)
    hues = (values * 47) % 180
    colours = np.stack([60 + hues, 200 - hues, 120 + (hues * 7) % 120], axis=1).astype(np.uint8)
    colours[0], colours[1], colours[2] = (60, 60, 60), (235, 235, 235), (214, 40, 40)
    picture = colours[grid + 1].repeat(cell, axis=0).repeat(cell, axis=1)
    # A light line where two vehicles meet.
    for axis in (0, 1):
        borders = np.nonzero(np.diff(grid.repeat(cell, axis=0).repeat(cell, axis=1), axis=axis))
        picture[borders] = (250, 250, 250)
    return picture
