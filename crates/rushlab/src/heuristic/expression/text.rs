//! Expressions as text: operators in front of their operands, in parentheses; `;` begins a comment.

use std::fmt;
use std::str::FromStr;

use super::{Expression, ExpressionOperator, MEASURES, Measure, Node};

/// The greatest nesting of a text.
const MAX_DEPTH: usize = 200;

/// The reason why a text is no expression.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExpressionError {
    /// The text ends too early.
    #[error("the expression ends too early: an operand or a closing parenthesis is missing")]
    Incomplete,
    /// There is more text after the expression.
    #[error("`{0}` after the end of the expression; a file has one expression")]
    Rest(String),
    /// A word is no number, no measure and no operator.
    #[error("`{0}` is no measure; the measures are {names}", names = measure_names())]
    UnknownMeasure(String),
    /// A word after a parenthesis is no operator.
    #[error("`{0}` is no operator; the operators are + - * min max if<")]
    UnknownOperator(String),
    /// A number is too large.
    #[error("`{0}` is too large a number")]
    Number(String),
    /// An operator has too many operands.
    #[error("`{operator}` takes {operands} operands, and `{found}` is one more")]
    Operands {
        /// The operator.
        operator: &'static str,
        /// Its number of operands.
        operands: usize,
        /// The word in place of the closing parenthesis.
        found: String,
    },
    /// The expression is too large or too deeply nested.
    #[error("the expression is too large; it can have {} parts, nested {MAX_DEPTH} deep", Expression::MAX_SIZE)]
    TooLarge,
}

fn measure_names() -> String {
    MEASURES.iter().map(Measure::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for Expression {
    type Err = ExpressionError;

    fn from_str(text: &str) -> Result<Expression, ExpressionError> {
        let mut words = Words { rest: text };
        let node = words.node(0)?;
        let expression = Expression(node);
        if expression.size() > Expression::MAX_SIZE {
            return Err(ExpressionError::TooLarge);
        }
        words.next().map_or(Ok(expression), |word| Err(ExpressionError::Rest(word.to_owned())))
    }
}

struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// Returns the next word: a parenthesis, or what is between spaces and parentheses.
    fn next(&mut self) -> Option<&'a str> {
        self.rest = self.rest.trim_start();
        while let Some(comment) = self.rest.strip_prefix(';') {
            self.rest = comment.find('\n').map_or("", |end| &comment[end..]).trim_start();
        }
        let is_parenthesis = |letter: char| letter == '(' || letter == ')';
        let first = self.rest.chars().next()?;
        let end = if is_parenthesis(first) {
            1
        } else {
            let ends = |letter: char| is_parenthesis(letter) || letter == ';' || letter.is_whitespace();
            self.rest.find(ends).unwrap_or(self.rest.len())
        };
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(word)
    }

    fn node(&mut self, depth: usize) -> Result<Node, ExpressionError> {
        if depth > MAX_DEPTH {
            return Err(ExpressionError::TooLarge);
        }
        match self.next().ok_or(ExpressionError::Incomplete)? {
            "(" => self.operation(depth),
            ")" => Err(ExpressionError::Incomplete),
            word => leaf(word),
        }
    }

    /// Reads an operation after its parenthesis.
    fn operation(&mut self, depth: usize) -> Result<Node, ExpressionError> {
        let name = self.next().ok_or(ExpressionError::Incomplete)?;
        let operator = ExpressionOperator::ALL.into_iter().find(|operator| operator.name() == name);
        let operator = operator.ok_or_else(|| ExpressionError::UnknownOperator(name.to_owned()))?;
        let operands = (0..operator.operands()).map(|_| self.node(depth + 1)).collect::<Result<_, _>>()?;
        match self.next().ok_or(ExpressionError::Incomplete)? {
            ")" => Ok(Node::Operation(operator, operands)),
            found => Err(ExpressionError::Operands {
                operator: operator.name(),
                operands: operator.operands(),
                found: found.to_owned(),
            }),
        }
    }
}

fn leaf(word: &str) -> Result<Node, ExpressionError> {
    if let Some(measure) = Measure::by_name(word) {
        return Ok(Node::Measure(measure));
    }
    let is_number = word.starts_with(|letter: char| letter.is_ascii_digit() || letter == '-' || letter == '.');
    match word.parse::<f64>() {
        Ok(value) if is_number && value.is_finite() => Ok(Node::Number(value)),
        Ok(_) if is_number => Err(ExpressionError::Number(word.to_owned())),
        _ => Err(ExpressionError::UnknownMeasure(word.to_owned())),
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Number(value) => value.fmt(f),
            Node::Measure(measure) => f.write_str(measure.name()),
            Node::Operation(operator, operands) => {
                write!(f, "({}", operator.name())?;
                operands.iter().try_for_each(|operand| write!(f, " {operand}"))?;
                f.write_str(")")
            }
        }
    }
}
