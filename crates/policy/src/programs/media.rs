//! Programs that look into files of other kinds: pictures, sound, documents, graphs, object files, structured data.
//!
//! Their options are many and few are needed: those that only change what is printed are here, all others are unknown and
//! so put to a person.

use super::entry::{Arg, Effect, Entry, FILES, READS, SAYS, SENDS, Special, Style, TEXT, WRITES};

/// What these share: `dot` and the other layouts of Graphviz. Without `-o` and `-O` they print.
const DOT: Entry = Entry {
    flags: "vVqxyn?",
    values: "TKGNEs",
    special: &[
        Special::writes("o"),
        // Names the output after the input.
        Special::flag("O", Effect::Write),
        // Configures the plug-ins of the system.
        Special::flag("c", Effect::System),
        Special::flag("P", Effect::Write),
        Special::reads("l"),
    ],
    ..READS
};

/// What these share: `pdffonts`, `pdfimages`. Pages and passwords are plain.
const PDF: Entry = Entry { style: Style::Single, long: "f= l= opw= upw= loc list subst v h help", ..READS };

/// What these share: `xsv`, `qsv`.
const XSV_LOOK: Entry = Entry {
    flags: "hnvi",
    values: "dsl",
    long: "help delimiter= no-headers select= everything cardinality nulls median mode limit= ignore-case invert-match",
    special: &[Special::writes("o output")],
    operands: FILES,
    ..READS
};

/// Sub-commands of `xsv` whose first operand is no file.
const XSV_SELECT: Entry = Entry { operands: FILES.first(Arg::Text, ""), ..XSV_LOOK };

const XSV: Entry = Entry {
    long: "list help version",
    subs: &[
        Entry { names: &["headers"], ..XSV_LOOK },
        Entry { names: &["count"], ..XSV_LOOK },
        Entry { names: &["stats"], ..XSV_LOOK },
        Entry { names: &["frequency"], ..XSV_LOOK },
        Entry { names: &["table"], ..XSV_LOOK },
        Entry { names: &["sample"], ..XSV_SELECT },
        Entry { names: &["select"], ..XSV_SELECT },
        Entry { names: &["search"], ..XSV_SELECT },
        Entry {
            names: &["slice"],
            values: "selid",
            long: "start= end= len= index= delimiter= no-headers",
            flags: "n",
            ..XSV_LOOK
        },
        Entry { names: &["sort"], flags: "NRn", long: "numeric reverse select= delimiter= no-headers", ..XSV_LOOK },
    ],
    ..SAYS
};

/// What these share: rows of programs that only ever print what they find in files.
const LOOKS: Entry = Entry { flags: "hvVq", long: "help version", ..READS };

