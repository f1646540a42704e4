"""How tests run in a build of the runtime with sanitizers; see scripts/sanitize.

The programs of the tests are compiled as ever. They are linked with the
sanitizer's runtime as their first library, as if they had been compiled with
-fsanitize as well, because libomptarget.so and the plugins need it there.

Reports go to files beside the test's other ones, since a program's output and
status are what the test looks at.
"""

import glob
import os
import platform
import re

SUPPRESSIONS = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                            "thread-suppressions.txt")
# Programs may ask for more memory than there is, and end by signals.
COMMON = ("exitcode=0:print_suppressions=0:allocator_may_return_null=1:"
          "handle_segv=0:handle_sigbus=0")
# The settings of each sanitizer's runtime.
SETTINGS = {
    "address": {
        "ASAN_OPTIONS": COMMON + ":detect_stack_use_after_return=1",
        "LSAN_OPTIONS": COMMON,
        "UBSAN_OPTIONS": COMMON + ":print_stacktrace=1",
    },
    "thread": {
        # Archer wants this option, and warns. It would hide the locks of
        # programs and of libstdc++; "false" is no number, which Archer skips.
        # The child of a program with threads may start threads of its own.
        "TSAN_OPTIONS": "ignore_noninstrumented_modules=1:" + COMMON +
                        ":die_after_fork=0" +
                        ":suppressions=" + SUPPRESSIONS +
                        ":ignore_noninstrumented_modules=false",
        # libomp orders tasks and threads out of the sanitizer's sight; this
        # tool, which comes with it, tells.
        "OMP_TOOL_LIBRARIES": "%s/lib/libarcher.so",
    },
}
# What is no warning about an allocation that fails.
REPORT = re.compile(r"ERROR: |WARNING: ThreadSanitizer:|: runtime error: ")
# A frame in libomp, or in the packaged runtime with its LLVM.
OTHERS = re.compile(r"/libomp\.so|/llvm-22/lib/lib(omptarget|LLVM)\.so")


def kind(config):
    """"address", "thread", or nothing."""
    return config.ompjit_sanitize.split(",")[0]


def set_environment(config):
    found = kind(config)
    if not found:
        return
    llvm = config.ompjit_llvm_root
    folder = os.path.join(llvm, "lib/clang/22/lib/linux")
    # clang-linker-wrapper would see a path as the user's -fsanitize, and suppress
    # reports about our own libraries.
    library = "-L%s,-l:libclang_rt.%csan-%s.so" % (folder, found[0], platform.machine())
    # Both compilers look here, whoever starts them.
    config.environment["CCC_OVERRIDE_OPTIONS"] = " ".join([
        "#", "^-Wno-unused-command-line-argument", "^-Wl,-rpath," + folder,
        "^-Wl,--push-state,--no-as-needed,%s,--pop-state" % library])
    for name, value in SETTINGS[found].items():
        config.environment[name] = value.replace("%s", llvm)


def log_to(config, path):
    """Sends reports to files PATH.<process>."""
    for name in SETTINGS[kind(config)]:
        if name.endswith("_OPTIONS"):
            config.environment[name] += ":log_path=" + path
    for old in glob.glob(glob.escape(path) + ".*"):
        os.remove(old)


def reports(path):
    """The text of what was reported there, without the leaks of others."""
    found = []
    for name in sorted(glob.glob(glob.escape(path) + ".*")):
        with open(name, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if REPORT.search(text) and not is_uncertain(text) and \
                not is_leak_of_others(text):
            found.append("%s:\n%s" % (name, text))
    return found


def is_uncertain(text):
    """Whether there are leaks only, which the sanitizer doubts itself: in a
    child it looks in vain for what threads of the parent hold."""
    return "was not suspended. False leaks are possible." in text and \
        text.count("ERROR: ") == text.count("ERROR: LeakSanitizer")


def is_leak_of_others(text):
    """Whether each leak was allocated by a library that is not ours: whoever
    called that does not matter, which a suppression would look at too."""
    leaks = re.findall(r"^(?:Direct|Indirect) leak of .*\n((?:    #.*\n)+)", text,
                       re.M)
    if not leaks or text.count("ERROR: ") != 1:
        return False
    for frames in leaks:
        callers = [line for line in frames.splitlines()
                   if "libclang_rt" not in line and "libstdc++" not in line]
        if not callers or not OTHERS.search(callers[0]):
            return False
    return True
