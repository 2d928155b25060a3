//! The words by which texts, options and results name the values of an enumeration.

/// Defines the list of all values, their English words, the value of a word, and the display.
macro_rules! words {
    ($name:ident { $($value:ident => $word:literal),+ $(,)? }) => {
        impl $name {
            /// All values, in order.
            pub const ALL: [$name; [$($word),+].len()] = [$($name::$value),+];

            /// Returns the English word.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word),+
                }
            }

            /// Returns the value with an English word.
            pub fn from_word(word: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|value| value.word() == word)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    };
}

pub(crate) use words;
