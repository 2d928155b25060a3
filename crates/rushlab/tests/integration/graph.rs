//! The textbook searches over any graph, against plain relaxation of all edges, and against each other.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::ops::ControlFlow;

use proptest::prelude::*;
use rushlab::heuristic;
use rushlab::puzzle::Rules;
use rushlab::search::graph::{
    AdjacencyList, Graph, GraphError, GraphObserver, GraphProgress, GraphVisit, Maze, MazeCell, RushHour, Textbook,
    letters, search,
};
use rushlab::search::{self, Limit, Status, Task};

/// Case 1 of Esau's text, with the two dots that its print lacks.
const MAZE: &str = ". . . .\nW W . W\n. . . .\n. . . .\n";

/// The dictionary that Esau's text prints for it, as printed.
const DICTIONARY: &str = r"graph = {
    (0, 0): \{(0, 1), (1, 0)\},\
    (0, 1): \{(0, 2), (0, 0), (1, 1)\},\
    (0, 2): \{(1, 2), (0, 3), (0, 1)\},\
    (0, 3): \{(1, 3), (0, 2)\},\
    (1, 0): set(),
    (1, 1): set(),
    (1, 2): \{(1, 3), (1, 1), (0, 2), (2, 2)\},
    (1, 3): set(),
    (2, 0): \{(3, 0), (1, 0), (2, 1)\},\
    (2, 1): \{(2, 0), (3, 1), (1, 1), (2, 2)\},
    (2, 2): \{(1, 2), (3, 2), (2, 3), (2, 1)\},\
    (2, 3): \{(1, 3), (3, 3), (2, 2)\},\
    (3, 0): \{(2, 0), (3, 1)\},\
    (3, 1): \{(3, 0), (3, 2), (2, 1)\},\
    (3, 2): \{(3, 1), (3, 3), (2, 2)\},\
    (3, 3): \{(3, 2), (2, 3)\}\}
}";

#[test]
fn every_search_solves_the_maze_of_esau() {
    let maze: Maze = MAZE.parse().unwrap();
    let list = AdjacencyList::parse(DICTIONARY, Some("3,0"), Some("(0,3)")).unwrap();
    for textbook in Textbook::ALL {
        let outcome = search(&maze, textbook, &mut ());
        assert_eq!((outcome.status, outcome.cost()), (Status::Solved, Some(6)), "{textbook:?}");
        assert_eq!(letters(outcome.path()).unwrap(), "URRUUR", "{textbook:?}");
        let outcome = search(&list, textbook, &mut ());
        let path: Vec<MazeCell> = outcome.path().iter().map(|state| list.name(*state).parse().unwrap()).collect();
        assert_eq!((letters(&path).unwrap().as_str(), outcome.cost()), ("URRUUR", Some(6)), "{textbook:?}");
        let unreachable = AdjacencyList::parse(DICTIONARY, Some("1,0"), Some("0,3")).unwrap();
        assert_eq!(search(&unreachable, textbook, &mut ()).status, Status::Unsolvable, "{textbook:?}");
    }
    // The path that the text prints, URRURRR, has a letter too many and leaves the free cells.
    let mut cell = maze.start();
    let walked = "URRURRR".chars().take_while(|letter| {
        let next = maze.neighbours(&cell).into_iter().find(|(next, _)| cell.letter_to(*next) == Some(*letter));
        next.is_some_and(|(next, _)| {
            cell = next;
            true
        })
    });
    assert_eq!(walked.count(), 4);
}

#[test]
fn the_graph_of_the_maze_is_the_dictionary_of_esau() {
    let ours = AdjacencyList::of_maze(&MAZE.parse().unwrap());
    let theirs = AdjacencyList::parse(DICTIONARY, None, None).unwrap();
    let edges = |list: &AdjacencyList| {
        let name = |state: usize| list.name(state).to_owned();
        let mut edges: Vec<(String, String, u32)> = Vec::new();
        for state in 0..list.len() {
            edges.extend(list.neighbours(&state).into_iter().map(|(next, cost)| (name(state), name(next), cost)));
        }
        edges.sort();
        edges
    };
    assert_eq!((ours.len(), edges(&ours)), (16, edges(&theirs)));
    let printed = ours.to_string();
    assert!(printed.starts_with("graph = {\n    (0, 0): {(0, 1), (1, 0)},\n"), "{printed}");
    assert!(printed.contains("    (1, 0): set(),\n"), "{printed}");
    assert_eq!(edges(&AdjacencyList::parse(&printed, None, None).unwrap()), edges(&ours));
}

#[test]
fn mazes_are_read_in_every_form() {
    let cost = |text: &str| search(&text.parse::<Maze>().unwrap(), Textbook::AStar, &mut ()).cost();
    for text in ["....\nWW.W\n....\n....", "\u{feff}\n    \n## #\r\n    \r\n    \n\n", "...T\n##.#\n....\nS..."] {
        assert_eq!(cost(text), Some(6), "{text:?}");
    }
    assert_eq!(cost("#####\n#S# #\n#  T#\n#####"), Some(3));
    assert_eq!(cost(". . S\nW W .\nT . ."), Some(4));
    assert_eq!(cost(".W.\nWWW\n..."), None);
    let there = MazeCell { row: 0, column: 0 };
    let maze = Maze::parse(MAZE, Some(MazeCell { row: 3, column: 3 }), Some(there)).unwrap();
    assert_eq!(search(&maze, Textbook::Bfs, &mut ()).cost(), Some(6));
}

