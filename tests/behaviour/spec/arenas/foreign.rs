//! Arenas of other crates, each behind its feature.

use sexpr_core::{
    Reason, StructuralEq,
    arena::{Id, InArena},
    rewrite::Rewrite,
    walk::{At, nodes},
};
use sexpr_test_support::check::{differ_at, equal};

/// Declares expressions in an arena, and the tests that show that neither the order of allocation counts nor what is
/// unused, and that an id that the arena does not have is dangling.
macro_rules! arena {
    ($($name:ident: $arena:ty, of $id:ty, add: $add:expr, elsewhere: $elsewhere:expr;)*) => {
        $(
            mod $name {
                use super::*;

                #[derive(StructuralEq, Clone, Debug)]
                #[seq(rewrite)]
                pub(super) enum Expr {
                    Number(i64),
                    Add { left: $id, right: $id },
                }

                #[derive(StructuralEq)]
                #[seq(rewrite)]
                struct Function {
                    #[seq(arena($id))]
                    expressions: $arena,
                    result: $id,
                }

                #[derive(StructuralEq)]
                #[seq(rewrite)]
                struct Whole {
                    #[seq(arena($id, whole))]
                    expressions: $arena,
                }

                fn add(expressions: &mut $arena, expr: Expr) -> $id {
                    let add: fn(&mut $arena, Expr) -> $id = $add;
                    add(expressions, expr)
                }

                /// A sum, after some unused expressions, with its operands allocated in this order or the other.
                fn sum(numbers: [i64; 2], unused: i64, is_swapped: bool) -> Function {
                    let mut expressions = Default::default();
                    (0..unused).for_each(|number| _ = add(&mut expressions, Expr::Number(number)));
                    let [first, second] = if is_swapped { [1, 0] } else { [0, 1] };
                    let ids = [first, second].map(|at| add(&mut expressions, Expr::Number(numbers[at])));
                    let result = add(&mut expressions, Expr::Add { left: ids[first], right: ids[second] });
                    Function { expressions, result }
                }

                #[test]
                fn what_its_ids_lead_to_is_compared() {
                    equal(&sum([1, 2], 0, false), &sum([1, 2], 3, true));
                    differ_at(".result.Add.left", &sum([1, 2], 0, false), &sum([3, 2], 0, true));
                    differ_at(".result.Add.right", &sum([1, 2], 0, false), &sum([1, 3], 1, false));
                    let (one, other) = (sum([1, 2], 0, false), sum([1, 2], 2, true));
                    equal(&InArena::new(&one.expressions, one.result), &InArena::new(&other.expressions, other.result));
                }

                #[test]
                fn an_id_that_it_does_not_have_is_dangling() {
                    let dangling = || Function { expressions: Default::default(), result: $elsewhere };
                    equal(&dangling(), &dangling());
                    let mismatch = differ_at(".result", &dangling(), &sum([1, 2], 0, false));
                    assert!(matches!(mismatch.reason(), Reason::Dangling { lhs: Some(_), rhs: None, .. }), "{mismatch}");
                }

                #[test]
                fn all_its_nodes_may_count() {
                    let whole = |numbers: [i64; 2]| Whole { expressions: sum(numbers, 0, false).expressions };
                    equal(&whole([1, 2]), &whole([1, 2]));
                    differ_at(".expressions[1]", &whole([1, 2]), &whole([1, 3]));
                }

                #[test]
                fn its_nodes_are_rewritten_in_its_order() {
                    let before = Whole { expressions: sum([1, 2], 1, false).expressions };
                    let all: Vec<i64> = nodes::<i64>(&before).copied().collect();
                    let mut met = Vec::new();
                    let more = |number: &i64, _: &At| {
                        met.push(*number);
                        Some(number + 1)
                    };
                    let after = Rewrite::new().after(more).run(before);
                    assert_eq!(met, all);
                    assert!(nodes::<i64>(&after).copied().eq(met.iter().map(|number| number + 1)));
                    let after = Rewrite::new().after(|number: &i64, _: &At| Some(number + 1)).run(sum([1, 2], 1, false));
                    equal(&after, &sum([2, 3], 0, false));
                }
            }
        )*
    };
}

