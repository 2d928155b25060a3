import os
import pickle
import sqlite3
from contextlib import closing

import numpy as np
import pytest

import rushlab
from boards import EASY, HARD


def test_every_format_that_can_write_a_puzzle_is_read_back():
    puzzle = rushlab.Puzzle.parse(HARD)
    written = 0
    for name, _ in rushlab.formats():
        try:
            text = puzzle.to_text(name, relabel=True)
        except rushlab.InvalidPuzzle:
            continue
        again = rushlab.Puzzle.parse(text, format=name)
        assert (again.to_grid() == puzzle.to_grid()).all(), name
        written += 1
    assert written >= 8


def test_errors_are_sentences_with_python_remedies():
    with pytest.raises(rushlab.InvalidPuzzle, match="B has length 1") as raised:
        rushlab.Puzzle.parse("AAB......")
    assert isinstance(raised.value, ValueError) and isinstance(raised.value, rushlab.RushlabError)
    with pytest.raises(rushlab.InvalidPuzzle, match=r'name it with primary="A"'):
        rushlab.Puzzle.parse("BB......CC......")
    with pytest.raises(rushlab.InvalidPuzzle, match=r"name one with format="):
        rushlab.Puzzle.parse("hello, world")
    with pytest.raises(rushlab.InvalidPuzzle, match=r"pass relabel=True"):
        rushlab.Puzzle.parse(EASY).to_text("inf421")
    with pytest.raises(rushlab.InvalidArgument, match=r'no format "docx"; choose one of princeton, json'):
        rushlab.Puzzle.parse(EASY, format="docx")


def test_what_the_caller_says_beyond_the_text():
    puzzle = rushlab.Puzzle.parse("BB......CC......", primary="C", exit="left", rules="comp472", metric="steps")
    assert (puzzle.primary, puzzle.exit, puzzle.valet, puzzle.metric) == ("C", ("left", 2), True, "steps")
    assert puzzle.fuel == [100, 100]
    assert puzzle.with_rules("plain", metric="moves").fuel == [None, None]


def test_a_puzzle_survives_a_grid_a_pickle_and_a_set():
    puzzle = rushlab.Puzzle.parse(HARD)
    assert rushlab.Puzzle.from_grid(puzzle.to_grid()) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert len({puzzle, rushlab.Puzzle.parse(HARD), rushlab.Puzzle.parse(EASY)}) == 2
    fuelled = rushlab.Puzzle.parse(".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0", rules="comp472")
    assert pickle.loads(pickle.dumps(fuelled)) == fuelled


def test_an_id_holds_the_whole_puzzle():
    puzzle = rushlab.Puzzle.parse(HARD)
    assert puzzle.id.startswith("6x6-") and rushlab.Puzzle.parse(puzzle.id).id == puzzle.id
    assert (rushlab.Puzzle.parse(puzzle.id).to_grid() != 0).tolist() == (puzzle.to_grid() != 0).tolist()


def test_grids_may_be_lists_and_wrong_ones_are_explained():
    walls = rushlab.Puzzle.from_grid([[0, 0, 0], [1, 1, 0], [-1, -1, -1]])
    assert str(walls) == "...XX.xxx" and walls.walls == [(2, 0), (2, 1), (2, 2)]
    with pytest.raises(rushlab.InvalidPuzzle, match="the cells of 2 are apart"):
        rushlab.Puzzle.from_grid([[0, 2, 0], [1, 1, 2], [0, 0, 0]])
    with pytest.raises(rushlab.InvalidArgument, match="rows and columns"):
        rushlab.Puzzle.from_grid(np.zeros(4))


def test_positions_play_and_refuse_moves():
    start = rushlab.Puzzle.parse(EASY).start
    with pytest.raises(rushlab.IllegalMove, match="X is blocked by B at row 3, column 4"):
        start.play("XR3")
    with pytest.raises(rushlab.IllegalMove, match="no vehicle is labelled Q"):
        start.play(rushlab.Move("Q", "up", 1))
    after = start.play(rushlab.Move("B", "down", 2)).play("X right 3")
    assert after.solved and after != start and len({start, after, rushlab.Puzzle.parse(EASY).start}) == 2
    assert start.at(2, 1) == "X" and start.at(0, 0) is None
    with pytest.raises(IndexError):
        start.at(6, 0)
    assert str(after.to_puzzle()) == str(after)
    assert all(start.play(move) != start for move in start.legal_moves())


