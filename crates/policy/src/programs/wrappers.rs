//! Programs that run another command: wrappers, shells, evaluators.
//!
//! A transparent wrapper adds nothing, so its command is judged as if it stood alone; all others add what their row says.
//! The options of a wrapper end at its first operand, or its command would lend it options.

use super::entry::{
    Arg, Effect, Entry, FILES, OUTPUTS, Operands, READS, RUNS, SAYS, SYSTEM, Special, Style, TEXT, Wraps,
};

/// What these share: `su`, `runuser`.
const SU: Entry = Entry {
    flags: "lmpfPTh",
    values: "gGuw",
    long: "login preserve-environment group= supp-group= fast pty no-pty whitelist-environment= user= help \
                version",
    special: &[Special::value("c command session-command", Arg::Shell, Effect::Run), Special::runs("s shell")],
    ..SYSTEM
};

/// What these share: `pkexec`, `run0`, `gosu`, `su-exec`.
const PKEXEC: Entry = Entry {
    style: Style::First,
    values: "u",
    long: "user= disable-internal-agent keep-cwd version help",
    wraps: Wraps::Command(0),
    ..SYSTEM
};

/// What these share: `builtin`, `noglob`, `nocorrect`.
const BUILTIN: Entry = Entry { style: Style::First, wraps: Wraps::Command(0), transparent: true, ..SAYS };

/// What these share: `busybox`, `toybox`.
const BUSYBOX: Entry = Entry {
    style: Style::First,
    long: "help list list-full",
    special: &[Special::flag("install", Effect::System)],
    wraps: Wraps::Command(0),
    transparent: true,
    ..SAYS
};

/// What these share: `chrt`, `taskset`.
const CHRT: Entry = Entry {
    effect: Effect::Code,
    style: Style::First,
    flags: "abdfimorRvchV",
    values: "TPD",
    long: "all-tasks batch deadline fifo idle other rr max reset-on-fork sched-runtime= sched-period= \
                sched-deadline= cpu-list verbose help version",
    special: &[Special::flag("p pid", Effect::System)],
    wraps: Wraps::Command(1),
    ..SAYS
};

/// What these share: `parallel`, `sem`.
const PARALLEL: Entry = Entry {
    style: Style::First,
    flags: "0kmXtuvqn",
    values: "jNILPdCE",
    long: "jobs= keep-order dry-run bar progress eta tag null colsep= max-args= verbose halt= timeout= \
                retries= will-cite quote no-run-if-empty line-buffer ungroup",
    special: &[
        Special::reads("a arg-file"),
        Special::writes("joblog"),
        Special::writes("results"),
        Special::value("S sshlogin", Arg::Host, Effect::Run),
        Special::value("sshloginfile", Arg::Read, Effect::Run),
        Special::value("J profile", Arg::Text, Effect::Run),
        Special::value("workdir wd", Arg::Read, Effect::Run),
        Special::writes("tmpdir"),
        Special::value("env", Arg::Text, Effect::Run),
    ],
    wraps: Wraps::Shell(0),
    ..RUNS
};

/// What these share: `unbuffer`, `fakeroot`, `eatmydata`, `chronic` and others.
const UNBUFFER: Entry = Entry {
    style: Style::First,
    flags: "adfqisuhVvb",
    values: "elngptw",
    long: "help version",
    wraps: Wraps::Command(0),
    ..RUNS
};

/// What these share: `bash`, `sh`, `dash`, `zsh` and others.
const BASH: Entry = Entry {
    flags: "abefhilkmprstuvxBCEHPTDdn",
    values: "oO",
    long: "login noprofile norc posix restricted verbose noediting debugger dump-strings dump-po-strings \
                debug help version noline rcs no-rcs globalrcs no-globalrcs",
    special: &[
        Special::value("c", Arg::Shell, Effect::Run),
        Special::value("rcfile init-file", Arg::Read, Effect::Run),
        Special::value("emulate", Arg::Text, Effect::Run),
    ],
    operands: Operands { rest: Arg::Text, ..TEXT }.first(Arg::Code, "c"),
    subs: &[
        // Only reads the text; in an interactive shell -n means nothing, so -i is not here. `+n` would undo it.
        Entry {
            names: &["-n"],
            flags: "nevux",
            long: "posix noprofile norc verbose",
            special: &[Special::flag("+", Effect::Run)],
            ..READS
        },
    ],
    ..RUNS
};

