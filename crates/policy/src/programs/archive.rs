//! Archives and compression.
//!
//! Most of these write by default and only read in one mode. Such a mode is a special with effect `Read` that makes the
//! operands `Arg::Read` in a row whose own effect is higher: whatever else is given, nothing is written then. Where a
//! later option can take the mode back (`xz -t -d`), it is not listed as one.

use super::entry::{Arg, Effect, Entry, FILES, OUTPUTS, READS, RUNS, SAYS, Special, Style, TEXT, WRITES};

/// A mode in which nothing is written, whatever else is given.
const fn looks(names: &'static str) -> Special {
    Special::flag(names, Effect::Read).making(Arg::Read)
}

/// An option of a program that writes anyway, whose value is the place.
const fn target(names: &'static str) -> Special {
    Special::value(names, Arg::Write, Effect::Read)
}

/// The names of the files come from a file, so nobody has seen them.
const fn names_from(names: &'static str) -> Special {
    Special::value(names, Arg::Read, Effect::Code)
}

/// A harmless option that people name in rules, with all its spellings.
const fn same(names: &'static str) -> Special {
    Special::flag(names, Effect::Read)
}

pub(super) const TABLE: &[Entry] = &[
    Entry { names: &["tar", "gtar"], ..TAR },
    // zip
    Entry {
        names: &["zip"],
        // Two-letter options (`-FS`, `-db`) read as clusters of these.
        flags: "ADFJLRSUXceghijklopqruvwxyzCINE$#0123456789",
        values: "nPstZ",
        long: "adjust-sfx archive-clear archive-set compression-method= copy copy-entries display-bytes \
               display-counts display-dots display-globaldots display-usize display-volume dot-size= \
               difference-archive dif encrypt password= entry-comments archive-comment exclude= include= filesync \
               fifo fix fixfix force-zip64 freshen from-crlf to-crlf grow help more-help help-extended junk-paths \
               junk-sfx large-entries-none latest-time license log-append log-info must-match no-dir-entries no-extra \
               no-wild quiet recurse-paths recurse-patterns show-command show-debug show-files show-unicode \
               show-just-unicode show-options split-size= split-pause split-bell split-verbose strip-extra suffixes= \
               symlinks system-hidden unicode= update verbose version from-date= before-date= wild-stop-dirs fast \
               best ignore-case",
        special: &[
            // Tests with unzip, or with the program after `-TT`.
            Special::flag("T test", Effect::Run),
            Special::runs("unzip-command"),
            Special::flag("m move", Effect::Delete),
            Special::flag("d delete", Effect::Delete),
            Special::flag("f", Effect::Read),
            target("O output-file out"),
            target("b temp-path temp-dir"),
            target("logfile-path"),
            // Names from the input.
            Special::flag("@ names-stdin", Effect::Code),
        ],
        operands: FILES.first(Arg::Write, ""),
        ..WRITES
    },
    Entry {
        names: &["unzip"],
        flags: "aABCDEFfGhiJjKLMNnoqsSuUVWxXY^12",
        values: "PIO",
        special: &[
            looks("l"),
            looks("p"),
            looks("c"),
            looks("t"),
            looks("v"),
            looks("z"),
            looks("Z"),
            target("d"),
            // Sets the time of the archive.
            Special::flag("T", Effect::Write),
            // Lets members climb out of the directory.
            Special::flag(":", Effect::Write),
        ],
        operands: TEXT.first(Arg::Read, ""),
        ..WRITES
    },
    Entry { names: &["zipinfo"], flags: "12smlvhMtTzCxUW", values: "IO", operands: TEXT.first(Arg::Read, ""), ..READS },
    Entry { names: &["funzip"], values: "p", ..READS },
    Entry { names: &["zipnote"], ..ZIP_TOOLS },
    Entry { names: &["zipsplit"], ..ZIP_TOOLS },
    Entry { names: &["zipcloak"], ..ZIP_TOOLS },
    // gzip
    Entry { names: &["gzip"], ..GZIPS },
    Entry { names: &["gunzip"], ..GZIPS },
    Entry { names: &["uncompress"], ..GZIPS },
    Entry { names: &["compress"], ..GZIPS },
    Entry { names: &["zcat", "gzcat"], ..ZCAT },
    Entry { names: &["pigz"], ..PIGZ },
    Entry { names: &["unpigz"], ..PIGZ },
    // Of these the last mode counts: `bzip2 -t -d` replaces the file.
    Entry { names: &["bzip2"], ..BZIP2 },
    Entry { names: &["bunzip2"], ..BZIP2 },
    Entry { names: &["pbzip2"], ..BZIP2 },
    Entry { names: &["lbzip2"], ..BZIP2 },
    Entry { names: &["lzip"], ..BZIP2 },
    Entry { names: &["lunzip"], ..BZIP2 },
    Entry { names: &["plzip"], ..BZIP2 },
    Entry { names: &["bzcat"], ..BZCAT },
    Entry { names: &["lbzcat"], ..BZCAT },
    Entry { names: &["bz2cat"], ..BZCAT },
    Entry { names: &["xz"], ..XZS },
    Entry { names: &["unxz"], ..XZS },
    Entry { names: &["lzma"], ..XZS },
    Entry { names: &["unlzma"], ..XZS },
    Entry { names: &["xzcat"], ..XZCAT },
    Entry { names: &["lzcat"], ..XZCAT },
    Entry { names: &["zstd"], ..ZSTDS },
    Entry { names: &["unzstd"], ..ZSTDS },
    Entry { names: &["zstdmt"], ..ZSTDS },
    Entry { names: &["pzstd"], ..ZSTDS },
    Entry {
        names: &["zstdcat"],
        effect: Effect::Read,
        operands: FILES,
        special: &[
            same("c stdout"),
            same("d decompress uncompress"),
            same("f force"),
            same("k keep"),
            same("l list"),
            same("t test"),
            Special::writes("o"),
            Special::flag("rm", Effect::Delete),
            names_from("filelist"),
            Special::reads("D"),
        ],
        ..ZSTD
    },
    Entry { names: &["lz4", "lz4c"], ..LZ4 },
    Entry { names: &["unlz4"], ..LZ4 },
    Entry { names: &["lz4cat"], flags: "cdfqvkmhV", ..READS },
    Entry { names: &["brotli"], ..BROTLI },
    Entry { names: &["unbrotli"], ..BROTLI },
    // 7-Zip and RAR
    Entry { names: &["7z", "7za", "7zr", "7zz", "p7zip"], operands: TEXT, subs: SEVEN, ..READS },
    Entry { names: &["unrar", "unrar-nonfree"], ..RARS },
    Entry { names: &["rar"], ..RARS },
    Entry { names: &["unrar-free"], flags: "xtfp?V", ..WRITES },
    // Libraries, old archives, Java
    Entry {
        names: &["ar", "gar", "llvm-ar"],
        style: Style::Cluster,
        flags: "aibcDfNoOPSTuUvVhl",
        long: "target= record-libdeps= thin help version",
        special: &[
            same("t"),
            same("p"),
            Special::flag("r", Effect::Write).making(Arg::Write),
            Special::flag("q", Effect::Write).making(Arg::Write),
            Special::flag("m", Effect::Write).making(Arg::Write),
            Special::flag("s", Effect::Write).making(Arg::Write),
            Special::flag("x", Effect::Write),
            Special::flag("d", Effect::Delete).making(Arg::Write),
            // A script from the input.
            Special::flag("M", Effect::Run),
            Special::writes("output"),
            // A library that is loaded; more options from a file.
            Special::runs("plugin"),
            Special::value("@", Arg::Read, Effect::Run).attached(),
        ],
        ..READS
    },
    Entry {
        names: &["ranlib", "gcc-ranlib", "llvm-ranlib"],
        flags: "DUtvVhH",
        long: "target= help version",
        special: &[Special::runs("plugin"), Special::value("@", Arg::Read, Effect::Run).attached()],
        ..WRITES
    },
    Entry {
        names: &["cpio", "gcpio"],
        // `-t` alone lists.
        flags: "tBcvVbfnrsSA0aLdmu?lk6",
        values: "CHRW",
        long: "list block-size= io-size= force-local format= quiet owner= verbose dot warning= swap nonmatching \
               numeric-uid-gid swap-bytes swap-halfwords to-stdout only-verify-crc device-independent reproducible \
               ignore-devno renumber-inodes no-absolute-filenames null reset-access-time dereference make-directories \
               preserve-modification-time no-preserve-owner sparse usage help version",
        special: &[
            Special::flag("i extract", Effect::Write),
            // Reads the names of the files from its input.
            Special::flag("o create", Effect::Write),
            Special::flag("p pass-through", Effect::Write).making(Arg::Write),
            Special::flag("append", Effect::Write),
            Special::flag("absolute-filenames", Effect::Write),
            Special::flag("unconditional", Effect::Write),
            Special::flag("link", Effect::Write),
            Special::flag("rename", Effect::Write),
            Special::writes("O"),
            Special::writes("rename-batch-file"),
            Special::writes("D directory"),
            Special::reads("F file"),
            Special::reads("I"),
            Special::reads("E pattern-file"),
            Special::value("M message", Arg::Text, Effect::Write),
            Special::runs("rsh-command"),
        ],
        operands: TEXT,
        ..READS
    },
    Entry {
        names: &["jar"],
        style: Style::Cluster,
        flags: "v0MPnhk?",
        values: "ep",
        long: "verbose no-compress no-manifest main-class= module-version= hash-modules= module-path= \
               warn-if-resolved= do-not-resolve-by-default keep-old-files date= release= help? help-extra? version",
        special: &[
            same("t list"),
            same("d describe-module"),
            same("validate"),
            Special::flag("x extract", Effect::Write),
            Special::flag("c create", Effect::Write).making(Arg::Read),
            Special::flag("u update", Effect::Write).making(Arg::Read),
            Special::value("i generate-index", Arg::Write, Effect::Write),
            Special::reads("f file"),
            Special::reads("m manifest"),
            target("dir"),
            // A directory and a file.
            Special::reads("C").two(),
            // An option of the virtual machine, such as an agent; more options from a file.
            Special::flag("J", Effect::Run).attached(),
            Special::value("@", Arg::Read, Effect::Run).attached(),
        ],
        operands: TEXT,
        ..READS
    },
    // Unpack whatever they are given, with whatever program is there.
    Entry { names: &["unar"], ..RUNS },
    Entry { names: &["lsar"], ..RUNS },
    Entry { names: &["atool"], ..RUNS },
    Entry { names: &["aunpack"], ..RUNS },
    Entry { names: &["apack"], ..RUNS },
    Entry { names: &["als"], ..RUNS },
    Entry { names: &["dtrx"], ..RUNS },
    Entry { names: &["bsdtar"], ..RUNS },
];

