//! The format `pddl` describes the same game: an independent planner for STRIPS finds plans of the optimal cost, and
//! the plans that the notation `pddl` writes can be executed.
//!
//! The planner below knows nothing about Rush Hour. It reads the domain and the problem as S-expressions, grounds all
//! actions and searches breadth-first.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use proptest::prelude::*;
use rushlab::format::{self, PDDL, Reader};
use rushlab::notation;
use rushlab::puzzle::{Draft, DraftExit, Metric, Rules, Side};
use rushlab::{Puzzle, Solution, Solver};

/// An S-expression.
#[derive(Clone, Debug)]
enum Sexp {
    Atom(String),
    List(Vec<Sexp>),
}

impl Sexp {
    fn parse(text: &str) -> Sexp {
        let code: String = text.lines().map(|line| line.split(';').next().unwrap().to_owned() + "\n").collect();
        let mut stack = vec![Vec::new()];
        for token in code.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
            match token {
                "(" => stack.push(Vec::new()),
                ")" => {
                    let list = stack.pop().unwrap();
                    stack.last_mut().unwrap().push(Sexp::List(list));
                }
                word => stack.last_mut().unwrap().push(Sexp::Atom(word.to_owned())),
            }
        }
        assert_eq!((stack.len(), stack[0].len()), (1, 1), "one expression");
        stack.remove(0).remove(0)
    }

    fn list(&self) -> &[Sexp] {
        match self {
            Sexp::List(parts) => parts,
            Sexp::Atom(word) => panic!("`{word}` is not a list"),
        }
    }

    fn atom(&self) -> &str {
        match self {
            Sexp::Atom(word) => word,
            Sexp::List(_) => panic!("a list is not a word"),
        }
    }

    fn words(&self) -> Vec<String> {
        self.list().iter().map(|part| part.atom().to_owned()).collect()
    }

    /// Returns the conjuncts of `(and …)`, or the expression itself.
    fn conjuncts(&self) -> Vec<&Sexp> {
        match self.list() {
            [Sexp::Atom(and), rest @ ..] if and == "and" => rest.iter().collect(),
            _ => vec![self],
        }
    }
}

/// Returns the names of a typed list with their types.
fn typed(parts: &[Sexp]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut words = parts.iter().map(Sexp::atom);
    while let Some(word) = words.next() {
        if word == "-" {
            let of_type = words.next().unwrap();
            found.iter_mut().filter(|(_, own)| own.is_empty()).for_each(|(_, own)| *own = of_type.to_owned());
        } else {
            found.push((word.to_owned(), String::new()));
        }
    }
    found
}

type Fact = Vec<String>;

/// An action schema.
struct Action {
    name: String,
    parameters: Vec<(String, String)>,
    precondition: Vec<Fact>,
    add: Vec<Fact>,
    delete: Vec<Fact>,
}

/// A planning task of STRIPS with types.
struct Task {
    actions: Vec<Action>,
    supertypes: HashMap<String, String>,
    objects: Vec<(String, String)>,
    init: HashSet<Fact>,
    goal: Vec<Fact>,
}

impl Task {
    fn parse(domain: &str, problem: &str) -> Task {
        let mut task = Task {
            actions: Vec::new(),
            supertypes: HashMap::new(),
            objects: Vec::new(),
            init: HashSet::new(),
            goal: Vec::new(),
        };
        let (domain, problem) = (Sexp::parse(domain), Sexp::parse(problem));
        for section in &domain.list()[2..] {
            match section.list()[0].atom() {
                ":requirements" => assert_eq!(section.words()[1..], [":strips", ":typing"]),
                ":types" => task.supertypes = typed(&section.list()[1..]).into_iter().collect(),
                ":predicates" => {}
                ":action" => task.actions.push(Action::parse(section)),
                other => panic!("{other}"),
            }
        }
        for section in &problem.list()[2..] {
            match section.list()[0].atom() {
                ":domain" => assert_eq!(section.words()[1], domain.list()[1].words()[1]),
                ":objects" => task.objects = typed(&section.list()[1..]),
                ":init" => task.init = section.list()[1..].iter().map(Sexp::words).collect(),
                ":goal" => task.goal = section.list()[1].conjuncts().into_iter().map(Sexp::words).collect(),
                other => panic!("{other}"),
            }
        }
        task
    }

    fn is_of_type(&self, own: &str, wanted: &str) -> bool {
        own == wanted || self.supertypes.get(own).is_some_and(|up| self.is_of_type(up, wanted))
    }

    /// Returns all ground actions whose static preconditions hold.
    fn ground(&self) -> Vec<Ground> {
        let changing: HashSet<&String> = self
            .actions
            .iter()
            .flat_map(|action| action.add.iter().chain(&action.delete))
            .map(|fact| &fact[0])
            .collect();
        let mut ground = Vec::new();
        for action in &self.actions {
            let fixed: Vec<&Fact> = action.precondition.iter().filter(|fact| !changing.contains(&fact[0])).collect();
            self.bind(action, &fixed, &mut BTreeMap::new(), &mut ground);
        }
        ground
    }

