//! Kinds with names: the words that files, JSON and messages use, each said once.

/// An enum with a name for each of its kinds, and the way back from the name.
#[macro_export]
macro_rules! named {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$about:meta])* $kind:ident = $word:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $name {
            $($(#[$about])* $kind,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: [Self; [$($word,)*].len()] = [$(Self::$kind,)*];

            /// Their names, in the same order.
            pub const NAMES: [&'static str; Self::ALL.len()] = [$($word,)*];

            /// The name used in files, JSON and messages.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }

            /// The one of a name.
            #[must_use]
            pub fn find(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|one| one.name() == name)
            }
        }
    };
}
