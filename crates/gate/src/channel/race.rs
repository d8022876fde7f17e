//! Waiting for the first of several.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

/// Waits until one of the futures is ready, removes it from the list, and returns its result with its place in the
/// list. `None` if the list is empty.
pub(crate) async fn first<F: Future + ?Sized>(futures: &mut Vec<(usize, Pin<Box<F>>)>) -> Option<(usize, F::Output)> {
    poll_fn(|context| {
        if futures.is_empty() {
            return Poll::Ready(None);
        }
        let ready =
            futures.iter_mut().enumerate().find_map(|(place, (index, future))| match future.as_mut().poll(context) {
                Poll::Ready(value) => Some((place, *index, value)),
                Poll::Pending => None,
            });
        match ready {
            Some((place, index, value)) => {
                drop(futures.swap_remove(place));
                Poll::Ready(Some((index, value)))
            }
            None => Poll::Pending,
        }
    })
    .await
}

/// Which of two was first.
pub(crate) enum Either<A, B> {
    Left(A),
    Right(B),
}

/// Waits for the first of two; the left one wins a tie.
pub(crate) async fn either<A: Future, B: Future>(left: A, right: B) -> Either<A::Output, B::Output> {
    let mut left = std::pin::pin!(left);
    let mut right = std::pin::pin!(right);
    poll_fn(|context| {
        if let Poll::Ready(value) = left.as_mut().poll(context) {
            return Poll::Ready(Either::Left(value));
        }
        right.as_mut().poll(context).map(Either::Right)
    })
    .await
}

/// Yields once, so that futures polled beside this one make progress.
pub(crate) async fn breathe() {
    let mut waited = false;
    poll_fn(|context| {
        if waited {
            return Poll::Ready(());
        }
        waited = true;
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}
