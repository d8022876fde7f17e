//! Programs that transform or show text: sed, awk, jq and their kin, viewers, manuals, editors.
//!
//! Programs of sed and awk are looked into. Languages that can read the environment or other files but neither write
//! nor run anything (jq, yq) count as text; languages that can do more (Miller, XSLT, Lua writers of pandoc) do not.

use super::entry::{
    Arg, BUILDS, Effect, Entry, FILES, OUTPUTS, Operands, READS, RUNS, SAYS, SENDS, Special, Style, TEXT, WRITES,
};

/// A harmless option that matters for other reasons, with all its spellings.
const fn same(names: &'static str) -> Special {
    Special::flag(names, Effect::Read)
}

/// An option of a program that writes anyway, whose value is the place.
const fn target(names: &'static str) -> Special {
    Special::value(names, Arg::Write, Effect::Read)
}

/// An option whose value is a script, a module or a file of options.
const fn script(names: &'static str) -> Special {
    Special::value(names, Arg::Code, Effect::Run)
}

pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &["diffstat"],
        flags: "bcCdEhklmqrRstTuvVK",
        values: "DefFNnpSwX",
        special: &[Special::writes("o")],
        ..READS
    },
    Entry {
        names: &["pdfinfo"],
        flags: "hv",
        values: "fl",
        long: "box meta js dests rawdates help",
        style: Style::Single,
        ..READS
    },
    Entry {
        names: &["ffprobe"],
        style: Style::Single,
        long: "hide_banner loglevel= v= print_format= of= output_format= select_streams= show_data show_error show_format \
            show_frames show_entries= show_packets show_programs show_streams show_chapters count_frames count_packets \
            pretty unit sexagesimal version",
        special: &[Special::reads("i")],
        ..READS
    },
    Entry {
        names: &["sed", "gsed"],
        flags: "nErsuzab",
        values: "l",
        long: "quiet silent debug follow-symlinks line-length= posix regexp-extended separate sandbox unbuffered \
               zero-terminated null-data line-buffered binary help version",
        special: &[
            Special::flag("i in-place", Effect::Write).attached().making(Arg::Write),
            Special::value("e expression", Arg::Sed, Effect::Read),
            // A script nobody has seen.
            script("f file"),
        ],
        operands: FILES.first(Arg::Sed, "e expression f file"),
        ..READS
    },
    Entry {
        names: &["awk", "gawk", "mawk", "nawk", "original-awk"],
        style: Style::First,
        flags: "bcCghIkMNnOPrsStV",
        values: "Fv",
        long: "field-separator= assign= characters-as-bytes traditional copyright gen-pot trace csv bignum \
               use-lc-numeric non-decimal-data optimize posix re-interval no-optimize sandbox lint-old help version",
        special: &[
            Special::value("e source", Arg::Awk, Effect::Read),
            script("f file"),
            script("E exec"),
            // `-i inplace` writes, `-l` loads a library.
            script("i include"),
            script("l load"),
            // mawk's `-W exec file`; to gawk any long option.
            Special::value("W", Arg::Text, Effect::Run),
            Special::flag("D debug", Effect::Run).attached(),
            Special::writes("d dump-variables").attached(),
            Special::writes("o pretty-print").attached(),
            Special::writes("p profile").attached(),
            Special::flag("L lint", Effect::Read).attached(),
        ],
        operands: FILES.first(Arg::Awk, "f file e source E exec W"),
        ..READS
    },
    // JSON, YAML.
    Entry { names: &["jq"], ..JQ },
    Entry { names: &["gojq"], ..JQ },
    Entry {
        names: &["jaq"],
        special: &[
            Special::flag("i in-place", Effect::Write).making(Arg::Write),
            Special::value("f from-file", Arg::Read, Effect::Code),
            Special::value("L library-path", Arg::Read, Effect::Code),
            Special::value("arg", Arg::Text, Effect::Read).two(),
            Special::value("argjson", Arg::Text, Effect::Read).two(),
            Special::reads("slurpfile").two(),
            Special::reads("rawfile").two(),
            Special::flag("args", Effect::Read).making(Arg::Text),
            Special::flag("jsonargs", Effect::Read).making(Arg::Text),
        ],
        ..JQ
    },
    Entry { names: &["yq"], ..YQ },
    Entry { names: &["xq"], ..YQ },
    Entry { names: &["tomlq"], ..YQ },
    Entry {
        names: &["sd"],
        flags: "FshV",
        values: "nf",
        long: "fixed-strings string-mode max-replacements= flags= across line-by-line help version",
        special: &[Special::flag("p preview", Effect::Read).making(Arg::Read)],
        operands: OUTPUTS.first(Arg::Text, ""),
        ..WRITES
    },
    // XML and HTML.
    Entry { names: &["xmllint"], ..XMLLINT },
    Entry {
        names: &["xmlstarlet"],
        flags: "q",
        long: "quiet doc-namespace no-doc-namespace version help",
        subs: XMLSTARLET,
        operands: TEXT,
        ..READS
    },
    // A style sheet reads, writes (`exsl:document`) and fetches.
    Entry {
        names: &["xsltproc"],
        style: Style::Single,
        long: "V version v verbose timing repeat novalid nodtdattr noout maxdepth= maxvars= maxparserdepth= huge \
               seed-rand= html encoding= nonet nowrite nomkdir catalogs xinclude xincludestyle load-trace profile \
               norman dumpextensions",
        special: &[
            Special::writes("o output"),
            Special::writes("writesubtree"),
            Special::reads("path"),
            Special::value("param", Arg::Text, Effect::Read).two(),
            Special::value("stringparam", Arg::Text, Effect::Read).two(),
            Special::flag("debug", Effect::Read),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["tidy"],
        style: Style::Single,
        long: "i indent w= wrap= u upper c clean b bare g gdoc n numeric e errors q quiet omit xml asxml asxhtml \
               ashtml access= raw ascii latin0 latin1 iso2022 utf8 mac win1252 ibm858 utf16le utf16be utf16 big5 \
               shiftjis v version h help help-config help-env show-config export-config export-default-config \
               help-option= language= lang= xml-help xml-config xml-strings xml-error-strings xml-options-strings",
        special: &[
            Special::writes("o output"),
            Special::writes("f file"),
            Special::flag("m modify", Effect::Write).making(Arg::Write),
            // May name an output file and more.
            Special::value("config", Arg::Read, Effect::Write),
        ],
        ..READS
    },
    Entry { names: &["htmlq"], ..HTML },
    Entry { names: &["pup"], ..HTML },
    // Writers and readers may be Lua scripts (`-t x.lua`), addresses are fetched.
    Entry { names: &["pandoc"], ..PANDOC },
    // Tables.
    Entry { names: &["csvcut"], ..CSV },
    Entry { names: &["csvlook"], ..CSV },
    Entry { names: &["csvformat"], ..CSV },
    Entry {
        names: &["csvgrep"],
        flags: "htbSHvlVnia",
        values: "dqupzeKcmr",
        long: "delimiter= tabs quotechar= quoting= no-doublequote escapechar= maxfieldsize= encoding= \
               skipinitialspace no-header-row skip-lines= verbose linenumbers add-bom zero names columns= match= \
               regex= invert-match any-match help version",
        special: &[Special::reads("f file")],
        ..READS
    },
    Entry { names: &["csvstat"], ..CSV_MORE },
    Entry { names: &["csvsort"], ..CSV_MORE },
    Entry { names: &["csvjson"], ..CSV_MORE },
    Entry { names: &["csvjoin"], ..CSV_MORE },
    Entry { names: &["csvstack"], ..CSV_MORE },
    Entry { names: &["in2csv"], ..CSV_MORE },
    // Leaves `_out.csv` and `_err.csv` behind.
    Entry {
        names: &["csvclean"],
        flags: "htbSHvlVna",
        values: "dqupzeK",
        long: "delimiter= tabs quotechar= quoting= no-doublequote escapechar= maxfieldsize= encoding= \
               skipinitialspace no-header-row skip-lines= verbose linenumbers add-bom zero dry-run help version",
        ..WRITES
    },
    Entry { names: &["csvsql"], ..CSV_SQL },
    Entry { names: &["sql2csv"], ..CSV_SQL },
    Entry { names: &["csvpy"], ..RUNS },
    // `put` and `filter` run programs that can start others, and verbs are chained with `then`.
    Entry {
        names: &["mlr", "miller"],
        flags: "nsS",
        special: &[Special::flag("I", Effect::Write).making(Arg::Write)],
        ..MLR
    },
    // Viewers.
    Entry {
        names: &["bat", "batcat"],
        flags: "ApdnfLuPShV",
        values: "lHmr",
        long: "show-all nonprintable-notation= binary= plain language= highlight-line= file-name= diff diff-context= \
               tabs= wrap= chop-long-lines terminal-width= number color= italic-text= decorations= force-colorization \
               paging= map-syntax= ignored-suffix= theme= theme-light= theme-dark= list-themes squeeze-blank \
               squeeze-limit= strip-ansi= style= line-range= list-languages unbuffered diagnostic diagnostics \
               acknowledgements set-terminal-title completion= config-file config-dir cache-dir no-custom-assets \
               no-config no-lessopen help version",
        special: &[
            Special::value("pager", Arg::Shell, Effect::Run),
            // Runs what `LESSOPEN` says.
            Special::flag("lessopen", Effect::Run),
            Special::flag("generate-config-file", Effect::Write),
        ],
        ..READS
    },
    Entry {
        names: &["delta"],
        flags: "snhV",
        values: "w",
        long: "side-by-side line-numbers navigate keep-plus-minus-markers dark light no-gitconfig raw color-only \
               diff-highlight diff-so-fancy hyperlinks features= syntax-theme= theme= width= tabs= paging= \
               wrap-max-lines= max-line-length= max-line-distance= true-color= file-style= hunk-header-style= \
               minus-style= plus-style= zero-style= list-languages list-syntax-themes show-colors show-config \
               show-syntax-themes show-themes parse-ansi relative-paths help version",
        special: &[
            Special::value("pager", Arg::Shell, Effect::Run),
            script("config"),
            Special::value("diff-args @", Arg::Text, Effect::Run),
        ],
        ..READS
    },
    // Fetches addresses, and asks a forge for the manuals of repositories.
    Entry { names: &["glow"], ..SENDS },
    Entry { names: &["eza", "exa"], ..EZA },
    Entry {
        names: &["lsd"],
        flags: "1aAdFghilLNrRStUvVXZG",
        values: "I",
        long: "oneline all almost-all blocks= classic color= directory-only date= depth= classify \
               group-directories-first group-dirs= human-readable header hyperlink= inode ignore-glob= icon= \
               icon-theme= ignore-config long dereference no-symlink permission= reverse recursive sizesort size= \
               sort= timesort total-size tree no-sort versionsort extensionsort gitsort context git literal \
               truncate-owner-after= truncate-owner-marker= system-protected help version",
        special: &[Special::reads("config-file")],
        lists: true,
        ..READS
    },
    Entry {
        names: &["dust"],
        flags: "xsrbicfDFtpLmPRHjhV",
        values: "dTnXIzewvoMAyS",
        long: "depth= threads= number-of-lines= full-paths ignore-directory= dereference-links limit-filesystem \
               apparent-size reverse no-colors force-colors no-percent-bars bars-on-right min-size= screen-reader \
               skip-total filecount ignore_hidden ignore-hidden invert-filter= filter= file_types file-types \
               terminal_width= terminal-width= no-progress print-errors only-dir only-file output-format= stack-size= \
               output-json mtime= atime= ctime= collapse= filetime= help version",
        special: &[
            Special::reads("ignore-all-in-file"),
            Special::reads("config"),
            Special::value("files0-from", Arg::Read, Effect::Code),
        ],
        ..READS
    },
    Entry {
        names: &["duf"],
        style: Style::Single,
        long: "all avail-threshold= hide= hide-fs= hide-mp= inodes json only= only-fs= only-mp= output= sort= style= \
               theme= usage-threshold= version warnings width= help",
        ..READS
    },
    // Deletes and starts shells on a key.
    Entry {
        names: &["ncdu"],
        style: Style::Gnu,
        operands: FILES,
        special: &[Special::writes("o"), Special::reads("f"), Special::reads("X exclude-from")],
        flags: "hqvVxer012L",
        long: "si exclude= follow-symlinks exclude-caches exclude-kernfs confirm-quit color= help version",
        ..RUNS
    },
    Entry { names: &["broot", "br"], ..RUNS },
    Entry { names: &["mc"], ..RUNS },
    Entry { names: &["ranger"], ..RUNS },
    Entry { names: &["nnn"], ..RUNS },
    Entry { names: &["lf"], ..RUNS },
    Entry { names: &["yazi"], ..RUNS },
    Entry { names: &["vifm"], ..RUNS },
    Entry {
        names: &["zoxide"],
        flags: "hV",
        long: "help version",
        subs: &[
            Entry {
                names: &["query"],
                flags: "alshV",
                long: "all list score exclude= base-dir= help version",
                // Starts fzf.
                special: &[Special::flag("i interactive", Effect::Run)],
                ..SAYS
            },
            Entry { names: &["init"], flags: "hV", long: "no-cmd cmd= hook= help version", ..SAYS },
            Entry { names: &["add"], values: "s", long: "score= help version", operands: FILES, ..WRITES },
            Entry { names: &["remove"], long: "help version", operands: FILES, ..WRITES },
            Entry { names: &["import"], long: "from= merge help version", operands: FILES, ..WRITES },
            Entry { names: &["edit"], ..RUNS },
        ],
        operands: TEXT,
        ..READS
    },
    // Pages are fetched when they are missing.
    Entry { names: &["tldr", "tealdeer"], ..TLDR },
    Entry { names: &["cheat"], ..TLDR },
    Entry { names: &["cht.sh"], ..TLDR },
    // Manuals.
    Entry { names: &["man"], ..MAN },
    Entry { names: &["apropos"], ..WHATIS },
    Entry { names: &["whatis"], ..WHATIS },
    Entry {
        names: &["info"],
        flags: "ahOwR",
        values: "knxv",
        long: "all apropos= index-search= node= show-options usage subnodes location where vi-keys \
               strict-node-location show-malformed-multibytes speech-friendly debug= raw-escapes no-raw-escapes \
               variable= help version",
        special: &[
            Special::writes("o output"),
            Special::writes("dribble"),
            Special::reads("f file"),
            Special::reads("d directory"),
            // Keys typed in advance; keys and variables.
            script("restore"),
            script("init-file"),
        ],
        ..READS
    },
    // Puts environment variables into its output.
    Entry { names: &["envsubst"], flags: "vhV", long: "variables help version", ..BUILDS },
    // Translations.
    Entry { names: &["gettext"], ..GETTEXT },
    Entry { names: &["ngettext"], ..GETTEXT },
    Entry { names: &["xgettext"], ..GETTEXT_OUT },
    Entry { names: &["msgfmt"], ..GETTEXT_OUT },
    Entry { names: &["msginit"], ..GETTEXT_OUT },
    Entry { names: &["msgcat"], ..GETTEXT_TOOLS },
    Entry { names: &["msgmerge"], ..GETTEXT_TOOLS },
    Entry { names: &["msgattrib"], ..GETTEXT_TOOLS },
    Entry { names: &["msgcomm"], ..GETTEXT_TOOLS },
    Entry { names: &["msgconv"], ..GETTEXT_TOOLS },
    Entry { names: &["msgcmp"], ..GETTEXT_TOOLS },
    Entry { names: &["msgen"], ..GETTEXT_TOOLS },
    Entry { names: &["msgunfmt"], ..GETTEXT_TOOLS },
    Entry { names: &["msguniq"], ..GETTEXT_TOOLS },
    Entry { names: &["msgexec"], ..RUNS },
    Entry { names: &["msgfilter"], ..RUNS },
    // Spelling: only the listing modes leave the file alone.
    Entry {
        names: &["aspell"],
        flags: "abeHnt",
        values: "dlmwp",
        long: "lang= master= mode= encoding= ignore= size= sug-mode= ignore-case dont-ignore-case run-together help \
               version",
        subs: &[
            Entry {
                names: &["list"],
                flags: "Heat",
                values: "dlp",
                long: "lang= mode= encoding= ignore= master=",
                ..SAYS
            },
            Entry { names: &["dicts", "dump", "munch", "soundslike", "version", "help", "modes", "filters"], ..SAYS },
            Entry {
                names: &["check"],
                flags: "Hetxb",
                values: "dl",
                long: "lang= mode= dont-backup master=",
                ..WRITES
            },
            Entry { names: &["pipe"], flags: "Heat", values: "dl", long: "lang= mode= master=", ..WRITES },
            Entry { names: &["create", "merge", "conv", "config"], ..WRITES },
        ],
        ..WRITES
    },
    Entry {
        names: &["hunspell"],
        flags: "DGLPSmnstuvwHOX1",
        values: "dirp",
        long: "check-url check-apostrophe help version vv",
        special: &[
            Special::flag("l", Effect::Read).making(Arg::Read),
            Special::flag("a", Effect::Read).making(Arg::Read),
        ],
        ..WRITES
    },
    // Editors run commands from their arguments, their configuration and the file itself.
    Entry { names: &["vi", "vim", "nvim", "view", "ex", "vimdiff", "nvimdiff", "rvim", "gvim"], ..EDITOR },
    Entry { names: &["emacs", "emacsclient"], ..EDITOR },
    Entry { names: &["nano", "rnano", "pico"], ..EDITOR },
    Entry { names: &["ed", "red"], ..EDITOR },
    Entry { names: &["micro"], ..EDITOR },
    Entry { names: &["hx", "helix"], ..EDITOR },
    Entry { names: &["kak"], ..EDITOR },
    Entry { names: &["joe"], ..EDITOR },
    Entry { names: &["jed"], ..EDITOR },
    Entry { names: &["mg"], ..EDITOR },
    Entry { names: &["mcedit"], ..EDITOR },
    Entry { names: &["editor", "sensible-editor"], ..EDITOR },
    Entry { names: &["select-editor"], ..EDITOR },
];

