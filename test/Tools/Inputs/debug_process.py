"""What gdb shows of a program that is in a target region already, or was.

    debug_process.py attach PROGRAM    PROGRAM stays in the region
    debug_process.py core PROGRAM      PROGRAM crashes in the region
"""

import subprocess
import sys
import time

GDB = ["gdb", "-q", "-batch", "-nx", "-iex", "set debuginfod enabled off"]
SHOW = ["-ex", "thread apply all bt full 1"]
SECONDS = 60


def gdb(*arguments):
    return subprocess.run([*GDB, *arguments], text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=SECONDS, check=False).stdout


def attach(program):
    """Attaches until the region has begun."""
    process = subprocess.Popen([program, "stay"])
    try:
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            shown = gdb("-p", str(process.pid), *SHOW)
            if "I = 3" in shown:
                return shown
        return "not in the region after %d s\n%s" % (SECONDS, shown)
    finally:
        process.kill()
        process.wait()


def core(program):
    dump = program + ".core"
    gdb("-ex", "run", "-ex", "generate-core-file " + dump, "-ex", "kill", "--args", program,
        "crash")
    return gdb(program, dump, *SHOW)


if __name__ == "__main__":
    print({"attach": attach, "core": core}[sys.argv[1]](sys.argv[2]))