    fn bind(&self, action: &Action, fixed: &[&Fact], bound: &mut BTreeMap<String, String>, ground: &mut Vec<Ground>) {
        let possible = |fact: &Fact| substitute(fact, bound).is_none_or(|fact| self.init.contains(&fact));
        if !fixed.iter().all(|fact| possible(fact)) {
            return;
        }
        let Some((variable, of_type)) = action.parameters.get(bound.len()) else {
            let all = |facts: &[Fact]| facts.iter().map(|fact| substitute(fact, bound).unwrap()).collect();
            let arguments = action.parameters.iter().map(|(variable, _)| bound[variable].clone());
            ground.push(Ground {
                name: std::iter::once(action.name.clone()).chain(arguments).collect::<Vec<_>>().join(" "),
                precondition: all(&action.precondition),
                add: all(&action.add),
                delete: all(&action.delete),
            });
            return;
        };
        for (object, own) in self.objects.iter().filter(|(_, own)| self.is_of_type(own, of_type)) {
            assert!(!own.is_empty());
            bound.insert(variable.clone(), object.clone());
            self.bind(action, fixed, bound, ground);
            bound.remove(variable);
        }
    }

    /// Returns the length of a shortest plan.
    fn shortest_plan(&self) -> Option<usize> {
        let mut numbers: HashMap<Fact, usize> = HashMap::new();
        let mut number = |fact: &Fact| {
            let next = numbers.len();
            *numbers.entry(fact.clone()).or_insert(next)
        };
        let mut bits = |facts: &[Fact]| facts.iter().map(&mut number).collect::<Vec<usize>>();
        let actions: Vec<[Vec<usize>; 3]> = (self.ground().iter())
            .map(|action| [bits(&action.precondition), bits(&action.delete), bits(&action.add)])
            .collect();
        let goal = bits(&self.goal);
        let mut start = vec![0_u64; 16];
        let init: Vec<Fact> = self.init.iter().cloned().collect();
        let set = |state: &mut Vec<u64>, bit: usize| state[bit / 64] |= 1 << (bit % 64);
        bits(&init).into_iter().for_each(|bit| set(&mut start, bit));
        let holds = |state: &[u64], bits: &[usize]| bits.iter().all(|bit| state[bit / 64] >> (bit % 64) & 1 == 1);
        let mut seen = HashSet::from([start.clone()]);
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((state, length)) = queue.pop_front() {
            if holds(&state, &goal) {
                return Some(length);
            }
            for [_, delete, add] in actions.iter().filter(|[precondition, ..]| holds(&state, precondition)) {
                let mut next = state.clone();
                delete.iter().for_each(|bit| next[bit / 64] &= !(1 << (bit % 64)));
                add.iter().for_each(|bit| set(&mut next, *bit));
                if seen.insert(next.clone()) {
                    queue.push_back((next, length + 1));
                }
            }
        }
        None
    }

    /// Executes a plan, and returns the number of its actions if it reaches the goal.
    fn execute(&self, plan: &str) -> Option<usize> {
        let ground: HashMap<String, Ground> =
            self.ground().into_iter().map(|action| (action.name.clone(), action)).collect();
        let mut state = self.init.clone();
        let mut length = 0;
        for line in plan.lines().filter(|line| !line.starts_with(';')) {
            let action = ground.get(line.trim_matches(['(', ')']))?;
            if !action.precondition.iter().all(|fact| state.contains(fact)) {
                return None;
            }
            state.retain(|fact| !action.delete.contains(fact));
            state.extend(action.add.iter().cloned());
            length += 1;
        }
        self.goal.iter().all(|fact| state.contains(fact)).then_some(length)
    }
}

impl Action {
    fn parse(section: &Sexp) -> Action {
        let [_, name, _, parameters, _, precondition, _, effect] = section.list() else { panic!("{section:?}") };
        let (mut add, mut delete) = (Vec::new(), Vec::new());
        for fact in effect.conjuncts() {
            match fact.list() {
                [Sexp::Atom(not), fact] if not == "not" => delete.push(fact.words()),
                _ => add.push(fact.words()),
            }
        }
        Action {
            name: name.atom().to_owned(),
            parameters: typed(parameters.list()),
            precondition: precondition.conjuncts().into_iter().map(Sexp::words).collect(),
            add,
            delete,
        }
    }
}

/// An action without variables.
struct Ground {
    name: String,
    precondition: Vec<Fact>,
    add: Vec<Fact>,
    delete: Vec<Fact>,
}

/// Returns a fact with its variables replaced; `None` if one is not bound yet.
fn substitute(fact: &Fact, bound: &BTreeMap<String, String>) -> Option<Fact> {
    let word = |word: &String| if word.starts_with('?') { bound.get(word).cloned() } else { Some(word.clone()) };
    fact.iter().map(word).collect()
}

fn task(puzzle: &Puzzle) -> Task {
    Task::parse(&format::preamble(PDDL, puzzle).unwrap().text, &format::write(PDDL, puzzle).unwrap())
}

fn solution(puzzle: &Puzzle) -> Option<Solution> {
    Solver::new(puzzle).run().solution
}