def test_moves_are_values():
    move = rushlab.Move("B", "down", 2)
    assert move == rushlab.Move.parse("B down 2") and hash(move) == hash(rushlab.Move.parse("BD2"))
    assert pickle.loads(pickle.dumps(move)) == move and repr(move) == 'Move("B", "down", 2)'
    with pytest.raises(rushlab.InvalidArgument, match="no direction"):
        rushlab.Move("B", "north", 2)


def test_notebooks_get_pictures():
    puzzle = rushlab.Puzzle.parse(EASY)
    assert puzzle._repr_svg_().startswith("<svg") and puzzle.start._repr_svg_().startswith("<svg")
    assert "data:image/gif;base64," in puzzle.solve()._repr_html_()


def test_pictures_are_written_whole(tmp_path):
    puzzle = rushlab.Puzzle.parse(EASY)
    for subject, name, head in [
        (puzzle, "a.svg", b"<svg"),
        (puzzle.start, "b.png", b"\x89PNG"),
        (puzzle.solve(), "c.gif", b"GIF89a"),
    ]:
        data = rushlab.render(subject, tmp_path / name, cell=16)
        assert data.startswith(head) and (tmp_path / name).read_bytes() == data
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.svg", "b.png", "c.gif"]
    umask = os.umask(0o027)
    try:
        rushlab.render(puzzle, tmp_path / "d.svg")
    finally:
        os.umask(umask)
    if os.name == "posix":
        assert (tmp_path / "d.svg").stat().st_mode & 0o777 == 0o640
    with pytest.raises(rushlab.InvalidArgument, match="a gif shows a solution"):
        rushlab.render(puzzle, format="gif")
    with pytest.raises(rushlab.InvalidArgument, match="choose one of svg, png, gif"):
        rushlab.render(puzzle, tmp_path / "d.bmp")


def test_files_hold_many_puzzles(tmp_path):
    path = tmp_path / "boards.txt"
    path.write_text(f"# two boards\n{EASY}\n{HARD}\n")
    assert [str(puzzle) for puzzle in rushlab.load(path)] == [EASY, HARD]
    with pytest.raises(rushlab.InvalidArgument, match="choose one of beginner"):
        rushlab.built_in("impossible")


def test_a_file_carries_the_rules_of_its_puzzles(tmp_path):
    path = tmp_path / "course.txt"
    path.write_text(f"# rules: comp472\n{EASY}\n# rules: plain\n{EASY}\n")
    course, plain = rushlab.load(path)
    assert course != plain == rushlab.Puzzle.parse(EASY)
    assert course == rushlab.Puzzle.parse(EASY, rules="comp472") == rushlab.Puzzle.parse(course.to_text("line"))
    assert rushlab.load(path, rules="plain") == [plain, plain]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no /dev/zero")
def test_a_device_without_an_end_is_refused():
    with pytest.raises(rushlab.InvalidPuzzle, match="binary data"):
        rushlab.load("/dev/zero")


def test_databases_are_read_by_their_ids(tmp_path):
    path = tmp_path / "puzzles.db"
    puzzles = [rushlab.Puzzle.parse(board) for board in (EASY, HARD)]
    with closing(sqlite3.connect(path)) as database:
        database.execute("CREATE TABLE puzzles (number INTEGER PRIMARY KEY, id TEXT NOT NULL)")
        database.executemany("INSERT INTO puzzles (id) VALUES (?)", [(puzzle.id,) for puzzle in puzzles])
        database.commit()
    assert [puzzle.id for puzzle in rushlab.load(path)] == [puzzle.id for puzzle in puzzles]
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE notes (text TEXT)")
    with pytest.raises(rushlab.InvalidArgument, match="not a database of puzzles"):
        rushlab.load(other)