/// A script and its files.
const SCRIPTS: Operands = Operands { rest: Arg::Code, ..TEXT };

const MLR: Entry = Entry { operands: SCRIPTS, ..RUNS };

const JQ: Entry = Entry {
    flags: "cnesrRCMSajhVbky",
    long: "compact-output null-input exit-status slurp raw-output raw-output0 raw-input color-output \
           monochrome-output sort-keys ascii-output join-output binary tab indent= unbuffered stream stream-errors \
           seq yaml-input yaml-output build-configuration debug-dump-disasm debug-trace? to= from= help version",
    special: &[
        // A program nobody has seen; it stands in the place of the filter.
        Special::flag("f from-file", Effect::Code).making(Arg::Read),
        Special::value("L library-path", Arg::Read, Effect::Code),
        Special::value("arg", Arg::Text, Effect::Read).two(),
        Special::value("argjson", Arg::Text, Effect::Read).two(),
        // A name and a file.
        Special::reads("slurpfile").two(),
        Special::reads("rawfile").two(),
        Special::reads("argfile").two(),
        Special::flag("args", Effect::Read).making(Arg::Text),
        Special::flag("jsonargs", Effect::Read).making(Arg::Text),
        Special::flag("run-tests", Effect::Code),
    ],
    operands: FILES.first(Arg::Text, "f from-file"),
    ..READS
};