const TAR: Entry = Entry {
    style: Style::Cluster,
    flags: "GnSkWOmpsBiajJzZhlRvwo?",
    values: "bHKLNV",
    long: "test-label check-device no-check-device hole-detection= ignore-failed-read incremental level= no-seek seek \
           occurrence? sparse sparse-version= exclude= exclude-backups exclude-caches exclude-caches-all \
           exclude-caches-under exclude-ignore= exclude-ignore-recursive= exclude-tag= exclude-tag-all= \
           exclude-tag-under= exclude-vcs exclude-vcs-ignores no-null no-recursion no-unquote no-verbatim-files-from \
           null recursion unquote verbatim-files-from anchored ignore-case no-anchored no-ignore-case no-wildcards \
           no-wildcards-match-slash wildcards wildcards-match-slash keep-directory-symlink keep-newer-files \
           keep-old-files no-overwrite-dir overwrite-dir skip-old-files verify set-mtime-format= ignore-command-error \
           no-ignore-command-error to-stdout atime-preserve? clamp-mtime delay-directory-restore \
           no-delay-directory-restore group= mode= mtime= touch no-same-owner no-same-permissions numeric-owner \
           owner= preserve-permissions same-permissions preserve same-owner sort= preserve-order same-order acls \
           no-acls selinux no-selinux xattrs no-xattrs xattrs-exclude= xattrs-include= force-local tape-length= \
           blocking-factor= read-full-records ignore-zeros record-size= format= old-archive portability pax-option= \
           posix label= auto-compress no-auto-compress bzip2 xz lzip lzma lzop zstd gzip gunzip ungzip compress \
           uncompress backup? suffix= hard-dereference dereference starting-file= newer-mtime= newer= after-date= \
           one-file-system strip-components= transform= xform= checkpoint? full-time check-links no-quote-chars= \
           quote-chars= quoting-style= block-number show-defaults show-omitted-dirs show-snapshot-field-ranges \
           show-transformed-names show-stored-names totals? utc verbose warning= interactive confirmation restrict \
           usage help version",
    special: &[
        // Modes. Without a mode tar only complains.
        same("t list"),
        Special::flag("d diff compare", Effect::Read).making(Arg::Read),
        Special::flag("x extract get", Effect::Write),
        Special::flag("c create", Effect::Write).making(Arg::Read),
        Special::flag("r append", Effect::Write).making(Arg::Read),
        Special::flag("u update", Effect::Write).making(Arg::Read),
        Special::flag("A catenate concatenate", Effect::Write).making(Arg::Read),
        Special::flag("delete", Effect::Delete),
        // The archive; `host:file` is on another machine.
        Special::reads("f file"),
        target("C directory cd"),
        target("one-top-level").attached(),
        // Programs.
        Special::runs("I use-compress-program"),
        Special::value("to-command", Arg::Shell, Effect::Run),
        // `exec=command`
        Special::value("checkpoint-action", Arg::Shell, Effect::Run),
        Special::value("F info-script new-volume-script", Arg::Shell, Effect::Run),
        Special::runs("rsh-command"),
        Special::runs("rmt-command"),
        // Asks for the next volume, and there `!` starts a shell.
        Special::flag("M multi-volume", Effect::Run),
        // Files beside the archive.
        Special::writes("g listed-incremental"),
        Special::writes("index-file"),
        Special::writes("volno-file"),
        Special::reads("add-file"),
        Special::reads("X exclude-from"),
        Special::reads("owner-map"),
        Special::reads("group-map"),
        Special::value("set-mtime-command", Arg::Shell, Effect::Run),
        names_from("T files-from"),
        // What it leaves nothing of.
        Special::flag("remove-files", Effect::Delete),
        Special::flag("recursive-unlink", Effect::Delete),
        Special::flag("U unlink-first", Effect::Delete),
        same("overwrite"),
        // Members may then lie anywhere.
        Special::flag("P absolute-names", Effect::Write),
    ],
    operands: TEXT,
    // Members go to standard output and nowhere else.
    subs: &[Entry {
        names: &["-O", "--to-stdout"],
        style: Style::Cluster,
        flags: "xOvzjJZat",
        long: "extract get to-stdout list gzip gunzip ungzip bzip2 xz zstd lzma compress uncompress auto-compress verbose \
               wildcards no-wildcards wildcards-match-slash no-anchored anchored ignore-case occurrence? exclude= \
               strip-components= force-local",
        special: &[Special::reads("f file")],
        operands: TEXT,
        ..READS
    }],
    ..READS
};

