//! Who may ask, and what every answer carries.
//!
//! A web site elsewhere can make the reader's browser send requests here, or, with a name of its own that it lets point to this machine,
//! even read the answers. Both show: in `Origin` and in `Host`. Only the names of this machine are let through.

use axum::Router;
use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};

use crate::failure::Failure;

/// The names of this machine.
const NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// What every answer carries. The page needs nothing but its own files, so nothing else is allowed.
const HEADERS: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
];

/// Lets only this machine's own requests through.
pub(crate) fn protect(router: Router, port: u16) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| async move {
        let mut response = match judge(&request, port) {
            Ok(()) => next.run(request).await,
            Err(failure) => failure.into_response(),
        };
        finish(&mut response);
        response
    }))
}

fn finish(response: &mut Response) {
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

fn judge(request: &Request, port: u16) -> Result<(), Failure> {
    let headers = request.headers();
    let mut hosts = headers.get_all(header::HOST).iter();
    let named = hosts.next().and_then(|host| host.to_str().ok());
    // Whoever asks as of a proxy names the host in the address, too.
    let addressed = request.uri().authority().map(Authority::as_str);
    let ours = |host: &str| is_ours(host, port);
    if hosts.next().is_some() || !named.is_some_and(ours) || !addressed.is_none_or(ours) {
        return Err(Failure::forbidden(format!("ask for http://127.0.0.1:{port}/; no other host is served here")));
    }
    // Links to the page itself may stand anywhere.
    let page = matches!(*request.method(), Method::GET | Method::HEAD) && !request.uri().path().starts_with("/api/");
    if !page && !same_site(headers, port) {
        return Err(Failure::forbidden("a page of another site may not ask for this"));
    }
    Ok(())
}

/// Whether a request comes from the page itself, or from no page at all.
fn same_site(headers: &HeaderMap, port: u16) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let origin =
        text("origin").is_none_or(|origin| origin.strip_prefix("http://").is_some_and(|host| is_ours(host, port)));
    origin && text("sec-fetch-site").is_none_or(|site| matches!(site, "same-origin" | "none"))
}

/// Whether a host is this machine, at the port that is served.
fn is_ours(host: &str, port: u16) -> bool {
    let host = host.to_ascii_lowercase();
    let with_port = |name: &&str| host.strip_prefix(*name) == Some(&format!(":{port}"));
    NAMES.iter().any(|name| with_port(name) || (port == 80 && host == *name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_ours() {
        for host in ["localhost:8472", "127.0.0.1:8472", "[::1]:8472", "LOCALHOST:8472"] {
            assert!(is_ours(host, 8472), "{host}");
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
            assert!(!is_ours(host, 8472), "{host}");
        }
        assert!(is_ours("localhost", 80));
    }
}
