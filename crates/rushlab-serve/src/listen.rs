//! The connection loop: the limit on connections, and timeouts for slow clients.

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

use crate::page::Page;
use crate::settings::{MAX_CONNECTIONS, Settings};

/// Serves the page and the API until the future `shutdown` completes.
pub async fn listen(
    listener: TcpListener,
    settings: Settings,
    page: Page,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = crate::router(settings, page, listener.local_addr()?);
    let connections = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let mut shutdown = pin!(shutdown);
    loop {
        // At the limit, new connections stay in the backlog of the socket until an open one is closed.
        let next = async {
            let permit = Arc::clone(&connections).acquire_owned().await.map_err(io::Error::other)?;
            Ok::<_, io::Error>((permit, listener.accept().await))
        };
        let (permit, accepted) = tokio::select! {
            next = next => next?,
            () = &mut shutdown => return Ok(()),
        };
        match accepted {
            Ok(connection) => drop(tokio::spawn(serve_connection(connection, router.clone(), settings, permit))),
            // Too many open files, or a client that disconnected at once: the server continues in both cases.
            Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn serve_connection(
    (stream, _): (TcpStream, SocketAddr),
    router: Router,
    settings: Settings,
    _permit: OwnedSemaphorePermit,
) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(settings.send_timeout));
    // When the client disconnects, hyper drops the future of the request, and that cancels its search.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.receive_timeout)
        .max_headers(64)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router))
        .await;
}
