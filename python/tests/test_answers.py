"""Reads answers in prose: a corpus of texts with their verdicts, and what holds for every text."""

import json
import random
from pathlib import Path

import pytest

import rushlab
from boards import EASY
from rushlab._native import _replay

CORPUS = [json.loads(line) for line in (Path(__file__).parent / "answers.jsonl").read_text(encoding="utf-8").splitlines()]
MARKS = ("<answer", "\\boxed", "think>", "reasoning>")

#: Texts without moves and without tags.
JUNK = [
    "I hope that this helps!",
    "This takes 2 moves.",
    "\n\n---\n\n# Explanation\n\nB was in the way.",
    "100% optimal, legal and solved: true.",
    '{"legal": true, "reward": 1.0}',
    "(see row 3, column 4)",
    "🎉" * 20,
    "\x00\ufffd\n\t",
    "```python\nprint('done')\n```",
]


def verdict(score):
    if not score.legal:
        return "refused"
    return "optimal" if score.optimal else "longer" if score.solved else "unsolved"


def test_the_corpus_is_large_and_has_every_verdict():
    assert len(CORPUS) >= 300 and len({(entry["board"], entry["text"]) for entry in CORPUS}) == len(CORPUS)
    counts = {word: sum(entry["verdict"] == word for entry in CORPUS) for word in ("optimal", "longer", "unsolved", "refused")}
    assert sum(counts.values()) == len(CORPUS) and min(counts.values()) >= 50


@pytest.mark.parametrize("entry", CORPUS, ids=[f"{number}-{entry['note']}" for number, entry in enumerate(CORPUS)])
def test_an_answer_gets_its_verdict(entry):
    score = rushlab.score(entry["board"], entry["text"], strict=False)
    assert verdict(score) == entry["verdict"], (entry["text"], score.reason, score.moves)


def test_lenient_is_never_stricter_than_strict():
    accepted = 0
    for entry in CORPUS:
        strict, lenient = (rushlab.score(entry["board"], entry["text"], strict) for strict in (True, False))
        assert lenient.ratio >= strict.ratio, entry
        accepted += strict.legal
        if strict.legal:
            assert lenient.moves == strict.moves
    assert accepted >= 40


def test_appending_junk_never_raises_a_score():
    for entry in CORPUS:
        before = rushlab.score(entry["board"], entry["text"], strict=False)
        for junk in JUNK:
            for text in (entry["text"] + "\n" + junk, entry["text"] + " " + junk):
                after = rushlab.score(entry["board"], text, strict=False)
                assert after.ratio <= before.ratio and after.partial <= before.partial, text


def test_moves_after_an_illegal_answer_never_help():
    refused = [entry for entry in CORPUS if entry["verdict"] == "refused" and entry["board"] == EASY]
    tried = 0
    for entry in refused:
        moves, _, _, reason = _replay(rushlab.Puzzle.parse(EASY), entry["text"], strict=False)
        if reason is None:
            continue
        # What stands between tags is an answer whatever follows; drafts and text outside of tags are none.
        more = ["BD2 XR3", "\nBD2\nXR3", "\n\nFinal answer: BD2 XR3", "; B down 2; X right 3"]
        if "<answer>" in entry["text"] and "</answer>" in entry["text"]:
            more += ["<answer>BD2 XR3</answer>", "\\boxed{BD2 XR3}"]
        for text in more:
            assert not rushlab.score(EASY, entry["text"] + " " + text, strict=False).legal, entry["text"] + text
            tried += 1
    assert tried >= 200


def test_random_texts_are_scored_without_an_error_and_never_above_their_moves():
    choices = random.Random(7)
    parts = ["BD2", "XR3", "AL9", "B", "down", "2", "right", "\n", ", ", " ", ".", "X", "+3", "→", "<answer>", "</answer>"]
    parts += ["<think>", "</think>", "\\boxed{", "}", "move(", ")", "'", '"', "one", "é", "((", "3.5", "-", "then", "```"]
    legal = 0
    for _ in range(3000):
        text = "".join(choices.choice(parts) for _ in range(choices.randrange(1, 12)))
        score = rushlab.score(EASY, text, strict=False)
        legal += score.legal
        position = rushlab.Puzzle.parse(EASY).start
        for move in score.moves:
            position = position.play(move)
        assert position == score.position and score.solved <= position.solved
        if not any(mark in text for mark in MARKS):
            after = rushlab.score(EASY, text + " so be it", strict=False)
            assert after.ratio <= score.ratio, text
    assert legal >= 100


def test_no_move_of_a_list_is_repaired():
    choices = random.Random(3)
    for puzzle in rushlab.built_in()[:20]:
        solution = [str(move) for move in puzzle.solve()]
        labels = [vehicle.label for vehicle in puzzle.vehicles]
        for _ in range(25):
            place = choices.randrange(len(solution) + 1)
            move = f"{choices.choice(labels)}{choices.choice('UDLR')}{choices.randrange(1, 9)}"
            text = choices.choice([" ", "\n", ", "]).join([*solution[:place], move, *solution[place:]])
            lenient, strict = rushlab.score(puzzle, text, strict=False), rushlab.score(puzzle, text)
            assert (lenient.legal, lenient.solved, lenient.moves) == (strict.legal, strict.solved, strict.moves)
            assert not lenient.optimal
