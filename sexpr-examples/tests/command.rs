//! The command, run as people run it.
