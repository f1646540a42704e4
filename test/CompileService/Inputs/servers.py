"""Runs programs whose compiles are done by servers that something is wrong with.

    servers.py faults|kills|limits|missing|killed|ranks|places|stopped|warm
        MODE LIBRARIES PORTABLE WITH-NATIVE

MODE is OMP_JIT_COMPILER, LIBRARIES the build's lib folder. PORTABLE has device code
as a package, WITH-NATIVE a native image besides. A server that ends costs a second
try, two that end a stand-in; where there is none the program compiles itself.
"""

import concurrent.futures
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import survive

SERVER = "ompjit-compile-server"


@contextlib.contextmanager
def settings(mode, **more):
    """Of runs with an empty cache and servers of their own. A socket's path is
    short, so the folder is none of the test's. Servers end with it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        cache = os.path.join(folder, "cache")
        yield dict(OMP_JIT_COMPILER=mode, XDG_RUNTIME_DIR=folder,
                   OMP_JIT_CACHE_DIR=cache, OMP_TARGET_OFFLOAD="MANDATORY", **more)


def check(kind, program, mode, what, says=None, **more):
    """The number of runs that did not end as they should."""
    with settings(mode, **more) as env:
        done = survive.run([program], **env)
        if not survive.expect(kind, done, what, says):
            return 1, done
        # What it leaves behind is good.
        after = survive.run([program], **dict(env, OMP_JIT_FAULT="",
                                              OMP_JIT_COMPILE_MEMORY=""))
        return int(not survive.expect("right", after, "after " + what)), done


STAGES = ("receive", "begin", "answer")


def faults(mode, _, portable, native):
    bad = kills(mode, _, portable, native)
    for kind in ("cut", "garbage", "short"):
        for stage in STAGES:
            fault = "%s@%s" % (kind, stage)
            bad += check("right", portable, mode, fault, OMP_JIT_FAULT=fault)[0]
    # Nothing is heard until the program gives up.
    fault = dict(OMP_JIT_FAULT="hang@begin", OMP_JIT_TIME_LIMIT="1")
    return bad + check("error", portable, mode, "hang", "did not end", **fault)[0]


def kills(mode, _, portable, native):
    """A server that ends costs a second try; when all do, a stand-in, and the
    program compiles itself where it has none."""
    bad = 0
    for stage in STAGES:
        once = dict(OMP_JIT_FAULT="kill@" + stage)
        wrong, done = check("right", portable, mode, str(once), **once)
        # In the foreground: a second try is no fallback.
        bad += wrong or done.stats["fallbacks"] != 0
        always = dict(OMP_JIT_FAULT="kill-always@" + stage)
        bad += check("right", native, mode, str(always), **always)[0]
        bad += check("right", portable, mode, str(always),
                     "warning: compiles run in the program", **always)[0]
    return bad


def compile_faults(mode, _, portable, native):
    """Those of the compile itself, which the server reports."""
    bad = 0
    for fault, says in [("crash@generate", "crashed"),
                        ("fatal@optimise", "the fault point"),
                        ("hang@specialise", "did not end within 1 seconds")]:
        more = dict(OMP_JIT_FAULT=fault, OMP_JIT_TIME_LIMIT="1")
        bad += check("error", portable, mode, fault, says, **more)[0]
        bad += check("right", native, mode, fault, **more)[0]
        # After a crash images are stored as ever.
        wrong, done = check("right", portable, mode, fault,
                            **dict(more, OMP_JIT_FAULT=fault + "/specialised"))
        bad += wrong or not done.stats["fallbacks"]
    return bad


def limits(mode, _, portable, native):
    says = "needs more than 1048576 bytes of memory .OMP_JIT_COMPILE_MEMORY"
    small = dict(OMP_JIT_COMPILE_MEMORY="1M")
    return (check("error", portable, mode, "1 MiB", says, **small)[0]
            + check("right", native, mode, "1 MiB, native", **small)[0]
            + check("right", portable, mode, "64 GiB",
                    OMP_JIT_COMPILE_MEMORY="64G")[0]
            + compile_faults(mode, None, portable, native))


def missing(mode, libraries, portable, _):
    """Without a server, or with one that does not start, the program compiles."""
    bad = 0
    libraries = os.path.abspath(libraries)
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        for name in os.listdir(libraries):
            if ".so" in name and name != SERVER:
                os.symlink(os.path.join(libraries, name), os.path.join(folder, name))
        # The loader's name for it is that of the folder.
        path = os.path.join(folder, "libomptarget.so.22.1")
        os.remove(path)
        shutil.copy(os.path.join(libraries, "libomptarget.so.22.1"), path)
        for server in (None, "/bin/false"):
            if server:
                os.symlink(server, os.path.join(folder, SERVER))
            wrong, done = check("right", portable, mode, "no server",
                                "warning: compiles run in the program",
                                LD_LIBRARY_PATH=folder)
            bad += wrong or not done.stats["compiles"]
    return bad


# --- Real kills ---------------------------------------------------------------


def servers_of(folder):
    """Servers that a program with this folder as its runtime folder started, as
    they have its environment: process ids, and what they are."""
    parents, roles = {}, {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError, IndexError):
            with open("/proc/%s/cmdline" % name, "rb") as file:
                command = file.read().split(b"\0")
            with open("/proc/%s/environ" % name, "rb") as file:
                variables = file.read().split(b"\0")
            with open("/proc/%s/stat" % name, encoding="utf-8") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
            if command[0].endswith(SERVER.encode()) and \
                    ("XDG_RUNTIME_DIR=" + folder).encode() in variables:
                roles[int(name)] = command[1].decode()
                parents[int(name)] = parent
    # Workers of a node are forked from its server.
    return [(number, "node-worker" if parents[number] in roles else role)
            for number, role in roles.items()]


def kill(found):
    for number, _ in found:
        with contextlib.suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)


def wait_for(condition):
    """What it gives, once that is something; nothing after a minute."""
    for _ in range(6000):
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    return None


def gone(folder):
    return wait_for(lambda: not servers_of(folder))


def killed(mode, _, portable, native):
    """SIGKILL while each of two servers is in a compile without an end."""
    bad = 0
    for program, says in ((portable, "compiles run in the program"), (native, None)):
        with settings(mode, OMP_JIT_FAULT="hang-always@begin",
                      OMP_JIT_CACHE="off") as env:
            folder = env["XDG_RUNTIME_DIR"]
            with concurrent.futures.ThreadPoolExecutor(1) as pool:
                run = pool.submit(survive.run, [program], **env)
                while not run.done():
                    kill(servers_of(folder))
                    time.sleep(0.05)
                bad += not survive.expect(
                    "right", run.result(), "killed", says)
            if not gone(folder):
                print("servers stay")
                bad += 1
    # A program that is killed takes its servers along.
    with settings(mode, OMP_JIT_FAULT="hang@generate") as env:
        folder = env["XDG_RUNTIME_DIR"]
        with subprocess.Popen([portable], env=dict(os.environ, **env)) as program:
            wait_for(lambda: [1 for _, role in servers_of(folder)
                              if role in ("worker", "node-worker")])
            program.kill()
        if not wait_for(lambda: not [1 for _, role in servers_of(folder)
                                     if role == "worker"]):
            print("a worker stays")
            bad += 1
    return bad + (not gone(folder))


def ranks(mode, _, portable, __):
    """16 processes at once; on a node they have one server."""
    with settings(mode) as env, concurrent.futures.ThreadPoolExecutor(16) as pool:
        runs = list(pool.map(lambda _: survive.run([portable], **env), range(16)))
        nodes = [role for _, role in servers_of(env["XDG_RUNTIME_DIR"])
                 if role == "node"]
        again = survive.run([portable], **env)
    bad = sum(not survive.expect("right", done) for done in runs)
    together = sum(done.stats["all_compiles"] for done in runs if done.stats)
    print("%d compiles, %d servers of the node" % (together, len(nodes)))
    return (bad + (len(nodes) != (mode == "node"))
            + (again.stats["all_compiles"] != 0) + (not together)
            + any(done.stderr for done in runs))


# --- Where programs run -------------------------------------------------------


def places(mode, _, portable, __):
    """Nobody else's folder is used for the socket, nor a file in its place."""
    def of_nobody(place):
        os.mkdir(place)
        os.chown(place, 65534, 65534)

    def open_to_all(place):
        os.mkdir(place)
        os.chmod(place, 0o777)

    def a_file(place):
        with open(place, "w", encoding="utf-8"):
            pass

    told = {a_file: "is no folder", open_to_all: "other users may write"}
    if os.geteuid() == 0:
        told[of_nobody] = "belongs to another user"
    bad = 0
    for prepare, says in told.items():
        with settings(mode) as env:
            prepare(os.path.join(env["XDG_RUNTIME_DIR"], "omp-jit"))
            done = survive.run([portable], **env)
            bad += not survive.expect("right", done, says, says)
            bad += bool(servers_of(env["XDG_RUNTIME_DIR"]))
    return bad