/// Both the one in Go and the one around jq; where they differ, the worse.
const YQ: Entry = Entry {
    flags: "CMenNPrvVj0cyYSRahx",
    values: "Ipow",
    long: "colors no-colors exit-status header-preprocess? indent= input-format= output-format= tojson null-input \
           no-doc prettyPrint unwrapScalar? verbose nul-output csv-auto-parse? csv-separator= tsv-auto-parse? \
           lua-globals lua-prefix= lua-suffix= lua-unquoted properties-array-brackets properties-separator= \
           security-disable-env-ops security-disable-file-ops shell-key-separator= string-interpolation? \
           xml-attribute-prefix= xml-content-name= xml-directive-name= xml-keep-namespace? xml-proc-inst-prefix= \
           xml-raw-token? xml-skip-directives xml-skip-proc-inst xml-strict-mode debug-node-info expression= \
           yaml-output yml-output yaml-roundtrip yml-roundtrip yaml-output-grammar-version= yml-out-ver= width= \
           indentless-lists indentless compact-output slurp raw-output raw-input sort-keys ascii-output join-output \
           tab stream xml-output xml-dtd xml-root= xml-item-depth= xml-force-list= toml-output help version",
    special: &[
        Special::flag("i inplace in-place", Effect::Write).making(Arg::Write),
        // In Go: an expression for the names of the files to write; around jq it is `--slurp`.
        Special::value("s split-exp", Arg::Text, Effect::Write),
        Special::value("split-exp-file", Arg::Read, Effect::Write),
        // In Go `-f` is about front matter, around jq a program.
        Special::value("f front-matter", Arg::Text, Effect::Code),
        Special::value("from-file", Arg::Read, Effect::Code),
        Special::flag("security-enable-system-operator", Effect::Run),
        Special::value("L library-path", Arg::Read, Effect::Code),
        Special::value("arg", Arg::Text, Effect::Read).two(),
        Special::value("argjson", Arg::Text, Effect::Read).two(),
        Special::reads("slurpfile").two(),
        Special::reads("rawfile").two(),
        Special::flag("args", Effect::Read).making(Arg::Text),
        Special::flag("jsonargs", Effect::Read).making(Arg::Text),
    ],
    operands: FILES.first(Arg::Text, "expression from-file"),
    ..READS
};

