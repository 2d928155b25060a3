//! A range coder (Martin 1979): arithmetic coding with whole bytes. A symbol is given as an interval of frequencies.

/// The range is enlarged by a byte while it is smaller.
const MIN_RANGE: u32 = 1 << 24;

/// An interval of frequencies: `start` is the sum of the frequencies of all symbols before the symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    start: u32,
    size: u32,
}

/// Writes symbols, or reads them. The sum of all frequencies is from 1 to 65536, so that every symbol keeps a share of
/// the smallest range.
pub(super) trait SymbolCoder {
    /// Writes a symbol, or reads one and ignores the argument. Returns the symbol.
    fn code(&mut self, frequencies: &[u16], symbol: u32) -> u32;

    /// Returns the same if all symbols below `total` are equally likely.
    fn code_uniform(&mut self, total: u32, symbol: u32) -> u32;
}

#[derive(Debug)]
pub(super) struct RangeEncoder {
    /// The start of the current interval; the bit above the lowest 32 is a carry.
    low: u64,
    range: u32,
    /// The last byte, which a carry may still change, and the number of bytes 255 after it.
    last: u8,
    pending: usize,
    bytes: Vec<u8>,
}

impl RangeEncoder {
    pub(super) fn new() -> RangeEncoder {
        RangeEncoder { low: 0, range: u32::MAX, last: 0, pending: 0, bytes: Vec::new() }
    }

    /// Writes a symbol. `total` is the sum of all frequencies.
    fn write(&mut self, symbol: Interval, total: u32) {
        self.range /= total;
        self.low += u64::from(symbol.start) * u64::from(self.range);
        self.range *= symbol.size;
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift();
        }
    }

    /// Moves the highest byte of `low` to the output.
    fn shift(&mut self) {
        let (carry, next) = ((self.low >> 32) as u8, (self.low >> 24) as u8);
        if next < u8::MAX || carry > 0 {
            self.bytes.push(self.last.wrapping_add(carry));
            self.bytes.extend(std::iter::repeat_n(u8::MAX.wrapping_add(carry), self.pending));
            (self.last, self.pending) = (next, 0);
        } else {
            self.pending += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        (0..5).for_each(|_| self.shift());
        self.bytes
    }
}

impl SymbolCoder for RangeEncoder {
    fn code(&mut self, frequencies: &[u16], symbol: u32) -> u32 {
        let (before, from) = frequencies.split_at((symbol as usize).min(frequencies.len()));
        let size = from.first().copied().unwrap_or(1);
        let start = sum(before);
        self.write(Interval { start, size: size.into() }, start + sum(from));
        symbol
    }

    fn code_uniform(&mut self, total: u32, symbol: u32) -> u32 {
        self.write(Interval { start: symbol, size: 1 }, total);
        symbol
    }
}

fn sum(frequencies: &[u16]) -> u32 {
    frequencies.iter().copied().map(u32::from).sum()
}

#[derive(Debug)]
pub(super) struct RangeDecoder<'a> {
    range: u32,
    /// The distance of the number in the bytes from the start of the current interval.
    code: u32,
    bytes: std::slice::Iter<'a, u8>,
    /// Whether bytes were missing.
    is_cut_off: bool,
}

impl<'a> RangeDecoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> RangeDecoder<'a> {
        let mut decoder = RangeDecoder { range: u32::MAX, code: 0, bytes: bytes.iter(), is_cut_off: false };
        (0..5).for_each(|_| decoder.shift());
        decoder
    }

    fn shift(&mut self) {
        let next = self.bytes.next().copied();
        self.is_cut_off |= next.is_none();
        self.code = self.code << 8 | u32::from(next.unwrap_or(0));
    }

    /// Returns a frequency within the interval of the next symbol. [`advance`](RangeDecoder::advance) must follow.
    fn frequency(&mut self, total: u32) -> u32 {
        self.range /= total;
        (self.code / self.range).min(total - 1)
    }

    /// Continues after the symbol with an interval.
    fn advance(&mut self, symbol: Interval) {
        self.code = self.code.wrapping_sub(symbol.start * self.range);
        self.range *= symbol.size;
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift();
        }
    }

    /// Returns whether all bytes were read and none was missing.
    pub(super) fn is_at_end(&self) -> bool {
        !self.is_cut_off && self.bytes.as_slice().is_empty()
    }
}

impl SymbolCoder for RangeDecoder<'_> {
    fn code(&mut self, frequencies: &[u16], _: u32) -> u32 {
        let frequency = self.frequency(sum(frequencies));
        let (mut symbol, mut start) = (0, 0);
        for size in frequencies.iter().copied().map(u32::from) {
            if frequency < start + size {
                self.advance(Interval { start, size });
                break;
            }
            start += size;
            symbol += 1;
        }
        symbol
    }

    fn code_uniform(&mut self, total: u32, _: u32) -> u32 {
        let symbol = self.frequency(total);
        self.advance(Interval { start: symbol, size: 1 });
        symbol
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_read_back() {
        // Likely symbols, unlikely ones, and long runs of the last symbol, whose bytes are 255.
        let mut state = 1_u32;
        let symbols: Vec<(Interval, u32)> = (0..100_000)
            .map(|index| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let total = if index % 3 == 0 { 1 << 16 } else { 2 + (state >> 8) % 1000 };
                let start = if index / 1000 % 2 == 0 { total - 1 } else { (state >> 16) % total };
                (Interval { start, size: 1 + (state >> 4) % (total - start) }, total)
            })
            .collect();
        let mut encoder = RangeEncoder::new();
        symbols.iter().for_each(|(symbol, total)| encoder.write(*symbol, *total));
        let bytes = encoder.finish();
        let mut decoder = RangeDecoder::new(&bytes);
        for (symbol, total) in &symbols {
            let frequency = decoder.frequency(*total);
            assert!((symbol.start..symbol.start + symbol.size).contains(&frequency));
            decoder.advance(*symbol);
        }
        assert!(decoder.is_at_end());
        assert!(!RangeDecoder::new(&bytes[..4]).is_at_end());
    }
}
