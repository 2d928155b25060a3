//! The web page of rushlab and its HTTP API.
//!
//! The page is embedded in the program. The API has everything the page does: play, edit, solve, race searches, explore. The server is
//! stateless: a request contains the whole puzzle, or the whole game as one line. Nothing needs to be cleaned up or can be lost.
//!
//! The server is meant for one machine and binds to 127.0.0.1, but does not trust its clients. The module `guard` checks where a request
//! comes from. The module `search_pool` keeps searches within their limits and cancels those whose client has disconnected. [`listen`]
//! closes the connections of slow clients.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8472").await?;
//! let (settings, page) = (rushlab_serve::Settings::default(), rushlab_serve::Page::Embedded);
//! rushlab_serve::listen(listener, settings, page, std::future::pending()).await
//! # }
//! ```

mod api;
mod error;
mod fields;
mod guard;
mod json_body;
mod listen;
mod page;
mod puzzles;
mod search_pool;
mod settings;

pub use api::document;
pub use listen::listen;
pub use page::Page;
pub use settings::Settings;

use std::sync::Arc;

use axum::Router;

use crate::puzzles::BuiltInPuzzles;
use crate::search_pool::SearchPool;

/// The state that all request handlers share.
#[derive(Clone)]
struct AppState {
    pool: Arc<SearchPool>,
    puzzles: Arc<BuiltInPuzzles>,
}

/// Returns the routes of the page and of the API. They accept only requests for this machine's names with the given port.
pub fn router(settings: Settings, page: Page, port: u16) -> Router {
    let app = AppState { pool: Arc::new(SearchPool::new(settings)), puzzles: Arc::new(BuiltInPuzzles::default()) };
    let routes = page.routes().merge(api::routes()).with_state(app);
    guard::protect(routes.fallback(error::unknown_path).method_not_allowed_fallback(error::unknown_method), port)
}