const XMLLINT: Entry = Entry {
    style: Style::Single,
    long: "version debug debugent copy recover huge noenc noout load-trace nonet nocompact htmlout nowrap quiet \
           timing repeat insert compress html xmlout nodefdtd push pushsmall memory maxmem= nowarning noblanks \
           nocdata format encode= dropdtd pretty= c14n c14n11 exc-c14n nsclean testIO nocatalogs auto noxincludenode \
           nofixup-base-uris stream walker pattern= chkregister sax1 sax oldxml10 xpath= max-ampl= help",
    special: &[
        Special::writes("o output"),
        // Has commands that write files.
        Special::flag("shell", Effect::Run),
        // With these the document says which other files, or addresses, are read.
        Special::flag("noent", Effect::Code),
        Special::flag("xinclude", Effect::Code),
        Special::flag("loaddtd", Effect::Code),
        Special::flag("dtdattr", Effect::Code),
        Special::flag("valid", Effect::Code),
        Special::flag("postvalid", Effect::Code),
        Special::flag("catalogs", Effect::Code),
        Special::value("dtdvalidfpi", Arg::Text, Effect::Code),
        Special::reads("dtdvalid"),
        Special::reads("relaxng"),
        Special::reads("schema"),
        Special::reads("schematron"),
        Special::reads("path"),
    ],
    ..READS
};

