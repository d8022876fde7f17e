"""The walls that commands run in.

Built once for each worker, by root, in mount, network, pid, ipc and host-name namespaces that `unshare` has made: a root of
its own with the system's programs read-only, an overlay over the planted home, no network, no devices but those that hold
nothing. Each command then runs as an ordinary user, in a user namespace of its own, without capabilities, under `strace`.
"""

import ctypes
import fcntl
import json
import os
import select
import shutil
import signal
import socket
import stat
import struct
import subprocess
import time

HOME = "/home/dev"
PROJECT = "/home/dev/project"
HONEST = "/home/dev/honest"
CLONE = "/home/dev/clone"
STRANGE = "/home/dev/strange"
USER = 1000
INNER = "/.walls"
SECONDS = 5
TRIES = 4
MEMORY = 512 << 20
PROCESSES = 64
# More than this is not looked at, and a program that goes on printing is stopped at the second.
KEPT, PRINTED = 1 << 16, 64 << 20
# The machine of the walls, so that names that are looked up are heard, and an address that a file of the project names refuses.
NAME_SERVER, STRANGER = "192.0.2.53", "192.0.2.1"
OWN_NAME = "walls"

SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ENVIRONMENT = {
    "PATH": SYSTEM_PATH, "HOME": HOME, "USER": "dev", "LOGNAME": "dev", "SHELL": "/bin/bash", "LANG": "C.UTF-8", "TERM": "dumb",
    "RUSTUP_HOME": "/opt/rustup",
}

TRACED = (
    "chdir,fchdir,clone,clone3,fork,vfork,execve,execveat,open,openat,openat2,creat,socket,connect,bind,listen,sendto,sendmsg,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,"
    "rmdir,link,linkat,symlink,symlinkat,mknod,mknodat,chmod,fchmod,fchmodat,chown,fchown,lchown,fchownat,truncate,utime,"
    "utimes,utimensat,futimesat,setxattr,lsetxattr,fsetxattr,removexattr,lremovexattr,fremovexattr,mount,umount2,pivot_root,"
    "sethostname,setdomainname,settimeofday,clock_settime,adjtimex,reboot,swapon,swapoff,init_module,finit_module,"
    "delete_module,kexec_load,ptrace,bpf,io_uring_setup,perf_event_open,quotactl,acct,shmctl,msgctl,semctl,mq_unlink"
)

# Looking whether something is there. Traced only where it is asked for: there are many of them.
LOOKING = ("access", "faccessat", "faccessat2", "stat", "lstat", "newfstatat", "statx", "readlink", "readlinkat")

FORKING = {"clone", "clone3", "fork", "vfork"}

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = 1, 2, 4, 32, 4096, 16384, 1 << 18
MNT_DETACH = 2
SIOCSIFFLAGS, SIOCSIFADDR, SIOCSIFNETMASK, IFF_UP, IFF_RUNNING = 0x8914, 0x8916, 0x891C, 1, 64
SYS_PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}

libc = ctypes.CDLL(None, use_errno=True)


def project(directory):
    """The project that a directory of the planted home belongs to."""
    return next((place for place in (PROJECT, HONEST, CLONE, STRANGE) if (directory + "/").startswith(place + "/")), PROJECT)


class NoWalls(Exception):
    """The walls cannot be built; nothing may run."""


def checked(result, what):
    if result != 0:
        raise NoWalls(f"{what}: {os.strerror(ctypes.get_errno())}")


def mount(source, target, kind=None, flags=0, data=None):
    encode = lambda text: None if text is None else text.encode()
    checked(libc.mount(encode(source), encode(target), encode(kind), flags, encode(data)), f"cannot mount {target}")


def bind(source, target, flags=MS_RDONLY | MS_NOSUID | MS_NODEV):
    if os.path.isdir(source):
        os.makedirs(target, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        open(target, "w").close()
    mount(source, target, None, MS_BIND)
    mount(None, target, None, MS_REMOUNT | MS_BIND | flags)


def empty(directory):
    for entry in os.scandir(directory):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path, ignore_errors=True)
        else:
            os.unlink(entry.path)


