//! What flipping one bit of a leaf does to the hash: half of the output should change.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
    sync::Arc,
};

use sexpr_core::{StructuralEq, structural_hash};

use super::terms::Cell;
use sexpr_test_support::random::Random;

/// How many bits of the output changed, over many flips.
#[derive(Clone, Copy, Debug)]
pub struct Avalanche {
    /// How many pairs were hashed.
    pub samples: u64,
    /// How often each bit of the output changed.
    changes: [u64; 64],
    /// Of the flipped bits, how many bits of the output changed for the one where that was furthest from half of them,
    /// on average.
    pub worst_input: f64,
    /// By how many standard deviations that is off.
    pub worst_input_off: f64,
}

impl Avalanche {
    /// How many bits change, on average.
    pub fn mean(&self) -> f64 {
        self.changes.iter().sum::<u64>() as f64 / self.samples as f64
    }

    /// By how many standard deviations the mean is off.
    pub fn mean_off(&self) -> f64 {
        (self.mean() - 32.0) / (16.0 / self.samples as f64).sqrt()
    }

    /// The bit of the output that changes furthest from every second time: which, how often, and by how many standard
    /// deviations that is off.
    pub fn worst_output(&self) -> (usize, f64, f64) {
        let samples = self.samples as f64;
        let off = |changes: u64| (changes as f64 - samples / 2.0) / (samples / 4.0).sqrt();
        let worst =
            |bit: &usize, other: &usize| off(self.changes[*bit]).abs().total_cmp(&off(self.changes[*other]).abs());
        let bit = (0..64).max_by(worst).unwrap_or_default();
        (bit, self.changes[bit] as f64 / samples, off(self.changes[bit]))
    }

    /// Whether a function drawn at random would do as well, but for once in many thousands of times.
    pub fn is_as_by_chance(&self) -> bool {
        self.mean_off().abs() < 5.0 && self.worst_output().2.abs() < 6.0 && self.worst_input_off.abs() < 6.0
    }
}

impl fmt::Display for Avalanche {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bit, share, off) = self.worst_output();
        write!(
            f,
            "{:>9} {:>8.3} {:>6.1}   bit {bit:>2} {:>6.2} % {off:>6.1}   {:>8.3} {:>6.1}",
            self.samples,
            self.mean(),
            self.mean_off(),
            share * 100.0,
            self.worst_input,
            self.worst_input_off,
        )
    }
}

/// A leaf of which single bits can be flipped.
trait Bits: Clone {
    const NAME: &'static str;
    /// How many can.
    const BITS: u32;
    fn random(random: &mut Random) -> Self;
    /// With that bit flipped; nothing, where that is no other value.
    fn flipped(&self, bit: u32) -> Option<Self>;
}

macro_rules! number {
    ($ty:ty) => {
        impl Bits for $ty {
            const NAME: &'static str = stringify!($ty);
            const BITS: u32 = 64;
            fn random(random: &mut Random) -> Self {
                // Of all sizes, but no number so small that it would be drawn again and again.
                (random.bits() >> (random.below(5) * 8)) as $ty
            }
            fn flipped(&self, bit: u32) -> Option<Self> {
                Some(self ^ 1 << bit)
            }
        }
    };
}
number!(u64);
number!(i64);

impl Bits for f64 {
    const NAME: &'static str = "f64";
    const BITS: u32 = 64;
    fn random(random: &mut Random) -> Self {
        f64::from(random.bits() as i32) / 1024.0
    }
    fn flipped(&self, bit: u32) -> Option<Self> {
        let flipped = f64::from_bits(self.to_bits() ^ 1 << bit);
        (!flipped.is_nan()).then_some(flipped)
    }
}

/// A leaf of few values beside a number, which is drawn at random and stays as it is.
macro_rules! beside_a_number {
    ($ty:ty, $bits:expr, $random:expr, $flipped:expr) => {
        impl Bits for (u64, $ty) {
            const NAME: &'static str = stringify!($ty);
            const BITS: u32 = $bits;
            fn random(random: &mut Random) -> Self {
                let draw: fn(&mut Random) -> $ty = $random;
                (random.bits(), draw(random))
            }
            fn flipped(&self, bit: u32) -> Option<Self> {
                let flip: fn($ty, u32) -> Option<$ty> = $flipped;
                flip(self.1, bit).map(|flipped| (self.0, flipped))
            }
        }
    };
}
beside_a_number!(bool, 1, |random| random.once_in(2), |flag, _| Some(!flag));
beside_a_number!(u8, 8, |random| random.bits() as u8, |number, bit| Some(number ^ 1 << bit));
beside_a_number!(
    char,
    16,
    |random| char::from_u32(random.below(0xd800) as u32).unwrap_or_default(),
    |character, bit| char::from_u32(u32::from(character) ^ 1 << bit)
);

/// Text of twenty characters of seven bits.
impl Bits for String {
    const NAME: &'static str = "String";
    const BITS: u32 = 140;
    fn random(random: &mut Random) -> Self {
        (0..20).map(|_| char::from(random.below(128) as u8)).collect()
    }
    fn flipped(&self, bit: u32) -> Option<Self> {
        let mut bytes = self.clone().into_bytes();
        bytes[bit as usize / 7] ^= 1 << (bit % 7);
        String::from_utf8(bytes).ok()
    }
}

/// Bytes in one item.
impl Bits for Vec<u8> {
    const NAME: &'static str = "Vec<u8>";
    const BITS: u32 = 160;
    fn random(random: &mut Random) -> Self {
        (0..20).map(|_| random.bits() as u8).collect()
    }
    fn flipped(&self, bit: u32) -> Option<Self> {
        let mut bytes = self.clone();
        bytes[bit as usize / 8] ^= 1 << (bit % 8);
        Some(bytes)
    }
}

