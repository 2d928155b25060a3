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
        ("BD2 XR3 and done", "cannot be read|not in a known notation"),
    ],
)
def test_no_illegal_or_unreadable_answer_is_accepted(answer, reason):
    for strict in (True, False):
        score = rushlab.score(EASY, answer, strict)
        assert not score.legal and not score.solved and not score.optimal and score.ratio == 0.0
    with_reason = rushlab.score(EASY, answer)
    import re

    assert re.search(reason, with_reason.reason), with_reason.reason


def test_legal_answers_that_are_not_optimal():
    longer = rushlab.score(EASY, "BD1 BD1 XR3")
    assert longer.legal and longer.solved and not longer.optimal and longer.ratio == pytest.approx(2 / 3)
    assert longer.reason == "the answer has 3 moves, and 2 are enough"
    unfinished = rushlab.score(EASY, "BD2")
    assert unfinished.legal and not unfinished.solved and unfinished.cost == 1
    for empty in ("", None):
        assert rushlab.score(EASY, empty).reason == "the answer has no moves"
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
