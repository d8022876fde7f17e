//! GNU coreutils and the small everyday tools around them: util-linux, diffutils, binutils, moreutils.
//!
//! A special with effect `Read` is here only so that all its spellings compare as one, or so that its value is seen
//! as a path; the star of a rule still covers it. A special named `+` or `@` stands for words that begin with that
//! character.

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, OUTPUTS, Operands, READS, RUNS, SAYS, SYSTEM, Special, Style, TEXT,
    VICTIMS, WRITES, Wraps,
};

/// `--files0-from` and the like: the names of the files to read come from a file, so nobody has seen them.
const fn names_from(names: &'static str) -> Special {
    Special::value(names, Arg::Read, Effect::Code)
}

/// An option of a program that writes anyway, whose value is the place.
const fn target(names: &'static str) -> Special {
    Special::value(names, Arg::Write, Effect::Read)
}

/// A harmless option that people name in rules, with all its spellings.
const fn same(names: &'static str) -> Special {
    Special::flag(names, Effect::Read)
}

/// Options of all binutils: more options from a file, which may load a plug-in.
const RESPONSE: Special = Special::value("@", Arg::Read, Effect::Run).attached();

pub(super) const TABLE: &[Entry] = &[
    // Listing.
    Entry {
        names: &["ls", "dir", "vdir", "gls"],
        flags: "aAbBcCdDfFgGhHiklLmnNopqQrRsStuUvxXZ1",
        values: "ITw",
        long: "all almost-all author escape block-size= ignore-backups color? colour? directory dired classify? \
               file-type format= full-time group-directories-first no-group human-readable si \
               dereference-command-line dereference-command-line-symlink-to-dir hide= hyperlink? indicator-style= \
               inode ignore= kibibytes dereference numeric-uid-gid literal hide-control-chars show-control-chars \
               quote-name quoting-style= reverse recursive size sort= time= time-style= tabsize= width= context zero \
               help version",
        lists: true,
        ..READS
    },
    Entry {
        names: &["tree"],
        flags: "adlfxqNQpugshDFvtcUriASnCXJ",
        values: "LPIHT",
        long: "gitignore ignore-case matchdirs metafirst prune info noreport charset= filelimit= si du timefmt= \
               inodes device dirsfirst filesfirst sort= nolinks hintro= houtro= fromfile fromtabfile fflinks \
               opt-toggle hyperlink scheme= authority= acl selinux nohelp help version",
        special: &[
            Special::writes("o output"),
            // Starts tree again in each directory, with `-o 00Tree.html`.
            Special::flag("R", Effect::Write),
            Special::reads("gitfile"),
            Special::reads("infofile"),
        ],
        ..READS
    },
    Entry {
        names: &["stat", "gstat"],
        flags: "Lft",
        values: "c",
        long: "dereference file-system cached= format= printf= terse help version",
        ..READS
    },
    Entry {
        names: &["du"],
        flags: "0abcDHhkLlmPSsx",
        values: "Bdt",
        long: "null all apparent-size block-size= bytes total dereference-args max-depth= human-readable inodes \
               dereference count-links no-dereference separate-dirs si summarize threshold= time? time-style= \
               exclude= one-file-system help version",
        special: &[names_from("files0-from"), Special::reads("X exclude-from")],
        ..READS
    },
    Entry {
        names: &["df"],
        flags: "ahHiklPTv",
        values: "Btx",
        long: "all block-size= human-readable si inodes kilobytes local no-sync output? portability sync total type= \
               print-type exclude-type= help version",
        ..READS
    },
    Entry {
        names: &["realpath", "grealpath"],
        flags: "emLPqsz",
        long: "canonicalize-existing canonicalize-missing logical physical quiet relative-to= relative-base= strip \
               no-symlinks zero help version",
        ..READS
    },
    Entry {
        names: &["readlink", "greadlink"],
        flags: "femnqsvz",
        long: "canonicalize canonicalize-existing canonicalize-missing no-newline quiet silent verbose zero help \
               version",
        ..READS
    },
    Entry {
        names: &["namei"],
        flags: "xmolnvhVZ",
        long: "mountpoints modes owners long nosymlinks vertical context help version",
        ..READS
    },
    // Only strings: the files are not looked at.
    Entry { names: &["basename"], flags: "az", values: "s", long: "multiple suffix= zero help version", ..SAYS },
    Entry { names: &["dirname"], flags: "z", long: "zero help version", ..SAYS },
    Entry { names: &["pathchk"], flags: "pP", long: "portability help version", ..READS },
    Entry { names: &["pwd"], flags: "LPW", long: "logical physical help version", lists: true, ..SAYS },
    // Whole files.
    Entry {
        names: &["cat", "gcat"],
        flags: "AbeEnstTuv",
        long: "show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting help version",
        ..READS
    },
    Entry { names: &["tac", "gtac"], flags: "br", values: "s", long: "before regex separator= help version", ..READS },
    Entry {
        names: &["head", "ghead"],
        flags: "qvz#",
        values: "cn",
        long: "bytes= lines= quiet silent verbose zero-terminated help version",
        ..READS
    },
    Entry {
        names: &["tail", "gtail"],
        flags: "fFqvzr#0123456789",
        values: "cnsb",
        long: "bytes= follow? lines= max-unchanged-stats= pid= quiet silent retry sleep-interval= verbose \
               zero-terminated debug help version",
        ..READS
    },
    Entry {
        names: &["wc", "gwc"],
        flags: "cmlLw",
        long: "bytes chars lines max-line-length words total= debug help version",
        special: &[names_from("files0-from")],
        ..READS
    },
    Entry {
        names: &["nl"],
        flags: "p",
        values: "bdfhilnsvw",
        long: "body-numbering= section-delimiter= footer-numbering= header-numbering= line-increment= \
               join-blank-lines= number-format= no-renumber number-separator= starting-line-number= number-width= \
               help version",
        ..READS
    },
    Entry {
        names: &["od"],
        flags: "vabcdfhilosxBDeFHILOX",
        values: "AjNSt",
        long: "address-radix= endian= skip-bytes= read-bytes= strings? format= output-duplicates width? traditional \
               help version",
        special: &[Special::flag("w", Effect::Read).attached()],
        ..READS
    },
    Entry {
        names: &["fold"],
        flags: "bsc#",
        values: "w",
        long: "bytes characters spaces width= help version",
        ..READS
    },
    Entry {
        names: &["fmt"],
        flags: "cstu#",
        values: "pwg",
        long: "crown-margin prefix= split-only tagged-paragraph uniform-spacing width= goal= help version",
        ..READS
    },
    Entry {
        names: &["pr"],
        flags: "acdFfJmrtTv#",
        values: "DhlNoWw",
        long: "columns= across show-control-chars double-space date-format= expand-tabs? form-feed header= \
               output-tabs? join-lines length= merge number-lines? first-line-number= indent= no-file-warnings \
               separator? sep-string? omit-header omit-pagination show-nonprinting width= page-width= pages= help \
               version",
        special: &[
            Special::flag("e", Effect::Read).attached(),
            Special::flag("i", Effect::Read).attached(),
            Special::flag("n", Effect::Read).attached(),
            Special::flag("s", Effect::Read).attached(),
            Special::flag("S", Effect::Read).attached(),
        ],
        ..READS
    },
    Entry { names: &["expand"], flags: "i#", values: "t", long: "initial tabs= help version", ..READS },
    Entry { names: &["unexpand"], flags: "a#", values: "t", long: "all first-only tabs= help version", ..READS },
    // Lines and fields.
    Entry {
        names: &["sort", "gsort"],
        flags: "bdfgiMhnRrVmsuzcC",
        values: "kSt",
        long: "ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort \
               human-numeric-sort numeric-sort random-sort reverse sort= version-sort batch-size= check? debug key= \
               merge stable buffer-size= field-separator= parallel= unique zero-terminated help version",
        special: &[
            Special::writes("o output"),
            Special::runs("compress-program"),
            Special::writes("T temporary-directory"),
            names_from("files0-from"),
            Special::reads("random-source"),
        ],
        ..READS
    },
    Entry {
        names: &["uniq", "guniq"],
        flags: "cdDiuz#",
        values: "fsw",
        long: "count repeated all-repeated? skip-fields= group? ignore-case skip-chars= unique zero-terminated \
               check-chars= help version",
        // `uniq in out`
        operands: FILES.last(Arg::Write, ""),
        ..READS
    },
    Entry {
        names: &["cut", "gcut"],
        flags: "nszw",
        values: "bcdfO",
        long: "bytes= characters= delimiter= fields= complement only-delimited output-delimiter= zero-terminated \
               whitespace-delimited? help version",
        ..READS
    },
    Entry {
        names: &["paste"],
        flags: "sz",
        values: "d",
        long: "delimiters= serial zero-terminated help version",
        ..READS
    },
    Entry {
        names: &["join"],
        flags: "iz",
        values: "aejotv12",
        long: "ignore-case check-order nocheck-order header zero-terminated help version",
        ..READS
    },
    Entry {
        names: &["comm"],
        flags: "123iz",
        long: "check-order nocheck-order output-delimiter= total zero-terminated help version",
        ..READS
    },
    Entry {
        names: &["tr", "gtr"],
        flags: "cCdst",
        long: "complement delete squeeze-repeats truncate-set1 help version",
        ..SAYS
    },
    Entry { names: &["tsort"], flags: "w", long: "help version", ..READS },
    Entry {
        names: &["shuf", "gshuf"],
        flags: "rz",
        values: "in",
        long: "input-range= head-count= repeat zero-terminated help version",
        special: &[
            Special::writes("o output"),
            Special::reads("random-source"),
            Special::flag("e echo", Effect::Read).making(Arg::Text),
        ],
        ..READS
    },
    Entry {
        names: &["ptx"],
        flags: "AORTfrt",
        values: "FMSWgw",
        long: "auto-reference flag-truncation= macro-name= format= right-side-refs sentence-regexp= word-regexp= \
               ignore-case gap-size= references typeset-mode width= help version",
        special: &[
            Special::reads("b break-file"),
            Special::reads("i ignore-file"),
            Special::reads("o only-file"),
            // As in System V: the second operand is the output.
            Special::flag("G traditional", Effect::Write),
        ],
        operands: FILES.last(Arg::Write, ""),
        ..READS
    },
    Entry {
        names: &["numfmt"],
        flags: "z",
        values: "d",
        long: "debug delimiter= field= format= from= from-unit= grouping header? invalid= padding= round= suffix= to= \
               to-unit= unit-separator= zero-terminated help version",
        ..SAYS
    },
    Entry { names: &["split", "gsplit"], ..SPLIT },
    Entry {
        names: &["csplit"],
        flags: "ksqz",
        values: "bn",
        long: "suffix-format= keep-files suppress-matched digits= quiet silent elide-empty-files help version",
        special: &[target("f prefix")],
        operands: TEXT.first(Arg::Read, ""),
        ..WRITES
    },
    // Copies its input into files: that is what it is for.
    Entry {
        names: &["tee", "gtee"],
        flags: "ip",
        long: "ignore-interrupts output-error? help version",
        special: &[same("a append")],
        ..WRITES
    },
    // Changing files.
    Entry {
        names: &["cp", "gcp"],
        flags: "abdHlLnPpsTuvxZ",
        values: "S",
        long: "archive attributes-only backup? copy-contents debug interactive keep-directory-symlink link \
               dereference no-clobber no-dereference preserve? no-preserve= parents reflink? sparse= \
               strip-trailing-slashes symbolic-link suffix= no-target-directory update? verbose one-file-system \
               context? help version",
        special: &[
            same("r R recursive"),
            same("f force"),
            same("i"),
            target("t target-directory"),
            Special::flag("remove-destination", Effect::Delete),
        ],
        operands: FILES.last(Arg::Write, "t target-directory"),
        ..WRITES
    },
    Entry {
        names: &["mv", "gmv"],
        flags: "binTuvZ",
        values: "S",
        long: "backup? debug exchange interactive no-clobber no-copy strip-trailing-slashes suffix= \
               no-target-directory update? verbose context help version",
        special: &[same("f force"), target("t target-directory")],
        // What is moved is gone from where it was.
        operands: VICTIMS.last(Arg::Write, "t target-directory"),
        ..WRITES
    },
    Entry {
        names: &["rm", "grm"],
        flags: "iIv",
        long: "one-file-system preserve-root? verbose help version",
        special: &[
            Special::flag("r R recursive", Effect::Delete),
            Special::flag("f force", Effect::Delete),
            Special::flag("d dir", Effect::Delete),
            Special::flag("P", Effect::Delete),
            // `--interactive=never` takes back an earlier `-i`.
            Special::flag("interactive", Effect::Delete).attached(),
            Special::flag("no-preserve-root", Effect::Delete),
        ],
        ..DELETES
    },
    Entry {
        names: &["rmdir"],
        flags: "v",
        long: "ignore-fail-on-non-empty verbose help version",
        special: &[same("p parents")],
        ..DELETES
    },
    Entry { names: &["unlink"], long: "help version", ..DELETES },
    Entry {
        names: &["shred"],
        flags: "vxz",
        values: "ns",
        long: "iterations= size= verbose exact zero help version",
        special: &[same("f force"), same("u"), same("remove").attached(), Special::reads("random-source")],
        ..DELETES
    },
    Entry {
        names: &["truncate", "gtruncate"],
        flags: "co",
        values: "s",
        long: "no-create io-blocks size= help version",
        special: &[Special::reads("r reference")],
        ..DELETES
    },
    Entry {
        names: &["mkdir", "gmkdir"],
        flags: "vZ",
        values: "m",
        long: "mode= verbose context? help version",
        special: &[same("p parents")],
        ..WRITES
    },
    Entry {
        names: &["ln", "gln"],
        flags: "bdFhiLnPrTvw",
        values: "S",
        long: "backup? directory interactive logical no-dereference physical relative suffix= no-target-directory \
               verbose help version",
        special: &[same("s symbolic"), same("f force"), target("t target-directory")],
        // The target of a link is reached through it later: it counts as read.
        operands: FILES.last(Arg::Write, "t target-directory"),
        ..WRITES
    },
    Entry { names: &["link"], long: "help version", operands: FILES.last(Arg::Write, ""), ..WRITES },
    Entry {
        names: &["touch", "gtouch"],
        flags: "acfhm",
        values: "dtA",
        long: "no-create date= no-dereference time= help version",
        special: &[Special::reads("r reference")],
        ..WRITES
    },
    Entry {
        names: &["chmod", "gchmod"],
        // `chmod -x file`: a mode may look like options.
        flags: "cfvhHLPrwxXstugoa",
        long: "changes silent quiet verbose dereference no-dereference preserve-root help version",
        special: &[same("R recursive"), Special::reads("reference"), Special::flag("no-preserve-root", Effect::System)],
        operands: OUTPUTS.first(Arg::Text, "reference r w x X s t u g o a"),
        ..WRITES
    },
    Entry { names: &["chown", "gchown"], ..CHOWN },
    Entry { names: &["chgrp", "gchgrp"], ..CHOWN },
    Entry {
        names: &["chcon"],
        flags: "hvHLP",
        values: "urtl",
        long: "dereference no-dereference user= role= type= range= preserve-root verbose help version",
        special: &[same("R recursive"), Special::reads("reference"), Special::flag("no-preserve-root", Effect::System)],
        operands: OUTPUTS.first(Arg::Text, "reference u user r role t type l range"),
        ..SYSTEM
    },
    Entry {
        names: &["install", "ginstall"],
        flags: "bcCDpTvZU",
        values: "mS",
        long: "backup? compare debug mode= preserve-timestamps suffix= no-target-directory verbose preserve-context \
               context? help version",
        special: &[
            target("t target-directory"),
            Special::flag("d directory", Effect::Read).making(Arg::Write),
            Special::flag("s strip", Effect::Code),
            Special::runs("strip-program"),
            Special::value("o owner", Arg::Text, Effect::System),
            Special::value("g group", Arg::Text, Effect::System),
        ],
        operands: FILES.last(Arg::Write, "t target-directory"),
        ..WRITES
    },
    Entry {
        names: &["mktemp", "gmktemp"],
        flags: "dqt",
        long: "directory quiet suffix= help version",
        special: &[
            target("p"),
            target("tmpdir").attached(),
            // Only thinks of a name.
            Special::flag("u dry-run", Effect::Read).making(Arg::Read),
        ],
        ..WRITES
    },
    Entry { names: &["mkfifo"], flags: "Z", values: "m", long: "mode= context? help version", ..WRITES },
    Entry {
        names: &["mknod"],
        flags: "Z",
        values: "m",
        long: "mode= context? help version",
        operands: TEXT.first(Arg::Write, ""),
        ..SYSTEM
    },
    Entry {
        names: &["dd", "gdd"],
        style: Style::Keys,
        long: "bs= cbs= conv= count= ibs= iflag= iseek= obs= oflag= oseek= seek= skip= status= files= fillchar= \
               speed=",
        special: &[Special::reads("if"), Special::value("of", Arg::Delete, Effect::Delete)],
        operands: TEXT,
        ..READS
    },
    Entry { names: &["sync"], flags: "df", long: "data file-system help version", ..READS },
    // Sums and encodings.
    Entry { names: &["md5sum"], ..SUMS },
    Entry { names: &["sha1sum"], ..SUMS },
    Entry { names: &["sha224sum"], ..SUMS },
    Entry { names: &["sha256sum"], ..SUMS },
    Entry { names: &["sha384sum"], ..SUMS },
    Entry { names: &["sha512sum"], ..SUMS },
    Entry { names: &["b2sum"], ..SUMS },
    Entry { names: &["cksum"], ..SUMS },
    Entry { names: &["shasum"], ..SUMS },
    Entry { names: &["b3sum"], ..SUMS },
    Entry { names: &["md5"], flags: "pqrtxn", values: "sc", long: "quiet", ..READS },
    Entry { names: &["sum"], flags: "rs", long: "sysv help version", ..READS },
    Entry { names: &["base64", "gbase64"], ..BASE64 },
    Entry { names: &["base32"], ..BASE64 },
    Entry {
        names: &["basenc"],
        flags: "di",
        values: "w",
        long: "base64 base64url base32 base32hex base16 base2msbf base2lsbf base58 decode ignore-garbage wrap= z85 \
               help version",
        ..READS
    },
    // Text and numbers.
    Entry { names: &["echo", "gecho"], style: Style::Bare, ..SAYS },
    Entry {
        names: &["printf"],
        style: Style::First,
        // The builtin assigns to a name, whose subscript is evaluated.
        special: &[Special::value("v", Arg::Code, Effect::Run)],
        ..SAYS
    },
    Entry { names: &["yes"], style: Style::Bare, ..SAYS },
    Entry { names: &["true", "gtrue"], style: Style::Bare, ..SAYS },
    Entry { names: &["false", "gfalse"], style: Style::Bare, ..SAYS },
    Entry {
        names: &["test", "["],
        style: Style::Find,
        long: "n= z= t= a o eq= ne= lt= le= gt= ge= help version",
        special: &[
            Special::reads("b"),
            Special::reads("c"),
            Special::reads("d"),
            Special::reads("e"),
            Special::reads("f"),
            Special::reads("g"),
            Special::reads("h"),
            Special::reads("k"),
            Special::reads("p"),
            Special::reads("r"),
            Special::reads("s"),
            Special::reads("u"),
            Special::reads("w"),
            Special::reads("x"),
            Special::reads("G"),
            Special::reads("L"),
            Special::reads("N"),
            Special::reads("O"),
            Special::reads("S"),
            Special::reads("nt"),
            Special::reads("ot"),
            Special::reads("ef"),
            // The builtin evaluates subscripts in the name: `test -v 'a[$(id)]'`.
            Special::value("v", Arg::Code, Effect::Run),
            Special::value("R", Arg::Code, Effect::Run),
        ],
        ..SAYS
    },
    Entry { names: &["expr", "gexpr"], style: Style::Bare, ..SAYS },
    Entry { names: &["factor"], flags: "h", long: "exponents help version", ..SAYS },
    Entry {
        names: &["seq", "gseq"],
        flags: "w#",
        values: "fst",
        long: "format= separator= equal-width help version",
        ..SAYS
    },
    Entry { names: &["sleep", "gsleep"], long: "help version", ..SAYS },
    Entry {
        names: &["date", "gdate"],
        flags: "uRjn",
        values: "dvz",
        long: "date= debug iso-8601? resolution rfc-email rfc-822 rfc-2822 rfc-3339= utc universal uct help version",
        special: &[
            Special::value("s set", Arg::Text, Effect::System),
            Special::reads("f file"),
            Special::reads("r reference"),
            Special::flag("I", Effect::Read).attached(),
        ],
        ..SAYS
    },
    Entry { names: &["cal"], ..CALENDAR },
    Entry { names: &["ncal"], ..CALENDAR },
    // Neither GNU's nor the BSD one can run or write anything.
    Entry {
        names: &["bc"],
        flags: "hilqswvgPRVzCcLx",
        values: "eEIS",
        long: "help interactive mathlib quiet standard warn version expression= digit-clamp no-digit-clamp \
               global-stacks leading-zeroes no-prompt no-read-prompt no-line-length",
        special: &[Special::reads("f file")],
        ..READS
    },
    // `!` runs a shell command.
    Entry {
        names: &["dc"],
        flags: "hVxiPR",
        long: "help version",
        special: &[
            Special::value("e expression", Arg::Code, Effect::Run),
            Special::value("f file", Arg::Code, Effect::Run),
        ],
        operands: Operands { rest: Arg::Code, ..TEXT },
        ..RUNS
    },
    // Who and where.
    Entry {
        names: &["id"],
        flags: "aZgGnruzpPcFA",
        long: "context group groups name real user zero help version",
        ..SAYS
    },
    Entry { names: &["whoami"], long: "help version", ..SAYS },
    Entry { names: &["groups"], long: "help version", ..SAYS },
    Entry { names: &["logname"], long: "help version", ..SAYS },
    Entry { names: &["users"], long: "help version", ..READS },
    Entry { names: &["w"], flags: "hufsioV", long: "no-header no-current short from old-style ip-addr help", ..SAYS },
    Entry {
        names: &["last", "lastb"],
        flags: "adFiRwx#",
        values: "npst",
        long: "dns fulltimes hostlast ip limit= nohostname present= since= until= system time-format= help version",
        special: &[Special::reads("f file")],
        ..SAYS
    },
    Entry {
        names: &["who"],
        flags: "abdHlmpqrstTwu",
        long: "all boot dead heading ips login lookup process count runlevel short time mesg users message writable \
               help version",
        ..READS
    },
    Entry { names: &["pinky"], flags: "lbhpsfwiq", long: "lookup help version", ..SAYS },
    Entry {
        names: &["uname", "guname"],
        flags: "asnrvmpioKU",
        long: "all kernel-name nodename kernel-release kernel-version machine processor hardware-platform \
               operating-system help version",
        ..SAYS
    },
    Entry {
        names: &["hostname"],
        flags: "aAdfiIsyhV",
        long: "alias all-fqdns domain fqdn long ip-address all-ip-addresses short yp nis help version",
        special: &[Special::value("F file", Arg::Read, Effect::System), Special::flag("b boot", Effect::System)],
        // An operand is the new name of this machine.
        operands: OUTPUTS,
        ..READS
    },
    Entry { names: &["hostid"], long: "help version", ..SAYS },
    Entry { names: &["nproc"], long: "all ignore= help version", ..SAYS },
    Entry { names: &["uptime"], flags: "phscrV", long: "pretty since container raw help version", ..SAYS },
    Entry { names: &["tty"], flags: "s", long: "silent quiet help version", ..SAYS },
    Entry {
        names: &["stty"],
        // Settings such as `-echo` are unknown on purpose.
        flags: "ag",
        long: "all save help version",
        special: &[Special::value("F file", Arg::Write, Effect::System)],
        subs: &[
            // A setting changes the terminal.
            Entry { names: &["size", "speed"], ..SAYS },
        ],
        ..SAYS
    },
    Entry { names: &["tput"], flags: "SVvx", values: "T", ..SAYS },
    Entry { names: &["clear"], flags: "Vx", values: "T", ..SAYS },
    Entry { names: &["reset", "tset"], flags: "cIqQrsVw", values: "ekim", ..SAYS },
    Entry {
        names: &["dircolors"],
        flags: "bcp",
        long: "sh bourne-shell csh c-shell print-database print-ls-colors help version",
        ..READS
    },
    Entry { names: &["getconf"], flags: "a", values: "v", ..SAYS },
    Entry {
        names: &["locale"],
        flags: "ackmvV?",
        long: "all-locales category-name keyword-name charmaps verbose help version usage",
        ..SAYS
    },
    Entry {
        names: &["lsb_release"],
        flags: "vidrcash",
        long: "version id description release codename all short help",
        ..SAYS
    },
    Entry {
        names: &["which", "gwhich"],
        flags: "aisvV",
        long: "all tty-only skip-dot skip-tilde show-dot show-tilde skip-alias skip-functions help version",
        // From the input: `alias | which -i`.
        special: &[Special::flag("read-alias", Effect::Code), Special::flag("read-functions", Effect::Code)],
        ..SAYS
    },
    Entry {
        names: &["whereis"],
        flags: "bmsfulgqahV",
        long: "help version",
        special: &[Special::reads("B"), Special::reads("M"), Special::reads("S")],
        ..SAYS
    },
    // util-linux.
    Entry { names: &["column"], flags: "tdeLJxhVmK", values: "nNOlEHRTWCripcosS", ..COLUMN },
    Entry {
        names: &["hexdump", "hd"],
        flags: "bcCdoxvhVX",
        values: "ens",
        long: "one-byte-octal one-byte-hex one-byte-char canonical two-bytes-decimal two-bytes-octal two-bytes-hex \
               color? format= length= skip= no-squeezing help version",
        special: &[Special::reads("f format-file"), Special::flag("L", Effect::Read).attached()],
        ..READS
    },
    Entry {
        names: &["hexyl"],
        flags: "vhVpuCig",
        values: "nclso",
        long: "length= bytes= skip= block-size= no-squeezing color= border= plain no-characters characters \
               character-table= color-scheme= no-position display-offset= panels= group-size= groupsize= endianness= \
               base= terminal-width= print-color-table include= help version",
        ..READS
    },
    Entry {
        names: &["look"],
        flags: "adfhVb",
        values: "t",
        long: "alternative alphanum ignore-case terminate= help version",
        operands: FILES.first(Arg::Text, ""),
        ..READS
    },
    Entry { names: &["rev"], flags: "hV0", long: "zero help version", ..READS },
    Entry { names: &["colrm"], flags: "hV", long: "help version", ..SAYS },
    Entry {
        names: &["col"],
        flags: "bfphxHV",
        values: "l",
        long: "no-backspaces fine pass tabs spaces lines= help version",
        ..SAYS
    },
    Entry { names: &["ul"], flags: "ihV", values: "tT", long: "terminal= indicated help version", ..READS },
    Entry {
        names: &["more"],
        flags: "dflcpesuhVai#",
        values: "n",
        long: "silent logical no-pause print-over clean-print exit-on-eof squeeze plain lines= help version",
        // `+/text` is a search; other commands could be `!`.
        special: &[Special::flag("+", Effect::Run).attached()],
        ..READS
    },
    Entry {
        names: &["most"],
        flags: "1bcCdkMrstuvwz",
        special: &[Special::flag("+", Effect::Run).attached()],
        ..READS
    },
    Entry { names: &["less"], ..LESS },
    Entry { names: &["zless"], ..LESS },
    Entry { names: &["bzless"], ..LESS },
    Entry { names: &["xzless"], ..LESS },
    Entry { names: &["lzless"], ..LESS },
    Entry { names: &["zstdless"], ..LESS },
    Entry { names: &["zmore"], ..LESS },
    Entry { names: &["xzmore"], ..LESS },
    Entry {
        names: &["getopt"],
        flags: "aqQTuhV",
        values: "lnos",
        long: "alternative longoptions= name= options= quiet quiet-output shell= test unquoted help version",
        style: Style::First,
        ..SAYS
    },
    Entry {
        names: &["lsblk"],
        flags: "ADJMNOPSTabdfilmnprstvyzhVq",
        values: "EIeowxHQ",
        long: "noempty discard dedup= include= json merge nvme output-all pairs scsi tree? all bytes nodeps exclude= \
               fs ascii list list-columns perms noheadings output= paths raw inverse topology virtio width= sort= \
               shell zoned ct-filter= ct= filter= highlight= hyperlink? properties-by= help version",
        special: &[Special::reads("sysroot")],
        ..READS
    },
    Entry {
        names: &["lscpu"],
        flags: "abBcJxyhVr",
        long: "all online bytes caches? offline json extended? parse? hex physical output-all raw annotate? \
               hierarchic? help version",
        special: &[
            Special::flag("C", Effect::Read).attached(),
            Special::flag("e", Effect::Read).attached(),
            Special::flag("p", Effect::Read).attached(),
            Special::reads("s sysroot"),
        ],
        ..SAYS
    },
    Entry {
        names: &["lsmem"],
        flags: "JPabnrhV",
        values: "oS",
        long: "json pairs all bytes noheadings output= output-all raw split= summary? help version",
        special: &[Special::reads("s sysroot")],
        ..SAYS
    },
    Entry {
        names: &["lsns"],
        flags: "JlnruWPhV",
        values: "optTQ",
        long: "json list noheadings output= output-all task= raw notruncate nowrap type= tree? persistent filter= \
               list-columns help version",
        ..SAYS
    },
    Entry {
        names: &["lslocks"],
        flags: "bJinruhV",
        values: "op",
        long: "bytes json noinaccessible noheadings output= output-all pid= raw notruncate help version",
        ..SAYS
    },
    Entry {
        names: &["lsipc"],
        flags: "mqsgbceJnlPrtyhV",
        values: "io",
        long: "shmems queues semaphores global id= noheadings notruncate time-format= bytes creator export json \
               newline list output? numeric-perms raw time shell help version",
        ..SAYS
    },
    Entry {
        names: &["lsirq"],
        flags: "JPnShV",
        values: "os",
        long: "json pairs noheadings output= sort= softirq help version",
        ..SAYS
    },
    Entry {
        names: &["findmnt"],
        flags: "smkAabCcDefiJlnPRrUuvyxhVpIH",
        values: "wdNOoSTMtQ",
        long: "fstab mtab kernel? poll? timeout= all ascii bytes nocanonicalize canonicalize df direction= evaluate \
               first-only invert json list task= noheadings options= output= output-all pairs pseudo shadowed \
               submounts raw real source= target= tree mountpoint= types= uniq notruncate nofsroot shell verify \
               verbose vfs-all deleted id= uniq-id= dfi list-columns hyperlink? filter= help version",
        special: &[Special::reads("F tab-file")],
        ..READS
    },
    // Starts a shell and writes everything it shows.
    Entry {
        names: &["script"],
        style: Style::Gnu,
        flags: "aefqhVkr",
        values: "EmFTo",
        long: "append return flush force echo= output-limit= quiet logging-format= help version",
        special: &[
            Special::value("c command", Arg::Shell, Effect::Run),
            Special::writes("I log-in"),
            Special::writes("O log-out"),
            Special::writes("B log-io"),
            Special::writes("log-timing"),
            Special::flag("t timing", Effect::Write).attached(),
        ],
        operands: OUTPUTS,
        ..RUNS
    },
    // Writes to the system's log, which others read and act on.
    Entry {
        names: &["logger"],
        flags: "iesTdhV",
        values: "pStu",
        long: "id? skip-empty no-act priority= octet-count prio-prefix stderr size= tag= tcp udp rfc3164 rfc5424? \
               sd-id= sd-param= msgid= socket= socket-errors? help version",
        special: &[
            Special::reads("f file"),
            Special::reads("journald").attached(),
            Special::value("n server", Arg::Host, Effect::Send),
            Special::value("P port", Arg::Text, Effect::Send),
        ],
        ..SYSTEM
    },
    // Debian's takes a Perl expression, the one of util-linux two texts.
    Entry {
        names: &["rename", "prename", "file-rename"],
        style: Style::Gnu,
        flags: "vnofis0dulhmV",
        long: "verbose no-act nono no-overwrite force interactive symlink last path fullpath filename null nofullpath \
               nopath unicode? help man version",
        special: &[Special::value("e", Arg::Code, Effect::Run), Special::value("E", Arg::Code, Effect::Run)],
        operands: OUTPUTS.first(Arg::Code, "e E"),
        ..RUNS
    },
    // Comparing and patching.
    Entry {
        names: &["cmp", "gcmp"],
        flags: "blsv",
        values: "in",
        long: "print-bytes ignore-initial= verbose bytes= quiet silent help version",
        ..READS
    },
    Entry { names: &["diff", "gdiff"], ..DIFF },
    Entry { names: &["colordiff"], ..DIFF },
    Entry { names: &["zdiff"], ..DIFF },
    Entry { names: &["xzdiff"], ..DIFF },
    Entry { names: &["bzdiff"], ..DIFF },
    Entry { names: &["zcmp"], ..DIFF },
    Entry { names: &["xzcmp"], ..DIFF },
    Entry { names: &["bzcmp"], ..DIFF },
    Entry {
        names: &["diff3"],
        flags: "AeE3xXimaTv",
        values: "L",
        long: "show-all ed show-overlap easy-only overlap-only merge text strip-trailing-cr initial-tab label= help \
               version",
        special: &[Special::runs("diff-program")],
        ..READS
    },
    Entry {
        names: &["sdiff"],
        flags: "iEZbWBalstdHv",
        values: "Iw",
        long: "ignore-case ignore-tab-expansion ignore-trailing-space ignore-space-change ignore-all-space \
               ignore-blank-lines ignore-matching-lines= strip-trailing-cr text width= left-column \
               suppress-common-lines expand-tabs tabsize= minimal speed-large-files help version",
        special: &[
            // Merges by asking, and starts an editor.
            Special::value("o output", Arg::Write, Effect::Run),
            Special::runs("diff-program"),
        ],
        ..READS
    },
    Entry {
        names: &["wdiff"],
        flags: "C123hilnpstv",
        values: "wxyz",
        long: "copyright no-deleted no-inserted no-common diff-input ignore-case less-mode avoid-wraps printer \
               statistics terminal start-delete= end-delete= start-insert= end-insert= help version",
        // Starts the program in `PAGER`.
        special: &[Special::flag("a auto-pager", Effect::Run), same("d")],
        ..READS
    },
    Entry {
        names: &["patch", "gpatch"],
        flags: "lcnuNREZTbtfsvC",
        values: "pFDVBYz",
        long: "strip= fuzz= ignore-whitespace context normal unified forward reverse remove-empty-files set-time \
               set-utc backup batch force quiet silent verbose posix merge? ifdef= quoting-style= version-control= \
               prefix= basename-prefix= suffix= backup-if-mismatch no-backup-if-mismatch reject-format= binary \
               read-only= follow-symlinks help version",
        special: &[
            Special::flag("dry-run", Effect::Read).making(Arg::Read),
            Special::reads("i input"),
            target("o output"),
            target("r reject-file"),
            target("d directory"),
            // The patch becomes a script for ed, which can start a shell.
            Special::flag("e ed", Effect::Run),
            // Fetches files from a version control system.
            Special::value("g get", Arg::Text, Effect::Run),
        ],
        operands: OUTPUTS,
        ..WRITES
    },
    // Encodings of files.
    Entry {
        names: &["iconv", "giconv"],
        flags: "lcs?V",
        values: "ft",
        long: "from-code= to-code= list silent verbose usage unicode-subst= byte-subst= widechar-subst= help version",
        special: &[Special::writes("o output")],
        ..READS
    },
    Entry { names: &["dos2unix"], ..DOS2UNIX },
    Entry { names: &["unix2dos"], ..DOS2UNIX },
    Entry { names: &["mac2unix"], ..DOS2UNIX },
    Entry { names: &["unix2mac"], ..DOS2UNIX },
    // Looking into programs and unknown files.
    Entry {
        names: &["file"],
        flags: "vbciklLhnN0prsSdE",
        values: "eFP",
        long: "brief checking-printout exclude= exclude-quiet= separator= mime apple extension mime-type \
               mime-encoding keep-going list dereference no-dereference no-buffer no-pad print0 preserve-date \
               parameter= raw special-files no-sandbox debug help version",
        special: &[
            Special::reads("m magic-file"),
            names_from("f files-from"),
            // These start decompressors.
            Special::flag("z uncompress", Effect::Code),
            Special::flag("Z uncompress-noreport", Effect::Code),
            // Writes a compiled `.mgc` beside the magic file.
            Special::flag("C compile", Effect::Write),
        ],
        ..READS
    },
    Entry {
        names: &["strings", "gstrings"],
        flags: "adfowhvV#",
        values: "nteTsU",
        long: "all data print-file-name bytes= include-all-whitespace radix= target= encoding= unicode= \
               output-separator= help version",
        special: &[RESPONSE],
        ..READS
    },
    Entry {
        names: &["nm", "gnm", "llvm-nm"],
        flags: "aABDegjlnopPrSsuUWhVvC",
        values: "ftX",
        long: "debug-syms print-file-name demangle? no-demangle recurse-limit no-recurse-limit dynamic format= \
               extern-only ifunc-chars= just-symbols line-numbers numeric-sort no-sort portability reverse-sort \
               print-size print-armap quiet size-sort special-syms synthetic radix= target= undefined-only \
               defined-only unicode= no-weak with-symbol-versions without-symbol-versions help version",
        // A plug-in is a library that is loaded.
        special: &[Special::runs("plugin"), RESPONSE],
        ..READS
    },
    Entry { names: &["objdump", "gobjdump", "llvm-objdump"], ..OBJDUMP },
    Entry { names: &["readelf", "greadelf", "eu-readelf", "llvm-readelf"], ..READELF },
    Entry {
        names: &["size", "gsize", "llvm-size"],
        flags: "ABGdoxtfhvV",
        long: "format= radix= common totals target= help version",
        special: &[RESPONSE],
        ..READS
    },
    Entry {
        names: &["addr2line"],
        flags: "aifpsCRrhv",
        values: "bj",
        long: "addresses target= inlines section= pretty-print basenames functions demangle? recurse-limit \
               no-recurse-limit help version",
        special: &[Special::reads("e exe"), RESPONSE],
        ..SAYS
    },
    Entry { names: &["c++filt"], ..DEMANGLE },
    Entry { names: &["rustfilt"], ..DEMANGLE },
    // May start the program it looks at.
    Entry {
        names: &["ldd"],
        flags: "druv",
        long: "data-relocs function-relocs unused verbose help version",
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["xxd"],
        style: Style::Single,
        // A value may be attached; these are the usual ones.
        long: "a autoskip b bits C capitalize c= cols= c1 c4 c6 c8 c12 c16 c20 c24 c32 c64 E EBCDIC e g= groupsize= \
               g1 g2 g4 g8 h help i include l= len= l8 l16 l32 l64 l128 l256 n= name= o= d p ps postscript plain r \
               revert s= seek= skip= R= t u upper uppercase v version",
        // `xxd in out`
        operands: FILES.last(Arg::Write, ""),
        ..READS
    },
    // moreutils and pv.
    Entry { names: &["ts"], flags: "rism", ..SAYS },
    Entry { names: &["sponge"], flags: "h", special: &[same("a")], ..WRITES },
    Entry {
        names: &["pv"],
        flags: "pteIrabTnqWl0fcCESkhVgvKUO8",
        values: "AFDsiwHNLBm",
        long: "progress timer eta fineta rate average-rate bytes bits si buffer-percent last-written= format= numeric \
               quiet wait delay-start= size= gauge line-mode null interval= average-rate-window= width= height= name= \
               force cursor rate-limit= buffer-size= no-splice skip-errors error-skip-block= stop-at-size sync \
               direct-io discard extra-display= bar-style= stats color= help version",
        special: &[
            Special::value("P pidfile", Arg::Write, Effect::Write),
            // Changes, or looks into, another process.
            Special::value("R remote", Arg::Text, Effect::System),
            Special::value("d watchfd", Arg::Text, Effect::System),
            Special::writes("o output"),
            Special::writes("store-and-forward"),
        ],
        ..READS
    },
    Entry { names: &["isutf8"], flags: "hqliv", long: "quiet list invert verbose help", ..READS },
    Entry { names: &["combine"], ..READS },
    Entry { names: &["errno"], flags: "lsS", long: "list search search-all-locales", ..SAYS },
    // These start the editor.
    Entry { names: &["vidir"], ..EDITS },
    Entry { names: &["vipe"], ..EDITS },
    // A wrapper, but one that needs SELinux and changes the context.
    Entry {
        names: &["runcon"],
        flags: "c",
        values: "turl",
        long: "compute type= user= role= range= help version",
        wraps: Wraps::Command(1),
        ..RUNS
    },
];

