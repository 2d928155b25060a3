//! Reads S-expressions, the syntax of PDDL, line by line. `;` begins a comment. Names are read in lower case, because
//! case does not count in PDDL.

use std::fmt;

use crate::format::{Lines, truncated, unexpected};
use crate::puzzle::ProblemKind;

/// The maximum size of an expression, in bytes.
const MAX_BYTES: usize = 4 << 20;
/// The maximum depth of parentheses. PDDL without nested formulas needs five.
const MAX_DEPTH: usize = 32;

/// A name, or a list in parentheses.
pub(super) struct Expression {
    pub(super) line: usize,
    pub(super) content: Content,
}

pub(super) enum Content {
    Name(String),
    List(Vec<Expression>),
}

impl Expression {
    /// Returns the name; `None` for a list.
    pub(super) fn name(&self) -> Option<&str> {
        match &self.content {
            Content::Name(name) => Some(name),
            Content::List(_) => None,
        }
    }

    /// Returns the parts of a list; none for a name.
    pub(super) fn list(&self) -> &[Expression] {
        match &self.content {
            Content::Name(_) => &[],
            Content::List(parts) => parts,
        }
    }

    pub(super) fn names(&self) -> Option<Vec<&str>> {
        self.list().iter().map(Expression::name).collect()
    }

    /// Returns the name that begins a list.
    pub(super) fn head(&self) -> Option<&str> {
        self.list().first().and_then(Expression::name)
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.content {
            Content::Name(name) => f.write_str(name),
            Content::List(parts) => {
                f.write_str("(")?;
                for (index, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if index > 0 { " " } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Returns the next list of a text, or the problem that ends it and its line.
pub(super) fn next(lines: &mut Lines<'_>) -> Option<Result<Expression, (usize, ProblemKind)>> {
    loop {
        let line = lines.peek()?;
        let code = code_of(line).trim_start();
        if code.is_empty() {
            lines.next();
        } else if code.starts_with('(') {
            return Some(read_list(lines));
        } else {
            let kind = unexpected("`(define …)`", code.trim_end());
            let number = lines.number();
            skip_to_definition(lines);
            return Some(Err((number, kind)));
        }
    }
}

fn read_list(lines: &mut Lines<'_>) -> Result<Expression, (usize, ProblemKind)> {
    let first_line = lines.number();
    let mut open: Vec<(usize, Vec<Expression>)> = Vec::new();
    let mut bytes = 0;
    while let Some(line) = lines.peek() {
        // A list with a missing parenthesis ends where the next definition begins.
        if !open.is_empty() && begins_definition(line) {
            break;
        }
        bytes += line.len();
        let (line, number) = (code_of(line).to_owned(), lines.number());
        if bytes > MAX_BYTES {
            skip_to_definition(lines);
            return Err((first_line, ProblemKind::TooLarge { limit: MAX_BYTES }));
        }
        let mut at = 0;
        while let Some(token) = next_token(&line, &mut at) {
            match token {
                "(" if open.len() == MAX_DEPTH => {
                    skip_to_definition(lines);
                    return Err((number, unexpected("at most 32 nested parentheses", &line)));
                }
                "(" => open.push((number, Vec::new())),
                ")" => {
                    let Some((line, parts)) = open.pop() else { break };
                    let list = Expression { line, content: Content::List(parts) };
                    match open.last_mut() {
                        Some((_, outer)) => outer.push(list),
                        None => {
                            lines.skip_bytes(at);
                            return Ok(list);
                        }
                    }
                }
                name => {
                    if let Some((_, parts)) = open.last_mut() {
                        parts.push(Expression { line: number, content: Content::Name(name.to_ascii_lowercase()) });
                    }
                }
            }
        }
        lines.next();
    }
    Err((lines.number(), truncated("its closing parenthesis")))
}

/// Returns the next parenthesis or name of a line, and moves the position behind it.
fn next_token<'a>(line: &'a str, at: &mut usize) -> Option<&'a str> {
    let rest = line[*at..].trim_start();
    let start = line.len() - rest.len();
    let length = match rest.find(|character: char| character.is_whitespace() || matches!(character, '(' | ')')) {
        Some(0) => 1,
        Some(length) => length,
        None => rest.len(),
    };
    *at = start + length;
    Some(&line[start..*at]).filter(|token| !token.is_empty())
}

/// Skips the next line, and all lines up to one that begins a definition.
fn skip_to_definition(lines: &mut Lines<'_>) {
    lines.next();
    while lines.peek().is_some_and(|line| !begins_definition(line)) {
        lines.next();
    }
}

pub(super) fn begins_definition(line: &str) -> bool {
    let after = line.trim_start().strip_prefix('(').map(str::trim_start);
    after.and_then(|rest| rest.get(..6)).is_some_and(|word| word.eq_ignore_ascii_case("define"))
}

/// Returns a line without its comment. As in all formats, a line that begins with `#` is one.
fn code_of(line: &str) -> &str {
    if line.trim_start().starts_with('#') { "" } else { line.split(';').next().unwrap_or_default() }
}
