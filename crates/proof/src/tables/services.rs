//! What chooses another service than the one that a program is set up for.

/// Options that choose whom to talk to, or as whom.
pub(crate) const ELSEWHERE: &str = "context kube-context cluster user profile endpoint endpoint-url host hostname tls-server-name registry \
    proxy https-proxy account";

/// Variables of recipes that hold options of a compiler.
pub(crate) const COMPILER_VARIABLES: &str = "CFLAGS CXXFLAGS CPPFLAGS FFLAGS";

/// Options of a compiler that load nothing and name nothing: not `-fplugin=`, `-B`, `-wrapper`, `-specs=`, `-include`, `-Wl,`.
pub(crate) const COMPILER_FLAGS: &str = "-O0 -O1 -O2 -O3 -Os -Og -g -g3 -ggdb -Wall -Wextra -Werror -Wpedantic -pedantic -pipe -fPIC -fPIE -DNDEBUG -DDEBUG";
