//! The command line of `allow`, `deny` and `ask`.

use std::path::PathBuf;

use clap::Args;

use crate::record::arguments::Place;

pub const ALLOW_EXAMPLES: &str = "\
Examples:
  byleave allow 'cargo test *'             every cargo test, for you, in every project
  byleave allow 'npm run build' --project  for everybody who works on this project and trusts its policy
  byleave allow 'make *' --session         until the last session on record ends
  byleave allow 'write(docs/**)'           any rule, as a policy file has it
  byleave allow --last                     the narrowest rule for the last call that asked

byleave shows the line, what it would have covered on record and what it never covers, and asks. It needs a person at a terminal. \
A deny or ask rule wins over every allow; floors stay.";

pub const DENY_EXAMPLES: &str = "\
Examples:
  byleave deny 'git push *'                never, for you, in every project
  byleave deny 'kubectl delete *' --project
  byleave deny --last                      what the last call was

A deny wins over every allow and every mode. In a project it counts without `byleave trust`.";

pub const ASK_EXAMPLES: &str = "\
Examples:
  byleave ask 'git push *'                 a person looks at each, whatever else allows it
  byleave ask 'npm publish *' --project";

/// Which rules, and where.
#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub struct RuleTask {
    /// Commands such as 'cargo test *', or rules such as 'write(docs/**)', each in one argument
    #[arg(value_name = "RULE", required_unless_present = "last", conflicts_with = "last")]
    pub rules: Vec<String>,

    /// The narrowest rule for the last call on record that asked
    #[arg(long)]
    pub last: bool,

    /// In the policy of this project
    #[arg(long, group = "where")]
    pub project: bool,

    /// In your own policy, for every project (the default)
    #[arg(long, group = "where")]
    pub user: bool,

    /// For one session, until it ends; by default the last on record
    #[arg(long, group = "where", value_name = "ID", num_args = 0..=1, require_equals = true, default_missing_value = "last")]
    pub session: Option<String>,

    /// In this policy file
    #[arg(short, long, group = "where", value_name = "FILE")]
    pub config: Option<PathBuf>,

    /// The rules are names of tools
    #[arg(long, conflicts_with = "last")]
    pub tool: bool,

    /// Why, for those who read the policy
    #[arg(long, value_name = "TEXT")]
    pub reason: Option<String>,

    #[command(flatten)]
    pub place: Place,
}
