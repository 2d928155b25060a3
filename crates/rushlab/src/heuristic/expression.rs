//! Expressions: heuristics as formulas over measures of a position, written as Koza (1992) writes programs:
//! `(max h4 (* 1.5 blocking))`. Genetic programming evolves them (compare Hauptman, Elyasaf, Sipper and Karmon 2009).
//!
//! The value of an expression is rounded down to a whole cost, at least 0; it is 0 at a goal. A position that one of
//! the measures knows to be unsolvable has no estimate. An expression is admissible if its form proves it: numbers up
//! to 0 and heuristics that are always admissible are, and so is `max` of two such parts and `min` with one.

mod measure;
mod text;

pub use measure::{MEASURES, Measure};
pub use text::ExpressionError;

use self::measure::MeasureValues;
use super::{About, Claim, Estimator, Heuristic};
use crate::position::Position;
use crate::puzzle::Puzzle;

/// An operator of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionOperator {
    /// Sum.
    Add,
    /// Difference.
    Subtract,
    /// Product.
    Multiply,
    /// The lesser of two values.
    Min,
    /// The greater of two values.
    Max,
    /// The third value if the first is less than the second, otherwise the fourth.
    IfLess,
}

impl ExpressionOperator {
    /// All operators.
    pub const ALL: [ExpressionOperator; 6] = [
        ExpressionOperator::Add,
        ExpressionOperator::Subtract,
        ExpressionOperator::Multiply,
        ExpressionOperator::Min,
        ExpressionOperator::Max,
        ExpressionOperator::IfLess,
    ];

    /// Returns the name in a text.
    pub fn name(self) -> &'static str {
        match self {
            ExpressionOperator::Add => "+",
            ExpressionOperator::Subtract => "-",
            ExpressionOperator::Multiply => "*",
            ExpressionOperator::Min => "min",
            ExpressionOperator::Max => "max",
            ExpressionOperator::IfLess => "if<",
        }
    }

    /// Returns the number of operands.
    pub fn operands(self) -> usize {
        if self == ExpressionOperator::IfLess { 4 } else { 2 }
    }
}

/// A formula over measures of a position.
///
/// ```
/// use std::sync::Arc;
/// use rushlab::heuristic::Expression;
/// use rushlab::search::{ALGORITHMS, HeuristicChoice, Selection};
/// use rushlab::Puzzle;
///
/// let expression: Expression = "(max h4 recursive)".parse()?;
/// assert!(expression.is_admissible());
/// let heuristic = Some(HeuristicChoice::Custom(Arc::new(expression.heuristic("both"))));
/// let puzzle: Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
/// let selection = Selection { algorithm: Some("idastar".to_owned()), heuristic, ..Selection::default() };
/// assert!(selection.resolve(ALGORITHMS)?.solver(&puzzle).run().is_optimal());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Expression(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Number(f64),
    Measure(&'static Measure),
    Operation(ExpressionOperator, Vec<Node>),
}

impl Expression {
    /// The most numbers, measures and operators of an expression.
    pub const MAX_SIZE: usize = 400;

    /// Returns a number; 0 if the value is not finite.
    pub fn number(value: f64) -> Expression {
        Expression(Node::Number(if value.is_finite() { value } else { 0.0 }))
    }

    /// Returns a measure.
    pub fn measure(measure: &'static Measure) -> Expression {
        Expression(Node::Measure(measure))
    }

    /// Returns an operation; `None` if the operator takes another number of operands, or if it becomes too large.
    pub fn operation(operator: ExpressionOperator, operands: Vec<Expression>) -> Option<Expression> {
        let size = 1 + operands.iter().map(Expression::size).sum::<usize>();
        let is_valid = operands.len() == operator.operands() && size <= Expression::MAX_SIZE;
        is_valid.then(|| Expression(Node::Operation(operator, operands.into_iter().map(|operand| operand.0).collect())))
    }

    /// Returns the number of its numbers, measures and operators.
    pub fn size(&self) -> usize {
        self.0.size()
    }

    /// Returns a part by its number in reading order, from 0, the whole expression; `None` if there are fewer parts.
    pub fn part(&self, number: usize) -> Option<Expression> {
        self.0.part(&mut { number }).cloned().map(Expression)
    }

    /// Returns the expression with another part in place of one; `None` if there is no such part, or if it becomes too
    /// large.
    pub fn with_part(&self, number: usize, part: &Expression) -> Option<Expression> {
        let mut changed = self.clone();
        *changed.0.part_mut(&mut { number })? = part.0.clone();
        (changed.size() <= Expression::MAX_SIZE).then_some(changed)
    }

    /// Returns whether its form proves that it never overestimates, under all rules.
    pub fn is_admissible(&self) -> bool {
        self.0.is_admissible()
    }

    /// Returns the heuristic with a name.
    pub fn heuristic(self, name: &'static str) -> impl Heuristic + 'static {
        ExpressionHeuristic { name, expression: self }
    }
}

impl Node {
    fn operands(&self) -> &[Node] {
        if let Node::Operation(_, operands) = self { operands } else { &[] }
    }