#[test]
fn what_is_wrong_with_a_maze_or_a_graph_is_said_with_its_place() {
    let wrong = |text: &str| text.parse::<Maze>().unwrap_err().to_string();
    assert_eq!(wrong("\n\n"), "the text is empty: a maze has rows of `.` and `W`, a graph has lines like `A: B C`");
    assert!(wrong(". . .\n. x .").starts_with("line 2, column 3: 'x' is no cell"), "{}", wrong(". . .\n. x ."));
    assert_eq!(wrong("...\n\n..\n"), "line 2: the row has 0 cells, and the first row has 3");
    assert_eq!(wrong("S..\n..S"), "line 2: S marks a second cell; keep one");
    assert_eq!(wrong("..W\n..."), "the target (0, 2) is a wall; choose a free cell");
    let outside = Maze::parse(MAZE, Some(MazeCell { row: 4, column: 0 }), None).unwrap_err().to_string();
    assert!(outside.starts_with("the start (4, 0) is outside the maze, which has 4 rows and 4 columns"), "{outside}");
    let wrong = |text: &str| AdjacencyList::parse(text, None, None).unwrap_err();
    assert_eq!(wrong("A: B\nB C"), GraphError::Entry { line: 2, text: "B C".to_owned() });
    assert_eq!(wrong("A: B:x"), GraphError::Entry { line: 1, text: "A: B:x".to_owned() });
    assert_eq!(wrong("A: B\n# a comment\nA: C"), GraphError::SecondEntry { line: 3, name: "A".to_owned() });
    assert_eq!(wrong("# nothing"), GraphError::Empty);
    let unknown = AdjacencyList::parse("A: B", None, Some("Z")).unwrap_err();
    assert_eq!(unknown.to_string(), "the target Z is no state of the graph");
}

/// Generates the edges of a graph with its number of states. The start is the first state, the goal the last one.
fn edges() -> impl Strategy<Value = (usize, Vec<(usize, usize, u32)>)> {
    (2..14_usize).prop_flat_map(|states| {
        let edge = (0..states, 0..states, 0..12_u32);
        (Just(states), proptest::collection::vec(edge, 0..3 * states))
    })
}

fn list_of(states: usize, edges: &[(usize, usize, u32)]) -> AdjacencyList {
    let mut text = String::new();
    for state in 0..states {
        write!(text, "{state}:").unwrap();
        edges.iter().filter(|edge| edge.0 == state).for_each(|(_, to, cost)| write!(text, " {to}:{cost}").unwrap());
        text.push('\n');
    }
    AdjacencyList::parse(&text, Some("0"), Some(&(states - 1).to_string())).unwrap()
}

/// Returns the distance of each state to the goal, by relaxing all edges until nothing changes (Bellman 1958).
fn distances(states: usize, edges: &[(usize, usize, u32)]) -> Vec<Option<u32>> {
    let mut distances = vec![None; states];
    distances[states - 1] = Some(0);
    for _ in 0..states {
        for (from, to, cost) in edges {
            if let Some(there) = distances[*to] {
                distances[*from] = Some(distances[*from].map_or(there + cost, |known: u32| known.min(there + cost)));
            }
        }
    }
    distances
}

/// A graph with estimates for its states.
struct Estimated<'a> {
    list: &'a AdjacencyList,
    estimates: Vec<Option<u32>>,
}

impl Graph for Estimated<'_> {
    type State = usize;

    fn start(&self) -> usize {
        self.list.start()
    }

    fn is_goal(&self, state: &usize) -> bool {
        self.list.is_goal(state)
    }

    fn neighbours(&self, state: &usize) -> impl IntoIterator<Item = (usize, u32)> {
        self.list.neighbours(state)
    }

    fn estimate(&self, state: &usize) -> Option<u32> {
        self.estimates[*state]
    }
}

/// The graph with the weights h(v) − h(u) + c(u, v), and without estimates.
struct Reweighted<'a, G>(&'a G);

impl<G: Graph> Graph for Reweighted<'_, G> {
    type State = G::State;

    fn start(&self) -> G::State {
        self.0.start()
    }

    fn is_goal(&self, state: &G::State) -> bool {
        self.0.is_goal(state)
    }

    fn neighbours(&self, state: &G::State) -> impl IntoIterator<Item = (G::State, u32)> {
        let here = self.0.estimate(state).unwrap();
        let reweighted = move |(next, cost): (G::State, u32)| {
            let there = self.0.estimate(&next)?;
            Some((next, (there + cost).checked_sub(here).unwrap()))
        };
        self.0.neighbours(state).into_iter().filter_map(reweighted)
    }
}

/// The states that a search takes from its open list, with their f.
struct Visits<T>(Vec<(T, u32)>);

