//! Textbook searches over any graph: implement [`Graph`], and [`search`] finds a path.
//!
//! Breadth-first search, Dijkstra's algorithm (1959), greedy best-first search, A* (Hart, Nilsson & Raphael 1968) and
//! IDA* (Korf 1985), each as a textbook prints it. The same functions solve a [`Maze`], an [`AdjacencyList`] and
//! [`RushHour`]; [`textbook-bfs` and `textbook-astar`](super::ALGORITHMS) rest on them too. For Rush Hour alone, the
//! other algorithms of [`search`](super) are much faster.
//!
//! ```
//! use rushlab::search::graph::{Graph, Maze, Textbook, letters, search};
//!
//! let maze: Maze = ". . . .\nW W . W\n. . . .\n. . . .".parse()?;
//! let outcome = search(&maze, Textbook::Dijkstra, &mut ());
//! assert_eq!(outcome.cost(), Some(6));
//! assert_eq!(letters(outcome.path()).as_deref(), Some("URRUUR"));
//!
//! /// Numbers: 1 can be added, or the number doubled.
//! struct Numbers {
//!     goal: u32,
//! }
//!
//! impl Graph for Numbers {
//!     type State = u32;
//!
//!     fn start(&self) -> u32 {
//!         1
//!     }
//!
//!     fn is_goal(&self, state: &u32) -> bool {
//!         *state == self.goal
//!     }
//!
//!     fn neighbours(&self, state: &u32) -> impl IntoIterator<Item = (u32, u32)> {
//!         [state + 1, state * 2].map(|next| (next, 1)).into_iter().filter(|(next, _)| *next <= self.goal)
//!     }
//! }
//!
//! assert_eq!(search(&Numbers { goal: 10 }, Textbook::Bfs, &mut ()).path(), [1, 2, 4, 5, 10]);
//! # Ok::<(), rushlab::search::graph::GraphError>(())
//! ```

mod adjacency;
mod best_first;
mod error;
mod heap;
mod idastar;
mod maze;
mod observer;
mod rush_hour;

pub use adjacency::AdjacencyList;
pub use error::GraphError;
pub use maze::{Maze, MazeCell, letters};
pub use observer::{GraphObserver, GraphProgress, GraphVisit};
pub use rush_hour::RushHour;

pub(super) use best_first::{Order, best_first};
pub(super) use rush_hour::reading_ranks;

use std::hash::Hash;

use super::{Statistics, Status};

/// A graph with a start and goals, explored from the start. It may be infinite.
pub trait Graph {
    /// A state: a vertex of the graph.
    type State: Clone + Eq + Hash;

    /// Returns the start.
    fn start(&self) -> Self::State;

    /// Returns whether a state is a goal.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Returns the neighbours of a state with the costs of the edges to them, in the order in which searches follow
    /// them.
    fn neighbours(&self, state: &Self::State) -> impl IntoIterator<Item = (Self::State, u32)>;

    /// Returns the estimated cost from a state to a goal; `None` if it is known that no goal can be reached. Greedy
    /// search, A* and IDA* use it. Paths of A* and IDA* are shortest if it never exceeds the true cost.
    fn estimate(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        Some(0)
    }
}

/// A search of the textbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Textbook {
    /// Breadth-first search: the fewest edges, whatever they cost.
    Bfs,
    /// Dijkstra's algorithm: the lowest cost.
    Dijkstra,
    /// Greedy best-first search: the lowest estimate first. The path may not be a shortest one.
    Greedy,
    /// A*: the lowest cost so far plus estimate first. A state is opened again when a cheaper path to it is found.
    AStar,
    /// IDA*: depth-first searches up to a rising bound. It stores only the current path, and leaves out cycles in it;
    /// where many paths lead to the same states, it takes very long.
    IdaStar,
}

impl Textbook {
    /// All searches.
    pub const ALL: [Textbook; 5] =
        [Textbook::Bfs, Textbook::Dijkstra, Textbook::Greedy, Textbook::AStar, Textbook::IdaStar];

    /// Returns the name, that of the same algorithm in [`ALGORITHMS`](super::ALGORITHMS).
    pub fn name(self) -> &'static str {
        match self {
            Textbook::Bfs => "bfs",
            Textbook::Dijkstra => "dijkstra",
            Textbook::Greedy => "greedy",
            Textbook::AStar => "astar",
            Textbook::IdaStar => "idastar",
        }
    }

    /// Returns the search with a name or an alias of it.
    pub fn by_name(name: &str) -> Option<Textbook> {
        let named = super::by_name(name)?.about().name;
        Textbook::ALL.into_iter().find(|search| search.name() == named)
    }
}

/// The result of a search over a graph.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphOutcome<T> {
    /// How the search ended.
    pub status: Status,
    /// The path from the start to a goal, both included, and its cost.
    pub found: Option<(Vec<T>, u32)>,
    /// The effort. For IDA* the distinct states are not known: `states` is the greatest length of a path.
    pub statistics: Statistics,
}

impl<T> GraphOutcome<T> {
    /// Returns the states of the path, from the start to a goal; none if no path was found.
    pub fn path(&self) -> &[T] {
        self.found.as_ref().map_or(&[], |(path, _)| path)
    }

    /// Returns the cost of the path.
    pub fn cost(&self) -> Option<u32> {
        self.found.as_ref().map(|(_, cost)| *cost)
    }
}

/// Searches for a path from the start to a goal.
pub fn search<G: Graph>(
    graph: &G,
    textbook: Textbook,
    observer: &mut impl GraphObserver<G::State>,
) -> GraphOutcome<G::State> {
    match textbook {
        Textbook::Bfs => best_first(graph, Order::BFS, observer),
        Textbook::Dijkstra => best_first(graph, Order::DIJKSTRA, observer),
        Textbook::Greedy => best_first(graph, Order::GREEDY, observer),
        Textbook::AStar => best_first(graph, Order::ASTAR, observer),
        Textbook::IdaStar => idastar::idastar(graph, observer),
    }
}