    fn size(&self) -> usize {
        1 + self.operands().iter().map(Node::size).sum::<usize>()
    }

    /// Returns the part after `number` others.
    fn part(&self, number: &mut usize) -> Option<&Node> {
        if *number == 0 {
            return Some(self);
        }
        *number -= 1;
        self.operands().iter().find_map(|operand| operand.part(number))
    }

    fn part_mut(&mut self, number: &mut usize) -> Option<&mut Node> {
        if *number == 0 {
            return Some(self);
        }
        *number -= 1;
        let Node::Operation(_, operands) = self else { return None };
        operands.iter_mut().find_map(|operand| operand.part_mut(number))
    }

    fn is_admissible(&self) -> bool {
        use ExpressionOperator::{IfLess, Max, Min};
        match self {
            Node::Number(value) => *value <= 0.0,
            Node::Measure(measure) => measure.is_admissible(),
            Node::Operation(Max, operands) => operands.iter().all(Node::is_admissible),
            Node::Operation(Min, operands) => operands.iter().any(Node::is_admissible),
            Node::Operation(IfLess, operands) => operands[2..].iter().all(Node::is_admissible),
            Node::Operation(..) => false,
        }
    }

    /// Adds the measures that it has to a list.
    fn collect_measures(&self, measures: &mut Vec<&'static Measure>) {
        if let Node::Measure(measure) = self
            && !measures.contains(measure)
        {
            measures.push(measure);
        }
        self.operands().iter().for_each(|operand| operand.collect_measures(measures));
    }
}

struct ExpressionHeuristic {
    name: &'static str,
    expression: Expression,
}

impl Heuristic for ExpressionHeuristic {
    fn about(&self) -> About {
        let admissible = if self.expression.is_admissible() { Claim::Always } else { Claim::Never };
        About::new(self.name, "an expression over measures of the position", admissible, Claim::Never)
            .plain("Expression", "a formula over measures of the position")
    }

    fn title(&self) -> String {
        format!("{} {}", self.name, self.expression)
    }

    fn compile(&self, puzzle: &Puzzle) -> Box<dyn Estimator> {
        let mut measures = Vec::new();
        self.expression.0.collect_measures(&mut measures);
        let code = Code::new(&self.expression.0, &measures);
        Box::new(Compiled { code, values: MeasureValues::new(puzzle, &measures) })
    }
}

/// An expression with its measures as indices.
enum Code {
    Number(f64),
    Measure(usize),
    Two(ExpressionOperator, Box<[Code; 2]>),
    IfLess(Box<[Code; 4]>),
}

impl Code {
    fn new(node: &Node, measures: &[&'static Measure]) -> Code {
        let of = |node: &Node| Code::new(node, measures);
        match node {
            Node::Number(value) => Code::Number(*value),
            Node::Measure(measure) => {
                Code::Measure(measures.iter().position(|other| other == measure).unwrap_or_default())
            }
            Node::Operation(_, operands) if operands.len() == 4 => {
                Code::IfLess(Box::new([0, 1, 2, 3].map(|index| of(&operands[index]))))
            }
            Node::Operation(operator, operands) => {
                Code::Two(*operator, Box::new([0, 1].map(|index| of(&operands[index]))))
            }
        }
    }

    /// Returns the value; `None` if a measure that is needed knows the position to be unsolvable.
    fn evaluate(&self, values: &mut MeasureValues, position: &Position) -> Option<f64> {
        Some(match self {
            Code::Number(value) => *value,
            Code::Measure(index) => f64::from(values.get(*index, position)?),
            Code::Two(operator, operands) => {
                let one = operands[0].evaluate(values, position)?;
                let other = operands[1].evaluate(values, position)?;
                match operator {
                    ExpressionOperator::Add => one + other,
                    ExpressionOperator::Subtract => one - other,
                    ExpressionOperator::Multiply => one * other,
                    ExpressionOperator::Min => one.min(other),
                    ExpressionOperator::Max | ExpressionOperator::IfLess => one.max(other),
                }
            }
            Code::IfLess(operands) => {
                let [one, other] = [&operands[0], &operands[1]].map(|operand| operand.evaluate(values, position));
                operands[if one? < other? { 2 } else { 3 }].evaluate(values, position)?
            }
        })
    }
}

struct Compiled {
    code: Code,
    values: MeasureValues,
}

/// The greatest estimate: more than any cost, and small enough to be added to one.
const MAX_ESTIMATE: f64 = 1e6;

impl Estimator for Compiled {
    fn estimate(&mut self, position: &Position) -> Option<u32> {
        if position.is_solved() {
            return Some(0);
        }
        self.values.clear();
        // An infinite value is limited, and one that is no number becomes 0.
        let value = self.code.evaluate(&mut self.values, position)?;
        Some(value.clamp(0.0, MAX_ESTIMATE) as u32)
    }
}

#[cfg(test)]
mod tests;
