//! What marks the answer in a reply: tags, `\boxed{}`, and the fences of code.

/// The tags around drafts.
const DRAFTS: [&str; 4] = ["think", "thinking", "reasoning", "scratchpad"];

const ANSWER: &str = "<answer>";
const ANSWER_END: &str = "</answer>";
const BOX: &str = "\\boxed{";

/// A tag of a draft.
struct Tag {
    at: usize,
    end: usize,
    opens: bool,
}

/// Returns the next tag of a draft in a text in lower case.
fn next_draft_tag(text: &str) -> Option<Tag> {
    let found = |name: &&str| {
        let tag = |start: &str, opens: bool| {
            let whole = format!("{start}{name}>");
            text.find(&whole).map(|at| Tag { at, end: at + whole.len(), opens })
        };
        [tag("<", true), tag("</", false)]
    };
    DRAFTS.iter().flat_map(found).flatten().min_by_key(|tag| tag.at)
}

/// Returns a text without its drafts. A draft that is never closed goes to the end, and one that is never opened begins
/// with the text.
pub(super) fn without_drafts(text: &str) -> String {
    let lower = text.to_ascii_lowercase();
    let (mut kept, mut at, mut depth) = (String::new(), 0, 0_usize);
    while let Some(tag) = next_draft_tag(&lower[at..]) {
        match (tag.opens, depth) {
            (true, 0) => kept += &text[at..at + tag.at],
            (false, 0) => kept.clear(),
            _ => {}
        }
        depth = if tag.opens { depth + 1 } else { depth.saturating_sub(1) };
        at += tag.end;
    }
    if depth == 0 {
        kept += &text[at..];
    }
    kept
}

/// Returns what stands between `<answer>` tags or in `\boxed{}`. An answer that is never closed goes to the end.
pub(super) fn marked(text: &str) -> Vec<&str> {
    let lower = text.to_ascii_lowercase();
    let (mut parts, mut at) = (Vec::new(), 0);
    loop {
        let rest = &lower[at..];
        let (tag, boxed) = (rest.find(ANSWER), rest.find(BOX));
        let (start, length) = match (tag, boxed) {
            (Some(tag), boxed) if boxed.is_none_or(|boxed| tag < boxed) => {
                let start = at + tag + ANSWER.len();
                let inside = &lower[start..];
                let end = [inside.find(ANSWER_END), inside.find(ANSWER)].into_iter().flatten().min();
                (start, end.unwrap_or(inside.len()))
            }
            (_, Some(boxed)) => {
                let start = at + boxed + BOX.len();
                (start, inside_braces(&lower[start..]))
            }
            _ => return parts,
        };
        at = start + length;
        parts.push(&text[start..at]);
    }
}

/// Returns the length of what stands before the brace that closes an open one.
fn inside_braces(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => return at,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns a text without the lines that only begin or end code, and without the marks of bold text and code.
pub(super) fn without_fences(text: &str) -> String {
    let is_fence = |line: &str| {
        let language = line.trim().strip_prefix("```");
        language.is_some_and(|language| language.chars().all(|letter| letter.is_ascii_alphabetic()))
    };
    let lines: Vec<&str> = text.lines().filter(|line| !is_fence(line)).collect();
    lines.join("\n").replace(['`', '*'], "").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_may_be_open_at_either_end_and_nested() {
        for (text, kept) in [
            ("a<think>b</think>c", "ac"),
            ("a <THINK>b", "a "),
            ("a</think>b", "b"),
            ("<think>a<think>b</think>c</think>d", "d"),
            ("<reasoning>a</reasoning>b<thinking>c</thinking>d", "bd"),
            ("no draft", "no draft"),
        ] {
            assert_eq!(without_drafts(text), kept, "{text}");
        }
    }

    #[test]
    fn a_fence_is_a_line_without_moves() {
        for (text, plain) in [
            ("```\n**BD2**\n```", "BD2"),
            ("```json\n[]\n```", "[]"),
            ("``` AL9\nBD2", "AL9\nBD2"),
            ("```AL9```\n`BD2`", "AL9\nBD2"),
        ] {
            assert_eq!(without_fences(text), plain, "{text}");
        }
    }

    #[test]
    fn answers_are_found_in_order() {
        for (text, parts) in [
            ("a", vec![]),
            ("<answer>a</answer> b <Answer>c", vec!["a", "c"]),
            ("<answer>a<answer>b</answer>", vec!["a", "b"]),
            ("\\boxed{a\\text{b}} <answer>\\boxed{c}</answer>", vec!["a\\text{b}", "\\boxed{c}"]),
            ("\\boxed{a", vec!["a"]),
        ] {
            assert_eq!(marked(text), parts, "{text}");
        }
    }
}