const GZIP: Entry = Entry {
    flags: "ahLnNqvVCF#0123456789w",
    values: "Sb",
    long: "ascii license no-name name quiet rsyncable suffix= synchronous verbose fast best help version",
    operands: OUTPUTS,
    ..WRITES
};

const GZIP_SAME: &[Special] = &[
    same("c stdout to-stdout"),
    same("l list"),
    same("t test"),
    same("d decompress uncompress"),
    same("f force"),
    same("k keep"),
    same("r recursive"),
];

const XZ: Entry = Entry {
    flags: "zeqvQhHV#0123456789",
    values: "SFCTM",
    long: "compress single-stream no-sparse suffix= format= check= ignore-check extreme fast best threads= \
           block-size= block-list= flush-timeout= memlimit-compress= memlimit-decompress= memlimit-mt-decompress= \
           memlimit= memory= no-adjust no-sync lzma1? lzma2? x86? arm? armthumb? arm64? powerpc? ia64? sparc? riscv? \
           delta? filters= filters-help quiet verbose no-warn robot info-memory long-help help version",
    ..WRITES
};

const ZSTD: Entry = Entry {
    // The digits also end `-T0`, `-B64`, `-b3`.
    flags: "zqvrhHVCS#0123456789beiTMB",
    long: "compress keep-going ultra fast? adapt? long? single-thread auto-threads= rsyncable exclude-compressed \
           stream-size= size-hint= target-compressed-block-size= no-dictID compress-literals no-compress-literals \
           row-match-finder no-row-match-finder format= check no-check sparse no-sparse asyncio no-asyncio \
           content-size no-content-size pass-through no-pass-through progress no-progress mmap-dict no-mmap-dict \
           maxdict= dictID= priority= threads= memory= memlimit= memlimit-decompress= max verbose quiet recursive \
           help version",
    ..WRITES
};

