//! Pings of a client, and the replies to them.

use std::time::Duration;

use axum::extract::ws::WebSocket;
use futures_util::SinkExt as _;

use crate::answer::approver_socket::End;
use crate::token::callers::Caller;

/// A client sent a ping or a pong. The hub sends the reply before it reads anything more: a client that sends pings and
/// never reads would otherwise fill the memory with replies. Pings and pongs count towards the rate of the token.
pub async fn heard(socket: &mut WebSocket, caller: &Caller, time: Duration) -> Result<(), End> {
    if !caller.rate.take() {
        return Err(End::Greedy);
    }
    answered(socket, time).await
}

/// Waits until all queued frames are sent.
pub async fn answered(socket: &mut WebSocket, time: Duration) -> Result<(), End> {
    match tokio::time::timeout(time, socket.flush()).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(End::Left),
        Err(_) => Err(End::Slow),
    }
}
