"""A site for the tests of the remote cache: a Redis server on this machine, and nodes
that have nothing in common but that."""

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time


class Server:
    """redis-server on a port of its own, on the loopback device."""

    def __init__(self, folder, *options):
        os.makedirs(folder, exist_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1",
             "--save", "", "--appendonly", "no", "--dir", folder, *options],
            stdout=subprocess.DEVNULL)
        self.password = None
        for _ in range(2000):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.01)
        sys.exit("redis-server does not start")

    def url(self, login=""):
        return "redis://%s127.0.0.1:%d/1" % (login, self.port)

    def send(self, number):
        self.process.send_signal(number)

    def end(self):
        self.send(signal.SIGCONT)
        self.process.kill()
        self.process.wait()

    def command(self, *words):
        """A command's bulk string, integer, or list of bulk strings."""
        with socket.create_connection(("127.0.0.1", self.port)) as s:
            stream = s.makefile("rwb")
            for each in (["SELECT", "1"], words):
                stream.write(b"*%d\r\n" % len(each))
                for word in each:
                    word = word if isinstance(word, bytes) else str(word).encode()
                    stream.write(b"$%d\r\n%s\r\n" % (len(word), word))
                stream.flush()
                answer = self.read(stream)
            return answer

    def read(self, stream):
        line = stream.readline().rstrip()
        kind, rest = line[:1], line[1:]
        if kind == b"$":
            return None if rest == b"-1" else stream.read(int(rest) + 2)[:-2]
        if kind == b"*":
            return [self.read(stream) for _ in range(int(rest))]
        if kind == b"-":
            sys.exit("redis-server: " + rest.decode())
        return rest

    def values(self):
        return {key: self.command("GET", key)
                for key in self.command("KEYS", "omp-jit:*")}


class Node:
    """A machine with a cache folder of its own."""

    def __init__(self, folder, program):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.folder, self.program = folder, program

    def start(self, *arguments, **settings):
        self.stats_file = os.path.join(self.folder, "stats.json")
        env = dict(os.environ, OMP_TARGET_OFFLOAD="MANDATORY",
                   OMP_JIT_CACHE_DIR=os.path.join(self.folder, "cache"),
                   OMP_JIT_STATS=self.stats_file, OMP_JIT_INFO="1",
                   # Tests run on busy machines.
                   **{"OMP_JIT_ASYNC": "0", "OMP_JIT_CACHE_REMOTE_WAIT": "10000",
                      "OMP_JIT_EXIT_WAIT": "10000", **settings})
        return subprocess.Popen([self.program, *map(str, arguments)], env=env,
                                text=True, stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def end(self, process):
        """Its statistics, and what it said."""
        output, errors = process.communicate()
        if process.returncode:
            sys.exit("status %d: %s%s" % (process.returncode, output, errors))
        with open(self.stats_file) as file:
            return json.load(file), errors

    def run(self, *arguments, **settings):
        return self.end(self.start(*arguments, **settings))

    def forget(self):
        shutil.rmtree(os.path.join(self.folder, "cache"), ignore_errors=True)


def check(is_so, *what):
    if not is_so:
        raise AssertionError(" ".join(map(str, what)))