const SPLIT: Entry = Entry {
    flags: "dxeup#",
    values: "abClnt",
    long: "suffix-length= additional-suffix= bytes= line-bytes= numeric-suffixes? hex-suffixes? elide-empty-files \
           lines= number= separator= unbuffered verbose help version",
    special: &[Special::value("filter", Arg::Shell, Effect::Run)],
    operands: FILES.last(Arg::Write, ""),
    ..WRITES
};

const COLUMN: Entry = Entry {
    long: "table table-name= table-order= table-columns= table-column= table-columns-limit= table-noextreme= \
           table-noheadings table-header-repeat table-hide= table-right= table-truncate= table-wrap= table-maxout \
           table-colorscheme= keep-empty-lines json tree= tree-id= tree-parent= output-width= columns= \
           output-separator= separator= input-separator= use-spaces= color? fillrows help version",
    ..READS
};

const LESS: Entry = Entry {
    flags: "aABcCdeEfFgGiIJKLmMnNqQrRsSuUVwWX?~#",
    values: "bhjpPtxyz",
    long: "search-skip-screen SEARCH-SKIP-SCREEN auto-buffers buffers= clear-screen CLEAR-SCREEN dumb quit-at-eof \
           QUIT-AT-EOF force quit-if-one-screen hilite-search HILITE-SEARCH max-back-scroll= ignore-case IGNORE-CASE \
           jump-target= status-column quit-on-intr no-lessopen long-prompt LONG-PROMPT line-numbers LINE-NUMBERS \
           pattern= prompt= quiet QUIET silent SILENT raw-control-chars RAW-CONTROL-CHARS squeeze-blank-lines \
           chop-long-lines tag= underline-special UNDERLINE-SPECIAL version hilite-unread HILITE-UNREAD tabs= no-init \
           max-forw-scroll= window= quotes= tilde help shift= color= exit-follow-on-close file-size follow-name \
           header= incsearch intr= line-num-width= match-shift= modelines= mouse MOUSE no-edit-warn no-histdups \
           no-keypad no-number-headers no-paste no-search-header-lines no-search-header-columns no-search-headers \
           no-vbell proc-backspace proc-return proc-tab redraw-on-quit rscroll= save-marks search-options= \
           show-preproc-errors status-col-width= status-line use-backslash use-color wheel-lines= wordwrap autosave= \
           form-feed",
    special: &[
        // The log of what was read from a pipe.
        Special::writes("o log-file"),
        Special::writes("O LOG-FILE"),
        // Keys may be bound to shell commands, variables to programs.
        Special::value("k lesskey-file", Arg::Read, Effect::Run),
        Special::value("lesskey-src", Arg::Read, Effect::Run),
        Special::value("lesskey-content", Arg::Text, Effect::Run),
        Special::value("lesskey-context", Arg::Text, Effect::Run),
        Special::value("T tag-file", Arg::Read, Effect::Read),
        Special::flag("D", Effect::Read).attached(),
        // Commands for the start: `+!touch x`, `++|`.
        Special::flag("+", Effect::Run).attached(),
    ],
    ..READS
};

