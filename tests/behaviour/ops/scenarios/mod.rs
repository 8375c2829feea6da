//! The scenarios of the structural-equality documents, both editions: one module a section, one test a row.

mod ir;

mod const_tree;
mod custom;
mod dag;
mod fields;
mod kinds_at_a_glance;
mod singleton;
mod sticky_mapping;
mod tree;
mod var;
mod worked_example;
