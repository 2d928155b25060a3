"""Counts the answers that must not be accepted, but are: by this package, and by reasoning-gym where it is installed.

    python gaming.py [--boards FILE] [--count 2000]

The boards are those of reasoning-gym's task rush_hour by default. Each board gets an answer of each kind:

- blocked: an optimal answer with a move of a blocked vehicle before each of its moves;
- random: 300 moves of random vehicles by random distances;
- junk: words, numbers and symbols around single moves of the optimal answer, in random order.
"""

import argparse
import random

import rushlab

WORDS = ["so", "then", "42", "+", "A", "the exit", "->", "```", "[]", "maybe", "ok", "{}", "\n", "100%"]


def boards_of_reasoning_gym():
    """Returns the boards of the task rush_hour, with the labels that it shows."""
    from reasoning_gym.data import get_data_file_path
    from reasoning_gym.games.rush_hour import Board

    lines = get_data_file_path("rush_18k.txt").read_text().splitlines()
    return [Board(line.split()[1]).board_str().replace("\n", "") for line in lines if line.strip()]


def signed(move):
    return f"{move.vehicle}{'+' if move.direction in ('right', 'down') else '-'}{move.cells}"


def blocked(puzzle, choices):
    """Returns an optimal answer with moves between that are not legal."""
    position, parts = puzzle.start, []
    for move in puzzle.solve():
        free = {signed(move)[:2] for move in position.legal_moves()}
        ways = [f"{vehicle.label}{sign}" for vehicle in puzzle.vehicles for sign in "+-"]
        parts += [f"{choices.choice([way for way in ways if way not in free])}{choices.randrange(1, 4)}", signed(move)]
        position = position.play(move)
    return " ".join(parts)


def random_moves(puzzle, choices):
    labels = [vehicle.label for vehicle in puzzle.vehicles]
    return " ".join(f"{choices.choice(labels)}{choices.choice('+-')}{choices.randrange(1, 4)}" for _ in range(300))


def junk(puzzle, choices):
    moves = [signed(move) for move in puzzle.solve()]
    parts = [*choices.choices(WORDS, k=20), *choices.sample(moves, len(moves)), "A+9"]
    choices.shuffle(parts)
    return " ".join(parts)


def reasoning_gym_accepts(board, answer):
    from reasoning_gym.games.rush_hour import Board

    played = Board(board.replace(".", "o"))
    try:
        played.perform_moves(answer)
    except Exception:
        return False
    return played.solved


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards")
    parser.add_argument("--count", type=int, default=2000)
    options = parser.parse_args()
    choices = random.Random(1)
    try:
        import reasoning_gym  # noqa: F401

        other = True
    except ImportError:
        other = False
    boards = [str(puzzle) for puzzle in rushlab.load(options.boards)] if options.boards else boards_of_reasoning_gym()
    boards = choices.sample(boards, min(options.count, len(boards)))
    puzzles = [rushlab.Puzzle.parse(board, primary="A") for board in boards]
    print(f"{len(puzzles)} boards\tstrict\tlenient\treasoning-gym")
    for name, make in (("optimal", lambda p, _: " ".join(map(signed, p.solve()))), ("blocked", blocked), ("random", random_moves), ("junk", junk)):
        answers = [make(puzzle, choices) for puzzle in puzzles]
        counts = [sum(score.solved for score in rushlab.score_many(puzzles, answers, strict)) for strict in (True, False)]
        accepted = sum(map(reasoning_gym_accepts, boards, answers)) if other else "-"
        print(f"{name}\t{counts[0]}\t{counts[1]}\t{accepted}", flush=True)


if __name__ == "__main__":
    main()
