//! Ten million nodes, on a stack of 64 KiB.

use std::{sync::Arc, thread};

use sexpr_core::{Options, StructuralEq};

const DEPTH: usize = 10_000_000;

/// A list behind a pointer, and a test of it.
macro_rules! list {
    ($name:ident, $pointer:ident, $into_inner:expr) => {
        #[test]
        fn $name() {
            #[derive(StructuralEq)]
            struct Node {
                value: i64,
                next: Option<$pointer<Node>>,
            }

            impl Drop for Node {
                fn drop(&mut self) {
                    let into_inner: fn($pointer<Node>) -> Option<Node> = $into_inner;
                    let mut next = self.next.take();
                    while let Some(pointer) = next {
                        next = into_inner(pointer).and_then(|mut node| node.next.take());
                    }
                }
            }

            /// `value` is at the bottom.
            fn list(value: i64) -> $pointer<Node> {
                let bottom = $pointer::new(Node { value, next: None });
                (1..DEPTH).fold(bottom, |next, _| $pointer::new(Node { value: 0, next: Some(next) }))
            }

            with_a_tiny_stack(|| {
                let options = Options::new();
                let (one, same) = (list(1), list(1));
                assert!(options.equal(&one, &same));
                let hash = options.hash(&one);
                assert_eq!(options.hash(&same), hash);
                drop(same);

                let other = list(2);
                assert!(!options.equal(&one, &other));
                assert_ne!(options.hash(&other), hash);
                let mismatch = options.first_mismatch(&one, &other).expect("they differ");
                assert_eq!(mismatch.lhs().steps().len(), DEPTH);
                assert_eq!(mismatch.lhs().steps(), mismatch.rhs().steps());
                assert!(mismatch.to_string().contains("1 differs from 2"));
            });
        }
    };
}

list!(a_list_in_boxes, Box, |node| Some(*node));
list!(a_list_in_arcs, Arc, Arc::into_inner);

#[track_caller]
fn with_a_tiny_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(64 << 10).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}
