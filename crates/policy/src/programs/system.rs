//! Services, processes, devices, networks, users and packages of the machine.
//!
//! Looking is `Read`, also where it asks a local daemon; changing anything here is `System`, since it reaches beyond the
//! project. Where the same program does both, the rows are by sub-command, by option (`-l`) or by the lack of operands.

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FILES, Operands, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT,
    WRITES, Wraps,
};

// Options every systemctl command takes, before or after it.
macro_rules! sysd_long {
    ($own:literal) => {
        concat!(
            "help version system user type= state= failed property= all full recursive reverse after before \
                    with-dependencies job-mode= show-transaction show-types value check-inhibitors= kill-whom= \
                    kill-who= signal= what= now dry-run quiet wait no-block no-wall no-reload legend? no-legend \
                    no-pager no-ask-password runtime preset-mode= lines= output= plain timestamp= read-only mkdir \
                    marked no-warn drop-in= when= stdin ",
            $own
        )
    };
}
macro_rules! sysd {
    ($($own:expr),* $(,)?) => {
        &[Special::value("H host", Arg::Host, Effect::Send),
            Special::value("M machine", Arg::Text, Effect::System),
            Special::value("root", Arg::Read, Effect::System),
            Special::value("image", Arg::Read, Effect::System),
            Special::flag("global", Effect::System),
            Special::flag("force", Effect::System),
            Special::flag("firmware-setup", Effect::System).attached(),
            Special::value("boot-loader-menu", Arg::Text, Effect::System),
            Special::value("boot-loader-entry", Arg::Text, Effect::System), $($own),*]
    };
}

// Options of the smaller tools of systemd.
macro_rules! sdctl_long {
    ($own:literal) => {
        concat!(
            "help version no-pager no-legend no-ask-password property= all value full lines= output= json= \
                    stats monitor legend? system user show-machine unique acquired activatable match= size= list \
                    quiet verbose timeout= transient static pretty adjust-system-clock no-convert kill-whom= \
                    signal= recursive type= class= interface= protocol= raw cache? search? service-address? \
                    service-txt? zone? cname? synthesize? trust-anchor? network? validate? xml-interface ",
            $own
        )
    };
}
macro_rules! sdctl {
    ($($own:expr),* $(,)?) => {
        &[Special::value("H host", Arg::Host, Effect::Send),
            Special::value("M machine", Arg::Text, Effect::System), $($own),*]
    };
}

// Options of `ip`; -batch runs commands of a file, -netns acts elsewhere.
macro_rules! ip_long {
    ($own:literal) => {
        concat!(
            "4 6 0 B M s stats statistics d details r resolve h human human-readable iec j json p pretty f= \
                    family= l= loops= br brief o oneline t timestamp ts tshort rc= rcvbuf= N Numeric a all c? \
                    color? V Version echo ",
            $own
        )
    };
}
macro_rules! ip {
    ($($own:expr),* $(,)?) => {
        &[Special::value("b batch", Arg::Read, Effect::Run),
            Special::value("n netns", Arg::Text, Effect::System),
            Special::flag("force", Effect::System), $($own),*]
    };
}

/// What these share: `show`, `get`, `help`.
const IP_VERBS_SHOW: Entry =
    Entry { style: Style::Single, long: "br brief c color o oneline s stats d details j json p pretty 4 6", ..SAYS };

/// What these share: `add`, `del`, `set`, `change` and others.
const IP_VERBS_ADD: Entry = Entry { style: Style::Single, ..SYSTEM };

/// The verbs of most objects of `ip`, with the usual short forms.
const IP_VERBS: &[Entry] = &[
    Entry { names: &[""], style: Style::Single, ..SAYS },
    Entry { names: &["show", "list", "ls", "lst", "sh", "sho", "l", "li", "lis"], ..IP_VERBS_SHOW },
    Entry { names: &["get", "g"], ..IP_VERBS_SHOW },
    Entry { names: &["help"], ..IP_VERBS_SHOW },
    Entry { names: &["add", "a"], ..IP_VERBS_ADD },
    Entry { names: &["del", "delete", "d"], ..IP_VERBS_ADD },
    Entry { names: &["set"], ..IP_VERBS_ADD },
    Entry { names: &["change", "chg"], ..IP_VERBS_ADD },
    Entry { names: &["replace"], ..IP_VERBS_ADD },
    Entry { names: &["append"], ..IP_VERBS_ADD },
    Entry { names: &["prepend"], ..IP_VERBS_ADD },
    Entry { names: &["flush", "f"], ..IP_VERBS_ADD },
    Entry { names: &["save"], ..IP_VERBS_ADD },
    Entry { names: &["restore"], ..IP_VERBS_ADD },
    Entry { names: &["exec"], ..IP_VERBS_ADD },
];

// Options of apt; -c and -o bring in hooks, which are programs.
macro_rules! apt_long {
    ($own:literal) => {
        concat!(
            "help version quiet? simulate dry-run just-print recon yes assume-yes assume-no show-upgraded \
                    verbose-versions no-install-recommends install-recommends install-suggests fix-broken \
                    fix-missing installed upgradable upgradeable manual-installed all-versions names-only full \
                    no-all-versions download-only target-release= default-release= host-architecture= only-upgrade \
                    no-upgrade reinstall print-uris recurse important no-pre-depends no-depends no-suggests \
                    no-conflicts no-breaks no-replaces no-enhances implicit generate no-generate all-names color \
                    no-color pinned ",
            $own
        )
    };
}
macro_rules! apt {
    ($($own:expr),* $(,)?) => {
        &[Special::value("c config-file", Arg::Read, Effect::Run),
            Special::value("o option", Arg::Setting, Effect::Run),
            Special::value("root", Arg::Read, Effect::System), $($own),*]
    };
}

// Formats may hold `#(command)`, so -F is a program.
macro_rules! tmux {
    ($($own:expr),* $(,)?) => {
        &[Special::value("F", Arg::Shell, Effect::Run), $($own),*]
    };
}

/// What these share: `list-units`, `list-automounts`, `list-sockets`, `list-timers` and others.
const SYSTEMCTL_LIST_UNITS: Entry =
    Entry { flags: "aflrqTh", values: "tpPnos", long: sysd_long!(""), special: sysd![], ..SAYS };

/// What these share: `start`, `stop`, `reload`, `restart` and others.
const SYSTEMCTL_START: Entry =
    Entry { flags: "aflrqTh", values: "tpPnos", long: sysd_long!(""), special: sysd![], ..SYSTEM };

/// What these share: `list-sessions`, `session-status`, `show-session`, `list-users` and others.
const LOGINCTL_LIST_SESSIONS: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `activate`, `lock-session`, `unlock-session`, `lock-sessions` and others.
const LOGINCTL_ACTIVATE: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SYSTEM };

/// What these share: `status`, `show`, `list-timezones`, `timesync-status` and others.
const TIMEDATECTL_STATUS: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `set-time`, `set-timezone`, `set-local-rtc`, `set-ntp` and others.
const TIMEDATECTL_SET_TIME: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SYSTEM };

/// What these share: `hostname`, `icon-name`, `chassis`, `deployment` and others.
const HOSTNAMECTL_HOSTNAME: Entry = Entry {
    flags: "haljq",
    values: "pPnos",
    long: sdctl_long!(""),
    special: sdctl![],
    subs: &[Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS }],
    ..SYSTEM
};

/// What these share: `set-hostname`, `set-icon-name`, `set-chassis`, `set-deployment` and others.
const HOSTNAMECTL_SET_HOSTNAME: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SYSTEM };

/// What these share: `status`, `list-locales`, `list-keymaps`, `list-x11-keymap-models` and others.
const LOCALECTL_STATUS: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `set-locale`, `set-keymap`, `set-x11-keymap`.
const LOCALECTL_SET_LOCALE: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SYSTEM };

/// What these share: `list`, `status`, `lldp`, `label` and others.
const NETWORKCTL_LIST: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `delete`, `up`, `down`, `renew` and others.
const NETWORKCTL_DELETE: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SYSTEM };

/// What these share: `status`, `statistics`, `show-cache`, `show-server-state`.
const RESOLVECTL_STATUS: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `query`, `service`, `openpgp`, `tlsa` and others.
const RESOLVECTL_QUERY: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SENDS };

/// What these share: `dns`, `domain`, `default-route`, `llmnr` and others.
const RESOLVECTL_DNS: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SYSTEM };

/// What these share: `resolvectl`, `systemd-resolve`.
const RESOLVECTL: Entry = Entry {
    flags: "haljq",
    values: "pPnos",
    long: sdctl_long!(""),
    special: sdctl![],
    subs: &[
        Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS },
        Entry { names: &["status"], ..RESOLVECTL_STATUS },
        Entry { names: &["statistics"], ..RESOLVECTL_STATUS },
        Entry { names: &["show-cache"], ..RESOLVECTL_STATUS },
        Entry { names: &["show-server-state"], ..RESOLVECTL_STATUS },
        Entry { names: &["query"], ..RESOLVECTL_QUERY },
        Entry { names: &["service"], ..RESOLVECTL_QUERY },
        Entry { names: &["openpgp"], ..RESOLVECTL_QUERY },
        Entry { names: &["tlsa"], ..RESOLVECTL_QUERY },
        Entry { names: &["monitor"], ..RESOLVECTL_QUERY },
        Entry { names: &["dns"], ..RESOLVECTL_DNS },
        Entry { names: &["domain"], ..RESOLVECTL_DNS },
        Entry { names: &["default-route"], ..RESOLVECTL_DNS },
        Entry { names: &["llmnr"], ..RESOLVECTL_DNS },
        Entry { names: &["mdns"], ..RESOLVECTL_DNS },
        Entry { names: &["dnsovertls"], ..RESOLVECTL_DNS },
        Entry { names: &["dnssec"], ..RESOLVECTL_DNS },
        Entry { names: &["nta"], ..RESOLVECTL_DNS },
        Entry { names: &["revert"], ..RESOLVECTL_DNS },
        Entry { names: &["log-level"], ..RESOLVECTL_DNS },
        Entry { names: &["flush-caches"], ..RESOLVECTL_DNS },
        Entry { names: &["reset-statistics"], ..RESOLVECTL_DNS },
        Entry { names: &["reset-server-features"], ..RESOLVECTL_DNS },
    ],
    ..SAYS
};

/// What these share: `list`, `status`, `tree`, `introspect` and others.
const BUSCTL_LIST: Entry = Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `monitor`, `capture`, `call`, `emit` and others.
const BUSCTL_MONITOR: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SYSTEM };

/// What these share: `time`, `blame`, `critical-chain`, `plot` and others.
const SYSTEMD_ANALYZE_TIME: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `cat-config`, `verify`.
const SYSTEMD_ANALYZE_CAT_CONFIG: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..READS };

/// What these share: `set-log-level`, `set-log-target`, `service-watchdogs`, `log-level` and others.
const SYSTEMD_ANALYZE_SET_LOG_LEVEL: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SYSTEM };

/// What these share: `systemd-cgls`, `systemd-cgtop`, `systemd-detect-virt`, `systemd-path` and others.
const SYSTEMD_CGLS: Entry = Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `list`, `info`.
const COREDUMPCTL_LIST: Entry =
    Entry { flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS };

/// What these share: `service`, `rc-service`, `invoke-rc.d`, `update-rc.d` and others.
const SERVICE: Entry = Entry { subs: &[Entry { names: &["--status-all"], long: "status-all", ..SAYS }], ..SYSTEM };

/// What these share: `a`, `x`, `u`, `ax` and others.
const PS_A: Entry = Entry {
    effect: Effect::Code,
    subs: &[Entry {
        names: &[""],
        flags: "AadNTFfHjlMPyLmcwVZSXxrheknv",
        values: "CGgpqstuUOo",
        long: "deselect Group= group= pid= ppid= quick-pid= sid= tty= user= User= forest format= headers \
                        no-headers cols= columns= width= rows= lines= cumulative sort=",
        ..SAYS
    }],
    ..SAYS
};

/// What these share: `o`, `ao`, `xo`, `axo` and others.
const PS_O: Entry =
    Entry { flags: "w", values: "po", long: "sort= no-headers headers forest width= cols= columns=", ..SAYS };

/// What these share: `pidof`, `pidwait`.
const PIDOF: Entry = Entry { flags: "csxqhV", values: "oS", long: "help version", ..SAYS };

/// What these share: `pkill`, `killall`.
const PKILL: Entry = Entry {
    flags: "#aceghILlnoqrVvxwZfi",
    values: "dFGPUstuyOz",
    long: "exact ignore-case process-group interactive list quiet regexp signal= user= verbose wait \
                older-than= younger-than= ns= count echo full pgroup= group= newest oldest older= parent= session= \
                terminal= euid= uid= pidfile= logpidfile runstates= ignore-ancestors queue= help version",
    same: &[
        "-9 -KILL -SIGKILL -kill -sigkill -s=kill -s=sigkill --signal=kill -n=KILL -s=9 -s=KILL -s=SIGKILL --signal=9 --signal=KILL --signal=SIGKILL",
        "-15 -TERM -SIGTERM -term -sigterm -s=term -s=sigterm --signal=term -n=TERM -s=15 -s=TERM -s=SIGTERM --signal=15 --signal=TERM --signal=SIGTERM",
        "-1 -HUP -SIGHUP -hup -sighup -s=hup -s=sighup --signal=hup -n=HUP -s=1 -s=HUP -s=SIGHUP --signal=1 --signal=HUP --signal=SIGHUP",
    ],
    ..SYSTEM
};

/// What these share: `iostat`, `mpstat`, `pidstat`.
const IOSTAT: Entry =
    Entry { flags: "AcdhIkmNnsuVxyzHlRrtUvwp", values: "CejGfgo", long: "dec= human pretty compact help", ..SAYS };

/// What these share: `sar`, `sadf`.
const SAR: Entry = Entry {
    flags: "AbBCcDdFHhpqRrSuVvWwyz",
    values: "ePijmnst",
    long: "dec= human pretty help sadc dev= fs= iface= int=",
    special: &[Special::writes("o"), Special::reads("f")],
    ..SAYS
};

/// What these share: `pmap`, `pwdx`, `lslogins`, `lsfd`.
const PMAP: Entry = Entry {
    flags: "aAbcdhHiIJlnNoOprstuvwxXqVgGfz",
    long: "help version json raw output-all noheadings list notruncate bytes all",
    ..SAYS
};

/// What these share: `strace`, `ltrace`, `dtruss`, `perf` and others.
const STRACE: Entry = Entry {
    flags: "ACDTVYZcdfhiknqrtvwxyFSL",
    values: "IOPUXabepsuEl",
    long: "help version tool= leak-check= summary summary-only follow-forks decode-fds string-limit= trace= \
                status= track-origins= show-leak-kinds= error-exitcode= trace-children= num-callers= suppressions=",
    special: &[
        Special::value("o output", Arg::Write, Effect::Run),
        Special::value("log-file xml-file", Arg::Write, Effect::Run),
    ],
    wraps: Wraps::Command(0),
    ..RUNS
};

