//! The connection loop: the limits on connections, and timeouts for slow clients.

use std::io;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;

use crate::connections::{Connection, Connections};
use crate::page::Page;
use crate::settings::Settings;

/// The greatest number of bytes that a client may send in advance, such as requests before the response to the first.
const MAX_BUFFER: usize = 64 << 10;

/// Serves the page and the API until the future `shutdown` completes.
pub async fn listen(
    listener: TcpListener,
    settings: Settings,
    page: Page,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let router = crate::router(settings, page, listener.local_addr()?);
    let connections = Connections::new(settings.max_connections, settings.max_connections_of_client);
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut shutdown => return Ok(()),
        };
        match accepted {
            Ok((stream, address)) => {
                let connection = connections.open(address.ip());
                drop(tokio::spawn(serve_connection(stream, router.clone(), settings, connection)));
            }
            // Too many open files, or a client that disconnected at once: the server continues in both cases.
            Err(_) => {
                connections.close_any();
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
}

async fn serve_connection(stream: TcpStream, router: Router, settings: Settings, connection: Connection) {
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(settings.send_timeout));
    let router = TowerToHyperService::new(router);
    let service = service_fn(async |request: Request<Incoming>| {
        connection.set_busy(true);
        // A client that sends requests without a pause takes turns with the others.
        tokio::task::yield_now().await;
        let response = router.call(request).await;
        connection.set_busy(false);
        response
    });
    // When the client disconnects, hyper drops the future of the request, and that cancels its search.
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(settings.receive_timeout)
        .max_headers(64)
        .max_buf_size(MAX_BUFFER)
        .serve_connection(TokioIo::new(Box::pin(stream)), service);
    tokio::select! {
        _ = served => {}
        () = connection.closed() => {}
    }
}