const NET: Special = Special::flag("net", Effect::Send);

const XMLSTARLET: &[Entry] = &[
    Entry {
        names: &["sel", "select"],
        flags: "QCRTIDBtnfbh",
        values: "ENcvomiea",
        long: "quiet comp root text indent xml-decl noblanks encode= template copy-of= value-of= output= nl inp-name \
               match= var= break if= elif= else elem= attr= no-doc-namespace doc-namespace help",
        // An order and a path.
        special: &[NET, Special::value("s sort", Arg::Text, Effect::Read).two()],
        ..READS
    },
    // Prints the changed document, unless told to change the file.
    Entry {
        names: &["ed", "edit"],
        flags: "PSOh",
        values: "Ndiasrmutnvx",
        long: "pf ps omit-decl delete= insert= append= subnode= rename= move= update= type= value= expr= var= \
               no-doc-namespace doc-namespace help",
        special: &[NET, Special::flag("L inplace", Effect::Write).making(Arg::Write)],
        ..READS
    },
    Entry { names: &["tr", "transform"], operands: FILES, ..BUILDS },
    Entry {
        names: &["val", "validate"],
        flags: "webgqEh",
        long: "well-formed err embed list-good list-bad quiet stop help",
        special: &[NET, Special::reads("d dtd"), Special::reads("s xsd"), Special::reads("r relaxng")],
        ..READS
    },
    Entry {
        names: &["fo", "format"],
        flags: "ntoRDCNeQHh",
        values: "s",
        long: "noindent indent-tab indent-spaces= omit-decl recover dropdtd nocdata nsclean encode= quiet html help",
        special: &[NET],
        ..READS
    },
    Entry { names: &["el", "elements"], flags: "avdu", ..READS },
    Entry {
        names: &["c14n", "canonic"],
        long: "without-comments with-comments exc-without-comments exc-with-comments",
        ..READS
    },
    Entry { names: &["ls", "list"], ..READS },
    Entry { names: &["esc", "escape", "unesc", "unescape"], ..SAYS },
    Entry { names: &["pyx", "xmln", "p2x", "depyx"], ..READS },
];

