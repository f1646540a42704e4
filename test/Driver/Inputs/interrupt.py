#!/usr/bin/env python3
"""Interrupts the driver in the middle of a step.

usage: interrupt.py <signal name> <temporary folder> <command...>

The command must read its source from standard input: that never ends, so the
driver is certain to be in its first step once it has made its temporary files.
Prints what ended the driver, and the number of files left in the folder.
"""

import os
import signal
import subprocess
import sys
import time


def main():
    name, folder, command = sys.argv[1], sys.argv[2], sys.argv[3:]
    # Whoever runs the tests may ignore the signal, and processes inherit that.
    signal.signal(signal.Signals[name], signal.SIG_DFL)
    driver = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        env={**os.environ, "TMPDIR": folder},
        start_new_session=True,
    )
    while not os.listdir(folder):
        if driver.poll() is not None:
            sys.exit("the driver ended by itself: %d" % driver.returncode)
        time.sleep(0.01)
    # As the terminal does it: to the driver and the step that runs.
    os.killpg(driver.pid, signal.Signals[name])
    driver.wait()
    print("ended by", signal.Signals(-driver.returncode).name)
    print(len(os.listdir(folder)), "files left")


if __name__ == "__main__":
    main()