/// What these share: `mkfs`, `mkfs.ext2`, `mkfs.ext3`, `mkfs.ext4` and others.
const MKFS: Entry = Entry {
    flags: "cfFqnvVSD",
    values: "bCgGiIjJlLmMNoOrtTUEdes",
    long: "help version label= uuid= force check",
    ..DELETES
};

/// What these share: `address`, `link`, `route`, `rule` and others.
const IP_ADDRESS: Entry = Entry { style: Style::Single, subs: IP_VERBS, ..SAYS };

/// What these share: `list`, `ls`, `show`, `identify` and others.
const IP_NETNS_LIST: Entry = Entry { style: Style::Single, ..SAYS };

/// What these share: `add`, `del`, `delete`, `set` and others.
const IP_NETNS_ADD: Entry = Entry { style: Style::Single, ..SYSTEM };

/// What these share: `xfrm`, `tap`, `amt`.
const IP_XFRM: Entry = Entry { style: Style::Single, ..SYSTEM };

/// What these share: `iptables`, `ip6tables`, `iptables-save`, `iptables-restore` and others.
const IPTABLES: Entry = Entry {
    flags: "LnvSx",
    values: "t",
    long: "list numeric verbose list-rules table=",
    special: &[
        Special::flag("F flush", Effect::System),
        Special::flag("X delete-chain", Effect::System),
        Special::flag("Z zero", Effect::System),
        Special::value("A append", Arg::Text, Effect::System),
        Special::value("D delete", Arg::Text, Effect::System),
        Special::value("I insert", Arg::Text, Effect::System),
        Special::value("P policy", Arg::Text, Effect::System),
        Special::value("j jump", Arg::Text, Effect::System),
    ],
    ..SYSTEM
};

/// What these share: `at`, `batch`, `atrm`.
const AT: Entry = Entry {
    flags: "mMlbVvdrc",
    values: "qt",
    special: &[Special::value("f", Arg::Read, Effect::Run)],
    operands: TEXT,
    style: Style::Gnu,
    // What comes in on its input is run later.
    ..RUNS
};

/// What these share: `lsmod`, `lspci`, `lsusb`, `lshw` and others.
const LSMOD: Entry = Entry {
    flags: "abcdefhiklmnpqrstuvxyzADFGHMPSVBQX",
    long: "help version short verbose json tree list all color? class= brief",
    ..SAYS
};

/// What these share: `topo`, `nvlink`, `pmon`, `dmon` and others.
const NVIDIA_SMI_TOPO: Entry = Entry { flags: "mpceghtdo", values: "is", ..SAYS };

/// What these share: `list`, `show`, `search`, `policy` and others.
const APT_LIST: Entry = Entry { flags: "qsyhVudm", values: "at", long: apt_long!(""), special: apt![], ..SAYS };

/// What these share: `changelog`, `download`, `source`, `indextargets`.
const APT_CHANGELOG: Entry = Entry { flags: "qsyhVudm", values: "at", long: apt_long!(""), special: apt![], ..SENDS };

/// What these share: `install`, `remove`, `purge`, `autoremove` and others.
const APT_INSTALL: Entry = Entry { flags: "qsyhVudm", values: "at", long: apt_long!(""), special: apt![], ..SYSTEM };

/// What these share: `apt`, `apt-get`, `aptitude`, `nala`.
const APT: Entry = Entry {
    flags: "qsyhVudm",
    values: "at",
    long: apt_long!(""),
    special: apt![],
    subs: &[
        // The local lists of packages.
        Entry { names: &["list"], ..APT_LIST },
        Entry { names: &["show"], ..APT_LIST },
        Entry { names: &["search"], ..APT_LIST },
        Entry { names: &["policy"], ..APT_LIST },
        Entry { names: &["depends"], ..APT_LIST },
        Entry { names: &["rdepends"], ..APT_LIST },
        Entry { names: &["showsrc"], ..APT_LIST },
        Entry { names: &["madison"], ..APT_LIST },
        Entry { names: &["why"], ..APT_LIST },
        Entry { names: &["why-not"], ..APT_LIST },
        Entry { names: &["versions"], ..APT_LIST },
        Entry { names: &["help"], ..APT_LIST },
        Entry { names: &["moo"], ..APT_LIST },
        Entry { names: &["changelog"], ..APT_CHANGELOG },
        Entry { names: &["download"], ..APT_CHANGELOG },
        Entry { names: &["source"], ..APT_CHANGELOG },
        Entry { names: &["indextargets"], ..APT_CHANGELOG },
        Entry { names: &["install"], ..APT_INSTALL },
        Entry { names: &["remove"], ..APT_INSTALL },
        Entry { names: &["purge"], ..APT_INSTALL },
        Entry { names: &["autoremove"], ..APT_INSTALL },
        Entry { names: &["auto-remove"], ..APT_INSTALL },
        Entry { names: &["update"], ..APT_INSTALL },
        Entry { names: &["upgrade"], ..APT_INSTALL },
        Entry { names: &["full-upgrade"], ..APT_INSTALL },
        Entry { names: &["dist-upgrade"], ..APT_INSTALL },
        Entry { names: &["dselect-upgrade"], ..APT_INSTALL },
        Entry { names: &["build-dep"], ..APT_INSTALL },
        Entry { names: &["check"], ..APT_INSTALL },
        Entry { names: &["clean"], ..APT_INSTALL },
        Entry { names: &["autoclean"], ..APT_INSTALL },
        Entry { names: &["auto-clean"], ..APT_INSTALL },
        Entry { names: &["autopurge"], ..APT_INSTALL },
        Entry { names: &["distclean"], ..APT_INSTALL },
        Entry { names: &["satisfy"], ..APT_INSTALL },
        Entry { names: &["edit-sources"], ..APT_INSTALL },
        Entry { names: &["reinstall"], ..APT_INSTALL },
        Entry { names: &["hold"], ..APT_INSTALL },
        Entry { names: &["unhold"], ..APT_INSTALL },
        Entry { names: &["markauto"], ..APT_INSTALL },
        Entry { names: &["unmarkauto"], ..APT_INSTALL },
        Entry { names: &["modernize-sources"], ..APT_INSTALL },
        Entry { names: &["fetch"], ..APT_INSTALL },
        Entry { names: &["history"], ..APT_INSTALL },
    ],
    ..SYSTEM
};

/// What these share: `show`, `showpkg`, `showsrc`, `search` and others.
const APT_CACHE_SHOW: Entry = Entry { flags: "qsyhVudmin", values: "at", long: apt_long!(""), special: apt![], ..SAYS };

/// What these share: `gencaches`, `add`.
const APT_CACHE_GENCACHES: Entry =
    Entry { flags: "qsyhVudm", values: "at", long: apt_long!(""), special: apt![], ..SYSTEM };

/// What these share: `list`, `info`, `search`, `provides` and others.
const YUM_LIST: Entry = Entry {
    flags: "qvCy",
    long: "installed available updates all recent enabled disabled quiet cacheonly showduplicates extras \
                obsoletes requires whatrequires= provides resolve list queryformat= qf= latest-limit= upgrades",
    ..SENDS
};

/// What these share: `yum`, `dnf`, `microdnf`.
const YUM: Entry = Entry {
    flags: "yqvC",
    long: "assumeyes quiet verbose cacheonly help version",
    special: &[
        Special::value("c config", Arg::Read, Effect::Run),
        Special::value("installroot", Arg::Read, Effect::System),
        Special::value("setopt", Arg::Setting, Effect::Run),
        Special::value("enableplugin", Arg::Text, Effect::Run),
    ],
    subs: &[
        // They may refresh the lists from the network.
        Entry { names: &["list"], ..YUM_LIST },
        Entry { names: &["info"], ..YUM_LIST },
        Entry { names: &["search"], ..YUM_LIST },
        Entry { names: &["provides"], ..YUM_LIST },
        Entry { names: &["whatprovides"], ..YUM_LIST },
        Entry { names: &["repolist"], ..YUM_LIST },
        Entry { names: &["repoquery"], ..YUM_LIST },
        Entry { names: &["deplist"], ..YUM_LIST },
        Entry { names: &["check-update"], ..YUM_LIST },
        Entry { names: &["history"], ..YUM_LIST },
        Entry { names: &["updateinfo"], ..YUM_LIST },
        Entry { names: &["repoinfo"], ..YUM_LIST },
        Entry { names: &["changelog"], ..YUM_LIST },
        Entry { names: &["leaves"], ..YUM_LIST },
        Entry { names: &["module"], ..YUM_LIST },
        Entry { names: &["group"], ..YUM_LIST },
        Entry { names: &["grouplist"], ..YUM_LIST },
        Entry { names: &["groupinfo"], ..YUM_LIST },
        Entry { names: &["install"], ..SYSTEM },
        Entry { names: &["remove"], ..SYSTEM },
        Entry { names: &["erase"], ..SYSTEM },
        Entry { names: &["update"], ..SYSTEM },
        Entry { names: &["upgrade"], ..SYSTEM },
        Entry { names: &["downgrade"], ..SYSTEM },
        Entry { names: &["reinstall"], ..SYSTEM },
        Entry { names: &["autoremove"], ..SYSTEM },
        Entry { names: &["clean"], ..SYSTEM },
        Entry { names: &["makecache"], ..SYSTEM },
        Entry { names: &["distro-sync"], ..SYSTEM },
        Entry { names: &["swap"], ..SYSTEM },
        Entry { names: &["mark"], ..SYSTEM },
        Entry { names: &["shell"], ..SYSTEM },
        Entry { names: &["groupinstall"], ..SYSTEM },
        Entry { names: &["localinstall"], ..SYSTEM },
        Entry { names: &["config-manager"], ..SYSTEM },
        Entry { names: &["copr"], ..SYSTEM },
        Entry { names: &["builddep"], ..SYSTEM },
        Entry { names: &["download"], ..SYSTEM },
        Entry { names: &["versionlock"], ..SYSTEM },
        Entry { names: &["system-upgrade"], ..SYSTEM },
        Entry { names: &["check"], ..SYSTEM },
        Entry { names: &["alias"], ..SYSTEM },
        Entry { names: &["needs-restarting"], ..SYSTEM },
        Entry { names: &["offline-upgrade"], ..SYSTEM },
    ],
    ..SYSTEM
};

/// What these share: `pacman`, `yay`, `paru`.
const PACMAN: Entry = Entry {
    flags: "qvyucdtw",
    long: "noconfirm needed help version",
    special: &[
        Special::flag("S sync", Effect::System),
        Special::flag("R remove", Effect::System),
        Special::flag("U upgrade", Effect::System),
        Special::flag("D database", Effect::System),
        Special::value("config", Arg::Read, Effect::Run),
        Special::value("hookdir", Arg::Read, Effect::Run),
        Special::value("root", Arg::Read, Effect::System),
        Special::reads("b dbpath"),
    ],
    subs: &[Entry {
        names: &["-Q", "--query", "-T", "--deptest", "-F", "--files"],
        flags: "QTFcdegiklmnopqstuxv",
        long: "query files changelog deps explicit groups info check list foreign native owns file search \
                        unrequired upgrades quiet deptest color= verbose",
        ..SAYS
    }],
    ..SYSTEM
};

/// What these share: `info`, `list`, `search`, `policy` and others.
const APK_INFO: Entry = Entry {
    flags: "LaedhPrRstvWIoqix",
    long: "installed available upgradable orphaned depends description contents size all who-owns rdepends \
                provides license webpage verbose quiet exact",
    ..SAYS
};

/// What these share: `list`, `ls`, `leaves`, `deps` and others.
const BREW_LIST: Entry = Entry {
    flags: "1lrtvs",
    long: "formula cask versions full-name pinned multiple tree installed topological direct include-build \
                include-optional include-test recursive installed-on-request installed-as-dependency search name \
                description prefix? cellar? version caskroom? cache? repository?",
    ..SAYS
};

/// What these share: `info`, `abv`, `search`, `outdated` and others.
const BREW_INFO: Entry =
    Entry { flags: "vq", long: "json? formula cask installed verbose quiet greedy github analytics all desc", ..SENDS };

/// What these share: `list`, `info`, `installed`, `contents` and others.
const SNAP_LIST: Entry = Entry {
    flags: "adqlv",
    long: "all columns= app runtime user system show-details local-only installed verbose help",
    ..SAYS
};

/// What these share: `snap`, `flatpak`, `port`, `nix-env` and others.
const SNAP: Entry = Entry {
    flags: "qvdyh",
    long: "help version verbose quiet",
    subs: &[
        Entry { names: &["list"], ..SNAP_LIST },
        Entry { names: &["info"], ..SNAP_LIST },
        Entry { names: &["installed"], ..SNAP_LIST },
        Entry { names: &["contents"], ..SNAP_LIST },
        Entry { names: &["deps"], ..SNAP_LIST },
        Entry { names: &["dependents"], ..SNAP_LIST },
        Entry { names: &["variants"], ..SNAP_LIST },
        Entry { names: &["which"], ..SNAP_LIST },
        Entry { names: &["connections"], ..SNAP_LIST },
        Entry { names: &["interfaces"], ..SNAP_LIST },
        Entry { names: &["services"], ..SNAP_LIST },
        Entry { names: &["changes"], ..SNAP_LIST },
        Entry { names: &["tasks"], ..SNAP_LIST },
        Entry { names: &["version"], ..SNAP_LIST },
        Entry { names: &["versions"], ..SNAP_LIST },
        Entry { names: &["remotes"], ..SNAP_LIST },
        Entry { names: &["history"], ..SNAP_LIST },
        Entry { names: &["ps"], ..SNAP_LIST },
        Entry { names: &["status"], ..SNAP_LIST },
    ],
    ..SYSTEM
};

/// What these share: `setcap`, `setfacl`, `chattr`, `semanage` and others.
const SETCAP: Entry = Entry { flags: "rvqRnbkdLPV", values: "mxMXps", operands: FILES, ..SYSTEM };

/// What these share: `getcap`, `getfacl`, `lsattr`, `getfattr` and others.
const GETCAP: Entry = Entry {
    flags: "aceEsRLPtpndvhVlrb",
    values: "m",
    long: "access default omit-header all-effective no-effective skip-base recursive logical physical tabular \
                numeric one-file-system absolute-names dump encoding= name= match= only-values no-dereference help \
                version",
    ..READS
};

/// What these share: `read`, `read-type`, `domains`, `find` and others.
const DEFAULTS_READ: Entry = Entry { flags: "g", ..SAYS };

/// What these share: `list`, `info`, `activity`, `listFilesystems` and others.
const DISKUTIL_LIST: Entry = Entry { long: "plist physical external internal virtual all", ..SAYS };

/// What these share: `apfs`, `cs`, `appleRAID`.
const DISKUTIL_APFS: Entry = Entry { subs: &[Entry { names: &["list"], long: "plist", ..SAYS }], ..SYSTEM };

