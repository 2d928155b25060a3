import copy
import pickle
import re
import time

import numpy as np
import pytest

import rushlab
from boards import EASY, HARD
from rushlab.prompts import question


@pytest.mark.parametrize("answer", ["BD2 XR3", "B+2 X+3", "B down 2; X right 3", "B ↓ 2; X → 3"])
def test_right_answers_in_any_notation(answer):
    score = rushlab.score(EASY, answer)
    assert (score.legal, score.solved, score.optimal, score.ratio, score.reason) == (True, True, True, 1.0, None)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("B+99 X+99 B+2 X+3", "would leave the board|blocked"),
        ("XR3 BD2 XR3", "move 1 cannot be played: X is blocked by B"),
        ("BD2 XR9", "would leave the board after 3 cells"),
        ("BD2 QR1 XR3", "no vehicle is labelled Q"),
        ("BL1 BD2 XR3", "B is vertical and cannot go left"),
        ("BD0 BD2 XR3", "the distance must be at least 1"),
        ("I would move B first.", "not in a known notation|cannot be read"),
    ],
)
def test_no_illegal_or_unreadable_answer_is_accepted(answer, reason):
    for strict in (True, False):
        score = rushlab.score(EASY, answer, strict)
        assert not score.legal and not score.solved and not score.optimal and score.ratio == 0.0
    reasons = rushlab.score(EASY, answer).reason
    assert re.search(reason, reasons), reasons
    assert not rushlab.score(EASY, "BD2 XR3 and done").legal


def test_legal_answers_that_are_not_optimal():
    longer = rushlab.score(EASY, "BD1 BD1 XR3")
    assert longer.legal and longer.solved and not longer.optimal and longer.ratio == pytest.approx(2 / 3)
    assert longer.reason == "the answer has 3 moves, and 2 are enough"
    unfinished = rushlab.score(EASY, "BD2")
    assert unfinished.legal and not unfinished.solved and unfinished.cost == 1
    for empty in ("", None, "  \n"):
        for strict in (True, False):
            score = rushlab.score(EASY, empty, strict)
            assert score.reason == "the answer has no moves" and not score.legal and score.partial == 0.0
    steps = rushlab.score(EASY, "BD1 BD1 XR3", metric="steps")
    assert steps.optimal and steps.cost == 5


def test_answers_in_prose_are_found_when_not_strict():
    texts = [
        "First B goes down.\n<answer>BD2 XR3</answer>",
        "The moves:\n```\nBD2 XR3\n```",
        "I think B blocks X.\nAnswer: BD2 XR3",
        "**BD2, XR3**",
    ]
    for text in texts:
        assert not rushlab.score(EASY, text).legal, text
        assert rushlab.score(EASY, text, strict=False).optimal, text


def test_datasets_are_reproducible_and_verify_themselves():
    dataset = rushlab.Dataset(4, seed=9, size=(5, 5), moves=(2, 6), walls=(0, 1))
    items = list(dataset)
    assert len(items) == 4 and items[2] == rushlab.Dataset(10, seed=9, size=(5, 5), moves=(2, 6), walls=(0, 1))[2]
    assert items[-1] == dataset[-1]
    for item in items:
        assert dataset.score_answer(item["answer"], item) == 1.0
        assert dataset.score_answer(None, item) == 0.0
        assert item["metadata"]["board"][:5] in item["question"]
    with pytest.raises(IndexError):
        dataset[4]


def test_questions_state_the_rules_that_apply():
    plain = question(rushlab.Puzzle.parse(HARD))
    assert "A.BB.C\n" in plain and "right end of row 3" in plain and "fuel" not in plain and "wall" not in plain
    course = question(rushlab.Puzzle.parse(".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0", rules="comp472"))
    assert "K 6" in course and "is removed" in course
    assert "cells driven" in question(rushlab.Puzzle.parse(EASY, metric="steps"))


def test_mistakes_of_the_caller_raise():
    with pytest.raises(rushlab.InvalidArgument, match='no notation "foo"; choose one of json'):
        rushlab.score(EASY, "BD2 XR3", notation="foo")
    for wrong in ("foo", 1, None):
        with pytest.raises(rushlab.InvalidArgument, match="strict= is True or False"):
            rushlab.score(EASY, "BD2 XR3", wrong)
    with pytest.raises(rushlab.InvalidArgument, match="an answer is a text or None"):
        rushlab.score(EASY, ["BD2", "XR3"])
    assert not rushlab.score(EASY, "BD2 XR3", notation="words").legal
    assert rushlab.score(EASY, "So: B down 2; X right 3", False).optimal


