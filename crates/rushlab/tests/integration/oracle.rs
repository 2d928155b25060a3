//! Costs agree with those of an independent solver on 2,000 random boards of several sizes, with and without walls,
//! tanks and valet, and with exits on every side.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::Write as _;
use std::process::{Command, Stdio};

use crate::common::Random;
use rushlab::format::Reader;
use rushlab::puzzle::{DraftExit, Metric, Rules, Side};
use rushlab::search::Status;
use rushlab::{Puzzle, Solver};

/// Number of boards of each of the twenty kinds.
const BOARDS: usize = 100;

/// Returns a random board as a line: the cells, then fuel figures. The primary A is horizontal and leaves on the right.
fn line(random: &mut Random, size: usize, walls: usize, tanks: bool) -> String {
    let mut cells = vec![b'.'; size * size];
    let row = random.below(size as u64) as usize;
    let column = random.below(size as u64 / 2) as usize;
    cells[row * size + column..row * size + column + 2].fill(b'A');
    let mut labels = b'B'..=b'Z';
    for _ in 0..3 * size {
        let length = 2 + usize::from(random.below(3) == 0);
        let (at, down) = (random.below((size * size) as u64) as usize, random.below(2) == 0);
        let fits = if down { at / size + length <= size } else { at % size + length <= size };
        let places: Vec<usize> = (0..length).map(|along| at + along * if down { size } else { 1 }).collect();
        if fits && places.iter().all(|place| cells[*place] == b'.') {
            let Some(label) = labels.next() else { break };
            places.into_iter().for_each(|place| cells[place] = label);
        }
    }
    for _ in 0..walls {
        let at = random.below((size * size) as u64) as usize;
        if cells[at] == b'.' {
            cells[at] = b'x';
        }
    }
    let mut line = String::from_utf8(cells.clone()).unwrap();
    for label in b'A'..labels.next().unwrap_or(b'Z') {
        if tanks && cells.contains(&label) && random.below(2) == 0 {
            line += &format!(" {}{}", char::from(label), random.below(9));
        }
    }
    line
}

/// Returns the same board, rotated or mirrored so that its right side becomes another side.
fn turned(line: &str, size: usize, side: Side) -> String {
    let (cells, tanks) = line.split_at(size * size);
    let cell = |row: usize, column: usize| match side {
        Side::Right => row * size + column,
        Side::Left => row * size + (size - 1 - column),
        Side::Bottom => column * size + row,
        Side::Top => column * size + (size - 1 - row),
    };
    let places = (0..size * size).map(|place| cell(place / size, place % size));
    places.map(|place| &cells[place..=place]).chain([tanks]).collect()
}

#[test]
fn costs_agree_with_the_oracle_on_two_thousand_boards() {
    let Some(corpus) = crate::common::corpus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let oracle = folder.path().join("oracle");
    let source = corpus.join("../oracle/oracle.rs");
    let built = Command::new("rustc").args(["-O", "-o"]).arg(&oracle).arg(source).stderr(Stdio::null()).status();
    assert!(built.unwrap().success());
    let mut random = Random(2000);
    for kind in 0..20_usize {
        let size = [4, 5, 6, 6, 5][kind % 5];
        let (walls, tanks) = ([0, 2][kind / 5 % 2], size < 6 && kind % 3 < 2);
        let (steps, valet) = (kind % 2 == 0, kind / 2 % 2 == 0);
        let metric = if steps { Metric::Steps } else { Metric::Moves };
        let lines: Vec<String> = (0..BOARDS).map(|_| line(&mut random, size, walls, tanks)).collect();
        let mut command = Command::new(&oracle);
        command
            .args(["--fuel", "--primary", "A", "--metric", metric.word(), "--width", &size.to_string()])
            .args(valet.then_some("--valet"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all((lines.join("\n") + "\n").as_bytes()).unwrap();
        let answers = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        let answers: Vec<i64> =
            answers.lines().map(|line| line.split_whitespace().next().unwrap().parse().unwrap()).collect();
        assert_eq!(answers.len(), BOARDS);
        for (number, (line, answer)) in lines.iter().zip(answers).enumerate() {
            let side = Side::ALL[number % 4];
            let line = turned(line, size, side);
            let mut draft = Reader::open(line.as_bytes(), None, None).unwrap().next().unwrap().unwrap();
            draft.primary = draft.vehicles.iter().map(|vehicle| vehicle.label).find(|label| label.as_str() == "A");
            draft.exit = Some(DraftExit { side, line: None });
            let puzzle = Puzzle::try_from(draft).unwrap_or_else(|problems| panic!("{line}: {problems}"));
            let puzzle = puzzle.with_rules(Rules { valet, ..Rules::plain(metric) });
            let outcome = Solver::new(&puzzle).run();
            assert!(matches!(outcome.status, Status::Solved | Status::Unsolvable), "{line}");
            let cost = outcome.cost().map_or(-1, i64::from);
            assert_eq!(cost, answer, "{line} {metric} valet {valet}");
        }
    }
}
