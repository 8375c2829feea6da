//! What the tests of `sexpr` share: the runner of the conformance cases.