def test_distances_and_regrets_are_those_of_the_cluster():
    cluster = rushlab.Puzzle.parse(HARD).cluster()
    answer = " ".join(str(move) for move in rushlab.Puzzle.parse(HARD).solve().moves[:9])
    score = rushlab.score(HARD, f"BL1 BR1 {answer} XR6")
    assert not score.legal and len(score.moves) == 11
    assert score.distance == cluster.distances[cluster.index(score.position)] == 16
    expected, position = [], cluster.puzzle.start
    for move in score.moves:
        before, position = position, position.play(move)
        expected.append(1 + cluster.distances[cluster.index(position)] - cluster.distances[cluster.index(before)])
    assert score.regrets == expected and sum(expected) == 11 - 9


def test_partial_credit_follows_its_formula():
    steps = {"metric": "steps"}
    assert rushlab.score(EASY, "BD2 XR3").partial == 1.0
    assert rushlab.score(EASY, "BD1 BD1 XR3").partial == pytest.approx((1 + 2 / 3) / 2)
    assert rushlab.score(EASY, "BD2").partial == pytest.approx((1 - 1 / 2) / 2)
    assert rushlab.score(EASY, "BD2", **steps).partial == pytest.approx((1 - 3 / 5) / 2)
    assert rushlab.score(EASY, "AU1").partial == 0.0 and rushlab.score(EASY, "BD2 XR4").partial == 0.0
    assert rushlab.score(EASY, "BD2", **steps).regrets == [0] and rushlab.score(EASY, "AU1").regrets == [1]
    solved = [rushlab.score(EASY, "AU1 AD1 " * times + "BD2 XR3").partial for times in range(50)]
    assert solved == sorted(solved, reverse=True) and solved[-1] > 0.5


def test_many_answers_are_scored_like_one_by_one():
    boards = [rushlab.built_in()[number % 7] for number in range(30)]
    answers = [[str(board.solve()), "", None, "XR1", "It is " + str(board.solve())][i % 5] for i, board in enumerate(boards)]
    for strict in (True, False):
        for many, board, answer in zip(rushlab.score_many(boards, answers, strict), boards, answers):
            one = rushlab.score(board, answer, strict)
            assert (many.legal, many.ratio, many.moves, many.partial) == (one.legal, one.ratio, one.moves, one.partial)
    assert [score.optimal for score in rushlab.score_many(EASY, ["BD2 XR3", "XR3"])] == [True, False]
    with pytest.raises(rushlab.InvalidArgument, match="2 boards for 1 answers"):
        rushlab.score_many([EASY, HARD], ["BD2"])


def test_datasets_are_sequences():
    dataset = rushlab.Dataset(12, seed=3, size=(5, 5), moves=(2, 6))
    assert dataset[np.int64(3)] == dataset[3] and dataset[2:9:3] == [dataset[2], dataset[5], dataset[8]]
    assert dataset[-2:] == [dataset[10], dataset[11]] == list(dataset)[10:]
    with pytest.raises(TypeError):
        dataset["3"]
    for wrong in ({"moves": (9, 2)}, {"size": (300, 300)}, {"level": "impossible"}, {"moves": "many"}):
        with pytest.raises(rushlab.InvalidArgument):
            rushlab.Dataset(5, **wrong)
    with pytest.raises(TypeError, match="unexpected keyword argument 'move'"):
        rushlab.Dataset(5, move=(2, 6))
    for item in dataset:
        assert dataset.score_answer(item["answer"].replace(" ", "\n"), item) == 1.0


def test_stored_items_are_returned_at_once(tmp_path):
    dataset = rushlab.Dataset(puzzles=rushlab.built_in())
    assert len(dataset) == 40 and dataset.puzzle(3) == rushlab.built_in()[3]
    dataset.save(tmp_path / "items.jsonl")
    stored = rushlab.Dataset.load(tmp_path / "items.jsonl")
    assert list(stored) == list(dataset) and stored.puzzle(3) == dataset.puzzle(3)
    start = time.perf_counter()
    for number in range(len(stored)):
        stored[number]
    assert (time.perf_counter() - start) / len(stored) < 1e-4
    with pytest.raises(rushlab.InvalidArgument, match="leave out moves"):
        rushlab.Dataset(puzzles=[EASY], moves=3)


def test_scores_are_values():
    score = rushlab.score(EASY, "BD2 XR3")
    assert pickle.loads(pickle.dumps(score)) == score == copy.deepcopy(score) == copy.copy(score)
    assert score != rushlab.score(EASY, "BD2") and "optimal=True" in repr(score)
