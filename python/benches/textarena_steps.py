"""Prints the steps per second of TextArena's RushHour-v0, with random legal moves: without resets, and with them.

Run it with a Python that has the package textarena. Each step reads the observation, as an agent does.
"""

import contextlib
import io
import json
import random
import sys
import time

import textarena


def main(games, steps):
    choice = random.Random(1)
    played, stepping = 0, 0.0
    with contextlib.redirect_stdout(io.StringIO()):
        env = textarena.make("RushHour-v0")
        game = env
        while hasattr(game, "env"):
            game = game.env
        whole = time.process_time()
        for number in range(games):
            env.reset(num_players=1, seed=number)
            for _ in range(steps):
                vehicles = game.state.game_state["vehicles"]
                legal = [
                    f"[{name}{'+' if forward else '-'}]"
                    for name, vehicle in vehicles.items()
                    for forward in (True, False)
                    if game._can_move(vehicles, vehicle, forward)
                ]
                action = choice.choice(legal)
                start = time.process_time()
                env.get_observation()
                done, _ = env.step(action)
                stepping += time.process_time() - start
                played += 1
                if done:
                    break
        whole = time.process_time() - whole
    print(json.dumps({"steps": played, "per_second": played / stepping, "per_second_with_resets": played / whole}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
