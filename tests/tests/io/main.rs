//! The commands of this package: their arguments, output and exit codes.

mod commands;
