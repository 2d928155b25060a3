//! The exploration of a puzzle: findings about its cluster as data, in words and as a document; the cluster as a graph.
//!
//! ```
//! use rushlab::Limits;
//! use rushlab::analysis::Cluster;
//! use rushlab_study::exploration::{Findings, GraphFormat, document, graph};
//! use rushlab_study::report::html;
//!
//! let puzzle: rushlab::Puzzle = "......A..B..AXXB..A..B......CC......".parse()?;
//! let cluster = Cluster::new(&puzzle, Limits::default(), &mut ())?;
//! let findings = Findings::new("card".to_owned(), &cluster, Limits::default(), &mut ())?;
//! let solved = findings.solved.as_ref().ok_or("unsolvable")?;
//! assert!(solved.length <= solved.depth);
//! assert!(findings.facts().iter().any(|(name, _)| *name == "bottlenecks"));
//! assert!(html::page(&document(&[findings])).starts_with("<!DOCTYPE html>"));
//! assert!(graph(&cluster, GraphFormat::Dot)?.starts_with("graph cluster"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod difficulty_words;
mod facts;
mod findings;
mod graph;
mod page;

pub use difficulty_words::difficulty_reasons;
pub use findings::{Bottleneck, ExploredPosition, Findings, Solved};
pub use graph::{GraphFormat, GraphTooLarge, graph};
pub use page::document;
