//! What chooses another service than the one that a program is set up for.

/// Options that choose whom to talk to, or as whom.
pub(crate) const ELSEWHERE: &str = "context kube-context cluster user profile endpoint endpoint-url host hostname tls-server-name registry \
    proxy https-proxy account";
