//! Building blocks of reports: a document of sentences, tables and drawings; plots; and writers of HTML pages, Markdown
//! and slides, which escape everything.

pub mod axis;
pub mod canvas;
pub mod document;
pub mod histogram;
pub mod html;
pub mod markdown;
pub mod plot;
pub mod slides;
pub mod slides_pdf;