/// What these share: `diskutil`, `hdiutil`.
const DISKUTIL: Entry = Entry {
    subs: &[
        Entry { names: &["list"], ..DISKUTIL_LIST },
        Entry { names: &["info"], ..DISKUTIL_LIST },
        Entry { names: &["activity"], ..DISKUTIL_LIST },
        Entry { names: &["listFilesystems"], ..DISKUTIL_LIST },
        Entry { names: &["imageinfo"], ..DISKUTIL_LIST },
        Entry { names: &["plugins"], ..DISKUTIL_LIST },
        Entry { names: &["apfs"], ..DISKUTIL_APFS },
        Entry { names: &["cs"], ..DISKUTIL_APFS },
        Entry { names: &["appleRAID"], ..DISKUTIL_APFS },
    ],
    ..SYSTEM
};

/// What these share: `sw_vers`, `system_profiler`, `vm_stat`, `mdls` and others.
const SW_VERS: Entry = Entry {
    flags: "alrwdxvtfnkbpsceu",
    long: "productName productVersion productVersionExtra buildVersion help version json xml detailLevel= \
                listDataTypes timeout= pkgs files pkg-info file-info charmap all-locales category-name \
                keyword-name",
    ..SAYS
};

/// What these share: `list-sessions`, `list-windows`, `list-panes`, `list-clients` and others.
const TMUX_LIST_SESSIONS: Entry = Entry { flags: "asgwpqvANHJT1", values: "tfP", special: tmux![], ..SAYS };

/// What these share: `kill-session`, `kill-server`, `kill-window`, `kill-pane` and others.
const TMUX_KILL_SESSION: Entry = Entry { flags: "aCH", values: "tb", special: tmux![], ..SYSTEM };

/// What these share: `new-session`, `new-window`, `split-window`, `send-keys` and others.
const TMUX_NEW_SESSION: Entry =
    Entry { flags: "dADEPXhvbfglp", values: "tcnsxye", special: tmux![], wraps: Wraps::Shell(0), ..RUNS };

/// What these share: `status`, `version`, `help`.
const DIRENV_STATUS: Entry = Entry { long: "json", ..SAYS };

/// What these share: `current`, `list`, `ls`, `which` and others.
const ASDF_CURRENT: Entry =
    Entry { flags: "hJcil", long: "help json all current installed no-header missing prefix= local global", ..BUILDS };

/// What these share: `asdf`, `mise`, `devbox`.
const ASDF: Entry = Entry {
    subs: &[
        Entry { names: &["current"], ..ASDF_CURRENT },
        Entry { names: &["list"], ..ASDF_CURRENT },
        Entry { names: &["ls"], ..ASDF_CURRENT },
        Entry { names: &["which"], ..ASDF_CURRENT },
        Entry { names: &["where"], ..ASDF_CURRENT },
        Entry { names: &["version"], ..ASDF_CURRENT },
        Entry { names: &["versions"], ..ASDF_CURRENT },
        Entry { names: &["info"], ..ASDF_CURRENT },
        Entry { names: &["help"], ..ASDF_CURRENT },
        Entry { names: &["ls-remote"], ..ASDF_CURRENT },
        Entry { names: &["list-all"], ..ASDF_CURRENT },
        Entry { names: &["latest"], ..ASDF_CURRENT },
        Entry { names: &["outdated"], ..ASDF_CURRENT },
        Entry { names: &["status"], ..ASDF_CURRENT },
        Entry { names: &["bin-paths"], ..ASDF_CURRENT },
        Entry { names: &["doctor"], ..ASDF_CURRENT },
        Entry { names: &["plugin"], ..RUNS },
        Entry { names: &["plugins"], ..RUNS },
        Entry { names: &["install"], ..RUNS },
        Entry { names: &["uninstall"], ..RUNS },
        Entry { names: &["global"], ..RUNS },
        Entry { names: &["local"], ..RUNS },
        Entry { names: &["shell"], ..RUNS },
        Entry { names: &["use"], ..RUNS },
        Entry { names: &["set"], ..RUNS },
        Entry { names: &["exec"], ..RUNS },
        Entry { names: &["x"], ..RUNS },
        Entry { names: &["run"], ..RUNS },
        Entry { names: &["r"], ..RUNS },
        Entry { names: &["tasks"], ..RUNS },
        Entry { names: &["task"], ..RUNS },
        Entry { names: &["env"], ..RUNS },
        Entry { names: &["activate"], ..RUNS },
        Entry { names: &["trust"], ..RUNS },
        Entry { names: &["self-update"], ..RUNS },
        Entry { names: &["upgrade"], ..RUNS },
        Entry { names: &["up"], ..RUNS },
        Entry { names: &["update"], ..RUNS },
        Entry { names: &["prune"], ..RUNS },
        Entry { names: &["reshim"], ..RUNS },
        Entry { names: &["implode"], ..RUNS },
        Entry { names: &["cache"], ..RUNS },
        Entry { names: &["config"], ..RUNS },
        Entry { names: &["settings"], ..RUNS },
        Entry { names: &["alias"], ..RUNS },
        Entry { names: &["unset"], ..RUNS },
        Entry { names: &["link"], ..RUNS },
        Entry { names: &["sync"], ..RUNS },
        Entry { names: &["generate"], ..RUNS },
        Entry { names: &["hook-env"], ..RUNS },
        Entry { names: &["add"], ..RUNS },
        Entry { names: &["remove"], ..RUNS },
        Entry { names: &["search"], ..RUNS },
        Entry { names: &["init"], ..RUNS },
        Entry { names: &["services"], ..RUNS },
    ],
    ..RUNS
};

/// What these share: `check`, `parse`, `why`, `explain`.
const BYLEAVE_CHECK: Entry = Entry {
    flags: "hqvj",
    values: "cpt",
    long: "help json format= color= config= project= profile= mode= cwd= tool= stdin quiet verbose args= \
                session=",
    ..SAYS
};

/// What these share: `verify`, `query`, `stats`, `tail`.
const BYLEAVE_AUDIT_VERIFY: Entry = Entry {
    flags: "hqvjf",
    values: "cn",
    long: "help json format= color= since= until= session= agent= verdict= tool= limit= follow db= project=",
    ..READS
};

/// What these share: `validate`, `schema`, `dump`, `lint` and others.
const BYLEAVE_POLICY_VALIDATE: Entry = Entry {
    flags: "hqvj",
    values: "c",
    long: "help json format= color= config= project= profile= junit resolved",
    ..READS
};

