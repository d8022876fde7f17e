//! Containers, clusters and the tools that build infrastructure.
//!
//! Looking at the local daemon reads; running, mounting and copying does not. Everything a cluster or a cloud answers is
//! `Send`. A kubeconfig, a docker configuration or a post-renderer names programs, so the options for them are `Run`.

use super::entry::{
    Arg, BUILDS, DELETES, Effect, Entry, FETCHES, FILES, OUTPUTS, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style,
    TEXT, WRITES, Wraps,
};

/// Options of `docker run` and `docker create`. A mount, a device or a namespace of the host opens the host.
const DOCKER_RUN: Entry = Entry {
    flags: "diqtP",
    values: "acehlmpuw",
    long: "add-host= annotation= attach= blkio-weight= blkio-weight-device= cap-drop= cgroup-parent= \
                cgroupns= cpu-count= cpu-percent= cpu-period= cpu-quota= cpu-rt-period= cpu-rt-runtime= \
                cpu-shares= cpus= cpuset-cpus= cpuset-mems= detach? detach-keys= disable-content-trust? dns= \
                dns-option= dns-search= domainname= env= expose= gpus= group-add= health-interval= health-retries= \
                health-start-interval= health-start-period= health-timeout= help hostname= init? interactive? \
                io-maxbandwidth= io-maxiops= ip= ip6= isolation= kernel-memory= label= link= link-local-ip= \
                log-driver= mac-address= memory= memory-reservation= memory-swap= memory-swappiness= name= \
                network-alias= net-alias= no-healthcheck? oom-kill-disable? oom-score-adj= pids-limit= platform= \
                publish= publish-all? pull= quiet? read-only? restart= rm? shm-size= sig-proxy? stop-signal= \
                stop-timeout= sysctl= tmpfs= tty? ulimit= user= workdir= arch= os= variant= replace? tz= umask= \
                timeout= no-hosts? no-hostname? pod= systemd= requires= rmi? http-proxy? unsetenv= unsetenv-all? \
                label-opt= tls-verify?",
    special: &[
        Special::flag("privileged", Effect::System),
        Special::value("v volume", Arg::Write, Effect::System),
        Special::value("mount", Arg::Write, Effect::System),
        Special::value("volumes-from", Arg::Text, Effect::System),
        Special::value("volume-driver", Arg::Text, Effect::System),
        Special::value("device", Arg::Write, Effect::System),
        Special::value("device-cgroup-rule", Arg::Text, Effect::System),
        Special::value("device-read-bps", Arg::Text, Effect::System),
        Special::value("device-read-iops", Arg::Text, Effect::System),
        Special::value("device-write-bps", Arg::Text, Effect::System),
        Special::value("device-write-iops", Arg::Text, Effect::System),
        Special::value("cap-add", Arg::Text, Effect::System),
        Special::value("security-opt", Arg::Text, Effect::System),
        Special::value("network net", Arg::Text, Effect::System),
        Special::value("pid", Arg::Text, Effect::System),
        Special::value("ipc", Arg::Text, Effect::System),
        Special::value("uts", Arg::Text, Effect::System),
        Special::value("userns", Arg::Text, Effect::System),
        Special::value("runtime", Arg::Program, Effect::Run),
        Special::flag("use-api-socket", Effect::System),
        Special::value("storage-opt", Arg::Text, Effect::System),
        Special::value("log-opt", Arg::Text, Effect::System),
        Special::value("entrypoint", Arg::Program, Effect::Run),
        Special::value("health-cmd", Arg::Shell, Effect::Run),
        Special::reads("env-file"),
        Special::flag("env-host", Effect::System),
        Special::reads("label-file"),
        Special::writes("cidfile"),
        Special::writes("conmon-pidfile pidfile"),
        Special::flag("rootfs", Effect::System),
        Special::value("secret", Arg::Text, Effect::System),
        Special::reads("authfile"),
        Special::value("hooks-dir", Arg::Read, Effect::Run),
        Special::reads("pod-id-file"),
        Special::value("gidmap", Arg::Text, Effect::System),
        Special::value("uidmap", Arg::Text, Effect::System),
        Special::value("seccomp-policy", Arg::Text, Effect::System),
    ],
    operands: TEXT,
    wraps: Wraps::Command(1),
    ..RUNS
};

const DOCKER_EXEC: Entry = Entry {
    flags: "ditl",
    values: "euw",
    long: "detach? detach-keys= env= interactive? tty? user= workdir= latest? preserve-fds= help",
    special: &[Special::flag("privileged", Effect::System), Special::reads("env-file")],
    wraps: Wraps::Command(1),
    ..RUNS
};

const DOCKER_PS: Entry = Entry {
    flags: "alqsp",
    values: "fnw",
    long: "all? filter= format= last= latest? no-trunc? quiet? size? external? noheading? ns? pod? sort= \
                sync? watch= help",
    ..SAYS
};

const DOCKER_IMAGES: Entry = Entry {
    flags: "aqn",
    values: "f",
    long: "all? digests? filter= format= no-trunc? quiet? tree? history? noheading? sort= names? help",
    ..SAYS
};

const DOCKER_LOGS: Entry = Entry {
    flags: "ftl",
    values: "n",
    long: "details? follow? since= tail= timestamps? until= latest? names? color? help",
    ..SAYS
};

const DOCKER_INSPECT: Entry =
    Entry { flags: "sl", values: "ft", long: "format= size? type= latest? platform= help", ..SAYS };

const DOCKER_STATS: Entry = Entry {
    flags: "al",
    values: "i",
    long: "all? format= no-stream? no-trunc? latest? interval= no-reset? help",
    ..SAYS
};

const DOCKER_HISTORY: Entry = Entry { flags: "Hq", long: "format= human? no-trunc? platform= quiet? help", ..SAYS };

const DOCKER_EVENTS: Entry =
    Entry { values: "f", long: "filter= format= since= until= stream? no-trunc? help", ..SAYS };

/// The options of `ps` follow the container.
const DOCKER_TOP: Entry = Entry { style: Style::First, flags: "l", long: "latest? help", ..SAYS };

const DOCKER_LIST: Entry = Entry {
    flags: "qanv",
    values: "f",
    long: "filter= format= no-trunc? quiet? no-resolve? noheading? cluster? pretty? all? verbose? size? help",
    ..SAYS
};

/// A build runs what the project's Dockerfile says.
const DOCKER_BUILD: Entry = Entry {
    flags: "qD",
    values: "cmt",
    long: "add-host= build-arg= cgroup-parent= compress? cpu-period= cpu-quota= cpu-shares= cpuset-cpus= \
                cpuset-mems= disable-content-trust? force-rm? isolation= label= memory= memory-swap= no-cache? \
                no-cache-filter= platform= pull? quiet? rm? shm-size= squash? squash-all? tag= target= ulimit= \
                progress= load? builder= annotation= attest= provenance= sbom= debug? check? call= layers? jobs= \
                arch= os= os-version= variant= all-platforms? format= from= identity-label? timestamp= no-hosts? \
                omit-history? cap-drop= dns= dns-option= dns-search= env= unsetenv= http-proxy? \
                disable-compression? logsplit? skip-unused-stages? tls-verify? retry= retry-delay= manifest= \
                cache-ttl= stdin? policy= help",
    special: &[
        // What it says is run; in the project it is the project's own.
        Special::value("f file", Arg::Read, Effect::Run),
        Special::reads("ignorefile"),
        Special::reads("build-context"),
        Special::writes("o output"),
        Special::writes("iidfile"),
        Special::writes("metadata-file"),
        Special::writes("logfile"),
        Special::flag("push", Effect::Send),
        Special::value("cache-to", Arg::Text, Effect::Send),
        Special::value("cache-from", Arg::Text, Effect::Send),
        Special::value("creds", Arg::Text, Effect::Send),
        Special::reads("authfile"),
        Special::reads("cert-dir"),
        Special::value("sign-by", Arg::Text, Effect::System),
        Special::value("decryption-key", Arg::Text, Effect::System),
        Special::value("secret", Arg::Text, Effect::System),
        Special::value("ssh", Arg::Text, Effect::System),
        Special::value("allow", Arg::Text, Effect::System),
        Special::value("security-opt", Arg::Text, Effect::System),
        Special::value("network", Arg::Text, Effect::System),
        Special::value("device", Arg::Text, Effect::System),
        Special::value("cap-add", Arg::Text, Effect::System),
        Special::value("v volume", Arg::Write, Effect::System),
        Special::value("ipc", Arg::Text, Effect::System),
        Special::value("pid", Arg::Text, Effect::System),
        Special::value("uts", Arg::Text, Effect::System),
        Special::value("userns", Arg::Text, Effect::System),
        Special::value("cgroupns", Arg::Text, Effect::System),
        Special::value("runtime", Arg::Program, Effect::Run),
        Special::value("runtime-flag", Arg::Text, Effect::Run),
        Special::value("hooks-dir", Arg::Read, Effect::Run),
        Special::value("cpp-flag", Arg::Text, Effect::Run),
    ],
    operands: FILES,
    ..BUILDS
};

const DOCKER_PULL: Entry = Entry {
    flags: "aq",
    long: "all-tags? disable-content-trust? platform= quiet? arch= os= variant= policy= tls-verify? retry= \
                retry-delay= help",
    special: &[
        Special::reads("authfile"),
        Special::reads("cert-dir"),
        Special::value("creds", Arg::Text, Effect::Send),
    ],
    ..SENDS
};

const DOCKER_PUSH: Entry = Entry {
    flags: "aq",
    long: "all-tags? disable-content-trust? platform= quiet? compress? format= remove-signatures? tls-verify? \
                compression-format= retry= help",
    special: &[
        Special::reads("authfile"),
        Special::reads("cert-dir"),
        Special::value("creds", Arg::Text, Effect::Send),
        Special::writes("digestfile"),
        Special::value("sign-by", Arg::Text, Effect::System),
    ],
    ..SENDS
};

const DOCKER_RM: Entry = Entry {
    effect: Effect::Delete,
    flags: "l",
    values: "t",
    long: "link? latest? no-prune? platform= time= ignore? depend? help",
    special: &[
        Special::flag("f force", Effect::Delete),
        Special::flag("v volumes", Effect::Delete),
        Special::flag("a all", Effect::Delete),
        Special::reads("cidfile"),
    ],
    ..SAYS
};

const DOCKER_PRUNE: Entry = Entry {
    effect: Effect::Delete,
    long: "filter= keep-storage= build? external? reserved-space= max-used-space= min-free-space= verbose? help",
    special: &[
        Special::flag("a all", Effect::Delete),
        Special::flag("f force", Effect::Delete),
        Special::flag("volumes", Effect::Delete),
    ],
    ..SAYS
};

const DOCKER_STOP: Entry = Entry {
    flags: "ai",
    values: "tsf",
    long: "time= timeout= signal= all? ignore? filter= attach? interactive? detach-keys= checkpoint= latest? \
                sig-proxy? no-stdin? help running?",
    special: &[Special::reads("cidfile"), Special::reads("checkpoint-dir")],
    ..SYSTEM
};

const DOCKER_COPY: Entry = Entry {
    flags: "aLq",
    long: "archive? follow-link? quiet? pause? overwrite? index= all? dry-run? help",
    operands: FILES.last(Arg::Write, ""),
    ..SYSTEM
};

const DOCKER_SAVE: Entry = Entry {
    flags: "mq",
    long: "platform= format= compress? uncompressed? quiet? multi-image-archive? help",
    special: &[Special::writes("o output")],
    operands: TEXT,
    ..WRITES
};

const DOCKER_LOAD: Entry = Entry {
    flags: "q",
    values: "cm",
    long: "quiet? platform= change= message= arch= os= variant= help",
    special: &[Special::reads("i input")],
    operands: FILES,
    ..SYSTEM
};

const DOCKER_COMMIT: Entry = Entry {
    effect: Effect::System,
    flags: "pqs",
    values: "acfm",
    long: "author= change= message= pause? quiet? squash? include-volumes? format= help",
    special: &[Special::writes("iidfile")],
    ..SAYS
};

