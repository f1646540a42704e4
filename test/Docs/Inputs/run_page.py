"""Runs the commands of a page of the documentation, as its reader would.

usage: run_page.py BUILD PAGE FOLDER

- A block whose paragraph before ends with a file's name and a colon
  ("`saxpy.cpp`:") is that file, unless it is of "sh".
- Blocks of "sh" are run by one bash, one after the other, which stops at the
  first command that fails. Those of "sh gpu" find virtual GPUs and nothing else.
- A block of "text" right behind is what they print. In it, "..." stands for
  lines or a part of a line, and for numbers with a fraction or a unit and for
  digests any other will do, for times also in another unit of time; all else
  has to be as it says.
- All other blocks are of another language, and are files or only read.

Commands see the build as /opt/omp-jit, the source tree as /src/omp-jit with the
build in it, its scripts/, a home of their own, /project and /scratch in FOLDER,
and stand-ins for a cluster's commands (cluster/).
"""

import os
import re
import subprocess
import sys

INPUTS = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(INPUTS)))
TIME = r"(?:ns|us|ms|s)(?!\w)"
UNIT = r"(?:B|KiB|MiB|GiB|%|bytes)(?!\w)"
VARYING = re.compile(r"\d[\d.]* " + TIME + r"|\d+\.\d+|\b\d+(?= ?" + UNIT +
                     r")|\b[0-9a-f]{16,}\b|\.\.\.")


class Block:
    def __init__(self, line, words, text, before):
        self.line, self.words, self.text = line, words, text
        named = re.search(r"`([^`\s]+)`:\s*$", before)
        self.file = named.group(1) if named and words[:1] != ["sh"] else None
        self.follows_block = not before.strip()


def blocks_of(page):
    """The fenced blocks of a page, each with the text since the one before."""
    before, block, words, begin = "", None, [], 0
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.startswith("```"):
                if block is None:
                    before += line
                else:
                    block += line
            elif block is None:
                block, words, begin = "", line[3:].split(), number
            else:
                yield Block(begin, words, block, before)
                before, block = "", None
    assert block is None, "%s:%d: a block without an end" % (page, begin)


class Page:
    def __init__(self, build, page, folder):
        self.build, self.page, self.folder = build, page, folder
        self.work = os.path.join(folder, "work")
        self.blocks = list(blocks_of(page))

    def place(self, text):
        """Where the paths of a page are in the test."""
        places = {"/opt/omp-jit": self.build, "/src/omp-jit/build": self.build,
                  "/src/omp-jit": SOURCE}
        text = re.sub("/src/omp-jit/build|/(?:opt|src)/omp-jit",
                      lambda name: places[name.group()], text)
        return re.sub(r"(?<![\w/.])/(project|scratch)\b", self.folder + r"/\1", text)

    def environment(self):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("OMP_JIT", "OMP_", "LIBOMPTARGET"))}
        path = [os.path.join(INPUTS, "cluster"), kept["PATH"]]
        return dict(kept, PATH=os.pathsep.join(path), HOME=self.folder + "/home",
                    OMPJIT_PAGE_BUILD=self.build, USER="user")

    def script(self):
        parts = ["set -eo pipefail"]
        for number, block in enumerate(self.blocks):
            assert block.words, "%s:%d: a block without a language" % (self.page, block.line)
            if block.file:
                path = os.path.join(self.work, block.file)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(self.place(block.text))
                if block.text.startswith("#!"):
                    os.chmod(path, 0o755)
            elif block.words[:1] == ["sh"]:
                settings = {"gpu": ("export OMP_JIT_VGPU=1 OMP_TARGET_OFFLOAD=MANDATORY\n",
                                    "unset OMP_JIT_VGPU OMP_TARGET_OFFLOAD\n")}
                begin, end = settings.get((block.words + [""])[1], ("", ""))
                parts.append("exec >%s/%d.out 2>&1\n%s%s%s" % (
                    self.folder, number, begin, self.place(block.text), end))
        return "\n".join(parts) + "\nexec >/dev/null\necho >%s/end\n" % self.folder

    def output(self, number):
        path = "%s/%d.out" % (self.folder, number)
        if not os.path.exists(path):
            return None
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def run(self):
        for name in ("work", "home", "project", "scratch"):
            os.makedirs(os.path.join(self.folder, name))
        os.symlink(os.path.join(INPUTS, "../../../scripts"), os.path.join(self.work, "scripts"))
        script = os.path.join(self.folder, "page.sh")
        with open(script, "w", encoding="utf-8") as file:
            file.write(self.script())
        subprocess.run(["bash", script], cwd=self.work, env=self.environment(),
                       stdin=subprocess.DEVNULL, check=False)
        if not os.path.exists(self.folder + "/end"):
            last = max(i for i in range(len(self.blocks)) if self.output(i) is not None)
            sys.exit("%s:%d: a command of this block failed:\n%s\n%s" % (
                self.page, self.blocks[last].line, self.blocks[last].text,
                self.output(last)))
        for number, block in enumerate(self.blocks):
            if block.words == ["text"] and not block.file:
                self.compare(number, block)

    def compare(self, number, block):
        assert number and block.follows_block, \
            "%s:%d: not right behind the commands" % (self.page, block.line)
        output = self.output(number - 1)
        if not matches(block.text, output.replace(self.folder, "")
                       .replace(self.build, "/opt/omp-jit")):
            sys.exit("%s:%d: the commands do not print this:\n%s\nbut:\n%s" % (
                self.page, block.line, block.text, output))


def anything_like(text):
    """A pattern for what may stand in place of a part that varies."""
    if text == "...":
        return ".*"
    return r"[0-9.]+ " + TIME if re.search(TIME, text) else r"[0-9a-f.]+"


def matches(expected, output):
    """Whether the output is as a page says. Columns may be wider or narrower."""
    pattern = ""
    for line in expected.rstrip("\n").split("\n"):
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
            continue
        line = re.sub(r"\s+", " ", line.strip())
        parts, end = [], 0
        for found in VARYING.finditer(line):
            parts.append(re.escape(line[end:found.start()]))
            parts.append(anything_like(found.group()))
            end = found.end()
        pattern += "".join(parts) + re.escape(line[end:]) + "\n"
    text = "".join(re.sub(r"\s+", " ", line.strip()) + "\n"
                   for line in output.rstrip("\n").split("\n"))
    return re.fullmatch(pattern, text) is not None


if __name__ == "__main__":
    Page(*map(os.path.abspath, sys.argv[1:4])).run()
