//! Clients, dumps and migrations of databases.
//!
//! A query is text of another language: the value of `-c`, `-e` and the SQL operands are [`Arg::Code`], and the engine may
//! look into them. Every client also has commands of its own that start a shell or write files (`\!`, `\o`, `.shell`,
//! `.output`, `system`, `tee`), and reads such text from standard input when no query is given, so the base of a client
//! is never `Read`.

use super::entry::{
    Arg, BUILDS, Effect, Entry, FILES, Operands, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT, WRITES,
};

// Where the server is and who asks; another server gets the query and the password.
macro_rules! pg_long {
    ($own:literal) => {
        concat!("port= username= no-password password version help? ", $own)
    };
}
macro_rules! pg {
    ($($own:expr),* $(,)?) => {
        &[Special::value("h host", Arg::Host, Effect::Send), $($own),*]
    };
}

// Options of the MySQL and MariaDB clients; a defaults file holds any option, a plug-in directory holds code.
macro_rules! my_long {
    ($own:literal) => {
        concat!(
            "version help host-cache port= user= database= protocol= compress connect-timeout= \
                    default-character-set= default-auth= no-defaults print-defaults verbose ssl ssl-mode= \
                    ssl-cipher= ssl-verify-server-cert skip-ssl skip-ssl-verify-server-cert tls-version= \
                    max-allowed-packet= net-buffer-length= character-sets-dir= force-ssl debug-check debug-info \
                    get-server-public-key reconnect skip-reconnect secure-auth ",
            $own
        )
    };
}
macro_rules! my {
    ($($own:expr),* $(,)?) => {
        &[Special::value("h host", Arg::Host, Effect::Send),
            Special::value("p password", Arg::Text, Effect::Send).attached(),
            Special::value("S socket", Arg::Write, Effect::System),
            Special::value("defaults-file", Arg::Read, Effect::Run),
            Special::value("defaults-extra-file", Arg::Read, Effect::Run),
            Special::value("defaults-group-suffix", Arg::Text, Effect::Run),
            Special::value("login-path", Arg::Text, Effect::Send),
            Special::value("plugin-dir", Arg::Read, Effect::Run),
            Special::reads("ssl-ca"),
            Special::reads("ssl-capath"),
            Special::reads("ssl-cert"),
            Special::reads("ssl-key"),
            Special::reads("ssl-crl"),
            Special::reads("ssl-crlpath"),
            Special::reads("server-public-key-path"),
            Special::flag("enable-cleartext-plugin", Effect::Send), $($own),*]
    };
}

// Options come first; the words after them are one command.
macro_rules! redis_long {
    ($own:literal) => {
        concat!(
            "askpass tls sni= tls-ciphers= tls-ciphersuites= raw no-raw quoted-input csv json quoted-json \
                    show-pushes= verbose no-auth-warning help version ",
            $own
        )
    };
}
macro_rules! redis {
    ($($own:expr),* $(,)?) => {
        &[Special::value("h", Arg::Host, Effect::Send),
            Special::value("u", Arg::Host, Effect::Send),
            Special::value("s", Arg::Write, Effect::System),
            Special::value("a pass", Arg::Text, Effect::Send),
            Special::value("user", Arg::Text, Effect::Send),
            Special::reads("cacert"),
            Special::reads("cacertdir"),
            Special::reads("cert"),
            Special::reads("key"),
            Special::flag("insecure", Effect::Send), $($own),*]
    };
}

/// What these share: `psql`, `pgcli`.
const PSQL: Entry = Entry {
    flags: "wVW01AEHSXabelnqstxz",
    values: "pUFPRTd",
    long: pg_long!(
        "list no-psqlrc single-transaction echo-all echo-errors echo-queries echo-hidden no-readline \
                    quiet single-step single-line no-align csv field-separator= html pset= record-separator= \
                    tuples-only table-attr= expanded field-separator-zero record-separator-zero dbname="
    ),
    special: pg![
        Special::value("c command", Arg::Code, Effect::Send),
        Special::value("f file", Arg::Read, Effect::Run),
        Special::value("o output", Arg::Write, Effect::Run),
        Special::writes("L log-file"),
        // A variable may be run as a statement by a script.
        Special::value("v set variable", Arg::Setting, Effect::Send),
    ],
    ..SENDS
};

/// What these share: `pg_dump`, `pg_dumpall`.
const PG_DUMP: Entry = Entry {
    flags: "wVWabBcCOsvxgrt",
    values: "pUdFjZeEnNSTl",
    long: pg_long!(
        "format= jobs= verbose compress= lock-wait-timeout= no-sync data-only blobs large-objects \
                    no-blobs no-large-objects clean create extension= exclude-extension= encoding= schema= \
                    exclude-schema= no-owner schema-only superuser= table= exclude-table= table-and-children= \
                    no-privileges no-acl binary-upgrade column-inserts attribute-inserts disable-dollar-quoting \
                    disable-triggers enable-row-security exclude-table-data= extra-float-digits= if-exists \
                    include-foreign-data= inserts load-via-partition-root no-comments no-publications \
                    no-security-labels no-subscriptions no-table-access-method no-tablespaces no-toast-compression \
                    no-unlogged-table-data on-conflict-do-nothing quote-all-identifiers restrict-key= \
                    rows-per-insert= section= serializable-deferrable snapshot= strict-names \
                    use-set-session-authorization dbname= role= globals-only roles-only tablespaces-only \
                    no-role-passwords exclude-database= database= statistics-only no-statistics no-data no-schema"
    ),
    special: pg![Special::writes("f file"), Special::reads("filter"),],
    ..SENDS
};

/// What these share: `createdb`, `createuser`, `vacuumdb`, `reindexdb`.
const CREATEDB: Entry = Entry {
    flags: "wVWaefqvzFZ",
    values: "pUdjnt",
    long: pg_long!("echo quiet verbose dbname= table= all full analyze analyze-only jobs= owner= template= encoding="),
    special: pg![],
    ..SENDS
};

