//! Programs that look for files or for text in files, and that count what they find.
//!
//! Specials such as `-l` or `--files` have effect `Read`: they are named because with them the output is a list of
//! paths.
//! Options that start decompressors are `Code`: which program runs depends on the files and on the search path.

use super::entry::{Arg, Effect, Entry, FILES, READS, SAYS, SYSTEM, Special, Style, WRITES};

/// The names of the files to read come from a file, so nobody has seen them.
const fn names_from(names: &'static str) -> Special {
    Special::value(names, Arg::Read, Effect::Code)
}

/// A harmless option that matters for other reasons, with all its spellings.
const fn same(names: &'static str) -> Special {
    Special::flag(names, Effect::Read)
}

pub(super) const TABLE: &[Entry] = &[
    Entry { names: &["find", "gfind"], ..FIND },
    Entry { names: &["grep", "egrep", "fgrep", "rgrep", "ggrep"], ..GREP },
    // Scripts around grep, which start gzip and the like: that is what they are for.
    Entry { names: &["zgrep", "zegrep", "zfgrep"], ..GREP },
    Entry { names: &["bzgrep", "bzegrep", "bzfgrep"], ..GREP },
    Entry { names: &["xzgrep", "xzegrep", "xzfgrep"], ..GREP },
    Entry { names: &["lzgrep", "lzegrep", "lzfgrep"], ..GREP },
    Entry { names: &["zstdgrep"], ..GREP },
    Entry { names: &["zipgrep"], ..GREP },
    Entry { names: &["rg", "ripgrep"], ..RG },
    Entry {
        names: &["ag"],
        flags: "acDfFHinorRQsStuUvVwz0",
        values: "ABCgGmW",
        long: "ackmate after? before? filename-pattern= print0 break nobreak count color nocolor color-line-number= \
               color-match= color-path= column context? debug filename nofilename heading noheading group nogroup \
               line-numbers null numbers nonumbers only-matching print-all-files print-long-lines passthrough \
               passthru silent stats stats-only vimgrep all-types all-text case-sensitive depth= follow nofollow \
               file-search-regex= hidden ignore-case ignore= ignore-dir= max-count= literal fixed-strings one-device \
               recurse norecurse no-recurse smart-case search-binary search-files search-zip skip-vcs-ignores \
               unrestricted parallel width= word-regexp workers= affinity noaffinity mmap nommap multiline \
               nomultiline list-file-types nopager invert-match version help \
               python js ts ruby go rust java cpp cc html css json yaml php perl shell markdown xml sql scala swift",
        special: &[
            Special::value("pager", Arg::Shell, Effect::Run),
            Special::reads("p path-to-ignore path-to-agignore"),
            same("l files-with-matches"),
            same("L files-without-matches"),
        ],
        operands: FILES.first(Arg::Text, "g filename-pattern"),
        ..READS
    },
    Entry {
        names: &["ack", "ack-grep"],
        flags: "cfgiSIvwQoH1hsrRnkP?#",
        values: "mABCptT",
        long: "count ignore-case no-ignore-case smart-case no-smart-case invert-match word-regexp literal \
               range-start= range-end= match= passthru max-count= with-filename no-filename after-context= \
               before-context= context? print0 nopager no-pager group nogroup proximate? heading noheading break \
               nobreak color colour nocolor nocolour color-filename= color-match= color-colno= color-lineno= \
               help-colors help-rgb-colors flush sort-files show-types ignore-file= ignore-dir= ignore-directory= \
               noignore-dir= noignore-directory= recurse no-recurse follow nofollow type= known-types help-types \
               type-set= type-add= type-del= noenv env ignore-ack-defaults create-ackrc dump man column nocolumn \
               lines= underline nounderline filter nofilter perltype thpppt bar cathy help version \
               python js ts ruby go rust java cpp cc html css json yaml php perl shell markdown xml sql scala swift",
        special: &[
            Special::value("pager", Arg::Shell, Effect::Run),
            same("l files-with-matches"),
            same("L files-without-matches"),
            // In older versions text of Perl.
            Special::value("output", Arg::Code, Effect::Run),
            // Options, a pager among them.
            Special::value("ackrc", Arg::Read, Effect::Run),
            names_from("files-from"),
            Special::flag("x", Effect::Code),
        ],
        operands: FILES.first(Arg::Text, "match f"),
        ..READS
    },
    Entry {
        names: &["fd", "fdfind"],
        flags: "HIusigFalLp01qhV",
        values: "dEteSocj",
        long: "hidden no-hidden no-ignore ignore no-ignore-vcs ignore-vcs no-ignore-parent no-global-ignore-file \
               no-require-git require-git unrestricted case-sensitive ignore-case glob regex fixed-strings and= \
               absolute-path relative-path list-details follow no-follow full-path print0 max-depth= min-depth= \
               exact-depth= exclude= prune type= extension= size= changed-within= change-newer-than= newer= \
               changed-after= changed-before= change-older-than= older= owner= batch-size= color= hyperlink? threads= \
               max-buffer-time= max-results= quiet show-errors path-separator= strip-cwd-prefix? one-file-system \
               mount xdev gen-completions? help version",
        special: &[
            Special::runs("x exec").command(),
            Special::runs("X exec-batch").command(),
            Special::reads("C base-directory"),
            Special::reads("search-path"),
            Special::reads("ignore-file"),
            // Free text in the output, which then is no list of paths.
            Special::value("format", Arg::Text, Effect::Read),
        ],
        operands: FILES.first(Arg::Text, ""),
        lists: true,
        ..READS
    },
    Entry {
        names: &["locate", "mlocate", "plocate", "slocate"],
        flags: "AbceEiHLmNpPqrsSwVh0",
        values: "ln",
        long: "all basename count existing follow nofollow ignore-case ignore-spaces limit= max-database-age= mmap \
               null literal non-existing print quiet regexp regex regextype= statistics stdio transliterate wholename \
               debug help version",
        special: &[Special::reads("d database")],
        ..SAYS
    },
    Entry {
        names: &["updatedb"],
        flags: "hvV",
        values: "fneblU",
        long: "add-prunefs= add-prunenames= add-prunepaths= add-single-prunepath= database-root= block-size= \
               prune-bind-mounts= prunefs= prunenames= prunepaths= require-visibility= verbose debug-pruning help \
               version",
        special: &[Special::writes("o output")],
        ..SYSTEM
    },
    Entry { names: &["fzf"], ..FZF },
    Entry { names: &["sk"], ..FZF },
    Entry { names: &["ctags", "universal-ctags", "exuberant-ctags"], ..CTAGS },
    Entry { names: &["etags"], ..CTAGS },
    Entry { names: &["cloc"], ..CLOC },
    Entry {
        names: &["tokei"],
        flags: "fCVlh",
        values: "cenost",
        long: "files hidden languages no-ignore no-ignore-parent no-ignore-dot no-ignore-vcs verbose compact columns= \
               exclude= num-format= output= sort= rsort= streaming= type= types= help version",
        special: &[Special::reads("i input")],
        ..READS
    },
    Entry {
        names: &["scc"],
        flags: "achilmpuvwz",
        values: "fMNnOx",
        long: "avg-wage= binary by-file ci cocomo-project-type= character count-as= currency-symbol= debug \
               directory-walker-job-workers= eaf= exclude-dir= exclude-ext= exclude-file= file-gc-count= \
               file-list-queue-size= file-process-job-workers= file-summary-job-queue-size= format= gen \
               generated-markers= include-ext= include-symlinks languages large-byte-count= large-line-count= min \
               min-gen min-gen-line-length= no-cocomo no-complexity no-duplicates no-gen no-gitignore no-gitmodule \
               no-hborder no-ignore no-large no-min no-min-gen no-scc-ignore no-size not-match= overhead= percent \
               remap-all= remap-unknown= size-unit= sloccount-format sort= sql-project= trace uloc dryness verbose \
               wide help version",
        special: &[
            Special::writes("o output"),
            // `html:file` writes a file.
            Special::value("format-multi", Arg::Text, Effect::Write),
        ],
        ..READS
    },
];

