//! Rewritings: what callbacks are called with, what becomes of what they answer, and what stays.

mod bindings;
mod copies;
mod depth;
mod findings;
mod order;
mod sharing;
mod types;
