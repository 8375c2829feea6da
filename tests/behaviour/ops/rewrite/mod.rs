//! Rewritings: what callbacks are called with, what becomes of what they answer, and what stays.

mod arenas;
mod bindings;
mod context;
mod copies;
mod declarations;
mod deep_copies;
mod depth;
mod findings;
mod names;
mod options;
mod order;
mod own_types;
mod properties;
mod sharing;
mod types;
