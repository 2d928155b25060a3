//! Building blocks of reports: a document of sentences, tables and drawings; plots; and writers of HTML pages, Markdown and slides, which escape everything.

pub(crate) mod axis;
pub(crate) mod canvas;
pub(crate) mod document;
pub(crate) mod histogram;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod plot;
pub(crate) mod ranks;
pub(crate) mod slides;
pub(crate) mod slides_pdf;
pub(crate) mod words;
