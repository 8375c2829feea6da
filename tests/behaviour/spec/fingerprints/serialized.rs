//! Fingerprints in formats for people and in others.

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Visitor, value::SeqDeserializer},
    forward_to_deserialize_any,
    ser::{Impossible, SerializeTuple},
};
use sexpr_core::Fingerprint;

const GIVEN: Fingerprint = Fingerprint::from_u128(0x0123_4567_89ab_cdef_0011_2233_4455_6677);
const TEXT: &str = "0123456789abcdef0011223344556677";
const BYTES: [u8; 16] = [0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef, 0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77];

#[test]
fn as_text_for_people() {
    let json = serde_json::to_string(&GIVEN).unwrap();
    assert_eq!(json, format!("{TEXT:?}"));
    assert_eq!(serde_json::from_str::<Fingerprint>(&json).unwrap(), GIVEN);
    // Of a string that the format gives away, or that is escaped.
    assert_eq!(serde_json::from_value::<Fingerprint>(TEXT.into()).unwrap(), GIVEN);
    assert_eq!(serde_json::from_str::<Fingerprint>(&format!("\"\\u0030{}\"", &TEXT[1..])).unwrap(), GIVEN);
}

#[test]
fn what_is_no_fingerprint_is_refused() {
    let message = |json: &str| serde_json::from_str::<Fingerprint>(json).unwrap_err().to_string();
    assert!(message("\"12\"").contains("found 2 characters"));
    assert!(message(&format!("\"{}x\"", &TEXT[1..])).contains("'x' at position 31"));
    let expected = "expected the 32 hexadecimal digits of a fingerprint";
    for json in ["1", "null", "[1, 2]", "{}"] {
        assert!(message(json).contains(expected), "{}", message(json));
    }
}

#[test]
fn as_a_key_of_a_map() {
    let map = std::collections::BTreeMap::from([(GIVEN, 1)]);
    let json = serde_json::to_string(&map).unwrap();
    assert_eq!(json, format!("{{{TEXT:?}:1}}"));
    assert_eq!(serde_json::from_str::<std::collections::BTreeMap<Fingerprint, i32>>(&json).unwrap(), map);
}

#[test]
fn as_sixteen_bytes_for_machines() {
    assert_eq!(GIVEN.serialize(Machine(Vec::new())).unwrap(), BYTES);
    assert_eq!(Fingerprint::deserialize(Bytes(&BYTES)).unwrap(), GIVEN);
    assert!(Fingerprint::deserialize(Bytes(&BYTES[1..])).is_err());
}

type Error = serde::de::value::Error;

/// A format of bytes, as far as it is needed.
struct Machine(Vec<u8>);

macro_rules! refuse {
    ($($method:ident($($ty:ty),*);)*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<Vec<u8>, Error> {
            unreachable!("a fingerprint is not made of this")
        }
    )*};
    ($($method:ident($($ty:ty),*) -> $part:ident;)*) => {$(
        fn $method(self, $(_: $ty),*) -> Result<Self::$part, Error> {
            unreachable!("a fingerprint is not made of this")
        }
    )*};
}

impl Serializer for Machine {
    type Ok = Vec<u8>;
    type Error = Error;
    type SerializeSeq = Impossible<Vec<u8>, Error>;
    type SerializeTuple = Machine;
    type SerializeTupleStruct = Impossible<Vec<u8>, Error>;
    type SerializeTupleVariant = Impossible<Vec<u8>, Error>;
    type SerializeMap = Impossible<Vec<u8>, Error>;
    type SerializeStruct = Impossible<Vec<u8>, Error>;
    type SerializeStructVariant = Impossible<Vec<u8>, Error>;

    fn is_human_readable(&self) -> bool {
        false
    }
    fn serialize_u8(mut self, byte: u8) -> Result<Vec<u8>, Error> {
        self.0.push(byte);
        Ok(self.0)
    }
    fn serialize_tuple(self, _: usize) -> Result<Machine, Error> {
        Ok(self)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<Vec<u8>, Error> {
        unreachable!("a fingerprint is no option")
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, _: &T) -> Result<Vec<u8>, Error> {
        unreachable!("a fingerprint is written as its bytes alone")
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<Vec<u8>, Error> {
        unreachable!("a fingerprint is no variant")
    }
    refuse! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_f32(f32);
        serialize_f64(f64);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }
    refuse! {
        serialize_seq(Option<usize>) -> SerializeSeq;
        serialize_tuple_struct(&'static str, usize) -> SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> SerializeTupleVariant;
        serialize_map(Option<usize>) -> SerializeMap;
        serialize_struct(&'static str, usize) -> SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> SerializeStructVariant;
    }
}

impl SerializeTuple for Machine {
    type Ok = Vec<u8>;
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, byte: &T) -> Result<(), Error> {
        self.0 = byte.serialize(Machine(std::mem::take(&mut self.0)))?;
        Ok(())
    }
    fn end(self) -> Result<Vec<u8>, Error> {
        Ok(self.0)
    }
}

/// What [`Machine`] wrote.
struct Bytes<'b>(&'b [u8]);

impl<'de> Deserializer<'de> for Bytes<'_> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(SeqDeserializer::new(self.0.iter().copied()))
    }
    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
