//! Words of small languages that do nothing but compute and print.

/// awk: control, variables that tell about the input or how to print, and functions that work on text and numbers.
pub(crate) const AWK_WORDS: &str = "BEGIN END if else for while do in break continue next exit print printf delete NR NF FNR FS OFS RS ORS \
    FILENAME RSTART RLENGTH length substr index split sub gsub match sprintf tolower toupper int sqrt exp log sin cos atan2 rand srand \
    gensub strftime systime";

/// awk: words that no version leaves to the user, and that are on neither list.
pub(crate) const AWK_REFUSED: &str = "system getline close fflush ENVIRON PROCINFO ARGV ARGC function func SYMTAB FUNCTAB OFMT CONVFMT \
    switch case default return nextfile BEGINFILE ENDFILE namespace";

/// git: formats by name. Any other name is one of the settings, `pretty.x = %G?`.
pub(crate) const GIT_FORMATS: &str = "oneline short medium full fuller reference email raw mboxrd";

/// git: what may stand behind `%` in `log --format`. Not here: `G` (starts gpg), `(`, `S`.
pub(crate) const GIT_FIELDS: &str = "H h T t P p an aN ae aE al ad aD ar at ai aI as ah cn cN ce cE cl cd cD cr ct ci cI cs ch d D e s f b B \
    gd gD gs n m x0 C( Cred Cgreen Cblue Creset <( >( w(";

/// git: fields of `for-each-ref --format`. Not here: `signature` (starts gpg); `contents` of a tag with a signature only prints.
pub(crate) const GIT_ATOMS: &str = "refname objectname objecttype objectsize upstream push HEAD subject body contents author authorname \
    authoremail authordate committer committername committeremail committerdate taggername taggerdate tagger creator creatordate symref \
    worktreepath color";
