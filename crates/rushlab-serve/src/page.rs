//! The files of the page, embedded in the program. No other file can be requested.
//!
//! Each file is compressed once, when the router is built.

use std::io::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::AppState;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// A file of the page: path, content type, content.
type File = (&'static str, &'static str, &'static str);

macro_rules! files {
    ($($path:literal $content_type:ident $name:literal),* $(,)?) => {
        &[$(($path, $content_type, include_str!(concat!("../page/", $name)))),*]
    };
}

/// Every file of the page.
static FILES: &[File] = files![
    "/" HTML "index.html",
    "/style.css" CSS "style.css",
    "/icon.svg" SVG "icon.svg",
    "/favicon.ico" SVG "icon.svg",
    "/theme.js" SCRIPT "theme.js",
    "/app.js" SCRIPT "app.js",
    "/api.js" SCRIPT "api.js",
    "/board.js" SCRIPT "board.js",
    "/dom.js" SCRIPT "dom.js",
    "/edit.js" SCRIPT "edit.js",
    "/evolve.js" SCRIPT "evolve.js",
    "/individuals.js" SCRIPT "individuals.js",
    "/explore.js" SCRIPT "explore.js",
    "/graph.js" SCRIPT "graph.js",
    "/race.js" SCRIPT "race.js",
    "/play.js" SCRIPT "play.js",
    "/plot.js" SCRIPT "plot.js",
    "/puzzle.js" SCRIPT "puzzle.js",
    "/solve.js" SCRIPT "solve.js",
    "/store.js" SCRIPT "store.js",
];

/// A file, prepared for sending.
struct PreparedFile {
    content_type: &'static str,
    text: &'static str,
    /// `text`, compressed with gzip to about a third.
    gzipped: Vec<u8>,
    /// The entity tag: a hash of the text, in quotes.
    etag: String,
}

impl PreparedFile {
    fn new((_, content_type, text): &File) -> PreparedFile {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory cannot fail. An empty result would mean that the file is sent uncompressed.
        let gzipped = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).unwrap_or_default();
        PreparedFile { content_type, text, gzipped, etag: format!("\"{:016x}\"", fnv1a(text.as_bytes())) }
    }

    /// Returns the file, or 304 if the client has this version in its cache.
    fn response(&self, request: &HeaderMap) -> Response {
        let cached = request.get(header::IF_NONE_MATCH).is_some_and(|etag| etag.as_bytes() == self.etag.as_bytes());
        let encodings = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let gzip = encodings.split(',').any(|encoding| encoding.trim() == "gzip") && !self.gzipped.is_empty();
        let mut response = match (cached, gzip) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, true) => self.gzipped.clone().into_response(),
            (false, false) => self.text.into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.extend(HeaderValue::from_str(&self.etag).map(|etag| (header::ETAG, etag)));
        if gzip && !cached {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// Returns one route per file.
pub(crate) fn routes() -> Router<AppState> {
    FILES.iter().fold(Router::new(), |router, file| {
        let file_to_send = Arc::new(PreparedFile::new(file));
        router.route(file.0, get(move |headers: HeaderMap| async move { file_to_send.response(&headers) }))
    })
}

/// Returns the FNV-1a hash (Fowler, Noll and Vo 1991), which is enough to tell versions of a file apart.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
