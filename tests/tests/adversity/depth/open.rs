//! Chains and towers of trait objects.

use std::{mem, sync::Arc};

use sexpr_core::{Options, StructuralEq, StructuralKey, custom::DynStructural, report::Obstacle};

use super::{DEPTH, LEVELS, bottom, deep, with_a_small_stack};

/// A chain of trait objects behind a pointer, of two types in turn, with a `Drop` that does not recurse.
macro_rules! chain {
    ($name:ident, $pointer:ident, $get_mut:expr, #[$kind:meta], $options:expr) => {
        mod $name {
            use super::*;

            type Next = Option<$pointer<dyn Link>>;

            trait Link: DynStructural {
                fn next(&mut self) -> &mut Next;
            }
            sexpr_core::open!(Link);

            fn take_apart(mut next: Next) {
                let get_mut: fn(&mut $pointer<dyn Link>) -> Option<&mut (dyn Link + 'static)> = $get_mut;
                while let Some(mut pointer) = next {
                    next = get_mut(&mut pointer).and_then(|link| link.next().take());
                }
            }

            #[derive(StructuralEq)]
            #[$kind]
            struct Even {
                next: Next,
                value: i64,
            }
            impl Link for Even {
                fn next(&mut self) -> &mut Next {
                    &mut self.next
                }
            }
            impl Drop for Even {
                fn drop(&mut self) {
                    take_apart(self.next.take());
                }
            }

            #[derive(StructuralEq)]
            #[$kind]
            struct Odd {
                next: Next,
            }
            impl Link for Odd {
                fn next(&mut self) -> &mut Next {
                    &mut self.next
                }
            }
            impl Drop for Odd {
                fn drop(&mut self) {
                    take_apart(self.next.take());
                }
            }

            /// `value` is at the bottom.
            fn chain(value: i64) -> $pointer<dyn Link> {
                let bottom: $pointer<dyn Link> = $pointer::new(Even { next: None, value });
                (0..DEPTH).fold(bottom, |next, level| {
                    if level % 2 == 0 {
                        $pointer::new(Odd { next: Some(next) })
                    } else {
                        $pointer::new(Even { next: Some(next), value: 0 })
                    }
                })
            }

            #[test]
            fn compares_hashes_and_reports_its_mismatch_at_the_bottom() {
                with_a_small_stack(|| {
                    let mismatch = deep($options, chain);
                    assert_eq!(bottom(&mismatch), (DEPTH + 1, ".value".into()));
                });
            }
        }
    };
}

chain!(boxed, Box, |link| Some(&mut **link), #[seq(kind = "tree")], Options::new());
chain!(arc, Arc, Arc::get_mut, #[seq(kind = "tree")], Options::new());
chain!(dag, Arc, Arc::get_mut, #[seq(kind = "dag")], Options::new());
chain!(var, Arc, Arc::get_mut, #[seq(kind = "var")], Options::new().map_free_vars(true));

/// Nodes that hold the level below twice, and are leaked: what takes itself apart without recursion is tested above.
trait Level: DynStructural + Send + Sync {}
sexpr_core::open!(Level);

#[derive(StructuralEq)]
struct Bottom {
    value: i64,
    obstacle: Option<Arc<Free>>,
}
impl Level for Bottom {}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Free {
    ty: i64,
}

#[derive(StructuralEq)]
struct Pair(Arc<dyn Level>, Arc<dyn Level>);
impl Level for Pair {}

#[derive(StructuralEq)]
#[seq(kind = "dag")]
struct Block {
    left: Arc<dyn Level>,
    right: Arc<dyn Level>,
}
impl Level for Block {}

/// Makes a level of two of the level below.
type Build = fn(Arc<dyn Level>, Arc<dyn Level>) -> Arc<dyn Level>;

fn tower(bottom: Bottom, level: Build) -> Arc<dyn Level> {
    let tower = (0..LEVELS).fold(Arc::new(bottom) as _, |below: Arc<dyn Level>, _| level(below.clone(), below));
    mem::forget(tower.clone());
    tower
}

fn pair(left: Arc<dyn Level>, right: Arc<dyn Level>) -> Arc<dyn Level> {
    Arc::new(Pair(left, right))
}

#[test]
fn towers() {
    with_a_small_stack(|| {
        let block = |left, right| -> Arc<dyn Level> { Arc::new(Block { left, right }) };
        for level in [pair, block] {
            let mismatch = deep(Options::new(), |value| tower(Bottom { value, obstacle: None }, level));
            assert_eq!(bottom(&mismatch), (LEVELS + 1, ".value".into()));
        }
    });
}

#[test]
fn an_obstacle_at_the_bottom() {
    with_a_small_stack(|| {
        let obstacle = Some(Arc::new(Free { ty: 1 }));
        let error = Options::new().fingerprint(&tower(Bottom { value: 1, obstacle }, pair)).unwrap_err();
        assert_eq!((error.path().steps().len(), *error.obstacle()), (LEVELS + 1, Obstacle::FreeVariable));
    });
}

/// What is hashed once need not be hashed again.
#[test]
fn towers_as_keys() {
    with_a_small_stack(|| {
        let key = |value| StructuralKey::new(tower(Bottom { value, obstacle: None }, pair));
        assert!(key(1) == key(1) && key(1) != key(2));
    });
}
