//! Pings of a client, and what becomes of them.

use std::time::Duration;

use axum::extract::ws::WebSocket;
use futures_util::SinkExt as _;

use crate::callers::Caller;
use crate::socket::End;

/// Somebody sent a ping or a pong. Its answer is on its way before anything more is read: a client that sends pings and does
/// not read would otherwise fill the memory with answers. They count as everything else that it sends.
pub async fn heard(socket: &mut WebSocket, caller: &Caller, time: Duration) -> Result<(), End> {
    if !caller.rate.take() {
        return Err(End::Greedy);
    }
    answered(socket, time).await
}

/// Waits until everything that is to be sent is sent.
pub async fn answered(socket: &mut WebSocket, time: Duration) -> Result<(), End> {
    match tokio::time::timeout(time, socket.flush()).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Left),
        Err(_) => Err(End::Slow),
    }
}
