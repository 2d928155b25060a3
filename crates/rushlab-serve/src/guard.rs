//! Protection against other web sites: request checks, and security headers for every response.
//!
//! Another web site can make the user's browser send requests to this server (cross-site request forgery). With a domain name that
//! resolves to 127.0.0.1, it can also read the responses (DNS rebinding). `Origin` reveals cross-site requests, `Host` reveals DNS
//! rebinding. Requests whose host or origin is not this machine are rejected.

use axum::Router;
use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};

use crate::error::ApiError;

/// The host names of this machine.
const HOST_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The security headers of every response. The page uses only its own files, so the policy allows nothing else.
const SECURITY_HEADERS: [(HeaderName, &str); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; manifest-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
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

/// Rejects requests from other sites, and adds the security headers to every response.
pub(crate) fn protect(router: Router, port: u16) -> Router {
    router.layer(from_fn(move |request: Request, next: Next| async move {
        let mut response = match check_request(&request, port) {
            Ok(()) => next.run(request).await,
            Err(error) => error.into_response(),
        };
        add_headers(&mut response);
        response
    }))
}

fn add_headers(response: &mut Response) {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let headers = response.headers_mut();
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

fn check_request(request: &Request, port: u16) -> Result<(), ApiError> {
    let headers = request.headers();
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    // A request in proxy form has the host also in its target.
    let authority = request.uri().authority().map(Authority::as_str);
    let local = |host: &str| is_local(host, port);
    if hosts.next().is_some() || !host.is_some_and(local) || !authority.is_none_or(local) {
        return Err(ApiError::forbidden(format!("use http://127.0.0.1:{port}/; this server has no other host name")));
    }
    // Every site may link to the page itself.
    let page = matches!(*request.method(), Method::GET | Method::HEAD) && !request.uri().path().starts_with("/api/");
    if !page && !is_same_origin(headers, port) {
        return Err(ApiError::forbidden("pages of other sites may not use this API"));
    }
    Ok(())
}

/// Returns whether a request comes from the page itself, or from a client that is not a browser.
fn is_same_origin(headers: &HeaderMap, port: u16) -> bool {
    // Every value of a repeated header must be valid.
    let all = |name: &str, is_valid: &dyn Fn(&str) -> bool| {
        headers.get_all(name).iter().all(|value| value.to_str().is_ok_and(is_valid))
    };
    let is_single_origin = headers.get_all(header::ORIGIN).iter().nth(1).is_none();
    is_single_origin
        && all("origin", &|origin| origin.strip_prefix("http://").is_some_and(|host| is_local(host, port)))
        && all("sec-fetch-site", &|site| matches!(site, "same-origin" | "none"))
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
}
