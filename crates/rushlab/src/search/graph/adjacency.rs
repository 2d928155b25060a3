//! A graph given by the neighbours of each state.

use std::collections::HashMap;
use std::fmt;

use super::maze::{Maze, MazeCell};
use super::{Graph, GraphError};

/// A graph as an adjacency list. A state is the index of a name.
///
/// A text has a line for each state, `A: B C`, or with costs `A: B:2 C:5`; without one the cost is 1. It can also be a
/// Python dictionary with an entry in each line, as in Esau's text: `(0, 0): {(0, 1), (1, 0)},`. A state without an
/// entry has no neighbours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AdjacencyList {
    names: Vec<String>,
    neighbours: Vec<Vec<(usize, u32)>>,
    numbers: HashMap<String, usize>,
    start: usize,
    target: usize,
}

impl AdjacencyList {
    /// Reads an adjacency list. If they are not given, the start and the target are the states of the first and of the
    /// last entry.
    ///
    /// # Errors
    ///
    /// Fails if a line is no entry, or if the start or the target is no state.
    pub fn parse(text: &str, start: Option<&str>, target: Option<&str>) -> Result<AdjacencyList, GraphError> {
        let mut list = AdjacencyList::default();
        let mut entries = Vec::new();
        for (index, text) in text.lines().enumerate() {
            let bare: String = text.chars().filter(|character| !r#"{}[]\'""#.contains(*character)).collect();
            let bare = bare.split_once('=').map_or(bare.as_str(), |(_, entry)| entry).trim();
            if bare.is_empty() || bare.starts_with('#') {
                continue;
            }
            let wrong = GraphError::Entry { line: index + 1, text: text.trim().to_owned() };
            let entry =
                name_at(bare).and_then(|(name, rest)| Some((name, rest.trim_start().strip_prefix(':')?.to_owned())));
            let Some((name, rest)) = entry else { return Err(wrong) };
            if list.numbers.contains_key(&name) {
                return Err(GraphError::SecondEntry { line: index + 1, name });
            }
            list.number(&name);
            entries.push((rest, wrong));
        }
        let last = entries.len().checked_sub(1).ok_or(GraphError::Empty)?;
        // The states that have an entry come first, in the order of the text.
        for (state, (rest, wrong)) in entries.into_iter().enumerate() {
            list.neighbours[state] = list.neighbours_of(&rest).ok_or(wrong)?;
        }
        list.start = list.end_named("start", start, 0)?;
        list.target = list.end_named("target", target, last)?;
        Ok(list)
    }

    /// Returns the graph of a maze as Esau prints it: every cell has an entry with the cells beside it. A wall is a
    /// state too; it has no neighbours.
    pub fn of_maze(maze: &Maze) -> AdjacencyList {
        let mut list = AdjacencyList::default();
        let cells: Vec<MazeCell> = maze.cells().collect();
        let number = |cell: MazeCell| cell.row * maze.columns() + cell.column;
        for cell in cells {
            list.number(&cell.to_string());
            let free = maze.is_wall(cell) == Some(false);
            let beside = maze.beside(cell).filter(|_| free).map(|next| (number(next), 1));
            list.neighbours[number(cell)] = beside.collect();
        }
        (list.start, list.target) = (number(maze.start()), number(maze.target()));
        list
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Returns the name of a state.
    pub fn name(&self, state: usize) -> &str {
        &self.names[state]
    }

    /// Returns the number of a state, which is added if it is new.
    fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let number = self.names.len();
        self.numbers.insert(name.to_owned(), number);
        self.names.push(name.to_owned());
        self.neighbours.push(Vec::new());
        number
    }

    fn neighbours_of(&mut self, text: &str) -> Option<Vec<(usize, u32)>> {
        let mut neighbours = Vec::new();
        let separators = |character: char| character == ',' || character.is_whitespace();
        let mut rest = text.trim_matches(separators);
        // The empty set of Python.
        while !rest.is_empty() && rest != "set()" {
            let (name, after) = name_at(rest)?;
            let number = self.number(&name);
            let (cost, after) = match after.strip_prefix(':') {
                None => (1, after),
                Some(after) => {
                    let after = after.trim_start();
                    let digits = after.find(|character: char| !character.is_ascii_digit()).unwrap_or(after.len());
                    (after[..digits].parse().ok()?, &after[digits..])
                }
            };
            neighbours.push((number, cost));
            rest = after.trim_start_matches(separators);
        }
        Some(neighbours)
    }

    fn end_named(&self, end: &'static str, name: Option<&str>, default: usize) -> Result<usize, GraphError> {
        let Some(name) = name else { return Ok(default) };
        let as_cell = || self.numbers.get(&name.parse::<MazeCell>().ok()?.to_string());
        let found = self.numbers.get(name).or_else(as_cell).copied();
        found.ok_or_else(|| GraphError::UnknownState { end, name: name.to_owned() })
    }
}

/// Returns the name at the beginning of a text, and what follows: a cell in brackets, or a word.
fn name_at(text: &str) -> Option<(String, &str)> {
    if text.starts_with('(') {
        let end = text.find(')')? + 1;
        let cell: MazeCell = text[..end].parse().ok()?;
        return Some((cell.to_string(), &text[end..]));
    }
    let is_part = |character: char| !character.is_whitespace() && !",:()".contains(character);
    let end = text.find(|character| !is_part(character)).unwrap_or(text.len());
    (end > 0).then(|| (text[..end].to_owned(), &text[end..]))
}

impl Graph for AdjacencyList {
    type State = usize;

    fn start(&self) -> usize {
        self.start
    }

    fn is_goal(&self, state: &usize) -> bool {
        *state == self.target
    }

    fn neighbours(&self, state: &usize) -> impl IntoIterator<Item = (usize, u32)> {
        self.neighbours[*state].iter().copied()
    }
}

/// The graph as a Python dictionary, which can be read again: with sets if all edges cost 1, otherwise with
/// dictionaries of costs.
impl fmt::Display for AdjacencyList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = || self.neighbours.iter().flatten();
        let has_costs = all().any(|(_, cost)| *cost != 1);
        let quoted = |state: usize| match self.names[state].starts_with('(') {
            true => self.names[state].clone(),
            false => format!("'{}'", self.names[state]),
        };
        writeln!(f, "graph = {{")?;
        for (state, neighbours) in self.neighbours.iter().enumerate() {
            let next = |(next, cost): &(usize, u32)| match has_costs {
                true => format!("{}: {cost}", quoted(*next)),
                false => quoted(*next),
            };
            let neighbours: Vec<String> = neighbours.iter().map(next).collect();
            let set = match neighbours.is_empty() {
                true if has_costs => "{}".to_owned(),
                true => "set()".to_owned(),
                false => format!("{{{}}}", neighbours.join(", ")),
            };
            writeln!(f, "    {}: {set},", quoted(state))?;
        }
        write!(f, "}}")
    }
}
