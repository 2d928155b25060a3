use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::analysis::Cluster;
use crate::heuristic::{H1, H4, RECURSIVE};
use crate::puzzle::{Puzzle, Vehicle};
use crate::search::{ALGORITHMS, HeuristicChoice, IDASTAR, Limits, Selection, Solver, Status};

const CARD: &str = "A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K";
/// A built-in puzzle of 13 moves.
const SHORT: &str = "...A.....A..XX.AB.....B..CDDB..CEEE.";
/// Two blockers; B can leave downwards, C is held by D above, and has two free cells below.
const HELD: &str = "..DD.....C..AA.C.B...C.B............";

fn expressions() -> impl Strategy<Value = Expression> {
    let leaf = prop_oneof![
        (0..MEASURES.len()).prop_map(|index| Expression::measure(&MEASURES[index])),
        (-20.0..20.0_f64).prop_map(Expression::number),
    ];
    leaf.prop_recursive(5, 60, 4, |inner| {
        (0..ExpressionOperator::ALL.len(), prop::collection::vec(inner, 4)).prop_map(|(index, mut operands)| {
            let operator = ExpressionOperator::ALL[index];
            operands.truncate(operator.operands());
            Expression::operation(operator, operands).unwrap()
        })
    })
}

/// Evaluates an expression by its definition.
fn plain_value(node: &Node, puzzle: &Puzzle, position: &Position) -> f64 {
    let operands: Vec<f64> = node.operands().iter().map(|operand| plain_value(operand, puzzle, position)).collect();
    match (node, operands.as_slice()) {
        (Node::Number(value), _) => *value,
        (Node::Measure(measure), _) => f64::from(plain_measure(measure.name(), puzzle, position)),
        (Node::Operation(operator, _), [one, other, rest @ ..]) => match operator {
            ExpressionOperator::Add => one + other,
            ExpressionOperator::Subtract => one - other,
            ExpressionOperator::Multiply => one * other,
            ExpressionOperator::Min => one.min(*other),
            ExpressionOperator::Max => one.max(*other),
            ExpressionOperator::IfLess => rest[usize::from(one >= other)],
        },
        (Node::Operation(..), _) => unreachable!("every operator has two operands or more"),
    }
}

/// Returns a measure by the reference rules.
fn plain_measure(name: &str, puzzle: &Puzzle, position: &Position) -> u32 {
    let moves = position.legal_moves();
    match name {
        "distance" => position.offsets()[puzzle.primary_index()].unwrap().abs_diff(puzzle.goal_offset()).into(),
        "mobility" => moves.len() as u32,
        "stuck" => {
            (0..puzzle.vehicles().len()).filter(|index| moves.iter().all(|mv| mv.vehicle != *index)).count() as u32
        }
        "blocking" => plain_blocking(puzzle, position).len() as u32,
        "depth" => plain_blocking(puzzle, position).last().map_or(0, |(_, depth)| *depth),
        name => crate::heuristic::by_name(name).unwrap().compile(puzzle).estimate(position).unwrap(),
    }
}

/// Returns the vehicles of `blocking` with their depths, found cell by cell.
fn plain_blocking(puzzle: &Puzzle, position: &Position) -> Vec<(usize, u32)> {
    let cells_of = |index: usize| -> Vec<(u8, u8)> {
        let vehicle: &Vehicle = &puzzle.vehicles()[index];
        let offset = position.offsets()[index].unwrap();
        vehicle.cells_at(offset).map(|cell| (cell.row, cell.column)).collect()
    };
    let others = || (0..puzzle.vehicles().len()).filter(|index| *index != puzzle.primary_index());
    let primary = cells_of(puzzle.primary_index());
    let (row, last) = primary[primary.len() - 1];
    let covers = |index: usize, cell: (u8, u8)| cells_of(index).contains(&cell);
    let mut found: Vec<(usize, u32)> = others()
        .filter(|index| (last + 1..puzzle.width()).any(|column| covers(*index, (row, column))))
        .map(|index| (index, 1))
        .collect();
    let mut next = 0;
    while let Some((vehicle, depth)) = found.get(next).copied() {
        next += 1;
        let cells = cells_of(vehicle);
        let is_horizontal = cells[0].0 == cells[1].0;
        let (line, length) = if is_horizontal { (cells[0].0, puzzle.width()) } else { (cells[0].1, puzzle.height()) };
        let offset = position.offsets()[vehicle].unwrap();
        let cell_at = |along: u8| if is_horizontal { (line, along) } else { (along, line) };
        // Vehicles of the same line that fill a side to the border are there for ever.
        let in_line = |index: usize| {
            cells_of(index).iter().all(|cell| if is_horizontal { cell.0 == line } else { cell.1 == line })
        };
        let is_full = |side: std::ops::Range<u8>| {
            side.into_iter()
                .all(|along| (0..puzzle.vehicles().len()).any(|index| in_line(index) && covers(index, cell_at(along))))
        };
        let end = offset + cells.len() as u8;
        let before = (!is_full(0..offset)).then(|| cell_at(offset - 1));
        let after = (!is_full(end..length)).then(|| cell_at(end));
        for cell in before.into_iter().chain(after) {
            let stops: Vec<usize> = others().filter(|index| covers(*index, cell)).collect();
            for other in stops {
                if found.iter().all(|(known, _)| *known != other) {
                    found.push((other, depth + 1));
                }
            }
        }
    }
    found
}

/// Returns some positions of a puzzle, the start first.
fn positions(puzzle: &Puzzle) -> Vec<Position> {
    let mut positions = vec![Position::start(puzzle)];
    for number in 0..30 {
        let last = positions[number].clone();
        let moves = last.legal_moves();
        positions.push(last.play(moves[(number * 7 + 3) % moves.len()]).unwrap());
    }
    positions
}