impl<T: Clone> GraphObserver<T> for Visits<T> {
    fn visit(&mut self, visit: &GraphVisit<'_, T>) {
        self.0.push((visit.state.clone(), visit.f));
    }

    fn progress(&mut self, progress: &GraphProgress<'_>) -> ControlFlow<Status> {
        // Enough of a large graph.
        match progress.statistics.expanded {
            ..1_000 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(Status::Limit(Limit::States)),
        }
    }
}

/// Checks the theorem of INF421: A* visits the same states in the same order as Dijkstra's algorithm on the graph with
/// the weights h(v) − h(u) + c(u, v), and f is the distance there plus h(start).
fn check_that_astar_is_dijkstra<G: Graph<State: std::fmt::Debug>>(graph: &G) {
    let Some(h) = graph.estimate(&graph.start()) else { return };
    let (mut astar, mut dijkstra) = (Visits(Vec::new()), Visits(Vec::new()));
    let found = search(graph, Textbook::AStar, &mut astar);
    let reweighted = search(&Reweighted(graph), Textbook::Dijkstra, &mut dijkstra);
    dijkstra.0.iter_mut().for_each(|(_, f)| *f += h);
    assert_eq!(astar.0, dijkstra.0);
    assert_eq!(found.path(), reweighted.path());
    assert_eq!(found.statistics.reopened, 0, "with a consistent estimate, no state is opened again");
    let goal = found.path().last().and_then(|goal| graph.estimate(goal));
    assert_eq!(found.cost(), reweighted.cost().map(|cost| cost + h - goal.unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn paths_on_random_graphs_are_shortest((states, edges) in edges(), share in 0..=10_u32) {
        let list = list_of(states, &edges);
        let distances = distances(states, &edges);
        // Admissible, and consistent: a fraction of the distance. A dead end may be known as one or not.
        let estimates: Vec<Option<u32>> =
            distances.iter().map(|distance| distance.map(|distance| distance * share / 10)).collect();
        let graph = Estimated { list: &list, estimates };
        for textbook in [Textbook::Dijkstra, Textbook::AStar, Textbook::IdaStar] {
            let outcome = search(&graph, textbook, &mut ());
            prop_assert_eq!(outcome.cost(), distances[0], "{:?}", textbook);
            let uninformed = search(&list, textbook, &mut ());
            prop_assert_eq!(uninformed.cost(), distances[0], "{:?}", textbook);
            let cheapest = |pair: &[usize]| {
                edges.iter().filter(|edge| [edge.0, edge.1] == pair).map(|edge| edge.2).min().unwrap()
            };
            let names: Vec<usize> = outcome.path().iter().map(|state| list.name(*state).parse().unwrap()).collect();
            prop_assert_eq!(names.windows(2).map(cheapest).sum::<u32>(), outcome.cost().unwrap_or(0));
        }
        let unit: Vec<(usize, usize, u32)> = edges.iter().map(|(from, to, _)| (*from, *to, 1)).collect();
        let fewest = self::distances(states, &unit)[0];
        let bfs = search(&list, Textbook::Bfs, &mut ());
        prop_assert_eq!(bfs.path().len().checked_sub(1).map(|edges| edges as u32), fewest);
        prop_assert_eq!(search(&graph, Textbook::Greedy, &mut ()).status == Status::Solved, fewest.is_some());
    }

    #[test]
    fn astar_is_dijkstra_with_other_weights_on_random_graphs((states, edges) in edges(), share in 0..=10_u32) {
        let list = list_of(states, &edges);
        let far = 1000;
        let distances = distances(states, &edges);
        let estimate = |distance: &Option<u32>| Some(distance.map_or(far, |distance| distance * share / 10));
        check_that_astar_is_dijkstra(&Estimated { list: &list, estimates: distances.iter().map(estimate).collect() });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn astar_is_dijkstra_with_other_weights_on_rush_hour(puzzle in crate::common::small_puzzles()) {
        for name in ["h0", "h1", "h2"] {
            let heuristic = heuristic::by_name(name).unwrap();
            if heuristic.about().consistent.holds(puzzle.rules()) {
                check_that_astar_is_dijkstra(&RushHour::new(&puzzle, heuristic));
            }
        }
    }

    /// The compiled state space and the reference implementation of the rules are the same graph.
    #[test]
    fn the_textbook_algorithm_is_breadth_first_search_over_the_graph(puzzle in crate::common::small_puzzles()) {
        let metric = puzzle.rules().metric;
        let puzzle = crate::common::without_figures(&puzzle).with_rules(Rules::plain(metric));
        let fast = search::TEXTBOOK_BFS.run(&Task::new(&puzzle), &mut ());
        let slow = search(&RushHour::new(&puzzle, heuristic::H0), Textbook::Bfs, &mut ());
        prop_assert_eq!((fast.status, fast.cost()), (slow.status, slow.cost()));
        let counts = |all: search::Statistics| (all.expanded, all.generated, all.states, all.peak_open);
        prop_assert_eq!(counts(fast.statistics), counts(slow.statistics));
    }
}
