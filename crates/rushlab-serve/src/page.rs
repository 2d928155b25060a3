//! The page's files, embedded. No path leads anywhere else, for there is nowhere else to look.

use std::io::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Lab;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// A file of the page: where it is found, what it is, and what is in it.
type File = (&'static str, &'static str, &'static str);

macro_rules! files {
    ($($path:literal $kind:ident $name:literal),* $(,)?) => {
        &[$(($path, $kind, include_str!(concat!("../page/", $name)))),*]
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
    "/explore.js" SCRIPT "explore.js",
    "/graph.js" SCRIPT "graph.js",
    "/lab.js" SCRIPT "lab.js",
    "/play.js" SCRIPT "play.js",
    "/plot.js" SCRIPT "plot.js",
    "/puzzle.js" SCRIPT "puzzle.js",
    "/solve.js" SCRIPT "solve.js",
    "/store.js" SCRIPT "store.js",
];

/// A file as it is sent.
struct Ready {
    kind: &'static str,
    text: &'static str,
    /// The same, compressed: a third of the bytes.
    packed: Vec<u8>,
    /// Tells one version from the next.
    tag: String,
}

impl Ready {
    fn new((_, kind, text): &File) -> Ready {
        let mut packer = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory cannot fail; a file that were not packed would be sent as it is.
        let packed = packer.write_all(text.as_bytes()).and_then(|()| packer.finish()).unwrap_or_default();
        Ready { kind, text, packed, tag: format!("\"{:016x}\"", fingerprint(text.as_bytes())) }
    }

    /// The file, or word that the client has it already.
    fn send(&self, asked: &HeaderMap) -> Response {
        let known = asked.get(header::IF_NONE_MATCH).is_some_and(|held| held.as_bytes() == self.tag.as_bytes());
        let packs = asked.get(header::ACCEPT_ENCODING).and_then(|ways| ways.to_str().ok()).unwrap_or_default();
        let packed = packs.split(',').any(|way| way.trim() == "gzip") && !self.packed.is_empty();
        let mut response = match (known, packed) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, true) => self.packed.clone().into_response(),
            (false, false) => self.text.into_response(),
        };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.extend(HeaderValue::from_str(&self.tag).map(|tag| (header::ETAG, tag)));
        if packed && !known {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

/// A route for each file.
pub(crate) fn routes() -> Router<Lab> {
    FILES.iter().fold(Router::new(), |router, file| {
        let ready = Arc::new(Ready::new(file));
        router.route(file.0, get(move |asked: HeaderMap| async move { ready.send(&asked) }))
    })
}

/// FNV-1a: tells one version of a file from the next, no more.
fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