/// Returns small puzzles: every exit side, walls, lengths 2 to 4, distances longer than the vehicle, boards that are
/// not square, a solved one and an unsolvable one.
fn small() -> Vec<Puzzle> {
    let boards = [
        ("right", "..B../XXB../..B../...../....."),
        ("left", ".DC../.DCXX/BB.../..FF./....."),
        ("top", "CBB../C.X.x/..X../EE.D./...D."),
        ("bottom", "..X../..X.x/C..../CFFD./...D."),
        ("right", "BBBBC/....C/AA..x/DDD../....."),
        ("right", "..B/..B/.XX"),
        ("right", "XX.C/...C/D.../D.BB"),
        ("right", "XXB.C../..B.C../..DD..."),
        ("left", "....XX/..C.../BBC..."),
        ("right", "..CCC./..A.../XXA..D/..BB.D/....ED/....E."),
    ];
    let parse = |(side, board): (&str, &str)| {
        let mut draft = Draft::from(&board.replace('/', "\n").parse::<Puzzle>().unwrap());
        draft.exit = Some(DraftExit { side: Side::from_word(side).unwrap(), line: None });
        Puzzle::try_from(draft).unwrap()
    };
    boards.into_iter().map(parse).collect()
}

#[test]
fn an_independent_planner_finds_plans_of_the_optimal_cost() {
    let mut solved = 0;
    for puzzle in small() {
        for metric in [Metric::Moves, Metric::Steps] {
            let puzzle = puzzle.clone().with_rules(Rules::plain(metric));
            let optimum = solution(&puzzle);
            let planned = task(&puzzle).shortest_plan();
            assert_eq!(planned, optimum.as_ref().map(|solution| solution.cost() as usize), "{puzzle} {metric}");
            solved += usize::from(planned.is_some_and(|length| length > 0));
        }
    }
    assert!(solved >= 10, "only {solved} tasks have a plan with actions");
}

#[test]
fn a_written_plan_can_be_executed() {
    for puzzle in rushlab::collection::built_in().map(|(_, puzzle)| puzzle).step_by(8).chain(small()) {
        for metric in [Metric::Moves, Metric::Steps] {
            let puzzle = puzzle.clone().with_rules(Rules::plain(metric));
            let Some(solution) = solution(&puzzle) else { continue };
            let plan = solution.to_notation(notation::PDDL);
            assert_eq!(task(&puzzle).execute(&plan), Some(solution.cost() as usize), "{puzzle}\n{plan}");
            assert_eq!(Solution::parse(&puzzle, &plan).unwrap().cost(), solution.cost());
        }
    }
}

#[test]
fn fuel_and_the_valet_are_refused() {
    let puzzle: Puzzle = "......A..B..AXXB..A..B......CC...... B4".parse().unwrap();
    let error = format::write(PDDL, &puzzle).unwrap_err().to_string();
    assert!(error.contains("the puzzle has fuel; use `line` or `json`"), "{error}");
    let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse().unwrap();
    let valet = puzzle.with_rules(Rules { valet: true, ..Rules::default() });
    let error = format::write(PDDL, &valet).unwrap_err().to_string();
    assert!(error.contains("rules other than the plain ones (moves, valet)"), "{error}");
}

#[test]
fn plans_of_several_planners_are_read() {
    let expected = "X right 2; B down 1";
    for plan in [
        "(move-right-2-length-2 v-x row-3 column-1 column-2 column-3 column-4)\n(move-down-1-length-3 v-b column-5)\n; cost = 2 (unit cost)\n",
        "; a comment\n(MOVE-RIGHT-2-LENGTH-2 V-X)\n(Move-Down V-B)\n",
        "0.00000: (move-right-2 v-x) [1.000]\n1: (move_down v-b)  [1]\n",
        "(move-right-2 v-x) (move-down-1 v-b) ; cost = 2",
    ] {
        let moves = notation::read(plan, None).unwrap_or_else(|error| panic!("{error}: {plan}"));
        assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "), expected, "{plan}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn objects_of_any_name_and_facts_in_any_order_give_the_same_puzzle(puzzle in crate::common::small_puzzles()) {
        let Ok(text) = format::write(PDDL, &puzzle) else { return Ok(()) };
        let Sexp::List(mut sections) = Sexp::parse(&text) else { panic!() };
        for section in &mut sections[3..5] {
            let Sexp::List(parts) = section else { panic!() };
            if parts[0].atom() == ":init" {
                parts[1..].reverse();
            }
        }
        let shuffled = show(&Sexp::List(sections)).replace("row-", "R_").replace("column-", "file-");
        let draft = Reader::open(shuffled.as_bytes(), None, None).unwrap().next().unwrap().unwrap();
        let back = Puzzle::try_from(draft).unwrap_or_else(|problems| panic!("{problems}\n{shuffled}"));
        prop_assert_eq!(back.with_name(None), puzzle.with_name(None));
    }
}

fn show(expression: &Sexp) -> String {
    match expression {
        Sexp::Atom(word) => word.clone(),
        Sexp::List(parts) => format!("({})", parts.iter().map(show).collect::<Vec<_>>().join("\n")),
    }
}