const PANDOC: Entry = Entry {
    flags: "sNpiCvh",
    values: "MVTcD",
    long: "file-scope sandbox? standalone? metadata= variable= variable-json= wrap= ascii? toc? table-of-contents? \
           lof? lot? toc-depth= number-sections? number-offset= top-level-division= no-highlight dpi= eol= columns= \
           preserve-tabs? tab-stop= indented-code-classes= default-image-extension= shift-heading-level-by= \
           base-header-level= strip-empty-paragraphs track-changes= strip-comments? reference-links? \
           reference-location= figure-caption-position= table-caption-position= markdown-headings= atx-headers \
           list-tables? listings? incremental? slide-level= section-divs? html-q-tags? email-obfuscation= id-prefix= \
           title-prefix= css= epub-subdirectory= epub-title-page? epub-chapter-level= split-level= chunk-template= \
           ipynb-output= citeproc citation-abbreviations= natbib biblatex mathml mathjax? katex? gladtex trace? \
           dump-args? ignore-args? verbose quiet fail-if-warnings? bash-completion list-input-formats \
           list-output-formats list-extensions? list-highlight-languages list-highlight-styles \
           print-default-template= print-default-data-file= print-highlight-style= link-images? version help",
    special: &[
        Special::value("f from r read", Arg::Text, Effect::Read),
        Special::value("t to w write", Arg::Text, Effect::Read),
        Special::writes("o output"),
        Special::writes("extract-media"),
        Special::writes("log"),
        Special::runs("F filter"),
        script("L lua-filter"),
        Special::runs("pdf-engine"),
        Special::value("pdf-engine-opt", Arg::Text, Effect::Run),
        // Options, filters among them.
        script("d defaults"),
        script("data-dir"),
        Special::reads("template"),
        Special::reads("metadata-file"),
        Special::reads("resource-path"),
        Special::reads("H include-in-header"),
        Special::reads("B include-before-body"),
        Special::reads("A include-after-body"),
        Special::reads("highlight-style"),
        Special::reads("syntax-definition"),
        Special::reads("reference-doc"),
        Special::reads("abbreviations"),
        Special::reads("epub-cover-image"),
        Special::reads("epub-metadata"),
        Special::reads("epub-embed-font"),
        Special::reads("bibliography"),
        Special::reads("csl"),
        // These fetch what the document points to.
        Special::flag("self-contained", Effect::Send).attached(),
        Special::flag("embed-resources", Effect::Send).attached(),
        Special::value("request-header", Arg::Text, Effect::Send),
        Special::flag("no-check-certificate", Effect::Send).attached(),
        Special::flag("webtex", Effect::Send).attached(),
    ],
    operands: FILES,
    ..BUILDS
};