pub(super) const TABLE: &[Entry] = &[
    // Pictures. `identify` also takes `msl:script` and its like; see the oddities.
    Entry {
        names: &["identify"],
        style: Style::Single,
        long: "verbose ping quiet regard-warnings version help moments unique features= precision= units= depth=",
        special: &[Special::value("format", Arg::Text, Effect::Read)],
        ..READS
    },
    // `-TAG` prints one tag; `-TAG=value` writes it and is unknown here, and so are options with code in them.
    Entry {
        names: &["exiftool"],
        style: Style::Single,
        long: "a u U G g G0 G1 s S s1 s2 s3 n j json X h t T l D H e ee fast fast2 q ver list struct common all \
               Make Model Orientation ImageSize ImageWidth ImageHeight FileType MIMEType CreateDate \
               DateTimeOriginal ModifyDate GPSPosition GPSLatitude GPSLongitude Title Author Creator Software Duration",
        ..READS
    },
    Entry { names: &["pngcheck"], flags: "cfpqtv7", ..READS },
    Entry {
        names: &["jpeginfo"],
        flags: "chilqsv1",
        long: "check info lsstat md5 quiet verbose help version",
        ..READS
    },
    Entry {
        names: &["webpinfo"],
        style: Style::Single,
        long: "version quiet diag summary bitstream_info h help H",
        ..READS
    },
    Entry { names: &["tiffinfo"], flags: "DcdijrszM", values: "fo#", ..READS },
    // Sound and film.
    Entry {
        names: &["mediainfo"],
        flags: "fh",
        long: "Full Output= Language= Help Version help version",
        special: &[Special::writes("LogFile")],
        ..READS
    },
    Entry { names: &["soxi"], flags: "VTtrcsdDbBpea", ..READS },
    Entry { names: &["ogginfo"], ..LOOKS },
    // Documents. The second operand is written; `-` is standard output.
    Entry { names: &["pdffonts"], ..PDF },
    Entry {
        names: &["pdftotext"],
        style: Style::Single,
        long: "f= l= r= x= y= W= H= layout fixed= raw nodiag enc= eol= nopgbrk bbox opw= upw= q v h help",
        operands: FILES.last(Arg::Write, ""),
        subs: &[Entry { names: &["-listenc"], style: Style::Single, long: "listenc", ..SAYS }],
        ..WRITES
    },
    Entry { names: &["docx2txt", "odt2txt", "antiword", "catdoc"], ..LOOKS },
    // Graphs.
    Entry { names: &["dot"], ..DOT },
    Entry { names: &["neato"], ..DOT },
    Entry { names: &["fdp"], ..DOT },
    Entry { names: &["sfdp"], ..DOT },
    Entry { names: &["circo"], ..DOT },
    Entry { names: &["twopi"], ..DOT },
    // Differences.
    Entry {
        names: &["difft", "difftastic"],
        long: "context= width= tab-width= display= color= background= syntax-highlight= exit-code strip-cr= \
               check-only ignore-comments skip-unchanged missing-as-empty override= override-binary= \
               list-languages byte-limit= graph-limit= parse-error-limit= sort-paths help version",
        flags: "hV",
        ..READS
    },
    Entry {
        names: &["icdiff"],
        flags: "HNPrsW",
        values: "LU",
        long: "cols= head= numlines= line-numbers no-headers recursive strip-trailing-cr truncate whole-file \
               no-bold show-all-spaces highlight is-git-diff tabsize= color-map= help version",
        ..READS
    },
    Entry { names: &["lsdiff", "filterdiff", "grepdiff"], flags: "sne", values: "pxi#", long: "help version", ..READS },
    Entry {
        names: &["sqldiff"],
        style: Style::Single,
        long: "primarykey schema summary transaction table= vtab",
        ..READS
    },
    // Structured data.
    Entry {
        names: &["gron"],
        flags: "ucmsjv",
        long: "ungron colorize monochrome stream values json no-sort version",
        // An address is fetched.
        special: &[Special::flag("k insecure", Effect::Send)],
        ..READS
    },
    Entry { names: &["xsv"], ..XSV },
    Entry { names: &["qsv"], ..XSV },
    Entry { names: &["hcl2json"], ..LOOKS },
    Entry { names: &["jo"], flags: "aABDehpv", values: "", operands: TEXT, ..SAYS },
    // Object files.
    Entry { names: &["otool"], style: Style::Single, long: "a f h l L D t x d s= v V X tV hv arch=", ..READS },
    Entry {
        names: &["dwarfdump", "llvm-dwarfdump"],
        long: "all debug-info debug-line eh-frame statistics summarize-types verify name= uuid show-children \
               show-parents show-form help version color diff",
        flags: "aniurchpvx",
        ..READS
    },
    Entry {
        names: &["lipo"],
        style: Style::Single,
        subs: &[Entry {
            names: &["-info", "-archs", "-detailed_info"],
            style: Style::Single,
            long: "info archs detailed_info",
            ..READS
        }],
        ..WRITES
    },
    Entry {
        names: &["wasm-objdump"],
        flags: "hdxsrv",
        values: "j",
        long: "headers section= full-contents disassemble details reloc help version",
        ..READS
    },
    Entry {
        names: &["pahole"],
        flags: "AacehimnqrRsSvVT",
        values: "Cxy",
        long: "all expand_types sizes class_name= version help",
        ..READS
    },
    Entry {
        names: &["bloaty"],
        flags: "cwv",
        values: "dns",
        long: "csv tsv domain= help version raw-map disassemble=",
        ..READS
    },
    // These change the file itself where they are given no other.
    Entry {
        names: &["strip", "llvm-strip"],
        flags: "sgSdxXwvDUp",
        values: "KNRFIO",
        long: "strip-all strip-debug strip-dwo strip-unneeded strip-symbol= keep-symbol= remove-section= discard-all \
               discard-locals wildcard verbose preserve-dates only-keep-debug keep-section= keep-file-symbols \
               enable-deterministic-archives disable-deterministic-archives input-target= output-target= target= \
               merge-notes no-merge-notes help info version",
        special: &[Special::writes("o")],
        ..WRITES
    },
    Entry {
        names: &["objcopy", "llvm-objcopy"],
        flags: "pDUSgXxwvV",
        values: "IOBFjRKNGLWbi",
        long: "input-target= output-target= binary-architecture= target= only-section= remove-section= strip-all \
               strip-debug strip-unneeded strip-symbol= keep-symbol= only-keep-debug wildcard verbose \
               preserve-dates rename-section= set-section-flags= set-start= change-addresses= gap-fill= pad-to= \
               localize-symbol= globalize-symbol= weaken redefine-sym= prefix-symbols= compress-debug-sections? \
               decompress-debug-sections help info version",
        special: &[
            Special::writes("dump-section"),
            Special::reads("add-section update-section add-gnu-debuglink redefine-syms keep-symbols strip-symbols"),
            Special::writes("split-dwo"),
        ],
        ..WRITES
    },
    // Sums and the like.
    Entry { names: &["crc32"], ..LOOKS },
    Entry {
        names: &["xxhsum", "xxh32sum", "xxh64sum", "xxh128sum"],
        flags: "chqwH",
        values: "b",
        long: "check quiet status strict tag warn little-endian help version",
        ..READS
    },
    Entry {
        names: &["uuidgen"],
        flags: "rthVmsx",
        values: "nN",
        long: "random time md5 sha1 namespace= name= hex help version",
        ..SAYS
    },
    Entry {
        names: &["figlet", "toilet", "cowsay", "lolcat", "banner"],
        flags: "bcdgklnoprstwyWSLRFXD",
        values: "eTm",
        operands: TEXT,
        ..SAYS
    },
    Entry { names: &["zdump"], flags: "viV", values: "ct", long: "help version", operands: TEXT, ..SAYS },
    Entry { names: &["fastfetch", "neofetch", "onefetch"], long: "help version", ..SAYS },
    // What is looked up is asked of another machine.
    Entry { names: &["dog", "doggo"], ..SENDS },
];
