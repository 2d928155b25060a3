//! Experiments with Rush Hour puzzles, and the documents that report them.
//!
//! ```
//! use rushlab::Puzzle;
//! use rushlab::search::{ALGORITHMS, Selections};
//! use rushlab_study::comparison::{Comparison, ConfigurationSummary};
//! use rushlab_study::report::html;
//!
//! let boards = ["A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K", "..............AA.B.....B............"];
//! let puzzles = boards.iter().map(|board| board.parse()).collect::<Result<Vec<Puzzle>, _>>()?;
//! let searches = Selections {
//!     algorithms: vec!["dijkstra".to_owned(), "astar".to_owned()],
//!     heuristics: vec!["h1".into(), "h2".into()],
//!     ..Selections::default()
//! };
//! let results = Comparison::new(puzzles, searches.resolve(ALGORITHMS)?).run(&())?;
//! for (index, configuration) in results.comparison.configurations.iter().enumerate() {
//!     let summary = ConfigurationSummary::of(&results, index);
//!     println!("{}: {} solved, {:?} states", configuration.title(), summary.solved, summary.mean_states);
//! }
//! let report = results.report(&()).ok_or("interrupted")?;
//! assert!(html::page(&report.document).contains("Rush Hour: 3 searches on 2 puzzles"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Unlike the library `rushlab`, this crate reads the clock and starts threads. It opens no files.

pub mod comparison;
pub mod csv;
pub mod evolution;
pub mod exploration;
pub mod grade;
pub mod parallel;
pub mod people;
pub mod properties;
pub mod report;
pub mod statistics;
pub mod words;
