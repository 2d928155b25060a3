//! Connections: how many, and how long a slow client is borne with.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_io_timeout::TimeoutStream;

use crate::settings::{CONNECTIONS, Settings};

/// Serves the page and the API until `stop` comes to an end.
pub async fn listen(listener: TcpListener, settings: Settings, stop: impl Future<Output = ()>) -> io::Result<()> {
    let router = crate::router(settings, listener.local_addr()?.port());
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let mut stop = pin!(stop);
    loop {
        // Who finds no room waits outside, and is let in when somebody leaves.
        let entered = async {
            let place = Arc::clone(&room).acquire_owned().await.map_err(io::Error::other)?;
            Ok::<_, io::Error>((place, listener.accept().await))
        };
        let (place, accepted) = tokio::select! {
            entered = entered => entered?,
            () = &mut stop => return Ok(()),
        };
        match accepted {
            Ok(connection) => drop(tokio::spawn(converse(connection, router.clone(), settings, place))),
            // Too many open files, or a client that left at once: neither is a reason to end.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn converse(
    (stream, _): (TcpStream, SocketAddr),
    router: Router,
    settings: Settings,
    _place: OwnedSemaphorePermit,
) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(settings.reading));
    // Dropped here, a request's work is dropped with it: so a search ends when its client goes away.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.sending)
        .max_headers(64)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router))
        .await;
}
