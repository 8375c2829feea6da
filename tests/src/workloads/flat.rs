//! A structure of many plain fields.

use sexpr_core::StructuralEq;

/// The number of fields.
pub const FIELDS: usize = 40;

/// Forty fields of scalar types.
#[derive(StructuralEq, PartialEq, Hash, Clone)]
#[expect(missing_docs, reason = "the fields stand for nothing")]
pub struct Flat {
    pub a0: u64,
    pub a1: i64,
    pub a2: u32,
    pub a3: i32,
    pub a4: u16,
    pub a5: i16,
    pub a6: u8,
    pub a7: i8,
    pub a8: bool,
    pub a9: char,
    pub b0: u64,
    pub b1: i64,
    pub b2: u32,
    pub b3: i32,
    pub b4: u16,
    pub b5: i16,
    pub b6: u8,
    pub b7: i8,
    pub b8: bool,
    pub b9: char,
    pub c0: u64,
    pub c1: i64,
    pub c2: u32,
    pub c3: i32,
    pub c4: u16,
    pub c5: i16,
    pub c6: u8,
    pub c7: i8,
    pub c8: bool,
    pub c9: char,
    pub d0: u64,
    pub d1: i64,
    pub d2: u32,
    pub d3: i32,
    pub d4: u16,
    pub d5: i16,
    pub d6: u8,
    pub d7: i8,
    pub d8: bool,
    pub d9: char,
}

/// So many structures, which differ in all of their fields.
pub fn many(count: u32) -> Vec<Flat> {
    (0..count).map(flat).collect()
}

fn flat(n: u32) -> Flat {
    let letter = char::from(b'a' + (n % 26) as u8);
    let (long, signed, even) = (u64::from(n), -i64::from(n), n.is_multiple_of(2));
    let (short, byte) = (n as u16, n as u8);
    Flat {
        a0: long,
        a1: signed,
        a2: n,
        a3: n as i32,
        a4: short,
        a5: short as i16,
        a6: byte,
        a7: byte as i8,
        a8: even,
        a9: letter,
        b0: long,
        b1: signed,
        b2: n,
        b3: n as i32,
        b4: short,
        b5: short as i16,
        b6: byte,
        b7: byte as i8,
        b8: even,
        b9: letter,
        c0: long,
        c1: signed,
        c2: n,
        c3: n as i32,
        c4: short,
        c5: short as i16,
        c6: byte,
        c7: byte as i8,
        c8: even,
        c9: letter,
        d0: long,
        d1: signed,
        d2: n,
        d3: n as i32,
        d4: short,
        d5: short as i16,
        d6: byte,
        d7: byte as i8,
        d8: even,
        d9: letter,
    }
}