/// Switches of 7-Zip carry their values attached.
const SEVEN: &[Entry] = &[
    Entry {
        names: &["l", "t"],
        style: Style::Single,
        long: "slt ba bd bb bb0 bb1 bb2 bb3 bt r y scrc sccUTF-8 t7z tzip ttar tgzip tbzip2 txz trar tiso p=",
        operands: TEXT.first(Arg::Read, ""),
        ..READS
    },
    Entry { names: &["h"], style: Style::Single, long: "bd r y scrc scrcCRC32 scrcCRC64 scrcSHA1 scrcSHA256", ..READS },
    Entry { names: &["i", "b"], ..SAYS },
    Entry {
        names: &["x", "e"],
        flags: "ysbdarnl0123456789",
        values: "pitxm",
        special: &[target("o")],
        operands: TEXT.first(Arg::Read, ""),
        ..WRITES
    },
    Entry {
        names: &["a", "u", "rn"],
        flags: "yrsbnl",
        values: "pmtvxaiu",
        special: &[
            // `-sdel` deletes the files afterwards; `s`, `d`, `e`, `l` as a cluster.
            Special::flag("d", Effect::Delete),
            Special::flag("e", Effect::Delete),
            target("w"),
            target("o"),
        ],
        operands: FILES.first(Arg::Write, ""),
        ..WRITES
    },
    Entry { names: &["d"], effect: Effect::Delete, flags: "yr", operands: TEXT.first(Arg::Write, ""), ..WRITES },
];

