//! The graph of a file: a maze or an adjacency list.

use rushlab::search::graph::{AdjacencyList, GraphError, Maze, MazeCell};

pub(super) enum Network {
    Maze(Maze),
    List(AdjacencyList),
}

impl Network {
    /// Reads a text: a colon is part of an adjacency list only.
    pub(super) fn read(text: &str, start: Option<&str>, target: Option<&str>) -> Result<Network, GraphError> {
        if text.contains(':') {
            return AdjacencyList::parse(text, start, target).map(Network::List);
        }
        let cell = |given: Option<&str>| given.map(str::parse::<MazeCell>).transpose();
        Maze::parse(text, cell(start)?, cell(target)?).map(Network::Maze)
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Network::Maze(maze) => maze.rows() * maze.columns(),
            Network::List(list) => list.len(),
        }
    }

    /// Returns the graph as a Python dictionary, as Esau prints it.
    pub(super) fn dictionary(&self) -> String {
        match self {
            Network::Maze(maze) => AdjacencyList::of_maze(maze).to_string(),
            Network::List(list) => list.to_string(),
        }
    }

    pub(super) fn index(&self, cell: MazeCell) -> usize {
        match self {
            Network::Maze(maze) => cell.row * maze.columns() + cell.column,
            Network::List(_) => 0,
        }
    }

    pub(super) fn name(&self, state: usize) -> String {
        match self {
            Network::Maze(maze) => MazeCell { row: state / maze.columns(), column: state % maze.columns() }.to_string(),
            Network::List(list) => list.name(state).to_owned(),
        }
    }

    /// Returns states as cells; `None` if one of a list is no cell.
    pub(super) fn cells(&self, states: &[usize]) -> Option<Vec<MazeCell>> {
        states.iter().map(|state| self.name(*state).parse().ok()).collect()
    }
}
