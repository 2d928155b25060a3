//! JSON texts cut into their outermost objects, so that one bad object spoils no other and files of any length stream.
//!
//! What stands between the objects (commas, brackets, line ends) is passed over: one object, one a line, one after the other and an
//! array of them are all read alike.

use super::Lines;

/// No puzzle's object is larger: 4 MiB.
pub(super) const LARGEST: usize = 4 << 20;

/// An object's text, and the line where it begins.
pub(super) struct Object {
    pub(super) line: usize,
    pub(super) text: String,
    /// The line where it ends.
    pub(super) last_line: usize,
    /// Whether its last brace is there.
    pub(super) whole: bool,
    /// Whether it is larger than any puzzle; then its text is not kept.
    pub(super) too_large: bool,
}

impl Object {
    fn keep(&mut self, text: &str) {
        self.too_large |= self.text.len() + text.len() > LARGEST;
        if self.too_large {
            self.text.clear();
        } else {
            self.text.push_str(text);
        }
    }
}

/// The next object; `Err` with a line and a text that is none, where something else stands between objects.
pub(super) fn next(lines: &mut Lines<'_>) -> Option<Result<Object, (usize, String)>> {
    loop {
        let line = lines.peek_filled()?;
        let between = line.trim_start_matches(|character: char| character.is_whitespace() || "[],".contains(character));
        if between.is_empty() {
            lines.next();
        } else if between.starts_with('{') {
            let start = line.len() - between.len();
            return Some(Ok(take_object(lines, start)));
        } else {
            let found = between.to_owned();
            let number = lines.number();
            lines.next();
            return Some(Err((number, found)));
        }
    }
}

/// The object that begins in the next line, at that byte. What follows it in its last line stays for the next call.
fn take_object(lines: &mut Lines<'_>, mut start: usize) -> Object {
    let line = lines.number();
    let mut object = Object { line, text: String::new(), last_line: line, whole: false, too_large: false };
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    while let Some(line) = lines.peek() {
        // An object that lost a brace or a quote ends at the latest where the next puzzle plainly begins.
        if begins_a_puzzle(&object.text, line) {
            break;
        }
        for (at, byte) in line.bytes().enumerate().skip(start) {
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_string => escaped = true,
                b'"' => in_string = !in_string,
                b'{' if !in_string => depth += 1,
                b'}' if !in_string => {
                    depth -= 1;
                    if depth == 0 {
                        object.keep(&line[start..=at]);
                        object.whole = true;
                        object.last_line = lines.number();
                        lines.pass(at + 1);
                        return object;
                    }
                }
                _ => {}
            }
        }
        // A string never runs over a line's end, so neither does the harm of a missing quote.
        (in_string, escaped) = (false, false);
        object.keep(&line[start..]);
        object.keep("\n");
        start = 0;
        object.last_line = lines.number();
        lines.next();
    }
    object
}

/// Whether a line can only be the start of a puzzle's own object, not of one inside the object read so far.
fn begins_a_puzzle(so_far: &str, line: &str) -> bool {
    let own_key = || ["\"rushlab\"", "\"cars\""].iter().any(|key| line.contains(key));
    // Inside an object, a brace follows a bracket, a comma or a colon.
    let inside = so_far.trim_end().ends_with(['[', ',', ':']);
    !so_far.is_empty() && ((line.starts_with('{') && own_key()) || (line.trim_end() == "{" && !inside))
}
