//! No native recursion, whatever the depth.

use std::{mem, sync::Arc};

use sexpr_core::{StructuralEq, rewrite::Rewrite, walk::At};
use sexpr_test_support::stack::with_stack;

#[derive(StructuralEq)]
#[seq(rewrite)]
enum Boxed {
    End(i64),
    Next(Box<Boxed>),
}

#[derive(StructuralEq)]
#[seq(rewrite)]
enum Counted {
    End(i64),
    Next(Arc<Counted>),
}

const DEPTH: usize = 1_000_000;

#[test]
fn a_deep_chain_of_boxes_is_rewritten_in_place() {
    with_stack(256, || {
        let chain = (0..DEPTH).fold(Boxed::End(1), |chain, _| Boxed::Next(Box::new(chain)));
        let replace = |boxed: &Boxed, _: &At| matches!(boxed, Boxed::End(_)).then_some(Boxed::End(2));
        let chain = Rewrite::new().after(replace).run(chain);
        let mut last = &chain;
        while let Boxed::Next(next) = last {
            last = next;
        }
        assert!(matches!(last, Boxed::End(2)));
        mem::forget(chain);
    });
}

#[test]
fn a_deep_chain_that_is_shared_is_copied() {
    with_stack(256, || {
        let chain = (0..DEPTH).fold(Counted::End(1), |chain, _| Counted::Next(Arc::new(chain)));
        let chain = Arc::new(chain);
        let replace = |counted: &Counted, _: &At| matches!(counted, Counted::End(_)).then_some(Counted::End(2));
        let copy = Rewrite::new().after(replace).run(chain.clone());
        let (mut last, mut length) = (&copy, 0);
        while let Counted::Next(next) = &**last {
            (last, length) = (next, length + 1);
        }
        assert!(matches!(**last, Counted::End(2)));
        assert_eq!(length, DEPTH);
        mem::forget((chain, copy));
    });
}