/// What these share: `dropdb`, `dropuser`.
const DROPDB: Entry = Entry {
    effect: Effect::Delete,
    flags: "wVWei",
    values: "pU",
    long: pg_long!("echo interactive if-exists maintenance-db="),
    special: pg![Special::flag("f force", Effect::Delete),],
    ..SENDS
};

/// What these share: `mysql`, `mycli`.
const MYSQL: Entry = Entry {
    flags: "CVvABEGHILNTUXbcfinoqrstw",
    values: "PDu",
    long: my_long!(
        "abort-source-on-error auto-rehash no-auto-rehash auto-vertical-output batch binary-as-hex \
                    binary-mode column-names skip-column-names column-type-info comments skip-comments \
                    connect-expired-password delimiter= force html i-am-a-dummy ignore-spaces line-numbers \
                    skip-line-numbers max-join-size= named-commands no-beep one-database print-query-on-error \
                    progress-reports prompt= quick quick-max-column-width= raw safe-updates sandbox select-limit= \
                    show-warnings sigint-ignore silent table unbuffered vertical wait xml skip-pager no-pager \
                    no-tee"
    ),
    special: my![
        Special::value("e execute", Arg::Code, Effect::Send),
        Special::value("init-command", Arg::Code, Effect::Run),
        Special::value("init-file", Arg::Read, Effect::Run),
        Special::value("pager", Arg::Shell, Effect::Run).attached(),
        Special::writes("tee"),
        Special::flag("local-infile", Effect::Send).attached(),
        Special::value("server-arg", Arg::Text, Effect::Run),
    ],
    ..SENDS
};

/// What these share: `mysqldump`, `mysqlshow`.
const MYSQLDUMP: Entry = Entry {
    flags: "CVvABEFKQRXYacdefikmnoqtxly",
    values: "PDu",
    long: my_long!(
        "all-databases all-tablespaces no-tablespaces add-drop-database add-drop-table \
                    skip-add-drop-table add-drop-trigger add-locks allow-keywords apply-slave-statements comments \
                    skip-comments compact compatible= complete-insert create-options databases delayed-insert \
                    disable-keys dump-date events extended-insert skip-extended-insert flush-privileges force \
                    hex-blob ignore-table= include-master-host-port insert-ignore lines-terminated-by= \
                    lock-all-tables lock-tables skip-lock-tables log-queries master-data? source-data? \
                    no-autocommit no-create-db no-create-info no-data no-set-names order-by-primary quick \
                    skip-quick quote-names replace routines set-charset set-gtid-purged= single-transaction tables \
                    triggers skip-triggers tz-utc where= xml count status keys column-statistics= skip-dump-date"
    ),
    special: my![
        Special::writes("r result-file"),
        Special::writes("T tab"),
        Special::value("w", Arg::Text, Effect::Send),
        Special::flag("flush-logs", Effect::System),
        Special::flag("delete-master-logs delete-source-logs", Effect::Delete),
    ],
    ..SENDS
};

/// What these share: `get`, `mget`, `exists`, `ttl` and others.
const REDIS_CLI_GET: Entry =
    Entry { style: Style::First, flags: "23cexX", values: "iprndD", long: redis_long!(""), special: redis![], ..SENDS };

/// What these share: `set`, `mset`, `setnx`, `setex` and others.
const REDIS_CLI_SET: Entry =
    Entry { style: Style::First, flags: "23cexX", values: "iprndD", long: redis_long!(""), special: redis![], ..SENDS };

/// What these share: `del`, `unlink`, `flushall`, `flushdb` and others.
const REDIS_CLI_DEL: Entry = Entry {
    effect: Effect::Delete,
    style: Style::First,
    flags: "23cexX",
    values: "iprndD",
    long: redis_long!(""),
    special: redis![],
    ..SENDS
};

/// What these share: `config`, `debug`, `shutdown`, `slaveof` and others.
const REDIS_CLI_CONFIG: Entry =
    Entry { flags: "23cexX", values: "iprndD", long: redis_long!(""), special: redis![], ..RUNS };