const DOCKER_UPDATE: Entry = Entry {
    values: "cm",
    long: "blkio-weight= cpu-period= cpu-quota= cpu-rt-period= cpu-rt-runtime= cpu-shares= cpus= cpuset-cpus= \
                cpuset-mems= memory= memory-reservation= memory-swap= pids-limit= restart= help",
    ..SYSTEM
};

const DOCKER_CHANGE: Entry = Entry { flags: "q", values: "lo", long: "help", ..SYSTEM };

/// What these share: `port`, `diff`, `exists`.
const DOCKER_CONTAINER_PORT: Entry = Entry { flags: "al", long: "all? format= latest? help", ..SAYS };

/// `docker container …`.
const DOCKER_CONTAINER: &[Entry] = &[
    Entry { names: &["ls", "ps", "list"], ..DOCKER_PS },
    Entry { names: &["logs"], ..DOCKER_LOGS },
    Entry { names: &["inspect"], ..DOCKER_INSPECT },
    Entry { names: &["stats"], ..DOCKER_STATS },
    Entry { names: &["top"], ..DOCKER_TOP },
    Entry { names: &["port"], ..DOCKER_CONTAINER_PORT },
    Entry { names: &["diff"], ..DOCKER_CONTAINER_PORT },
    Entry { names: &["exists"], ..DOCKER_CONTAINER_PORT },
    Entry { names: &["run"], ..DOCKER_RUN },
    Entry { names: &["create"], ..DOCKER_RUN },
    Entry { names: &["exec"], ..DOCKER_EXEC },
    Entry { names: &["attach"], ..DOCKER_STOP },
    Entry { names: &["start"], ..DOCKER_STOP },
    Entry { names: &["restart"], ..DOCKER_STOP },
    Entry { names: &["stop"], ..DOCKER_STOP },
    Entry { names: &["kill"], ..DOCKER_STOP },
    Entry { names: &["pause"], ..DOCKER_STOP },
    Entry { names: &["unpause"], ..DOCKER_STOP },
    Entry { names: &["wait"], ..DOCKER_STOP },
    Entry { names: &["rename"], ..DOCKER_STOP },
    Entry { names: &["init"], ..DOCKER_STOP },
    Entry { names: &["checkpoint"], ..DOCKER_STOP },
    Entry { names: &["restore"], ..DOCKER_STOP },
    Entry { names: &["cleanup"], ..DOCKER_STOP },
    Entry { names: &["mount"], ..DOCKER_STOP },
    Entry { names: &["unmount"], ..DOCKER_STOP },
    Entry { names: &["umount"], ..DOCKER_STOP },
    Entry { names: &["runlabel"], ..DOCKER_STOP },
    Entry { names: &["commit"], ..DOCKER_COMMIT },
    Entry { names: &["cp"], ..DOCKER_COPY },
    Entry { names: &["export"], ..DOCKER_SAVE },
    Entry { names: &["update"], ..DOCKER_UPDATE },
    Entry { names: &["rm"], ..DOCKER_RM },
    Entry { names: &["prune"], ..DOCKER_PRUNE },
];

/// What these share: `exists`, `tree`, `diff`.
const DOCKER_IMAGE_EXISTS: Entry = Entry { long: "whatrequires? format= help", ..SAYS };

/// What these share: `tag`, `untag`.
const DOCKER_IMAGE_TAG: Entry = Entry { effect: Effect::Write, long: "help", ..SAYS };

/// `docker image …`.
const DOCKER_IMAGE: &[Entry] = &[
    Entry { names: &["ls", "list"], ..DOCKER_IMAGES },
    Entry { names: &["history"], ..DOCKER_HISTORY },
    Entry { names: &["inspect"], ..DOCKER_INSPECT },
    Entry { names: &["exists"], ..DOCKER_IMAGE_EXISTS },
    Entry { names: &["tree"], ..DOCKER_IMAGE_EXISTS },
    Entry { names: &["diff"], ..DOCKER_IMAGE_EXISTS },
    Entry { names: &["build"], ..DOCKER_BUILD },
    Entry { names: &["pull"], ..DOCKER_PULL },
    Entry { names: &["search"], ..DOCKER_PULL },
    Entry { names: &["push"], ..DOCKER_PUSH },
    Entry { names: &["save"], ..DOCKER_SAVE },
    Entry { names: &["load"], ..DOCKER_LOAD },
    Entry { names: &["import"], ..DOCKER_LOAD },
    Entry { names: &["tag"], ..DOCKER_IMAGE_TAG },
    Entry { names: &["untag"], ..DOCKER_IMAGE_TAG },
    Entry { names: &["rm", "remove"], ..DOCKER_RM },
    Entry { names: &["prune"], ..DOCKER_PRUNE },
    Entry { names: &["mount"], ..SYSTEM },
    Entry { names: &["unmount"], ..SYSTEM },
    Entry { names: &["scp"], ..SYSTEM },
    Entry { names: &["sign"], ..SYSTEM },
    Entry { names: &["trust"], ..SYSTEM },
];

/// What these share: `images`, `top`, `port`, `version` and others.
const COMPOSE_IMAGES: Entry = Entry {
    flags: "qf",
    long: "format= quiet? index= protocol= short? json? no-stream? no-trunc? all? since= until= help",
    ..SAYS
};

/// What these share: `config`, `convert`.
const COMPOSE_CONFIG: Entry = Entry {
    effect: Effect::Code,
    flags: "q",
    long: "environment? format= hash= images? lock-image-digests? models? networks? no-consistency? \
                no-env-resolution? no-interpolate? no-normalize? no-path-resolution? profiles? quiet? \
                resolve-image-digests? services? variables? volumes? help",
    special: &[Special::writes("o output")],
    ..SAYS
};

/// What these share: `create`, `start`, `restart`, `stop` and others.
const COMPOSE_CREATE: Entry = Entry {
    flags: "ayq",
    values: "ts",
    long: "build? dry-run? force-recreate? no-build? no-deps? no-recreate? pull= quiet? quiet-pull? scale= \
                timeout= signal= prune? no-up? detach-keys= index= no-stdin? sig-proxy? wait? down-project? help",
    special: &[Special::flag("remove-orphans", Effect::Delete)],
    ..BUILDS
};

/// What these share: `push`, `publish`.
const COMPOSE_PUSH: Entry = Entry {
    flags: "qy",
    long: "ignore-push-failures? include-deps? quiet? app? oci-version= resolve-image-digests? with-env? yes? \
                help",
    ..SENDS
};

/// What these share: `rm`, `kill`.
const COMPOSE_RM: Entry = Entry {
    effect: Effect::Delete,
    flags: "a",
    long: "help",
    special: &[
        Special::flag("f force", Effect::Delete),
        Special::flag("s stop", Effect::Delete),
        Special::flag("v volumes", Effect::Delete),
        Special::value("signal", Arg::Text, Effect::Delete),
        Special::flag("remove-orphans", Effect::Delete),
    ],
    ..SAYS
};

/// `docker compose …`: the options come before the command, as in `docker-compose`.
const COMPOSE: &[Entry] = &[
    Entry {
        names: &["ps"],
        flags: "aq",
        long: "all? filter= format= no-trunc? orphans? quiet? services? status= help",
        ..SAYS
    },
    Entry { names: &["ls"], flags: "aq", long: "all? filter= format= quiet? help", ..SAYS },
    Entry {
        names: &["logs"],
        flags: "ft",
        values: "n",
        long: "follow? index= no-color? no-log-prefix? since= tail= timestamps? until= help",
        ..SAYS
    },
    Entry { names: &["images"], ..COMPOSE_IMAGES },
    Entry { names: &["top"], ..COMPOSE_IMAGES },
    Entry { names: &["port"], ..COMPOSE_IMAGES },
    Entry { names: &["version"], ..COMPOSE_IMAGES },
    Entry { names: &["stats"], ..COMPOSE_IMAGES },
    Entry { names: &["events"], ..COMPOSE_IMAGES },
    Entry { names: &["volumes"], ..COMPOSE_IMAGES },
    // It prints what .env holds.
    Entry { names: &["config"], ..COMPOSE_CONFIG },
    Entry { names: &["convert"], ..COMPOSE_CONFIG },
    Entry {
        names: &["up"],
        flags: "dwy",
        values: "t",
        long: "abort-on-container-exit? abort-on-container-failure? always-recreate-deps? attach= \
                    attach-dependencies? build? detach? dry-run? exit-code-from= force-recreate? menu? no-attach= \
                    no-build? no-color? no-deps? no-log-prefix? no-recreate? no-start? pull= quiet-pull? \
                    quiet-build? scale= timeout= timestamps? wait? wait-timeout= watch? yes? help",
        special: &[
            Special::flag("remove-orphans", Effect::Delete),
            Special::flag("V renew-anon-volumes", Effect::Delete),
        ],
        ..BUILDS
    },
    Entry {
        names: &["build"],
        flags: "qm",
        long: "build-arg= builder= check? compress? force-rm? memory= no-cache? no-rm? parallel? print? \
                    progress= provenance= pull? quiet? sbom= with-dependencies? help",
        special: &[Special::flag("push", Effect::Send), Special::value("ssh", Arg::Text, Effect::System)],
        ..BUILDS
    },
    Entry { names: &["create"], ..COMPOSE_CREATE },
    Entry { names: &["start"], ..COMPOSE_CREATE },
    Entry { names: &["restart"], ..COMPOSE_CREATE },
    Entry { names: &["stop"], ..COMPOSE_CREATE },
    Entry { names: &["pause"], ..COMPOSE_CREATE },
    Entry { names: &["unpause"], ..COMPOSE_CREATE },
    Entry { names: &["scale"], ..COMPOSE_CREATE },
    Entry { names: &["watch"], ..COMPOSE_CREATE },
    Entry { names: &["wait"], ..COMPOSE_CREATE },
    Entry { names: &["attach"], ..COMPOSE_CREATE },
    Entry {
        names: &["exec"],
        flags: "dT",
        values: "euw",
        long: "detach? dry-run? env= index= no-tty? no-TTY? user= workdir= interactive? tty? help",
        special: &[Special::flag("privileged", Effect::System)],
        wraps: Wraps::Command(1),
        ..RUNS
    },
    Entry {
        names: &["run"],
        flags: "diPTqQt",
        values: "elpuw",
        long: "build? detach? dry-run? env= interactive? label= name= no-TTY? no-tty? no-deps? publish= pull= \
                    quiet? quiet-build? quiet-pull? rm? service-ports? use-aliases? user= workdir= cap-drop= help",
        special: &[
            Special::value("v volume", Arg::Write, Effect::System),
            Special::value("cap-add", Arg::Text, Effect::System),
            Special::value("entrypoint", Arg::Program, Effect::Run),
            Special::reads("env-from-file"),
            Special::flag("remove-orphans", Effect::Delete),
        ],
        wraps: Wraps::Command(1),
        ..RUNS
    },
    Entry { names: &["cp"], ..DOCKER_COPY },
    Entry {
        names: &["pull"],
        flags: "q",
        long: "ignore-buildable? ignore-pull-failures? include-deps? policy= quiet? help",
        ..SENDS
    },
    Entry { names: &["push"], ..COMPOSE_PUSH },
    Entry { names: &["publish"], ..COMPOSE_PUSH },
    Entry {
        names: &["down"],
        effect: Effect::Delete,
        values: "t",
        long: "timeout= help",
        special: &[
            Special::flag("v volumes", Effect::Delete),
            Special::value("rmi", Arg::Text, Effect::Delete),
            Special::flag("remove-orphans", Effect::Delete),
        ],
        ..SAYS
    },
    Entry { names: &["rm"], ..COMPOSE_RM },
    Entry { names: &["kill"], ..COMPOSE_RM },
    Entry { names: &["commit"], ..DOCKER_COMMIT },
    Entry { names: &["export"], ..DOCKER_SAVE },
    Entry { names: &["alpha"], ..RUNS },
    Entry { names: &["bridge"], ..RUNS },
];

/// What these share: `version`, `info`.
const DOCKER_VERSION: Entry = Entry { flags: "D", values: "f", long: "format= debug? client? help", ..SAYS };

