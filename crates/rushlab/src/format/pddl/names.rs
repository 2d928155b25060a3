//! The names of objects in PDDL. A name is one word of ASCII letters, digits, `-` and `_`, and case does not count.

use crate::puzzle::{Label, LabelError};

const VEHICLE: &str = "v-";

/// Returns the name of a vehicle: `v-x` for `X`, `v-_x` for `x`, `v-12` for `12`, and the code of other characters,
/// `v--c4-` for `Ä`.
pub(crate) fn vehicle(label: Label) -> String {
    let mut name = VEHICLE.to_owned();
    for character in label.as_str().chars() {
        match character {
            'A'..='Z' | '0'..='9' => name.push(character.to_ascii_lowercase()),
            'a'..='z' => name.extend(['_', character]),
            other => name += &format!("-{:x}-", other as u32),
        }
    }
    name
}

pub(crate) fn row(index: u8) -> String {
    format!("row-{}", index + 1)
}

pub(crate) fn column(index: u8) -> String {
    format!("column-{}", index + 1)
}

/// Returns the label of a vehicle with this name. A foreign name becomes its letters and digits, in upper case.
pub(crate) fn label(name: &str) -> Result<Label, LabelError> {
    let name = name.to_ascii_lowercase();
    let own = name.strip_prefix(VEHICLE).and_then(decoded).filter(|text| !text.is_empty());
    let any = || name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_uppercase();
    Label::new(&own.unwrap_or_else(any))
}

fn decoded(name: &str) -> Option<String> {
    let mut label = String::new();
    let mut rest = name.chars();
    while let Some(character) = rest.next() {
        label.push(match character {
            '_' => rest.next().filter(char::is_ascii_lowercase)?,
            '-' => {
                let (code, after) = rest.as_str().split_once('-')?;
                rest = after.chars();
                char::from_u32(u32::from_str_radix(code, 16).ok()?)?
            }
            other => other.to_ascii_uppercase(),
        });
    }
    Some(label)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_survives_as_a_name_in_any_case() {
        for text in ["X", "x", "aB", "12", "Ä", "åæø", "R2d2"] {
            let own = Label::new(text).unwrap();
            assert_eq!(label(&vehicle(own)).unwrap(), own, "{}", vehicle(own));
            assert_eq!(label(&vehicle(own).to_ascii_uppercase()).unwrap(), own);
        }
        assert_eq!(label("red-car").unwrap().as_str(), "REDCAR");
        assert!(label("v-").unwrap().as_str() == "V" && label("---").is_err());
    }
}