const RAR: &[Entry] = &[
    Entry {
        names: &["l", "lt", "lta", "lb", "v", "vt", "vta", "vb", "t", "p"],
        style: Style::Single,
        long: "inul idq y r c- cfg- p- p= ierr o+ o- av- ep ep1",
        operands: TEXT.first(Arg::Read, ""),
        ..READS
    },
    Entry {
        names: &["x", "e"],
        style: Style::Single,
        long: "inul idq y r c- cfg- p- p= o+ o- or kb u f ad ep ep1",
        operands: TEXT.first(Arg::Read, "").last(Arg::Write, ""),
        ..WRITES
    },
    Entry {
        names: &["a", "u", "f", "m", "mf", "d", "k", "c", "cw", "r", "rc", "rn", "rr", "rv", "s", "s-"],
        effect: Effect::Delete,
        style: Style::Single,
        long: "inul idq y r",
        operands: FILES.first(Arg::Write, ""),
        ..WRITES
    },
];

const ZIP_TOOLS: Entry = Entry { flags: "whqvLitsdp", values: "bnrO", ..WRITES };

const GZIPS: Entry = Entry {
    special: &[
        looks("c stdout to-stdout"),
        looks("l list"),
        looks("t test"),
        same("d decompress uncompress"),
        same("f force"),
        same("k keep"),
        same("r recursive"),
    ],
    ..GZIP
};

const ZCAT: Entry = Entry { effect: Effect::Read, operands: FILES, special: GZIP_SAME, ..GZIP };