const DIFF: Entry = Entry {
    // `-u5`: digits belong to the context.
    flags: "qsenycuptTrNPiEZbwBadHv#0123456789",
    values: "CUWFxSIDL",
    long: "normal brief report-identical-files context? unified? ed rcs side-by-side width= left-column \
           suppress-common-lines show-c-function show-function-line= label= expand-tabs initial-tab tabsize= \
           suppress-blank-empty recursive no-dereference new-file unidirectional-new-file ignore-file-name-case \
           no-ignore-file-name-case exclude= starting-file= ignore-case ignore-tab-expansion ignore-trailing-space \
           ignore-space-change ignore-all-space ignore-blank-lines ignore-matching-lines= text strip-trailing-cr \
           binary ifdef= line-format= old-line-format= new-line-format= unchanged-line-format= old-group-format= \
           new-group-format= unchanged-group-format= changed-group-format= minimal horizon-lines= speed-large-files \
           color? palette= inhibit-hunk-merge sdiff-merge-assist difftype= fakeexitcode help version",
    special: &[
        Special::reads("from-file"),
        Special::reads("to-file"),
        Special::reads("X exclude-from"),
        // Starts pr.
        Special::flag("l paginate", Effect::Code),
    ],
    ..READS
};

const OBJDUMP: Entry = Entry {
    flags: "afphxdDSsgeGtTrRviHlFwzC",
    values: "PbmjMEI",
    long: "archive-headers file-headers private-headers private= all-headers disassemble? disassemble-all source \
           source-comment? full-contents decompress debugging debugging-tags stabs dwarf? process-links ctf? sframe? \
           syms dynamic-syms reloc dynamic-reloc info target= architecture= section= disassembler-options= \
           file-start-context line-numbers file-offsets endian= demangle? recurse-limit no-recurse-limit wide \
           unicode= disassemble-zeroes start-address= stop-address= no-addresses no-show-raw-insn show-raw-insn \
           prefix-addresses insn-width= adjust-vma= show-all-symbols special-syms inlines prefix= prefix-strip= \
           dwarf-depth= dwarf-start= dwarf-check ctf-parent= visualize-jumps? disassembler-color= map-file-offset \
           no-leading-addr no-leading-headers disassemble-symbols= x86-asm-syntax= help version",
    special: &[
        Special::reads("include"),
        Special::flag("W", Effect::Read).attached(),
        Special::flag("U", Effect::Read).attached(),
        Special::flag("L", Effect::Read).attached(),
        Special::runs("plugin"),
        RESPONSE,
    ],
    ..READS
};

