//! The web page of rushlab and its HTTP API.
//!
//! One page, embedded in the program, and an API for all that it does: play, edit, solve, race searches, explore. The server keeps
//! nothing between two requests: a game travels as its saved line, a puzzle as itself. So it needs no clean-up and has nothing to lose.
//!
//! It is made for one machine and binds to 127.0.0.1; still it trusts nobody. [`guard`](crate) checks who asks, [`workshop`](crate)
//! keeps searches within their limits and ends them when nobody waits for them any more, and [`listen`] bears with slow clients only so
//! long.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:8472").await?;
//! rushlab_serve::listen(listener, rushlab_serve::Settings::default(), std::future::pending()).await
//! # }
//! ```

mod api;
mod board;
mod body;
mod failure;
mod guard;
mod levels;
mod listen;
mod page;
mod settings;
mod workshop;

pub use api::document;
pub use listen::listen;
pub use settings::Settings;

use std::sync::Arc;

use axum::Router;

use crate::levels::Levels;
use crate::workshop::Workshop;

/// What every request can use.
#[derive(Clone)]
struct Lab {
    workshop: Arc<Workshop>,
    levels: Arc<Levels>,
}

/// The page and the API, for whoever is asked for on that port of this machine.
pub fn router(settings: Settings, port: u16) -> Router {
    let lab = Lab { workshop: Arc::new(Workshop::new(settings)), levels: Arc::new(Levels::default()) };
    let everything = page::routes().merge(api::routes()).with_state(lab);
    guard::protect(everything.fallback(failure::nothing_here).method_not_allowed_fallback(failure::wrong_method), port)
}
