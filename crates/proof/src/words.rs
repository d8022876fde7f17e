//! Reasons with their words.

/// An enum each of whose variants stands beside what a person reads: `Name(argument: Type) = "text with {argument}"`.
macro_rules! reasons {
    ($(#[$meta:meta])* $name:ident { $($variant:ident $(($($field:ident: $kind:ty),*))? = $words:literal,)* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $words] $variant $(($($kind),*))?,)*
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $(($($field),*))? => write!(f, $words),)*
                }
            }
        }
    };
}

pub(crate) use reasons;
