#!/usr/bin/env python3
"""Runs a command whose output nobody reads, and prints what ended it.

usage: unread_output.py <temporary folder> <command...>
"""

import os
import signal
import subprocess
import sys


def main():
    folder, command = sys.argv[1], sys.argv[2:]
    reader, writer = os.pipe()
    os.close(reader)
    # Python ignores the signal, and processes inherit that.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    done = subprocess.run(command, stdout=writer, stderr=writer,
                          env={**os.environ, "TMPDIR": folder})
    print("ended by", signal.Signals(-done.returncode).name)
    print(len(os.listdir(folder)), "files left")


if __name__ == "__main__":
    main()
