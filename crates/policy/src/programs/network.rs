//! Programs that talk to other machines, and the tools for keys, certificates and captures around them.
//!
//! Almost every row is `Send` at least: a name looked up is already data that leaves. Options that store what comes back,
//! send files, choose another proxy or resolver, or take credentials from elsewhere are specials.

use super::entry::{
    Arg, DELETES, Effect, Entry, FILES, Operands, READS, RUNS, SAYS, SENDS, SYSTEM, Special, Style, TEXT, WRITES, Wraps,
};

// What most `openssl` commands take: `-engine`, `-provider` and `-provider-path` load code.
macro_rules! tls_long {
    ($own:literal) => {
        concat!("help propquery= rand= rand_serial ", $own)
    };
}
macro_rules! tls {
    ($($own:expr),* $(,)?) => {
        &[Special::runs("engine"),
            Special::runs("provider-path"),
            Special::runs("provider"),
            Special::writes("writerand"), $($own),*]
    };
}

// Options of certificate verification, shared by several `openssl` commands.
macro_rules! vfy_long {
    ($own:literal) => {
        concat!(
            "help propquery= rand= policy= purpose= verify_name= verify_depth= auth_level= attime= \
                    verify_hostname= verify_email= verify_ip= ignore_critical issuer_checks crl_check \
                    crl_check_all policy_check explicit_policy inhibit_any inhibit_map x509_strict extended_crl \
                    use_deltas policy_print check_ss_sig trusted_first suiteB_128_only suiteB_128 suiteB_192 \
                    partial_chain no_alt_chains no_check_time allow_proxy_certs no-CAfile no-CApath no-CAstore \
                    nameopt= ",
            $own
        )
    };
}
macro_rules! vfy {
    ($($own:expr),* $(,)?) => {
        &[Special::runs("engine"),
            Special::runs("provider-path"),
            Special::runs("provider"),
            Special::writes("writerand"),
            Special::reads("CAfile"),
            Special::reads("CApath"),
            Special::reads("CAstore"), $($own),*]
    };
}

// Options are the same for all commands; remotes are data of the configuration.
macro_rules! rclone_long {
    ($own:literal) => {
        concat!(
            "help dry-run interactive progress quiet verbose update checksum size-only ignore-existing \
                    transfers= checkers= bwlimit= stats= log-level= max-depth= include= exclude= filter= min-age= \
                    max-age= min-size= max-size= fast-list retries= recursive human-readable json hash modtime \
                    format= separator= files-only dirs-only csv ",
            $own
        )
    };
}
macro_rules! rclone {
    ($($own:expr),* $(,)?) => {
        &[Special::value("config", Arg::Read, Effect::Run),
            Special::writes("log-file"),
            Special::reads("files-from"),
            Special::reads("include-from"),
            Special::reads("exclude-from"),
            Special::reads("filter-from"),
            Special::writes("backup-dir"),
            Special::value("password-command", Arg::Shell, Effect::Run),
            Special::value("metadata-mapper", Arg::Shell, Effect::Run),
            Special::value("sftp-ssh", Arg::Shell, Effect::Run),
            Special::value("webdav-bearer-token-command", Arg::Shell, Effect::Run),
            Special::flag("rc", Effect::System),
            Special::flag("delete-before", Effect::Delete),
            Special::flag("delete-during", Effect::Delete),
            Special::flag("delete-after", Effect::Delete),
            Special::flag("delete-excluded", Effect::Delete), $($own),*]
    };
}

/// What these share: `wget`, `wget2`.
const WGET: Entry = Entry {
    flags: "46EFHKLNSVbcdhkmpqrvx",
    values: "ABDIQRTUXltw",
    long: "version help background debug quiet verbose no-verbose report-speed= force-html base= no-config \
                tries= retry-connrefused retry-on-host-error retry-on-http-error= no-clobber no-netrc continue \
                start-pos= progress= show-progress timestamping no-if-modified-since no-use-server-timestamps \
                server-response spider timeout= dns-timeout= connect-timeout= read-timeout= wait= waitretry= \
                random-wait no-proxy quota= bind-address= limit-rate= no-dns-cache restrict-file-names= \
                ignore-case inet4-only inet6-only prefer-family= no-iri local-encoding= remote-encoding= \
                no-directories force-directories no-host-directories protocol-directories cut-dirs= no-cache \
                default-page= adjust-extension ignore-length compression= max-redirect= referer= save-headers \
                user-agent= no-http-keep-alive no-cookies keep-session-cookies content-disposition \
                content-on-error auth-no-challenge secure-protocol= https-only no-check-certificate \
                certificate-type= private-key-type= pinnedpubkey= ciphers= no-hsts no-remove-listing no-glob \
                no-passive-ftp preserve-permissions retr-symlinks ftps-implicit ftps-resume-ssl \
                ftps-clear-data-connection ftps-fallback-to-ftp warc-header= warc-max-size= warc-cdx \
                no-warc-compression no-warc-digests no-warc-keep-log recursive level= convert-links \
                convert-file-only backup-converted mirror page-requisites strict-comments accept= reject= \
                accept-regex= reject-regex= regex-type= domains= exclude-domains= follow-ftp follow-tags= \
                ignore-tags= span-hosts relative include-directories= exclude-directories= no-parent \
                trust-server-names",
    special: &[
        Special::writes("O output-document"),
        Special::writes("P directory-prefix"),
        Special::writes("o output-file"),
        Special::writes("a append-output"),
        Special::writes("rejected-log"),
        Special::writes("save-cookies"),
        Special::writes("hsts-file"),
        Special::writes("warc-file"),
        Special::writes("warc-tempdir"),
        Special::reads("warc-dedup"),
        Special::flag("xattr", Effect::Write),
        Special::value("backups", Arg::Text, Effect::Write).attached(),
        Special::flag("unlink", Effect::Delete),
        Special::flag("delete-after", Effect::Delete),
        // `-nc`, `-nv`, `-nd`, `-nH`, `-np` are one option with the letter behind it.
        Special::value("n", Arg::Text, Effect::Read),
        Special::value("post-data", Arg::Text, Effect::Send),
        Special::value("post-file", Arg::Read, Effect::Send),
        Special::value("body-data", Arg::Text, Effect::Send),
        Special::value("body-file", Arg::Read, Effect::Send),
        Special::value("method", Arg::Text, Effect::Send),
        Special::value("header", Arg::Text, Effect::Send),
        Special::value("user", Arg::Text, Effect::Send),
        Special::value("password", Arg::Text, Effect::Send),
        Special::flag("ask-password", Effect::Send),
        Special::value("http-user", Arg::Text, Effect::Send),
        Special::value("http-password http-passwd", Arg::Text, Effect::Send),
        Special::value("ftp-user", Arg::Text, Effect::Send),
        Special::value("ftp-password", Arg::Text, Effect::Send),
        Special::value("proxy-user", Arg::Text, Effect::Send),
        Special::value("proxy-password", Arg::Text, Effect::Send),
        Special::value("proxy", Arg::Text, Effect::Send).attached(),
        Special::value("load-cookies", Arg::Read, Effect::Send),
        Special::value("certificate", Arg::Read, Effect::Send),
        Special::value("private-key", Arg::Read, Effect::Send),
        Special::reads("ca-certificate"),
        Special::reads("ca-directory"),
        Special::reads("crl-file"),
        Special::value("dns-servers", Arg::Host, Effect::Send),
        Special::value("i input-file", Arg::Read, Effect::Send),
        // A line of .wgetrc: output, proxy, askpass program.
        Special::value("e execute", Arg::Setting, Effect::Run),
        Special::value("config", Arg::Read, Effect::Run),
        Special::runs("use-askpass"),
    ],
    operands: TEXT.first(Arg::Host, ""),
    ..SENDS
};

/// What these share: `http`, `https`, `httpie`, `xh` and others.
const HTTP: Entry = Entry {
    flags: "FISXbchmqv4",
    values: "Aps",
    long: "boundary= compress pretty= style= unsorted sorted response-charset= response-mime= format-options= \
                print= headers meta body verbose all stream quiet auth-type= ignore-netrc offline follow \
                max-redirects= max-headers= timeout= check-status no-check-status path-as-is chunked verify= ssl= \
                ciphers= ignore-stdin help manual version traceback default-scheme= debug history-print= \
                native-tls https http-version= resolve= interface= ipv4 ipv6 curl curl-long cert-key-pass= \
                no-check-for-update",
    special: &[
        Special::flag("j json", Effect::Send),
        Special::flag("f form", Effect::Send),
        Special::flag("multipart", Effect::Send),
        Special::value("raw", Arg::Text, Effect::Send),
        Special::flag("x", Effect::Send),
        Special::writes("o output"),
        Special::flag("d download", Effect::Write),
        Special::flag("continue", Effect::Write),
        Special::writes("session"),
        Special::reads("session-read-only"),
        Special::value("a auth", Arg::Text, Effect::Send),
        Special::value("bearer", Arg::Text, Effect::Send),
        Special::value("proxy", Arg::Host, Effect::Send),
        Special::value("cert", Arg::Read, Effect::Send),
        Special::value("cert-key", Arg::Read, Effect::Send),
        Special::value("unix-socket", Arg::Write, Effect::System),
    ],
    ..SENDS
};