const READELF: Entry = Entry {
    flags: "ahlSgtesCnrudVAcDIWTHvzLXQ",
    values: "xpR",
    long: "all file-header program-headers segments section-headers sections section-groups section-details headers \
           syms symbols dyn-syms lto-syms sym-base= demangle? no-demangle recurse-limit no-recurse-limit \
           extra-sym-info no-extra-sym-info notes relocs unwind dynamic version-info arch-specific archive-index \
           use-dynamic lint enable-checks hex-dump= string-dump= relocated-dump= decompress debug-dump? dwarf-depth= \
           dwarf-start= ctf= ctf-parent= ctf-symbols= ctf-strings= sframe? histogram got-contents display-section= \
           wide silent-truncation process-links non-alloc unicode= help version",
    special: &[
        Special::flag("w", Effect::Read).attached(),
        Special::flag("P", Effect::Read).attached(),
        Special::flag("U", Effect::Read).attached(),
        RESPONSE,
    ],
    ..READS
};

const SUMS: Entry = Entry {
    flags: "bctzwp0",
    values: "al",
    long: "algorithm= binary check length= tag untagged text zero base64 raw ignore-missing quiet status strict warn \
           debug UNIVERSAL help version",
    ..READS
};

const BASE64: Entry = Entry {
    flags: "diDh",
    values: "wb",
    long: "decode ignore-garbage wrap= break= help version",
    // On macOS.
    special: &[Special::writes("o output"), Special::reads("input")],
    ..READS
};

