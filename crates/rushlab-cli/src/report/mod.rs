//! What reports are made of, whatever they are about: a document of plain sentences, tables and drawings; plots; and two ways to write
//! a document, where everything is escaped.

pub(crate) mod axis;
pub(crate) mod canvas;
pub(crate) mod columns;
pub(crate) mod document;
pub(crate) mod html;
pub(crate) mod markdown;
pub(crate) mod plot;
pub(crate) mod ranks;
pub(crate) mod words;
