//! The files of the page: those embedded in the program, or those of a folder, for work on the page. No other file can
//! be requested.
//!
//! Each embedded file is compressed once, when the router is built.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use flate2::Compression;
use flate2::write::GzEncoder;
use rushlab::format::read_limited;
use rushlab_page::content_type;

use crate::AppState;
use crate::error;

/// Other paths of a file: the path, and the name of the file.
const ALIASES: [(&str, &str); 2] = [("/", "index.html"), ("/favicon.ico", "icon.svg")];

/// The module of the page, which `scripts/wasm` builds. Without it the page uses the API for everything.
const MODULE: &str = "rushlab.wasm";

struct PreparedFile {
    content_type: &'static str,
    bytes: Bytes,
    /// `bytes`, compressed with gzip.
    gzipped: Bytes,
    /// The entity tag: a hash of the content, in quotes.
    etag: String,
}

impl PreparedFile {
    fn new(name: &str, bytes: Vec<u8>) -> PreparedFile {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing into memory cannot fail. An empty result would mean that the file is sent uncompressed.
        let gzipped = encoder.write_all(&bytes).and_then(|()| encoder.finish()).unwrap_or_default();
        let etag = format!("\"{:016x}\"", fnv1a(&bytes));
        PreparedFile { content_type: content_type(name), bytes: bytes.into(), gzipped: gzipped.into(), etag }
    }

    /// Returns the file, or 304 if the client has this version in its cache.
    fn response(&self, request: &HeaderMap) -> Response {
        let cached = request.get(header::IF_NONE_MATCH).is_some_and(|etag| etag.as_bytes() == self.etag.as_bytes());
        let encodings = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let gzip = encodings.split(',').any(|encoding| encoding.trim() == "gzip") && !self.gzipped.is_empty();
        let mut response = match (cached, gzip) {
            (true, _) => StatusCode::NOT_MODIFIED.into_response(),
            (false, true) => self.gzipped.clone().into_response(),
            (false, false) => self.bytes.clone().into_response(),
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

/// The greatest size of a file of a folder with the page.
const MAX_FILE: u64 = 64 << 20;

/// Where the files of the page come from.
#[derive(Clone, Debug)]
pub enum Page {
    /// The files in the program.
    Embedded,
    /// A folder, read anew for each request, for work on the page.
    Folder(PathBuf),
}

impl Page {
    pub(crate) fn routes(self) -> Router<AppState> {
        match self {
            Page::Embedded => embedded_routes(),
            Page::Folder(folder) => folder_routes(folder),
        }
    }
}

/// Returns a route for each file.
fn embedded_routes() -> Router<AppState> {
    let mut router = Router::new();
    for file in rushlab_page::FILES {
        let prepared = Arc::new(PreparedFile::new(file.name, file.bytes.to_vec()));
        let aliases = ALIASES.iter().filter(|(_, name)| *name == file.name).map(|(path, _)| (*path).to_owned());
        for path in aliases.chain([format!("/{}", file.name)]) {
            let prepared = Arc::clone(&prepared);
            router = router.route(&path, get(move |headers: HeaderMap| async move { prepared.response(&headers) }));
        }
    }
    if !rushlab_page::FILES.iter().any(|file| file.name == MODULE) {
        router = router.route(&format!("/{MODULE}"), get(async || StatusCode::NO_CONTENT));
    }
    router
}

/// Returns a route that reads the requested file of a folder each time.
fn folder_routes(folder: PathBuf) -> Router<AppState> {
    let file = move |request: Request| {
        let folder = folder.clone();
        async move {
            let path = request.uri().path();
            let name =
                ALIASES.iter().find(|(alias, _)| *alias == path).map_or(path.trim_start_matches('/'), |alias| alias.1);
            let within = name.split('/').all(|part| !part.is_empty() && !part.starts_with('.') && !part.contains('\\'));
            match within.then(|| read(&folder.join(name))) {
                Some(Ok(bytes)) => PreparedFile::new(name, bytes).response(request.headers()),
                _ if name == MODULE => StatusCode::NO_CONTENT.into_response(),
                _ => error::unknown_path(request.uri().clone()).await.into_response(),
            }
        }
    };
    Router::new().route("/", get(file.clone())).route("/{*path}", get(file))
}

/// Reads a file of a folder.
fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    read_limited(std::fs::File::open(path)?, MAX_FILE)
}

/// Returns the FNV-1a hash (Fowler, Noll and Vo 1991), which is enough to tell versions of a file apart.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