/// A dag node around something.
#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Dag<T>(T);

/// A bound variable with a field.
#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var<T>(T);

/// A function, and a use of its parameter.
#[derive(StructuralEq)]
#[seq(scope)]
struct Lambda<T> {
    #[seq(def)]
    param: Arc<Var<T>>,
    body: Vec<Arc<Var<T>>>,
}

/// A list of cells, of which one holds the leaf.
fn among<L: Clone>(leaf: &L, other: &L, place: usize, length: usize) -> Vec<Cell<L>> {
    Cell::many((0..length).map(|index| if index == place { leaf.clone() } else { other.clone() }))
}

/// A leaf so many levels down.
fn below<L: Clone>(leaf: &L, other: &L, levels: usize) -> Cell<L> {
    (0..levels).fold(Cell(leaf.clone(), None), |below, _| Cell(other.clone(), Some(Box::new(below))))
}

type Place<L> = (&'static str, fn(&L, &L) -> u64);

/// Where leaves stand that can be fields of any node; the second leaf stands around.
fn places<L: sexpr_core::Field + Clone>() -> Vec<Place<L>> {
    vec![
        ("alone", |leaf, _| structural_hash(leaf)),
        ("first of two", |leaf, other| structural_hash(&(leaf, other))),
        ("second of two", |leaf, other| structural_hash(&(other, leaf))),
        ("below 3 nodes", |leaf, other| structural_hash(&below(leaf, other, 3))),
        ("below 40 nodes", |leaf, other| structural_hash(&below(leaf, other, 40))),
        ("first of 130", |leaf, other| structural_hash(&among(leaf, other, 0, 130))),
        ("64th of 130", |leaf, other| structural_hash(&among(leaf, other, 63, 130))),
        ("65th of 130", |leaf, other| structural_hash(&among(leaf, other, 64, 130))),
        ("last of 130", |leaf, other| structural_hash(&among(leaf, other, 129, 130))),
        ("value of a map", |leaf, other| structural_hash(&BTreeMap::from([(1, leaf), (2, other)]))),
        ("field of a dag node", |leaf, other| {
            let node = Arc::new(Dag((leaf.clone(), other.clone())));
            structural_hash(&[node.clone(), node])
        }),
        ("field of a bound variable", |leaf, _| {
            let param = Arc::new(Var(leaf.clone()));
            structural_hash(&Lambda { body: vec![param.clone()], param })
        }),
    ]
}

/// Where leaves stand that can be keys.
fn key_places<L: sexpr_core::containers::MapKey + sexpr_core::containers::KeyValue + Ord + Clone>() -> Vec<Place<L>> {
    vec![
        ("key of a map", |leaf, other| structural_hash(&BTreeMap::from([(leaf, 1), (other, 2)]))),
        ("member of a set", |leaf, _| structural_hash(&BTreeSet::from([leaf]))),
    ]
}

/// Hashes pairs that differ in one bit, so many for each bit.
fn avalanche<L: Bits>(hash: fn(&L, &L) -> u64, samples: u64, random: &mut Random) -> Avalanche {
    let mut all = Avalanche { samples: 0, changes: [0; 64], worst_input: 32.0, worst_input_off: 0.0 };
    for bit in 0..L::BITS {
        let (mut taken, mut changed) = (0, 0);
        for _ in 0..samples {
            let (leaf, other) = (L::random(random), L::random(random));
            let Some(flipped) = leaf.flipped(bit) else { continue };
            let difference = hash(&leaf, &other) ^ hash(&flipped, &other);
            taken += 1;
            changed += u64::from(difference.count_ones());
            (0..64).for_each(|bit| all.changes[bit] += difference >> bit & 1);
        }
        all.samples += taken;
        let mean = changed as f64 / taken.max(1) as f64;
        let off = (mean - 32.0) / (16.0 / taken.max(1) as f64).sqrt();
        if off.abs() > all.worst_input_off.abs() {
            (all.worst_input, all.worst_input_off) = (mean, off);
        }
    }
    all
}

/// One type of leaf at one place.
pub struct Flips {
    /// The type.
    pub leaf: &'static str,
    /// The place.
    pub place: &'static str,
    flip: Box<Flip>,
}

type Flip = dyn Fn(u64, &mut Random) -> Avalanche;

impl Flips {
    fn of<L: Bits + 'static>((place, hash): Place<L>) -> Flips {
        let flip = Box::new(move |samples, random: &mut Random| avalanche(hash, samples, random));
        Flips { leaf: L::NAME, place, flip }
    }

    /// Hashes so many pairs for each bit.
    pub fn avalanche(&self, samples: u64, random: &mut Random) -> Avalanche {
        (self.flip)(samples, random)
    }
}

/// Every type of leaf at every place where it can stand.
pub fn all() -> Vec<Flips> {
    fn of_all<L: Bits + 'static>(places: Vec<Place<L>>) -> impl Iterator<Item = Flips> {
        places.into_iter().map(Flips::of)
    }
    let numbers = of_all::<u64>([places(), key_places()].concat())
        .chain(of_all::<i64>([places(), key_places()].concat()))
        .chain(of_all::<f64>(places()));
    let small = of_all::<(u64, bool)>([places(), key_places()].concat())
        .chain(of_all::<(u64, u8)>([places(), key_places()].concat()))
        .chain(of_all::<(u64, char)>([places(), key_places()].concat()));
    let texts = of_all::<String>([places(), key_places()].concat()).chain(of_all::<Vec<u8>>(places()));
    numbers.chain(small).chain(texts).collect()
}