/// What these share: `nc`, `ncat`.
const NC: Entry = Entry {
    flags: "46CDFNSbdhknrtuvz",
    values: "GIMOPTVgimpqsw",
    long: "crlf max-conns= help delay= idle-timeout= source-port= source= keep-open nodns telnet udp sctp \
                verbose wait= send-only recv-only no-shutdown allow= deny= broker chat ssl ssl-verify ssl-ciphers= \
                ssl-servername= ssl-alpn= version vsock append-output proxy-type= proxy-dns=",
    special: &[
        Special::runs("e exec"),
        Special::value("c sh-exec", Arg::Shell, Effect::Run),
        Special::value("lua-exec", Arg::Read, Effect::Run),
        Special::flag("l listen", Effect::Send),
        Special::writes("o output"),
        Special::value("x hex-dump", Arg::Text, Effect::Write),
        Special::value("X proxy", Arg::Host, Effect::Send),
        Special::value("proxy-auth", Arg::Text, Effect::Send),
        Special::flag("U unixsock", Effect::System),
        Special::reads("Z"),
        Special::reads("R"),
        Special::reads("K"),
        Special::value("H", Arg::Text, Effect::Send),
        Special::reads("allowfile"),
        Special::reads("denyfile"),
        Special::reads("ssl-cert"),
        Special::reads("ssl-key"),
        Special::reads("ssl-trustfile"),
    ],
    operands: TEXT.first(Arg::Host, ""),
    ..SENDS
};

/// What these share: `dig`, `delv`.
const DIG: Entry = Entry {
    flags: "46imrhuv",
    values: "bcpqtx",
    special: &[
        Special::value("@", Arg::Host, Effect::Send),
        Special::value("f", Arg::Read, Effect::Run),
        Special::value("k", Arg::Read, Effect::Send),
        Special::value("y", Arg::Text, Effect::Send),
    ],
    operands: TEXT.first(Arg::Host, ""),
    ..SENDS
};

/// What these share: `ping`, `ping6`.
const PING: Entry = Entry {
    flags: "46aABCdDfhHLnOqrRUvVbo",
    values: "cFGgIikKlmMNpQsStTWwxzeE",
    long: "help version count= interval= timeout= numeric quiet verbose size= ttl= deadline=",
    operands: TEXT.first(Arg::Host, ""),
    ..SENDS
};

/// What these share: `traceroute`, `traceroute6`.
const TRACEROUTE: Entry = Entry {
    flags: "46FTIUdrnVAeSDExvab",
    values: "fgimNpstwWqzlPMO",
    long: "first= gateway= icmp tcp interface= max-hops= sim-queries= port= tos= flowlabel= wait= queries= \
                source= sendwait= extensions as-path-lookups module= options= sport= fwmark= udp udplite dccp \
                protocol= mtu back debug dont-fragment help version",
    operands: TEXT.first(Arg::Host, ""),
    ..SENDS
};

/// What these share: `tracepath`, `tracepath6`.
const TRACEPATH: Entry = Entry { flags: "46bnV", values: "lmp", operands: TEXT.first(Arg::Host, ""), ..SENDS };

/// What these share: `tshark`, `dumpcap`.
const TSHARK: Entry = Entry {
    flags: "2DLhlnpPqvVxS",
    values: "acdefFgijJKNosTtuyYzR",
    special: &[
        Special::value("w", Arg::Write, Effect::System),
        Special::reads("r"),
        Special::value("b", Arg::Text, Effect::System),
        Special::value("X", Arg::Text, Effect::Run),
        Special::value("C", Arg::Text, Effect::Run),
    ],
    operands: TEXT,
    ..SYSTEM
};

/// What these share: `dgst`, `md5`, `sha1`, `sha256` and others.
const OPENSSL_DGST: Entry = Entry {
    style: Style::Single,
    long: tls_long!(
        "list passin= c r keyform= hex binary xoflen= d debug sigopt= hmac= mac= macopt= \
                    fips-fingerprint md5 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sha3-224 sha3-256 \
                    sha3-384 sha3-512 shake128 shake256 blake2b512 blake2s256 ripemd160 sm3 hmac-env= hmac-stdin"
    ),
    special: tls![
        Special::writes("out"),
        Special::reads("sign"),
        Special::reads("verify"),
        Special::reads("prverify"),
        Special::reads("signature"),
        Special::flag("engine_impl", Effect::Run),
    ],
    ..READS
};

/// What these share: `rsa`, `pkey`, `ec`, `dsa`.
const OPENSSL_RSA: Entry = Entry {
    style: Style::Single,
    long: tls_long!(
        "check pubcheck inform= pubin RSAPublicKey_in passin= outform= pubout RSAPublicKey_out passout= \
                    noout text text_pub modulus traditional pvk-strong pvk-weak pvk-none param_enc= conv_form= \
                    ec_conv_form= ec_param_enc= param_out no_public aes128 aes192 aes256 des3 des cipher="
    ),
    special: tls![Special::reads("in"), Special::writes("out"),],
    ..READS
};

/// What these share: `pkcs7`, `crl2pkcs7`, `nseq`, `sess_id`.
const OPENSSL_PKCS7: Entry = Entry {
    style: Style::Single,
    long: tls_long!("inform= outform= noout text print print_certs quiet nocrl toseq context= cert"),
    special: tls![Special::reads("in"), Special::writes("out"), Special::reads("certfile"),],
    ..READS
};

/// What these share: `ecparam`, `dhparam`, `dsaparam`, `pkeyparam`.
const OPENSSL_ECPARAM: Entry = Entry {
    style: Style::Single,
    long: tls_long!(
        "list_curves genkey inform= outform= text noout param_enc= check check_named no_seed name= \
                    conv_form= dsaparam 2 3 5 verbose quiet"
    ),
    special: tls![Special::reads("in"), Special::writes("out"),],
    ..READS
};

/// What these share: `genrsa`, `genpkey`, `gendsa`.
const OPENSSL_GENRSA: Entry = Entry {
    style: Style::Single,
    long: tls_long!(
        "3 F4 f4 passout= primes= verbose traditional algorithm= quiet pkeyopt= outform= pass= genparam \
                    text aes128 aes192 aes256 des3"
    ),
    special: tls![
        Special::writes("out"),
        Special::writes("outpubkey"),
        Special::reads("paramfile"),
        Special::value("config", Arg::Read, Effect::Run),
    ],
    operands: TEXT,
    ..WRITES
};

/// What these share: `enc`, `aes-128-cbc`, `aes-256-cbc`, `base64`.
const OPENSSL_ENC: Entry = Entry {
    style: Style::Single,
    long: tls_long!(
        "list ciphers e d p P k= pass= v a base64 A nopad salt nosalt debug bufsize= K= S= iv= md= \
                    iter= pbkdf2 none saltlen= aes-128-cbc aes-192-cbc aes-256-cbc aes-128-ctr aes-256-ctr \
                    aes-256-gcm chacha20 des3 z"
    ),
    special: tls![Special::reads("in"), Special::writes("out"), Special::reads("kfile"),],
    operands: TEXT,
    ..WRITES
};

/// What these share: `pkcs8`, `pkeyutl`, `rsautl`, `cms` and others.
const OPENSSL_PKCS8: Entry = Entry {
    style: Style::Single,
    long: tls_long!(
        "inform= outform= passin= passout= nocrypt topk8 traditional iter= noiter scrypt v1= v2= v2prf= \
                    sign verify encrypt decrypt derive rawin pubin certin rev keyform= asn1parse hexdump \
                    verifyrecover digest= pkeyopt= kdf= kdflen= raw pkcs oaep text noout print binary nodetach \
                    noverify nointern stream md= nosigs query reply certs keys crls"
    ),
    special: tls![
        Special::reads("in"),
        Special::writes("out"),
        Special::reads("inkey"),
        Special::reads("peerkey"),
        Special::reads("sigfile"),
        Special::reads("signer"),
        Special::reads("content"),
        Special::reads("certfile"),
        Special::reads("recip"),
        Special::reads("CAfile"),
        Special::reads("data"),
        Special::value("config", Arg::Read, Effect::Run),
    ],
    operands: TEXT,
    ..WRITES
};

/// What these share: `s_server`, `ca`, `engine`, `srp` and others.
const OPENSSL_S_SERVER: Entry = Entry { style: Style::Single, long: "help", ..SYSTEM };

