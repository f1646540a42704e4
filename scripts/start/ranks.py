"""Real ranks for the model: a program with kernels, runs of it, and a Redis server, all
in a temporary folder."""

import contextlib
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def fail(text):
    sys.exit("simulate-start: error: " + text)


class Run:
    """What a rank printed and counted."""

    def __init__(self, output, stats, trace, has_trace):
        with open(output, encoding="utf-8") as file:
            lines = [line.split() for line in file]
        values = {line[0]: int(line[1]) / 1e9 for line in lines}
        self.begin, self.end = values["begin"], values["end"]
        self.launches = [int(line[1]) / 1e9 for line in lines if line[0] == "launch"]
        with open(stats, encoding="utf-8") as file:
            self.stats = json.load(file)
        self.events = []
        if has_trace:
            with open(trace, encoding="utf-8") as file:
                self.events = json.load(file)

    def compiles(self):
        """The history of all compiles, as the statistics have it."""
        return [each for kernel in self.stats["kernels"].values() for each in kernel["history"]]


class Site:
    """A temporary folder with the program, built with the build's clang++."""

    def __init__(self, build, launcher=""):
        self.launcher = shlex.split(launcher)
        self.build = os.path.abspath(build)
        if not os.path.exists(self.build + "/bin/clang++"):
            fail("%s is no build folder; --build names one" % self.build)
        self.stack = contextlib.ExitStack()
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory(prefix="ompjit-start."))
        self.program = self.path("start")
        self.number = 0
        subprocess.run([self.build + "/bin/clang++", "-O2", "-fopenmp",
                        "-fopenmp-targets=x86_64-pc-linux-gnu", "-fopenmp-target-jit",
                        os.path.join(HERE, "Start.cpp"), "-o", self.program], check=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stack.close()

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def remove(self, name):
        shutil.rmtree(self.path(name), ignore_errors=True)

    def tool(self, name, *arguments):
        return subprocess.run([self.build + "/bin/" + name, *arguments], check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def new_node(self):
        """Servers are found by a folder of their own."""
        self.number += 1
        os.mkdir(self.path("run.%d" % self.number), 0o700)

    def environment(self, folder, settings):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("OMP_", "LIBOMPTARGET_"))}
        return dict(kept, OMP_TARGET_OFFLOAD="MANDATORY", OMP_JIT_ASYNC="0", OMP_NUM_THREADS="1",
                    OMP_JIT_CACHE_DIR=self.path(folder), OMP_JIT_EXIT_WAIT="10000",
                    XDG_RUNTIME_DIR=self.path("run.%d" % self.number), **settings)

    def run(self, kernels, folder, ranks=1, trace=False, **settings):
        """Ranks that start at once. Their files have their process ids."""
        self.remove("results")
        os.mkdir(self.path("results"))
        if trace:
            settings["OMP_JIT_TRACE"] = self.path("results", "trace.%p")
        environment = self.environment(folder, dict(
            settings, OMP_JIT_STATS=self.path("results", "stats.%p")))
        rank = ["sh", "-c", 'exec "$0" "$1" >"$2.$$"', self.program, str(kernels),
                self.path("results", "output")]
        commands = [self.launcher + rank] if self.launcher and ranks > 1 else ranks * [rank]
        try:
            started = [subprocess.Popen(each, env=environment) for each in commands]
        except OSError as why:
            fail("%s: %s" % (commands[0][0], why.strerror))
        for process in started:
            if process.wait():
                fail("a rank ended with status %d" % process.returncode)
        return self.results(ranks, trace)

    def results(self, ranks, trace):
        numbers = [name.split(".")[1] for name in os.listdir(self.path("results"))
                   if name.startswith("output.")]
        if len(numbers) != ranks:
            fail("%d ranks left results, not %d" % (len(numbers), ranks))
        return [Run(*[self.path("results", "%s.%s" % (name, number))
                      for name in ("output", "stats", "trace")], trace) for number in numbers]

    def redis(self):
        """A server, or None where there is none."""
        if not shutil.which("redis-server"):
            return None
        return self.stack.enter_context(Redis(self.folder))

    def package_bytes(self):
        return int(re.search(r"size=(\d+)", self.tool("ompjit-package-dump", self.program))[1])


class Redis:
    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", "",
             "--appendonly", "no", "--dir", folder], stdout=subprocess.DEVNULL)
        for _ in range(2000):
            try:
                self.connect().close()
                return
            except ConnectionRefusedError:
                time.sleep(0.01)
        fail("redis-server does not start")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def settings(self):
        # On this machine nobody else reaches the server.
        return {"OMP_JIT_CACHE_REMOTE": "redis://127.0.0.1:%d" % self.port,
                "OMP_JIT_CACHE_REMOTE_SECRET": "none", "OMP_JIT_CACHE_REMOTE_WAIT": "10000"}

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port))

    def ask(self, stream, *words):
        stream.write(b"*%d\r\n" % len(words))
        for word in words:
            word = word if isinstance(word, bytes) else word.encode()
            stream.write(b"$%d\r\n%s\r\n" % (len(word), word))
        stream.flush()
        line = stream.readline()
        if line[:1] == b"$" and int(line[1:]) >= 0:
            return stream.read(int(line[1:]) + 2)[:-2]
        return line

    def command(self, *words):
        with self.connect() as opened, opened.makefile("rwb") as stream:
            return self.ask(stream, *words)

    def cpu(self):
        text = self.command("INFO", "cpu").decode()
        return sum(map(float, re.findall(r"used_cpu_(?:sys|user):([\d.]+)", text)))

    def cpu_of(self, words, count):
        """Of the server, for one command of many."""
        before = self.cpu()
        with self.connect() as opened, opened.makefile("rwb") as stream:
            for _ in range(count):
                self.ask(stream, *words)
        return (self.cpu() - before) / count

    def cpu_of_connection(self, count):
        before = self.cpu()
        opened = [self.connect() for _ in range(count)]
        self.command("PING")
        for each in opened:
            each.close()
        return (self.cpu() - before) / count