/// What these share: `redis-cli`, `valkey-cli`.
const REDIS_CLI: Entry = Entry {
    flags: "23cexX",
    values: "iprndD",
    long: redis_long!(
        "stat latency latency-history latency-dist lru-test= replica pipe-timeout= bigkeys memkeys \
                    memkeys-samples= hotkeys scan pattern= quoted-pattern= intrinsic-latency="
    ),
    special: redis![
        Special::value("eval", Arg::Read, Effect::Run),
        Special::flag("ldb", Effect::Run),
        Special::flag("ldb-sync-mode", Effect::Run),
        Special::flag("pipe", Effect::Run),
        Special::writes("rdb"),
        Special::writes("functions-rdb"),
        Special::value("cluster", Arg::Text, Effect::System),
    ],
    subs: &[
        Entry {
            names: &[
                "--scan",
                "--bigkeys",
                "--memkeys",
                "--hotkeys",
                "--stat",
                "--latency",
                "--latency-history",
                "--latency-dist",
            ],
            style: Style::First,
            flags: "23cexX",
            values: "iprndD",
            long: redis_long!(
                "scan bigkeys memkeys hotkeys stat latency latency-history latency-dist pattern= \
                            quoted-pattern= memkeys-samples= count="
            ),
            special: redis![],
            ..SENDS
        },
        Entry { names: &["get", "GET"], ..REDIS_CLI_GET },
        Entry { names: &["mget", "MGET"], ..REDIS_CLI_GET },
        Entry { names: &["exists", "EXISTS"], ..REDIS_CLI_GET },
        Entry { names: &["ttl", "TTL"], ..REDIS_CLI_GET },
        Entry { names: &["pttl", "PTTL"], ..REDIS_CLI_GET },
        Entry { names: &["type", "TYPE"], ..REDIS_CLI_GET },
        Entry { names: &["keys", "KEYS"], ..REDIS_CLI_GET },
        Entry { names: &["scan", "SCAN"], ..REDIS_CLI_GET },
        Entry { names: &["dbsize", "DBSIZE"], ..REDIS_CLI_GET },
        Entry { names: &["info", "INFO"], ..REDIS_CLI_GET },
        Entry { names: &["ping", "PING"], ..REDIS_CLI_GET },
        Entry { names: &["echo", "ECHO"], ..REDIS_CLI_GET },
        Entry { names: &["time", "TIME"], ..REDIS_CLI_GET },
        Entry { names: &["strlen", "STRLEN"], ..REDIS_CLI_GET },
        Entry { names: &["getrange", "GETRANGE"], ..REDIS_CLI_GET },
        Entry { names: &["hget", "HGET"], ..REDIS_CLI_GET },
        Entry { names: &["hgetall", "HGETALL"], ..REDIS_CLI_GET },
        Entry { names: &["hmget", "HMGET"], ..REDIS_CLI_GET },
        Entry { names: &["hkeys", "HKEYS"], ..REDIS_CLI_GET },
        Entry { names: &["hvals", "HVALS"], ..REDIS_CLI_GET },
        Entry { names: &["hlen", "HLEN"], ..REDIS_CLI_GET },
        Entry { names: &["hexists", "HEXISTS"], ..REDIS_CLI_GET },
        Entry { names: &["hscan", "HSCAN"], ..REDIS_CLI_GET },
        Entry { names: &["hstrlen", "HSTRLEN"], ..REDIS_CLI_GET },
        Entry { names: &["lrange", "LRANGE"], ..REDIS_CLI_GET },
        Entry { names: &["llen", "LLEN"], ..REDIS_CLI_GET },
        Entry { names: &["lindex", "LINDEX"], ..REDIS_CLI_GET },
        Entry { names: &["lpos", "LPOS"], ..REDIS_CLI_GET },
        Entry { names: &["smembers", "SMEMBERS"], ..REDIS_CLI_GET },
        Entry { names: &["scard", "SCARD"], ..REDIS_CLI_GET },
        Entry { names: &["sismember", "SISMEMBER"], ..REDIS_CLI_GET },
        Entry { names: &["smismember", "SMISMEMBER"], ..REDIS_CLI_GET },
        Entry { names: &["sinter", "SINTER"], ..REDIS_CLI_GET },
        Entry { names: &["sunion", "SUNION"], ..REDIS_CLI_GET },
        Entry { names: &["sdiff", "SDIFF"], ..REDIS_CLI_GET },
        Entry { names: &["sscan", "SSCAN"], ..REDIS_CLI_GET },
        Entry { names: &["srandmember", "SRANDMEMBER"], ..REDIS_CLI_GET },
        Entry { names: &["zrange", "ZRANGE"], ..REDIS_CLI_GET },
        Entry { names: &["zrangebyscore", "ZRANGEBYSCORE"], ..REDIS_CLI_GET },
        Entry { names: &["zrevrange", "ZREVRANGE"], ..REDIS_CLI_GET },
        Entry { names: &["zrevrangebyscore", "ZREVRANGEBYSCORE"], ..REDIS_CLI_GET },
        Entry { names: &["zrangebylex", "ZRANGEBYLEX"], ..REDIS_CLI_GET },
        Entry { names: &["zcard", "ZCARD"], ..REDIS_CLI_GET },
        Entry { names: &["zcount", "ZCOUNT"], ..REDIS_CLI_GET },
        Entry { names: &["zscore", "ZSCORE"], ..REDIS_CLI_GET },
        Entry { names: &["zmscore", "ZMSCORE"], ..REDIS_CLI_GET },
        Entry { names: &["zrank", "ZRANK"], ..REDIS_CLI_GET },
        Entry { names: &["zrevrank", "ZREVRANK"], ..REDIS_CLI_GET },
        Entry { names: &["zscan", "ZSCAN"], ..REDIS_CLI_GET },
        Entry { names: &["bitcount", "BITCOUNT"], ..REDIS_CLI_GET },
        Entry { names: &["getbit", "GETBIT"], ..REDIS_CLI_GET },
        Entry { names: &["bitpos", "BITPOS"], ..REDIS_CLI_GET },
        Entry { names: &["pfcount", "PFCOUNT"], ..REDIS_CLI_GET },
        Entry { names: &["geopos", "GEOPOS"], ..REDIS_CLI_GET },
        Entry { names: &["geodist", "GEODIST"], ..REDIS_CLI_GET },
        Entry { names: &["geosearch", "GEOSEARCH"], ..REDIS_CLI_GET },
        Entry { names: &["xrange", "XRANGE"], ..REDIS_CLI_GET },
        Entry { names: &["xrevrange", "XREVRANGE"], ..REDIS_CLI_GET },
        Entry { names: &["xlen", "XLEN"], ..REDIS_CLI_GET },
        Entry { names: &["xinfo", "XINFO"], ..REDIS_CLI_GET },
        Entry { names: &["xpending", "XPENDING"], ..REDIS_CLI_GET },
        Entry { names: &["xread", "XREAD"], ..REDIS_CLI_GET },
        Entry { names: &["object", "OBJECT"], ..REDIS_CLI_GET },
        Entry { names: &["memory", "MEMORY"], ..REDIS_CLI_GET },
        Entry { names: &["randomkey", "RANDOMKEY"], ..REDIS_CLI_GET },
        Entry { names: &["expiretime", "EXPIRETIME"], ..REDIS_CLI_GET },
        Entry { names: &["pexpiretime", "PEXPIRETIME"], ..REDIS_CLI_GET },
        Entry { names: &["lastsave", "LASTSAVE"], ..REDIS_CLI_GET },
        Entry { names: &["role", "ROLE"], ..REDIS_CLI_GET },
        Entry { names: &["lolwut", "LOLWUT"], ..REDIS_CLI_GET },
        Entry { names: &["slowlog", "SLOWLOG"], ..REDIS_CLI_GET },
        Entry { names: &["latency", "LATENCY"], ..REDIS_CLI_GET },
        Entry { names: &["command", "COMMAND"], ..REDIS_CLI_GET },
        Entry { names: &["dump", "DUMP"], ..REDIS_CLI_GET },
        Entry { names: &["set", "SET"], ..REDIS_CLI_SET },
        Entry { names: &["mset", "MSET"], ..REDIS_CLI_SET },
        Entry { names: &["setnx", "SETNX"], ..REDIS_CLI_SET },
        Entry { names: &["setex", "SETEX"], ..REDIS_CLI_SET },
        Entry { names: &["psetex", "PSETEX"], ..REDIS_CLI_SET },
        Entry { names: &["append", "APPEND"], ..REDIS_CLI_SET },
        Entry { names: &["incr", "INCR"], ..REDIS_CLI_SET },
        Entry { names: &["incrby", "INCRBY"], ..REDIS_CLI_SET },
        Entry { names: &["incrbyfloat", "INCRBYFLOAT"], ..REDIS_CLI_SET },
        Entry { names: &["decr", "DECR"], ..REDIS_CLI_SET },
        Entry { names: &["decrby", "DECRBY"], ..REDIS_CLI_SET },
        Entry { names: &["getset", "GETSET"], ..REDIS_CLI_SET },
        Entry { names: &["getex", "GETEX"], ..REDIS_CLI_SET },
        Entry { names: &["setrange", "SETRANGE"], ..REDIS_CLI_SET },
        Entry { names: &["hset", "HSET"], ..REDIS_CLI_SET },
        Entry { names: &["hmset", "HMSET"], ..REDIS_CLI_SET },
        Entry { names: &["hsetnx", "HSETNX"], ..REDIS_CLI_SET },
        Entry { names: &["hincrby", "HINCRBY"], ..REDIS_CLI_SET },
        Entry { names: &["lpush", "LPUSH"], ..REDIS_CLI_SET },
        Entry { names: &["rpush", "RPUSH"], ..REDIS_CLI_SET },
        Entry { names: &["lset", "LSET"], ..REDIS_CLI_SET },
        Entry { names: &["linsert", "LINSERT"], ..REDIS_CLI_SET },
        Entry { names: &["lmove", "LMOVE"], ..REDIS_CLI_SET },
        Entry { names: &["sadd", "SADD"], ..REDIS_CLI_SET },
        Entry { names: &["smove", "SMOVE"], ..REDIS_CLI_SET },
        Entry { names: &["zadd", "ZADD"], ..REDIS_CLI_SET },
        Entry { names: &["zincrby", "ZINCRBY"], ..REDIS_CLI_SET },
        Entry { names: &["expire", "EXPIRE"], ..REDIS_CLI_SET },
        Entry { names: &["expireat", "EXPIREAT"], ..REDIS_CLI_SET },
        Entry { names: &["pexpire", "PEXPIRE"], ..REDIS_CLI_SET },
        Entry { names: &["persist", "PERSIST"], ..REDIS_CLI_SET },
        Entry { names: &["rename", "RENAME"], ..REDIS_CLI_SET },
        Entry { names: &["renamenx", "RENAMENX"], ..REDIS_CLI_SET },
        Entry { names: &["copy", "COPY"], ..REDIS_CLI_SET },
        Entry { names: &["publish", "PUBLISH"], ..REDIS_CLI_SET },
        Entry { names: &["subscribe", "SUBSCRIBE"], ..REDIS_CLI_SET },
        Entry { names: &["psubscribe", "PSUBSCRIBE"], ..REDIS_CLI_SET },
        Entry { names: &["xadd", "XADD"], ..REDIS_CLI_SET },
        Entry { names: &["xgroup", "XGROUP"], ..REDIS_CLI_SET },
        Entry { names: &["xack", "XACK"], ..REDIS_CLI_SET },
        Entry { names: &["setbit", "SETBIT"], ..REDIS_CLI_SET },
        Entry { names: &["pfadd", "PFADD"], ..REDIS_CLI_SET },
        Entry { names: &["pfmerge", "PFMERGE"], ..REDIS_CLI_SET },
        Entry { names: &["geoadd", "GEOADD"], ..REDIS_CLI_SET },
        Entry { names: &["touch", "TOUCH"], ..REDIS_CLI_SET },
        Entry { names: &["wait", "WAIT"], ..REDIS_CLI_SET },
        Entry { names: &["monitor", "MONITOR"], ..REDIS_CLI_SET },
        Entry { names: &["restore", "RESTORE"], ..REDIS_CLI_SET },
        Entry { names: &["lpop", "LPOP"], ..REDIS_CLI_SET },
        Entry { names: &["rpop", "RPOP"], ..REDIS_CLI_SET },
        Entry { names: &["spop", "SPOP"], ..REDIS_CLI_SET },
        Entry { names: &["blpop", "BLPOP"], ..REDIS_CLI_SET },
        Entry { names: &["brpop", "BRPOP"], ..REDIS_CLI_SET },
        Entry { names: &["del", "DEL"], ..REDIS_CLI_DEL },
        Entry { names: &["unlink", "UNLINK"], ..REDIS_CLI_DEL },
        Entry { names: &["flushall", "FLUSHALL"], ..REDIS_CLI_DEL },
        Entry { names: &["flushdb", "FLUSHDB"], ..REDIS_CLI_DEL },
        Entry { names: &["getdel", "GETDEL"], ..REDIS_CLI_DEL },
        Entry { names: &["hdel", "HDEL"], ..REDIS_CLI_DEL },
        Entry { names: &["lrem", "LREM"], ..REDIS_CLI_DEL },
        Entry { names: &["ltrim", "LTRIM"], ..REDIS_CLI_DEL },
        Entry { names: &["srem", "SREM"], ..REDIS_CLI_DEL },
        Entry { names: &["zrem", "ZREM"], ..REDIS_CLI_DEL },
        Entry { names: &["zremrangebyscore", "ZREMRANGEBYSCORE"], ..REDIS_CLI_DEL },
        Entry { names: &["zremrangebyrank", "ZREMRANGEBYRANK"], ..REDIS_CLI_DEL },
        Entry { names: &["xdel", "XDEL"], ..REDIS_CLI_DEL },
        Entry { names: &["xtrim", "XTRIM"], ..REDIS_CLI_DEL },
        Entry { names: &["swapdb", "SWAPDB"], ..REDIS_CLI_DEL },
        Entry { names: &["move", "MOVE"], ..REDIS_CLI_DEL },
        Entry { names: &["config", "CONFIG"], ..REDIS_CLI_CONFIG },
        Entry { names: &["debug", "DEBUG"], ..REDIS_CLI_CONFIG },
        Entry { names: &["shutdown", "SHUTDOWN"], ..REDIS_CLI_CONFIG },
        Entry { names: &["slaveof", "SLAVEOF"], ..REDIS_CLI_CONFIG },
        Entry { names: &["replicaof", "REPLICAOF"], ..REDIS_CLI_CONFIG },
        Entry { names: &["module", "MODULE"], ..REDIS_CLI_CONFIG },
        Entry { names: &["script", "SCRIPT"], ..REDIS_CLI_CONFIG },
        Entry { names: &["eval", "EVAL"], ..REDIS_CLI_CONFIG },
        Entry { names: &["evalsha", "EVALSHA"], ..REDIS_CLI_CONFIG },
        Entry { names: &["function", "FUNCTION"], ..REDIS_CLI_CONFIG },
        Entry { names: &["fcall", "FCALL"], ..REDIS_CLI_CONFIG },
        Entry { names: &["acl", "ACL"], ..REDIS_CLI_CONFIG },
        Entry { names: &["client", "CLIENT"], ..REDIS_CLI_CONFIG },
        Entry { names: &["cluster", "CLUSTER"], ..REDIS_CLI_CONFIG },
        Entry { names: &["save", "SAVE"], ..REDIS_CLI_CONFIG },
        Entry { names: &["bgsave", "BGSAVE"], ..REDIS_CLI_CONFIG },
        Entry { names: &["bgrewriteaof", "BGREWRITEAOF"], ..REDIS_CLI_CONFIG },
        Entry { names: &["failover", "FAILOVER"], ..REDIS_CLI_CONFIG },
        Entry { names: &["migrate", "MIGRATE"], ..REDIS_CLI_CONFIG },
        Entry { names: &["auth", "AUTH"], ..REDIS_CLI_CONFIG },
        Entry { names: &["sync", "SYNC"], ..REDIS_CLI_CONFIG },
        Entry { names: &["psync", "PSYNC"], ..REDIS_CLI_CONFIG },
        Entry { names: &["sentinel", "SENTINEL"], ..REDIS_CLI_CONFIG },
        Entry { names: &["reset", "RESET"], ..REDIS_CLI_CONFIG },
    ],
    ..RUNS
};