const FIND: Entry = Entry {
    style: Style::Find,
    // `-O3`, `-D tree`, tests, actions that print, operators.
    long: "H L P O0 O1 O2 O3 D= d depth daystart follow ignore_readdir_race noignore_readdir_race maxdepth= mindepth= \
           mount noleaf nowarn regextype= warn xdev x X E s amin= atime= cmin= ctime= empty executable false fstype= \
           gid= group= ilname= iname= inum= ipath= iregex= iwholename= links= lname= mmin= mtime= name= nogroup \
           nouser path= perm= readable regex= size= true type= uid= used= user= wholename= writable xtype= context= \
           flags= Bmin= Btime= newerat= newerBt= newerct= newermt= print print0 ls prune quit a and o or not help \
           version",
    special: &[
        Special::runs("exec").command(),
        Special::runs("execdir").command(),
        Special::runs("ok").command(),
        Special::runs("okdir").command(),
        Special::flag("delete", Effect::Delete).making(Arg::Delete),
        Special::writes("fprint"),
        Special::writes("fprint0"),
        Special::writes("fls"),
        // A file and a format.
        Special::writes("fprintf").two(),
        // Where to start comes from a file.
        names_from("files0-from"),
        names_from("f"),
        // Free text in the output, which then is no list of paths.
        Special::value("printf", Arg::Text, Effect::Read),
        Special::reads("newer"),
        Special::reads("anewer"),
        Special::reads("cnewer"),
        Special::reads("mnewer"),
        Special::reads("samefile"),
        Special::reads(
            "neweraa neweraB newerac neweram newerBa newerBB newerBc newerBm newerca newercB newercc newercm newerma \
             newermB newermc newermm",
        ),
    ],
    lists: true,
    ..READS
};