def stopped(mode, _, portable, __):
    """A server that does not go on, as one that a batch system has suspended."""
    with settings(mode) as env:
        bad = not survive.expect("right", survive.run([portable], **env), "before")
        found = servers_of(env["XDG_RUNTIME_DIR"])
        for number, _ in found:
            os.kill(number, signal.SIGSTOP)
        shutil.rmtree(env["OMP_JIT_CACHE_DIR"])
        done = survive.run([portable], **env)
        bad += not survive.expect("right", done, "stopped",
                                  "compiles run in the program.*does not answer")
        kill(found)
    return bad + (not found)


def warm(mode, libraries, portable, _):
    """The tool compiles as programs do, and they compile nothing any more."""
    tool = os.path.join(libraries, "..", "bin", "omp-jit-cache")
    with settings(mode) as env:
        record = os.path.join(env["XDG_RUNTIME_DIR"], "record")
        bad = not survive.expect("right", survive.run(
            [portable], **dict(env, OMP_JIT_CACHE="off", OMP_JIT_RECORD=record)))
        # The tool is to start its own.
        kill(servers_of(env["XDG_RUNTIME_DIR"]))
        bad += not gone(env["XDG_RUNTIME_DIR"])
        done = survive.run([tool, "warm", "--record", record, "--program", portable],
                           **env)
        roles = {role for _, role in servers_of(env["XDG_RUNTIME_DIR"])}
        after = survive.run([portable], **env)
        bad += not survive.expect("right", after, "warm")
    if done.returncode or done.stderr or after.stats["all_compiles"]:
        print(done.stdout + done.stderr, after.stats)
        bad += 1
    return bad + ((mode == "node") != ("node" in roles))


def main():
    name, mode, libraries, portable, native = sys.argv[1:]
    bad = {"faults": faults, "kills": kills, "limits": limits, "missing": missing,
           "killed": killed, "ranks": ranks, "places": places, "stopped": stopped,
           "warm": warm}[name](mode, libraries, portable, native)
    print("%d bad" % bad)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
