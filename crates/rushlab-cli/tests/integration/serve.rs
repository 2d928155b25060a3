//! Tests of `rushlab serve`: it prints its address, answers there, and ends with Ctrl-C.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Command, Stdio};

fn rushlab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rushlab"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn the_page_is_served_until_interrupted() {
    let mut server = rushlab(&["serve", "--port", "0"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    assert!(address.starts_with("127.0.0.1:"), "{address}");

    let mut stream = TcpStream::connect(&address).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").unwrap();
    let mut page = String::new();
    stream.read_to_string(&mut page).unwrap();
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>rushlab</title>"), "{page}");

    let port = address.rsplit(':').next().unwrap();
    let second = rushlab(&["serve", "--port", port]).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("choose another one with --port"));

    assert!(Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(130));
}

#[test]
fn other_addresses_are_served_on_request_with_a_warning() {
    let mut server = rushlab(&["serve", "--port", "0", "--listen", "0.0.0.0"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    assert!(!address.starts_with("0.0.0.0"), "{address}");
    let port = address.rsplit(':').next().unwrap();

    let status = |host: &str| {
        let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).unwrap();
        write!(stream, "GET / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        response.split(' ').nth(1).unwrap().to_owned()
    };
    assert_eq!(status(&address), "200");
    assert_eq!(status(&format!("192.168.1.20:{port}")), "200");
    assert_eq!(status(&format!("evil.example:{port}")), "403");

    assert!(Command::new("kill").args(["-INT", &server.id().to_string()]).status().unwrap().success());
    assert_eq!(server.wait().unwrap().code(), Some(130));
    let mut warning = String::new();
    server.stderr.take().unwrap().read_to_string(&mut warning).unwrap();
    assert!(warning.contains("only in a network that you trust"), "{warning}");

    let wrong = rushlab(&["serve", "--listen", "somewhere"]).output().unwrap();
    assert_eq!(wrong.status.code(), Some(2));
}
