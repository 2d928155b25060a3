"""A game of many turns for TextArena. The import registers it: ``textarena.make("Rushlab-v0")``."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import textarena
from textarena.envs.registration import ENV_REGISTRY, register

from rushlab._native import Puzzle
from rushlab.adapters.dialogue import Dialogue
from rushlab.files import built_in

__all__ = ["ENV_ID", "RushlabEnv"]

#: The id of the environment.
ENV_ID = "Rushlab-v0"


class RushlabEnv(textarena.Env):  # type: ignore[misc]
    """One puzzle, one move a turn. The reward is the optimum divided by the cost of the moves, and 0 if no turn is left."""

    def __init__(self, puzzles: Sequence[Puzzle | str] | None = None, max_turns: int = 100, refusals: int = 10) -> None:
        super().__init__()
        self.puzzles = list(puzzles) if puzzles is not None else list[Puzzle | str](built_in())
        self.max_turns, self.refusals = max_turns, refusals

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Starts a game with a random puzzle."""
        self.state = textarena.SinglePlayerState(
            num_players=num_players, seed=seed, max_turns=self.max_turns, error_allowance=self.refusals
        )
        self.game = Dialogue(random.Random(seed).choice(self.puzzles), self.max_turns)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return self.game.prompt

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays the move of a text. A move that is refused changes nothing and is answered with the reason."""
        kinds = textarena.ObservationType
        self.state.add_observation(action, kinds.PLAYER_ACTION, from_id=self.state.current_player_id)
        refused = len(self.game.refused)
        reply = self.game.play(action)
        if self.game.solved:
            self.state.set_outcome(self.game.score, reply)
        elif len(self.game.refused) > refused:
            self.state.set_invalid_move(reply, 0.0)
        else:
            self.state.add_observation(reply, kinds.GAME_BOARD)
        if self.game.over and not self.game.solved:
            self.state.set_outcome(0.0, "no turn is left")
        done, info = self.state.step()
        return done, info


if ENV_ID not in ENV_REGISTRY:
    register(ENV_ID, RushlabEnv)
