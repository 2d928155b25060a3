"""Gymnasium environments: one game, and many games at once in native code.

The primary has slot 0, the other vehicles follow in the order of the board. The vehicle of slot k has the value k + 1 on the grid, where
0 is empty and -1 a wall. An action is ``(slot * 2 + direction) * max_distance + cells - 1``; direction 0 is left or up, 1 is right or down.
``info["action_mask"]`` has a 1 for each legal action, and ``action_masks()`` a True. An illegal action changes nothing and counts as an
action. An action that no state has raises InvalidArgument.

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

import copy
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from rushlab._native import Move, Position, Puzzle, _pixels
from rushlab.games import RewardArgument, Settings, Source
from rushlab.names import Level, Metric, Rules
from rushlab.registration import register

__all__ = ["RushHourEnv", "RushHourVectorEnv", "register"]

#: The number of puzzles that a vector environment takes from a function.
POOL = 256

#: The side of a cell in pixels.
CELL = 40


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
        reward: ``cost`` (-1 for each action), ``sparse`` (1 at the goal) or ``regret`` (0 for an optimal move, else negative); or a
            function of the position before the action, the move (None if it is illegal) and the position after it.
        max_steps: the number of actions after which a game is truncated.
        max_vehicles: the number of slots; by default enough for every board of the size.
        distances: whether ``info`` has the exact ``distance`` to the nearest goal and the ``optimum`` of the puzzle.
        render_mode: ``ansi`` or ``rgb_array``.

    ``reset(options=...)`` takes ``{"puzzle": puzzle}``, or ``{"level": level}`` for a curriculum over the built-in puzzles.
    :meth:`clone`, :meth:`save` and :meth:`restore` serve tree searches; ``copy.deepcopy`` and ``pickle`` work too.

    >>> env = RushHourEnv(level="beginner")
    >>> observation, info = env.reset(seed=1)
    >>> saved, before = env.save(), env.position
    >>> other = env.clone()
    >>> result = other.step(int(other.action_masks().argmax()))
    >>> env.position == before, other.position == before
    (True, False)
    >>> other.restore(saved)
    >>> other.position == before
    True
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        puzzles: Source = None,
        *,
        level: Level | None = None,
        size: tuple[int, int] | None = None,
        metric: Metric = "moves",
        rules: Rules | None = None,
        observation: str = "grid",
        reward: RewardArgument = "cost",
        max_steps: int = 200,
        max_vehicles: int | None = None,
        distances: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self._settings = Settings(
            1, puzzles, level, size, metric, rules, observation, reward, max_steps, max_vehicles, distances, pool=1
        )
        self._games, self._reward = self._settings.games, self._settings.reward
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
        if self._reward is None:
            return self._games.step_one(int(action), self._features)
        before = self.position
        observation, _, terminated, truncated, info = self._games.step_one(int(action), self._features)
        reward = self._settings.rewarded(before, int(action), info["illegal"], self.position)
        return observation, reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal, as MaskablePPO of sb3-contrib asks for them."""
        return np.asarray(self._games.masks()[0], dtype=bool)

    def clone(self) -> RushHourEnv:
        """Returns a copy that goes on by itself; puzzles and distances are shared."""
        return copy.deepcopy(self)

    def save(self) -> Any:
        """Returns the state of the game, for :meth:`restore`."""
        return self._games.save()

    def restore(self, state: Any) -> None:
        """Returns to a state that :meth:`save` has returned, of this environment or of a copy."""
        self._games.restore(state)

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
        return self._settings.encode(self.position, Move.parse(move) if isinstance(move, str) else move)

    def decode(self, action: int) -> Move:
        """Returns the move that is an action."""
        return self._settings.decode(self.position, int(action))

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return "\n".join(self.position.rows())
        if self.render_mode == "rgb_array":
            return _pixels(self.position, CELL)
        return None


class RushHourVectorEnv(VectorEnv[NDArray[Any], NDArray[Any], NDArray[Any]]):
    """Many games of Rush Hour, in native code. The arguments are those of :class:`RushHourEnv`.

    A function as the source is called ``pool`` times at the start; :meth:`set_puzzles` replaces the puzzles, for a curriculum, and so does
    ``reset(options={"level": level})`` or ``{"puzzle": puzzle}``. With ``autoreset_mode`` NEXT_STEP, a game that is over starts again in
    the next step, whose action is ignored; with SAME_STEP it starts at once, and ``info`` has ``final_obs`` and ``final_info``; with
    DISABLED it must be reset: ``reset(options={"reset_mask": mask})``.

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
        level: Level | None = None,
        size: tuple[int, int] | None = None,
        metric: Metric = "moves",
        rules: Rules | None = None,
        observation: str = "grid",
        reward: RewardArgument = "cost",
        max_steps: int = 200,
        max_vehicles: int | None = None,
        distances: bool = False,
        pool: int = POOL,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
    ) -> None:
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        settings = Settings(
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

    def set_puzzles(self, puzzles: Source, *, level: Level | None = None) -> None:
        """Replaces the puzzles. Games in progress end with their puzzles."""
        settings = self._settings
        self._games.set_puzzles(settings.read(puzzles, level, POOL, (settings.width, settings.height)))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        super().reset(seed=seed)
        options = options or {}
        if "puzzle" in options:
            self.set_puzzles([options["puzzle"]])
        elif "level" in options:
            self.set_puzzles(None, level=options["level"])
        mask = options.get("reset_mask")
        number = int(self.np_random.integers(2**62)) if seed is not None or mask is None else None
        found = self._games.reset(seed=number, mask=None if mask is None else np.asarray(mask, dtype=bool))
        return self._settings.observe(), self._with_masks(found)

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        actions = np.asarray(actions, dtype=np.int64)
        before = self._positions() if self._settings.reward is not None else []
        found = self._games.step(actions, autoreset=self.autoreset_mode == AutoresetMode.NEXT_STEP)
        reward, terminated, truncated = found.pop("reward"), found.pop("terminated"), found.pop("truncated")
        for game, (position, after) in enumerate(zip(before, self._positions() if before else [])):
            # The first step after the end only starts the next game.
            if reward[game] != 0.0:
                reward[game] = self._settings.rewarded(position, int(actions[game]), found["illegal"][game], after)
        over = terminated | truncated
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            return self._restarted(reward, terminated, truncated, found)
        return self._settings.observe(), reward, terminated, truncated, self._with_masks(found)

    def _restarted(
        self, reward: NDArray[Any], terminated: NDArray[Any], truncated: NDArray[Any], found: dict[str, NDArray[Any]]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Starts the games that are over, and returns their last observations beside those of the new games."""
        over, last = terminated | truncated, self._settings.observe()
        final = np.full(self.num_envs, None, dtype=object)
        for game in np.flatnonzero(over):
            final[game] = last[game]
        info = self._with_masks({**self._games.reset(mask=over), "illegal": found["illegal"]})
        final_info = {**found, **{f"_{name}": over for name in found}}
        info |= {"final_obs": final, "_final_obs": over, "final_info": final_info, "_final_info": over}
        return self._settings.observe(), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal: games × actions."""
        return np.asarray(self._games.masks(), dtype=bool)

    def _positions(self) -> list[Position]:
        return [self._games.position(game) for game in range(self.num_envs)]

    def _with_masks(self, found: dict[str, NDArray[Any]]) -> dict[str, Any]:
        """Adds the arrays that say which games have the information: all."""
        return {**found, **{f"_{name}": self._all for name in found}}

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode != "ansi":
            return None
        return tuple("\n".join(position.rows()) for position in self._positions())