const GREP: Entry = Entry {
    flags: "EFGPiywxzsvVbnHhoqaIrRcTZUu#0123456789",
    values: "emdDBAC",
    long: "extended-regexp fixed-strings basic-regexp perl-regexp regexp= ignore-case no-ignore-case word-regexp \
           line-regexp null-data no-messages invert-match max-count= byte-offset line-number line-buffered \
           with-filename no-filename label= only-matching quiet silent binary-files= text directories= devices= \
           recursive dereference-recursive include= include-dir= exclude= exclude-dir= count initial-tab null \
           before-context= after-context= context= group-separator= no-group-separator color? colour? binary \
           unix-byte-offsets help version",
    special: &[
        same("l files-with-matches"),
        same("L files-without-match"),
        Special::reads("f file"),
        Special::reads("exclude-from"),
    ],
    operands: FILES.first(Arg::Text, "e regexp f file"),
    ..READS
};

const RG: Entry = Entry {
    flags: "bscFLhivnxUIN0oPpqSauVHw.",
    values: "ABCEegMmrjtTd",
    long: "after-context= auto-hybrid-regex no-auto-hybrid-regex before-context= binary no-binary block-buffered \
           no-block-buffered byte-offset no-byte-offset case-sensitive color= colors= column no-column context= \
           context-separator= no-context-separator count count-matches crlf no-crlf debug trace dfa-size-limit= \
           max-filesize= encoding= no-encoding engine= field-context-separator= field-match-separator= fixed-strings \
           no-fixed-strings follow no-follow glob= iglob= glob-case-insensitive no-glob-case-insensitive heading \
           no-heading hidden no-hidden hyperlink-format= ignore-case ignore ignore-dot ignore-exclude ignore-files \
           ignore-global ignore-messages ignore-parent ignore-vcs ignore-file-case-insensitive \
           no-ignore-file-case-insensitive include-zero no-include-zero invert-match no-invert-match json no-json \
           line-buffered no-line-buffered line-number no-line-number line-regexp max-columns= max-columns-preview \
           no-max-columns-preview max-count= max-depth= maxdepth= messages mmap no-mmap multiline no-multiline \
           multiline-dotall no-multiline-dotall no-config no-filename no-ignore no-ignore-dot no-ignore-exclude \
           no-ignore-files no-ignore-global no-ignore-messages no-ignore-parent no-ignore-vcs no-messages \
           no-pcre2-unicode pcre2-unicode no-pre no-require-git require-git no-unicode unicode null null-data \
           one-file-system no-one-file-system only-matching passthru passthrough path-separator= pcre2 no-pcre2 \
           pcre2-version pre-glob= pretty quiet regex-size-limit= regexp= replace= smart-case sort= sortr= sort-files \
           no-sort-files stats no-stats stop-on-nonmatch text no-text threads= trim no-trim type= type-add= \
           type-clear= type-not= unrestricted vimgrep with-filename word-regexp no-search-zip generate= help version",
    special: &[
        Special::runs("pre"),
        Special::runs("hostname-bin"),
        // Starts decompressors.
        Special::flag("z search-zip", Effect::Code),
        Special::reads("f file"),
        Special::reads("ignore-file"),
        same("l files-with-matches"),
        same("files-without-match"),
        same("files"),
        same("type-list"),
    ],
    operands: FILES.first(Arg::Text, "e regexp f file files type-list"),
    ..READS
};

