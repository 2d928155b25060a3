//! Checks solution files: every part is there, the moves are legal and reach the goal, and boards, fuel and lengths are
//! what the moves give.

use rushlab::position::{Move, Position};
use rushlab::puzzle::Metric;

use super::assignment::{GradedPuzzle, Optimum};
use super::course_file::CourseSearch;
use super::findings::Findings;
use super::layout;
use super::report::FoundSolution;
use super::scheme::Criterion;
use super::search_check::SearchResult;
use super::solution_file::{MoveLine, Part, SolutionFile};

const UNITS_OF_TIME: [&str; 6] = ["", "s", "sec", "secs", "second", "seconds"];
const UNITS_OF_STATES: [&str; 5] = ["", "state", "states", "node", "nodes"];

/// Checks a file. `search` is the search file of the same search, if nothing is wrong with it.
pub(super) fn check(
    file: &SolutionFile,
    search: CourseSearch,
    puzzle: &GradedPuzzle,
    searched: Option<&SearchResult>,
    findings: &mut Findings,
) -> Option<FoundSolution> {
    let mut check = Check { file, puzzle, searched, findings };
    check.start();
    let found = match (file.no_solution, &file.path) {
        (Some(line), None) => {
            check.no_solution(line);
            None
        }
        (_, Some(path)) => check.solution(path, search),
        (None, None) => {
            check.missing("Solution path: B left 1; …");
            check.findings.failed.push(Criterion::Solutions);
            None
        }
    };
    if found.is_none() && !(file.no_solution.is_some() && file.path.is_none()) {
        check.findings.failed.push(Criterion::Optimality);
    }
    found
}

struct Check<'a> {
    file: &'a SolutionFile,
    puzzle: &'a GradedPuzzle,
    searched: Option<&'a SearchResult>,
    findings: &'a mut Findings,
}