/// What these share: `mongodump`, `mongoexport`.
const MONGODUMP: Entry = Entry {
    values: "cdqfu",
    long: "db= collection= host= port= uri= username= authenticationDatabase= query= fields= type= jsonArray \
                pretty limit= skip= sort= gzip quiet readPreference= ssl tls help version",
    special: &[
        Special::writes("o out"),
        Special::value("archive", Arg::Write, Effect::Write).attached(),
        Special::value("p password", Arg::Text, Effect::Send),
        Special::value("config", Arg::Read, Effect::Run),
        Special::reads("queryFile"),
    ],
    ..SENDS
};

/// What these share: `mongorestore`, `mongoimport`.
const MONGORESTORE: Entry = Entry {
    effect: Effect::Delete,
    long: "db= collection= host= port= uri= username= authenticationDatabase= type= jsonArray headerline \
                fields= mode= gzip quiet help version",
    special: &[
        Special::flag("drop", Effect::Delete),
        Special::reads("file"),
        Special::value("archive", Arg::Read, Effect::Read).attached(),
        Special::value("p password", Arg::Text, Effect::Send),
        Special::value("config", Arg::Read, Effect::Run),
    ],
    ..SENDS
};

/// What these share: `get`, `watch`, `endpoint`, `member` and others.
const ETCDCTL_GET: Entry = Entry {
    values: "w",
    long: "prefix keys-only print-value-only limit= rev= order= sort-by= from-key count-only consistency= \
                cluster write-out= hex",
    ..SENDS
};