const FZF: Entry = Entry {
    flags: "xei10ms",
    values: "ndqfv",
    long: "extended no-extended exact no-exact ignore-case smart-case scheme= literal no-literal nth= with-nth= \
           accept-nth= delimiter= tac no-tac no-sort sort? track no-track tail= disabled enabled tiebreak= multi? \
           no-multi no-mouse cycle no-cycle wrap wrap-sign= keep-right scroll-off= no-hscroll hscroll hscroll-off= \
           filepath-word jump-labels= gutter= height= min-height= layout= reverse no-reverse border? no-border \
           border-label= border-label-pos= margin= padding= info= no-info separator= no-separator scrollbar? \
           no-scrollbar prompt= pointer= marker= marker-multi-line= header= header-lines= header-first ellipsis= ansi \
           no-ansi tabstop= color= no-bold bold no-color black style= input-border? list-border? list-label= \
           highlight-line history-size= preview-window= preview-label= preview-label-pos= preview-border? query= \
           select-1 exit-0 filter= print-query expect= read0 print0 sync no-clear no-input no-unicode ambidouble \
           walker= walker-skip= gap? bash zsh fish man help version algo=",
    special: &[
        Special::value("preview", Arg::Shell, Effect::Run),
        // `enter:execute(...)`, `become`, `reload`.
        Special::value("bind", Arg::Shell, Effect::Run),
        Special::runs("with-shell"),
        Special::flag("tmux", Effect::Run).attached(),
        Special::value("listen", Arg::Host, Effect::Run).attached(),
        Special::value("listen-unsafe", Arg::Host, Effect::Run).attached(),
        Special::writes("history"),
        Special::reads("walker-root"),
        // skim: a command that lists, run again at each key.
        Special::value("c cmd", Arg::Shell, Effect::Run),
        Special::flag("interactive", Effect::Run),
    ],
    ..SAYS
};

const CTAGS: Entry = Entry {
    flags: "aeRxuGnNBFV?wdtTCl",
    values: "DhIi",
    long: "exclude= exclude-exception= filter? filter-terminator= links? maxdepth= recurse? append? format= \
           output-format= sort? etags-include= input-encoding= output-encoding= language-force= language= languages= \
           langmap= excmd= extras= extra= fields= pattern-length-limit= pseudo-tags= put-field-prefix tag-relative? \
           if0? line-directives? list-aliases? list-excludes list-extras? list-features list-fields? list-kinds? \
           list-kinds-full? list-languages list-map-extensions? list-map-patterns? list-maps? list-mline-regex-flags \
           list-params? list-pseudo-tags list-regex-flags list-roles? list-subparsers? machinable? with-list-header? \
           help-full license print-language quiet? totals? verbose? members no-members declarations no-defines \
           globals no-globals include= no-line-directive regex= no-regex ignore-indentation help version",
    special: &[
        Special::value("f o output", Arg::Write, Effect::Read),
        names_from("L file-list"),
        // More options from files.
        Special::value("options", Arg::Read, Effect::Run),
        Special::value("options-maybe", Arg::Read, Effect::Run),
        Special::value("optlib-dir", Arg::Read, Effect::Run),
        Special::value("langdef", Arg::Text, Effect::Code),
    ],
    operands: FILES,
    ..WRITES
};

const CLOC: Entry = Entry {
    flags: "v3h?",
    long: "unicode by-file by-file-by-lang count-and-diff diff diff-timeout= docstring-as-code follow-links \
           force-lang= git git-diff-rel git-diff-all git-diff-simindex ignore-whitespace ignore-case ignore-case-ext \
           ignore-regex= lang-no-ext= max-file-size= no-autogen? no-recurse no3 original-dir read-binary-files \
           script-lang= skip-leading= skip-uniqueness stat stdin-name= strip-str-comments sum-reports timeout= \
           processes= unix windows exclude-content= include-content= exclude-dir= exclude-ext= exclude-lang= fullpath \
           include-ext= include-lang= match-d= not-match-d= match-f= not-match-f= skip-archive= skip-win-hidden \
           print-filter-stages show-ext? show-lang? show-os show-stored-lang progress-rate= by-percent= csv \
           csv-delimiter= file-encoding= hide-rate json md fmt= quiet summary-cutoff= sql-append sql-project= \
           sql-style= sum-one xml yaml percent thousands-delimiter= verbose? explain= autoconf help version",
    special: &[
        Special::writes("out report-file"),
        Special::writes("counted"),
        Special::writes("ignored"),
        Special::writes("found"),
        Special::writes("categorized"),
        Special::writes("diff-alignment"),
        Special::writes("unicode-out"),
        Special::writes("sql"),
        Special::writes("sdir"),
        Special::writes("write-lang-def"),
        Special::writes("write-lang-def-incl-dup"),
        Special::writes("xsl"),
        // Writes a copy of each file beside it.
        Special::value("strip-comments", Arg::Text, Effect::Write),
        Special::value("strip-code", Arg::Text, Effect::Write),
        Special::value("extract-with", Arg::Shell, Effect::Run),
        // Any program that lists files.
        Special::value("vcs", Arg::Shell, Effect::Run),
        Special::flag("use-sloccount", Effect::Run),
        // More options from a file.
        Special::value("config", Arg::Read, Effect::Run),
        names_from("list-file"),
        names_from("diff-list-file"),
        names_from("diff-list-files"),
        names_from("include-list-file"),
        Special::reads("exclude-list-file"),
        Special::reads("read-lang-def"),
        Special::reads("force-lang-def"),
    ],
    ..READS
};
