//! What can go to another thread, and that it makes no difference there.

use std::{sync::Arc, thread};

use sexpr_core::{
    Comparer, Mismatch, Options, Path, Reason, Step, StructuralEq, StructuralKey, TypeInfo, structural_equal,
    structural_hash,
};

fn send_and_sync<T: Send + Sync>() {}

#[test]
fn everything_public_is_send_and_sync() {
    send_and_sync::<Options>();
    send_and_sync::<Comparer>();
    send_and_sync::<Mismatch>();
    send_and_sync::<Path>();
    send_and_sync::<Step>();
    send_and_sync::<Reason>();
    send_and_sync::<TypeInfo>();
    send_and_sync::<StructuralKey<Arc<Vec<String>>>>();
}

#[derive(StructuralEq)]
#[seq(kind = "var")]
struct Var {
    ty: i64,
}

#[derive(StructuralEq)]
struct Fun {
    #[seq(def)]
    params: Vec<Arc<Var>>,
    body: std::collections::HashMap<String, Arc<Var>>,
}

fn fun() -> Fun {
    let params: Vec<_> = (0..20).map(|ty| Arc::new(Var { ty })).collect();
    let body = params.iter().map(|var| (format!("key {}", var.ty), var.clone())).collect();
    Fun { params, body }
}

#[test]
fn verdicts_and_hashes_are_the_same_in_every_thread() {
    let here = Arc::new(fun());
    let hash = structural_hash(&*here);
    let threads: Vec<_> = (0..8)
        .map(|_| {
            let here = here.clone();
            thread::spawn(move || {
                assert!(structural_equal(&*here, &fun()));
                structural_hash(&fun())
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(thread.join().unwrap(), hash);
    }
}