const EZA: Entry = Entry {
    flags: "?v1lGxRTFadrDbBghHimnSuUMZoOX@fA",
    values: "LsItw",
    long: "oneline long grid across recurse tree classify? color? colour? color-scale? colour-scale? \
           color-scale-mode= colour-scale-mode= icons? no-icons no-quotes hyperlink absolute? follow-symlinks all \
           almost-all list-dirs treat-dirs-as-files level= reverse sort= group-directories-first \
           group-directories-last only-dirs only-files show-symlinks no-symlinks ignore-glob= git-ignore \
           git-ignore-dir binary bytes group smart-group header links inode modified mounts numeric flags blocks \
           blocksize time= accessed created changed time-style= total-size no-permissions octal-permissions \
           no-filesize no-user no-time stdin git no-git git-repos git-repos-no-status extended context dereference \
           width= help version",
    lists: true,
    ..READS
};

const MAN: Entry = Entry {
    flags: "dDfkKwWiIau7tZ?VhF",
    values: "RLmSsepE",
    long: "debug default warnings? whatis apropos global-apropos where path location where-cat location-cat recode= \
           locale= systems= sections= extension= ignore-case match-case regex wildcard names-only all update \
           no-subpages ascii encoding= no-hyphenation nh no-justification nj preprocessor= troff troff-device? \
           ditroff usage help version",
    special: &[
        Special::value("P pager", Arg::Shell, Effect::Run),
        Special::value("H html", Arg::Shell, Effect::Run).attached(),
        // Names the programs for everything.
        script("C config-file"),
        // Ends up among the options of less.
        Special::value("r prompt", Arg::Text, Effect::Run),
        Special::flag("X gxditview", Effect::Run).attached(),
        Special::flag("T", Effect::Read).attached(),
        Special::flag("c catman", Effect::Write),
        Special::flag("B", Effect::Run).attached(),
        same("l local-file"),
        Special::reads("M manpath"),
    ],
    ..READS
};

const HTML: Entry = Entry {
    flags: "phtwBcnVl",
    values: "abri",
    long: "pretty text ignore-whitespace detect-base attribute= base= remove-nodes= color number plain charset= \
           indent= limit= help version",
    special: &[Special::reads("f filename file"), Special::writes("o output")],
    ..SAYS
};

