import copy
import pickle

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


def test_masks_are_those_of_the_information():
    env = RushHourEnv(level="beginner")
    _, info = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == bool and 0 < masks.sum() < len(masks) == env.action_space.n
    assert (masks == info["action_mask"].astype(bool)).all()
    vector = RushHourVectorEnv(3, level="beginner")
    _, infos = vector.reset(seed=1)
    assert (vector.action_masks() == infos["action_mask"].astype(bool)).all()


@pytest.mark.parametrize("settings", [{}, {"distances": True, "reward": "regret"}, {"rules": "comp472"}, {"metric": "steps"}])
def test_an_environment_is_copied_pickled_saved_and_restored(settings):
    env = RushHourEnv([EASY, HARD], **settings)
    env.reset(seed=3)
    random = np.random.default_rng(0)
    for _ in range(5):
        env.step(random.choice(np.flatnonzero(env.action_masks())))
    saved = env.save()
    copies = [copy.deepcopy(env), env.clone(), pickle.loads(pickle.dumps(env)), RushHourEnv([EASY, HARD], **settings)]
    copies[-1].reset(seed=8)
    copies[-1].restore(saved)
    actions = [int(random.choice(np.flatnonzero(env.action_masks())))]
    expected = [env.step(actions[0])]
    for _ in range(10):
        actions.append(int(random.choice(np.flatnonzero(env.action_masks()))))
        expected.append(env.step(actions[-1]))
    for other in copies:
        for action, (observation, *rest) in zip(actions, expected):
            found, *others = other.step(action)
            assert (found == observation).all() and repr(others) == repr(rest)
    env.restore(pickle.loads(pickle.dumps(saved)))
    assert (env.step(actions[0])[0] == expected[0][0]).all()
    # The next random puzzle of a pool is the same too.
    assert [copies[0].reset()[1]["puzzle"] for _ in range(5)] == [copies[2].reset()[1]["puzzle"] for _ in range(5)]


def test_a_state_of_another_environment_is_refused():
    env, other = RushHourEnv([EASY]), RushHourEnv(["...XX...."])
    env.reset(seed=1)
    other.reset(seed=1)
    with pytest.raises(rushlab.InvalidArgument, match="not of this environment"):
        other.restore(env.save())


@pytest.mark.parametrize("action", [-1, 144, 10**6])
def test_an_action_that_no_state_has_raises(action):
    env, vector = RushHourEnv([EASY]), RushHourVectorEnv(2, [EASY])
    env.reset(seed=1)
    vector.reset(seed=1)
    for step in (lambda: env.step(action), lambda: vector.step(np.array([0, action]))):
        with pytest.raises(rushlab.InvalidArgument, match=f"there is no action {action}; actions are numbers from 0 to 143"):
            step()
    # Nothing was played.
    assert vector.reset(seed=1)[0].tolist() == [env.position.to_grid().tolist()] * 2


def test_options_of_the_vector_environment():
    env = RushHourVectorEnv(8, level="beginner")
    expert = {str(puzzle) for puzzle in rushlab.built_in("expert")}
    env.reset(seed=1, options={"level": "expert"})
    assert {str(env._games.position(game)) for game in range(8)} <= expert
    env.reset(seed=1, options={"puzzle": EASY})
    assert {str(env._games.position(game)) for game in range(8)} == {EASY}


def test_games_start_again_in_the_same_step():
    plain = RushHourVectorEnv(4, [EASY, HARD], max_steps=5, distances=True, autoreset_mode="Disabled")
    same = RushHourVectorEnv(4, [EASY, HARD], max_steps=5, distances=True, autoreset_mode=AutoresetMode.SAME_STEP)
    assert same.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, infos = plain.reset(seed=2)
    same.reset(seed=2)
    random, ends = np.random.default_rng(1), 0
    for _ in range(40):
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in infos["action_mask"]])
        observations, rewards, terminated, truncated, infos = plain.step(actions)
        found, *others, info = same.step(actions)
        assert all((one == other).all() for one, other in zip((rewards, terminated, truncated), others))
        over = terminated | truncated
        ends += over.sum()
        if over.any():
            assert (info["_final_obs"] == over).all() and (info["final_info"]["distance"] == infos["distance"]).all()
            assert all((info["final_obs"][game] == observations[game]).all() for game in np.flatnonzero(over))
            assert all(info["final_obs"][game] is None for game in np.flatnonzero(~over))
            observations, infos = plain.reset(options={"reset_mask": over})
        assert (found == observations).all() and (info["action_mask"] == infos["action_mask"]).all()
    assert ends >= 20


def test_a_game_that_is_over_is_not_played_on():
    env = RushHourVectorEnv(2, [HARD], max_steps=1, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    assert env.step(np.zeros(2, dtype=np.int64))[3].all()
    with pytest.raises(rushlab.InvalidArgument, match="game 0 is over; reset it"):
        env.step(np.zeros(2, dtype=np.int64))
    env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(rushlab.InvalidArgument, match="game 1 is over"):
        env.step(np.zeros(2, dtype=np.int64))


def test_a_reward_of_ones_own():
    calls = []

    def reward(before, move, after):
        calls.append((before, move, after))
        return 10.0 if after.solved else -0.5 if move is None else 0.25

    env = RushHourEnv([EASY], reward=reward)
    env.reset(seed=1)
    assert env.step(env.encode("BD3"))[1] == -0.5 and calls[-1][1] is None and calls[-1][0] == calls[-1][2]
    assert env.step(env.encode("BD2"))[1] == 0.25 and str(calls[-1][1]) == "BD2"
    assert env.step(env.encode("XR3"))[1] == 10.0
    vector = RushHourVectorEnv(2, [EASY], reward=reward)
    vector.reset(seed=1)
    step = lambda *moves: vector.step(np.array([env.encode(move) for move in moves]))  # noqa: E731
    assert step("BD2", "BD3")[1].tolist() == [0.25, -0.5] and step("XR3", "BD2")[1].tolist() == [10.0, 0.25]
    assert step("XR3", "XR3")[1].tolist() == [0.0, 10.0]


def test_pixels_are_those_of_the_picture():
    env = RushHourEnv([EASY], render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert pixels.dtype == np.uint8 and pixels.ndim == 3 and pixels.shape[2] == 3 and min(pixels.shape[:2]) >= 6 * 40
    env.step(env.encode("BD2"))
    assert (env.render() != pixels).any()
    image = pytest.importorskip("PIL.Image")
    import io

    picture = image.open(io.BytesIO(rushlab.render(env.position, format="png", cell=40)))
    assert (np.asarray(picture.convert("RGB")) == env.render()).all()
