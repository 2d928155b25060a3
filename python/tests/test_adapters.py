"""The adapters, each with the real package. `requirements-adapters.txt` has them all."""

import asyncio
import base64

import pytest

import rushlab
from boards import EASY, HARD
from rushlab.adapters.dialogue import Dialogue, picture_message


def test_a_dialogue_gives_a_reason_for_every_move_that_is_refused():
    game = Dialogue(EASY, max_turns=8)
    assert "row 3" in game.prompt and "your next move alone" in game.prompt
    for text, reason in [
        ("XR3", "X is blocked by B at row 3, column 4"),
        ("BL1", "B is vertical and cannot go left"),
        ("QR1", "no vehicle is labelled Q"),
        ("hello", "the text has no move"),
        ("BD2 XR3", "the text has several moves; write one"),
        ("BD2.5", "cannot be read"),
    ]:
        assert reason in game.play(text) and reason in game.refused[-1], text
        assert game.position == game.puzzle.start and not game.moves
    assert game.play("<think>XR3?</think> BD2").startswith("BD2 was played.")
    assert not game.over and game.score == 0.0
    assert "solved in 2 moves" in game.play("X right 3") and game.over and game.score == 1.0
    assert game.play("AU1") == "The game is over."


def test_a_dialogue_ends_after_its_turns():
    game = Dialogue(HARD, max_turns=3)
    for text in ("BL1", "nonsense", "BR1"):
        assert not game.over
        game.play(text)
    assert game.over and game.score == 0.0 and game.cost == 2


def test_a_picture_replaces_the_board():
    text, picture = picture_message(rushlab.Puzzle.parse(EASY))
    assert "AXXB" not in text["text"] and "right end of row 3" in text["text"]
    assert base64.b64decode(picture["image_url"]["url"].partition(",")[2]).startswith(b"\x89PNG")


def test_reasoning_gym():
    reasoning_gym = pytest.importorskip("reasoning_gym")
    from rushlab.adapters.reasoning_gym import RushlabCurriculum

    dataset = reasoning_gym.create_dataset("rushlab", size=5, seed=3, min_moves=3, max_moves=6, width=5, height=5)
    items = list(dataset)
    assert len(items) == 5 and items[2] == reasoning_gym.create_dataset(
        "rushlab", size=9, seed=3, min_moves=3, max_moves=6, width=5, height=5
    )[2]
    for item in items:
        assert dataset.score_answer(item["answer"], item) == 1.0 == dataset.score_answer(f"So: {item['answer']}", item)
        assert dataset.score_answer("XR9 " + item["answer"], item) == 0.0 == dataset.score_answer(None, item)
        assert 3 <= item["metadata"]["difficulty"]["moves"][0] and item["metadata"]["source_dataset"] == "rushlab"
    curriculum = RushlabCurriculum()
    easy = curriculum.generate_configuration({"seed": 1, "size": 2})
    curriculum.increment_attr_level("moves")
    hard = curriculum.generate_configuration({"seed": 1, "size": 2})
    assert easy.max_moves == 5 < hard.max_moves == 9
    with pytest.raises(rushlab.InvalidArgument):
        reasoning_gym.create_dataset("rushlab", min_moves=9, max_moves=2)


def test_inspect_ai(tmp_path):
    inspect_ai = pytest.importorskip("inspect_ai")
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from rushlab.adapters.inspect_ai import rush_hour

    dataset = rushlab.Dataset(puzzles=rushlab.built_in()[:3])
    replies = [dataset[0]["answer"], "Sure! " + dataset[1]["answer"] + " XR9", "<answer>" + dataset[2]["answer"] + "</answer>"]
    # With the usage given, no tokenizer is downloaded.
    outputs = [ModelOutput.from_content("mockllm/model", reply) for reply in replies]
    for output in outputs:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=outputs)
    [log] = inspect_ai.eval(
        rush_hour(dataset), model=model, log_dir=str(tmp_path), display="none", max_samples=1, max_connections=1
    )
    assert log.status == "success", log.error
    values = [next(iter(sample.scores.values())).value for sample in log.samples]
    assert [value["optimal"] for value in values] == [1.0, 0.0, 1.0] == [value["ratio"] for value in values]
    reasons = [next(iter(sample.scores.values())).explanation for sample in log.samples]
    assert reasons[0] is None and "cannot be played" in reasons[1]


def test_lm_eval():
    lm_eval = pytest.importorskip("lm_eval")
    from lm_eval.api.model import LM

    from rushlab.adapters.lm_eval import task

    dataset = rushlab.Dataset(puzzles=rushlab.built_in()[:4])
    answers = {item["question"]: item["answer"] for item in dataset}

    class Solver(LM):
        def generate_until(self, requests):
            replies = [answers[request.args[0]] for request in requests]
            return [*replies[:-1], "I do not know."]

        def loglikelihood(self, requests):
            raise NotImplementedError

        loglikelihood_rolling = loglikelihood

    results = lm_eval.simple_evaluate(model=Solver(), tasks=[task(dataset)], bootstrap_iters=0)
    figures = results["results"]["rush_hour"]
    assert [figures[f"{name},none"] for name in ("ratio", "optimal", "legal")] == [0.75, 0.75, 0.75]


def test_textarena():
    textarena = pytest.importorskip("textarena")
    from rushlab.adapters.textarena import ENV_ID

    env = textarena.make(ENV_ID, puzzles=[EASY])
    env.reset(num_players=1, seed=1)
    _, observation = env.get_observation()
    assert EASY[12:18] in str(observation)
    done, _ = env.step(action="XR3")
    assert not done and "X is blocked by B" in str(env.get_observation())
    done, _ = env.step(action="[BD2]")
    assert not done and "BD2 was played" in str(env.get_observation())
    done, _ = env.step(action="[XR3]")
    rewards, info = env.close()
    assert done and rewards == {0: 1.0} and "solved in 2 moves" in info[0]["reason"]
    env.reset(num_players=1, seed=1)
    for _ in range(12):
        done, _ = env.step(action="pass")
    assert done and env.close()[0] == {0: 0.0}


def test_verifiers():
    vf = pytest.importorskip("verifiers.v1")
    from rushlab.adapters.verifiers import RushHourConfig, RushHourTaskset

    tasks = list(RushHourTaskset(RushHourConfig(count=4, seed=3, size=(5, 5), moves=(2, 5))))
    dataset = rushlab.Dataset(4, seed=3, size=(5, 5), moves=(2, 5), walls=0)
    assert [task.data.prompt for task in tasks] == [item["question"] for item in dataset]
    for task, item in zip(tasks, dataset):
        for reply, expected in [(item["answer"], 1.0), ("XR9 " + item["answer"], 0.0), ("", 0.0)]:
            trace = vf.Trace.model_construct(root_reply=reply, rewards={}, metrics={})
            asyncio.run(task.score(trace))
            assert trace.rewards["ratio"].score == expected and trace.metrics == {"optimal": expected, "legal": expected}


def test_scorers_run_in_an_event_loop():
    pytest.importorskip("inspect_ai")
    from inspect_ai.scorer import Target

    from rushlab.adapters.inspect_ai import rush_hour, rush_hour_scorer

    sample = rush_hour(rushlab.Dataset(puzzles=[EASY])).dataset[0]

    class State:
        metadata = sample.metadata
        output = type("Output", (), {"completion": "BD1 BD1 XR3"})

    value = asyncio.run(rush_hour_scorer()(State(), Target(sample.target))).value
    assert value == {"ratio": pytest.approx(2 / 3), "optimal": 0.0, "legal": 1.0}
