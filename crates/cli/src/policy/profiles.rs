//! `byleave help profiles`.

/// What profiles and modes are, for people.
pub const TEXT: &str = "\
Profiles set habits, never the floors: what floors deny or ask stays so in each of them.

                       byleave       connectonion   oricore            ollama
  unknown tools        ask           allow, warned  ask                ask
  read-only commands   allow         ask            ask                ask
  breadth of always    prefix, tool  tool           tool               prefix, exact
  default rejection    by surface    hard           soft               soft
  mode                 default       default        from approvalMode  default
  read outside         ask           allow          allow              allow, red box
  order of credit      safe, config, safe, config,  mode, read, tool,  user
                       skill, user,  skill, user    autoEdit,
                       mode, tool                   whitelist
  messages             byleave       connectonion   oricore            ollama
  prompt               selector      web            plain              selector
  no channel           deny          deny           deny               deny

Modes say what is automatic beyond the rules: default (reading), autoEdit (writing files in the project too), yolo
(everything but the floors).

The six steps of a call under oricore: 1 mode yolo, 2 category read, 3 the tool's own needsApproval, 4 mode autoEdit
and category write, 5 the session's list, 6 the callback onToolApprove. Floors come before all of them.

Categories of tools: read, write, command, network, ask.

Choose with `profile: NAME` in a policy file, or `-p NAME`.
";

/// Whether the command line asks for it; clap's own `help` only knows sub-commands.
pub fn are_asked_for() -> bool {
    let mut words = std::env::args_os().skip(1);
    words.next().is_some_and(|word| word == "help") && words.next().is_some_and(|word| word == "profiles")
}