/// What these share: `port`, `diff`.
const DOCKER_PORT: Entry = Entry { flags: "al", long: "all? format= latest? help", ..SAYS };

/// What these share: `login`, `logout`.
const DOCKER_LOGIN: Entry = Entry {
    flags: "apv",
    values: "u",
    long: "username= password-stdin? all? get-login? tls-verify? verbose? help",
    special: &[Special::value("password", Arg::Text, Effect::System), Special::writes("authfile")],
    ..SYSTEM
};

/// What these share: `tag`, `untag`.
const DOCKER_TAG: Entry = Entry { effect: Effect::Write, long: "help", ..SAYS };

/// What these share: `ls`, `du`, `version`, `inspect`.
const DOCKER_BUILDX_LS: Entry =
    Entry { flags: "a", long: "format= no-trunc? verbose? filter= bootstrap? timeout= help", ..SAYS };

/// What these share: `inspect`, `create`.
const DOCKER_BUILDX_IMAGETOOLS_INSPECT: Entry = Entry { long: "format= raw? append? dry-run? tag= help", ..SENDS };

/// What these share: `create`, `connect`, `disconnect`, `update` and others.
const DOCKER_NETWORK_CREATE: Entry = Entry {
    values: "do",
    long: "alias= driver-opt= ip= ip6= link= link-local-ip= attachable? aux-address= config-from= \
                config-only? driver= gateway= ingress? internal? ip-range= ipam-driver= ipam-opt= ipv4? ipv6? \
                label= opt= scope= subnet= force? help",
    ..SYSTEM
};

/// What these share: `df`, `info`, `events`.
const DOCKER_SYSTEM_DF: Entry = Entry {
    flags: "v",
    values: "f",
    long: "filter= format= since= until= stream? no-trunc? help verbose?",
    ..DOCKER_EVENTS
};

/// What these share: `create`, `use`, `update`, `import` and others.
const DOCKER_CONTEXT_CREATE: Entry = Entry { long: "description= docker= from= help", ..SYSTEM };

/// What these share: `create`, `annotate`, `add`, `push` and others.
const DOCKER_MANIFEST_CREATE: Entry = Entry {
    flags: "ap",
    long: "amend? all? arch= os= os-version= os-features= variant= insecure? purge? help",
    ..SENDS
};

/// What these share: `ls`, `inspect`, `ps`, `services` and others.
const DOCKER_CHECKPOINT_LS: Entry = Entry {
    flags: "qanvt",
    values: "f",
    long: "filter= format= no-trunc? quiet? no-resolve? noheading? cluster? pretty? all? verbose? size? help \
                follow? since= tail= timestamps? raw? details? no-task-ids?",
    ..DOCKER_LIST
};

/// What these share: `checkpoint`, `plugin`, `trust`, `swarm` and others.
const DOCKER_CHECKPOINT: Entry = Entry {
    subs: &[
        Entry { names: &["ls", "list"], ..DOCKER_CHECKPOINT_LS },
        Entry { names: &["inspect"], ..DOCKER_CHECKPOINT_LS },
        Entry { names: &["ps"], ..DOCKER_CHECKPOINT_LS },
        Entry { names: &["services"], ..DOCKER_CHECKPOINT_LS },
        Entry { names: &["logs"], ..DOCKER_CHECKPOINT_LS },
        Entry { names: &["rm", "remove"], ..DOCKER_RM },
        Entry { names: &["create"], ..DOCKER_CHANGE },
        Entry { names: &["update"], ..DOCKER_CHANGE },
        Entry { names: &["init"], ..DOCKER_CHANGE },
        Entry { names: &["join"], ..DOCKER_CHANGE },
        Entry { names: &["join-token"], ..DOCKER_CHANGE },
        Entry { names: &["leave"], ..DOCKER_CHANGE },
        Entry { names: &["unlock"], ..DOCKER_CHANGE },
        Entry { names: &["unlock-key"], ..DOCKER_CHANGE },
        Entry { names: &["ca"], ..DOCKER_CHANGE },
        Entry { names: &["promote"], ..DOCKER_CHANGE },
        Entry { names: &["demote"], ..DOCKER_CHANGE },
        Entry { names: &["rollback"], ..DOCKER_CHANGE },
        Entry { names: &["scale"], ..DOCKER_CHANGE },
        Entry { names: &["deploy"], ..DOCKER_CHANGE },
        Entry { names: &["install"], ..DOCKER_CHANGE },
        Entry { names: &["enable"], ..DOCKER_CHANGE },
        Entry { names: &["disable"], ..DOCKER_CHANGE },
        Entry { names: &["set"], ..DOCKER_CHANGE },
        Entry { names: &["upgrade"], ..DOCKER_CHANGE },
        Entry { names: &["push"], ..DOCKER_CHANGE },
        Entry { names: &["key"], ..DOCKER_CHANGE },
        Entry { names: &["signer"], ..DOCKER_CHANGE },
        Entry { names: &["revoke"], ..DOCKER_CHANGE },
        Entry { names: &["sign"], ..DOCKER_CHANGE },
        Entry { names: &["config"], ..DOCKER_CHANGE },
        Entry { names: &["exists"], ..DOCKER_CHANGE },
    ],
    ..SYSTEM
};

/// What `docker`, `podman` and `nerdctl` have in common; the rows hold the options of all three.
const DOCKER: &[Entry] = &[
    Entry { names: &["ps"], ..DOCKER_PS },
    Entry { names: &["images"], ..DOCKER_IMAGES },
    Entry { names: &["logs"], ..DOCKER_LOGS },
    // It prints the environment containers were started with; the daemon is local.
    Entry { names: &["inspect"], ..DOCKER_INSPECT },
    Entry { names: &["version"], ..DOCKER_VERSION },
    Entry { names: &["info"], ..DOCKER_VERSION },
    Entry { names: &["stats"], ..DOCKER_STATS },
    Entry { names: &["top"], ..DOCKER_TOP },
    Entry { names: &["port"], ..DOCKER_PORT },
    Entry { names: &["diff"], ..DOCKER_PORT },
    Entry { names: &["history"], ..DOCKER_HISTORY },
    Entry { names: &["events"], ..DOCKER_EVENTS },
    Entry {
        names: &["search"],
        values: "f",
        long: "filter= format= limit= no-trunc? compatible? list-tags? tls-verify? help",
        special: &[Special::reads("authfile")],
        ..FETCHES
    },
    Entry { names: &["run"], ..DOCKER_RUN },
    Entry { names: &["create"], ..DOCKER_RUN },
    Entry { names: &["exec"], ..DOCKER_EXEC },
    Entry { names: &["build"], ..DOCKER_BUILD },
    Entry { names: &["pull"], ..DOCKER_PULL },
    Entry { names: &["push"], ..DOCKER_PUSH },
    Entry { names: &["login"], ..DOCKER_LOGIN },
    Entry { names: &["logout"], ..DOCKER_LOGIN },
    Entry { names: &["attach"], ..DOCKER_STOP },
    Entry { names: &["start"], ..DOCKER_STOP },
    Entry { names: &["stop"], ..DOCKER_STOP },
    Entry { names: &["restart"], ..DOCKER_STOP },
    Entry { names: &["kill"], ..DOCKER_STOP },
    Entry { names: &["pause"], ..DOCKER_STOP },
    Entry { names: &["unpause"], ..DOCKER_STOP },
    Entry { names: &["wait"], ..DOCKER_STOP },
    Entry { names: &["rename"], ..DOCKER_STOP },
    Entry { names: &["init"], ..DOCKER_STOP },
    Entry { names: &["mount"], ..DOCKER_STOP },
    Entry { names: &["unmount"], ..DOCKER_STOP },
    Entry { names: &["umount"], ..DOCKER_STOP },
    Entry { names: &["healthcheck"], ..DOCKER_STOP },
    Entry { names: &["auto-update"], ..DOCKER_STOP },
    Entry { names: &["generate"], ..DOCKER_STOP },
    Entry { names: &["machine"], ..DOCKER_STOP },
    Entry { names: &["namespace"], ..DOCKER_STOP },
    Entry { names: &["apparmor"], ..DOCKER_STOP },
    Entry { names: &["ipfs"], ..DOCKER_STOP },
    Entry { names: &["commit"], ..DOCKER_COMMIT },
    Entry { names: &["cp"], ..DOCKER_COPY },
    Entry { names: &["export"], ..DOCKER_SAVE },
    Entry { names: &["save"], ..DOCKER_SAVE },
    Entry { names: &["import"], ..DOCKER_LOAD },
    Entry { names: &["load"], ..DOCKER_LOAD },
    Entry { names: &["tag"], ..DOCKER_TAG },
    Entry { names: &["untag"], ..DOCKER_TAG },
    Entry { names: &["rm"], ..DOCKER_RM },
    Entry { names: &["rmi"], ..DOCKER_RM },
    Entry { names: &["update"], ..DOCKER_UPDATE },
    Entry { names: &["unshare"], long: "rootless-netns? help", wraps: Wraps::Command(0), ..RUNS },
    Entry { names: &["kube"], ..RUNS },
    Entry { names: &["play"], ..RUNS },
    Entry { names: &["container"], subs: DOCKER_CONTAINER, ..SAYS },
    Entry { names: &["image"], subs: DOCKER_IMAGE, ..SAYS },
    Entry {
        names: &["compose"],
        values: "p",
        long: "all-resources? ansi= compatibility? dry-run? parallel= profile= progress= project-name= \
                    verbose? version help",
        special: &[Special::reads("f file"), Special::reads("env-file"), Special::reads("project-directory workdir")],
        subs: COMPOSE,
        ..SAYS
    },
    Entry {
        names: &["buildx"],
        flags: "D",
        long: "debug? help",
        special: &[Special::value("builder", Arg::Text, Effect::Code)],
        subs: &[
            Entry { names: &["ls"], ..DOCKER_BUILDX_LS },
            Entry { names: &["du"], ..DOCKER_BUILDX_LS },
            Entry { names: &["version"], ..DOCKER_BUILDX_LS },
            Entry { names: &["inspect"], ..DOCKER_BUILDX_LS },
            Entry { names: &["build", "b"], ..DOCKER_BUILD },
            Entry {
                names: &["bake", "f"],
                long: "no-cache? print? progress= pull? set= list= load? call= check? provenance= sbom= \
                            debug? help",
                special: &[
                    Special::reads("file"),
                    Special::flag("push", Effect::Send),
                    Special::value("allow", Arg::Text, Effect::System),
                    Special::writes("metadata-file"),
                ],
                ..BUILDS
            },
            Entry {
                names: &["imagetools"],
                subs: &[
                    Entry { names: &["inspect"], ..DOCKER_BUILDX_IMAGETOOLS_INSPECT },
                    Entry { names: &["create"], ..DOCKER_BUILDX_IMAGETOOLS_INSPECT },
                ],
                ..SENDS
            },
            Entry { names: &["prune"], ..DOCKER_PRUNE },
            Entry { names: &["rm"], ..DOCKER_PRUNE },
            Entry { names: &["create"], ..SYSTEM },
            Entry { names: &["use"], ..SYSTEM },
            Entry { names: &["stop"], ..SYSTEM },
            Entry { names: &["install"], ..SYSTEM },
            Entry { names: &["uninstall"], ..SYSTEM },
            Entry { names: &["debug"], ..SYSTEM },
            Entry { names: &["dap"], ..SYSTEM },
            Entry { names: &["history"], ..SYSTEM },
            Entry { names: &["dial-stdio"], ..SYSTEM },
        ],
        ..SAYS
    },
    Entry {
        names: &["builder"],
        subs: &[Entry { names: &["build"], ..DOCKER_BUILD }, Entry { names: &["prune"], ..DOCKER_PRUNE }],
        ..SAYS
    },
    Entry {
        names: &["network"],
        subs: &[
            Entry { names: &["ls", "list"], ..DOCKER_LIST },
            Entry { names: &["inspect"], ..DOCKER_LIST },
            Entry { names: &["exists"], ..DOCKER_LIST },
            Entry { names: &["create"], ..DOCKER_NETWORK_CREATE },
            Entry { names: &["connect"], ..DOCKER_NETWORK_CREATE },
            Entry { names: &["disconnect"], ..DOCKER_NETWORK_CREATE },
            Entry { names: &["update"], ..DOCKER_NETWORK_CREATE },
            Entry { names: &["reload"], ..DOCKER_NETWORK_CREATE },
            Entry { names: &["rm", "remove"], ..DOCKER_RM },
            Entry { names: &["prune"], ..DOCKER_PRUNE },
        ],
        ..SAYS
    },
    Entry {
        names: &["volume"],
        subs: &[
            Entry { names: &["ls", "list"], ..DOCKER_LIST },
            Entry { names: &["inspect"], ..DOCKER_LIST },
            Entry { names: &["exists"], ..DOCKER_LIST },
            // A volume may be a mount of the host (`-o type=none -o device=…`).
            Entry {
                names: &["create"],
                values: "d",
                long: "driver= label= name= help",
                special: &[Special::value("o opt", Arg::Text, Effect::System)],
                ..SYSTEM
            },
            Entry { names: &["rm", "remove"], ..DOCKER_RM },
            Entry { names: &["prune"], ..DOCKER_PRUNE },
            Entry { names: &["update"], ..SYSTEM },
            Entry { names: &["export"], ..SYSTEM },
            Entry { names: &["import"], ..SYSTEM },
            Entry { names: &["mount"], ..SYSTEM },
            Entry { names: &["unmount"], ..SYSTEM },
            Entry { names: &["reload"], ..SYSTEM },
        ],
        ..SAYS
    },
    Entry {
        names: &["system"],
        subs: &[
            Entry { names: &["df"], ..DOCKER_SYSTEM_DF },
            Entry { names: &["info"], ..DOCKER_SYSTEM_DF },
            Entry { names: &["events"], ..DOCKER_SYSTEM_DF },
            Entry { names: &["prune"], ..DOCKER_PRUNE },
            Entry { names: &["reset"], ..DOCKER_PRUNE },
            Entry { names: &["dial-stdio"], ..SYSTEM },
            Entry { names: &["service"], ..SYSTEM },
            Entry { names: &["migrate"], ..SYSTEM },
            Entry { names: &["renumber"], ..SYSTEM },
            Entry { names: &["connection"], ..SYSTEM },
            Entry { names: &["check"], ..SYSTEM },
        ],
        ..SAYS
    },
    Entry {
        names: &["context"],
        subs: &[
            Entry { names: &["ls", "list"], ..DOCKER_LIST },
            Entry { names: &["show"], ..DOCKER_LIST },
            Entry { names: &["inspect"], ..DOCKER_LIST },
            Entry { names: &["create"], ..DOCKER_CONTEXT_CREATE },
            Entry { names: &["use"], ..DOCKER_CONTEXT_CREATE },
            Entry { names: &["update"], ..DOCKER_CONTEXT_CREATE },
            Entry { names: &["import"], ..DOCKER_CONTEXT_CREATE },
            Entry { names: &["export"], ..DOCKER_CONTEXT_CREATE },
            Entry { names: &["rm", "remove"], ..DOCKER_RM },
        ],
        ..SAYS
    },
    Entry {
        names: &["manifest"],
        subs: &[
            Entry { names: &["inspect"], flags: "v", long: "insecure? verbose? tls-verify? help", ..SENDS },
            Entry { names: &["create"], ..DOCKER_MANIFEST_CREATE },
            Entry { names: &["annotate"], ..DOCKER_MANIFEST_CREATE },
            Entry { names: &["add"], ..DOCKER_MANIFEST_CREATE },
            Entry { names: &["push"], ..DOCKER_MANIFEST_CREATE },
            Entry { names: &["remove"], ..DOCKER_MANIFEST_CREATE },
            Entry { names: &["rm"], ..DOCKER_MANIFEST_CREATE },
            Entry { names: &["exists"], ..DOCKER_MANIFEST_CREATE },
        ],
        ..SENDS
    },
    Entry { names: &["checkpoint"], ..DOCKER_CHECKPOINT },
    Entry { names: &["plugin"], ..DOCKER_CHECKPOINT },
    Entry { names: &["trust"], ..DOCKER_CHECKPOINT },
    Entry { names: &["swarm"], ..DOCKER_CHECKPOINT },
    Entry { names: &["secret"], ..DOCKER_CHECKPOINT },
    Entry { names: &["config"], ..DOCKER_CHECKPOINT },
    Entry { names: &["node"], ..DOCKER_CHECKPOINT },
    Entry { names: &["service"], ..DOCKER_CHECKPOINT },
    Entry { names: &["stack"], ..DOCKER_CHECKPOINT },
    Entry {
        names: &["pod"],
        subs: &[
            Entry { names: &["ps"], ..DOCKER_PS },
            Entry { names: &["ls", "list"], ..DOCKER_PS },
            Entry { names: &["inspect"], ..DOCKER_PS },
            Entry { names: &["logs"], ..DOCKER_PS },
            Entry { names: &["stats"], ..DOCKER_PS },
            Entry { names: &["top"], ..DOCKER_PS },
            Entry { names: &["exists"], ..DOCKER_PS },
            Entry { names: &["create"], ..SYSTEM },
            Entry { names: &["start"], ..SYSTEM },
            Entry { names: &["stop"], ..SYSTEM },
            Entry { names: &["restart"], ..SYSTEM },
            Entry { names: &["kill"], ..SYSTEM },
            Entry { names: &["pause"], ..SYSTEM },
            Entry { names: &["unpause"], ..SYSTEM },
            Entry { names: &["clone"], ..SYSTEM },
            Entry { names: &["rm"], ..DOCKER_RM },
            Entry { names: &["prune"], ..DOCKER_PRUNE },
        ],
        ..SAYS
    },
    Entry { names: &["model"], ..RUNS },
    Entry { names: &["mcp"], ..RUNS },
    Entry { names: &["scout"], ..RUNS },
    Entry { names: &["sbom"], ..RUNS },
    Entry { names: &["desktop"], ..RUNS },
    Entry { names: &["extension"], ..RUNS },
    Entry { names: &["ai"], ..RUNS },
    Entry { names: &["debug"], ..RUNS },
    Entry { names: &["offload"], ..RUNS },
    Entry { names: &["sandbox"], ..RUNS },
    Entry { names: &["pass"], ..RUNS },
    Entry { names: &["help"], ..SAYS },
];