/// What these share: `gpg`, `gpgv`, `gpgsm`.
const GPG: Entry = Entry {
    flags: "aqvnthz",
    values: "uNr",
    long: "armor batch quiet verbose dry-run yes no textmode local-user= recipient= default-key= \
                keyid-format= with-fingerprint with-colons with-subkey-fingerprint status-fd= logger-fd= no-tty \
                trust-model= version help list-packets",
    special: &[
        Special::writes("o output"),
        Special::flag("verify", Effect::Code),
        Special::flag("k list-keys list-public-keys", Effect::Code),
        Special::flag("K list-secret-keys", Effect::Code),
        Special::flag("fingerprint", Effect::Code),
        Special::flag("s sign", Effect::System),
        Special::flag("b detach-sign", Effect::System),
        Special::flag("clear-sign clearsign", Effect::System),
        Special::flag("e encrypt", Effect::System),
        Special::flag("c symmetric", Effect::System),
        Special::flag("d decrypt", Effect::System),
        Special::flag("import", Effect::System),
        Special::flag("export", Effect::System),
        Special::flag("export-secret-keys", Effect::System),
        Special::flag("delete-keys delete-key", Effect::Delete),
        Special::flag("delete-secret-keys delete-secret-key", Effect::Delete),
        Special::flag(
            "gen-key full-gen-key generate-key full-generate-key quick-gen-key quick-generate-key",
            Effect::System,
        ),
        Special::flag("edit-key", Effect::System),
        Special::flag("send-keys", Effect::Send),
        Special::flag("recv-keys receive-keys", Effect::Send),
        Special::flag("search-keys", Effect::Send),
        Special::flag("refresh-keys", Effect::Send),
        Special::value("keyserver", Arg::Host, Effect::Send),
        Special::value("homedir", Arg::Read, Effect::Run),
        Special::value("options", Arg::Read, Effect::Run),
        Special::runs("agent-program"),
        Special::runs("dirmngr-program"),
        Special::value("photo-viewer", Arg::Shell, Effect::Run),
        Special::runs("exec-path"),
        Special::value("passphrase", Arg::Text, Effect::System),
        Special::value("passphrase-file", Arg::Read, Effect::System),
        Special::value("passphrase-fd", Arg::Text, Effect::System),
        Special::reads("keyring"),
        Special::writes("log-file"),
    ],
    operands: FILES,
    ..SYSTEM
};

/// What these share: `age`, `rage`, `age-keygen`.
const AGE: Entry = Entry {
    flags: "adepyq",
    values: "r",
    long: "armor decrypt encrypt passphrase recipient= version help",
    special: &[
        Special::writes("o output"),
        Special::reads("R recipients-file"),
        Special::reads("i identity"),
        // A plugin is a program `age-plugin-NAME`.
        Special::runs("j"),
    ],
    operands: FILES,
    ..WRITES
};

/// What these share: `yt-dlp`, `youtube-dl`.
const YT_DLP: Entry = Entry {
    flags: "FegijkqstvxU46cw",
    values: "fNrR",
    long: "version help list-formats simulate dump-json print= get-url get-title get-id get-duration \
                skip-download format= no-playlist yes-playlist quiet verbose no-warnings newline progress \
                extract-audio audio-format= audio-quality= write-subs write-auto-subs sub-langs= playlist-items= \
                no-overwrites continue limit-rate= retries= user-agent= referer= flat-playlist",
    special: &[
        Special::writes("o output"),
        Special::writes("P paths"),
        Special::value("a batch-file", Arg::Read, Effect::Send),
        Special::value("exec", Arg::Shell, Effect::Run),
        Special::runs("external-downloader downloader"),
        Special::value("external-downloader-args downloader-args", Arg::Text, Effect::Run),
        Special::value("config-location config-locations", Arg::Read, Effect::Run),
        Special::value("plugin-dirs", Arg::Read, Effect::Run),
        Special::runs("ffmpeg-location"),
        Special::value("postprocessor-args ppa", Arg::Text, Effect::Run),
        Special::value("use-postprocessor", Arg::Text, Effect::Run),
        Special::value("netrc-cmd", Arg::Shell, Effect::Run),
        Special::flag("netrc", Effect::Send),
        Special::writes("cookies"),
        Special::value("cookies-from-browser", Arg::Text, Effect::System),
        Special::reads("load-info-json load-info"),
        Special::value("u username", Arg::Text, Effect::Send),
        Special::value("p password", Arg::Text, Effect::Send),
        Special::value("proxy", Arg::Host, Effect::Send),
        Special::writes("download-archive"),
        Special::writes("print-to-file").two(),
        Special::writes("cache-dir"),
        Special::flag("rm-cache-dir", Effect::Delete),
        Special::flag("update", Effect::System),
    ],
    ..SENDS
};

/// What these share: `ls`, `lsl`, `lsd`, `lsf` and others.
const RCLONE_LS: Entry =
    Entry { flags: "hinPquvxR", long: rclone_long!(""), special: rclone![], operands: FILES, ..SENDS };

/// What these share: `copy`, `copyto`, `copyurl`, `bisync` and others.
const RCLONE_COPY: Entry = Entry {
    flags: "hinPquvxR",
    long: rclone_long!(""),
    special: rclone![],
    operands: FILES.last(Arg::Write, ""),
    ..SENDS
};

/// What these share: `sync`, `move`, `moveto`, `delete` and others.
const RCLONE_SYNC: Entry = Entry {
    flags: "hinPquvxR",
    long: rclone_long!(""),
    special: rclone![],
    operands: FILES.last(Arg::Delete, ""),
    ..DELETES
};

/// What these share: `config`, `mount`, `nfsmount`, `serve` and others.
const RCLONE_CONFIG: Entry = Entry { flags: "hinPquvxR", long: rclone_long!(""), special: rclone![], ..RUNS };

/// What these share: `links`, `elinks`.
const LINKS: Entry = Entry {
    style: Style::Single,
    long: "dump source width= dump-width= no-references no-numbering version help",
    special: &[
        Special::value("eval", Arg::Text, Effect::Run),
        Special::value("config-file", Arg::Read, Effect::Run),
        Special::value("config-dir", Arg::Read, Effect::Run),
        Special::value("remote", Arg::Text, Effect::Run),
    ],
    ..SENDS
};