/// What these share: `kafka-topics`, `kafka-console-consumer`, `kafka-console-producer`, `kafka-consumer-groups`.
const KAFKA_TOPICS: Entry = Entry {
    style: Style::Single,
    long: "list describe topic= group= from-beginning max-messages= timeout-ms= partition= offset= all-groups \
                members state help version partitions= replication-factor= create",
    special: &[
        Special::value("bootstrap-server", Arg::Host, Effect::Send),
        Special::flag("delete", Effect::Delete),
        Special::flag("alter", Effect::System),
        Special::flag("reset-offsets", Effect::System),
        Special::flag("execute", Effect::System),
        Special::value("command-config", Arg::Read, Effect::Run),
        Special::value("consumer.config", Arg::Read, Effect::Run),
        Special::value("producer.config", Arg::Read, Effect::Run),
    ],
    ..SENDS
};

/// What these share: `list_queues`, `list_exchanges`, `list_bindings`, `list_connections` and others.
const RABBITMQCTL_LIST_QUEUES: Entry = Entry {
    flags: "qs",
    values: "npt",
    long: "node= quiet silent timeout= vhost= formatter= offline online local",
    ..SAYS
};

/// What these share: `rabbitmqctl`, `rabbitmq-diagnostics`.
const RABBITMQCTL: Entry = Entry {
    flags: "qsl",
    values: "npt",
    long: "node= quiet silent timeout= vhost= formatter= longnames help",
    subs: &[
        Entry { names: &["list_queues"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list_exchanges"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list_bindings"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list_connections"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list_channels"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list_consumers"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list_vhosts"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list_users"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list_permissions"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["status"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["cluster_status"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["environment"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["node_health_check"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["ping"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["version"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["list"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["help"], ..RABBITMQCTL_LIST_QUEUES },
        Entry { names: &["report"], ..RABBITMQCTL_LIST_QUEUES },
    ],
    ..SYSTEM
};

/// What these share: `format`, `validate`, `generate`, `version` and others.
const PRISMA_FORMAT: Entry = Entry {
    flags: "h",
    long: "help schema= watch generator= data-proxy accelerate no-engine port= browser= no-hints",
    special: &[Special::value("config", Arg::Read, Effect::Run)],
    ..BUILDS
};

/// What these share: `status`, `diff`, `dev`, `deploy` and others.
const PRISMA_MIGRATE_STATUS: Entry = Entry {
    long: "help schema= name= create-only skip-seed skip-generate exit-code script from-empty to-empty \
                applied= rolled-back= from-migrations= to-migrations= from-schema-datamodel= to-schema-datamodel= \
                from-url= to-url= shadow-database-url=",
    special: &[Special::writes("o output")],
    ..SENDS
};

/// What these share: `pull`, `seed`.
const PRISMA_DB_PULL: Entry = Entry {
    long: "help schema= print url= composite-type-depth=",
    special: &[Special::flag("force", Effect::Delete)],
    ..SENDS
};

/// What these share: `current`, `heads`, `history`, `branches` and others.
const ALEMBIC_CURRENT: Entry = Entry {
    flags: "vih",
    values: "r",
    long: "verbose rev-range= indicate-current resolve-dependencies help check-heads",
    ..BUILDS
};

/// What these share: `revision`, `merge`, `init`.
const ALEMBIC_REVISION: Entry = Entry {
    values: "mt",
    long: "message= autogenerate sql head= splice branch-label= version-path= rev-id= depends-on= template= \
                package",
    ..BUILDS
};

/// What these share: `upgrade`, `stamp`, `edit`.
const ALEMBIC_UPGRADE: Entry = Entry { long: "sql tag= purge", ..SENDS };

/// What these share: `parse`, `ls`, `list`, `compile` and others.
const DBT_PARSE: Entry = Entry {
    values: "smt",
    long: "select= models= exclude= target= output= output-keys= resource-type= vars= selector= full-refresh \
                no-compile threads= help",
    special: &[
        Special::value("profiles-dir", Arg::Read, Effect::Run),
        Special::value("project-dir", Arg::Read, Effect::Run),
    ],
    ..BUILDS
};

/// What these share: `run`, `build`, `test`, `seed` and others.
const DBT_RUN: Entry = Entry {
    values: "smtx",
    long: "select= models= exclude= target= vars= threads= fail-fast full-refresh defer limit= inline= args= \
                help",
    special: &[
        Special::value("profiles-dir", Arg::Read, Effect::Run),
        Special::value("project-dir", Arg::Read, Effect::Run),
        Special::reads("state"),
    ],
    ..SENDS
};

pub(super) const TABLE: &[Entry] = &[
    // `\!`, `\o |cmd`, `\copy … program`, `\g |cmd` in any text run programs; -o takes `|cmd` as well.
    Entry { names: &["psql"], ..PSQL },
    Entry { names: &["pgcli"], ..PSQL },
    Entry { names: &["pg_dump"], ..PG_DUMP },
    Entry { names: &["pg_dumpall"], ..PG_DUMP },
    Entry {
        names: &["pg_restore"],
        effect: Effect::Delete,
        flags: "wVW1aceCOsvx",
        values: "pUFILjNPSTdnt",
        long: pg_long!(
            "format= verbose data-only clean create exit-on-error index= jobs= schema= exclude-schema= \
                        no-owner function= schema-only superuser= table= trigger= no-privileges no-acl \
                        single-transaction disable-triggers enable-row-security if-exists no-comments \
                        no-data-for-failed-tables no-publications no-security-labels no-subscriptions \
                        no-table-access-method no-tablespaces restrict-key= section= strict-names \
                        use-set-session-authorization dbname= role="
        ),
        special: pg![Special::reads("use-list"), Special::writes("f file"),],
        operands: FILES,
        subs: &[
            // Only prints the table of contents.
            Entry { names: &["-l", "--list"], flags: "lv", values: "F", long: "list verbose format=", ..READS },
        ],
        ..SENDS
    },
    Entry {
        names: &["pg_isready"],
        flags: "wVWq",
        values: "pUdt",
        long: pg_long!("quiet dbname= timeout="),
        special: pg![],
        ..SENDS
    },
    Entry { names: &["createdb"], ..CREATEDB },
    Entry { names: &["createuser"], ..CREATEDB },
    Entry { names: &["vacuumdb"], ..CREATEDB },
    Entry { names: &["reindexdb"], ..CREATEDB },
    Entry { names: &["dropdb"], ..DROPDB },
    Entry { names: &["dropuser"], ..DROPDB },
    Entry { names: &["initdb"], ..SYSTEM },
    Entry { names: &["pg_ctl"], ..SYSTEM },
    Entry { names: &["postgres"], ..SYSTEM },
    Entry { names: &["mysqld"], ..SYSTEM },
    Entry { names: &["mongod"], ..SYSTEM },
    Entry { names: &["redis-server"], ..SYSTEM },
    // `\!`, `system`, `tee`, `pager`, `source` and `edit` in the text run programs or write.
    Entry { names: &["mysql", "mariadb"], ..MYSQL },
    Entry { names: &["mycli"], ..MYSQL },
    Entry { names: &["mysqldump", "mariadb-dump"], ..MYSQLDUMP },
    Entry { names: &["mysqlshow", "mariadb-show"], ..MYSQLDUMP },
    Entry { names: &["mysqladmin", "mariadb-admin"], ..SYSTEM },
    Entry { names: &["mysqlimport", "mariadb-import"], ..SYSTEM },
    Entry { names: &["mysqlsh"], ..SYSTEM },
    // SQL operands are code: dot commands (`.shell`, `.system`, `.output`, `.import '|cmd'`, `.load`) and the functions writefile(),
    // load_extension() and edit() act on the system, also with -readonly; without an SQL operand such text comes from standard input.
    Entry {
        names: &["sqlite3", "sqlite"],
        style: Style::Single,
        long: "append ascii bail batch box column csv deserialize echo header noheader help html interactive \
                    json line list markdown maxsize= memtrace mmap= newline= nofollow nonce= nullvalue= quote safe \
                    separator= stats table tabs version vfs= zip heap= memdump utf8 no-utf8 escape= \
                    no-rowid-in-view pcachetrace",
        special: &[
            Special::value("cmd", Arg::Code, Effect::Run),
            Special::value("init", Arg::Read, Effect::Run),
            Special::flag("A", Effect::Run),
            Special::value("lookaside", Arg::Text, Effect::Read).two(),
            Special::value("pagecache", Arg::Text, Effect::Read).two(),
            Special::flag("unsafe-testing", Effect::Run),
        ],
        operands: Operands { rest: Arg::Code, ..TEXT }.first(Arg::Write, ""),
        subs: &[
            // Still `Run`: only a look into the SQL can tell a query from `.shell`.
            Entry {
                names: &["-readonly", "--readonly"],
                style: Style::Single,
                long: "readonly ascii bail batch box column csv echo header noheader help html interactive \
                            json line list markdown mmap= newline= nofollow nullvalue= quote safe separator= stats \
                            table tabs version utf8 no-utf8 escape=",
                special: &[
                    Special::value("cmd", Arg::Code, Effect::Run),
                    Special::value("init", Arg::Read, Effect::Run),
                ],
                operands: Operands { rest: Arg::Code, ..TEXT }.first(Arg::Read, ""),
                ..RUNS
            },
        ],
        ..WRITES
    },
    // Reads and writes files and loads extensions from SQL.
    Entry { names: &["duckdb"], ..RUNS },
    Entry { names: &["litecli"], ..RUNS },
    Entry { names: &["sqlcmd"], ..RUNS },
    Entry { names: &["sqlplus"], ..RUNS },
    Entry { names: &["redis-cli"], ..REDIS_CLI },
    Entry { names: &["valkey-cli"], ..REDIS_CLI },
    // JavaScript, Lua or SQL with programs and files at hand.
    Entry { names: &["mongosh", "mongo"], ..RUNS },
    Entry { names: &["cqlsh"], ..RUNS },
    Entry { names: &["clickhouse-client"], ..RUNS },
    Entry { names: &["influx"], ..RUNS },
    Entry { names: &["mongodump"], ..MONGODUMP },
    Entry { names: &["mongoexport"], ..MONGODUMP },
    Entry { names: &["mongorestore"], ..MONGORESTORE },
    Entry { names: &["mongoimport"], ..MONGORESTORE },
    Entry {
        names: &["etcdctl"],
        values: "w",
        long: "write-out= dial-timeout= command-timeout= hex help version discovery-srv= keepalive-time= debug",
        special: &[
            Special::value("endpoints", Arg::Host, Effect::Send),
            Special::value("user", Arg::Text, Effect::Send),
            Special::value("password", Arg::Text, Effect::Send),
            Special::reads("cacert"),
            Special::value("cert", Arg::Read, Effect::Send),
            Special::value("key", Arg::Read, Effect::Send),
        ],
        subs: &[
            Entry { names: &["get"], ..ETCDCTL_GET },
            Entry { names: &["watch"], ..ETCDCTL_GET },
            Entry { names: &["endpoint"], ..ETCDCTL_GET },
            Entry { names: &["member"], ..ETCDCTL_GET },
            Entry { names: &["version"], ..ETCDCTL_GET },
            Entry { names: &["alarm"], ..ETCDCTL_GET },
            Entry { names: &["check"], ..ETCDCTL_GET },
            Entry { names: &["role"], ..ETCDCTL_GET },
            Entry { names: &["user"], ..ETCDCTL_GET },
            Entry { names: &["lease"], ..ETCDCTL_GET },
            Entry { names: &["help"], ..ETCDCTL_GET },
            Entry { names: &["put"], ..RUNS },
            Entry { names: &["txn"], ..RUNS },
            Entry { names: &["compaction"], ..RUNS },
            Entry { names: &["defrag"], ..RUNS },
            Entry { names: &["elect"], ..RUNS },
            Entry { names: &["lock"], ..RUNS },
            Entry { names: &["auth"], ..RUNS },
            Entry { names: &["move-leader"], ..RUNS },
            Entry { names: &["make-mirror"], ..RUNS },
            Entry { names: &["snapshot"], ..RUNS },
            Entry { names: &["upgrade"], ..RUNS },
            Entry { names: &["migrate"], ..RUNS },
            Entry {
                names: &["del"],
                effect: Effect::Delete,
                long: "range prev-kv",
                special: &[Special::flag("prefix", Effect::Delete), Special::flag("from-key", Effect::Delete)],
                ..SENDS
            },
        ],
        ..SENDS
    },
    Entry {
        names: &["kcat", "kafkacat"],
        flags: "LJQCeEuqvhO",
        values: "btpofKDcsdZTUN",
        special: &[
            Special::flag("P", Effect::Send),
            Special::value("G", Arg::Text, Effect::Send),
            Special::reads("l"),
            Special::value("X", Arg::Setting, Effect::Run),
            Special::value("F", Arg::Read, Effect::Run),
            Special::value("H", Arg::Text, Effect::Send),
        ],
        ..SENDS
    },
    Entry { names: &["kafka-topics", "kafka-topics.sh"], ..KAFKA_TOPICS },
    Entry { names: &["kafka-console-consumer", "kafka-console-consumer.sh"], ..KAFKA_TOPICS },
    Entry { names: &["kafka-console-producer", "kafka-console-producer.sh"], ..KAFKA_TOPICS },
    Entry { names: &["kafka-consumer-groups", "kafka-consumer-groups.sh"], ..KAFKA_TOPICS },
    Entry { names: &["rabbitmqctl"], ..RABBITMQCTL },
    Entry { names: &["rabbitmq-diagnostics"], ..RABBITMQCTL },
    // Migrations run the project's code against a database; resets drop it.
    Entry {
        names: &["prisma"],
        flags: "h",
        long: "help version schema=",
        subs: &[
            Entry { names: &["format"], ..PRISMA_FORMAT },
            Entry { names: &["validate"], ..PRISMA_FORMAT },
            Entry { names: &["generate"], ..PRISMA_FORMAT },
            Entry { names: &["version"], ..PRISMA_FORMAT },
            Entry { names: &["studio"], ..PRISMA_FORMAT },
            Entry { names: &["init"], ..PRISMA_FORMAT },
            Entry { names: &["debug"], ..PRISMA_FORMAT },
            Entry {
                names: &["migrate"],
                subs: &[
                    Entry { names: &["status"], ..PRISMA_MIGRATE_STATUS },
                    Entry { names: &["diff"], ..PRISMA_MIGRATE_STATUS },
                    Entry { names: &["dev"], ..PRISMA_MIGRATE_STATUS },
                    Entry { names: &["deploy"], ..PRISMA_MIGRATE_STATUS },
                    Entry { names: &["resolve"], ..PRISMA_MIGRATE_STATUS },
                    Entry {
                        names: &["reset"],
                        effect: Effect::Delete,
                        special: &[Special::flag("f force", Effect::Delete)],
                        ..SENDS
                    },
                ],
                ..SENDS
            },
            Entry {
                names: &["db"],
                subs: &[
                    Entry { names: &["pull"], ..PRISMA_DB_PULL },
                    Entry { names: &["seed"], ..PRISMA_DB_PULL },
                    Entry {
                        names: &["push"],
                        long: "help schema= skip-generate",
                        special: &[
                            Special::flag("accept-data-loss", Effect::Delete),
                            Special::flag("force-reset", Effect::Delete),
                        ],
                        ..SENDS
                    },
                    Entry { names: &["execute"], ..RUNS },
                ],
                ..SENDS
            },
        ],
        ..BUILDS
    },
    Entry {
        names: &["alembic"],
        long: "help version raiseerr name=",
        special: &[Special::value("c config", Arg::Read, Effect::Run), Special::value("x", Arg::Text, Effect::Code)],
        subs: &[
            Entry { names: &["current"], ..ALEMBIC_CURRENT },
            Entry { names: &["heads"], ..ALEMBIC_CURRENT },
            Entry { names: &["history"], ..ALEMBIC_CURRENT },
            Entry { names: &["branches"], ..ALEMBIC_CURRENT },
            Entry { names: &["show"], ..ALEMBIC_CURRENT },
            Entry { names: &["check"], ..ALEMBIC_CURRENT },
            Entry { names: &["ensure_version"], ..ALEMBIC_CURRENT },
            Entry { names: &["list_templates"], ..ALEMBIC_CURRENT },
            Entry { names: &["revision"], ..ALEMBIC_REVISION },
            Entry { names: &["merge"], ..ALEMBIC_REVISION },
            Entry { names: &["init"], ..ALEMBIC_REVISION },
            Entry { names: &["upgrade"], ..ALEMBIC_UPGRADE },
            Entry { names: &["stamp"], ..ALEMBIC_UPGRADE },
            Entry { names: &["edit"], ..ALEMBIC_UPGRADE },
            Entry { names: &["downgrade"], effect: Effect::Delete, long: "sql tag=", ..SENDS },
        ],
        ..BUILDS
    },
    Entry {
        names: &["dbt"],
        long: "help version debug quiet no-use-colors use-colors log-format= log-level= no-version-check \
                    fail-fast warn-error",
        special: &[
            Special::value("profiles-dir", Arg::Read, Effect::Run),
            Special::value("project-dir", Arg::Read, Effect::Run),
        ],
        subs: &[
            Entry { names: &["parse"], ..DBT_PARSE },
            Entry { names: &["ls"], ..DBT_PARSE },
            Entry { names: &["list"], ..DBT_PARSE },
            Entry { names: &["compile"], ..DBT_PARSE },
            Entry { names: &["debug"], ..DBT_PARSE },
            Entry { names: &["docs"], ..DBT_PARSE },
            Entry { names: &["source"], ..DBT_PARSE },
            Entry { names: &["run"], ..DBT_RUN },
            Entry { names: &["build"], ..DBT_RUN },
            Entry { names: &["test"], ..DBT_RUN },
            Entry { names: &["seed"], ..DBT_RUN },
            Entry { names: &["snapshot"], ..DBT_RUN },
            Entry { names: &["run-operation"], ..DBT_RUN },
            Entry { names: &["retry"], ..DBT_RUN },
            Entry { names: &["clone"], ..DBT_RUN },
            Entry { names: &["deps"], ..DBT_RUN },
            Entry { names: &["show"], ..DBT_RUN },
            Entry { names: &["plan"], ..DBT_RUN },
            Entry { names: &["fetchdf"], ..DBT_RUN },
            Entry { names: &["clean"], effect: Effect::Delete, ..SENDS },
            Entry { names: &["init"], effect: Effect::Delete, ..SENDS },
        ],
        ..BUILDS
    },
    // Each of these reads a configuration that names drivers, hooks or scripts.
    Entry { names: &["flyway"], ..RUNS },
    Entry { names: &["liquibase"], ..RUNS },
    Entry { names: &["goose"], ..RUNS },
    Entry { names: &["dbmate"], ..RUNS },
    Entry { names: &["knex"], ..RUNS },
    Entry { names: &["sequelize", "sequelize-cli"], ..RUNS },
    Entry { names: &["typeorm"], ..RUNS },
    Entry { names: &["drizzle-kit"], ..RUNS },
    Entry { names: &["diesel"], ..RUNS },
];