// Options every kubectl command takes. `-o go-template-file=FILE` and its like read a file, so `-o` is a setting; an
// exec plug-in named in a kubeconfig is run.
macro_rules! kube_long {
    ($own:literal) => {
        concat!(
            "cluster= context= disable-compression? log-flush-frequency= match-server-version? namespace= \
                    profile= request-timeout= tls-server-name= user= vmodule= warnings-as-errors? help ",
            $own
        )
    };
}
macro_rules! kube {
    ($($own:expr),* $(,)?) => {
        &[Special::value("kubeconfig", Arg::Read, Effect::Run),
            Special::value("kuberc", Arg::Read, Effect::Run),
            Special::value("s server", Arg::Host, Effect::Send),
            Special::value("token", Arg::Text, Effect::Send),
            Special::value("username", Arg::Text, Effect::Send),
            Special::value("password", Arg::Text, Effect::Send),
            Special::value("as", Arg::Text, Effect::System),
            Special::value("as-group", Arg::Text, Effect::System),
            Special::value("as-uid", Arg::Text, Effect::System),
            Special::value("as-user-extra", Arg::Text, Effect::System),
            Special::value("client-certificate", Arg::Read, Effect::Send),
            Special::value("client-key", Arg::Read, Effect::Send),
            Special::reads("certificate-authority"),
            Special::flag("insecure-skip-tls-verify", Effect::Send).attached(),
            Special::writes("cache-dir"),
            Special::writes("profile-output"),
            Special::writes("log-file"),
            Special::writes("log-dir"), $($own),*]
    };
}

const KUBE_READ: Entry = Entry {
    flags: "hAwRpq",
    values: "nvclL",
    long: kube_long!(
        "all-namespaces? allow-missing-template-keys? chunk-size= field-selector= ignore-not-found? \
                    label-columns= no-headers? output-watch-events? recursive? selector= server-print? show-kind? \
                    show-labels? show-managed-fields? sort-by= subresource= watch? watch-only? show-events? \
                    all-containers? all-pods? container= follow? ignore-errors? limit-bytes= max-log-requests= \
                    pod-running-timeout= prefix? previous? since= since-time= tail= timestamps? api-version= \
                    containers? show-capacity? sum? use-protocol-buffers? use-protobuf? for= types= revision= \
                    timeout= api-group= cached? categories= namespaced? verbs= name-only? list? quiet? client? \
                    short? concurrency= all? field-manager= local? server-side? prune? force-conflicts? \
                    insecure-skip-tls-verify-backend? export? include-uninitialized? namespaces="
    ),
    special: kube![
        Special::value("o output", Arg::Setting, Effect::Read),
        Special::reads("template"),
        Special::reads("f filename"),
        Special::reads("k kustomize"),
        Special::value("prune-allowlist", Arg::Text, Effect::Read),
        // A path of the API server instead of a resource.
        Special::value("raw", Arg::Text, Effect::Send),
        Special::writes("output-directory"),
    ],
    ..SENDS
};

const KUBE_CHANGE: Entry = Entry {
    flags: "hRiqtw",
    values: "nvclper",
    long: kube_long!(
        "all? all-namespaces? allow-missing-template-keys? annotation= annotations= append-hash? \
                    arguments-only? attach? audience= bound-object-kind= bound-object-name= bound-object-uid= \
                    class= clusterip= cluster-ip= clusterrole= command? container= containers= cpu-percent= \
                    create-annotation? current-replicas= default-backend= description= docker-email= \
                    docker-server= docker-username= dry-run? duration= env= expose? external-ip= external-name= \
                    field-manager= field-selector= from= from-literal= global-default? group= hard= image= \
                    image-pull-policy= keys= labels= leave-stdin-open? limits= list? load-balancer-ip= local? max= \
                    max-unavailable= min= min-available= name= node-port= non-resource-url= openapi-patch? \
                    override-type= overrides= overwrite? patch= pod-running-timeout= port= preemption-policy= \
                    prefix= protocol= quiet? recursive? replicas= requests= resolve? resource= resource-name= \
                    resource-version= restart= revision= role= rule= save-config? schedule= scopes= selector= \
                    server-side? serviceaccount= session-affinity= show-managed-fields? stdin? subresource= \
                    target-port= tcp= timeout= to-revision= tty? type= validate? value= verb= wait? watch? \
                    windows-line-endings? rm? ignore-not-found? cascade= grace-period= interactive? \
                    aggregation-rule= no-preserve? retries= pod-selector= chunk-size= \
                    skip-wait-for-delete-timeout="
    ),
    special: kube![
        Special::value("o output", Arg::Setting, Effect::Read),
        Special::reads("template"),
        Special::reads("f filename"),
        Special::reads("k kustomize"),
        Special::reads("from-file"),
        Special::reads("from-env-file"),
        Special::reads("patch-file"),
        Special::reads("cert"),
        Special::reads("key"),
        Special::value("docker-password", Arg::Text, Effect::Send),
        Special::flag("force", Effect::Delete).attached(),
        Special::flag("now", Effect::Delete).attached(),
        Special::flag("prune", Effect::Delete).attached(),
        Special::value("prune-allowlist", Arg::Text, Effect::Delete),
        Special::flag("force-conflicts", Effect::Delete).attached(),
        Special::flag("delete-emptydir-data", Effect::Delete).attached(),
        Special::flag("disable-eviction", Effect::Delete).attached(),
        Special::flag("ignore-daemonsets", Effect::Delete).attached(),
        Special::flag("remove-extra-permissions", Effect::Delete).attached(),
        Special::flag("remove-extra-subjects", Effect::Delete).attached(),
        Special::flag("privileged", Effect::System).attached(),
        Special::flag("edit", Effect::Run).attached(),
        Special::value("raw", Arg::Text, Effect::Send),
    ],
    ..SENDS
};

