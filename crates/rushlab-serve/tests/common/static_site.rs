//! A web server for the static site, such as any static host: files below a path, compressed, with a cache of ten
//! minutes.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The path below which the site is published.
const BASE: &str = "/games/rushlab/";

/// The path of another copy of the site on the same origin.
const OTHER_BASE: &str = "/games/second/";

/// The static site, written by `scripts/site` and served until it is stopped.
pub(crate) struct StaticSite {
    address: SocketAddr,
    stopped: Arc<AtomicBool>,
    folder: tempfile::TempDir,
}

impl StaticSite {
    /// Writes and serves the site; returns `None` if the module is not built.
    pub(crate) fn start() -> Option<StaticSite> {
        if !page_folder().join("rushlab.wasm").exists() {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let site = folder.path().join("site");
        write_site(&page_folder(), &site);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let (address, stopped) = (listener.local_addr().unwrap(), Arc::new(AtomicBool::new(false)));
        let stop = Arc::clone(&stopped);
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let site = site.clone();
                std::thread::spawn(move || answer(&stream, &site));
            }
        });
        Some(StaticSite { address, stopped, folder })
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{BASE}{path}", self.address)
    }

    /// Returns the address of another copy of the site on the same origin.
    pub(crate) fn other_url(&self, path: &str) -> String {
        format!("http://{}{OTHER_BASE}{path}", self.address)
    }

    /// Publishes another version, which `edit` changes, in place of the current one.
    pub(crate) fn publish(&self, edit: impl Fn(&Path)) {
        let page = self.folder.path().join("page");
        std::fs::create_dir_all(&page).unwrap();
        for entry in std::fs::read_dir(page_folder()).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                std::fs::copy(&path, page.join(path.file_name().unwrap())).unwrap();
            }
        }
        edit(&page);
        write_site(&page, &self.folder.path().join("site"));
    }

    /// Stops the server: the next connection ends it, and all further ones are refused.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address);
        while TcpStream::connect(self.address).is_ok() {
            std::thread::yield_now();
        }
    }
}

/// Returns the folder with the files of the page.
pub(crate) fn page_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../page")
}

/// Writes the site of a folder with the page.
fn write_site(page: &Path, site: &Path) {
    let script = page_folder().join("../scripts/site");
    let mut command = Command::new("bash");
    command.arg(script).arg("--no-build").arg(site).env("RUSHLAB_PAGE", page.canonicalize().unwrap());
    let written = command.output().unwrap();
    assert!(written.status.success(), "{}", String::from_utf8_lossy(&written.stderr));
}

/// Answers one request, and closes the connection.
fn answer(stream: &TcpStream, site: &Path) {
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
    let path = head.first().and_then(|line| line.split(' ').nth(1)).unwrap_or_default();
    let within = |path: &str| [BASE, OTHER_BASE].iter().find_map(|base| path.strip_prefix(base).map(str::to_owned));
    let name = path.split('?').next().and_then(within);
    let file: Option<PathBuf> =
        name.map(|name| site.join(if name.is_empty() { "index.html".to_owned() } else { name }));
    let mut stream = stream;
    let Some((file, bytes)) = file.and_then(|file| Some((file.clone(), std::fs::read(file).ok()?))) else {
        let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
        return;
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(&bytes).unwrap();
    let body = encoder.finish().unwrap();
    let content_type = rushlab_page::content_type(&file.to_string_lossy());
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-type: {content_type}\r\ncontent-encoding: gzip\r\ncontent-length: {}\r\n\
         cache-control: max-age=600\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.into_bytes(), body].concat());
}
