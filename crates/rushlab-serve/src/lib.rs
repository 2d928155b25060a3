//! The web page of rushlab and its HTTP API.
//!
//! The page is embedded in the program. The API has everything the page does: it is the lab (`rushlab-lab`) over HTTP,
//! which stores nothing between two requests.
//!
//! The server is meant for one machine or a home network, but does not trust its clients. The module `guard` checks
//! where a request comes from. The module `search_pool` keeps searches within their limits and cancels those whose
//! client has disconnected. [`listen`] closes the connections of slow clients, and keeps room for new ones.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8472").await?;
//! let (settings, page) = (rushlab_serve::Settings::default(), rushlab_serve::Page::Embedded);
//! rushlab_serve::listen(listener, settings, page, std::future::pending()).await
//! # }
//! ```

mod answer;
mod api;
mod connections;
mod error;
mod guard;
mod host;
mod json_body;
mod listen;
mod page;
mod search_pool;
mod settings;

pub use api::OPENAPI;
#[cfg(feature = "openapi")]
pub use api::document;
pub use listen::listen;
pub use page::Page;
pub use settings::Settings;

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use rushlab_lab::Lab;

use crate::search_pool::SearchPool;

/// The state that all request handlers share.
#[derive(Clone)]
struct AppState {
    lab: Arc<Lab>,
    pool: Arc<SearchPool>,
}

/// Returns the routes of the page and of the API. They accept only requests for this machine, at its local names or, if
/// `address` is an address of the network, at any of its addresses.
pub fn router(settings: Settings, page: Page, address: SocketAddr) -> Router {
    let app = AppState { lab: Arc::new(Lab::new(settings.lab)), pool: Arc::new(SearchPool::new(settings)) };
    let routes = page.routes().merge(api::routes()).with_state(app);
    guard::protect(routes.fallback(error::unknown_path).method_not_allowed_fallback(error::unknown_method), address)
}
