//! The API: the public interface of `sexpr-core`, and which of its rooms may import which.

mod public_interface;
mod rooms;