/// What these share: `csh`, `tcsh`, `nu`, `xonsh` and others.
const CSH: Entry = Entry { special: &[Special::value("c", Arg::Shell, Effect::Run)], ..RUNS };

pub(super) const TABLE: &[Entry] = &[
    // More rights than the session has.
    Entry {
        names: &["sudo", "sudo-rs"],
        style: Style::First,
        flags: "BEHKPSVbhkNnv",
        values: "CTgprtuUa",
        long: "background bell close-from= preserve-env? group= set-home help host= remove-timestamp \
                    reset-timestamp no-update non-interactive preserve-groups prompt= role= stdin type= \
                    command-timeout= other-user= user= version validate auth-type=",
        special: &[
            Special::flag("A askpass", Effect::Run),
            Special::flag("i login", Effect::Run),
            Special::flag("s shell", Effect::Run),
            Special::flag("e edit", Effect::System).making(Arg::Write),
            Special::flag("l list", Effect::System),
            Special::value("D chdir", Arg::Read, Effect::System),
            Special::value("R chroot", Arg::Read, Effect::System),
        ],
        wraps: Wraps::Environment,
        ..SYSTEM
    },
    Entry { names: &["sudoedit"], operands: OUTPUTS, ..SYSTEM },
    Entry {
        names: &["doas"],
        style: Style::First,
        flags: "Ln",
        values: "ua",
        special: &[Special::flag("s", Effect::Run), Special::value("C", Arg::Read, Effect::Run)],
        wraps: Wraps::Command(0),
        ..SYSTEM
    },
    // `su - user -c command`; without -c it is a shell.
    Entry { names: &["su"], ..SU },
    Entry { names: &["runuser"], ..SU },
    Entry { names: &["pkexec"], ..PKEXEC },
    Entry { names: &["run0"], ..PKEXEC },
    // The user comes first.
    Entry { names: &["gosu"], wraps: Wraps::Command(1), ..PKEXEC },
    Entry { names: &["su-exec"], wraps: Wraps::Command(1), ..PKEXEC },
    Entry { names: &["setuidgid", "s6-setuidgid"], wraps: Wraps::Command(1), ..PKEXEC },
    Entry {
        names: &["chpst"],
        style: Style::First,
        flags: "vP012",
        values: "uUbe/nlLmdopfcrtC",
        wraps: Wraps::Command(0),
        ..SYSTEM
    },
    Entry {
        names: &["setpriv"],
        style: Style::First,
        flags: "dhV",
        long: "dump nnp no-new-privs ambient-caps= inh-caps= bounding-set= list-caps ruid= euid= rgid= egid= \
                    reuid= regid= clear-groups keep-groups init-groups groups= securebits= pdeathsig= \
                    selinux-label= apparmor-profile= reset-env help version",
        wraps: Wraps::Command(0),
        ..SYSTEM
    },
    Entry { names: &["capsh"], ..SYSTEM },
    // Without a command it prints the environment, and with it secrets.
    Entry {
        names: &["env", "genv"],
        effect: Effect::State,
        style: Style::First,
        flags: "i0v",
        values: "u",
        long: "ignore-environment null unset= block-signal? default-signal? ignore-signal? \
                    list-signal-handling debug help version",
        special: &[
            // It is split by rules of its own, and the words after it belong to it.
            Special::value("S split-string", Arg::Program, Effect::Run),
            Special::value("C chdir", Arg::Read, Effect::Run),
            // BSD: another search path for the command.
            Special::value("P", Arg::Read, Effect::Run),
            // Some programs are another one under another name.
            Special::value("a argv0", Arg::Program, Effect::Run),
        ],
        wraps: Wraps::Environment,
        transparent: true,
        ..SAYS
    },
    // One variable is a question, all of them are an answer too long.
    Entry {
        names: &["printenv"],
        flags: "0",
        long: "null help version",
        subs: &[Entry { names: &[""], effect: Effect::State, flags: "0", long: "null", ..SAYS }],
        ..SAYS
    },
    Entry {
        names: &["nice", "gnice"],
        style: Style::First,
        flags: "#",
        values: "n",
        long: "adjustment= help version",
        wraps: Wraps::Command(0),
        transparent: true,
        ..SAYS
    },
    Entry {
        names: &["ionice"],
        style: Style::First,
        flags: "th",
        values: "cn",
        long: "class= classdata= ignore help version",
        special: &[
            Special::value("p pid", Arg::Text, Effect::System),
            Special::value("P pgid", Arg::Text, Effect::System),
            Special::value("u uid", Arg::Text, Effect::System),
        ],
        wraps: Wraps::Command(0),
        transparent: true,
        ..SAYS
    },
    Entry {
        names: &["nohup", "gnohup"],
        style: Style::First,
        long: "help version",
        wraps: Wraps::Command(0),
        transparent: true,
        ..SAYS
    },
    Entry {
        names: &["timeout", "gtimeout"],
        style: Style::First,
        flags: "vfp",
        values: "ks",
        long: "preserve-status foreground kill-after= signal= verbose help version",
        wraps: Wraps::Command(1),
        transparent: true,
        ..SAYS
    },
    Entry {
        names: &["stdbuf", "gstdbuf"],
        style: Style::First,
        values: "ioe",
        long: "input= output= error= help version",
        wraps: Wraps::Command(0),
        transparent: true,
        ..SAYS
    },
    Entry {
        names: &["setsid"],
        style: Style::First,
        flags: "cfwhV",
        long: "ctty fork wait help version",
        wraps: Wraps::Command(0),
        transparent: true,
        ..SAYS
    },
    // The program; the keyword never gets here.
    Entry {
        names: &["time", "gtime"],
        style: Style::First,
        flags: "pvqhlV",
        values: "f",
        long: "portability verbose quiet format= help version",
        special: &[Special::writes("o output"), Special::flag("a append", Effect::Write)],
        wraps: Wraps::Command(0),
        transparent: true,
        ..SAYS
    },
    Entry {
        names: &["command"],
        style: Style::First,
        flags: "p",
        subs: &[
            // Only tells what the name is.
            Entry { names: &["-v", "-V"], style: Style::First, flags: "vVp", ..SAYS },
        ],
        wraps: Wraps::Command(0),
        transparent: true,
        ..SAYS
    },
    Entry { names: &["builtin"], ..BUILTIN },
    Entry { names: &["noglob"], ..BUILTIN },
    Entry { names: &["nocorrect"], ..BUILTIN },
    // The name of the applet is the command.
    Entry { names: &["busybox"], ..BUSYBOX },
    Entry { names: &["toybox"], ..BUSYBOX },
    // Words of the input are added to the command, which so gets operands nobody sees.
    Entry {
        names: &["xargs", "gxargs"],
        style: Style::First,
        flags: "0oprtx",
        values: "EILPdnsJRS",
        long: "null delimiter= max-lines? max-args= open-tty max-procs= interactive no-run-if-empty \
                    max-chars= show-limits verbose exit eof? replace? help version",
        special: &[
            Special::reads("a arg-file"),
            Special::value("e", Arg::Text, Effect::Read).attached(),
            Special::value("i", Arg::Text, Effect::Read).attached(),
            Special::value("l", Arg::Text, Effect::Read).attached(),
            // Names a variable of the environment.
            Special::value("process-slot-var", Arg::Text, Effect::Run),
        ],
        wraps: Wraps::More,
        transparent: true,
        ..SAYS
    },
    Entry { names: &["chrt"], ..CHRT },
    Entry { names: &["taskset"], ..CHRT },
    Entry {
        names: &["numactl"],
        effect: Effect::Code,
        style: Style::First,
        flags: "lsbaHt",
        values: "iNmCpP",
        long: "show hardware interleave= cpunodebind= physcpubind= membind= preferred= localalloc all",
        wraps: Wraps::Command(0),
        ..SAYS
    },
    Entry {
        names: &["chroot"],
        style: Style::First,
        long: "groups= userspec= skip-chdir help version",
        wraps: Wraps::Command(1),
        ..SYSTEM
    },
    Entry {
        names: &["unshare"],
        style: Style::First,
        flags: "fmnpuirUCTchV",
        values: "GSRw",
        long: "fork map-user= map-group= map-users= map-groups= map-root-user map-current-user map-auto \
                    kill-child? mount? uts? ipc? net? pid? user? cgroup? time? mount-proc? propagation= setgroups= \
                    keep-caps monotonic= boottime= root= wd= setuid= setgid= help version",
        wraps: Wraps::Command(0),
        ..SYSTEM
    },
    Entry {
        names: &["nsenter"],
        style: Style::First,
        flags: "aFZmunipCUTrwhVWe",
        values: "tSG",
        long: "all target= mount? uts? ipc? net? pid? cgroup? user? time? setuid= setgid= \
                    preserve-credentials keep-caps root? wd? no-fork follow-context env help version",
        wraps: Wraps::Command(0),
        ..SYSTEM
    },
    // `flock FILE -c 'text'` is read as a command `-c`, which is none.
    Entry {
        names: &["flock"],
        effect: Effect::Code,
        style: Style::First,
        flags: "sxenuoFhV",
        values: "wE",
        long: "shared exclusive unlock nonblock nb wait= timeout= conflict-exit-code= close no-fork verbose \
                    fcntl start= length= help version",
        special: &[Special::value("c command", Arg::Shell, Effect::Run)],
        operands: OUTPUTS,
        wraps: Wraps::Command(1),
        ..SAYS
    },
    // The words are joined and given to a shell, again and again.
    Entry {
        names: &["watch"],
        effect: Effect::Code,
        style: Style::First,
        flags: "bcegptwxChrvf",
        values: "nqs",
        long: "beep color no-color differences? errexit chgexit equexit= interval= precise no-title no-wrap \
                    no-rerun exec shotsdir= follow help version",
        wraps: Wraps::Shell(0),
        ..SAYS
    },
    Entry { names: &["parallel"], ..PARALLEL },
    Entry { names: &["sem"], ..PARALLEL },
    Entry { names: &["autoexpect"], ..RUNS },
    Entry {
        names: &["faketime"],
        style: Style::First,
        flags: "mp",
        values: "f",
        long: "exclude-monotonic help version date-prog=",
        wraps: Wraps::Command(1),
        ..RUNS
    },
    Entry { names: &["unbuffer"], ..UNBUFFER },
    Entry { names: &["fakeroot"], ..UNBUFFER },
    Entry { names: &["eatmydata"], ..UNBUFFER },
    Entry { names: &["catchsegv"], ..UNBUFFER },
    Entry { names: &["heaptrack"], ..UNBUFFER },
    Entry { names: &["uftrace"], ..UNBUFFER },
    Entry { names: &["multitime"], ..UNBUFFER },
    Entry { names: &["softlimit"], values: "acdfmlnoprst", flags: "h", ..UNBUFFER },
    Entry { names: &["abduco"], values: "acnAe", flags: "hlfqrv", ..UNBUFFER },
    Entry { names: &["envdir"], wraps: Wraps::Command(1), ..UNBUFFER },
    // A command on many machines.
    Entry { names: &["pdsh", "clush"], values: "wgxlftuo", flags: "abBSNv", wraps: Wraps::Shell(0), ..UNBUFFER },
    Entry {
        names: &["parallel-ssh", "pssh", "prsync"],
        values: "hHlptoeOx",
        flags: "vAiIPX",
        wraps: Wraps::Shell(0),
        ..UNBUFFER
    },
    Entry {
        names: &["adb"],
        style: Style::First,
        values: "sHPtL",
        flags: "ade",
        subs: &[
            Entry { names: &["devices", "version", "help", "get-state", "get-serialno"], flags: "l", ..SAYS },
            Entry {
                names: &["shell", "exec-out"],
                style: Style::First,
                flags: "tTnx",
                values: "es",
                wraps: Wraps::Shell(0),
                ..RUNS
            },
        ],
        ..SYSTEM
    },
    Entry { names: &["proot"], ..UNBUFFER },
    Entry { names: &["chronic"], ..UNBUFFER },
    Entry { names: &["dbus-run-session"], ..UNBUFFER },
    Entry { names: &["xvfb-run"], ..UNBUFFER },
    Entry { names: &["torsocks"], ..UNBUFFER },
    Entry { names: &["proxychains", "proxychains4"], ..UNBUFFER },
    Entry { names: &["cpulimit"], ..UNBUFFER },
    Entry { names: &["cgexec"], ..UNBUFFER },
    Entry { names: &["systemd-inhibit"], ..UNBUFFER },
    Entry { names: &["caffeinate"], ..UNBUFFER },
    Entry { names: &["rlwrap"], ..UNBUFFER },
    Entry { names: &["tini"], ..UNBUFFER },
    Entry { names: &["dumb-init"], ..UNBUFFER },
    Entry { names: &["daemonize"], ..UNBUFFER },
    Entry { names: &["start-stop-daemon"], ..UNBUFFER },
    Entry { names: &["retry"], ..UNBUFFER },
    Entry { names: &["setarch"], ..UNBUFFER },
    Entry { names: &["linux32"], ..UNBUFFER },
    Entry { names: &["linux64"], ..UNBUFFER },
    Entry { names: &["choom"], ..UNBUFFER },
    Entry { names: &["wine"], ..UNBUFFER },
    // On Linux it prints the machine; on macOS it runs a command.
    Entry {
        names: &["arch"],
        style: Style::Single,
        long: "help version x86_64 arm64 arm64e i386 32 64 c d= e=",
        wraps: Wraps::Command(0),
        ..SAYS
    },
    Entry {
        names: &["firejail"],
        style: Style::First,
        long: "quiet noprofile private? net= help version seccomp? caps.drop= nogroups noroot nosound x11? \
                    trace? shell= profile= whitelist= blacklist= read-only=",
        wraps: Wraps::Command(0),
        ..RUNS
    },
    Entry {
        names: &["bwrap"],
        style: Style::First,
        long: "help version unshare-all share-net unshare-user unshare-user-try unshare-ipc unshare-pid \
                    unshare-net unshare-uts unshare-cgroup unshare-cgroup-try userns= userns2= disable-userns \
                    assert-userns-disabled pidns= uid= gid= hostname= clearenv unsetenv= sync-fd= remount-ro= \
                    exec-label= file-label= proc= dev= tmpfs= mqueue= dir= seccomp= add-seccomp-fd= block-fd= \
                    userns-block-fd= info-fd= json-status-fd= new-session die-with-parent as-pid-1 cap-drop= \
                    perms= size=",
        special: &[
            Special::value("args", Arg::Text, Effect::Run),
            Special::value("chdir", Arg::Read, Effect::Run),
            Special::writes("lock-file"),
            Special::value("cap-add", Arg::Text, Effect::System),
            Special::value("setenv", Arg::Text, Effect::Run).two(),
            Special::value("bind", Arg::Write, Effect::Run).two(),
            Special::value("bind-try", Arg::Write, Effect::Run).two(),
            Special::value("dev-bind", Arg::Write, Effect::Run).two(),
            Special::value("dev-bind-try", Arg::Write, Effect::Run).two(),
            Special::value("bind-fd", Arg::Text, Effect::Run).two(),
            Special::value("ro-bind", Arg::Read, Effect::Run).two(),
            Special::value("ro-bind-try", Arg::Read, Effect::Run).two(),
            Special::value("ro-bind-fd", Arg::Text, Effect::Run).two(),
            Special::value("symlink", Arg::Text, Effect::Run).two(),
            Special::value("file", Arg::Text, Effect::Run).two(),
            Special::value("bind-data", Arg::Text, Effect::Run).two(),
            Special::value("ro-bind-data", Arg::Text, Effect::Run).two(),
            Special::value("chmod", Arg::Text, Effect::Run).two(),
        ],
        wraps: Wraps::Command(0),
        ..RUNS
    },
    Entry { names: &["sandbox-exec"], ..RUNS },
    Entry { names: &["nsjail"], ..RUNS },
    Entry {
        names: &["systemd-run"],
        style: Style::First,
        flags: "rdtPqGS",
        values: "upEH",
        long: "help version no-ask-password user system scope unit= property= description= slice= \
                    slice-inherit no-block remain-after-exit wait send-sighup service-type= uid= gid= nice= \
                    same-dir setenv= pty pipe quiet collect shell path-property= socket-property= on-active= \
                    on-boot= on-startup= on-unit-active= on-unit-inactive= on-calendar= on-timezone-change \
                    on-clock-change timer-property= expand-environment=",
        special: &[
            Special::value("host", Arg::Host, Effect::Send),
            Special::value("M machine", Arg::Text, Effect::System),
            Special::value("working-directory", Arg::Read, Effect::Run),
        ],
        wraps: Wraps::Command(0),
        ..SYSTEM
    },
    Entry {
        names: &["nix-shell"],
        flags: "p",
        values: "AI",
        long: "pure packages attr= keep= arg= argstr=",
        special: &[
            Special::value("run", Arg::Shell, Effect::Run),
            Special::value("command", Arg::Shell, Effect::Run),
            Special::value("E expr", Arg::Code, Effect::Run),
            Special::runs("i"),
        ],
        operands: FILES,
        ..RUNS
    },
    Entry { names: &["nix"], ..RUNS },
    Entry { names: &["nix-build"], ..RUNS },
    Entry { names: &["nix-instantiate"], ..RUNS },
    Entry { names: &["nixos-rebuild"], ..RUNS },
    // A script or a text; without either the shell reads standard input.
    Entry { names: &["bash"], ..BASH },
    Entry { names: &["sh"], ..BASH },
    Entry { names: &["dash"], ..BASH },
    Entry { names: &["zsh"], ..BASH },
    Entry { names: &["ksh"], ..BASH },
    Entry { names: &["mksh"], ..BASH },
    Entry { names: &["ash"], ..BASH },
    Entry { names: &["rbash"], ..BASH },
    Entry {
        names: &["fish"],
        flags: "ilNPv",
        values: "df",
        long: "interactive login no-config private version help print-rusage-self print-debug-categories \
                    debug= features= debug-stack-frames=",
        special: &[
            Special::value("c command", Arg::Shell, Effect::Run),
            Special::value("C init-command", Arg::Shell, Effect::Run),
            Special::writes("D profile"),
            Special::writes("profile-startup"),
            Special::writes("o debug-output"),
        ],
        operands: Operands { rest: Arg::Text, ..TEXT }.first(Arg::Code, "c"),
        subs: &[Entry { names: &["-n", "--no-execute"], style: Style::First, flags: "n", long: "no-execute", ..READS }],
        ..RUNS
    },
    Entry { names: &["csh"], ..CSH },
    Entry { names: &["tcsh"], ..CSH },
    Entry { names: &["nu"], ..CSH },
    Entry { names: &["xonsh"], ..CSH },
    Entry { names: &["elvish"], ..CSH },
    Entry { names: &["eval"], style: Style::First, wraps: Wraps::Shell(0), ..RUNS },
    Entry { names: &["exec"], style: Style::First, flags: "cl", values: "a", wraps: Wraps::Command(0), ..RUNS },
    // What the file says is done by this shell.
    Entry {
        names: &["source", "."],
        style: Style::First,
        special: &[Special::value("p", Arg::Read, Effect::Run)],
        operands: TEXT.first(Arg::Code, ""),
        ..RUNS
    },
    // The first word is run later.
    Entry {
        names: &["trap"],
        effect: Effect::Code,
        style: Style::First,
        operands: TEXT.first(Arg::Shell, ""),
        subs: &[
            Entry { names: &["-l", "-p", "-P"], style: Style::First, flags: "lpP", ..SAYS },
            Entry { names: &[""], ..SAYS },
        ],
        ..SAYS
    },
];
