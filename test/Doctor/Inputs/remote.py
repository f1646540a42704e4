"""What ompjit-doctor says of a Redis server that answers, stalls and is gone.

usage: remote.py DOCTOR FOLDER
"""

import json
import os
import signal
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "Remote", "Inputs"))
from site_of_nodes import Server

doctor, folder = sys.argv[1:]


def ask(server, secret):
    done = subprocess.run(
        [doctor, "--quick", "--json"], stdout=subprocess.PIPE, text=True,
        env=dict(os.environ, OMP_JIT_CACHE_REMOTE=server.url(),
                 OMP_JIT_CACHE_REMOTE_SECRET=secret))
    found = [each for each in json.loads(done.stdout)["findings"]
             if each["subject"] == "remote cache"]
    return done.returncode, found[0]["severity"], found[0]["text"].split("/1")[-1]


server = Server(folder)
try:
    secret = os.path.join(folder, "secret")
    with open(secret, "w", encoding="utf-8") as file:
        file.write("sixteen bytes or more")
    os.chmod(secret, 0o644)
    print("open secret:", *ask(server, secret)[:2])
    os.chmod(secret, 0o600)
    print("good:", *ask(server, secret))
    server.send(signal.SIGSTOP)
    print("stalled:", *ask(server, secret))
finally:
    server.end()
print("gone:", *ask(server, "none"))
