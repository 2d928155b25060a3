//! Protection against other web sites: request checks, and security headers for every response.
//!
//! Another web site can make the user's browser send requests to this server (cross-site request forgery). With a
//! domain name that resolves to 127.0.0.1, it can also read the responses (DNS rebinding). `Origin` reveals cross-site
//! requests, `Host` reveals DNS rebinding. Requests whose host or origin is not this machine are rejected.
//!
//! A server that listens on an address of the network also accepts hosts that DNS rebinding cannot use: addresses, and
//! names that only the local network resolves. Then the origin must be the host.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::Router;
use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};

use crate::error::ApiError;

const HOST_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The security headers of every response. The page uses only its own files, so the policy allows nothing else.
const SECURITY_HEADERS: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, rushlab_page::POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
];

/// The security headers that browsers read in documents only.
const DOCUMENT_HEADERS: [(HeaderName, &str); 2] = [
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Rejects requests from other sites, and adds the security headers to every response.
pub(crate) fn protect(router: Router, address: SocketAddr) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| async move {
        let mut response = match check_request(&request, address) {
            Ok(()) => next.run(request).await,
            Err(error) => error.into_response(),
        };
        add_headers(&mut response);
        response
    }))
}

fn add_headers(response: &mut Response) {
    let content_type = response.headers().get(header::CONTENT_TYPE);
    let is_document = content_type.is_some_and(|value| value.as_bytes().starts_with(b"text/html"));
    let of_document = DOCUMENT_HEADERS.into_iter().filter(|_| is_document);
    for (name, value) in SECURITY_HEADERS.into_iter().chain(of_document) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

fn check_request(request: &Request, address: SocketAddr) -> Result<(), ApiError> {
    let headers = request.headers();
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    // A request in proxy form has the host also in its target.
    let authority = request.uri().authority().map(Authority::as_str);
    let allowed = |host: &str| is_allowed(host, address);
    let (Some(host), None, true) = (host.filter(|host| allowed(host)), hosts.next(), authority.is_none_or(allowed))
    else {
        let sentence = if address.ip().is_loopback() {
            format!("use http://127.0.0.1:{}/; this server has no other host name", address.port())
        } else {
            format!("use the address of the computer with the port {}; this server has no host name", address.port())
        };
        return Err(ApiError::forbidden(sentence));
    };
    // Every site may link to the page itself.
    let page = matches!(*request.method(), Method::GET | Method::HEAD) && !request.uri().path().starts_with("/api/");
    if !page && !is_same_origin(headers, host, address.port()) {
        return Err(ApiError::forbidden("pages of other sites may not use this API"));
    }
    Ok(())
}

/// Returns whether a request comes from the page itself, or from a client that is not a browser.
fn is_same_origin(headers: &HeaderMap, host: &str, port: u16) -> bool {
    // Every value of a repeated header must be valid.
    let all = |name: &str, is_valid: &dyn Fn(&str) -> bool| {
        headers.get_all(name).iter().all(|value| value.to_str().is_ok_and(is_valid))
    };
    let is_single_origin = headers.get_all(header::ORIGIN).iter().nth(1).is_none();
    is_single_origin
        && all("origin", &|origin| {
            let own = |origin: &str| is_local(origin, port) || origin.eq_ignore_ascii_case(host);
            origin.strip_prefix("http://").is_some_and(own)
        })
        && all("sec-fetch-site", &|site| matches!(site, "same-origin" | "none"))
}

/// Returns whether requests for a host are accepted.
fn is_allowed(host: &str, address: SocketAddr) -> bool {
    is_local(host, address.port()) || (!address.ip().is_loopback() && is_in_network(host, address.port()))
}

/// Returns whether a host, with this server's port, is an address or a name that only the local network resolves.
fn is_in_network(host: &str, port: u16) -> bool {
    let suffix = format!(":{port}");
    let Some(name) = host.strip_suffix(&suffix).or_else(|| (port == 80).then_some(host)) else { return false };
    let bracketed = name.strip_prefix('[').and_then(|name| name.strip_suffix(']'));
    let is_address = bracketed.map_or_else(
        || name.parse::<IpAddr>().is_ok_and(|address| address.is_ipv4()),
        |name| name.parse::<Ipv6Addr>().is_ok(),
    );
    let name = name.to_ascii_lowercase();
    let label = name.strip_suffix(".local").unwrap_or(&name);
    let is_label = |text: &str| {
        let letters = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        // A number is another way to write an address.
        letters && text.bytes().any(|byte| byte.is_ascii_alphabetic())
    };
    is_address || is_label(label)
}

/// Returns whether a host names this machine and this server's port.
fn is_local(host: &str, port: u16) -> bool {
    let host = host.to_ascii_lowercase();
    let with_port = |name: &&str| host.strip_prefix(*name) == Some(&format!(":{port}"));
    HOST_NAMES.iter().any(|name| with_port(name) || (port == 80 && host == *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_local() {
        for host in ["localhost:8472", "127.0.0.1:8472", "[::1]:8472", "LOCALHOST:8472"] {
            assert!(is_local(host, 8472), "{host}");
        }
        for host in [
            "localhost",
            "127.0.0.1",
            "127.0.0.1:80",
            "evil.example",
            "evil.example:8472",
            "localhost:8472.evil.example",
            "localhost.evil.example:8472",
            "127.0.0.1:08472",
            "127.0.0.1:8472@evil.example",
            "",
            ":8472",
        ] {
            assert!(!is_local(host, 8472), "{host}");
        }
        assert!(is_local("localhost", 80));
    }
    #[test]
    fn in_a_network_addresses_and_local_names_are_accepted_too() {
        let here: SocketAddr = "127.0.0.1:8472".parse().unwrap();
        for host in ["192.168.1.20:8472", "[fe80::1]:8472", "laptop:8472", "Laptop.local:8472", "127.0.0.1:8472"] {
            assert!(is_allowed(host, "0.0.0.0:8472".parse().unwrap()), "{host}");
            assert_eq!(is_allowed(host, here), host.starts_with("127"), "{host}");
        }
        for host in [
            "192.168.1.20",
            "192.168.1.20:80",
            "evil.example:8472",
            "evil.local.example:8472",
            "[evil]:8472",
            "fe80::1:8472",
            ":8472",
            "a b:8472",
            "evil.example:1@laptop:8472",
        ] {
            assert!(!is_allowed(host, "0.0.0.0:8472".parse().unwrap()), "{host}");
        }
    }
}
