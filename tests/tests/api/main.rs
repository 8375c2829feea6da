//! The API: the public interface of `sexpr-core`, which of its rooms may import which, and the map of the
//! code.

mod architecture;
mod public_interface;
mod rooms;