impl Check<'_> {
    fn missing(&mut self, part: &'static str) {
        self.findings.add(part, Criterion::Layout, None, || format!("has no line `{part}`"));
    }

    fn wrong(&mut self, kind: &'static str, line: usize, text: impl FnOnce() -> String) {
        self.findings.add(kind, Criterion::Solutions, line, text);
    }

    /// Checks the initial configuration and the fuel, if they are there.
    fn start(&mut self) {
        let right = self.puzzle.board();
        if let Some(Part { line, value }) = &self.file.initial {
            let board = value.split_whitespace().next().unwrap_or_default();
            if !board.is_empty() && board != right {
                let number = self.puzzle.number;
                self.wrong("initial", *line, || {
                    format!("the initial board is {board}, but puzzle {number} is {right}")
                });
            }
            self.tanks(&value[board.len()..], &self.puzzle.puzzle.start(), *line);
        }
        if let Some(Part { line, value }) = self.file.initial_board().filter(|board| board.value != right) {
            self.wrong("initial drawing", *line, || format!("the initial board is drawn as {value}, not {right}"));
        }
        let Some(Part { line, value }) = &self.file.fuel else { return };
        self.tanks(value, &self.puzzle.puzzle.start(), *line);
        let named = layout::tanks(value);
        let is_named = |vehicle: usize| named.iter().any(|(label, _)| *label == self.puzzle.label(vehicle).as_str());
        let vehicles = 0..self.puzzle.puzzle.vehicles().len();
        let has_tank = |vehicle: &usize| self.puzzle.puzzle.tank(*vehicle).is_some();
        if let Some(vehicle) = vehicles.filter(has_tank).find(|vehicle| !is_named(*vehicle)) {
            let label = self.puzzle.label(vehicle);
            self.wrong("vehicle without fuel", *line, || format!("the fuel of {label} is missing"));
        }
    }

    /// Checks the tanks that a text names against a position.
    fn tanks(&mut self, text: &str, position: &Position, line: usize) {
        for (label, units) in layout::tanks(text) {
            let Some(vehicle) = self.puzzle.vehicle(&label) else {
                let number = self.puzzle.number;
                self.wrong("unknown tank", line, || {
                    format!("names the fuel of {label}, which puzzle {number} does not have")
                });
                continue;
            };
            if let Some(left) = position.fuel()[vehicle].filter(|left| u32::from(*left) != units) {
                self.wrong("tank", line, || format!("{label} has {left} units of fuel here, not {units}"));
            }
        }
    }

    fn no_solution(&mut self, line: usize) {
        match self.puzzle.optimum {
            Optimum::Cost(cost) => {
                let cost = crate::words::cost(cost, self.puzzle.puzzle.rules().metric);
                if self.puzzle.fuel_matters && self.searched.is_some_and(|searched| searched.is_exhausted) {
                    let why = "the search misses it, because it compares boards without their fuel";
                    self.findings.notes.push(format!("there is a solution of {cost}; {why}"));
                } else {
                    self.wrong("no solution", line, || format!("says `no solution`, but there is one of {cost}"));
                    self.findings.failed.push(Criterion::Optimality);
                }
            }
            Optimum::Unknown => self.findings.notes.push("whether there is a solution is not known".to_owned()),
            Optimum::Unsolvable => {}
        }
        if !self.file.moves.is_empty() {
            self.wrong("moves without solution", line, || "says `no solution`, but has lines of moves".to_owned());
        }
    }

    /// Checks a solution and what the file says about it.
    fn solution(&mut self, path: &Part<String>, search: CourseSearch) -> Option<FoundSolution> {
        if let Some(line) = self.file.no_solution {
            self.wrong("both", line, || "says `no solution`, but has a solution path".to_owned());
        }
        if self.file.initial.is_none() && self.file.initial_board().is_none() {
            self.missing("Initial board configuration: …");
        }
        let has_fuel =
            (0..self.puzzle.puzzle.vehicles().len()).any(|vehicle| self.puzzle.puzzle.tank(vehicle).is_some());
        if self.file.fuel.is_none() && has_fuel {
            self.missing("Car fuel available: …");
        }
        let seconds = self.runtime();
        let played = self.play(path);
        let claimed = self.solution_length();
        self.search_length();
        let played = played?;
        let metric = self.puzzle.puzzle.rules().metric;
        let cost: u32 = played.iter().map(|(mv, _)| metric.cost(mv.cells)).sum();
        if let Some((line, length)) = claimed.filter(|(_, length)| *length != f64::from(cost)) {
            let right = crate::words::cost(cost, metric);
            self.wrong("solution length", line, || format!("the solution has {right}, not {length}"));
        }
        self.move_lines(&played);
        self.end(&played);
        self.optimality(cost, path.line, search);
        Some(FoundSolution { cost, seconds })
    }

    fn runtime(&mut self) -> Option<f64> {
        let Some(Part { line, value }) = &self.file.runtime else {
            self.missing("Runtime: … seconds");
            return None;
        };
        let amount =
            layout::amount(value).filter(|(seconds, unit)| *seconds >= 0.0 && UNITS_OF_TIME.contains(&unit.as_str()));
        if amount.is_none() {
            self.findings.add("runtime", Criterion::Layout, *line, || format!("`{value}` is not a time in seconds"));
        }
        amount.map(|(seconds, _)| seconds)
    }

    fn solution_length(&mut self) -> Option<(usize, f64)> {
        let metric = self.puzzle.puzzle.rules().metric;
        let units = ["", metric.unit(), metric.word()];
        let Some(Part { line, value }) = &self.file.solution_length else {
            self.missing(match metric {
                Metric::Moves => "Solution path length: … moves",
                Metric::Steps => "Solution path length: … steps",
            });
            return None;
        };
        let amount = layout::amount(value).filter(|(_, unit)| units.contains(&unit.as_str()));
        if amount.is_none() {
            self.findings.add("length", Criterion::Layout, *line, || format!("`{value}` is not a number of {metric}"));
        }
        amount.map(|(length, _)| (*line, length))
    }

    fn search_length(&mut self) {
        let Some(Part { line, value }) = &self.file.search_length else {
            return self.missing("Search path length: … states");
        };
        let amount = layout::amount(value).filter(|(_, unit)| UNITS_OF_STATES.contains(&unit.as_str()));
        let Some((length, _)) = amount else {
            let text = format!("`{value}` is not a number of states");
            return self.findings.add("states", Criterion::Layout, *line, || text);
        };
        let lengths = self.searched.map(|searched| searched.lengths.as_slice()).unwrap_or_default();
        let fits =
            |range: &std::ops::RangeInclusive<usize>| *range.start() as f64 <= length && length <= *range.end() as f64;
        if let [lines, boards, ..] = lengths
            && !lengths.iter().any(fits)
        {
            let (lines, boards) = (lines.end() - 1, *boards.end());
            self.wrong("search length", *line, || {
                format!("the search path has {length} states here, but the search file has {lines} lines, which generate {boards} boards")
            });
        }
    }

    /// Plays the moves. Returns the legal solution.
    fn play(&mut self, path: &Part<String>) -> Option<Vec<(Move, Position)>> {
        let moves = match layout::moves(&path.value) {
            Ok(moves) => moves,
            Err(clause) => {
                self.findings.add("moves", Criterion::Layout, path.line, || format!("`{clause}` is not a move"));
                self.findings.failed.push(Criterion::Solutions);
                return None;
            }
        };
        let mut position = self.puzzle.puzzle.start();
        let mut played = Vec::new();
        for (index, written) in moves.iter().enumerate() {
            if position.is_solved() {
                let text = format!("move {index} is the last: the puzzle is solved, but the list goes on");
                self.wrong("after the goal", path.line, || text);
                break;
            }
            match position.resolve(written).and_then(|mv| Ok((mv, position.play(mv)?))) {
                Ok((mv, next)) => {
                    position = next.clone();
                    played.push((mv, next));
                }
                Err(error) => {
                    let text = format!("move {}, {written}, is illegal: {error}", index + 1);
                    self.wrong("illegal", path.line, || text);
                    return None;
                }
            }
        }
        if !position.is_solved() {
            self.wrong("unsolved", path.line, || "the puzzle is not solved after the last move".to_owned());
            return None;
        }
        Some(played)
    }

    /// Checks the lines of the moves against the moves that were played.
    fn move_lines(&mut self, played: &[(Move, Position)]) {
        let lines = &self.file.moves;
        for (index, (Part { line, value }, (mv, position))) in lines.iter().zip(played).enumerate() {
            let before =
                index.checked_sub(1).map_or_else(|| self.puzzle.puzzle.start(), |index| played[index].1.clone());
            let own = layout::one_move(&value.mv).and_then(|written| before.resolve(&written).ok());
            if own != Some(*mv) {
                let right = format!("{} {} {}", self.puzzle.label(mv.vehicle), mv.direction, mv.cells);
                self.wrong("line of a move", *line, || {
                    format!("has `{}`, but move {} is `{right}`", value.mv, index + 1)
                });
                return;
            }
            self.move_line(*line, value, *mv, position);
        }
        if lines.len() != played.len() {
            let line = lines.last().map(|line| line.line);
            let (lines, moves) = (crate::words::count(lines.len(), "line"), crate::words::count(played.len(), "move"));
            let text = format!("has {lines} of moves, but the solution has {moves}");
            self.findings.add("number of lines", Criterion::Solutions, line, || text);
        }
    }

    fn move_line(&mut self, line: usize, value: &MoveLine, mv: Move, position: &Position) {
        let label = self.puzzle.label(mv.vehicle);
        match (value.fuel, position.fuel()[mv.vehicle]) {
            (Some(fuel), Some(left)) if fuel != f64::from(left) => {
                self.wrong("fuel after a move", line, || {
                    format!("{label} has {left} units left after this move, not {fuel}")
                });
            }
            (None, Some(_)) => {
                self.findings.add("line without fuel", Criterion::Layout, line, || {
                    format!("the fuel left of {label} is missing")
                });
            }
            _ => {}
        }
        let Some(board) = &value.board else {
            return self
                .findings
                .add("line without board", Criterion::Layout, line, || "has no board after the move".to_owned());
        };
        if !self.is_board(board, position) {
            self.wrong("board after a move", line, || format!("the board after this move is {position}, not {board}"));
        }
        self.tanks(&value.rest, position, line);
    }

    /// Returns whether a text is the board of a position. The valet may have removed the primary at the exit.
    fn is_board(&self, text: &str, position: &Position) -> bool {
        let board = position.to_string();
        let primary = self.puzzle.puzzle.primary().label;
        text == board || position.is_solved() && text == board.replace(primary.as_str(), ".")
    }

    /// Checks the final configuration, and that the search file reaches it.
    fn end(&mut self, played: &[(Move, Position)]) {
        let last = played.last().map_or_else(|| self.puzzle.puzzle.start(), |(_, position)| position.clone());
        match self.file.final_board() {
            None => {
                self.findings.add("final", Criterion::Layout, None, || "has no final board after the moves".to_owned());
            }
            Some(Part { line, value }) if !self.is_board(value, &last) => {
                self.wrong("final", *line, || format!("the final board is {last}, not {value}"));
            }
            Some(_) => {}
        }
    }

    fn optimality(&mut self, cost: u32, line: usize, search: CourseSearch) {
        let goal =
            self.searched.and_then(|searched| searched.goal).filter(|_| search.strategy != super::Strategy::Greedy);
        if let Some(goal) = goal.filter(|goal| *goal != cost) {
            self.wrong("other solution", line, || {
                format!("the solution has a cost of {cost}, but the search file reaches the goal at a cost of {goal}")
            });
        }
        let Optimum::Cost(optimum) = self.puzzle.optimum else { return };
        if !search.is_optimal() || cost <= optimum {
            return;
        }
        let text = format!("the solution costs {cost}; a shortest one costs {optimum}");
        if self.puzzle.fuel_matters && goal == Some(cost) {
            self.findings
                .notes
                .push(format!("{text}, which the search misses, because it compares boards without their fuel"));
        } else {
            self.findings.add("optimality", Criterion::Optimality, line, || text);
        }
    }
}