const KUBE_SETTINGS: Entry = Entry {
    flags: "h",
    values: "nv",
    long: kube_long!(
        "set-raw-bytes? embed-certs? proxy-url= current? auth-provider= auth-provider-arg= \
                    exec-api-version= exec-env= exec-interactive-mode= exec-provide-cluster-info? \
                    create-annotation?"
    ),
    special: kube![Special::runs("exec-command"), Special::value("exec-arg", Arg::Text, Effect::Run),],
    ..SYSTEM
};

const KUBE_RUN: Entry = Entry {
    flags: "hitq",
    values: "nvceflk",
    long: kube_long!(
        "container= pod-running-timeout= quiet? stdin? tty? image= env= labels= attach? command? \
                    dry-run? expose? image-pull-policy= leave-stdin-open? output= override-type= overrides= port= \
                    restart= rm? annotations= copy-to= target= same-node? share-processes? replace? set-image= \
                    arguments-only? wait? timeout= grace-period= field-manager= keep-labels? keep-annotations?"
    ),
    special: kube![
        Special::flag("privileged", Effect::System).attached(),
        Special::value("custom", Arg::Read, Effect::Run),
        Special::reads("filename"),
    ],
    wraps: Wraps::Command(1),
    ..RUNS
};

/// What these share: `delete`, `drain`.
const KUBECTL_DELETE: Entry = Entry {
    flags: "hARi",
    values: "nvl",
    long: kube_long!(
        "all-namespaces? cascade= dry-run? field-selector= grace-period= ignore-not-found? interactive? \
                    recursive? selector= timeout= wait? chunk-size= pod-selector= skip-wait-for-delete-timeout= \
                    output="
    ),
    special: kube![
        Special::flag("all", Effect::Delete).attached(),
        Special::reads("f filename"),
        Special::reads("k kustomize"),
        Special::flag("force", Effect::Delete).attached(),
        Special::flag("now", Effect::Delete).attached(),
        Special::value("raw", Arg::Text, Effect::Delete),
        Special::flag("delete-emptydir-data", Effect::Delete).attached(),
        Special::flag("disable-eviction", Effect::Delete).attached(),
        Special::flag("ignore-daemonsets", Effect::Delete).attached(),
    ],
    operands: TEXT,
    ..DELETES
};

/// What these share: `edit`, `ctx`, `ns`, `krew` and others.
const KUBECTL_EDIT: Entry = Entry { flags: "h", values: "nv", long: kube_long!(""), special: kube![], ..RUNS };

/// What these share: `cp`, `rsync`.
const KUBECTL_CP: Entry = Entry {
    flags: "h",
    values: "nvc",
    long: kube_long!("container= no-preserve? retries="),
    special: kube![],
    operands: FILES.last(Arg::Write, ""),
    ..SENDS
};

/// What these share: `port-forward`, `proxy`.
const KUBECTL_PORT_FORWARD: Entry = Entry {
    flags: "h",
    values: "nvpu",
    long: kube_long!(
        "address= pod-running-timeout= accept-hosts= accept-paths= api-prefix= append-server-path? \
                    disable-filter? keepalive= port= reject-methods= reject-paths= unix-socket="
    ),
    special: kube![],
    ..SYSTEM
};

/// What these share: `current-context`, `get-contexts`, `get-clusters`, `get-users`.
const KUBECTL_CONFIG_CURRENT_CONTEXT: Entry = Entry {
    flags: "h",
    values: "nv",
    long: kube_long!("no-headers?"),
    special: kube![Special::value("o output", Arg::Setting, Effect::Read),],
    ..SAYS
};

/// What these share: `completion`, `options`, `help`.
const KUBECTL_COMPLETION: Entry = Entry { flags: "h", values: "nv", long: kube_long!(""), special: kube![], ..SAYS };

/// What these share: `login`, `logout`, `registry`, `image` and others.
const KUBECTL_LOGIN: Entry = Entry { flags: "h", values: "nv", long: kube_long!(""), special: kube![], ..SYSTEM };

/// `kubectl` and `oc`.
const KUBECTL: &[Entry] = &[
    Entry { names: &["get"], effect: Effect::Fetch, ..KUBE_READ },
    Entry { names: &["describe"], effect: Effect::Fetch, ..KUBE_READ },
    Entry { names: &["events"], effect: Effect::Fetch, ..KUBE_READ },
    Entry { names: &["explain"], effect: Effect::Fetch, ..KUBE_READ },
    Entry { names: &["api-resources"], effect: Effect::Fetch, ..KUBE_READ },
    Entry { names: &["api-versions"], effect: Effect::Fetch, ..KUBE_READ },
    Entry { names: &["diff"], ..KUBE_READ },
    Entry { names: &["wait"], ..KUBE_READ },
    Entry {
        names: &["version"],
        subs: &[
            // Does not ask the cluster.
            Entry {
                names: &["--client"],
                long: "client?",
                special: &[Special::value("o output", Arg::Setting, Effect::Read)],
                ..SAYS
            },
        ],
        ..KUBE_READ
    },
    // Here -f follows.
    Entry {
        names: &["logs", "log"],
        flags: "hfp",
        values: "nvcl",
        long: kube_long!(
            "all-containers? all-pods? container= follow? ignore-errors? \
                        insecure-skip-tls-verify-backend? limit-bytes= max-log-requests= pod-running-timeout= \
                        prefix? previous? selector= since= since-time= tail= timestamps? version="
        ),
        special: kube![],
        ..FETCHES
    },
    Entry {
        names: &["top"],
        flags: "h",
        values: "nv",
        long: kube_long!(""),
        special: kube![],
        subs: &[
            Entry { names: &["node", "nodes", "no"], effect: Effect::Fetch, ..KUBE_READ },
            Entry { names: &["pod", "pods", "po"], effect: Effect::Fetch, ..KUBE_READ },
        ],
        ..SENDS
    },
    Entry { names: &["cluster-info"], subs: &[Entry { names: &["dump"], ..KUBE_READ }], ..KUBE_READ },
    Entry {
        names: &["rollout"],
        flags: "h",
        values: "nv",
        long: kube_long!(""),
        special: kube![],
        subs: &[
            Entry { names: &["status"], effect: Effect::Fetch, ..KUBE_READ },
            Entry { names: &["history"], effect: Effect::Fetch, ..KUBE_READ },
            Entry { names: &["restart"], ..KUBE_CHANGE },
            Entry { names: &["undo"], ..KUBE_CHANGE },
            Entry { names: &["pause"], ..KUBE_CHANGE },
            Entry { names: &["resume"], ..KUBE_CHANGE },
            Entry { names: &["latest"], ..KUBE_CHANGE },
            Entry { names: &["cancel"], ..KUBE_CHANGE },
            Entry { names: &["retry"], ..KUBE_CHANGE },
        ],
        ..SENDS
    },
    Entry {
        names: &["auth"],
        flags: "h",
        values: "nv",
        long: kube_long!(""),
        special: kube![],
        subs: &[
            Entry { names: &["can-i"], effect: Effect::Fetch, ..KUBE_READ },
            Entry { names: &["whoami"], effect: Effect::Fetch, ..KUBE_READ },
            Entry { names: &["reconcile"], ..KUBE_CHANGE },
        ],
        ..SENDS
    },
    Entry {
        names: &["apply"],
        subs: &[
            Entry { names: &["view-last-applied"], ..KUBE_READ },
            Entry { names: &["set-last-applied"], ..KUBE_CHANGE },
            Entry {
                names: &["edit-last-applied"],
                flags: "h",
                values: "nv",
                long: kube_long!(""),
                special: kube![],
                ..RUNS
            },
        ],
        ..KUBE_CHANGE
    },
    Entry { names: &["create"], ..KUBE_CHANGE },
    Entry { names: &["expose"], ..KUBE_CHANGE },
    Entry { names: &["set"], ..KUBE_CHANGE },
    Entry { names: &["scale"], ..KUBE_CHANGE },
    Entry { names: &["autoscale"], ..KUBE_CHANGE },
    Entry { names: &["taint"], ..KUBE_CHANGE },
    Entry { names: &["cordon"], ..KUBE_CHANGE },
    Entry { names: &["uncordon"], ..KUBE_CHANGE },
    Entry { names: &["patch"], ..KUBE_CHANGE },
    Entry { names: &["replace"], ..KUBE_CHANGE },
    Entry { names: &["label"], ..KUBE_CHANGE },
    Entry { names: &["annotate"], ..KUBE_CHANGE },
    Entry { names: &["certificate"], ..KUBE_CHANGE },
    Entry { names: &["new-app"], ..KUBE_CHANGE },
    Entry { names: &["new-project"], ..KUBE_CHANGE },
    Entry { names: &["tag"], ..KUBE_CHANGE },
    Entry { names: &["import-image"], ..KUBE_CHANGE },
    Entry { names: &["start-build"], ..KUBE_CHANGE },
    Entry { names: &["policy"], ..KUBE_CHANGE },
    Entry { names: &["adm"], ..KUBE_CHANGE },
    Entry { names: &["secrets"], ..KUBE_CHANGE },
    Entry { names: &["project"], ..KUBE_CHANGE },
    Entry { names: &["delete"], ..KUBECTL_DELETE },
    Entry { names: &["drain"], ..KUBECTL_DELETE },
    Entry { names: &["exec"], ..KUBE_RUN },
    Entry { names: &["run"], ..KUBE_RUN },
    Entry { names: &["debug"], ..KUBE_RUN },
    Entry { names: &["attach"], ..KUBE_RUN },
    Entry { names: &["rsh"], ..KUBE_RUN },
    Entry { names: &["edit"], ..KUBECTL_EDIT },
    Entry { names: &["ctx"], ..KUBECTL_EDIT },
    Entry { names: &["ns"], ..KUBECTL_EDIT },
    Entry { names: &["krew"], ..KUBECTL_EDIT },
    Entry { names: &["alpha"], ..KUBECTL_EDIT },
    Entry { names: &["cp"], ..KUBECTL_CP },
    Entry { names: &["rsync"], ..KUBECTL_CP },
    Entry { names: &["port-forward"], ..KUBECTL_PORT_FORWARD },
    Entry { names: &["proxy"], ..KUBECTL_PORT_FORWARD },
    // Local, but plug-ins and remote bases may come in.
    Entry {
        names: &["kustomize"],
        flags: "h",
        values: "nve",
        long: kube_long!("as-current-user? env= helm-api-versions= helm-kube-version= helm-debug? mount="),
        special: kube![
            Special::writes("o output"),
            Special::flag("enable-alpha-plugins", Effect::Run).attached(),
            Special::flag("enable-exec", Effect::Run).attached(),
            Special::flag("enable-helm", Effect::Run).attached(),
            Special::runs("helm-command"),
            Special::value("load-restrictor", Arg::Text, Effect::Run),
            Special::flag("network", Effect::Send).attached(),
            Special::value("network-name", Arg::Text, Effect::Send),
        ],
        operands: FILES,
        ..BUILDS
    },
    Entry {
        names: &["config"],
        flags: "h",
        values: "nv",
        long: kube_long!(""),
        special: kube![],
        subs: &[
            // `--raw` and `--flatten` print keys and tokens.
            Entry {
                names: &["view"],
                flags: "h",
                values: "nv",
                long: kube_long!("allow-missing-template-keys? merge? minify? show-managed-fields?"),
                special: kube![
                    Special::value("o output", Arg::Setting, Effect::Read),
                    Special::reads("template"),
                    Special::flag("raw", Effect::System).attached(),
                    Special::flag("flatten", Effect::System).attached(),
                ],
                ..SAYS
            },
            Entry { names: &["current-context"], ..KUBECTL_CONFIG_CURRENT_CONTEXT },
            Entry { names: &["get-contexts"], ..KUBECTL_CONFIG_CURRENT_CONTEXT },
            Entry { names: &["get-clusters"], ..KUBECTL_CONFIG_CURRENT_CONTEXT },
            Entry { names: &["get-users"], ..KUBECTL_CONFIG_CURRENT_CONTEXT },
            Entry { names: &["set"], ..KUBE_SETTINGS },
            Entry { names: &["set-cluster"], ..KUBE_SETTINGS },
            Entry { names: &["set-context"], ..KUBE_SETTINGS },
            Entry { names: &["set-credentials"], ..KUBE_SETTINGS },
            Entry { names: &["unset"], ..KUBE_SETTINGS },
            Entry { names: &["use-context", "use"], ..KUBE_SETTINGS },
            Entry { names: &["rename-context"], ..KUBE_SETTINGS },
            Entry { names: &["delete-cluster"], effect: Effect::Delete, ..KUBE_SETTINGS },
            Entry { names: &["delete-context"], effect: Effect::Delete, ..KUBE_SETTINGS },
            Entry { names: &["delete-user"], effect: Effect::Delete, ..KUBE_SETTINGS },
        ],
        ..SAYS
    },
    Entry {
        names: &["plugin"],
        flags: "h",
        values: "nv",
        long: kube_long!(""),
        special: kube![],
        subs: &[Entry {
            names: &["list"],
            flags: "h",
            values: "nv",
            long: kube_long!("name-only?"),
            special: kube![],
            ..SAYS
        }],
        ..SAYS
    },
    Entry { names: &["completion"], ..KUBECTL_COMPLETION },
    Entry { names: &["options"], ..KUBECTL_COMPLETION },
    Entry { names: &["help"], ..KUBECTL_COMPLETION },
    Entry { names: &["status"], ..KUBE_READ },
    Entry { names: &["whoami"], ..KUBE_READ },
    Entry { names: &["projects"], ..KUBE_READ },
    Entry { names: &["login"], ..KUBECTL_LOGIN },
    Entry { names: &["logout"], ..KUBECTL_LOGIN },
    Entry { names: &["registry"], ..KUBECTL_LOGIN },
    Entry { names: &["image"], ..KUBECTL_LOGIN },
    Entry { names: &["extract"], ..KUBECTL_LOGIN },
];

