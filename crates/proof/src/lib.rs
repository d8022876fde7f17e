//! The only code of byleave that can say yes to a command.
//!
//! It reads *plain* text, which means the same in bash (3.2 and 5.2), dash, busybox ash, mksh and zsh started as `SHELL -c TEXT`, and shows of
//! each command in it that it only reads, or that a rule of a person covers it. Everything else in the house can only ask or deny. What is
//! not proven asks; no failure here makes anything looser.
//!
//! # The grammar
//!
//! What is not in it is not plain. A text that is *typed* into an interactive shell has no plain reading at all.
//!
//! ```text
//! text      = list                                       UTF-8 without control characters but newline and tab, all of it visible
//! list      = chain { ( ";" | newline ) chain } [ ";" | newline ]          newlines and comments may stand before and behind
//! chain     = pipeline { ( "&&" | "||" ) { newline } pipeline }
//! pipeline  = part { "|" { newline } part }              several parts: no `cd` in any but in "( … )", no redirection of what goes through the pipe
//! part      = command | ( "(" list ")" | "{" list "}" | branch | loop ) { output }
//! branch    = "if" list "then" list { "elif" list "then" list } [ "else" list ] "fi"
//! loop      = "for" NAME "in" word { word } ( ";" | newline ) "do" list "done"
//!             at most 32 words, the list is read once for each; no `cd` in it; NAME in lower case or one letter
//! command   = { NAME=word } name { word | redirection }
//! name      = letters, digits, _ . / + -, unquoted, none of the keywords and builtins of `tables`;  "[" ;  ":"
//!             `command` only with -v or -V;  `exit`, `kill` and `wait` with numbers;  `test` and `[` with one test of files or texts
//! word      = pieces:  A-Z a-z 0-9 _ - . / , : @ % +
//!             =        behind a letter, a digit or _ - . / % + @ , and behind such an `=`; or a word of nothing else
//!             \c       c printed ASCII                 '…'      not right behind another '…'
//!             ~ ~/     at the beginning                ~ ^      behind a letter, a digit, @ ^ ~      # behind a letter or digit
//!             {}       ! and ] alone
//!             * ? [letters digits . _ -]               a pattern; not behind a `.` that begins a name
//!             $NAME ${NAME}  of a loop around, safe characters;  $HOME $PWD as the host says;  $?;  not before [ or :
//!             "…"      with \$ \` \" \\ and other \c, which stay;  $NAME ${NAME} $HOME $PWD $?;  `$` before
//!                      " blank | ) \ . / , ; : % ' ] } > newline
//!             "$(cat <<'X' newline … newline X newline )"        see `text::document`
//!             ${PIPESTATUS[0]} in a word of `echo`
//! redirection = output | "<" word | "<<" 'X' | "<<" "X"  a blank before; one for each stream; literal words
//! output    = [ "1" | "2" ] ( ">" | ">>" ) word | "2>&1" | "1>&2" | ">&2"
//! comment   = "#" behind a blank or newline, to the end of the line
//! ```
//!
//! A host whose user may have set options ([`Options::Unknown`]) makes `~`, `^` and `#` behind a letter a pattern (`EXTENDED_GLOB`). Behind
//! `cd DIR &&` the rest of the chain runs in DIR, behind `cd DIR;` the rest of the list; whether DIR is there is a question to the disk.
//! What a shell makes of each excluded form stands as a comment where `text` refuses it; [`Obstacle`] has them all in words.
//!
//! # From text to yes
//!
//! 1. [`read`] makes a [`Plain`]: commands with exactly known words. A [`Word`] is literal, a pattern with a literal beginning, or open at
//!    its end. There are no maybes; the reader goes once from left to right, in linear time.
//! 2. [`usage_of`] names each word by the program's row (`byleave_knowledge::programs`, data): sub-commands, options with their values by
//!    exact name, operands by place. What the row does not know is unknown.
//! 3. [`World`] answers what the text does not say: where links lead, what patterns and trees hold, which programs and settings of the
//!    project would run, what the environment says. It is made of raw values ([`Disk`], [`Environment`]); a missing one answers no.
//!    `Assumed` takes all as ordinary and can never become a permit. The [`Log`] of answers goes on record.
//! 4. [`reads`] proves a command: its row proves and was run in walls as it stands, each option stands in `proves-with:`, each file may be
//!    read ([`Ground`]), and what a row cannot say (sed, awk, find, xargs, git) passes an allow list of its own.
//! 5. [`covers`] says whether a rule speaks for a command: word by word, and its `*` stands for nothing that runs, deletes or sends. For a
//!    file that it writes something else has to speak ([`Covered::outputs`]), unless it is what the program is there to make.
//! 6. [`edits`] shows of a command of a core row that writes that it writes files of the project that it names, and does no more.
//! 7. [`started`] tells what a core wrapper starts (`timeout 5 ls`, `bash -lc 'ls; pwd'`): that is judged by 4 to 6 again, once deep.
//!
//! A [`Proof`], a [`Covered`], a [`Grammar`] and a [`Command`] have no constructor outside this crate. `tables` are lists of words.

mod fact;
mod git;
mod ground;
mod plain;
mod proof;
mod reads;
mod reason;
mod rule;
mod tables;
mod text;
mod usage;

pub use fact::{Answer, At, Disk, Environment, Kind, Log, Told, World};
pub use ground::Ground;
pub use plain::{Assignment, Command, Effect, Form, Place, Plain, Redirection, Span, Stream, Word};
pub use proof::{Grammar, Proof};
pub use reads::{Inner, Scene, Started, reads, started};
pub use reason::{Blame, Gap, NotCovered, NotPlain, NotProven, Obstacle, Reason};
pub use rule::{Covered, Pattern, covers, edits, same_as};
pub use text::{Host, Options, Role, is_special, read, role};
pub use usage::{Usage, usage_of};
