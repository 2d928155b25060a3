//! Which digits are likely: adaptive frequencies, and the digits of the puzzle before.
//!
//! The puzzles of a group are sorted by their digits. So as long as the digits are those of the puzzle before, it is
//! only coded that they are equal, and the first other digit is greater. The digits after it have frequencies that
//! depend on their meaning.

use super::range_coder::SymbolCoder;
use rushlab::puzzle::Orientation;
use rushlab::puzzle::digits::{DigitKind, DigitSource};

/// Digits of a greater radix are equally likely.
const MAX_RADIX: u32 = 64;

/// What is added to the frequency of a digit that occurs.
const INCREMENT: u16 = 24;

/// Frequencies are halved when one of them is greater.
const MAX_FREQUENCY: u16 = 1 << 10;

/// Index of the first digit whose equality has no frequencies of its own.
const MAX_EQUALITIES: usize = 32;

/// What is known about the digits of a group after some puzzles.
#[derive(Debug, Default)]
pub(super) struct DigitModel {
    /// The digits of the puzzle before.
    previous: Vec<u32>,
    /// The digits of the current puzzle so far.
    current: Vec<u32>,
    /// Whether they are the first digits of the puzzle before.
    is_equal: bool,
    /// For each index of a digit, the frequencies of other and of equal digits.
    equalities: [Frequencies; MAX_EQUALITIES],
    digits: Vec<Frequencies>,
}

impl DigitModel {
    pub(super) fn start_puzzle(&mut self) {
        std::mem::swap(&mut self.previous, &mut self.current);
        self.current.clear();
        self.is_equal = !self.previous.is_empty();
    }

    /// Writes or reads the next digit.
    fn code(&mut self, coder: &mut impl SymbolCoder, radix: u32, kind: DigitKind, known: u32) -> u32 {
        let index = self.current.len();
        let previous = self.previous.get(index).copied().filter(|previous| self.is_equal && *previous < radix);
        let mut least = 0;
        if let Some(previous) = previous {
            let is_last = previous + 1 >= radix;
            let equalities = &mut self.equalities[index.min(MAX_EQUALITIES - 1)];
            if is_last || equalities.code(coder, 0, 2, (known == previous).into()) == 1 {
                self.current.push(previous);
                return previous;
            }
            least = previous + 1;
        }
        self.is_equal = false;
        let digit = match radix {
            0 | 1 => 0,
            2..=MAX_RADIX => {
                let slot = slot(kind, radix);
                self.digits.resize_with(self.digits.len().max(slot + 1), Frequencies::default);
                self.digits[slot].code(coder, least, radix, known)
            }
            _ => least + coder.code_uniform(radix - least, known.saturating_sub(least)),
        };
        self.current.push(digit);
        digit
    }
}

/// Returns the index of the frequencies of a digit.
fn slot(kind: DigitKind, radix: u32) -> usize {
    match kind {
        DigitKind::Other => radix as usize,
        DigitKind::Tiling(orientation, run) => {
            let axis = usize::from(orientation == Orientation::Vertical);
            let place = (usize::from(run.line) << 4 | usize::from(run.offset)) << 4 | usize::from(run.length - 1);
            (MAX_RADIX as usize + 1) + (axis << 12 | place)
        }
    }
}

#[derive(Clone, Debug, Default)]
struct Frequencies(Vec<u16>);

impl Frequencies {
    /// Writes or reads a symbol from `least` to `radix - 1`.
    fn code(&mut self, coder: &mut impl SymbolCoder, least: u32, radix: u32, known: u32) -> u32 {
        let radix = radix as usize;
        self.0.resize(self.0.len().max(radix), 1);
        let symbol = least + coder.code(&self.0[least as usize..radix], known.saturating_sub(least));
        let frequency = &mut self.0[symbol as usize];
        *frequency += INCREMENT;
        if *frequency > MAX_FREQUENCY {
            self.0.iter_mut().for_each(|frequency| *frequency = frequency.div_ceil(2));
        }
        symbol
    }
}

/// The digits of a puzzle that is written or read.
pub(super) struct CodedDigits<'a, C> {
    pub(super) model: &'a mut DigitModel,
    pub(super) coder: &'a mut C,
    /// The digits of a puzzle that is written; none of one that is read.
    pub(super) known: std::slice::Iter<'a, u16>,
}

impl<C: SymbolCoder> DigitSource for CodedDigits<'_, C> {
    fn next(&mut self, radix: u32, kind: DigitKind) -> u32 {
        let known = self.known.next().copied().unwrap_or(0);
        self.model.code(self.coder, radix, kind, known.into())
    }
}
