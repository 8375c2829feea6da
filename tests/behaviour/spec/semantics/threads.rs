//! What can go to another thread, and that it makes no difference there.

use std::sync::Arc;

use sexpr_core::{Comparer, Mismatch, Options, Path, Reason, Step, StructuralKey, TypeInfo};

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