pub(super) const TABLE: &[Entry] = &[
    Entry {
        names: &["systemctl"],
        flags: "aflrqTh",
        values: "tpPnos",
        long: sysd_long!(""),
        special: sysd![],
        subs: &[
            // Lists units.
            Entry { names: &[""], flags: "aflrqTh", values: "tpPnos", long: sysd_long!(""), special: sysd![], ..SAYS },
            Entry { names: &["list-units"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["list-automounts"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["list-sockets"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["list-timers"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["list-paths"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["list-unit-files"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["list-dependencies"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["list-machines"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["list-jobs"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["is-active"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["is-failed"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["is-enabled"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["is-system-running"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["status"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["show"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["cat"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["help"], ..SYSTEMCTL_LIST_UNITS },
            Entry { names: &["get-default"], ..SYSTEMCTL_LIST_UNITS },
            // Prints the environment of all services.
            Entry {
                names: &["show-environment"],
                effect: Effect::Code,
                flags: "aflrqTh",
                values: "tpPnos",
                long: sysd_long!(""),
                special: sysd![],
                ..SAYS
            },
            Entry { names: &["start"], ..SYSTEMCTL_START },
            Entry { names: &["stop"], ..SYSTEMCTL_START },
            Entry { names: &["reload"], ..SYSTEMCTL_START },
            Entry { names: &["restart"], ..SYSTEMCTL_START },
            Entry { names: &["try-restart"], ..SYSTEMCTL_START },
            Entry { names: &["reload-or-restart"], ..SYSTEMCTL_START },
            Entry { names: &["try-reload-or-restart"], ..SYSTEMCTL_START },
            Entry { names: &["isolate"], ..SYSTEMCTL_START },
            Entry { names: &["kill"], ..SYSTEMCTL_START },
            Entry { names: &["clean"], ..SYSTEMCTL_START },
            Entry { names: &["freeze"], ..SYSTEMCTL_START },
            Entry { names: &["thaw"], ..SYSTEMCTL_START },
            Entry { names: &["set-property"], ..SYSTEMCTL_START },
            Entry { names: &["bind"], ..SYSTEMCTL_START },
            Entry { names: &["mount-image"], ..SYSTEMCTL_START },
            Entry { names: &["service-log-level"], ..SYSTEMCTL_START },
            Entry { names: &["service-log-target"], ..SYSTEMCTL_START },
            Entry { names: &["reset-failed"], ..SYSTEMCTL_START },
            Entry { names: &["enable"], ..SYSTEMCTL_START },
            Entry { names: &["disable"], ..SYSTEMCTL_START },
            Entry { names: &["reenable"], ..SYSTEMCTL_START },
            Entry { names: &["preset"], ..SYSTEMCTL_START },
            Entry { names: &["preset-all"], ..SYSTEMCTL_START },
            Entry { names: &["mask"], ..SYSTEMCTL_START },
            Entry { names: &["unmask"], ..SYSTEMCTL_START },
            Entry { names: &["link"], ..SYSTEMCTL_START },
            Entry { names: &["revert"], ..SYSTEMCTL_START },
            Entry { names: &["add-wants"], ..SYSTEMCTL_START },
            Entry { names: &["add-requires"], ..SYSTEMCTL_START },
            Entry { names: &["edit"], ..SYSTEMCTL_START },
            Entry { names: &["set-default"], ..SYSTEMCTL_START },
            Entry { names: &["cancel"], ..SYSTEMCTL_START },
            Entry { names: &["set-environment"], ..SYSTEMCTL_START },
            Entry { names: &["unset-environment"], ..SYSTEMCTL_START },
            Entry { names: &["import-environment"], ..SYSTEMCTL_START },
            Entry { names: &["daemon-reload"], ..SYSTEMCTL_START },
            Entry { names: &["daemon-reexec"], ..SYSTEMCTL_START },
            Entry { names: &["log-level"], ..SYSTEMCTL_START },
            Entry { names: &["log-target"], ..SYSTEMCTL_START },
            Entry { names: &["service-watchdogs"], ..SYSTEMCTL_START },
            Entry { names: &["default"], ..SYSTEMCTL_START },
            Entry { names: &["rescue"], ..SYSTEMCTL_START },
            Entry { names: &["emergency"], ..SYSTEMCTL_START },
            Entry { names: &["halt"], ..SYSTEMCTL_START },
            Entry { names: &["poweroff"], ..SYSTEMCTL_START },
            Entry { names: &["reboot"], ..SYSTEMCTL_START },
            Entry { names: &["kexec"], ..SYSTEMCTL_START },
            Entry { names: &["soft-reboot"], ..SYSTEMCTL_START },
            Entry { names: &["exit"], ..SYSTEMCTL_START },
            Entry { names: &["switch-root"], ..SYSTEMCTL_START },
            Entry { names: &["suspend"], ..SYSTEMCTL_START },
            Entry { names: &["hibernate"], ..SYSTEMCTL_START },
            Entry { names: &["hybrid-sleep"], ..SYSTEMCTL_START },
            Entry { names: &["suspend-then-hibernate"], ..SYSTEMCTL_START },
            Entry { names: &["sleep"], ..SYSTEMCTL_START },
            Entry { names: &["whoami"], ..SYSTEMCTL_START },
            Entry { names: &["force-reload"], ..SYSTEMCTL_START },
            Entry { names: &["condrestart"], ..SYSTEMCTL_START },
        ],
        ..SAYS
    },
    Entry {
        names: &["journalctl"],
        flags: "mbkNrxafqeh#",
        values: "SUcutpgoFnT",
        long: "help version system user merge namespace= since= until= cursor= after-cursor= boot? this-boot \
                    unit= user-unit= identifier= exclude-identifier= priority= facility= grep= case-sensitive? \
                    dmesg output= output-fields= lines? reverse show-cursor utc catalog no-hostname no-full full \
                    all follow no-tail truncate-newline quiet no-pager pager-end interval= fields field= \
                    list-boots list-invocations list-namespaces invocation= disk-usage verify header list-catalog \
                    dump-catalog synchronize-on-exit=",
        special: &[
            Special::reads("D directory"),
            Special::reads("file i"),
            Special::reads("root"),
            Special::value("image", Arg::Read, Effect::System),
            Special::value("M machine", Arg::Text, Effect::System),
            Special::writes("cursor-file"),
            Special::value("verify-key", Arg::Text, Effect::System),
            Special::flag("force", Effect::System),
            Special::value("vacuum-size", Arg::Text, Effect::Delete),
            Special::value("vacuum-files", Arg::Text, Effect::Delete),
            Special::value("vacuum-time", Arg::Text, Effect::Delete),
            Special::flag("sync", Effect::System),
            Special::flag("relinquish-var", Effect::System),
            Special::flag("smart-relinquish-var", Effect::System),
            Special::flag("flush", Effect::System),
            Special::flag("rotate", Effect::System),
            Special::flag("update-catalog", Effect::System),
            Special::flag("setup-keys", Effect::System),
        ],
        ..SAYS
    },
    Entry {
        names: &["loginctl"],
        flags: "haljq",
        values: "pPnos",
        long: sdctl_long!(""),
        special: sdctl![],
        subs: &[
            Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS },
            Entry { names: &["list-sessions"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["session-status"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["show-session"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["list-users"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["user-status"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["show-user"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["list-seats"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["seat-status"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["show-seat"], ..LOGINCTL_LIST_SESSIONS },
            Entry { names: &["activate"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["lock-session"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["unlock-session"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["lock-sessions"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["unlock-sessions"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["terminate-session"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["kill-session"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["enable-linger"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["disable-linger"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["terminate-user"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["kill-user"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["attach"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["flush-devices"], ..LOGINCTL_ACTIVATE },
            Entry { names: &["terminate-seat"], ..LOGINCTL_ACTIVATE },
        ],
        ..SAYS
    },
    Entry {
        names: &["timedatectl"],
        flags: "haljq",
        values: "pPnos",
        long: sdctl_long!(""),
        special: sdctl![],
        subs: &[
            Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS },
            Entry { names: &["status"], ..TIMEDATECTL_STATUS },
            Entry { names: &["show"], ..TIMEDATECTL_STATUS },
            Entry { names: &["list-timezones"], ..TIMEDATECTL_STATUS },
            Entry { names: &["timesync-status"], ..TIMEDATECTL_STATUS },
            Entry { names: &["show-timesync"], ..TIMEDATECTL_STATUS },
            Entry { names: &["set-time"], ..TIMEDATECTL_SET_TIME },
            Entry { names: &["set-timezone"], ..TIMEDATECTL_SET_TIME },
            Entry { names: &["set-local-rtc"], ..TIMEDATECTL_SET_TIME },
            Entry { names: &["set-ntp"], ..TIMEDATECTL_SET_TIME },
            Entry { names: &["ntp-servers"], ..TIMEDATECTL_SET_TIME },
            Entry { names: &["revert"], ..TIMEDATECTL_SET_TIME },
        ],
        ..SAYS
    },
    // With a name behind them these set it.
    Entry {
        names: &["hostnamectl"],
        flags: "haljq",
        values: "pPnos",
        long: sdctl_long!(""),
        special: sdctl![],
        subs: &[
            Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS },
            Entry {
                names: &["status"],
                flags: "haljq",
                values: "pPnos",
                long: sdctl_long!(""),
                special: sdctl![],
                ..SAYS
            },
            Entry { names: &["hostname"], ..HOSTNAMECTL_HOSTNAME },
            Entry { names: &["icon-name"], ..HOSTNAMECTL_HOSTNAME },
            Entry { names: &["chassis"], ..HOSTNAMECTL_HOSTNAME },
            Entry { names: &["deployment"], ..HOSTNAMECTL_HOSTNAME },
            Entry { names: &["location"], ..HOSTNAMECTL_HOSTNAME },
            Entry { names: &["set-hostname"], ..HOSTNAMECTL_SET_HOSTNAME },
            Entry { names: &["set-icon-name"], ..HOSTNAMECTL_SET_HOSTNAME },
            Entry { names: &["set-chassis"], ..HOSTNAMECTL_SET_HOSTNAME },
            Entry { names: &["set-deployment"], ..HOSTNAMECTL_SET_HOSTNAME },
            Entry { names: &["set-location"], ..HOSTNAMECTL_SET_HOSTNAME },
        ],
        ..SAYS
    },
    Entry {
        names: &["localectl"],
        flags: "haljq",
        values: "pPnos",
        long: sdctl_long!(""),
        special: sdctl![],
        subs: &[
            Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS },
            Entry { names: &["status"], ..LOCALECTL_STATUS },
            Entry { names: &["list-locales"], ..LOCALECTL_STATUS },
            Entry { names: &["list-keymaps"], ..LOCALECTL_STATUS },
            Entry { names: &["list-x11-keymap-models"], ..LOCALECTL_STATUS },
            Entry { names: &["list-x11-keymap-layouts"], ..LOCALECTL_STATUS },
            Entry { names: &["list-x11-keymap-variants"], ..LOCALECTL_STATUS },
            Entry { names: &["list-x11-keymap-options"], ..LOCALECTL_STATUS },
            Entry { names: &["set-locale"], ..LOCALECTL_SET_LOCALE },
            Entry { names: &["set-keymap"], ..LOCALECTL_SET_LOCALE },
            Entry { names: &["set-x11-keymap"], ..LOCALECTL_SET_LOCALE },
        ],
        ..SAYS
    },
    Entry {
        names: &["networkctl"],
        flags: "haljq",
        values: "pPnos",
        long: sdctl_long!(""),
        special: sdctl![],
        subs: &[
            Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS },
            Entry { names: &["list"], ..NETWORKCTL_LIST },
            Entry { names: &["status"], ..NETWORKCTL_LIST },
            Entry { names: &["lldp"], ..NETWORKCTL_LIST },
            Entry { names: &["label"], ..NETWORKCTL_LIST },
            Entry { names: &["cat"], ..NETWORKCTL_LIST },
            Entry { names: &["delete"], ..NETWORKCTL_DELETE },
            Entry { names: &["up"], ..NETWORKCTL_DELETE },
            Entry { names: &["down"], ..NETWORKCTL_DELETE },
            Entry { names: &["renew"], ..NETWORKCTL_DELETE },
            Entry { names: &["forcerenew"], ..NETWORKCTL_DELETE },
            Entry { names: &["reconfigure"], ..NETWORKCTL_DELETE },
            Entry { names: &["reload"], ..NETWORKCTL_DELETE },
            Entry { names: &["edit"], ..NETWORKCTL_DELETE },
            Entry { names: &["mask"], ..NETWORKCTL_DELETE },
            Entry { names: &["unmask"], ..NETWORKCTL_DELETE },
            Entry { names: &["persistent-storage"], ..NETWORKCTL_DELETE },
        ],
        ..SAYS
    },
    // Queries go out to the resolvers.
    Entry { names: &["resolvectl"], ..RESOLVECTL },
    Entry { names: &["systemd-resolve"], ..RESOLVECTL },
    Entry {
        names: &["busctl"],
        flags: "haljq",
        values: "pPnos",
        long: sdctl_long!(""),
        special: sdctl![Special::value("address", Arg::Host, Effect::System),],
        subs: &[
            Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS },
            Entry { names: &["list"], ..BUSCTL_LIST },
            Entry { names: &["status"], ..BUSCTL_LIST },
            Entry { names: &["tree"], ..BUSCTL_LIST },
            Entry { names: &["introspect"], ..BUSCTL_LIST },
            Entry { names: &["get-property"], ..BUSCTL_LIST },
            Entry { names: &["monitor"], ..BUSCTL_MONITOR },
            Entry { names: &["capture"], ..BUSCTL_MONITOR },
            Entry { names: &["call"], ..BUSCTL_MONITOR },
            Entry { names: &["emit"], ..BUSCTL_MONITOR },
            Entry { names: &["set-property"], ..BUSCTL_MONITOR },
            Entry { names: &["wait"], ..BUSCTL_MONITOR },
        ],
        ..SAYS
    },
    Entry {
        names: &["systemd-analyze"],
        flags: "haljq",
        values: "pPnos",
        long: sdctl_long!(
            "order require from-pattern= to-pattern= fuzz= man? iterations= base-time= threshold= \
                        recursive-errors= offline= profile="
        ),
        special: sdctl![
            Special::value("root", Arg::Read, Effect::System),
            Special::value("image", Arg::Read, Effect::System),
            Special::value("generators", Arg::Text, Effect::Run).attached(),
            Special::reads("security-policy"),
        ],
        subs: &[
            Entry { names: &[""], flags: "haljq", values: "pPnos", long: sdctl_long!(""), special: sdctl![], ..SAYS },
            Entry { names: &["time"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["blame"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["critical-chain"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["plot"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["dot"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["dump"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["unit-files"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["unit-paths"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["exit-status"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["capability"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["syscall-filter"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["filesystems"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["condition"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["compare-versions"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["calendar"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["timestamp"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["timespan"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["security"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["inspect-elf"], ..SYSTEMD_ANALYZE_TIME },
            Entry { names: &["cat-config"], ..SYSTEMD_ANALYZE_CAT_CONFIG },
            Entry { names: &["verify"], ..SYSTEMD_ANALYZE_CAT_CONFIG },
            Entry { names: &["set-log-level"], ..SYSTEMD_ANALYZE_SET_LOG_LEVEL },
            Entry { names: &["set-log-target"], ..SYSTEMD_ANALYZE_SET_LOG_LEVEL },
            Entry { names: &["service-watchdogs"], ..SYSTEMD_ANALYZE_SET_LOG_LEVEL },
            Entry { names: &["log-level"], ..SYSTEMD_ANALYZE_SET_LOG_LEVEL },
            Entry { names: &["log-target"], ..SYSTEMD_ANALYZE_SET_LOG_LEVEL },
        ],
        ..SAYS
    },
    Entry { names: &["systemd-cgls"], ..SYSTEMD_CGLS },
    Entry { names: &["systemd-cgtop"], ..SYSTEMD_CGLS },
    Entry { names: &["systemd-detect-virt"], ..SYSTEMD_CGLS },
    Entry { names: &["systemd-path"], ..SYSTEMD_CGLS },
    Entry { names: &["systemd-escape"], ..SYSTEMD_CGLS },
    Entry { names: &["systemd-id128"], ..SYSTEMD_CGLS },
    Entry {
        names: &["coredumpctl"],
        subs: &[
            Entry { names: &["list"], ..COREDUMPCTL_LIST },
            Entry { names: &["info"], ..COREDUMPCTL_LIST },
            Entry { names: &["dump"], ..RUNS },
            Entry { names: &["debug"], ..RUNS },
            Entry { names: &["gdb"], ..RUNS },
        ],
        ..RUNS
    },
    Entry { names: &["systemd-tmpfiles"], ..SYSTEM },
    Entry { names: &["systemd-nspawn"], ..SYSTEM },
    Entry { names: &["bootctl"], ..SYSTEM },
    Entry { names: &["homectl"], ..SYSTEM },
    Entry { names: &["service"], ..SERVICE },
    Entry { names: &["rc-service"], ..SERVICE },
    Entry { names: &["invoke-rc.d"], ..SERVICE },
    Entry { names: &["update-rc.d"], ..SERVICE },
    Entry { names: &["chkconfig"], ..SERVICE },
    Entry { names: &["supervisorctl"], ..SERVICE },
    Entry {
        names: &["launchctl"],
        subs: &[
            Entry { names: &["list"], ..SAYS },
            Entry { names: &["print"], ..SAYS },
            Entry { names: &["print-disabled"], ..SAYS },
            Entry { names: &["blame"], ..SAYS },
            Entry { names: &["version"], ..SAYS },
            Entry { names: &["help"], ..SAYS },
            Entry { names: &["hostinfo"], ..SAYS },
            Entry { names: &["print-cache"], ..SAYS },
            Entry { names: &["getenv"], effect: Effect::Code, ..SAYS },
            Entry { names: &["export"], effect: Effect::Code, ..SAYS },
            Entry { names: &["load"], ..SYSTEM },
            Entry { names: &["unload"], ..SYSTEM },
            Entry { names: &["start"], ..SYSTEM },
            Entry { names: &["stop"], ..SYSTEM },
            Entry { names: &["remove"], ..SYSTEM },
            Entry { names: &["bootstrap"], ..SYSTEM },
            Entry { names: &["bootout"], ..SYSTEM },
            Entry { names: &["enable"], ..SYSTEM },
            Entry { names: &["disable"], ..SYSTEM },
            Entry { names: &["kickstart"], ..SYSTEM },
            Entry { names: &["attach"], ..SYSTEM },
            Entry { names: &["debug"], ..SYSTEM },
            Entry { names: &["kill"], ..SYSTEM },
            Entry { names: &["setenv"], ..SYSTEM },
            Entry { names: &["unsetenv"], ..SYSTEM },
            Entry { names: &["submit"], ..SYSTEM },
            Entry { names: &["asuser"], ..SYSTEM },
            Entry { names: &["limit"], ..SYSTEM },
            Entry { names: &["config"], ..SYSTEM },
            Entry { names: &["reboot"], ..SYSTEM },
            Entry { names: &["examine"], ..SYSTEM },
            Entry { names: &["procinfo"], ..SYSTEM },
            Entry { names: &["resolveport"], ..SYSTEM },
            Entry { names: &["variant"], ..SYSTEM },
            Entry { names: &["managerpid"], ..SYSTEM },
            Entry { names: &["manageruid"], ..SYSTEM },
            Entry { names: &["managername"], ..SYSTEM },
            Entry { names: &["error"], ..SYSTEM },
            Entry { names: &["plist"], ..SYSTEM },
            Entry { names: &["dumpstate"], ..SYSTEM },
            Entry { names: &["bsexec"], ..SYSTEM },
        ],
        ..SYSTEM
    },
    // In a word without dash `e` shows environments, in one with a dash it selects all; so the words are listed.
    Entry {
        names: &["ps"],
        effect: Effect::Code,
        flags: "AadNTFfHjlMPyLmcwVZSXxrheknv",
        values: "CGgpqstuUOo",
        long: PS_LONG,
        special: &[
            // On macOS and BSD, -E shows environments.
            Special::flag("E", Effect::Code),
        ],
        subs: &[
            Entry { names: &[""], flags: "AadNTFfHjlMPyLmcwVZSXxrheknv", values: "CGgpqstuUOo", long: PS_LONG, ..SAYS },
            Entry { names: &["a"], ..PS_A },
            Entry { names: &["x"], ..PS_A },
            Entry { names: &["u"], ..PS_A },
            Entry { names: &["ax"], ..PS_A },
            Entry { names: &["xa"], ..PS_A },
            Entry { names: &["au"], ..PS_A },
            Entry { names: &["ux"], ..PS_A },
            Entry { names: &["aux"], ..PS_A },
            Entry { names: &["axu"], ..PS_A },
            Entry { names: &["uax"], ..PS_A },
            Entry { names: &["auxw"], ..PS_A },
            Entry { names: &["auxww"], ..PS_A },
            Entry { names: &["axuw"], ..PS_A },
            Entry { names: &["axuww"], ..PS_A },
            Entry { names: &["auxwww"], ..PS_A },
            Entry { names: &["axw"], ..PS_A },
            Entry { names: &["axww"], ..PS_A },
            Entry { names: &["axf"], ..PS_A },
            Entry { names: &["auxf"], ..PS_A },
            Entry { names: &["axfu"], ..PS_A },
            Entry { names: &["auxwwf"], ..PS_A },
            Entry { names: &["axjf"], ..PS_A },
            Entry { names: &["axj"], ..PS_A },
            Entry { names: &["axl"], ..PS_A },
            Entry { names: &["axm"], ..PS_A },
            Entry { names: &["auxm"], ..PS_A },
            Entry { names: &["axv"], ..PS_A },
            Entry { names: &["axs"], ..PS_A },
            Entry { names: &["f"], ..PS_A },
            Entry { names: &["fx"], ..PS_A },
            Entry { names: &["fax"], ..PS_A },
            Entry { names: &["faux"], ..PS_A },
            Entry { names: &["faxu"], ..PS_A },
            Entry { names: &["fux"], ..PS_A },
            Entry { names: &["l"], ..PS_A },
            Entry { names: &["lx"], ..PS_A },
            Entry { names: &["lax"], ..PS_A },
            Entry { names: &["alx"], ..PS_A },
            Entry { names: &["axlww"], ..PS_A },
            Entry { names: &["j"], ..PS_A },
            Entry { names: &["jx"], ..PS_A },
            Entry { names: &["r"], ..PS_A },
            Entry { names: &["ur"], ..PS_A },
            Entry { names: &["aur"], ..PS_A },
            Entry { names: &["v"], ..PS_A },
            Entry { names: &["T"], ..PS_A },
            Entry { names: &["t"], ..PS_A },
            Entry { names: &["w"], ..PS_A },
            Entry { names: &["ww"], ..PS_A },
            Entry { names: &["uxw"], ..PS_A },
            Entry { names: &["uxww"], ..PS_A },
            Entry { names: &["xu"], ..PS_A },
            Entry { names: &["xw"], ..PS_A },
            Entry { names: &["xf"], ..PS_A },
            Entry { names: &["axH"], ..PS_A },
            Entry { names: &["auxH"], ..PS_A },
            Entry { names: &["uxf"], ..PS_A },
            Entry { names: &["axr"], ..PS_A },
            // The next word is the format or the list of processes.
            Entry { names: &["o"], ..PS_O },
            Entry { names: &["ao"], ..PS_O },
            Entry { names: &["xo"], ..PS_O },
            Entry { names: &["axo"], ..PS_O },
            Entry { names: &["axwo"], ..PS_O },
            Entry { names: &["axwwo"], ..PS_O },
            Entry { names: &["auxo"], ..PS_O },
            Entry { names: &["fo"], ..PS_O },
            Entry { names: &["afo"], ..PS_O },
            Entry { names: &["p"], ..PS_O },
            Entry { names: &["up"], ..PS_O },
            Entry { names: &["lp"], ..PS_O },
            Entry { names: &["fp"], ..PS_O },
            Entry { names: &["U"], ..PS_O },
        ],
        ..SAYS
    },
    // Interactive, with keys that kill; -b prints.
    Entry {
        names: &["top"],
        effect: Effect::Code,
        flags: "cHiSsO1hVw",
        values: "dEenopUu",
        long: "cmdline-toggle delay= scale-summary-mem= scale-task-mem= threads-show idle-toggle iterations= \
                    list-fields sort-override= pid= accum-time-toggle secure-mode filter-any-user= \
                    filter-only-euser= width? single-cpu-toggle help version",
        subs: &[
            Entry {
                names: &["-b", "--batch-mode", "--batch"],
                flags: "bcHiSsO1hVw",
                values: "dEenopUu",
                long: "batch-mode batch cmdline-toggle delay= scale-summary-mem= scale-task-mem= threads-show \
                            idle-toggle iterations= list-fields sort-override= pid= accum-time-toggle secure-mode \
                            filter-any-user= filter-only-euser= width? single-cpu-toggle",
                ..SAYS
            },
            // On macOS -l prints so many samples.
            Entry {
                names: &["-l", "-l1"],
                style: Style::Single,
                long: "l= n= o= s= stats= pid= U= F R u e a d",
                ..SAYS
            },
        ],
        ..SAYS
    },
    Entry { names: &["htop"], ..SYSTEM },
    Entry { names: &["btop"], ..SYSTEM },
    Entry { names: &["atop"], ..SYSTEM },
    Entry { names: &["glances"], ..SYSTEM },
    Entry { names: &["iotop"], ..SYSTEM },
    Entry { names: &["iftop"], ..SYSTEM },
    Entry {
        names: &["pgrep"],
        flags: "ALVachilnovwxfIS",
        values: "FGOPUdgrstuQ",
        long: "delimiter= list-name list-full inverse lightweight count full pgroup= group= ignore-case \
                    newest oldest older= parent= session= terminal= euid= uid= exact logpidfile runstates= \
                    ignore-ancestors help version ns= nslist= env= cgroup= signal=",
        special: &[Special::reads("pidfile")],
        ..SAYS
    },
    Entry { names: &["pidof"], ..PIDOF },
    Entry { names: &["pidwait"], ..PIDOF },
    // `-KILL`, `-SIGKILL`, `-9` and `-s KILL` are the same signal.
    Entry {
        names: &["kill"],
        style: Style::Single,
        values: "sn",
        long: "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 \
                    35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 \
                    signal= q= queue= timeout verbose a all p pid help version HUP INT QUIT ILL TRAP ABRT BUS \
                    FPE KILL USR1 SEGV USR2 PIPE ALRM TERM CHLD CONT STOP TSTP TTIN TTOU URG XCPU XFSZ WINCH IO \
                    PWR SYS SIGHUP SIGINT SIGQUIT SIGABRT SIGKILL SIGUSR1 SIGUSR2 SIGTERM SIGCONT SIGSTOP SIGTSTP \
                    SIGWINCH EXIT kill sigkill term sigterm hup sighup int sigint quit sigquit stop sigstop",
        subs: &[Entry {
            names: &["-l", "-L", "--list", "--table"],
            style: Style::Single,
            long: "l L list? table",
            ..SAYS
        }],
        same: &[
            "-9 -KILL -SIGKILL -kill -sigkill -s=kill -s=sigkill --signal=kill -n=KILL -s=9 -s=KILL -s=SIGKILL -n=9 --signal=9 --signal=KILL --signal=SIGKILL",
            "-15 -TERM -SIGTERM -term -sigterm -s=term -s=sigterm --signal=term -n=TERM -s=15 -s=TERM -s=SIGTERM -n=15 --signal=15 --signal=TERM --signal=SIGTERM",
            "-1 -HUP -SIGHUP -hup -sighup -s=hup -s=sighup --signal=hup -n=HUP -s=1 -s=HUP -s=SIGHUP -n=1 --signal=1 --signal=HUP --signal=SIGHUP",
            "-2 -INT -SIGINT -int -sigint -s=int -s=sigint --signal=int -n=INT -s=2 -s=INT -s=SIGINT -n=2 --signal=2 --signal=INT --signal=SIGINT",
            "-3 -QUIT -SIGQUIT -quit -sigquit -s=quit -s=sigquit --signal=quit -n=QUIT -s=3 -s=QUIT -s=SIGQUIT -n=3 --signal=3 --signal=QUIT --signal=SIGQUIT",
            "-19 -STOP -SIGSTOP -stop -sigstop -s=stop -s=sigstop --signal=stop -n=STOP -s=19 -s=STOP -s=SIGSTOP -n=19 --signal=19 --signal=STOP --signal=SIGSTOP",
        ],
        ..SYSTEM
    },
    Entry { names: &["pkill"], ..PKILL },
    Entry { names: &["killall"], ..PKILL },
    Entry { names: &["xkill"], ..SYSTEM },
    Entry { names: &["renice"], ..SYSTEM },
    Entry { names: &["killall5"], ..SYSTEM },
    Entry {
        names: &["prlimit"],
        style: Style::First,
        flags: "hV",
        values: "o",
        long: "output= noheadings raw verbose core? data? nice? fsize? sigpending? memlock? rss? nofile? msgqueue? rtprio? \
               stack? cpu? nproc? as? locks? rttime? help version",
        special: &[
            Special::value("c", Arg::Text, Effect::Read).attached(),
            Special::value("d", Arg::Text, Effect::Read).attached(),
            Special::value("n", Arg::Text, Effect::Read).attached(),
            Special::value("s", Arg::Text, Effect::Read).attached(),
            Special::value("t", Arg::Text, Effect::Read).attached(),
            Special::value("u", Arg::Text, Effect::Read).attached(),
            Special::value("v", Arg::Text, Effect::Read).attached(),
            Special::value("p pid", Arg::Text, Effect::System),
        ],
        wraps: Wraps::Command(0),
        ..SYSTEM
    },
    Entry {
        names: &["pstree"],
        flags: "AacGghlnpSsTtuUVZC",
        values: "HN",
        long: "ascii arguments compact-not color= vt100 show-pgids highlight-all highlight-pid= long ns-sort= \
                    numeric-sort show-pids show-parents ns-changes thread-names hide-threads uid-changes unicode \
                    version security-context",
        ..SAYS
    },
    Entry {
        names: &["free"],
        flags: "bkmghltvwV",
        values: "sc",
        long: "bytes kilo mega giga tera peta kibi mebi gibi tebi pebi human si lohi line total committed \
                    seconds= count= wide help version",
        ..SAYS
    },
    Entry {
        names: &["vmstat"],
        flags: "afmnsdDwtyhV",
        values: "pS",
        long: "active forks slabs one-header stats disk disk-sum partition= unit= wide timestamp no-first \
                    help version",
        ..SAYS
    },
    Entry { names: &["iostat"], ..IOSTAT },
    Entry { names: &["mpstat"], ..IOSTAT },
    Entry { names: &["pidstat"], ..IOSTAT },
    // -o writes the samples.
    Entry { names: &["sar"], ..SAR },
    Entry { names: &["sadf"], ..SAR },
    Entry { names: &["dstat"], flags: "acdghilmnprstvy", ..SYSTEM },
    Entry { names: &["pmap"], ..PMAP },
    Entry { names: &["pwdx"], ..PMAP },
    Entry { names: &["lslogins"], ..PMAP },
    Entry { names: &["lsfd"], ..PMAP },
    Entry { names: &["blkid"], ..SYSTEM },
    // +D and +d follow as operands; -D writes a cache of devices.
    Entry {
        names: &["lsof"],
        flags: "abChlnNOPQRtUvVwX?M",
        values: "cdepuAkm",
        special: &[
            Special::value("i", Arg::Text, Effect::Read).attached(),
            Special::value("F", Arg::Text, Effect::Read).attached(),
            Special::value("g", Arg::Text, Effect::Read).attached(),
            Special::value("K", Arg::Text, Effect::Read).attached(),
            Special::value("L", Arg::Text, Effect::Read).attached(),
            Special::value("o", Arg::Text, Effect::Read).attached(),
            Special::value("r", Arg::Text, Effect::Read).attached(),
            Special::value("s", Arg::Text, Effect::Read).attached(),
            Special::value("S", Arg::Text, Effect::Read).attached(),
            Special::value("T", Arg::Text, Effect::Read).attached(),
            Special::value("x", Arg::Text, Effect::Read).attached(),
            Special::value("f", Arg::Text, Effect::Read).attached(),
            Special::value("E", Arg::Text, Effect::Read).attached(),
            Special::value("Z", Arg::Text, Effect::Read).attached(),
            Special::value("D", Arg::Text, Effect::Write),
        ],
        ..READS
    },
    Entry {
        names: &["fuser"],
        flags: "aIlmMsuvVcw46f",
        values: "n",
        long: "all inode list-signals mount ismountpoint namespace= silent user verbose version ipv4 ipv6",
        special: &[Special::flag("k kill", Effect::System), Special::flag("i interactive", Effect::System)],
        ..READS
    },
    // Tracers and profilers run a command, or look into a process that runs.
    Entry { names: &["strace"], ..STRACE },
    Entry { names: &["ltrace"], ..STRACE },
    Entry { names: &["dtruss"], ..STRACE },
    Entry {
        names: &["perf"],
        subs: &[
            Entry {
                names: &["stat", "record", "trace", "mem", "lock", "c2c", "kvm", "sched", "ftrace"],
                flags: "aABbdgGhiIklnNqQrRsSTvwWx",
                values: "CDFcejmptuM",
                long: "all-cpus event= filter= pid= tid= cpu= repeat= detailed null verbose call-graph= freq= count= \
                       delay= timeout= per-core per-socket no-aggr big-num scale sync cgroup= inherit no-inherit \
                       field-separator= metrics= topdown quiet",
                style: Style::First,
                special: &[
                    Special::value("o output", Arg::Write, Effect::Run),
                    Special::value("pre", Arg::Shell, Effect::Run),
                    Special::value("post", Arg::Shell, Effect::Run),
                ],
                wraps: Wraps::Command(0),
                ..RUNS
            },
            Entry { names: &["list", "version", "help", "report", "annotate", "diff", "script"], ..BUILDS },
        ],
        ..RUNS
    },
    Entry { names: &["valgrind"], ..STRACE },
    // What it is given is run sooner or later, with or without `--args`.
    Entry {
        names: &["gdb"],
        style: Style::Single,
        long: "args batch q quiet silent nx nh n nw tui version help batch-silent return-child-result readnow \
               l= tty=",
        special: &[
            // A process that runs is stopped, and whatever it holds can be seen and changed.
            Special::value("p pid", Arg::Text, Effect::System),
            Special::value("ex eval-command iex init-eval-command", Arg::Code, Effect::Run),
            Special::value("x command ix init-command", Arg::Read, Effect::Run),
            Special::value("cd d directory", Arg::Read, Effect::Run),
            Special::reads("c core"),
            Special::reads("s symbols e exec se"),
        ],
        wraps: Wraps::Command(0),
        ..RUNS
    },
    Entry { names: &["lldb"], ..RUNS },
    Entry { names: &["gdbserver"], ..RUNS },
    Entry { names: &["gcore"], ..RUNS },
    Entry { names: &["bpftrace"], ..RUNS },
    Entry { names: &["dtrace"], ..RUNS },
    Entry {
        names: &["dmesg"],
        flags: "HJkPprSuwWxdeTthVL",
        values: "fl",
        long: "human json kernel nopager force-prefix raw syslog userspace follow follow-new decode \
                    show-delta reltime ctime notime color? facility= level= since= until= time-format= noescape \
                    help version",
        special: &[
            Special::reads("F file"),
            Special::reads("K kmsg-file"),
            Special::value("s buffer-size", Arg::Text, Effect::Read),
            Special::flag("C clear", Effect::System),
            Special::flag("c read-clear", Effect::System),
            Special::flag("D console-off", Effect::System),
            Special::flag("E console-on", Effect::System),
            Special::value("n console-level", Arg::Text, Effect::System),
        ],
        ..SAYS
    },
    // `name=value` as an operand sets, with or without -w.
    Entry {
        names: &["sysctl"],
        flags: "aAXbeNnqoxdhV",
        values: "r",
        long: "all binary ignore names values deprecated dry-run pattern= quiet help version",
        special: &[
            Special::flag("w write", Effect::System),
            Special::value("p load", Arg::Read, Effect::System).attached(),
            Special::value("f", Arg::Read, Effect::System),
            Special::flag("system", Effect::System).attached(),
        ],
        operands: Operands { rest: Arg::Setting, ..TEXT },
        ..SAYS
    },
    Entry {
        names: &["mount"],
        flags: "FaBchiMnRrsvwflV",
        values: "LNOTUot",
        long: "all no-canonicalize fake fork fstab= internal-only show-labels mkdir? no-mtab verbose options= \
                    options-mode= options-source= read-only rw read-write types= source= target= label= uuid= bind \
                    move rbind make-shared make-slave make-private help version onlyonce exclusive",
        operands: FILES,
        subs: &[
            // Lists what is mounted.
            Entry { names: &[""], flags: "lvhV", values: "t", long: "show-labels types= verbose help version", ..SAYS },
        ],
        ..SYSTEM
    },
    Entry { names: &["umount"], ..SYSTEM },
    Entry { names: &["fusermount", "fusermount3"], ..SYSTEM },
    Entry { names: &["udisksctl"], ..SYSTEM },
    Entry { names: &["swapoff"], ..SYSTEM },
    Entry {
        names: &["swapon"],
        flags: "adefpsv",
        values: "LoU",
        long: "all fixpgsz ifexists summary verbose help version",
        subs: &[Entry {
            names: &["-s", "--summary", "--show"],
            flags: "s",
            long: "summary show? noheadings raw bytes",
            ..SAYS
        }],
        ..SYSTEM
    },
    // Tools that write to disks; even their listings need privileges.
    Entry { names: &["fdisk"], ..SYSTEM },
    Entry { names: &["sfdisk"], ..SYSTEM },
    Entry { names: &["cfdisk"], ..SYSTEM },
    Entry { names: &["gdisk"], ..SYSTEM },
    Entry { names: &["sgdisk"], ..SYSTEM },
    Entry { names: &["parted"], ..SYSTEM },
    Entry { names: &["partprobe"], ..SYSTEM },
    Entry { names: &["wipefs"], ..SYSTEM },
    Entry { names: &["badblocks"], ..SYSTEM },
    Entry { names: &["hdparm"], ..SYSTEM },
    Entry { names: &["nvme"], ..SYSTEM },
    Entry { names: &["smartctl"], ..SYSTEM },
    Entry { names: &["blkdiscard"], ..SYSTEM },
    Entry { names: &["blockdev"], ..SYSTEM },
    Entry { names: &["mkfs"], ..MKFS },
    Entry { names: &["mkfs.ext2"], ..MKFS },
    Entry { names: &["mkfs.ext3"], ..MKFS },
    Entry { names: &["mkfs.ext4"], ..MKFS },
    Entry { names: &["mkfs.xfs"], ..MKFS },
    Entry { names: &["mkfs.btrfs"], ..MKFS },
    Entry { names: &["mkfs.vfat"], ..MKFS },
    Entry { names: &["mkfs.fat"], ..MKFS },
    Entry { names: &["mkfs.ntfs"], ..MKFS },
    Entry { names: &["mkfs.exfat"], ..MKFS },
    Entry { names: &["mkfs.f2fs"], ..MKFS },
    Entry { names: &["mke2fs"], ..MKFS },
    Entry { names: &["mkdosfs"], ..MKFS },
    Entry { names: &["newfs"], ..MKFS },
    Entry { names: &["mkswap"], ..MKFS },
    Entry { names: &["fsck"], ..SYSTEM },
    Entry { names: &["fsck.ext4"], ..SYSTEM },
    Entry { names: &["e2fsck"], ..SYSTEM },
    Entry { names: &["xfs_repair"], ..SYSTEM },
    Entry { names: &["tune2fs"], ..SYSTEM },
    Entry { names: &["resize2fs"], ..SYSTEM },
    Entry { names: &["debugfs"], ..SYSTEM },
    Entry { names: &["btrfs"], ..SYSTEM },
    Entry { names: &["zfs"], ..SYSTEM },
    Entry { names: &["zpool"], ..SYSTEM },
    Entry { names: &["mdadm"], ..SYSTEM },
    Entry { names: &["dmsetup"], ..SYSTEM },
    Entry { names: &["losetup"], ..SYSTEM },
    Entry { names: &["cryptsetup"], ..SYSTEM },
    Entry { names: &["pvcreate"], ..SYSTEM },
    Entry { names: &["pvremove"], ..SYSTEM },
    Entry { names: &["pvs"], ..SYSTEM },
    Entry { names: &["vgcreate"], ..SYSTEM },
    Entry { names: &["vgremove"], ..SYSTEM },
    Entry { names: &["vgs"], ..SYSTEM },
    Entry { names: &["lvcreate"], ..SYSTEM },
    Entry { names: &["lvremove"], ..SYSTEM },
    Entry { names: &["lvextend"], ..SYSTEM },
    Entry { names: &["lvs"], ..SYSTEM },
    Entry { names: &["lvm"], ..SYSTEM },
    Entry { names: &["grub-install"], ..SYSTEM },
    Entry { names: &["update-grub"], ..SYSTEM },
    Entry { names: &["efibootmgr"], ..SYSTEM },
    Entry { names: &["update-initramfs"], ..SYSTEM },
    Entry {
        names: &["ip"],
        style: Style::Single,
        long: ip_long!(""),
        special: ip![],
        subs: &[
            Entry { names: &["address", "addr", "a", "addres", "addre", "ad", "add"], ..IP_ADDRESS },
            Entry { names: &["link", "l", "li", "lin"], ..IP_ADDRESS },
            Entry { names: &["route", "r", "ro", "rou", "rout"], ..IP_ADDRESS },
            Entry { names: &["rule", "ru", "rul"], ..IP_ADDRESS },
            Entry { names: &["neighbour", "neighbor", "neigh", "n", "ne", "nei"], ..IP_ADDRESS },
            Entry { names: &["maddress", "maddr", "m"], ..IP_ADDRESS },
            Entry { names: &["mroute", "mr"], ..IP_ADDRESS },
            Entry { names: &["tunnel", "t"], ..IP_ADDRESS },
            Entry { names: &["tuntap"], ..IP_ADDRESS },
            Entry { names: &["nexthop"], ..IP_ADDRESS },
            Entry { names: &["addrlabel"], ..IP_ADDRESS },
            Entry { names: &["ntable"], ..IP_ADDRESS },
            Entry { names: &["netconf"], ..IP_ADDRESS },
            Entry { names: &["tcp_metrics", "tcpmetrics"], ..IP_ADDRESS },
            Entry { names: &["token"], ..IP_ADDRESS },
            Entry { names: &["vrf"], ..IP_ADDRESS },
            Entry { names: &["stats"], ..IP_ADDRESS },
            Entry { names: &["monitor", "mon", "mo"], style: Style::Single, ..SAYS },
            Entry {
                names: &["netns"],
                style: Style::Single,
                subs: &[
                    Entry { names: &[""], style: Style::Single, ..SAYS },
                    Entry { names: &["list"], ..IP_NETNS_LIST },
                    Entry { names: &["ls"], ..IP_NETNS_LIST },
                    Entry { names: &["show"], ..IP_NETNS_LIST },
                    Entry { names: &["identify"], ..IP_NETNS_LIST },
                    Entry { names: &["pids"], ..IP_NETNS_LIST },
                    Entry { names: &["list-id"], ..IP_NETNS_LIST },
                    Entry { names: &["monitor"], ..IP_NETNS_LIST },
                    Entry { names: &["add"], ..IP_NETNS_ADD },
                    Entry { names: &["del"], ..IP_NETNS_ADD },
                    Entry { names: &["delete"], ..IP_NETNS_ADD },
                    Entry { names: &["set"], ..IP_NETNS_ADD },
                    Entry { names: &["attach"], ..IP_NETNS_ADD },
                    Entry { names: &["exec"], style: Style::First, wraps: Wraps::Command(1), ..RUNS },
                ],
                ..RUNS
            },
            Entry { names: &["xfrm"], ..IP_XFRM },
            Entry { names: &["tap"], ..IP_XFRM },
            Entry { names: &["amt"], ..IP_XFRM },
            Entry { names: &["help"], style: Style::Single, ..SAYS },
        ],
        ..SAYS
    },
    Entry { names: &["bridge"], ..SYSTEM },
    Entry { names: &["tc"], ..SYSTEM },
    Entry { names: &["ethtool"], ..SYSTEM },
    Entry { names: &["iw"], ..SYSTEM },
    Entry { names: &["iwconfig"], ..SYSTEM },
    Entry { names: &["nmcli"], ..SYSTEM },
    Entry { names: &["rfkill"], ..SYSTEM },
    Entry { names: &["brctl"], ..SYSTEM },
    Entry { names: &["dhclient"], ..SYSTEM },
    Entry { names: &["ifup"], ..SYSTEM },
    Entry { names: &["ifdown"], ..SYSTEM },
    Entry { names: &["networksetup"], ..SYSTEM },
    Entry { names: &["scutil"], ..SYSTEM },
    Entry {
        names: &["ifconfig"],
        subs: &[Entry { names: &[""], style: Style::Single, long: "a s v l L", ..SAYS }],
        ..SYSTEM
    },
    Entry {
        names: &["ipconfig"],
        subs: &[
            Entry { names: &["getifaddr"], ..SAYS },
            Entry { names: &["getpacket"], ..SAYS },
            Entry { names: &["getoption"], ..SAYS },
            Entry { names: &["ifcount"], ..SAYS },
            Entry { names: &["getsummary"], ..SAYS },
            Entry { names: &["set"], ..SYSTEM },
            Entry { names: &["setverbose"], ..SYSTEM },
            Entry { names: &["waitall"], ..SYSTEM },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["route"],
        subs: &[Entry { names: &[""], flags: "neFCv46", long: "numeric extend fib cache verbose", ..SAYS }],
        ..SYSTEM
    },
    Entry {
        names: &["arp"],
        flags: "aenvD",
        values: "iHtA",
        special: &[
            Special::flag("d delete", Effect::System),
            Special::flag("s set", Effect::System),
            Special::value("f file", Arg::Read, Effect::System),
        ],
        subs: &[
            Entry {
                names: &["-a", "-n", "--all", "--numeric"],
                flags: "aenvlx",
                values: "iHtA",
                long: "all numeric verbose device= hw-type=",
                ..SAYS
            },
            Entry { names: &[""], flags: "env", ..SAYS },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["ss"],
        flags: "hVnraloempTisbEZz460tMSudwxHOQBI",
        values: "fA",
        long: "help version numeric resolve all listening options extended memory processes threads info \
                    tipcinfo summary tos cgroup bpf events context contexts ipv4 ipv6 packet tcp mptcp sctp udp \
                    dccp raw unix tipc vsock xdp family= no-header no-queues oneline inet-sockopt bound-inactive \
                    query= socket= bpf-maps",
        special: &[
            Special::flag("K kill", Effect::System),
            Special::writes("D diag"),
            Special::reads("F filter"),
            Special::value("N net", Arg::Text, Effect::System),
        ],
        ..SAYS
    },
    Entry {
        names: &["netstat"],
        flags: "rigsMvWnNepoclaFCZtuwxSUL46AbdfmRTVIhzq",
        long: "route interfaces? groups statistics masquerade verbose wide numeric numeric-hosts \
                    numeric-ports numeric-users symbolic extend programs timers continuous listening all fib cache \
                    context tcp udp udplite sctp raw unix ax25 l2cap rfcomm inet inet6 protocol= version help",
        ..SAYS
    },
    // A firewall is of the system, also where it is only listed.
    Entry { names: &["iptables"], ..IPTABLES },
    Entry { names: &["ip6tables"], ..IPTABLES },
    Entry { names: &["iptables-save"], ..IPTABLES },
    Entry { names: &["iptables-restore"], ..IPTABLES },
    Entry { names: &["ebtables"], ..IPTABLES },
    Entry { names: &["nft"], ..IPTABLES },
    Entry { names: &["ufw"], ..IPTABLES },
    Entry { names: &["firewall-cmd"], ..IPTABLES },
    Entry { names: &["pfctl"], ..IPTABLES },
    Entry { names: &["fail2ban-client"], ..IPTABLES },
    // The jobs of the user; any other use installs, edits or removes them.
    Entry {
        names: &["crontab"],
        flags: "in",
        values: "u",
        special: &[Special::reads("T"), Special::flag("e", Effect::Run), Special::flag("r", Effect::Delete)],
        // The file becomes jobs that are run.
        operands: Operands { rest: Arg::Code, ..TEXT },
        subs: &[Entry { names: &["-l", "--list"], flags: "l", values: "u", long: "list", ..SAYS }],
        ..SYSTEM
    },
    Entry { names: &["at"], ..AT },
    Entry { names: &["batch"], ..AT },
    Entry { names: &["atrm"], ..AT },
    Entry { names: &["atq"], flags: "V", values: "qo", ..SAYS },
    Entry { names: &["useradd"], ..SYSTEM },
    Entry { names: &["adduser"], ..SYSTEM },
    Entry { names: &["usermod"], ..SYSTEM },
    Entry { names: &["userdel"], ..SYSTEM },
    Entry { names: &["deluser"], ..SYSTEM },
    Entry { names: &["groupadd"], ..SYSTEM },
    Entry { names: &["addgroup"], ..SYSTEM },
    Entry { names: &["groupmod"], ..SYSTEM },
    Entry { names: &["groupdel"], ..SYSTEM },
    Entry { names: &["delgroup"], ..SYSTEM },
    Entry { names: &["passwd"], ..SYSTEM },
    Entry { names: &["chpasswd"], ..SYSTEM },
    Entry { names: &["chage"], ..SYSTEM },
    Entry { names: &["chfn"], ..SYSTEM },
    Entry { names: &["chsh"], ..SYSTEM },
    Entry { names: &["gpasswd"], ..SYSTEM },
    Entry { names: &["newgrp"], ..SYSTEM },
    Entry { names: &["sg"], style: Style::First, wraps: Wraps::Shell(1), ..SYSTEM },
    Entry { names: &["vipw"], ..SYSTEM },
    Entry { names: &["vigr"], ..SYSTEM },
    Entry { names: &["visudo"], ..SYSTEM },
    Entry { names: &["login"], ..SYSTEM },
    Entry { names: &["dscl"], ..SYSTEM },
    Entry { names: &["sysadminctl"], ..SYSTEM },
    Entry { names: &["kinit"], ..SYSTEM },
    Entry { names: &["htpasswd"], ..SYSTEM },
    Entry { names: &["reboot"], ..SYSTEM },
    Entry { names: &["shutdown"], ..SYSTEM },
    Entry { names: &["halt"], ..SYSTEM },
    Entry { names: &["poweroff"], ..SYSTEM },
    Entry { names: &["init"], ..SYSTEM },
    Entry { names: &["telinit"], ..SYSTEM },
    Entry { names: &["systemsetup"], ..SYSTEM },
    Entry { names: &["pmset"], ..SYSTEM },
    Entry { names: &["nvram"], ..SYSTEM },
    Entry { names: &["csrutil"], ..SYSTEM },
    Entry { names: &["spctl"], ..SYSTEM },
    Entry { names: &["kextload"], ..SYSTEM },
    Entry { names: &["softwareupdate"], ..SYSTEM },
    Entry { names: &["tmutil"], ..SYSTEM },
    Entry { names: &["installer"], ..SYSTEM },
    Entry { names: &["modprobe"], ..SYSTEM },
    Entry { names: &["insmod"], ..SYSTEM },
    Entry { names: &["rmmod"], ..SYSTEM },
    Entry { names: &["depmod"], ..SYSTEM },
    Entry { names: &["kmod"], ..SYSTEM },
    Entry { names: &["dkms"], ..SYSTEM },
    Entry { names: &["udevadm"], ..SYSTEM },
    Entry { names: &["hwclock"], ..SYSTEM },
    Entry { names: &["rtcwake"], ..SYSTEM },
    Entry { names: &["pivot_root"], ..SYSTEM },
    Entry { names: &["switch_root"], ..SYSTEM },
    Entry { names: &["eject"], ..SYSTEM },
    Entry { names: &["lsmod"], ..LSMOD },
    Entry { names: &["lspci"], ..LSMOD },
    Entry { names: &["lsusb"], ..LSMOD },
    Entry { names: &["lshw"], ..LSMOD },
    Entry { names: &["lsscsi"], ..LSMOD },
    Entry { names: &["inxi"], ..LSMOD },
    Entry { names: &["hwinfo"], ..LSMOD },
    Entry { names: &["acpi"], ..LSMOD },
    Entry { names: &["sensors"], ..LSMOD },
    Entry { names: &["glxinfo"], ..LSMOD },
    Entry { names: &["vulkaninfo"], ..LSMOD },
    Entry { names: &["clinfo"], ..LSMOD },
    Entry { names: &["lstopo"], ..LSMOD },
    Entry {
        names: &["modinfo"],
        flags: "0adlnphV",
        values: "Fk",
        long: "author description license parameters filename null field= help version",
        special: &[Special::reads("b basedir"), Special::value("set-version", Arg::Text, Effect::Read)],
        ..SAYS
    },
    // Sub-commands and options of queries; setting anything is not among them.
    Entry {
        names: &["nvidia-smi"],
        flags: "Lqxu",
        values: "idl",
        long: "list-gpus list-blocked-gpus query unit id= display= loop= loop-ms= xml-format dtd query-gpu= \
                    query-compute-apps= query-accounted-apps= query-retired-pages= query-remapped-rows= \
                    query-supported-clocks= format= help version",
        special: &[Special::writes("f filename")],
        subs: &[
            Entry {
                names: &[""],
                flags: "Lqxu",
                values: "idl",
                long: "list-gpus query unit id= display= loop= loop-ms= xml-format query-gpu= \
                            query-compute-apps= query-accounted-apps= query-supported-clocks= format= help version",
                special: &[Special::writes("f filename")],
                ..SAYS
            },
            Entry { names: &["topo"], ..NVIDIA_SMI_TOPO },
            Entry { names: &["nvlink"], ..NVIDIA_SMI_TOPO },
            Entry { names: &["pmon"], ..NVIDIA_SMI_TOPO },
            Entry { names: &["dmon"], ..NVIDIA_SMI_TOPO },
            Entry { names: &["stats"], ..NVIDIA_SMI_TOPO },
        ],
        ..SAYS
    },
    Entry { names: &["apt"], ..APT },
    Entry { names: &["apt-get"], ..APT },
    Entry { names: &["aptitude"], ..APT },
    Entry { names: &["nala"], ..APT },
    Entry {
        names: &["apt-cache"],
        flags: "qsyhVudm",
        values: "atp",
        long: apt_long!("src-cache= pkg-cache="),
        special: apt![],
        subs: &[
            Entry { names: &["show"], ..APT_CACHE_SHOW },
            Entry { names: &["showpkg"], ..APT_CACHE_SHOW },
            Entry { names: &["showsrc"], ..APT_CACHE_SHOW },
            Entry { names: &["search"], ..APT_CACHE_SHOW },
            Entry { names: &["policy"], ..APT_CACHE_SHOW },
            Entry { names: &["depends"], ..APT_CACHE_SHOW },
            Entry { names: &["rdepends"], ..APT_CACHE_SHOW },
            Entry { names: &["pkgnames"], ..APT_CACHE_SHOW },
            Entry { names: &["madison"], ..APT_CACHE_SHOW },
            Entry { names: &["stats"], ..APT_CACHE_SHOW },
            Entry { names: &["dump"], ..APT_CACHE_SHOW },
            Entry { names: &["dumpavail"], ..APT_CACHE_SHOW },
            Entry { names: &["unmet"], ..APT_CACHE_SHOW },
            Entry { names: &["dotty"], ..APT_CACHE_SHOW },
            Entry { names: &["xvcg"], ..APT_CACHE_SHOW },
            Entry { names: &["gencaches"], ..APT_CACHE_GENCACHES },
            Entry { names: &["add"], ..APT_CACHE_GENCACHES },
        ],
        ..SAYS
    },
    Entry {
        names: &["apt-mark"],
        subs: &[
            Entry { names: &["showauto", "showmanual", "showhold", "showinstall", "showremove", "showpurge"], ..SAYS },
            Entry { names: &["auto", "manual", "hold", "unhold", "minimize-manual"], ..SYSTEM },
        ],
        ..SYSTEM
    },
    Entry { names: &["apt-key"], ..SYSTEM },
    Entry { names: &["apt-file"], ..SYSTEM },
    Entry { names: &["add-apt-repository", "apt-add-repository"], ..SYSTEM },
    Entry { names: &["debconf-set-selections"], ..SYSTEM },
    Entry { names: &["dpkg-reconfigure"], ..SYSTEM },
    Entry { names: &["dpkg-divert"], ..SYSTEM },
    Entry { names: &["alternatives"], ..SYSTEM },
    Entry {
        names: &["dpkg"],
        long: "help version no-pager force-help assert-multi-arch",
        special: &[
            Special::flag("i install", Effect::System),
            Special::flag("r remove", Effect::System),
            Special::flag("P purge", Effect::System),
            Special::flag("unpack", Effect::System),
            Special::flag("configure", Effect::System),
            Special::value("root", Arg::Read, Effect::System),
            Special::value("admindir", Arg::Read, Effect::System),
            Special::value("instdir", Arg::Read, Effect::System),
            Special::value("pre-invoke", Arg::Shell, Effect::Run),
            Special::value("post-invoke", Arg::Shell, Effect::Run),
            Special::runs("status-logger"),
            Special::writes("log"),
        ],
        operands: FILES,
        subs: &[
            Entry {
                names: &[
                    "-l",
                    "--list",
                    "-L",
                    "--listfiles",
                    "-s",
                    "--status",
                    "-S",
                    "--search",
                    "-p",
                    "--print-avail",
                    "--get-selections",
                    "--print-architecture",
                    "--print-foreign-architectures",
                    "--compare-versions",
                    "--audit",
                    "-C",
                    "-V",
                    "--verify",
                    "--validate-version",
                ],
                flags: "lLsSpCV",
                long: "list listfiles status search print-avail get-selections? print-architecture \
                            print-foreign-architectures compare-versions audit verify validate-version no-pager",
                ..SAYS
            },
            Entry {
                names: &["-I", "--info", "-c", "--contents", "-f", "--field"],
                flags: "Icf",
                long: "info contents field",
                ..READS
            },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["dpkg-query"],
        flags: "WlsLSp",
        values: "f",
        long: "list show status listfiles search print-avail control-list control-show= showformat= no-pager \
                    load-avail help version",
        special: &[Special::reads("admindir"), Special::reads("root")],
        ..SAYS
    },
    Entry {
        names: &["dpkg-deb"],
        flags: "cIfW",
        long: "contents info field showformat= show help version",
        special: &[
            Special::flag("x extract", Effect::Write).making(Arg::Write),
            Special::flag("X vextract", Effect::Write).making(Arg::Write),
            Special::flag("R raw-extract", Effect::Write).making(Arg::Write),
            Special::flag("e control", Effect::Write).making(Arg::Write),
            Special::flag("b build", Effect::Write).making(Arg::Write),
            Special::flag("fsys-tarfile", Effect::Read),
            Special::flag("ctrl-tarfile", Effect::Read),
        ],
        ..READS
    },
    // Macros run shell commands: `%(cmd)`.
    Entry {
        names: &["rpm"],
        special: &[
            Special::value("E eval", Arg::Code, Effect::Run),
            Special::value("D define", Arg::Code, Effect::Run),
            Special::value("pipe", Arg::Shell, Effect::Run),
            Special::value("rcfile", Arg::Read, Effect::Run),
            Special::value("macros", Arg::Read, Effect::Run),
            Special::value("load", Arg::Read, Effect::Run),
            Special::value("root", Arg::Read, Effect::System),
            Special::flag("i install", Effect::System),
            Special::flag("U upgrade", Effect::System),
            Special::flag("F freshen", Effect::System),
            Special::flag("e erase", Effect::System),
        ],
        operands: FILES,
        subs: &[Entry {
            names: &["-q", "--query", "-qa", "-qi", "-ql", "-qf", "-V", "--verify", "-K", "--checksig"],
            flags: "qailfdcpRvVKsL",
            long: "query all info list file= docfiles configfiles package provides requires whatprovides= \
                            whatrequires= changelog scripts triggers state last conflicts obsoletes recommends \
                            suggests queryformat= qf= verify checksig nosignature nodigest noscripts nofiles \
                            nodeps licensefiles dump filesbypkg",
            ..READS
        }],
        ..SYSTEM
    },
    Entry { names: &["yum"], ..YUM },
    Entry { names: &["dnf", "dnf5"], ..YUM },
    Entry { names: &["microdnf"], ..YUM },
    Entry { names: &["zypper"], ..SYSTEM },
    Entry { names: &["emerge"], ..SYSTEM },
    Entry { names: &["xbps-install"], ..SYSTEM },
    Entry { names: &["pkg"], ..SYSTEM },
    Entry { names: &["opkg"], ..SYSTEM },
    Entry { names: &["tlmgr"], ..SYSTEM },
    Entry { names: &["sdkmanager"], ..SYSTEM },
    Entry { names: &["mas"], ..SYSTEM },
    Entry { names: &["rpm-ostree"], ..SYSTEM },
    Entry { names: &["pacman"], ..PACMAN },
    Entry { names: &["yay"], ..PACMAN },
    Entry { names: &["paru"], ..PACMAN },
    Entry {
        names: &["apk"],
        flags: "qvf",
        values: "pX",
        long: "quiet verbose no-progress no-cache help version",
        subs: &[
            Entry { names: &["info"], ..APK_INFO },
            Entry { names: &["list"], ..APK_INFO },
            Entry { names: &["search"], ..APK_INFO },
            Entry { names: &["policy"], ..APK_INFO },
            Entry { names: &["stats"], ..APK_INFO },
            Entry { names: &["dot"], ..APK_INFO },
            Entry { names: &["version"], ..APK_INFO },
            Entry { names: &["manifest"], ..APK_INFO },
            Entry { names: &["add"], ..SYSTEM },
            Entry { names: &["del"], ..SYSTEM },
            Entry { names: &["update"], ..SYSTEM },
            Entry { names: &["upgrade"], ..SYSTEM },
            Entry { names: &["fix"], ..SYSTEM },
            Entry { names: &["cache"], ..SYSTEM },
            Entry { names: &["fetch"], ..SYSTEM },
            Entry { names: &["index"], ..SYSTEM },
            Entry { names: &["verify"], ..SYSTEM },
            Entry { names: &["audit"], ..SYSTEM },
            Entry { names: &["mkndx"], ..SYSTEM },
            Entry { names: &["extract"], ..SYSTEM },
            Entry { names: &["query"], ..SYSTEM },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["brew"],
        flags: "vqdh",
        long: "version help verbose quiet debug",
        special: &[
            Special::flag("prefix", Effect::Read).attached(),
            Special::flag("cellar", Effect::Read).attached(),
            Special::flag("caskroom", Effect::Read).attached(),
            Special::flag("repository repo", Effect::Read).attached(),
            Special::flag("cache", Effect::Read).attached(),
        ],
        subs: &[
            Entry { names: &["list"], ..BREW_LIST },
            Entry { names: &["ls"], ..BREW_LIST },
            Entry { names: &["leaves"], ..BREW_LIST },
            Entry { names: &["deps"], ..BREW_LIST },
            Entry { names: &["uses"], ..BREW_LIST },
            Entry { names: &["commands"], ..BREW_LIST },
            Entry { names: &["formulae"], ..BREW_LIST },
            Entry { names: &["casks"], ..BREW_LIST },
            Entry { names: &["desc"], ..BREW_LIST },
            Entry { names: &["missing"], ..BREW_LIST },
            Entry { names: &["which-formula"], ..BREW_LIST },
            Entry { names: &["log"], ..BREW_LIST },
            Entry { names: &["cat"], ..BREW_LIST },
            Entry { names: &["--prefix"], ..BREW_LIST },
            Entry { names: &["--cellar"], ..BREW_LIST },
            Entry { names: &["--version"], ..BREW_LIST },
            Entry { names: &["--caskroom"], ..BREW_LIST },
            Entry { names: &["--cache"], ..BREW_LIST },
            Entry { names: &["--repository"], ..BREW_LIST },
            Entry { names: &["info"], ..BREW_INFO },
            Entry { names: &["abv"], ..BREW_INFO },
            Entry { names: &["search"], ..BREW_INFO },
            Entry { names: &["outdated"], ..BREW_INFO },
            Entry { names: &["home"], ..BREW_INFO },
            Entry { names: &["config"], ..BREW_INFO },
            Entry { names: &["doctor"], ..BREW_INFO },
            Entry { names: &["dr"], ..BREW_INFO },
            Entry { names: &["livecheck"], ..BREW_INFO },
            Entry { names: &["fetch"], ..BREW_INFO },
            Entry { names: &["audit"], ..BREW_INFO },
            Entry { names: &["readall"], ..BREW_INFO },
            Entry { names: &["developer"], ..BREW_INFO },
            Entry { names: &["analytics"], ..BREW_INFO },
            Entry { names: &["install"], ..SYSTEM },
            Entry { names: &["reinstall"], ..SYSTEM },
            Entry { names: &["uninstall", "remove", "rm"], ..SYSTEM },
            Entry { names: &["update"], ..SYSTEM },
            Entry { names: &["upgrade"], ..SYSTEM },
            Entry { names: &["cleanup"], ..SYSTEM },
            Entry { names: &["autoremove"], ..SYSTEM },
            Entry { names: &["tap"], ..SYSTEM },
            Entry { names: &["untap"], ..SYSTEM },
            Entry { names: &["link"], ..SYSTEM },
            Entry { names: &["unlink"], ..SYSTEM },
            Entry { names: &["ln"], ..SYSTEM },
            Entry { names: &["pin"], ..SYSTEM },
            Entry { names: &["unpin"], ..SYSTEM },
            Entry { names: &["services"], ..SYSTEM },
            Entry { names: &["bundle"], ..SYSTEM },
            Entry { names: &["edit"], ..SYSTEM },
            Entry { names: &["create"], ..SYSTEM },
            Entry { names: &["style"], ..SYSTEM },
            Entry { names: &["test"], ..SYSTEM },
            Entry { names: &["gist-logs"], ..SYSTEM },
            Entry { names: &["shellenv"], ..SYSTEM },
            Entry { names: &["migrate"], ..SYSTEM },
            Entry { names: &["switch"], ..SYSTEM },
            Entry { names: &["postinstall"], ..SYSTEM },
            Entry { names: &["extract"], ..SYSTEM },
            Entry { names: &["sh"], ..SYSTEM },
            Entry { names: &["ruby"], ..SYSTEM },
            Entry { names: &["irb"], ..SYSTEM },
            Entry { names: &["vendor-install"], ..SYSTEM },
            Entry { names: &["command"], ..SYSTEM },
            Entry { names: &["completions"], ..SYSTEM },
            Entry { names: &["update-reset"], ..SYSTEM },
            Entry { names: &["tap-info"], ..SYSTEM },
            Entry { names: &["unbottled"], ..SYSTEM },
            Entry { names: &["bump"], ..SYSTEM },
            Entry { names: &["bump-formula-pr"], ..SYSTEM },
            Entry { names: &["pr-pull"], ..SYSTEM },
        ],
        ..SYSTEM
    },
    Entry { names: &["snap"], ..SNAP },
    Entry { names: &["flatpak"], ..SNAP },
    Entry { names: &["port"], ..SNAP },
    Entry { names: &["nix-env"], ..SNAP },
    Entry { names: &["winget"], ..SNAP },
    Entry { names: &["choco"], ..SNAP },
    Entry { names: &["scoop"], ..SNAP },
    Entry {
        names: &["update-alternatives"],
        subs: &[Entry {
            names: &["--display", "--list", "--query", "--get-selections"],
            long: "display= list= query= get-selections",
            ..SAYS
        }],
        ..SYSTEM
    },
    Entry {
        names: &["ldconfig"],
        flags: "NXvliV",
        values: "CfrnF",
        subs: &[Entry { names: &["-p", "--print-cache"], flags: "pv", long: "print-cache", ..SAYS }],
        ..SYSTEM
    },
    // -v of setcap only verifies; the rest changes what programs may do.
    Entry { names: &["setcap"], ..SETCAP },
    Entry { names: &["setfacl"], ..SETCAP },
    Entry { names: &["chattr"], ..SETCAP },
    Entry { names: &["semanage"], ..SETCAP },
    Entry { names: &["setenforce"], ..SETCAP },
    Entry { names: &["setsebool"], ..SETCAP },
    Entry { names: &["restorecon"], ..SETCAP },
    Entry { names: &["auditctl"], ..SETCAP },
    Entry { names: &["setfattr"], ..SETCAP },
    Entry { names: &["getcap"], ..GETCAP },
    Entry { names: &["getfacl"], ..GETCAP },
    Entry { names: &["lsattr"], ..GETCAP },
    Entry { names: &["getfattr"], ..GETCAP },
    Entry { names: &["getenforce"], ..GETCAP },
    Entry { names: &["sestatus"], ..GETCAP },
    Entry {
        names: &["xattr"],
        flags: "lrsvxph",
        special: &[
            Special::flag("w", Effect::Write).making(Arg::Write),
            Special::flag("d", Effect::Write).making(Arg::Write),
            Special::flag("c", Effect::Write).making(Arg::Write),
        ],
        ..READS
    },
    Entry {
        names: &["defaults"],
        subs: &[
            Entry { names: &["read"], ..DEFAULTS_READ },
            Entry { names: &["read-type"], ..DEFAULTS_READ },
            Entry { names: &["domains"], ..DEFAULTS_READ },
            Entry { names: &["find"], ..DEFAULTS_READ },
            Entry { names: &["help"], ..DEFAULTS_READ },
            Entry { names: &["print"], ..DEFAULTS_READ },
            Entry { names: &["write"], ..SYSTEM },
            Entry { names: &["delete"], ..SYSTEM },
            Entry { names: &["import"], ..SYSTEM },
            Entry { names: &["export"], ..SYSTEM },
            Entry { names: &["rename"], ..SYSTEM },
            Entry { names: &["delete-all"], ..SYSTEM },
        ],
        ..SYSTEM
    },
    Entry { names: &["diskutil"], ..DISKUTIL },
    Entry { names: &["hdiutil"], ..DISKUTIL },
    Entry { names: &["sw_vers"], ..SW_VERS },
    Entry { names: &["system_profiler"], ..SW_VERS },
    Entry { names: &["vm_stat"], ..SW_VERS },
    Entry { names: &["mdls"], ..SW_VERS },
    Entry { names: &["mdfind"], ..SW_VERS },
    Entry { names: &["hostinfo"], ..SW_VERS },
    Entry { names: &["getent"], flags: "isA", long: "service= no-idn no-addrconfig help usage version", ..SAYS },
    // Starts a program for a file or an address.
    Entry { names: &["open"], ..RUNS },
    Entry { names: &["xdg-open"], ..RUNS },
    Entry { names: &["wslview"], ..RUNS },
    Entry { names: &["start"], ..RUNS },
    Entry { names: &["cmd.exe"], ..RUNS },
    Entry { names: &["xdg-mime"], ..RUNS },
    Entry { names: &["xdg-settings"], ..RUNS },
    Entry { names: &["automator"], ..RUNS },
    Entry { names: &["say"], ..RUNS },
    Entry { names: &["screencapture"], ..RUNS },
    Entry { names: &["scrot"], ..RUNS },
    Entry { names: &["xdotool"], ..RUNS },
    Entry { names: &["xset"], ..RUNS },
    Entry { names: &["xauth"], ..RUNS },
    Entry { names: &["xhost"], ..RUNS },
    Entry { names: &["gsettings"], ..RUNS },
    Entry { names: &["dconf"], ..RUNS },
    Entry { names: &["dbus-send"], ..RUNS },
    Entry { names: &["gdbus"], ..RUNS },
    Entry { names: &["notify-send"], ..RUNS },
    Entry { names: &["wall"], ..RUNS },
    Entry { names: &["write"], ..RUNS },
    // The clipboard carries secrets out and commands in.
    Entry { names: &["pbcopy"], ..SYSTEM },
    Entry { names: &["pbpaste"], ..SYSTEM },
    Entry { names: &["xclip"], ..SYSTEM },
    Entry { names: &["xsel"], ..SYSTEM },
    Entry { names: &["wl-copy"], ..SYSTEM },
    Entry { names: &["wl-paste"], ..SYSTEM },
    Entry { names: &["clip.exe"], ..SYSTEM },
    Entry {
        names: &["tmux"],
        flags: "2CDNUluvV",
        values: "T",
        special: &[
            Special::value("L", Arg::Text, Effect::System),
            Special::value("S", Arg::Write, Effect::System),
            Special::value("f", Arg::Read, Effect::Run),
            Special::value("c", Arg::Shell, Effect::Run),
        ],
        subs: &[
            Entry { names: &["list-sessions", "ls"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["list-windows", "lsw"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["list-panes", "lsp"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["list-clients", "lsc"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["list-commands", "lscm"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["list-keys", "lsk"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["list-buffers", "lsb"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["has-session", "has"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["show-options", "show"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["show-window-options", "showw"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["show-messages", "showmsgs"], ..TMUX_LIST_SESSIONS },
            Entry { names: &["show-hooks"], ..TMUX_LIST_SESSIONS },
            // To standard output with -p; a buffer is the server's own.
            Entry {
                names: &["capture-pane", "capturep"],
                flags: "aepPqCJNTM",
                values: "tbES",
                special: tmux![],
                ..SAYS
            },
            Entry { names: &["show-buffer", "showb"], values: "tb", special: tmux![], ..SAYS },
            Entry { names: &["kill-session"], ..TMUX_KILL_SESSION },
            Entry { names: &["kill-server"], ..TMUX_KILL_SESSION },
            Entry { names: &["kill-window", "killw"], ..TMUX_KILL_SESSION },
            Entry { names: &["kill-pane", "killp"], ..TMUX_KILL_SESSION },
            Entry { names: &["clear-history", "clearhist"], ..TMUX_KILL_SESSION },
            Entry { names: &["delete-buffer", "deleteb"], ..TMUX_KILL_SESSION },
            Entry { names: &["save-buffer", "saveb"], flags: "a", values: "tb", special: tmux![], ..WRITES },
            Entry {
                names: &["show-environment", "showenv"],
                effect: Effect::Code,
                flags: "ghs",
                values: "t",
                special: tmux![],
                ..SAYS
            },
            Entry { names: &["new-session", "new"], ..TMUX_NEW_SESSION },
            Entry { names: &["new-window", "neww"], ..TMUX_NEW_SESSION },
            Entry { names: &["split-window", "splitw"], ..TMUX_NEW_SESSION },
            Entry { names: &["send-keys", "send"], ..TMUX_NEW_SESSION },
            Entry { names: &["run-shell", "run"], ..TMUX_NEW_SESSION },
            Entry { names: &["if-shell", "if"], ..TMUX_NEW_SESSION },
            Entry { names: &["pipe-pane", "pipep"], ..TMUX_NEW_SESSION },
            Entry { names: &["respawn-pane", "respawnp"], ..TMUX_NEW_SESSION },
            Entry { names: &["respawn-window", "respawnw"], ..TMUX_NEW_SESSION },
            Entry { names: &["source-file", "source"], ..TMUX_NEW_SESSION },
            Entry { names: &["set-hook"], ..TMUX_NEW_SESSION },
            Entry { names: &["set-option", "set"], ..TMUX_NEW_SESSION },
            Entry { names: &["set-environment", "setenv"], ..TMUX_NEW_SESSION },
            Entry { names: &["bind-key", "bind"], ..TMUX_NEW_SESSION },
            Entry { names: &["display-message", "display"], ..TMUX_NEW_SESSION },
            Entry { names: &["display-popup", "popup"], ..TMUX_NEW_SESSION },
            Entry { names: &["attach-session", "attach", "a"], ..TMUX_NEW_SESSION },
            Entry { names: &["detach-client", "detach"], ..TMUX_NEW_SESSION },
            Entry { names: &["switch-client", "switchc"], ..TMUX_NEW_SESSION },
            Entry { names: &["load-buffer", "loadb"], ..TMUX_NEW_SESSION },
            Entry { names: &["paste-buffer", "pasteb"], ..TMUX_NEW_SESSION },
            Entry { names: &["set-buffer", "setb"], ..TMUX_NEW_SESSION },
        ],
        ..RUNS
    },
    Entry {
        names: &["screen"],
        style: Style::First,
        flags: "dmADRUaxqL",
        values: "cSTtspehrX",
        subs: &[Entry { names: &["-ls", "-list"], style: Style::Single, long: "ls list", ..SAYS }],
        wraps: Wraps::Command(0),
        ..RUNS
    },
    Entry { names: &["zellij"], ..RUNS },
    Entry { names: &["byobu"], ..RUNS },
    Entry { names: &["dtach"], ..RUNS },
    Entry { names: &["ttyd"], ..RUNS },
    // Project files decide what these run and set.
    Entry {
        names: &["direnv"],
        subs: &[
            Entry { names: &["status"], ..DIRENV_STATUS },
            Entry { names: &["version"], ..DIRENV_STATUS },
            Entry { names: &["help"], ..DIRENV_STATUS },
            Entry { names: &["exec"], wraps: Wraps::Command(1), ..RUNS },
            Entry { names: &["allow"], ..RUNS },
            Entry { names: &["permit"], ..RUNS },
            Entry { names: &["grant"], ..RUNS },
            Entry { names: &["deny"], ..RUNS },
            Entry { names: &["block"], ..RUNS },
            Entry { names: &["revoke"], ..RUNS },
            Entry { names: &["disallow"], ..RUNS },
            Entry { names: &["edit"], ..RUNS },
            Entry { names: &["export"], ..RUNS },
            Entry { names: &["hook"], ..RUNS },
            Entry { names: &["dotenv"], ..RUNS },
            Entry { names: &["stdlib"], ..RUNS },
            Entry { names: &["prune"], ..RUNS },
            Entry { names: &["reload"], ..RUNS },
            Entry { names: &["show_dump"], ..RUNS },
            Entry { names: &["apply_dump"], ..RUNS },
            Entry { names: &["watch"], ..RUNS },
            Entry { names: &["fetchurl"], ..RUNS },
            Entry { names: &["log"], ..RUNS },
            Entry { names: &["current"], ..RUNS },
        ],
        ..RUNS
    },
    Entry { names: &["asdf"], ..ASDF },
    Entry { names: &["mise", "rtx"], ..ASDF },
    Entry { names: &["devbox"], ..ASDF },
    // What only shows is free; whatever changes trust, grants, policy or hooks, or answers a request, is of the system.
    Entry {
        names: &["byleave"],
        flags: "hVqv",
        values: "c",
        long: "help version quiet verbose color= json format= config= project=",
        subs: &[
            Entry { names: &["help"], ..SAYS },
            Entry { names: &["version"], ..SAYS },
            Entry { names: &["check"], ..BYLEAVE_CHECK },
            Entry { names: &["parse"], ..BYLEAVE_CHECK },
            Entry { names: &["why"], ..BYLEAVE_CHECK },
            Entry { names: &["explain"], ..BYLEAVE_CHECK },
            Entry {
                names: &["audit"],
                subs: &[
                    Entry { names: &["verify"], ..BYLEAVE_AUDIT_VERIFY },
                    Entry { names: &["query"], ..BYLEAVE_AUDIT_VERIFY },
                    Entry { names: &["stats"], ..BYLEAVE_AUDIT_VERIFY },
                    Entry { names: &["tail"], ..BYLEAVE_AUDIT_VERIFY },
                    Entry { names: &["export"], ..SYSTEM },
                    Entry { names: &["prune"], ..SYSTEM },
                    Entry { names: &["rotate"], ..SYSTEM },
                    Entry { names: &["import"], ..SYSTEM },
                    Entry { names: &["repair"], ..SYSTEM },
                ],
                ..SAYS
            },
            Entry {
                names: &["stats"],
                flags: "hqvj",
                long: "help json format= color= since= until= project= by=",
                ..READS
            },
            Entry {
                names: &["policy"],
                subs: &[
                    Entry { names: &["validate"], ..BYLEAVE_POLICY_VALIDATE },
                    Entry { names: &["schema"], ..BYLEAVE_POLICY_VALIDATE },
                    Entry { names: &["dump"], ..BYLEAVE_POLICY_VALIDATE },
                    Entry { names: &["lint"], ..BYLEAVE_POLICY_VALIDATE },
                    Entry { names: &["test"], ..BYLEAVE_POLICY_VALIDATE },
                    Entry { names: &["show"], ..BYLEAVE_POLICY_VALIDATE },
                    Entry { names: &["diff"], ..BYLEAVE_POLICY_VALIDATE },
                    Entry { names: &["import"], ..SYSTEM },
                    Entry { names: &["export"], ..SYSTEM },
                    Entry { names: &["set"], ..SYSTEM },
                    Entry { names: &["edit"], ..SYSTEM },
                    Entry { names: &["add"], ..SYSTEM },
                    Entry { names: &["remove"], ..SYSTEM },
                    Entry { names: &["migrate"], ..SYSTEM },
                    Entry { names: &["format"], ..SYSTEM },
                    Entry { names: &["fmt"], ..SYSTEM },
                    Entry { names: &["install"], ..SYSTEM },
                ],
                ..SAYS
            },
            Entry { names: &["trust"], ..SYSTEM },
            Entry { names: &["untrust"], ..SYSTEM },
            Entry { names: &["grants"], ..SYSTEM },
            Entry { names: &["grant"], ..SYSTEM },
            Entry { names: &["revoke"], ..SYSTEM },
            Entry { names: &["hub"], ..SYSTEM },
            Entry { names: &["freeze"], ..SYSTEM },
            Entry { names: &["thaw"], ..SYSTEM },
            Entry { names: &["serve"], ..SYSTEM },
            Entry { names: &["hook"], ..SYSTEM },
            Entry { names: &["init"], ..SYSTEM },
            Entry { names: &["uninstall"], ..SYSTEM },
            Entry { names: &["install"], ..SYSTEM },
            Entry { names: &["answer"], ..SYSTEM },
            Entry { names: &["approve"], ..SYSTEM },
            Entry { names: &["deny"], ..SYSTEM },
            Entry { names: &["reject"], ..SYSTEM },
            Entry { names: &["token"], ..SYSTEM },
            Entry { names: &["tokens"], ..SYSTEM },
            Entry { names: &["mode"], ..SYSTEM },
            Entry { names: &["mcp"], ..SYSTEM },
            Entry { names: &["rpc"], ..SYSTEM },
            Entry { names: &["replay"], ..SYSTEM },
            Entry { names: &["suggest"], ..SYSTEM },
            Entry { names: &["doctor"], ..SYSTEM },
            Entry { names: &["demo"], ..SYSTEM },
            Entry { names: &["session"], ..SYSTEM },
            Entry { names: &["sessions"], ..SYSTEM },
            Entry { names: &["requests"], ..SYSTEM },
            Entry { names: &["stop"], ..SYSTEM },
            Entry { names: &["completions"], ..SYSTEM },
            Entry { names: &["man"], ..SYSTEM },
            Entry { names: &["run"], ..SYSTEM },
        ],
        ..SAYS
    },
];

/// Plain options of `ps`, with its environment and without.
const PS_LONG: &str = "deselect Group= group= pid= ppid= quick-pid= sid= tty= user= User= forest format= context \
                    headers no-headers cols= columns= width= rows= lines= cumulative sort= help? version info";