// Options every helm command takes.
macro_rules! helm_long {
    ($own:literal) => {
        concat!("burst-limit= debug? help kube-context= kube-tls-server-name= namespace= qps= color= ", $own)
    };
}
macro_rules! helm {
    ($($own:expr),* $(,)?) => {
        &[Special::value("kubeconfig", Arg::Read, Effect::Run),
            Special::value("kube-apiserver", Arg::Host, Effect::Send),
            Special::value("kube-token", Arg::Text, Effect::Send),
            Special::value("kube-as-user", Arg::Text, Effect::System),
            Special::value("kube-as-group", Arg::Text, Effect::System),
            Special::reads("kube-ca-file"),
            Special::flag("kube-insecure-skip-tls-verify", Effect::Send).attached(),
            Special::reads("registry-config"),
            Special::writes("repository-cache"),
            Special::reads("repository-config"),
            Special::writes("content-cache"), $($own),*]
    };
}

/// A post-renderer is a program that gets the manifests.
const HELM_CHART: Entry = Entry {
    flags: "hgi",
    values: "nalos",
    long: helm_long!(
        "atomic? create-namespace? description= devel? disable-openapi-validation? \
                    dry-run? enable-dns? force-conflicts? generate-name? hide-notes? hide-secret? include-crds? \
                    is-upgrade? api-versions= kube-version= labels= name-template= no-hooks? output= release-name? \
                    render-subchart-notes? replace? reset-values? reset-then-reuse-values? reuse-values? \
                    history-max= install? cleanup-on-fail? rollback-on-failure? server-side? set= set-json= \
                    set-literal= set-string= show-only= skip-crds? skip-schema-validation? skip-tests? \
                    skip-refresh? take-ownership? timeout= verify? version= wait? wait-for-jobs? quiet? \
                    strict? with-subcharts? jsonpath= untar? prov?"
    ),
    special: helm![
        // Both ask another machine.
        Special::flag("u dependency-update", Effect::Send).attached(),
        Special::flag("validate", Effect::Send).attached(),
        Special::reads("f values"),
        Special::value("set-file", Arg::Read, Effect::Send),
        Special::writes("output-dir"),
        Special::writes("untardir"),
        Special::writes("d destination"),
        Special::runs("post-renderer"),
        Special::value("post-renderer-args", Arg::Text, Effect::Run),
        Special::value("repo", Arg::Host, Effect::Send),
        Special::value("username", Arg::Text, Effect::Send),
        Special::value("password", Arg::Text, Effect::Send),
        Special::flag("pass-credentials", Effect::Send).attached(),
        Special::flag("insecure-skip-tls-verify", Effect::Send).attached(),
        Special::flag("plain-http", Effect::Send).attached(),
        Special::reads("ca-file"),
        Special::value("cert-file", Arg::Read, Effect::Send),
        Special::value("key-file", Arg::Read, Effect::Send),
        Special::reads("keyring"),
        Special::flag("force", Effect::Delete).attached(),
    ],
    operands: FILES,
    ..SENDS
};

const HELM_READ: Entry = Entry {
    flags: "haAdqrlv",
    values: "nfmo",
    long: helm_long!(
        "all? all-namespaces? date? deployed? failed? filter= max= no-headers? offset= output= pending? \
                    reverse? selector= short? superseded? time-format= uninstalled? uninstalling? show-desc? \
                    show-resources? revision= template= devel? regexp? versions? version= max-col-width= endpoint= \
                    fail-on-no-result? list-repo-url?"
    ),
    special: helm![],
    ..SENDS
};

/// Options of `terraform plan` and its like; `-var-file` and `-state` are files.
const TF_PLAN: Entry = Entry {
    style: Style::Single,
    long: "destroy? refresh-only? refresh? replace= target= exclude= var= compact-warnings? \
                detailed-exitcode? input? json? lock? lock-timeout= no-color? parallelism= module-depth= raw? \
                test-directory= no-tests? help concise? show-sensitive?",
    special: &[
        Special::writes("out"),
        Special::writes("generate-config-out"),
        Special::reads("var-file"),
        Special::reads("state"),
    ],
    ..BUILDS
};

const TF_APPLY: Entry = Entry {
    style: Style::Single,
    long: "refresh-only? refresh? replace= target= exclude= var= compact-warnings? input? json? lock? \
                lock-timeout= no-color? parallelism= allow-missing? ignore-remote-version? dry-run? update? \
                verbose? filter= test-directory= cloud-run= platform= fs-mirror= net-mirror= id= help",
    special: TF_APPLY_OPTIONS,
    operands: FILES,
    ..SENDS
};

/// What these share: `validate`, `graph`, `providers`.
const TERRAFORM_VALIDATE: Entry = Entry {
    subs: &[
        Entry { names: &[""], ..TF_PLAN },
        Entry { names: &["schema"], ..TF_PLAN },
        Entry { names: &["lock"], ..TF_APPLY },
        Entry { names: &["mirror"], ..TF_APPLY },
    ],
    ..TF_PLAN
};

/// What these share: `show`, `output`.
const TERRAFORM_SHOW: Entry = Entry { operands: FILES, ..TF_PLAN };

/// What these share: `list`, `show`, `pull`.
const TERRAFORM_STATE_LIST: Entry = Entry {
    long: "destroy? refresh-only? refresh? replace= target= exclude= var= compact-warnings? \
                detailed-exitcode? input? json? lock? lock-timeout= no-color? parallelism= module-depth= raw? \
                test-directory= no-tests? help concise? show-sensitive? id=",
    special: &[
        Special::writes("out"),
        Special::writes("generate-config-out"),
        Special::reads("var-file"),
        Special::reads("state"),
    ],
    ..TF_PLAN
};

/// What these share: `new`, `select`.
const TERRAFORM_WORKSPACE_NEW: Entry = Entry {
    effect: Effect::Code,
    long: "refresh-only? refresh? replace= target= exclude= var= compact-warnings? input? json? lock? \
                lock-timeout= no-color? parallelism= allow-missing? ignore-remote-version? dry-run? update? \
                verbose? filter= test-directory= cloud-run= platform= fs-mirror= net-mirror= id= help or-create?",
    special: TF_APPLY_OPTIONS,
    ..TF_APPLY
};

/// What these share: `login`, `logout`, `cloud`, `stacks` and others.
const TERRAFORM_LOGIN: Entry = Entry { style: Style::Single, ..SYSTEM };

/// The configuration names providers, which are programs: planning and checking run them.
const TERRAFORM: &[Entry] = &[
    Entry { names: &["version"], style: Style::Single, long: "json help", ..SAYS },
    Entry { names: &["validate"], ..TERRAFORM_VALIDATE },
    Entry { names: &["graph"], ..TERRAFORM_VALIDATE },
    Entry { names: &["providers"], ..TERRAFORM_VALIDATE },
    Entry { names: &["plan"], ..TF_PLAN },
    Entry { names: &["show"], ..TERRAFORM_SHOW },
    // Values that are secret are hidden, unless they are asked for raw or as data.
    Entry {
        names: &["output"],
        special: &[
            Special::flag("raw", Effect::System),
            Special::flag("json", Effect::System),
            Special::flag("show-sensitive", Effect::System),
            Special::reads("state"),
        ],
        long: "no-color? help",
        ..TERRAFORM_SHOW
    },
    Entry {
        names: &["fmt"],
        style: Style::Single,
        long: "list? write? diff no-color recursive help",
        operands: OUTPUTS,
        subs: &[
            // Only reports, and never writes.
            Entry {
                names: &["-check", "--check"],
                style: Style::Single,
                long: "list? diff no-color recursive check help",
                ..READS
            },
        ],
        ..WRITES
    },
    Entry {
        names: &["init"],
        style: Style::Single,
        long: "backend? get? input? lock? lock-timeout= no-color? json? upgrade? lockfile= \
                    ignore-remote-version? test-directory= reconfigure? var= help",
        special: &[
            Special::reads("backend-config"),
            Special::reads("var-file"),
            Special::value("from-module", Arg::Host, Effect::Send),
            Special::value("plugin-dir", Arg::Read, Effect::Run),
            Special::flag("force-copy", Effect::System),
            Special::flag("migrate-state", Effect::System),
        ],
        ..SENDS
    },
    Entry { names: &["apply"], ..TF_APPLY },
    Entry { names: &["refresh"], ..TF_APPLY },
    Entry { names: &["import"], ..TF_APPLY },
    Entry { names: &["taint"], ..TF_APPLY },
    Entry { names: &["untaint"], ..TF_APPLY },
    Entry { names: &["get"], ..TF_APPLY },
    Entry { names: &["test"], ..TF_APPLY },
    Entry { names: &["destroy"], effect: Effect::Delete, ..TF_APPLY },
    Entry {
        names: &["state"],
        style: Style::Single,
        subs: &[
            Entry { names: &["list"], ..TERRAFORM_STATE_LIST },
            Entry { names: &["show"], ..TERRAFORM_STATE_LIST },
            // Prints the whole state, secrets included.
            Entry { names: &["pull"], effect: Effect::System, ..TERRAFORM_STATE_LIST },
            Entry { names: &["mv"], ..TF_APPLY },
            Entry { names: &["push"], ..TF_APPLY },
            Entry { names: &["replace-provider"], ..TF_APPLY },
            Entry { names: &["identities"], ..TF_APPLY },
            Entry { names: &["rm"], effect: Effect::Delete, ..TF_APPLY },
        ],
        ..BUILDS
    },
    Entry {
        names: &["workspace"],
        style: Style::Single,
        subs: &[
            Entry { names: &["list"], ..TF_PLAN },
            Entry { names: &["show"], ..TF_PLAN },
            Entry { names: &["new"], ..TERRAFORM_WORKSPACE_NEW },
            Entry { names: &["select"], ..TERRAFORM_WORKSPACE_NEW },
            Entry { names: &["delete"], effect: Effect::Delete, ..TF_APPLY },
        ],
        ..BUILDS
    },
    Entry { names: &["force-unlock"], effect: Effect::Delete, ..TF_APPLY },
    Entry { names: &["console"], style: Style::Single, ..RUNS },
    Entry {
        names: &["metadata"],
        style: Style::Single,
        subs: &[Entry { names: &["functions"], style: Style::Single, long: "json", ..SAYS }],
        ..SAYS
    },
    Entry { names: &["modules"], ..TF_PLAN },
    Entry { names: &["login"], ..TERRAFORM_LOGIN },
    Entry { names: &["logout"], ..TERRAFORM_LOGIN },
    Entry { names: &["cloud"], ..TERRAFORM_LOGIN },
    Entry { names: &["stacks"], ..TERRAFORM_LOGIN },
    Entry { names: &["query"], ..TERRAFORM_LOGIN },
];