const PIGZ: Entry = Entry {
    flags: "aFhHiKLmMnNOqRUvVYz#0123456789",
    values: "AbCIJpS",
    long: "fast best alias= blocksize= comment= first huffman independent iterations= oneblock maxsplits= zip no-time \
           time no-name name processes= quiet rsyncable suffix= synchronous rle verbose zlib license help version",
    special: &[
        looks("c stdout to-stdout"),
        looks("l list"),
        same("t test"),
        same("d decompress uncompress"),
        same("f force"),
        same("k keep"),
        same("r recursive"),
    ],
    ..WRITES
};

const BZIP2: Entry = Entry {
    flags: "zqvsLhV#0123456789ner",
    values: "bmpSB",
    long: "compress quiet verbose small fast best license repetitive-best repetitive-fast exponential \
           ignore-trailing-garbage= loadavg read help version",
    special: &[
        looks("c stdout"),
        looks("t test"),
        same("d decompress"),
        same("f force"),
        same("k keep"),
        Special::writes("o output"),
    ],
    ..WRITES
};

const BZCAT: Entry =
    Entry { flags: "cdkqvsLhVf", long: "stdout decompress keep quiet verbose small force help version", ..READS };

const XZS: Entry = Entry {
    special: &[
        looks("c stdout to-stdout"),
        same("l list"),
        same("t test"),
        same("d decompress uncompress"),
        same("f force"),
        same("k keep"),
        names_from("files").attached(),
        names_from("files0").attached(),
    ],
    // Of `-l -d` the last counts; alone it only looks.
    subs: &[Entry { names: &["-l", "--list"], flags: "lvqQ", long: "list verbose quiet robot", ..READS }],
    ..XZ
};

const XZCAT: Entry = Entry {
    effect: Effect::Read,
    operands: FILES,
    special: &[
        same("c stdout to-stdout"),
        same("d decompress uncompress"),
        same("f force"),
        same("k keep"),
        same("t test"),
        same("l list"),
        names_from("files").attached(),
        names_from("files0").attached(),
    ],
    ..XZ
};

const ZSTDS: Entry = Entry {
    special: &[
        looks("c stdout"),
        same("l list"),
        same("t test"),
        same("d decompress uncompress"),
        same("f force"),
        same("k keep"),
        Special::writes("o"),
        Special::writes("output-dir-flat"),
        Special::writes("output-dir-mirror"),
        Special::writes("trace"),
        Special::flag("rm", Effect::Delete),
        Special::flag("train", Effect::Write),
        Special::flag("train-cover", Effect::Write).attached(),
        Special::flag("train-fastcover", Effect::Write).attached(),
        Special::flag("train-legacy", Effect::Write).attached(),
        names_from("filelist"),
        Special::reads("D"),
        Special::reads("patch-from"),
    ],
    ..ZSTD
};

const LZ4: Entry = Entry {
    flags: "zmrlvqhHV#0123456789bei",
    values: "B",
    long: "no-frame-crc frame-crc content-size no-content-size sparse no-sparse favor-decSpeed fast? best multiple \
           compress verbose quiet help version",
    special: &[
        looks("c stdout to-stdout"),
        same("t test"),
        same("list"),
        same("d decompress uncompress"),
        same("f force"),
        same("k keep"),
        Special::flag("rm", Effect::Delete),
        Special::reads("D"),
    ],
    // `lz4 in out`
    operands: FILES.last(Arg::Write, ""),
    ..WRITES
};

const BROTLI: Entry = Entry {
    flags: "nvVhZ#0123456789",
    values: "qwSC",
    long: "no-copy-stat quality= verbose lgwin= large_window= suffix= best comment= squash help version",
    special: &[
        looks("c stdout"),
        looks("t test"),
        same("d decompress"),
        same("f force"),
        same("k keep"),
        Special::flag("j rm", Effect::Delete),
        Special::writes("o output"),
        Special::reads("D dictionary"),
    ],
    ..WRITES
};

const RARS: Entry = Entry { operands: TEXT, subs: RAR, ..READS };
