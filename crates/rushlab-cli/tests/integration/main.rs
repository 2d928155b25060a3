//! The tests of the program, in one binary. `documents.rs` is another one, because it changes the working directory.

mod agreement;
mod census;
mod census_shards;
mod cluster_examples;
mod common;
mod comp472;
mod compare;
mod compare_damage;
mod database;
mod dependencies;
mod evolve;
mod files;
mod generate;
mod interrupts;
mod memory;
mod pddl;
mod play;
mod program;
mod readme;
mod render;
mod report;
mod scripts;
mod serve;
mod source_documents;
mod threads;
mod unused_options;