/// What these share: `docker-compose`, `podman-compose`.
const DOCKER_COMPOSE: Entry = Entry {
    flags: "vDh",
    values: "p",
    long: "all-resources? ansi= compatibility? dry-run? parallel= profile= progress= project-name= verbose? \
                version help no-ansi? log-level= debug? tls? tlsverify? skip-hostname-check?",
    special: &[
        Special::reads("f file"),
        Special::reads("env-file"),
        Special::reads("project-directory"),
        Special::value("H host", Arg::Host, Effect::Send),
        Special::value("c context", Arg::Text, Effect::Send),
        Special::runs("podman-path"),
    ],
    subs: COMPOSE,
    ..SAYS
};

/// What these share: `inspect`, `list-tags`.
const SKOPEO_INSPECT: Entry = Entry {
    flags: "nr",
    values: "f",
    long: "format= raw? config? no-tags? tls-verify? retry-times= no-creds? help",
    special: &[
        Special::value("creds", Arg::Text, Effect::Send),
        Special::reads("authfile"),
        Special::reads("cert-dir"),
    ],
    ..SENDS
};

/// What these share: `copy`, `sync`, `delete`, `login` and others.
const SKOPEO_COPY: Entry = Entry {
    long: "all? format= help",
    special: &[
        Special::reads("authfile"),
        Special::value("src-creds", Arg::Text, Effect::Send),
        Special::value("dest-creds", Arg::Text, Effect::Send),
    ],
    ..SENDS
};

/// What these share: `ps`, `pods`, `images`, `image` and others.
const CRICTL_PS: Entry = Entry {
    flags: "aqvftlp",
    values: "on",
    long: "all? quiet? output= name= state= label= tail= follow? timestamps? latest? last= no-trunc? help",
    ..SYSTEM
};

/// What these share: `kubectl`, `oc`.
const KUBECTL_2: Entry =
    Entry { flags: "h", values: "nv", long: kube_long!(""), special: kube![], subs: KUBECTL, ..SENDS };

/// What these share: `build`, `update`.
const HELM_DEPENDENCY_BUILD: Entry = Entry {
    flags: "h",
    values: "n",
    long: helm_long!("skip-refresh? verify?"),
    special: helm![Special::reads("keyring"),],
    operands: FILES,
    ..SENDS
};

/// What these share: `add`, `remove`, `update`, `index`.
const HELM_REPO_ADD: Entry = Entry {
    flags: "h",
    values: "n",
    long: helm_long!("force-update? no-update? timeout= fail-on-repo-update-fail?"),
    special: helm![],
    ..SYSTEM
};

/// What these share: `package`, `create`.
const HELM_PACKAGE: Entry = Entry {
    flags: "h",
    values: "ndp",
    long: helm_long!("app-version= dependency-update? version= destination= starter="),
    special: helm![Special::flag("sign", Effect::System).attached(), Special::value("key", Arg::Text, Effect::System),],
    operands: FILES,
    ..WRITES
};

/// What these share: `install`, `add`, `uninstall`, `rm` and others.
const HELM_PLUGIN_INSTALL: Entry = Entry { flags: "h", values: "n", long: helm_long!(""), special: helm![], ..RUNS };

/// What these share: `version`, `completion`, `help`.
const HELM_VERSION: Entry =
    Entry { flags: "hc", values: "n", long: helm_long!("client? short? template="), special: helm![], ..SAYS };

/// What these share: `terraform`, `tofu`.
const TERRAFORM_2: Entry = Entry {
    style: Style::Single,
    long: "help version",
    special: &[
        // Another directory is another configuration.
        Special::value("chdir", Arg::Read, Effect::Run),
    ],
    subs: TERRAFORM,
    ..SAYS
};

/// What these share: `ansible-doc`, `ansible-config`, `ansible-inventory`, `ansible-lint`.
const ANSIBLE_DOC: Entry = Entry {
    flags: "hvlqp",
    values: "t",
    long: "help version list graph host= type= yaml json",
    special: &[
        Special::value("i inventory", Arg::Read, Effect::Run),
        Special::writes("output"),
        Special::value("vault-password-file", Arg::Read, Effect::Run),
        Special::value("playbook-dir", Arg::Read, Effect::Run),
        Special::value("M module-path", Arg::Read, Effect::Run),
    ],
    ..BUILDS
};

/// What these share: `status`, `list`, `ls`, `version` and others.
const MINIKUBE_STATUS: Entry =
    Entry { flags: "hAjl", values: "pon", long: "help output= profile= name= all? json? layout=", ..SAYS };

/// What these share: `minikube`, `kind`, `k3d`, `colima`.
const MINIKUBE: Entry = Entry {
    flags: "hv",
    values: "p",
    long: "help version profile= name= output=",
    subs: &[
        Entry { names: &["status"], ..MINIKUBE_STATUS },
        Entry { names: &["list"], ..MINIKUBE_STATUS },
        Entry { names: &["ls"], ..MINIKUBE_STATUS },
        Entry { names: &["version"], ..MINIKUBE_STATUS },
        Entry { names: &["ip"], ..MINIKUBE_STATUS },
        Entry { names: &["get"], ..MINIKUBE_STATUS },
        Entry { names: &["profile"], ..MINIKUBE_STATUS },
        Entry { names: &["start"], ..RUNS },
        Entry { names: &["stop"], ..RUNS },
        Entry { names: &["delete"], ..RUNS },
        Entry { names: &["create"], ..RUNS },
        Entry { names: &["load"], ..RUNS },
        Entry { names: &["export"], ..RUNS },
        Entry { names: &["build"], ..RUNS },
        Entry { names: &["ssh"], ..RUNS },
        Entry { names: &["service"], ..RUNS },
        Entry { names: &["tunnel"], ..RUNS },
        Entry { names: &["dashboard"], ..RUNS },
        Entry { names: &["kubectl"], ..RUNS },
        Entry { names: &["addons"], ..RUNS },
        Entry { names: &["config"], ..RUNS },
        Entry { names: &["image"], ..RUNS },
        Entry { names: &["cache"], ..RUNS },
        Entry { names: &["mount"], ..RUNS },
        Entry { names: &["pause"], ..RUNS },
        Entry { names: &["unpause"], ..RUNS },
        Entry { names: &["cluster"], ..RUNS },
        Entry { names: &["node"], ..RUNS },
        Entry { names: &["registry"], ..RUNS },
        Entry { names: &["kubeconfig"], ..RUNS },
        Entry { names: &["shell"], ..RUNS },
        Entry { names: &["rm"], ..RUNS },
        Entry { names: &["copy"], ..RUNS },
        Entry { names: &["edit"], ..RUNS },
        Entry { names: &["prune"], ..RUNS },
        Entry { names: &["completion"], ..RUNS },
        Entry { names: &["logs"], ..RUNS },
    ],
    ..SYSTEM
};

/// What these share: `version`, `help`, `completion`.
const KUSTOMIZE_VERSION: Entry = Entry { long: "short? output= help", ..SAYS };

/// What these share: `create`, `edit`, `cfg`, `fn` and others.
const KUSTOMIZE_CREATE: Entry = Entry { operands: TEXT, ..WRITES };

