import pytest

import rushlab
from boards import EASY, HARD

gymnasium = pytest.importorskip("gymnasium")
np = pytest.importorskip("numpy")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from rushlab.gymnasium import RushHourEnv, RushHourVectorEnv  # noqa: E402


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"observation": "vector", "distances": True, "reward": "regret", "level": "beginner"},
        {"metric": "steps", "reward": "sparse", "render_mode": "rgb_array"},
        {"puzzles": lambda seed: rushlab.generate(seed=seed, size=(5, 5), moves=(2, 4))[0]},
        {"puzzles": [HARD], "rules": "comp472", "observation": "vector", "render_mode": "ansi"},
    ],
)
def test_gymnasium_accepts_the_environment(settings):
    env = gymnasium.make("rushlab/RushHour-v0", **settings)
    check_env(env.unwrapped, skip_render_check="render_mode" not in settings)


def play(env, seed, steps):
    """Plays random actions, half of them legal, and yields what the environment returned."""
    random = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    for _ in range(steps):
        legal = np.flatnonzero(info["action_mask"])
        action = random.choice(legal) if random.random() < 0.5 else random.integers(env.action_space.n)
        before = env.position
        result = env.step(action)
        info = result[-1]
        yield before, action, result
        if result[2] or result[3]:
            _, info = env.reset()


@pytest.mark.parametrize("metric", ["moves", "steps"])
@pytest.mark.parametrize("rules", ["plain", "comp472"])
def test_actions_and_masks_agree_with_the_rules(metric, rules):
    env = RushHourEnv(metric=metric, rules=rules, distances=True, max_steps=30)
    for before, action, (grid, reward, terminated, truncated, info) in play(env, seed=4, steps=300):
        try:
            expected = before.play(env.decode(action))
        except rushlab.RushlabError:
            expected = before
        position = env.position
        assert position == expected and info["illegal"] == (expected == before)
        assert (grid == position.to_grid()).all() and reward == -1.0
        assert terminated == position.solved
        moves = {str(env.decode(action)) for action in np.flatnonzero(info["action_mask"])}
        assert moves == {str(move) for move in position.legal_moves()}
        if info["distance"] >= 0 and rules == "plain":
            assert len(position.to_puzzle().solve().moves) <= info["distance"]
            assert position.to_puzzle().solve().cost == info["distance"]


def test_an_optimal_game_has_no_regret():
    env = RushHourEnv([HARD], distances=True, reward="regret")
    _, info = env.reset(seed=1)
    assert info["distance"] == info["optimum"] == 25
    for left, move in zip(range(24, -1, -1), rushlab.Puzzle.parse(HARD).solve()):
        action = env.encode(move)
        assert env.decode(action) == move
        _, reward, terminated, truncated, info = env.step(action)
        assert reward == 0.0 and info["distance"] == left and not truncated
    assert terminated


def test_options_choose_the_puzzle_or_the_level():
    env = RushHourEnv(level="beginner")
    env.reset(seed=1, options={"puzzle": EASY})
    assert str(env.position) == EASY
    expert = {str(puzzle) for puzzle in rushlab.built_in("expert")}
    for seed in range(5):
        env.reset(seed=seed, options={"level": "expert"})
        assert str(env.position) in expert
    env.reset(seed=1)
    assert str(env.position) in {str(puzzle) for puzzle in rushlab.built_in("beginner")}


def test_games_are_truncated():
    env = RushHourEnv([HARD], max_steps=3)
    env.reset(seed=1)
    illegal = env.action_space.n - 1
    assert [env.step(illegal)[3] for _ in range(3)] == [False, False, True]


@pytest.mark.parametrize("observation", ["grid", "vector"])
def test_the_vector_environment_plays_like_single_ones(observation):
    settings = {"distances": True, "max_steps": 12, "observation": observation}
    vector = gymnasium.make_vec(
        "rushlab/RushHour-v0", num_envs=5, vectorization_mode="vector_entry_point", puzzles=[EASY, HARD], **settings
    )
    assert isinstance(vector, RushHourVectorEnv) and vector.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    singles = [RushHourEnv([EASY, HARD], **settings) for _ in range(5)]
    random = np.random.default_rng(3)
    observations, infos = vector.reset(seed=9)
    puzzles = [{"puzzle": EASY}, {"puzzle": HARD}]
    for game, single in enumerate(singles):
        assert (single.reset(options=puzzles[infos["puzzle"][game]])[0] == observations[game]).all()
    over, restarts = [False] * 5, 0
    for _ in range(60):
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        observations, rewards, terminated, truncated, infos = vector.step(actions)
        assert vector.observation_space.contains(observations)
        for game, single in enumerate(singles):
            if over[game]:
                # A game that was over starts again: its action is ignored.
                observation, info = single.reset(options=puzzles[infos["puzzle"][game]])
                expected = (0.0, False, False)
                restarts += 1
            else:
                observation, *expected, info = single.step(actions[game])
            assert (observation == observations[game]).all()
            assert (info["action_mask"] == infos["action_mask"][game]).all()
            assert info["distance"] == infos["distance"][game]
            assert tuple(expected) == (rewards[game], terminated[game], truncated[game])
            over[game] = bool(terminated[game] or truncated[game])
    assert restarts >= 10


def test_wrong_settings_are_explained(tmp_path):
    with pytest.raises(rushlab.InvalidArgument, match="choose grid or vector"):
        RushHourEnv(observation="pixels")
    with pytest.raises(rushlab.InvalidArgument, match="raise max_vehicles="):
        RushHourEnv([HARD], max_vehicles=5)
    with pytest.raises(rushlab.InvalidArgument, match="all need 6 by 6"):
        RushHourEnv([HARD, "...XX...."])
    with pytest.raises(rushlab.InvalidArgument, match="3 actions for 2 games"):
        env = RushHourVectorEnv(2)
        env.step(np.zeros(3, dtype=np.int64))
    path = tmp_path / "boards.txt"
    path.write_text(EASY)
    env = RushHourEnv(path)
    env.reset(seed=1)
    assert str(env.position) == EASY