proptest! {
    #[test]
    fn an_expression_is_read_as_it_is_written(expression in expressions()) {
        prop_assert_eq!(expression.to_string().parse::<Expression>().unwrap(), expression.clone());
        let spaced = expression.to_string().replace('(', " ( ").replace(')', "\n) ; a comment (\n");
        prop_assert_eq!(spaced.parse::<Expression>().unwrap(), expression);
    }

    #[test]
    fn a_part_can_be_replaced_by_itself_and_by_another(expression in expressions(), other in expressions()) {
        for number in 0..expression.size() {
            let part = expression.part(number).unwrap();
            prop_assert_eq!(expression.with_part(number, &part).unwrap(), expression.clone());
            let changed = expression.with_part(number, &other).unwrap();
            prop_assert_eq!(changed.part(number).unwrap(), other.clone());
            prop_assert_eq!(changed.size(), expression.size() - part.size() + other.size());
        }
        prop_assert_eq!(expression.part(expression.size()), None);
    }

}

proptest! {
    // Each case builds pattern databases.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn estimates_are_the_values_of_the_formula(expression in expressions()) {
        for board in [CARD, HELD] {
            let puzzle: Puzzle = board.parse().unwrap();
            let mut estimator = expression.clone().heuristic("test").compile(&puzzle);
            for position in positions(&puzzle) {
                let value = plain_value(&expression.0, &puzzle, &position);
                let expected = if position.is_solved() { 0.0 } else { value.floor().clamp(0.0, MAX_ESTIMATE) };
                prop_assert_eq!(f64::from(estimator.estimate(&position).unwrap()), expected);
            }
        }
    }

    #[test]
    fn expressions_with_a_proof_are_admissible(one in expressions(), other in expressions()) {
        let expression: Expression = format!("(max (min {one} h4) (min recursive {other}))").parse().unwrap();
        prop_assert!(expression.is_admissible());
        let puzzle: Puzzle = HELD.parse().unwrap();
        let cluster = Cluster::new(&puzzle, Limits::default(), &mut ()).unwrap();
        let mut estimator = expression.heuristic("test").compile(&puzzle);
        for number in (0..cluster.size()).step_by(7) {
            if let Some(distance) = cluster.distance(number) {
                prop_assert!(estimator.estimate(&cluster.position(number)).unwrap() <= distance);
            }
        }
    }
}

#[test]
fn only_some_forms_are_proved_admissible() {
    for (text, admissible) in [
        ("h4", true),
        ("h2", false),
        ("inf421-h2", false),
        ("blocking", false),
        ("(max h4 pdb)", true),
        ("(max h4 blocking)", false),
        ("(min blocking h1)", true),
        ("(if< mobility 5 h1 recursive)", true),
        ("(if< h1 5 recursive mobility)", false),
        ("(+ h1 -1)", false),
        ("(max -1 h1)", true),
        ("3", false),
    ] {
        assert_eq!(text.parse::<Expression>().unwrap().is_admissible(), admissible, "{text}");
    }
}

#[test]
fn a_text_that_is_no_expression_says_why() {
    for (text, words) in [
        ("", "the expression ends too early"),
        ("(max h1", "the expression ends too early"),
        (")", "the expression ends too early"),
        ("(max h1 h2) h4", "`h4` after the end"),
        ("(max h1 h2 h4)", "`max` takes 2 operands, and `h4` is one more"),
        ("(if< h1 h2 h4)", "the expression ends too early"),
        ("(h1 h2)", "`h1` is no operator"),
        ("h9", "`h9` is no measure; the measures are h1, h2, h4"),
        ("nan", "`nan` is no measure"),
        ("1e999", "`1e999` is too large a number"),
        (&"(+ 1 ".repeat(1_000_000), "the expression is too large"),
        (&format!("{}1{}", "(+ 1 ".repeat(200), ")".repeat(200)), "the expression is too large"),
    ] {
        let error = text.parse::<Expression>().unwrap_err().to_string();
        assert!(error.starts_with(words), "{error}");
    }
}

#[test]
fn idastar_claims_optimality_only_with_a_proof() {
    let puzzle: Puzzle = SHORT.parse().unwrap();
    let solve = |text: &str| {
        let heuristic = text.parse::<Expression>().unwrap().heuristic("test");
        Solver::new(&puzzle).algorithm(IDASTAR).heuristic(&heuristic).run()
    };
    let (exact, plain) = (solve("(max h4 recursive)"), Solver::new(&puzzle).algorithm(IDASTAR).heuristic(H4).run());
    assert!(exact.is_optimal() && exact.cost() == plain.cost());
    let greedy = solve("(* 3 (+ h4 blocking))");
    assert!(greedy.status == Status::Solved && !greedy.is_optimal() && greedy.bound == 0);
    assert!(greedy.cost() > plain.cost(), "{:?}", greedy.cost());
}

#[test]
fn an_expression_of_one_measure_is_that_heuristic() {
    let puzzle: Puzzle = SHORT.parse().unwrap();
    for heuristic in [H1, H4, RECURSIVE] {
        let name = heuristic.about().name;
        let expression: Expression = name.parse().unwrap();
        let choice = Some(HeuristicChoice::Custom(Arc::new(expression.heuristic("test"))));
        let selection = Selection { algorithm: Some("idastar".to_owned()), heuristic: choice, ..Selection::default() };
        let with_text = selection.resolve(ALGORITHMS).unwrap().solver(&puzzle).run();
        let registered = Solver::new(&puzzle).algorithm(IDASTAR).heuristic(heuristic).run();
        assert_eq!(with_text.statistics, registered.statistics, "{name}");
    }
}