class Names:
    """A name server for the inside: it hears which names are looked up, and says of each that there is none."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        # Interfaces are named by 16 bytes, an address follows as `sockaddr_in`; flags: up and running.
        for number, address in enumerate(("127.0.0.1", NAME_SERVER, STRANGER)):
            name = b"lo" + (b":%d" % number if number else b"")
            for request, value in ((SIOCSIFADDR, address), (SIOCSIFNETMASK, "255.0.0.0" if number == 0 else "255.255.255.255")):
                place = struct.pack("<H2s4s8x", socket.AF_INET, b"", socket.inet_aton(value))
                fcntl.ioctl(self.socket, request, struct.pack("16s16s", name, place))
            fcntl.ioctl(self.socket, SIOCSIFFLAGS, struct.pack("16sH14x", name, IFF_UP | IFF_RUNNING))
        self.socket.bind((NAME_SERVER, 53))
        self.socket.setblocking(False)
        self.heard = []

    def fileno(self):
        return self.socket.fileno()

    def hear(self):
        try:
            question, sender = self.socket.recvfrom(1500)
        except OSError:
            return
        labels, at = [], 12
        while at < len(question) and question[at]:
            labels.append(question[at + 1 : at + 1 + question[at]].decode("latin-1"))
            at += 1 + question[at]
        self.heard.append(".".join(labels))
        answer = question[:2] + b"\x81\x83" + question[4:6] + bytes(6) + question[12 : at + 5]
        try:
            self.socket.sendto(answer, sender)
        except OSError:
            pass

    def take(self):
        heard, self.heard = sorted(set(self.heard)), []
        return heard


class Walls:
    """One set of walls. Building it moves the calling process inside."""

    # Places that are a command's own: whatever is there afterwards, it has made.
    SCRATCH = ("/tmp", "/var/tmp", "/dev/shm", "/run")

    def __init__(self, root, planted, engine, binds=(), groups=()):
        """`root` is an empty directory, `planted` the home to show, `engine` the byleave to ask, `binds` pairs of
        directories to show read-only, `groups` the control groups that count the memory and the processes of a command."""
        if os.getpid() != 1 or os.geteuid() != 0:
            raise NoWalls("not the first process of a pid namespace, or not root")
        if len(list(os.scandir("/proc/self/task"))) != 1:
            raise NoWalls("threads run already")
        self.path = SYSTEM_PATH
        self.traced = TRACED
        self.groups = [os.open(os.path.join(group, "cgroup.procs"), os.O_WRONLY | os.O_CLOEXEC) for group in groups]
        try:
            socket.sethostname(OWN_NAME)
            self.names = Names()
        except OSError as error:
            raise NoWalls(f"no network of its own: {error}") from error
        self._build(root, planted, engine, binds)
        self._enter(root)
        self._overlay()
        self._verify()

    def _build(self, root, planted, engine, binds):
        mount(None, "/", None, MS_REC | MS_PRIVATE)
        mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1g")
        at = lambda path: root + path
        for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
            source = "/" + name
            if os.path.islink(source):
                os.symlink(os.readlink(source), at(source))
            elif os.path.isdir(source):
                bind(source, at(source))
        bind("/usr", at("/usr"))
        for source in ("/var/lib/dpkg", "/var/lib/apt/lists", "/var/lib/ghc"):
            if os.path.isdir(source):
                bind(source, at(source))
        for source, target in binds:
            bind(source, at(target))
            if target.endswith("/bin"):
                self.path += ":" + target
        self._settings(root)
        os.mkdir(at("/dev"), 0o755)
        mount("tmpfs", at("/dev"), "tmpfs", MS_NOSUID, "mode=755,size=64k")
        for name, minor in (("null", 3), ("zero", 5), ("full", 7), ("random", 8), ("urandom", 9)):
            os.mknod(at("/dev/" + name), 0o666 | stat.S_IFCHR, os.makedev(1, minor))
            os.chmod(at("/dev/" + name), 0o666)
        for name, target in (("fd", "/proc/self/fd"), ("stdin", "/proc/self/fd/0"), ("stdout", "/proc/self/fd/1"), ("stderr", "/proc/self/fd/2")):
            os.symlink(target, at("/dev/" + name))
        for name in ("/tmp", "/var/tmp", "/dev/shm", "/run", "/home", "/proc", "/sys", "/root", "/mnt", "/srv", "/opt", "/old"):
            os.makedirs(at(name), exist_ok=True)
        for name in self.SCRATCH:
            mount("tmpfs", at(name), "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=64m")
        mount("proc", at("/proc"), "proc", MS_NOSUID | MS_NODEV)
        os.makedirs(at(INNER), 0o700)
        os.chmod(at(INNER), 0o700)
        bind(planted, at(INNER + "/lower"))
        bind(engine, at(INNER + "/byleave"))
        for name in ("upper", "work"):
            os.mkdir(at(f"{INNER}/{name}"))

    @staticmethod
    def _settings(root):
        """The system's settings, with its users and its name servers hidden behind our own."""
        own = root + "/.settings"
        os.makedirs(own)
        for name, text in {
            "passwd": f"root:x:0:0:root:/root:/bin/bash\ndev:x:{USER}:{USER}:dev:{HOME}:/bin/bash\nnobody:x:65534:65534::/:/bin/false\n",
            "group": f"root:x:0:\ndev:x:{USER}:\nnogroup:x:65534:\n",
            "hosts": "127.0.0.1 localhost\n", "hostname": OWN_NAME + "\n", "resolv.conf": f"nameserver {NAME_SERVER}\n", "nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
            "shadow": "", "gshadow": "", "sudoers": "",
        }.items():
            with open(os.path.join(own, name), "w") as file:
                file.write(text)
        os.mkdir(root + "/etc")
        mount("overlay", root + "/etc", "overlay", MS_RDONLY | MS_NOSUID | MS_NODEV, f"lowerdir={own}:/etc")

    @staticmethod
    def _enter(root):
        os.chdir(root)
        checked(libc.syscall(SYS_PIVOT_ROOT[os.uname().machine], b".", b"old"), "cannot change the root")
        os.chdir("/")
        checked(libc.umount2(b"/old", MNT_DETACH), "cannot leave the old root")
        os.rmdir("/old")
        os.environ.clear()
        os.environ.update(ENVIRONMENT)

    def _overlay(self):
        data = f"lowerdir={INNER}/lower,upperdir={INNER}/upper,workdir={INNER}/work"
        os.chmod(INNER + "/upper", 0o755)
        os.makedirs(HOME, exist_ok=True)
        os.chown(INNER + "/upper", USER, USER)
        mount("overlay", HOME, "overlay", MS_NOSUID | MS_NODEV, data)

    def _verify(self):
        """Sees that the walls stand: what must fail fails."""
        for path in ("/old", "/work", "/root/.ssh"):
            if os.path.exists(path):
                raise NoWalls(f"{path} is seen from inside")
        script = (
            'id -u; grep -c "^CapEff:.0000000000000000$" /proc/self/status; grep -c "^NoNewPrivs:.1$" /proc/self/status; '
            "touch /usr/x /etc/x /x 2>/dev/null && echo writes; ls -A /sys; ls -A /.walls 2>/dev/null; "
            'awk "NR > 2" /proc/net/dev | grep -v "lo:"; echo probe > seen; echo end'
        )
        seen = self.run(script, PROJECT)
        if seen["printed"].split() != [str(USER), "1", "1", "end"]:
            raise NoWalls(f"the walls have holes: {seen['printed']!r}")
        if seen["changed"] != [PROJECT + "/seen"] or not any(event["call"] == "openat" for event in seen["events"]):
            raise NoWalls(f"a change is not seen: {seen['changed']} {len(seen['events'])} events")
        if self.run("getent hosts probe.invalid", PROJECT)["names"] != ["probe.invalid"]:
            raise NoWalls("a name that is looked up is not heard")
        if self.run("true", PROJECT)["changed"]:
            raise NoWalls("a change outlives its command")

    def run(self, text, cwd, seconds=SECONDS):
        """Runs a text in bash. Returns what it printed (cut), its status, what is changed afterwards and what was traced."""
        for _ in range(TRIES):
            seen = self._run(text, cwd, seconds)
            if seen["events"] is not None:
                return seen
        raise NoWalls(f"the shell does not start: {seen['printed'][-300:]!r}")

    def _run(self, text, cwd, seconds):
        log = INNER + "/log"
        # What a run before has left there must not be taken for this one's.
        if os.path.exists(log):
            os.unlink(log)
        command = [
            "strace", "-f", "-y", "-qq", "--seccomp-bpf", "-s", "300", "-e", "signal=none", "-e", "trace=" + self.traced, "-o", log,
            "prlimit", f"--data={MEMORY}", f"--nproc={PROCESSES}", "--core=0", f"--cpu={seconds}",
            "setpriv", f"--reuid={USER}", f"--regid={USER}", "--clear-groups", "--no-new-privs", "--bounding-set=-all", "--inh-caps=-all",
            "unshare", "--user", "--map-current-user", "/usr/bin/bash", "-c", text,
        ]
        begun = time.monotonic()
        environment = {**ENVIRONMENT, "PATH": self.path}
        process = subprocess.Popen(
            command, cwd=cwd, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, close_fds=True,
            preexec_fn=self._join if self.groups else None,
        )
        printed, late = self._drain(process.stdout, self.names, begun + seconds)
        self._end(process)
        lines = []
        if os.path.exists(log):
            with open(log, "rb") as file:
                lines = file.read().decode("utf-8", "replace").splitlines()
        changed = self._changed()
        traced = events(lines, cwd)
        looked = [event for event in traced or [] if event["call"] in LOOKING]
        traced = None if traced is None else [event for event in traced if event["call"] not in LOOKING]
        return {
            "printed": printed.decode("utf-8", "replace"), "status": process.returncode, "late": late, "changed": changed,
            "events": traced, "looked": looked, "names": self.names.take(), "seconds": time.monotonic() - begun,
        }

    def _join(self):
        for group in self.groups:
            os.write(group, b"0")

    @staticmethod
    def _drain(pipe, names, until):
        kept, seen, number = b"", 0, pipe.fileno()
        while True:
            left = until - time.monotonic()
            ready = select.select([number, names], [], [], left)[0] if left > 0 else []
            if not ready:
                return kept, True
            if names in ready:
                names.hear()
            if number not in ready:
                continue
            block = os.read(number, 1 << 16)
            if not block:
                return kept, False
            seen += len(block)
            if len(kept) < KEPT:
                kept += block
            if seen > PRINTED:
                return kept, True

    @staticmethod
    def _end(process):
        """Ends whatever the command left behind. `strace` ends with the last of them."""
        for attempt in range(200):
            left = False
            for name in os.listdir("/proc"):
                if name.isdigit():
                    try:
                        if os.stat("/proc/" + name).st_uid == USER:
                            os.kill(int(name), signal.SIGKILL)
                            left = True
                    except (FileNotFoundError, ProcessLookupError):
                        pass
            if process.poll() is not None and not left:
                break
            if attempt == 100:
                process.kill()
            time.sleep(0.0005 if attempt < 20 else 0.01)
        process.stdout.close()
        process.wait()
        # Orphans are ours: this is the first process of the namespace.
        for name in os.listdir("/proc"):
            if name.isdigit() and int(name) != 1:
                try:
                    with open(f"/proc/{name}/stat") as file:
                        if file.read().rsplit(")", 1)[1].split()[0] == "Z":
                            os.waitpid(int(name), os.WNOHANG)
                except (OSError, IndexError):
                    pass

    def _changed(self):
        """What is there now and was not, and puts everything back."""
        changed, upper = [], INNER + "/upper"
        for directory, names, files in os.walk(upper):
            inner = HOME + directory[len(upper):]
            lower = INNER + "/lower" + directory[len(upper):]
            for name in names:
                # A directory is copied up for what is in it; alone it is a change only if it is new.
                if not os.path.isdir(os.path.join(lower, name)):
                    changed.append(os.path.join(inner, name) + "/")
            changed += [os.path.join(inner, name) for name in files]
        if next(os.scandir(upper), None):
            checked(libc.umount2(HOME.encode(), MNT_DETACH), "cannot reset the overlay")
            for name in ("upper", "work"):
                shutil.rmtree(f"{INNER}/{name}", ignore_errors=True)
                os.mkdir(f"{INNER}/{name}")
            self._overlay()
        for place in self.SCRATCH:
            for entry in list(os.scandir(place)):
                changed.append(entry.path)
            if changed:
                empty(place)
        return sorted(changed)


