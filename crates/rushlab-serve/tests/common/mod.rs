//! A server for each test, and a client that sends bytes unchanged.
#![allow(dead_code, reason = "each test binary uses a part of this")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

pub(crate) mod attacks;
pub(crate) mod static_site;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use rushlab_serve::{Page, Settings};
use serde_json::Value;
use tokio::runtime::Runtime;

/// A puzzle of two moves.
pub(crate) const EASY: &str = "......A..B..AXXB..A..B......CC......";

/// A server that lives as long as the test.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    _runtime: Runtime,
}

impl Server {
    /// Starts a server. It serves the page from the folder `RUSHLAB_PAGE`, if that variable is set.
    pub(crate) fn start(settings: Settings) -> Server {
        let page = std::env::var_os("RUSHLAB_PAGE").map_or(Page::Embedded, |folder| Page::Folder(folder.into()));
        Server::start_with(settings, page)
    }

    /// Starts a server with a page.
    pub(crate) fn start_with(settings: Settings, page: Page) -> Server {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
        let address = listener.local_addr().unwrap();
        runtime.spawn(rushlab_serve::listen(listener, settings, page, std::future::pending()));
        Server { address, _runtime: runtime }
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}/{path}", self.address)
    }

    /// Opens a connection and sends bytes.
    pub(crate) fn send(&self, bytes: &[u8]) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(240))).unwrap();
        // The server may refuse the request and close the connection before all is sent.
        let _ = stream.write_all(bytes);
        stream
    }

    /// Sends bytes, and reads the whole response.
    pub(crate) fn raw(&self, bytes: &[u8]) -> Response {
        let mut stream = self.send(bytes);
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
        Response::parse(&text)
    }

    pub(crate) fn request(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Response {
        self.raw(self.request_text(method, path, headers, body).as_bytes())
    }

    /// Returns the bytes of a request.
    pub(crate) fn request_text(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> String {
        let mut text = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n");
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text += &format!("host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        text + &format!("content-length: {}\r\n\r\n{body}", body.len())
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.request("GET", path, &[], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Response {
        self.request("POST", path, &[("content-type", "application/json")], &body.to_string())
    }
}

/// An HTTP response.
#[derive(Debug)]
pub(crate) struct Response {
    /// The status; 0 if there was no response.
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Response {
    pub(crate) fn parse(text: &[u8]) -> Response {
        let text = String::from_utf8_lossy(text);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let head = head.to_ascii_lowercase();
        let body = if head.contains("transfer-encoding: chunked") { decode_chunks(body) } else { body.to_owned() };
        Response { status, head, body }
    }

    /// Returns the JSON body of a successful response.
    pub(crate) fn good(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    /// Returns the sentence of an error response.
    pub(crate) fn error(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{self:?}");
        let body: Value = serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"));
        let sentence = body["error"].as_str().unwrap_or_else(|| panic!("no sentence in {self:?}")).to_owned();
        assert!(sentence.len() > 10, "{sentence}");
        sentence
    }
}

/// Decodes a chunked body.
fn decode_chunks(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let Some(chunk) = usize::from_str_radix(length, 16).ok().and_then(|length| after.get(..length)) else { break };
        body += chunk;
        rest = after[chunk.len()..].trim_start_matches("\r\n");
    }
    body
}