pub(super) const TABLE: &[Entry] = &[
    // The options of `curl` for the way of a request are plain; whatever stores, sends, signs in or goes through another host is not.
    Entry {
        names: &["curl"],
        flags: "012346:BGILMNRSVZafghijklpqsv#",
        values: "ACPYemrty",
        long: "anyauth append? basic? cert-status? cert-type= ciphers= compressed compressed-ssh \
                    connect-timeout= continue-at= create-file-mode= crlf curves= delegation= digest? disable \
                    disable-eprt disable-epsv disallow-username-in-url dns-interface= dns-ipv4-addr= \
                    dns-ipv6-addr= doh-cert-status doh-insecure expect100-timeout= fail fail-early fail-with-body \
                    false-start form-escape ftp-account= ftp-create-dirs ftp-method= ftp-pasv ftp-port= ftp-pret \
                    ftp-skip-pasv-ip ftp-ssl-ccc ftp-ssl-ccc-mode= ftp-ssl-control get globoff \
                    happy-eyeballs-timeout-ms= haproxy-protocol haproxy-clientip= head help hostpubmd5= \
                    hostpubsha256= http0.9 http1.0 http1.1 http2 http2-prior-knowledge http3 http3-only \
                    ignore-content-length include insecure interface= ip-tos= ipfs-gateway= ipv4 ipv6 \
                    junk-session-cookies keepalive-cnt= keepalive-time= key-type= krb= limit-rate= list-only \
                    local-port= location login-options= mail-rcpt-allowfails manual max-filesize= max-redirs= \
                    max-time= mptcp negotiate next no-alpn no-buffer no-clobber no-keepalive no-location no-npn \
                    no-progress-meter no-remote-name no-sessionid no-silent no-show-error no-styled-output \
                    no-verbose no-insecure no-compressed no-fail noproxy= ntlm ntlm-wb parallel parallel-immediate \
                    parallel-max= parallel-max-host= path-as-is pinnedpubkey= post301 post302 post303 progress-bar \
                    progress-meter proto= proto-redir= proxy-anyauth proxy-basic proxy-cert-type= \
                    proxy-ciphers= proxy-digest proxy-http2 proxy-insecure proxy-key-type= proxy-negotiate \
                    proxy-ntlm proxy-pinnedpubkey= proxy-service-name= proxy-ssl-allow-beast \
                    proxy-ssl-auto-client-cert proxy-tls13-ciphers= proxy-tlsauthtype= proxy-tlsv1 proxytunnel \
                    range= rate= raw referer= remote-time retry= retry-all-errors retry-connrefused retry-delay= \
                    retry-max-time= sasl-authzid= sasl-ir service-name= sessionid show-error show-headers sigalgs= \
                    silent skip-existing socks5-basic socks5-gssapi socks5-gssapi-nec socks5-gssapi-service= \
                    speed-limit= speed-time= ssl ssl-allow-beast ssl-auto-client-cert ssl-no-revoke ssl-reqd \
                    ssl-revoke-best-effort sslv2 sslv3 styled-output suppress-connect-headers tcp-fastopen \
                    tcp-nodelay telnet-option= tftp-blksize= tftp-no-options tls-earlydata tls-max= tls13-ciphers= \
                    tlsauthtype= tlsv1 tlsv1.0 tlsv1.1 tlsv1.2 tlsv1.3 tr-encoding trace-config= trace-ids \
                    trace-time use-ascii user-agent= verbose version vlan-priority=",
        special: &[
            Special::writes("o output"),
            // The file's name comes from the URL or, with -J, from the server.
            Special::flag("O remote-name", Effect::Write),
            Special::flag("remote-name-all", Effect::Write),
            Special::flag("J remote-header-name", Effect::Write),
            Special::writes("output-dir"),
            Special::flag("create-dirs", Effect::Write),
            Special::flag("remove-on-error", Effect::Delete),
            // An address without a scheme may then be a local file.
            Special::value("proto-default", Arg::Text, Effect::Send),
            Special::flag("xattr", Effect::Write),
            Special::writes("D dump-header"),
            Special::writes("c cookie-jar"),
            Special::writes("trace"),
            Special::writes("trace-ascii"),
            Special::writes("stderr"),
            Special::writes("etag-save"),
            Special::writes("libcurl"),
            Special::writes("hsts"),
            Special::writes("alt-svc"),
            Special::writes("ssl-sessions"),
            // The format may be `@file`, and `%output{file}` in it writes since 8.3.
            Special::value("w write-out", Arg::Text, Effect::Write),
            // A date, or a file whose date counts.
            Special::reads("z time-cond"),
            // `@file` and `name@file` in these values name files that are sent.
            Special::value("d data data-ascii", Arg::Text, Effect::Send),
            Special::value("data-binary", Arg::Text, Effect::Send),
            Special::value("data-raw", Arg::Text, Effect::Send),
            Special::value("data-urlencode", Arg::Text, Effect::Send),
            Special::value("url-query", Arg::Text, Effect::Send),
            Special::value("json", Arg::Text, Effect::Send),
            Special::value("F form", Arg::Text, Effect::Send),
            Special::value("form-string", Arg::Text, Effect::Send),
            Special::value("T upload-file", Arg::Read, Effect::Send),
            Special::value("X request", Arg::Text, Effect::Send),
            Special::value("request-target", Arg::Text, Effect::Send),
            Special::value("Q quote", Arg::Text, Effect::Send),
            Special::value("mail-auth", Arg::Text, Effect::Send),
            Special::value("mail-from", Arg::Text, Effect::Send),
            Special::value("mail-rcpt", Arg::Text, Effect::Send),
            Special::value("upload-flags", Arg::Text, Effect::Send),
            Special::flag("metalink", Effect::Send),
            // A header may carry a secret, or be `@file`.
            Special::value("H header", Arg::Text, Effect::Send),
            Special::value("proxy-header", Arg::Text, Effect::Send),
            Special::value("b cookie", Arg::Text, Effect::Send),
            Special::value("u user", Arg::Text, Effect::Send),
            Special::value("U proxy-user", Arg::Text, Effect::Send),
            Special::value("oauth2-bearer", Arg::Text, Effect::Send),
            Special::value("aws-sigv4", Arg::Text, Effect::Send),
            Special::value("pass", Arg::Text, Effect::Send),
            Special::value("proxy-pass", Arg::Text, Effect::Send),
            Special::value("tlsuser", Arg::Text, Effect::Send),
            Special::value("tlspassword", Arg::Text, Effect::Send),
            Special::value("proxy-tlsuser", Arg::Text, Effect::Send),
            Special::value("proxy-tlspassword", Arg::Text, Effect::Send),
            Special::value("ftp-alternative-to-user", Arg::Text, Effect::Send),
            Special::flag("n netrc", Effect::Send),
            Special::flag("netrc-optional", Effect::Send),
            Special::value("netrc-file", Arg::Read, Effect::Send),
            Special::flag("location-trusted", Effect::Send),
            Special::value("E cert", Arg::Read, Effect::Send),
            Special::value("key", Arg::Read, Effect::Send),
            Special::value("pubkey", Arg::Read, Effect::Send),
            Special::value("proxy-cert", Arg::Read, Effect::Send),
            Special::value("proxy-key", Arg::Read, Effect::Send),
            Special::reads("cacert"),
            Special::reads("capath"),
            Special::reads("crlfile"),
            Special::reads("proxy-cacert"),
            Special::reads("proxy-capath"),
            Special::reads("proxy-crlfile"),
            Special::flag("proxy-ca-native", Effect::Read),
            Special::flag("ca-native", Effect::Read),
            Special::flag("dump-ca-embed", Effect::Read),
            Special::reads("etag-compare"),
            Special::reads("random-file"),
            Special::reads("egd-file"),
            // Who really gets the request.
            Special::value("x proxy", Arg::Host, Effect::Send),
            Special::value("proxy1.0", Arg::Host, Effect::Send),
            Special::value("preproxy", Arg::Host, Effect::Send),
            Special::value("socks4", Arg::Host, Effect::Send),
            Special::value("socks4a", Arg::Host, Effect::Send),
            Special::value("socks5", Arg::Host, Effect::Send),
            Special::value("socks5-hostname", Arg::Host, Effect::Send),
            Special::value("connect-to", Arg::Text, Effect::Send),
            Special::value("resolve", Arg::Text, Effect::Send),
            Special::value("doh-url", Arg::Host, Effect::Send),
            Special::value("dns-servers", Arg::Host, Effect::Send),
            Special::value("ech", Arg::Text, Effect::Send),
            Special::value("url", Arg::Host, Effect::Send),
            // A socket may be that of a daemon, such as docker's.
            Special::value("unix-socket", Arg::Write, Effect::System),
            Special::value("abstract-unix-socket", Arg::Text, Effect::System),
            // Options from a file: anything.
            Special::value("K config", Arg::Read, Effect::Run),
            Special::value("variable", Arg::Text, Effect::Send),
            Special::value("expand-data", Arg::Text, Effect::Send),
            Special::value("expand-url", Arg::Text, Effect::Send),
            Special::value("expand-header", Arg::Text, Effect::Send),
            Special::value("expand-output", Arg::Text, Effect::Run),
            Special::runs("engine"),
        ],
        operands: Operands { rest: Arg::Host, ..TEXT },
        ..SENDS
    },
    // Without -O it writes a file named by the URL.
    Entry { names: &["wget"], ..WGET },
    Entry { names: &["wget2"], ..WGET },
    // The items after the URL are data, headers and files (`name@file`, `name:=@file`).
    Entry { names: &["http"], ..HTTP },
    Entry { names: &["https"], ..HTTP },
    Entry { names: &["httpie"], ..HTTP },
    Entry { names: &["xh"], ..HTTP },
    Entry { names: &["xhs"], ..HTTP },
    // Whatever follows the host is shell text on that host; options are also read after the host.
    Entry {
        names: &["ssh"],
        style: Style::First,
        flags: "46AaCGgKkNnqsTtVvXxYyf",
        values: "BbcelmpQ",
        special: &[
            Special::value("o", Arg::Setting, Effect::Run),
            Special::runs("I"),
            // A configuration may name a ProxyCommand, a LocalCommand, a KnownHostsCommand.
            Special::value("F", Arg::Read, Effect::Run),
            Special::value("i", Arg::Read, Effect::Send),
            Special::writes("E"),
            Special::value("J", Arg::Host, Effect::Send),
            Special::value("L", Arg::Text, Effect::Send),
            Special::value("R", Arg::Text, Effect::Send),
            Special::value("D", Arg::Text, Effect::Send),
            Special::value("W", Arg::Host, Effect::Send),
            Special::value("w", Arg::Text, Effect::System),
            Special::value("S", Arg::Write, Effect::Run),
            Special::flag("M", Effect::Run),
            Special::value("O", Arg::Text, Effect::Run),
            Special::value("P", Arg::Text, Effect::Send),
        ],
        operands: TEXT.first(Arg::Host, ""),
        wraps: Wraps::Shell(1),
        ..SENDS
    },
    Entry {
        names: &["mosh"],
        style: Style::First,
        flags: "46anv",
        values: "p",
        long: "predict= family= port= local no-init no-ssh-pty verbose help version",
        special: &[Special::runs("ssh"), Special::runs("client"), Special::runs("server")],
        wraps: Wraps::Command(1),
        ..SENDS
    },
    Entry { names: &["autossh"], ..RUNS },
    Entry { names: &["sshpass"], ..RUNS },
    Entry { names: &["ssh-copy-id"], ..RUNS },
    // A remote source is read, a remote target is written; `-S` and `-D` are programs.
    Entry {
        names: &["scp"],
        flags: "346ABCOpqRrTvs",
        values: "clPX",
        special: &[
            Special::value("o", Arg::Setting, Effect::Run),
            Special::value("F", Arg::Read, Effect::Run),
            Special::value("i", Arg::Read, Effect::Send),
            Special::value("J", Arg::Host, Effect::Send),
            Special::runs("S"),
            Special::runs("D"),
        ],
        operands: FILES.last(Arg::Write, ""),
        ..SENDS
    },
    Entry {
        names: &["sftp"],
        flags: "46ACNafpqrv",
        values: "BclPRX",
        special: &[
            Special::value("o", Arg::Setting, Effect::Run),
            Special::value("F", Arg::Read, Effect::Run),
            // A batch may hold `!command`.
            Special::value("b", Arg::Read, Effect::Run),
            Special::value("i", Arg::Read, Effect::Send),
            Special::value("J", Arg::Host, Effect::Send),
            Special::runs("S"),
            Special::runs("D"),
            Special::value("s", Arg::Text, Effect::Run),
        ],
        operands: TEXT.first(Arg::Host, "").last(Arg::Write, ""),
        ..SENDS
    },
    // Local or remote cannot be told apart by options; the last operand is written.
    Entry {
        names: &["rsync"],
        flags: "046@8ACDEFHIJKLNOPRSUVWXabcdghiklmnopqrstuvxyz",
        values: "Bf",
        long: "verbose info= debug= quiet no-motd checksum archive recursive inc-recursive i-r \
                    no-inc-recursive no-i-r relative no-relative no-R no-implied-dirs implied-dirs backup suffix= \
                    update inplace append append-verify dirs old-dirs old-d mkpath links copy-links \
                    copy-unsafe-links safe-links munge-links copy-dirlinks keep-dirlinks hard-links perms \
                    executability chmod= acls xattrs owner group devices copy-devices specials times atimes \
                    open-noatime crtimes omit-dir-times omit-link-times super fake-super sparse preallocate \
                    dry-run whole-file no-whole-file no-W checksum-choice= cc= one-file-system block-size= \
                    existing ignore-non-existing ignore-existing ignore-missing-args ignore-errors max-delete= \
                    max-size= min-size= max-alloc= partial delay-updates prune-empty-dirs numeric-ids usermap= \
                    groupmap= chown= timeout= contimeout= ignore-times size-only modify-window= fuzzy compress \
                    compress-choice= zc= compress-level= zl= compress-threads= skip-compress= cvs-exclude filter= \
                    exclude= include= from0 old-args secluded-args protect-args trust-sender address= port= \
                    sockopts= blocking-io outbuf= stats 8-bit-output human-readable progress itemize-changes \
                    out-format= log-format= log-file-format= list-only bwlimit= stop-after= stop-at= fsync \
                    protocol= iconv= checksum-seed= ipv4 ipv6 version help no-owner no-o no-group no-g no-perms \
                    no-p no-times no-t no-links no-l no-recursive no-r no-compress no-z no-devices no-specials \
                    no-D drop-D no-iconv no-acls no-xattrs no-sparse no-hard-links no-human-readable no-h no-dirs no-d \
                    no-super no-checksum no-update no-verbose no-progress no-bwlimit no-partial stderr=",
        special: &[
            Special::runs("e rsh"),
            Special::runs("rsync-path"),
            Special::value("M remote-option", Arg::Text, Effect::Run),
            Special::flag("daemon", Effect::Run),
            Special::flag("server", Effect::Run),
            Special::flag("sender", Effect::Run),
            Special::value("config", Arg::Read, Effect::Run),
            Special::value("dparam", Arg::Setting, Effect::Run),
            Special::flag("delete", Effect::Delete),
            Special::flag("del delete-during", Effect::Delete),
            Special::flag("delete-before", Effect::Delete),
            Special::flag("delete-delay", Effect::Delete),
            Special::flag("delete-after", Effect::Delete),
            Special::flag("delete-excluded", Effect::Delete),
            Special::flag("delete-missing-args", Effect::Delete),
            Special::flag("force", Effect::Delete),
            Special::flag("remove-source-files", Effect::Delete).making(Arg::Delete),
            Special::flag("remove-sent-files", Effect::Delete).making(Arg::Delete),
            Special::flag("write-devices", Effect::System),
            Special::value("copy-as", Arg::Text, Effect::System),
            Special::flag("insecure-links", Effect::System),
            Special::reads("confine-root"),
            Special::writes("log-file"),
            Special::writes("backup-dir"),
            Special::writes("T temp-dir"),
            Special::writes("partial-dir"),
            Special::writes("write-batch"),
            Special::writes("only-write-batch"),
            Special::reads("read-batch"),
            Special::reads("compare-dest"),
            Special::reads("copy-dest"),
            Special::reads("link-dest"),
            Special::reads("exclude-from"),
            Special::reads("include-from"),
            Special::reads("files-from"),
            Special::value("password-file", Arg::Read, Effect::Send),
            Special::value("early-input", Arg::Read, Effect::Send),
        ],
        same: &["--delete --del --delete-during --delete-before --delete-delay --delete-after --delete-excluded \
                    --delete-missing-args"],
        operands: FILES.last(Arg::Write, "only-write-batch list-only read-batch"),
        ..SENDS
    },
    // Makes keys, as a rule in the home directory; `-l`, `-L`, `-F` and `-B` only look.
    Entry {
        names: &["ssh-keygen"],
        flags: "ABHKLQUcdeghikluvxyp",
        values: "CEFGIJMNOPRSTVWYZabjmnrstz",
        special: &[Special::value("f", Arg::Write, Effect::System), Special::runs("D"), Special::runs("w")],
        operands: FILES,
        subs: &[
            Entry { names: &["-l", "-L", "-B"], flags: "lLBvq", values: "E", special: &[Special::reads("f")], ..READS },
            Entry {
                names: &["-F"],
                flags: "lvq",
                values: "F",
                special: &[Special::reads("f")],
                operands: TEXT,
                ..READS
            },
        ],
        ..SYSTEM
    },
    Entry {
        names: &["ssh-add"],
        flags: "cKkLlqv",
        values: "EhHtT",
        special: &[
            Special::flag("D", Effect::Delete),
            Special::flag("d", Effect::Delete),
            Special::flag("x", Effect::System),
            Special::flag("X", Effect::System),
            Special::runs("s"),
            Special::runs("S"),
            Special::value("e", Arg::Text, Effect::Delete),
        ],
        operands: FILES,
        subs: &[Entry { names: &["-l", "-L"], flags: "lLqv", values: "E", ..SAYS }],
        ..SYSTEM
    },
    Entry {
        names: &["ssh-agent"],
        style: Style::First,
        flags: "cDdks",
        values: "EPt",
        special: &[Special::value("a", Arg::Write, Effect::System)],
        wraps: Wraps::Command(0),
        ..SYSTEM
    },
    Entry {
        names: &["ssh-keyscan"],
        flags: "46cDHqv",
        values: "OpTt",
        special: &[Special::value("f", Arg::Read, Effect::Send)],
        ..SENDS
    },
    // -e and -c run a program per connection; listening takes what comes.
    Entry { names: &["nc", "netcat", "nc.openbsd", "nc.traditional"], ..NC },
    Entry { names: &["ncat"], ..NC },
    // Its addresses may be EXEC:, SYSTEM:, OPEN:, CREATE:.
    Entry { names: &["socat"], ..RUNS },
    Entry {
        names: &["telnet"],
        flags: "468EFKLacdfrx",
        values: "Sbekl",
        special: &[Special::writes("n"), Special::value("X", Arg::Text, Effect::Send)],
        ..SENDS
    },
    // All of these run scripts of their own, with shell escapes.
    Entry { names: &["ftp"], ..RUNS },
    Entry { names: &["lftp"], ..RUNS },
    Entry { names: &["tftp"], ..RUNS },
    Entry { names: &["smbclient"], ..RUNS },
    // A query is data that leaves: `@server` chooses who hears it, -f sends the lines of a file.
    Entry { names: &["dig"], ..DIG },
    Entry { names: &["delv"], ..DIG },
    Entry {
        names: &["host"],
        flags: "46CTUVadilnrsvw",
        values: "NRWcmpt",
        operands: TEXT.first(Arg::Host, ""),
        ..SENDS
    },
    Entry {
        names: &["nslookup"],
        style: Style::Single,
        long: "all class= debug nodebug d2 nod2 domain= search nosearch port= querytype= query= type= recurse \
                    norecurse ndots= retry= timeout= vc novc fail nofail version",
        operands: TEXT.first(Arg::Host, ""),
        ..SENDS
    },
    Entry {
        names: &["drill"],
        flags: "46DSTabghuvx",
        values: "cioptyI",
        special: &[
            Special::value("@", Arg::Host, Effect::Send),
            Special::value("f", Arg::Read, Effect::Run),
            Special::writes("w"),
            Special::writes("q"),
            Special::flag("Q", Effect::Read),
            Special::reads("k"),
            Special::reads("r"),
            Special::reads("d"),
        ],
        ..SENDS
    },
    Entry { names: &["ping"], ..PING },
    Entry { names: &["ping6"], ..PING },
    Entry { names: &["traceroute"], ..TRACEROUTE },
    Entry { names: &["traceroute6"], ..TRACEROUTE },
    Entry { names: &["tracepath"], ..TRACEPATH },
    Entry { names: &["tracepath6"], ..TRACEPATH },
    Entry {
        names: &["mtr"],
        flags: "46rwcnbtgpulxjCzyeTSh",
        values: "aBfFiIsmMPLQUGoXYZd",
        long: "help version inet inet4 inet6 address= interval= gracetime= max-ttl= first-ttl= max-unknown= \
                    udp tcp sctp port= localport= packet-size= bitpattern= interface= tos= mpls mark= report \
                    report-wide report-cycles= json xml csv raw split curses displaymode= gtk no-dns show-ips \
                    order= ipinfo= aslookup",
        special: &[Special::value("filename", Arg::Read, Effect::Send)],
        ..SENDS
    },
    Entry {
        names: &["whois"],
        flags: "aABbcdFGHIKlLmMQrRSx",
        values: "giqsTtvpP",
        long: "verbose no-recursion help version",
        special: &[Special::value("h host", Arg::Host, Effect::Send)],
        operands: TEXT.first(Arg::Host, ""),
        ..SENDS
    },
    // A port scan; scripts (`--script`, -sC, -A) run, -o* write, -iL sends the lines of a file.
    Entry {
        names: &["nmap"],
        style: Style::Single,
        long: "Pn sn sL n R F r v vv d 4 6 open reason p= top-ports= exclude= T0 T1 T2 T3 T4 T5 sT sP \
                    traceroute packet-trace iflist h V max-retries= host-timeout= min-rate= max-rate= dns-servers= \
                    system-dns",
        special: &[
            Special::writes("oN oX oS oG oA"),
            Special::value("iL", Arg::Read, Effect::Send),
            Special::reads("excludefile"),
            Special::value("script", Arg::Code, Effect::Run),
            Special::flag("sC", Effect::Run),
            Special::flag("A", Effect::Run),
            Special::value("script-args", Arg::Text, Effect::Run),
            Special::value("script-args-file", Arg::Read, Effect::Run),
            Special::value("datadir", Arg::Read, Effect::Run),
            Special::value("resume", Arg::Read, Effect::Run),
            Special::value("sI", Arg::Host, Effect::Send),
        ],
        ..SYSTEM
    },
    Entry { names: &["masscan"], ..SYSTEM },
    Entry { names: &["sqlmap"], ..SYSTEM },
    // Captures need privileges; -w writes, -z runs a program per file.
    Entry {
        names: &["tcpdump"],
        flags: "AbdDefhHIJKlLnNOpqStuUvxX#",
        values: "BcCEGijmMQsTWyz",
        long: "number version help list-interfaces list-time-stamp-types monitor-mode no-promiscuous-mode \
                    dont-verify-checksums immediate-mode direction= snapshot-length= time-stamp-type= \
                    time-stamp-precision= micro nano packet-buffered linktype= buffer-size= count skip= lengths \
                    print absolute-tcp-sequence-numbers",
        special: &[
            Special::value("w", Arg::Write, Effect::System),
            Special::reads("r"),
            Special::reads("F"),
            Special::reads("V"),
            Special::value("Z", Arg::Text, Effect::System),
            Special::runs("postrotate-command"),
        ],
        operands: TEXT,
        ..SYSTEM
    },
    Entry { names: &["tshark"], ..TSHARK },
    Entry { names: &["dumpcap"], ..TSHARK },
    Entry {
        names: &["openssl"],
        style: Style::Single,
        long: "help version",
        subs: &[
            Entry { names: &["version"], style: Style::Single, long: "help a b d e m f o p r v c", ..SAYS },
            // `-in http://…` fetches.
            Entry {
                names: &["x509"],
                style: Style::Single,
                long: tls_long!(
                    "passin= passout= new x509toreq req copy_extensions= inform= vfyopt= keyform= \
                                outform= nocert noout text dateopt= certopt= fingerprint alias serial startdate \
                                enddate dates subject issuer nameopt= email hash subject_hash subject_hash_old \
                                issuer_hash issuer_hash_old ext= ocspid ocsp_uri purpose pubkey modulus checkend= \
                                checkhost= checkemail= checkip= set_serial= next_serial days= not_before= \
                                not_after= preserve_dates subj= clrext extensions= sigopt= badsig CAform= \
                                CAkeyform= trustout setalias= clrtrust addtrust= clrreject addreject= md5 sha1 \
                                sha224 sha256 sha384 sha512 multi"
                ),
                special: tls![
                    Special::reads("in"),
                    Special::writes("out"),
                    Special::reads("key signkey"),
                    Special::reads("force_pubkey"),
                    Special::reads("extfile"),
                    Special::reads("CA"),
                    Special::reads("CAkey"),
                    Special::writes("CAserial"),
                    Special::flag("CAcreateserial", Effect::Write),
                ],
                ..READS
            },
            Entry {
                names: &["verify"],
                style: Style::Single,
                long: vfy_long!("verbose show_chain vfyopt="),
                special: vfy![
                    Special::reads("trusted"),
                    Special::reads("untrusted"),
                    Special::reads("CRLfile"),
                    Special::flag("crl_download", Effect::Send),
                ],
                ..READS
            },
            Entry {
                names: &["crl"],
                style: Style::Single,
                long: tls_long!(
                    "verify inform= keyform= outform= dateopt= text hash hash_old nameopt= issuer \
                                lastupdate nextupdate noout fingerprint crlnumber badsig no-CAfile no-CApath \
                                no-CAstore"
                ),
                special: tls![
                    Special::reads("in"),
                    Special::writes("out"),
                    Special::reads("key"),
                    Special::reads("gendelta"),
                    Special::reads("CAfile"),
                    Special::reads("CApath"),
                    Special::reads("CAstore"),
                ],
                ..READS
            },
            // The digest names are options as well.
            Entry { names: &["dgst"], ..OPENSSL_DGST },
            Entry { names: &["md5"], ..OPENSSL_DGST },
            Entry { names: &["sha1"], ..OPENSSL_DGST },
            Entry { names: &["sha256"], ..OPENSSL_DGST },
            Entry { names: &["sha384"], ..OPENSSL_DGST },
            Entry { names: &["sha512"], ..OPENSSL_DGST },
            Entry {
                names: &["rand"],
                style: Style::Single,
                long: tls_long!("base64 hex"),
                special: tls![Special::writes("out"),],
                ..SAYS
            },
            Entry {
                names: &["prime"],
                style: Style::Single,
                long: "help bits= checks= hex generate safe in= propquery=",
                special: &[Special::runs("provider-path"), Special::runs("provider")],
                ..SAYS
            },
            Entry {
                names: &["list"],
                style: Style::Single,
                long: "help 1 verbose select= commands standard-commands digest-commands digest-algorithms \
                            kdf-algorithms random-instances random-generators mac-algorithms cipher-commands \
                            cipher-algorithms encoders decoders key-managers key-exchange-algorithms \
                            kem-algorithms signature-algorithms asymcipher-algorithms public-key-algorithms \
                            public-key-methods store-loaders providers disabled options= objects propquery= \
                            all-algorithms tls-groups all-tls-groups tls-signature-algorithms skey-managers",
                special: &[
                    Special::flag("engines", Effect::Run),
                    Special::runs("provider-path"),
                    Special::runs("provider"),
                ],
                ..SAYS
            },
            Entry {
                names: &["ciphers"],
                style: Style::Single,
                long: "help v V stdname convert= s tls1 tls1_1 tls1_2 tls1_3 psk srp ciphersuites= propquery=",
                special: &[Special::runs("provider-path"), Special::runs("provider")],
                ..SAYS
            },
            Entry { names: &["errstr"], style: Style::Single, long: "help", ..SAYS },
            Entry {
                names: &["info"],
                style: Style::Single,
                long: "help configdir enginesdir modulesdir dsoext dirnamesep listsep seeds cpusettings \
                            windowscontext",
                ..SAYS
            },
            Entry {
                names: &["asn1parse"],
                style: Style::Single,
                long: "help inform= noout offset= length= strparse= genstr= strictpem item= i dump dlimit=",
                special: &[
                    Special::reads("in"),
                    Special::writes("out"),
                    Special::reads("oid"),
                    Special::reads("genconf"),
                ],
                ..READS
            },
            // Reads or makes a request; a new key is written where -keyout or the configuration says.
            Entry {
                names: &["req"],
                style: Style::Single,
                long: tls_long!(
                    "inform= verify section= utf8 nameopt= reqopt= text subj= subject multivalue-rdn \
                                days= set_serial= copy_extensions= addext= extensions= reqexts= precert keyform= \
                                pubkey passin= passout= pkeyopt= sigopt= vfyopt= outform= batch verbose noenc \
                                nodes noout newhdr modulus x509v1 not_before= not_after= quiet sha1 sha256 sha384 \
                                sha512"
                ),
                special: tls![
                    Special::flag("new", Effect::Write),
                    Special::flag("x509", Effect::Write),
                    Special::value("newkey", Arg::Text, Effect::Write),
                    Special::reads("in"),
                    Special::reads("key"),
                    Special::reads("CA"),
                    Special::reads("CAkey"),
                    Special::writes("keyout"),
                    Special::writes("out"),
                    // A configuration may load engines and providers.
                    Special::value("config", Arg::Read, Effect::Run),
                    Special::runs("keygen_engine"),
                ],
                operands: TEXT,
                subs: &[
                    // Only prints a request that is there.
                    Entry {
                        names: &["-in", "--in"],
                        style: Style::Single,
                        long: "help inform= verify utf8 nameopt= reqopt= text subject keyform= pubkey passin= \
                                    vfyopt= noout modulus",
                        special: &[Special::reads("in")],
                        ..SAYS
                    },
                ],
                ..WRITES
            },
            Entry { names: &["rsa"], ..OPENSSL_RSA },
            Entry { names: &["pkey"], ..OPENSSL_RSA },
            Entry { names: &["ec"], ..OPENSSL_RSA },
            Entry { names: &["dsa"], ..OPENSSL_RSA },
            Entry { names: &["pkcs7"], ..OPENSSL_PKCS7 },
            Entry { names: &["crl2pkcs7"], ..OPENSSL_PKCS7 },
            Entry { names: &["nseq"], ..OPENSSL_PKCS7 },
            Entry { names: &["sess_id"], ..OPENSSL_PKCS7 },
            Entry { names: &["ecparam"], ..OPENSSL_ECPARAM },
            Entry { names: &["dhparam"], ..OPENSSL_ECPARAM },
            Entry { names: &["dsaparam"], ..OPENSSL_ECPARAM },
            Entry { names: &["pkeyparam"], ..OPENSSL_ECPARAM },
            Entry {
                names: &["speed"],
                style: Style::Single,
                long: tls_long!(
                    "mb mr multi= async_jobs= primes= evp= hmac= cmac= decrypt aead elapsed seconds= \
                                bytes= misalign= mlock config="
                ),
                special: tls![],
                ..SAYS
            },
            // Keys are made on standard output unless -out names a file.
            Entry { names: &["genrsa"], ..OPENSSL_GENRSA },
            Entry { names: &["genpkey"], ..OPENSSL_GENRSA },
            Entry { names: &["gendsa"], ..OPENSSL_GENRSA },
            Entry { names: &["enc"], ..OPENSSL_ENC },
            Entry { names: &["aes-128-cbc"], ..OPENSSL_ENC },
            Entry { names: &["aes-256-cbc"], ..OPENSSL_ENC },
            Entry { names: &["base64"], ..OPENSSL_ENC },
            Entry {
                names: &["pkcs12"],
                style: Style::Single,
                long: tls_long!(
                    "passin= passout= password= twopass nokeys nocerts noout legacy info nomacver \
                                clcerts cacerts noenc nodes export chain no-CAfile no-CApath no-CAstore name= \
                                caname= CSP= LMK keyex keysig keypbe= certpbe= descert macalg= iter= noiter \
                                nomaciter maciter nomac passcerts="
                ),
                special: tls![
                    Special::reads("in"),
                    Special::writes("out"),
                    Special::reads("inkey"),
                    Special::reads("certfile"),
                    Special::reads("untrusted"),
                    Special::reads("CAfile"),
                    Special::reads("CApath"),
                    Special::reads("CAstore"),
                ],
                operands: TEXT,
                ..WRITES
            },
            Entry { names: &["pkcs8"], ..OPENSSL_PKCS8 },
            Entry { names: &["pkeyutl"], ..OPENSSL_PKCS8 },
            Entry { names: &["rsautl"], ..OPENSSL_PKCS8 },
            Entry { names: &["cms"], ..OPENSSL_PKCS8 },
            Entry { names: &["smime"], ..OPENSSL_PKCS8 },
            Entry { names: &["ts"], ..OPENSSL_PKCS8 },
            Entry { names: &["storeutl"], ..OPENSSL_PKCS8 },
            Entry { names: &["spkac"], ..OPENSSL_PKCS8 },
            Entry {
                names: &["passwd"],
                effect: Effect::Code,
                style: Style::Single,
                long: "help noverify stdin quiet table reverse salt= 6 5 apr1 1 aixmd5 in=",
                ..SAYS
            },
            // An interactive session with a server; `-sess_out`, `-keylogfile` write.
            Entry {
                names: &["s_client"],
                style: Style::Single,
                long: vfy_long!(
                    "ct noct port= 4 6 maxfraglen= max_send_frag= split_send_frag= max_pipelines= \
                                read_buf= fallback_scsv certform= build_chain keyform= verify= dane_tlsa_domain= \
                                dane_tlsa_rrdata= dane_ee_no_namechecks psk_identity= name= reconnect crlf quiet \
                                ign_eof no_ign_eof starttls= xmpphost= brief prexit showcerts debug msg nbio_test \
                                state keymatexport= keymatexportlen= security_debug security_debug_verbose trace \
                                nocommands adv servername= noservername tlsextdebug ignore_unexpected_eof status \
                                serverinfo= alpn= async nbio tls1 tls1_1 tls1_2 tls1_3 dtls timeout mtu= dtls1 \
                                dtls1_2 nextprotoneg= enable_pha use_srtp= srp_lateuser srp_moregroups \
                                srp_strength= no_ssl3 no_tls1 no_tls1_1 no_tls1_2 no_tls1_3 bugs no_comp comp \
                                no_ticket serverpref legacy_renegotiation client_renegotiation no_renegotiation \
                                legacy_server_connect no_resumption_on_reneg no_legacy_server_connect \
                                allow_no_dhe_kex prioritize_chacha strict sigalgs= client_sigalgs= groups= curves= \
                                named_curve= cipher= ciphersuites= min_protocol= max_protocol= record_padding= \
                                no_middlebox no_etm CRLform= verify_return_error verify_quiet xchain_build \
                                xcertform= xkeyform="
                ),
                special: vfy![
                    Special::value("connect", Arg::Host, Effect::Send),
                    Special::value("host", Arg::Host, Effect::Send),
                    Special::value("proxy", Arg::Host, Effect::Send),
                    Special::value("bind", Arg::Text, Effect::Send),
                    Special::value("unix", Arg::Write, Effect::System),
                    Special::value("proxy_user", Arg::Text, Effect::Send),
                    Special::value("proxy_pass", Arg::Text, Effect::Send),
                    Special::value("pass", Arg::Text, Effect::Send),
                    Special::value("psk", Arg::Text, Effect::Send),
                    Special::value("srpuser", Arg::Text, Effect::Send),
                    Special::value("srppass", Arg::Text, Effect::Send),
                    Special::value("cert", Arg::Read, Effect::Send),
                    Special::value("key", Arg::Read, Effect::Send),
                    Special::value("early_data", Arg::Read, Effect::Send),
                    Special::reads("cert_chain"),
                    Special::reads("CRL"),
                    Special::reads("requestCAfile"),
                    Special::reads("chainCAfile"),
                    Special::reads("verifyCAfile"),
                    Special::reads("psk_session"),
                    Special::reads("ctlogfile"),
                    Special::reads("sess_in"),
                    Special::writes("sess_out"),
                    Special::writes("msgfile"),
                    Special::writes("keylogfile"),
                    Special::flag("crl_download", Effect::Send),
                    Special::value("ssl_config", Arg::Text, Effect::Run),
                    Special::runs("ssl_client_engine"),
                ],
                ..SENDS
            },
            Entry {
                names: &["s_time"],
                style: Style::Single,
                long: "help new reuse bugs cipher= ciphersuites= tls1 tls1_1 tls1_2 tls1_3 verify= time= www= \
                            nameopt= no-CAfile no-CApath no-CAstore propquery=",
                special: &[Special::value("connect", Arg::Host, Effect::Send)],
                ..SENDS
            },
            Entry {
                names: &["ocsp"],
                style: Style::Single,
                long: vfy_long!(
                    "ignore_err timeout= text req_text resp_text noverify nonce no_nonce header= \
                                serial= no_certs"
                ),
                special: vfy![
                    Special::value("url", Arg::Host, Effect::Send),
                    Special::value("host", Arg::Host, Effect::Send),
                    Special::reads("issuer"),
                    Special::reads("cert"),
                    Special::reads("respin"),
                    Special::reads("reqin"),
                    Special::writes("respout"),
                    Special::writes("reqout"),
                    Special::writes("out"),
                ],
                ..SENDS
            },
            Entry { names: &["s_server"], ..OPENSSL_S_SERVER },
            Entry { names: &["ca"], ..OPENSSL_S_SERVER },
            Entry { names: &["engine"], ..OPENSSL_S_SERVER },
            Entry { names: &["srp"], ..OPENSSL_S_SERVER },
            Entry { names: &["rehash"], ..OPENSSL_S_SERVER },
            Entry { names: &["c_rehash"], ..OPENSSL_S_SERVER },
            Entry { names: &["cmp"], ..OPENSSL_S_SERVER },
            Entry { names: &["fipsinstall"], ..OPENSSL_S_SERVER },
            Entry { names: &["mac"], ..OPENSSL_S_SERVER },
            Entry { names: &["kdf"], ..OPENSSL_S_SERVER },
            Entry { names: &["skeyutl"], ..OPENSSL_S_SERVER },
        ],
        ..RUNS
    },
    // Keys of the person; `--verify` and the listings still start agents and update the trust database.
    Entry { names: &["gpg", "gpg2"], ..GPG },
    Entry { names: &["gpgv"], ..GPG },
    Entry { names: &["gpgsm"], ..GPG },
    Entry { names: &["age"], ..AGE },
    Entry { names: &["rage"], ..AGE },
    Entry { names: &["age-keygen"], ..AGE },
    // Downloads; configuration, hooks and RPC make it run things.
    Entry {
        names: &["aria2c"],
        flags: "0cDhHnNqRSvVZ",
        values: "jkmsxt",
        long: "version help quiet show-files split= max-connection-per-server= max-concurrent-downloads= \
                    continue check-integrity timeout= max-tries= retry-wait= max-download-limit= summary-interval= \
                    file-allocation= console-log-level= check-certificate= user-agent= referer= \
                    auto-file-renaming= allow-overwrite= dry-run= seed-time=",
        special: &[
            Special::writes("d dir"),
            Special::writes("o out"),
            Special::writes("l log"),
            Special::writes("save-session"),
            Special::value("i input-file", Arg::Read, Effect::Send),
            Special::value("M metalink-file", Arg::Read, Effect::Send),
            Special::value("T torrent-file", Arg::Read, Effect::Send),
            Special::value("conf-path", Arg::Read, Effect::Run),
            Special::value("enable-rpc", Arg::Text, Effect::Run).attached(),
            Special::runs("on-download-complete"),
            Special::runs("on-download-start"),
            Special::runs("on-download-error"),
            Special::runs("on-download-stop"),
            Special::runs("on-download-pause"),
            Special::runs("on-bt-download-complete"),
            Special::value("all-proxy", Arg::Host, Effect::Send),
            Special::value("load-cookies", Arg::Read, Effect::Send),
            Special::writes("save-cookies"),
            Special::value("header", Arg::Text, Effect::Send),
        ],
        ..SENDS
    },
    Entry { names: &["yt-dlp"], ..YT_DLP },
    Entry { names: &["youtube-dl"], ..YT_DLP },
    Entry {
        names: &["rclone"],
        flags: "hinPquvxR",
        long: rclone_long!(""),
        special: rclone![],
        subs: &[
            Entry { names: &["ls"], ..RCLONE_LS },
            Entry { names: &["lsl"], ..RCLONE_LS },
            Entry { names: &["lsd"], ..RCLONE_LS },
            Entry { names: &["lsf"], ..RCLONE_LS },
            Entry { names: &["lsjson"], ..RCLONE_LS },
            Entry { names: &["size"], ..RCLONE_LS },
            Entry { names: &["tree"], ..RCLONE_LS },
            Entry { names: &["about"], ..RCLONE_LS },
            Entry { names: &["cat"], ..RCLONE_LS },
            Entry { names: &["check"], ..RCLONE_LS },
            Entry { names: &["cryptcheck"], ..RCLONE_LS },
            Entry { names: &["hashsum"], ..RCLONE_LS },
            Entry { names: &["md5sum"], ..RCLONE_LS },
            Entry { names: &["sha1sum"], ..RCLONE_LS },
            Entry { names: &["listremotes"], ..RCLONE_LS },
            Entry { names: &["version"], ..RCLONE_LS },
            Entry { names: &["link"], ..RCLONE_LS },
            Entry { names: &["checksum"], ..RCLONE_LS },
            Entry { names: &["copy"], ..RCLONE_COPY },
            Entry { names: &["copyto"], ..RCLONE_COPY },
            Entry { names: &["copyurl"], ..RCLONE_COPY },
            Entry { names: &["bisync"], ..RCLONE_COPY },
            Entry { names: &["mkdir"], ..RCLONE_COPY },
            Entry { names: &["touch"], ..RCLONE_COPY },
            Entry { names: &["rcat"], ..RCLONE_COPY },
            Entry { names: &["sync"], ..RCLONE_SYNC },
            Entry { names: &["move"], ..RCLONE_SYNC },
            Entry { names: &["moveto"], ..RCLONE_SYNC },
            Entry { names: &["delete"], ..RCLONE_SYNC },
            Entry { names: &["deletefile"], ..RCLONE_SYNC },
            Entry { names: &["purge"], ..RCLONE_SYNC },
            Entry { names: &["rmdir"], ..RCLONE_SYNC },
            Entry { names: &["rmdirs"], ..RCLONE_SYNC },
            Entry { names: &["cleanup"], ..RCLONE_SYNC },
            Entry { names: &["dedupe"], ..RCLONE_SYNC },
            Entry { names: &["config"], ..RCLONE_CONFIG },
            Entry { names: &["mount"], ..RCLONE_CONFIG },
            Entry { names: &["nfsmount"], ..RCLONE_CONFIG },
            Entry { names: &["serve"], ..RCLONE_CONFIG },
            Entry { names: &["rc"], ..RCLONE_CONFIG },
            Entry { names: &["rcd"], ..RCLONE_CONFIG },
            Entry { names: &["selfupdate"], ..RCLONE_CONFIG },
            Entry { names: &["obscure"], ..RCLONE_CONFIG },
            Entry { names: &["authorize"], ..RCLONE_CONFIG },
            Entry { names: &["backend"], ..RCLONE_CONFIG },
            Entry { names: &["test"], ..RCLONE_CONFIG },
            Entry { names: &["ncdu"], ..RCLONE_CONFIG },
            Entry { names: &["gendocs"], ..RCLONE_CONFIG },
            Entry { names: &["completion"], ..RCLONE_CONFIG },
            Entry { names: &["settier"], ..RCLONE_CONFIG },
            Entry { names: &["archive"], ..RCLONE_CONFIG },
            Entry { names: &["archivetool"], ..RCLONE_CONFIG },
            Entry { names: &["convmv"], ..RCLONE_CONFIG },
            Entry { names: &["cryptdecode"], ..RCLONE_CONFIG },
            Entry { names: &["reveal"], ..RCLONE_CONFIG },
            Entry { names: &["features"], ..RCLONE_CONFIG },
        ],
        ..SENDS
    },
    Entry { names: &["websocat"], ..RUNS },
    Entry { names: &["wscat"], ..RUNS },
    // A call to a remote method; -d sends data.
    Entry {
        names: &["grpcurl"],
        style: Style::Single,
        long: "plaintext insecure v vv emit-defaults format-error max-time= connect-timeout= keepalive-time= \
                    max-msg-sz= servername= authority= format= allow-unknown-fields help version use-reflection",
        special: &[
            Special::value("d", Arg::Text, Effect::Send),
            Special::value("H", Arg::Text, Effect::Send),
            Special::value("rpc-header", Arg::Text, Effect::Send),
            Special::value("reflect-header", Arg::Text, Effect::Send),
            Special::flag("expand-headers", Effect::Send),
            Special::reads("proto"),
            Special::reads("protoset"),
            Special::reads("import-path"),
            Special::writes("protoset-out"),
            Special::writes("proto-out-dir"),
            Special::reads("cacert"),
            Special::value("cert", Arg::Read, Effect::Send),
            Special::value("key", Arg::Read, Effect::Send),
            Special::flag("unix", Effect::System),
        ],
        ..SENDS
    },
    // Tunnels open this machine to others.
    Entry { names: &["cloudflared"], ..SYSTEM },
    Entry { names: &["tailscale"], ..SYSTEM },
    Entry { names: &["wg"], ..SYSTEM },
    Entry { names: &["wg-quick"], ..SYSTEM },
    Entry { names: &["openvpn"], ..SYSTEM },
    Entry { names: &["mail"], ..RUNS },
    Entry { names: &["mailx"], ..RUNS },
    Entry { names: &["mutt"], ..RUNS },
    Entry { names: &["sendmail"], ..RUNS },
    Entry { names: &["msmtp"], ..RUNS },
    // Text browsers: forms, downloads, external viewers; -dump prints.
    Entry {
        names: &["w3m"],
        flags: "BCFGMNRSVXgmrsvW",
        values: "ITOltn",
        long: "dump_head dump_both dump_source help version cookie no-cookie ppc= ppl=",
        special: &[
            Special::flag("dump", Effect::Read),
            Special::flag("dump_extra", Effect::Read),
            Special::value("post", Arg::Read, Effect::Send),
            Special::value("header", Arg::Text, Effect::Send),
            Special::value("o", Arg::Setting, Effect::Run),
            Special::value("config", Arg::Read, Effect::Run),
        ],
        ..SENDS
    },
    Entry {
        names: &["lynx"],
        style: Style::Single,
        long: "dump source nolist listonly width= head mime_header nonumbers force_html assume_charset= \
                    display_charset= useragent= connect_timeout= read_timeout= hiddenlinks= stderr \
                    accept_all_cookies noreferer nostatus crawl traversal version help unique_urls image_links",
        special: &[
            Special::value("cfg", Arg::Read, Effect::Run),
            Special::reads("lss"),
            Special::value("cmd_script", Arg::Read, Effect::Run),
            Special::writes("cmd_log"),
            Special::flag("post_data", Effect::Send),
            Special::flag("get_data", Effect::Send),
            Special::value("auth", Arg::Text, Effect::Send),
            Special::value("pauth", Arg::Text, Effect::Send),
            Special::reads("cookie_file"),
            Special::writes("cookie_save_file"),
            Special::runs("editor"),
            Special::flag("base", Effect::Read),
        ],
        ..SENDS
    },
    Entry { names: &["links"], ..LINKS },
    Entry { names: &["elinks"], ..LINKS },
];