pub(super) const TABLE: &[Entry] = &[
    // Another daemon is another machine; another configuration names credential helpers and plug-ins.
    Entry {
        names: &["docker"],
        flags: "Dv",
        values: "l",
        long: "debug? log-level= tls? tlsverify? version help",
        special: &[
            Special::value("H host", Arg::Host, Effect::Send),
            Special::value("c context", Arg::Text, Effect::Send),
            Special::value("config", Arg::Read, Effect::Run),
            Special::reads("tlscacert"),
            Special::reads("tlscert"),
            Special::reads("tlskey"),
        ],
        subs: DOCKER,
        ..SAYS
    },
    Entry {
        names: &["podman"],
        flags: "v",
        long: "help log-level= version noout? syslog? cgroup-manager= events-backend= namespace= \
                    transient-store? out=",
        special: &[
            Special::value("url host", Arg::Host, Effect::Send),
            Special::value("c connection context", Arg::Text, Effect::Send),
            Special::flag("r remote", Effect::Send),
            Special::value("ssh", Arg::Text, Effect::Send),
            Special::value("identity", Arg::Read, Effect::Send),
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("module", Arg::Read, Effect::Run),
            Special::runs("conmon"),
            Special::runs("runtime"),
            Special::value("runtime-flag", Arg::Text, Effect::Run),
            Special::runs("network-cmd-path"),
            Special::value("network-config-dir", Arg::Read, Effect::Run),
            Special::value("hooks-dir", Arg::Read, Effect::Run),
            Special::value("storage-opt", Arg::Text, Effect::Run),
            Special::value("storage-driver", Arg::Text, Effect::Run),
            Special::value("root", Arg::Write, Effect::System),
            Special::value("runroot", Arg::Write, Effect::System),
            Special::value("tmpdir", Arg::Write, Effect::System),
            Special::value("volumepath", Arg::Write, Effect::System),
            Special::value("imagestore", Arg::Write, Effect::System),
        ],
        subs: DOCKER,
        ..SAYS
    },
    Entry {
        names: &["nerdctl"],
        flags: "vh",
        values: "n",
        long: "debug? debug-full? namespace= version help insecure-registry? snapshotter= storage-driver= \
                    experimental? kube-hide-dupe?",
        special: &[
            Special::value("H host a address", Arg::Host, Effect::System),
            Special::value("hosts-dir", Arg::Read, Effect::Run),
            Special::value("cni-path", Arg::Read, Effect::Run),
            Special::value("cni-netconfpath", Arg::Read, Effect::Run),
            Special::value("data-root", Arg::Write, Effect::System),
            Special::value("cgroup-manager", Arg::Text, Effect::System),
        ],
        subs: DOCKER,
        ..SAYS
    },
    Entry { names: &["docker-compose"], ..DOCKER_COMPOSE },
    Entry { names: &["podman-compose"], ..DOCKER_COMPOSE },
    Entry { names: &["buildah"], ..RUNS },
    Entry { names: &["earthly"], ..RUNS },
    Entry {
        names: &["skopeo"],
        long: "debug? command-timeout= override-arch= override-os= override-variant= version help \
                    insecure-policy?",
        special: &[Special::reads("policy"), Special::reads("registries.d"), Special::writes("tmpdir")],
        subs: &[
            Entry { names: &["inspect"], ..SKOPEO_INSPECT },
            Entry { names: &["list-tags"], ..SKOPEO_INSPECT },
            Entry { names: &["copy"], ..SKOPEO_COPY },
            Entry { names: &["sync"], ..SKOPEO_COPY },
            Entry { names: &["delete"], ..SKOPEO_COPY },
            Entry { names: &["login"], ..SKOPEO_COPY },
            Entry { names: &["logout"], ..SKOPEO_COPY },
            Entry { names: &["manifest-digest"], ..SKOPEO_COPY },
            Entry { names: &["standalone-sign"], ..SKOPEO_COPY },
            Entry { names: &["standalone-verify"], ..SKOPEO_COPY },
            Entry { names: &["generate-sigstore-key"], ..SKOPEO_COPY },
        ],
        ..SENDS
    },
    Entry {
        names: &["crictl"],
        flags: "Dh",
        values: "ct",
        long: "debug? version help timeout=",
        special: &[
            Special::value("r runtime-endpoint", Arg::Host, Effect::System),
            Special::value("i image-endpoint", Arg::Host, Effect::System),
            Special::value("config", Arg::Read, Effect::Run),
        ],
        subs: &[
            Entry { names: &["ps"], ..CRICTL_PS },
            Entry { names: &["pods"], ..CRICTL_PS },
            Entry { names: &["images"], ..CRICTL_PS },
            Entry { names: &["image"], ..CRICTL_PS },
            Entry { names: &["img"], ..CRICTL_PS },
            Entry { names: &["inspect"], ..CRICTL_PS },
            Entry { names: &["inspectp"], ..CRICTL_PS },
            Entry { names: &["inspecti"], ..CRICTL_PS },
            Entry { names: &["logs"], ..CRICTL_PS },
            Entry { names: &["stats"], ..CRICTL_PS },
            Entry { names: &["statsp"], ..CRICTL_PS },
            Entry { names: &["info"], ..CRICTL_PS },
            Entry { names: &["version"], ..CRICTL_PS },
            Entry { names: &["imagefsinfo"], ..CRICTL_PS },
            Entry { names: &["exec"], ..RUNS },
            Entry { names: &["run"], ..RUNS },
            Entry { names: &["runp"], ..RUNS },
            Entry { names: &["create"], ..RUNS },
            Entry { names: &["start"], ..RUNS },
            Entry { names: &["stop"], ..RUNS },
            Entry { names: &["stopp"], ..RUNS },
            Entry { names: &["attach"], ..RUNS },
            Entry { names: &["port-forward"], ..RUNS },
            Entry { names: &["update"], ..RUNS },
            Entry { names: &["pull"], ..RUNS },
            Entry { names: &["checkpoint"], ..RUNS },
            Entry { names: &["config"], ..RUNS },
            Entry { names: &["completion"], ..RUNS },
            Entry { names: &["rm"], ..RUNS },
            Entry { names: &["rmp"], ..RUNS },
            Entry { names: &["rmi"], ..RUNS },
        ],
        ..SYSTEM
    },
    Entry { names: &["ctr"], ..RUNS },
    Entry { names: &["runc"], ..RUNS },
    Entry { names: &["lxc"], ..RUNS },
    Entry { names: &["multipass"], ..RUNS },
    Entry { names: &["machinectl"], ..RUNS },
    Entry { names: &["kubectl"], ..KUBECTL_2 },
    Entry { names: &["oc"], ..KUBECTL_2 },
    Entry { names: &["kubectx"], ..SYSTEM },
    Entry { names: &["kubens"], ..SYSTEM },
    Entry { names: &["kubeadm"], ..SYSTEM },
    Entry { names: &["eksctl"], ..SYSTEM },
    Entry { names: &["k3s"], ..SYSTEM },
    Entry {
        names: &["helm"],
        flags: "h",
        values: "n",
        long: helm_long!(""),
        special: helm![],
        subs: &[
            Entry { names: &["list", "ls"], effect: Effect::Fetch, ..HELM_READ },
            Entry { names: &["status"], effect: Effect::Fetch, ..HELM_READ },
            Entry { names: &["history", "hist"], effect: Effect::Fetch, ..HELM_READ },
            Entry {
                names: &["get"],
                flags: "h",
                values: "n",
                long: helm_long!(""),
                special: helm![],
                subs: &[
                    Entry { names: &["all"], ..HELM_READ },
                    Entry { names: &["hooks"], ..HELM_READ },
                    Entry { names: &["manifest"], ..HELM_READ },
                    Entry { names: &["metadata"], ..HELM_READ },
                    Entry { names: &["notes"], ..HELM_READ },
                    Entry { names: &["values"], ..HELM_READ },
                ],
                ..SENDS
            },
            Entry {
                names: &["search"],
                flags: "h",
                values: "n",
                long: helm_long!(""),
                special: helm![],
                subs: &[
                    Entry { names: &["repo"], effect: Effect::Fetch, ..HELM_READ },
                    Entry { names: &["hub"], effect: Effect::Fetch, ..HELM_READ },
                ],
                ..SENDS
            },
            Entry {
                names: &["show", "inspect"],
                flags: "h",
                values: "n",
                long: helm_long!(""),
                special: helm![],
                subs: &[
                    Entry { names: &["all"], ..HELM_CHART },
                    Entry { names: &["chart"], ..HELM_CHART },
                    Entry { names: &["crds"], ..HELM_CHART },
                    Entry { names: &["readme"], ..HELM_CHART },
                    Entry { names: &["values"], ..HELM_CHART },
                ],
                ..SENDS
            },
            Entry { names: &["template"], effect: Effect::Code, ..HELM_CHART },
            Entry { names: &["lint"], effect: Effect::Code, ..HELM_CHART },
            Entry { names: &["install"], ..HELM_CHART },
            Entry { names: &["upgrade"], ..HELM_CHART },
            Entry { names: &["pull", "fetch"], ..HELM_CHART },
            Entry { names: &["push"], ..HELM_CHART },
            Entry { names: &["rollback"], ..HELM_CHART },
            Entry { names: &["test"], ..HELM_CHART },
            Entry { names: &["verify"], ..HELM_CHART },
            Entry {
                names: &["uninstall", "delete", "del", "un"],
                effect: Effect::Delete,
                flags: "h",
                values: "n",
                long: helm_long!(
                    "cascade= description= dry-run? ignore-not-found? keep-history? no-hooks? timeout= \
                                wait?"
                ),
                special: helm![],
                ..SAYS
            },
            Entry {
                names: &["dependency", "dep", "dependencies"],
                flags: "h",
                values: "n",
                long: helm_long!(""),
                special: helm![],
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "h",
                        values: "n",
                        long: helm_long!("max-col-width="),
                        special: helm![],
                        ..READS
                    },
                    Entry { names: &["build"], ..HELM_DEPENDENCY_BUILD },
                    Entry { names: &["update", "up"], ..HELM_DEPENDENCY_BUILD },
                ],
                ..SENDS
            },
            Entry {
                names: &["repo"],
                flags: "h",
                values: "n",
                long: helm_long!(""),
                special: helm![],
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "h",
                        values: "no",
                        long: helm_long!("output="),
                        special: helm![],
                        ..SAYS
                    },
                    Entry { names: &["add"], ..HELM_REPO_ADD },
                    Entry { names: &["remove", "rm"], ..HELM_REPO_ADD },
                    Entry { names: &["update", "up"], ..HELM_REPO_ADD },
                    Entry { names: &["index"], ..HELM_REPO_ADD },
                ],
                ..SYSTEM
            },
            Entry { names: &["package"], ..HELM_PACKAGE },
            Entry { names: &["create"], ..HELM_PACKAGE },
            Entry {
                names: &["plugin"],
                flags: "h",
                values: "n",
                long: helm_long!(""),
                special: helm![],
                subs: &[
                    Entry {
                        names: &["list", "ls"],
                        flags: "h",
                        values: "n",
                        long: helm_long!(""),
                        special: helm![],
                        ..SAYS
                    },
                    Entry { names: &["install"], ..HELM_PLUGIN_INSTALL },
                    Entry { names: &["add"], ..HELM_PLUGIN_INSTALL },
                    Entry { names: &["uninstall"], ..HELM_PLUGIN_INSTALL },
                    Entry { names: &["rm"], ..HELM_PLUGIN_INSTALL },
                    Entry { names: &["remove"], ..HELM_PLUGIN_INSTALL },
                    Entry { names: &["update"], ..HELM_PLUGIN_INSTALL },
                    Entry { names: &["up"], ..HELM_PLUGIN_INSTALL },
                    Entry { names: &["package"], ..HELM_PLUGIN_INSTALL },
                    Entry { names: &["verify"], ..HELM_PLUGIN_INSTALL },
                ],
                ..RUNS
            },
            Entry { names: &["registry"], flags: "h", values: "n", long: helm_long!(""), special: helm![], ..SYSTEM },
            Entry { names: &["version"], ..HELM_VERSION },
            Entry { names: &["completion"], ..HELM_VERSION },
            Entry { names: &["help"], ..HELM_VERSION },
            // It prints the environment helm sees.
            Entry {
                names: &["env"],
                effect: Effect::Code,
                flags: "h",
                values: "n",
                long: helm_long!(""),
                special: helm![],
                ..SAYS
            },
        ],
        ..SENDS
    },
    Entry { names: &["helmfile"], ..RUNS },
    Entry { names: &["terraform"], ..TERRAFORM_2 },
    Entry { names: &["tofu"], ..TERRAFORM_2 },
    Entry { names: &["terragrunt"], style: Style::Single, ..RUNS },
    // Programs of infrastructure: their code, hooks and plug-ins run, and what they reach is elsewhere.
    Entry { names: &["pulumi"], ..RUNS },
    Entry { names: &["cdk"], ..RUNS },
    Entry { names: &["sam"], ..RUNS },
    Entry { names: &["serverless"], ..RUNS },
    Entry { names: &["nomad"], ..RUNS },
    Entry { names: &["packer"], ..RUNS },
    Entry { names: &["vagrant"], ..RUNS },
    Entry { names: &["skaffold"], ..RUNS },
    Entry { names: &["tilt"], ..RUNS },
    Entry { names: &["ansible"], ..RUNS },
    Entry { names: &["ansible-playbook"], ..RUNS },
    Entry { names: &["ansible-pull"], ..RUNS },
    Entry { names: &["ansible-console"], ..RUNS },
    Entry { names: &["ansible-galaxy"], ..RUNS },
    Entry { names: &["ansible-vault"], ..RUNS },
    Entry { names: &["ansible-doc"], ..ANSIBLE_DOC },
    Entry { names: &["ansible-config"], ..ANSIBLE_DOC },
    Entry { names: &["ansible-inventory"], ..ANSIBLE_DOC },
    Entry { names: &["ansible-lint"], ..ANSIBLE_DOC },
    Entry { names: &["minikube"], ..MINIKUBE },
    Entry { names: &["kind"], ..MINIKUBE },
    Entry { names: &["k3d"], ..MINIKUBE },
    Entry { names: &["colima"], ..MINIKUBE },
    // A kustomization may name exec plug-ins and remote bases.
    Entry {
        names: &["kustomize"],
        long: "help stack-trace?",
        subs: &[
            Entry {
                names: &["build"],
                values: "e",
                long: "env= mount= as-current-user? reorder= help stack-trace? helm-api-versions= \
                            helm-kube-version=",
                special: &[
                    Special::writes("o output"),
                    Special::flag("enable-alpha-plugins", Effect::Run).attached(),
                    Special::flag("enable-exec", Effect::Run).attached(),
                    Special::flag("enable-helm", Effect::Run).attached(),
                    Special::runs("helm-command"),
                    Special::value("load-restrictor", Arg::Text, Effect::Run),
                    Special::flag("network", Effect::Send).attached(),
                ],
                operands: FILES,
                ..BUILDS
            },
            Entry { names: &["version"], ..KUSTOMIZE_VERSION },
            Entry { names: &["help"], ..KUSTOMIZE_VERSION },
            Entry { names: &["completion"], ..KUSTOMIZE_VERSION },
            Entry { names: &["create"], ..KUSTOMIZE_CREATE },
            Entry { names: &["edit"], ..KUSTOMIZE_CREATE },
            Entry { names: &["cfg"], ..KUSTOMIZE_CREATE },
            Entry { names: &["fn"], ..KUSTOMIZE_CREATE },
            Entry { names: &["localize"], ..KUSTOMIZE_CREATE },
        ],
        ..BUILDS
    },
    Entry { names: &["argocd"], ..SENDS },
    Entry { names: &["flux"], ..SENDS },
    Entry { names: &["istioctl"], ..SENDS },
    Entry { names: &["consul"], ..SENDS },
    // Everything in it is a secret.
    Entry { names: &["vault"], ..SYSTEM },
    Entry { names: &["bao"], ..SYSTEM },
    Entry { names: &["doppler"], ..SYSTEM },
];

/// Options that `terraform apply` and `terraform workspace new` share with their like.
const TF_APPLY_OPTIONS: &[Special] = &[
    Special::flag("auto-approve", Effect::Send),
    Special::flag("destroy", Effect::Delete),
    Special::flag("force", Effect::Delete),
    Special::reads("var-file"),
    Special::reads("config"),
    Special::writes("state"),
    Special::writes("state-out"),
    Special::writes("backup"),
];
