//! The tests of the public API, in one binary: linking takes most of the time of building them.

mod common;
mod conformance;
mod difficulty;
mod examples;
mod filter;
mod generate;
mod graph;
mod ids;
mod ladder;
mod legal_moves;
mod levels;
mod observers;
mod oracle;
mod pddl;
mod primary;
mod problems;
mod properties;
mod round_trip;
mod rules;
mod searches;
mod session;
mod solution;
mod solve;
mod source_documents;
