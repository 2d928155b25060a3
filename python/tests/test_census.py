import _thread
import threading

import pytest

import rushlab
from rushlab import census
from rushlab.command_line import parse_range, parse_size, run_command


def test_the_counts_are_those_of_the_published_census():
    result = census.take((5, 5))
    assert result.counts["ids"] == census.Census((5, 5)).ids == 268_109
    assert (result.counts["canonical"], result.counts["minimal"]) == (130_299, 1_730)
    assert result.rows()[0] == "20 BBH..G.HCCGAAI.DD.IJEEFFJ 299"
    assert len(result) == len(result.rows()) == len(result.columns["id"])


def test_columns_describe_the_puzzles():
    result = census.take("4x4", (0, 1), rate=True)
    for number in range(len(result)):
        row = {name: column[number] for name, column in result.columns.items()}
        puzzle = rushlab.Puzzle.parse(row["board"])
        cluster, difficulty = puzzle.cluster(), puzzle.difficulty()
        assert len(puzzle.solve().moves) == row["moves"] and puzzle.is_minimal()
        assert (len(cluster), len(puzzle.vehicles), len(puzzle.walls)) == (row["positions"], row["vehicles"], row["walls"])
        assert puzzle.id == row["puzzle_id"]
        found = (row["difficulty"], row["level"], row["misleading"], row["stuck"])
        assert found == (difficulty.value, difficulty.level, difficulty.misleading, difficulty.stuck)
        # The id is the number of the board: that board alone has the same puzzle.
        alone = census.take("4x4", (0, 1), ids=(int(row["id"]), int(row["id"]) + 1))
        assert alone.columns["board"] == [row["board"]]


def test_definition_and_metric_are_those_of_the_program():
    assert census.Census((4, 4), definition="servais").metric == "steps"
    result = census.take("4x4", definition="van-assema", metric="steps")
    for moves, board in zip(result.columns["moves"], result.columns["board"], strict=True):
        assert rushlab.Puzzle.parse(board).solve(metric="steps").cost == moves
    with pytest.raises(rushlab.InvalidArgument, match='no definition "mine"; choose one of fogleman, van-assema'):
        census.take("4x4", definition="mine")
    with pytest.raises(rushlab.InvalidArgument, match="the difficulty is for solutions in moves"):
        census.take("4x4", metric="steps", rate=True)


@pytest.mark.parametrize("ids, shards", [((0, 9_804), 5), ((17, 9_001), 3), ((0, 100), 7)])
def test_every_id_is_in_exactly_one_shard(ids, shards):
    plan = census.CensusPlan((4, 4), (0, 1), ids, shards)
    covered = [number for shard in range(shards) for first, end in plan.ranges(shard) for number in range(first, end)]
    assert sorted(covered) == list(range(*ids))


def test_impossible_arguments_are_explained():
    for arguments, message in [
        (("9x9",), "supports boards of 3 to 8 columns and rows, not 9x9"),
        (("4x4", 17), "walls: give the least and the greatest number, from 0 to 16"),
        (("4x4", (2, 1)), "not \\(2, 1\\)"),
        (("four",), "columns by rows"),
    ]:
        with pytest.raises(rushlab.InvalidArgument, match=message):
            census.take(*arguments)
    with pytest.raises(rushlab.InvalidArgument, match="there are 1349 ids from 0 on; 5 to 1350 is not a range"):
        census.take("4x4", ids=(5, 1350))
    for text in ["", "..", "a..b", "-1", "1.5"]:
        with pytest.raises(rushlab.InvalidArgument, match="a range is"):
            parse_range(text)
    with pytest.raises(rushlab.InvalidArgument, match="smaller number first"):
        parse_range("3..2")
    for text in ["6", "x6", "6x", "6x6x6", "-6x6"]:
        with pytest.raises(rushlab.InvalidArgument, match="a size is"):
            parse_size(text)


def test_ctrl_c_stops_a_census():
    timer = threading.Timer(0.2, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        census.take("8x8")


def test_exit_codes(capsys):
    def command(error):
        def fail(arguments):
            raise error

        return run_command(fail, [])

    assert command(KeyboardInterrupt()) == 130
    assert command(rushlab.LimitReached("the time is up")) == 1
    assert command(FileNotFoundError("no such file")) == 2
    assert command(rushlab.InvalidArgument("a range is wrong")) == 2
    assert capsys.readouterr().err.splitlines() == [
        "interrupted; what is finished is kept, and the same command continues",
        "error: the time is up",
        "error: no such file",
        "error: a range is wrong",
    ]
