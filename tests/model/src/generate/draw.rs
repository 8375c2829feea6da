//! Reading decisions from bytes.

/// Bytes that are used up one for each decision. When they have run out, every decision is the first possible one, so
/// that shorter bytes make smaller things.
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    bytes: &'a [u8],
}

impl<'a> Draw<'a> {
    /// Reads decisions from these bytes.
    pub fn new(bytes: &'a [u8]) -> Draw<'a> {
        Draw { bytes }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.bytes.split_off_first().copied().unwrap_or_default()
    }

    /// A number below this one, which is at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    /// Yes or no.
    pub fn flag(&mut self) -> bool {
        self.byte() % 2 == 1
    }

    /// So many bytes, at least one and at most this many.
    pub fn some_bytes(&mut self, most: usize) -> Vec<u8> {
        self.some(most, Draw::byte)
    }

    /// So many things, at least one and at most this many.
    pub fn some<T>(&mut self, most: usize, draw: impl Fn(&mut Self) -> T) -> Vec<T> {
        let count = 1 + self.below(most);
        (0..count).map(|_| draw(self)).collect()
    }

    /// Things until the bytes have run out: at least one, and at most this many.
    pub fn until_the_end<T>(&mut self, most: usize, draw: impl Fn(&mut Self) -> T) -> Vec<T> {
        let mut drawn = vec![draw(self)];
        while drawn.len() < most && !self.bytes.is_empty() {
            drawn.push(draw(self));
        }
        drawn
    }
}