const DOS2UNIX: Entry = Entry {
    flags: "7bfhkLlmoqrsuvFSVeEg",
    values: "cDR",
    long: "allow-chown no-allow-chown ascii iso 1252 437 850 860 863 865 keep-bom convmode= display-enc= force \
           gb18030 keepdate license newline add-bom add-eol no-add-eol oldfile quiet remove-bom safe ul ub \
           assume-utf16le assume-utf16be keep-utf16 follow-symlink replace-symlink skip-symlink verbose help version",
    special: &[
        Special::flag("i info", Effect::Read).attached().making(Arg::Read),
        same("O to-stdout"),
        // In pairs: the second is written.
        Special::flag("n newfile", Effect::Write),
    ],
    ..WRITES
};

const DEMANGLE: Entry = Entry {
    flags: "_nprtihRv",
    values: "s",
    long: "strip-underscore no-strip-underscore no-params no-recurse-limit recurse-limit types no-verbose format= \
           help version",
    special: &[RESPONSE],
    ..SAYS
};

const EDITS: Entry = Entry { style: Style::Gnu, flags: "v", long: "verbose suffix=", operands: OUTPUTS, ..RUNS };

const CALENDAR: Entry = Entry {
    flags: "13jmsyYwhVJMNbeopSCn",
    values: "AdBHc",
    long: "one three months= sunday monday span reform= iso julian year twelve week? vertical columns= color? help \
           version",
    ..SAYS
};

/// What `chown`, `chgrp` share.
const CHOWN: Entry = Entry {
    flags: "cfvhHLPnx",
    long: "changes silent quiet verbose dereference no-dereference from= preserve-root help version",
    special: &[same("R recursive"), Special::reads("reference"), Special::flag("no-preserve-root", Effect::System)],
    operands: OUTPUTS.first(Arg::Text, "reference"),
    ..SYSTEM
};