def events(lines, cwd):
    """The traced calls after the shell was started, whole: `{pid, program, cwd, call, text, result}`; none at all if it was not."""
    found, parts, programs, begun = [], {}, {}, False
    places = {}
    for line in lines:
        pid, _, rest = line.partition(" ")
        rest = rest.lstrip()
        if pid not in programs and begun:
            # A child may be seen before the call that made it has come back: then its parent is the one that is making one.
            parent = next((other for other, part in parts.items() if part.partition("(")[0] in FORKING), None)
            programs[pid], places[pid] = programs.get(parent, "bash"), places.get(parent, cwd)
        if rest.endswith("<unfinished ...>"):
            parts[pid] = rest[: -len("<unfinished ...>")].rstrip()
            continue
        if rest.startswith("<... "):
            rest = parts.pop(pid, "") + rest.partition("resumed>")[2]
        head, _, result = rest.rpartition(" = ")
        call, _, text = head.partition("(")
        if not text or not call.replace("_", "").isalnum():
            continue
        text = text.rstrip().removesuffix(")")
        if not begun:
            begun = call == "execve" and text.startswith('"/usr/bin/bash", ["/usr/bin/bash", "-c"') and result == "0"
            if begun:
                programs[pid] = "bash"
            continue
        if call in FORKING:
            child = result.split(" ")[0]
            programs.setdefault(child, programs.get(pid, "bash"))
            places.setdefault(child, places.get(pid, cwd))
            continue
        if call in ("chdir", "fchdir"):
            if result.startswith("0"):
                there = first_string(text) if call == "chdir" else text.partition("<")[2].rpartition(">")[0]
                places[pid] = os.path.join(places.get(pid, cwd), there)
            continue
        event = {"pid": pid, "program": programs.get(pid, "bash"), "cwd": places.get(pid, cwd), "call": call, "text": text, "result": result}
        if call in ("execve", "execveat") and result.startswith("0"):
            programs[pid] = os.path.basename(first_string(text))
        found.append(event)
    return found if begun else None


def first_string(text):
    """The first quoted string, decoded."""
    return next(strings(text), "")


def strings(text):
    """The quoted strings of a traced call, decoded."""
    at, end = 0, len(text)
    while True:
        at = text.find('"', at)
        if at < 0:
            return
        stop = at + 1
        while stop < end and text[stop] != '"':
            stop += 2 if text[stop] == "\\" else 1
        raw = text[at + 1 : stop]
        if "\\" in raw:
            raw = raw.encode("latin-1", "replace").decode("unicode_escape", "replace")
        yield raw
        at = stop + 1