arena! {
    of_la_arena: la_arena::Arena<Expr>, of la_arena::Idx<Expr>,
        add: |arena, expr| arena.alloc(expr), elsewhere: la_arena::Idx::from_raw(9.into());
    of_id_arena: id_arena::Arena<Expr>, of id_arena::Id<Expr>,
        add: |arena, expr| arena.alloc(expr), elsewhere: id_arena::Arena::<Expr>::new().alloc(Expr::Number(1));
    of_cranelift_entity: cranelift_entity::PrimaryMap<Value, Expr>, of Value,
        add: |map, expr| map.push(expr), elsewhere: Value::from_u32(9);
    of_slotmap: slotmap::SlotMap<Slot, Expr>, of Slot,
        add: |map, expr| map.insert(expr), elsewhere: slotmap::Key::null();
    of_dense_slotmap: slotmap::DenseSlotMap<DenseSlot, Expr>, of DenseSlot,
        add: |map, expr| map.insert(expr), elsewhere: slotmap::Key::null();
    of_thunderdome: thunderdome::Arena<Expr>, of Place,
        add: |arena, expr| Place(arena.insert(expr)), elsewhere: Place(thunderdome::Index::DANGLING);
}

/// What the crates leave to their users: the id's own type, and which node it is for.
macro_rules! id {
    ($id:ident => $node:ty, $number:expr) => {
        impl Id for $id {
            type Node = $node;
            fn index(&self) -> u64 {
                let number: fn(&Self) -> u64 = $number;
                number(self)
            }
        }
        sexpr_core::id!($id);
        sexpr_core::rewritable!(id $id);
    };
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Value(u32);
cranelift_entity::entity_impl!(Value);
id!(Value => of_cranelift_entity::Expr, |value| value.as_u32().into());

slotmap::new_key_type! { struct Slot; struct DenseSlot; }
id!(Slot => of_slotmap::Expr, |slot| slotmap::Key::data(slot).as_ffi());
id!(DenseSlot => of_dense_slotmap::Expr, |slot| slotmap::Key::data(slot).as_ffi());

#[derive(Clone, Copy, Debug)]
struct Place(thunderdome::Index);
impl From<Place> for thunderdome::Index {
    fn from(place: Place) -> Self {
        place.0
    }
}
impl From<thunderdome::Index> for Place {
    fn from(index: thunderdome::Index) -> Self {
        Place(index)
    }
}
id!(Place => of_thunderdome::Expr, |place| place.0.to_bits());

#[test]
fn a_boxed_slice_of_entities_is_an_arena_as_the_map_was() {
    let map = |numbers: [i64; 2]| numbers.map(of_cranelift_entity::Expr::Number).into_iter().collect();
    let frozen = |numbers| {
        let map: cranelift_entity::PrimaryMap<Value, _> = map(numbers);
        map.into_boxed_slice()
    };
    let (one, other) = (frozen([1, 2]), frozen([2, 1]));
    equal(&InArena::new(&one, Value(0)), &InArena::new(&other, Value(1)));
    differ_at("", &InArena::new(&one, Value(0)), &InArena::new(&other, Value(0)));
}

#[test]
fn an_id_of_what_was_removed_from_a_slot_map_is_dangling() {
    let map = |is_removed: bool| {
        let mut map = slotmap::SlotMap::<Slot, _>::with_key();
        let slot = map.insert(of_slotmap::Expr::Number(1));
        if is_removed {
            map.remove(slot);
            map.insert(of_slotmap::Expr::Number(1));
        }
        (map, slot)
    };
    let ((one, left), (other, right)) = (map(false), map(true));
    let mismatch = differ_at("", &InArena::new(&one, left), &InArena::new(&other, right));
    assert!(matches!(mismatch.reason(), Reason::Dangling { lhs: None, rhs: Some(_), .. }), "{mismatch}");
}

#[test]
fn an_id_of_another_arena_of_the_type_is_dangling_where_it_is_known_to_be() {
    let arena = |number| {
        let mut arena = id_arena::Arena::<of_id_arena::Expr>::new();
        let id = arena.alloc(of_id_arena::Expr::Number(number));
        (arena, id)
    };
    let ((one, left), (other, right)) = (arena(1), arena(1));
    equal(&InArena::new(&one, left), &InArena::new(&other, right));
    let mismatch = differ_at("", &InArena::new(&one, right), &InArena::new(&other, right));
    assert!(matches!(mismatch.reason(), Reason::Dangling { lhs: Some(0), rhs: None, .. }), "{mismatch}");
    equal(&InArena::new(&one, right), &InArena::new(&other, left));
}