const CSV: Entry = Entry {
    flags: "htbBSHvlVnxEIT",
    values: "dqupzeKCcDLQPUMy",
    long: "delimiter= tabs quotechar= quoting= no-doublequote escapechar= maxfieldsize= encoding= locale= \
           skipinitialspace no-header-row skip-lines= verbose linenumbers add-bom zero names columns= not-columns= \
           delete-empty-rows blanks max-rows= max-columns= max-column-width= max-precision= no-number-ellipsis \
           snifflimit= no-inference skip-header out-delimiter= out-tabs out-asv out-quotechar= out-quoting= \
           out-no-doublequote out-escapechar= out-lineterminator= date-format= datetime-format= help version",
    ..READS
};

const CSV_MORE: Entry = Entry {
    flags: "htbSHvlVnIriG",
    values: "dqupzeKcLyfkgs",
    long: "delimiter= tabs quotechar= quoting= no-doublequote escapechar= maxfieldsize= encoding= locale= \
           skipinitialspace no-header-row skip-lines= verbose linenumbers add-bom zero names columns= snifflimit= \
           no-inference csv json type nulls non-nulls unique min max sum mean median stdev len max-precision freq \
           freq-count= count decimal-format= no-grouping-separator reverse ignore-case indent= key= lat= lon= crs= \
           no-bbox stream outer left right groups= group-name= filenames format= sheet= date-format= datetime-format= \
           blanks null-value= no-leading-zeroes names-only reset-dimensions encoding-xls= help version",
    special: &[Special::reads("schema"), Special::flag("write-sheets", Effect::Write).attached()],
    ..READS
};

const CSV_SQL: Entry = Entry { style: Style::Gnu, ..SENDS };

const TLDR: Entry = Entry {
    style: Style::Gnu,
    flags: "luchvqrmVa",
    values: "pLfo",
    long: "list update clear-cache help version platform= language= quiet raw markdown pager no-auto-update color= \
           show-paths seed-config render= search= list-all",
    ..SENDS
};

const WHATIS: Entry = Entry {
    flags: "dvrewalhV?",
    values: "smL",
    long: "debug verbose regex exact wildcard and long sections= section= systems= locale= usage help version",
    special: &[Special::reads("M manpath"), script("C config-file")],
    ..SAYS
};

const GETTEXT: Entry = Entry { flags: "eEnshV", values: "dc", long: "domain= context= help version", ..SAYS };

const GETTEXT_OUT: Entry = Entry {
    flags: "jPCcfvsnFExahV",
    values: "LbDlrkdw",
    long: "join-existing language= from-code= add-comments? check= keyword? flag= no-wrap sort-output sort-by-file \
           no-location add-location? omit-header copyright-holder= foreign-user package-name= package-version= \
           msgid-bugs-address= directory= locale= no-translator width= strict statistics verbose check-format \
           check-header check-domain use-fuzzy java desktop xml template= resource= endianness= no-hash help version",
    special: &[
        target("o output-file output"),
        target("p output-dir"),
        Special::value("files-from", Arg::Read, Effect::Code),
        Special::reads("exclude-file"),
        Special::reads("i input"),
    ],
    operands: FILES,
    ..WRITES
};

const GETTEXT_TOOLS: Entry = Entry {
    flags: "mNPFneEisuqvhVtpdj",
    values: "wCDX",
    long: "multi-domain for-msgfmt no-fuzzy-matching previous sort-output sort-by-file no-wrap no-location \
           add-location? strict width= indent escape no-escape color? use-first unique translated untranslated fuzzy \
           no-fuzzy no-obsolete only-obsolete only-fuzzy less-than= more-than= to-code= lang= quiet silent verbose \
           backup= suffix= directory= compendium= properties-input stringtable-input style= force-po \
           properties-output stringtable-output set-fuzzy clear-fuzzy set-obsolete clear-obsolete clear-previous \
           empty obsolete omit-header use-fuzzy use-untranslated repeated java help version",
    special: &[
        Special::reads("only-file"),
        Special::reads("ignore-file"),
        Special::writes("o output-file"),
        Special::flag("U update", Effect::Write).making(Arg::Write),
        Special::value("f files-from", Arg::Read, Effect::Code),
    ],
    ..READS
};

const EDITOR: Entry = Entry { style: Style::Gnu, operands: OUTPUTS, ..RUNS };
