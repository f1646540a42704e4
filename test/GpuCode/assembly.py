"""Counts in PTX, and in the machine code of AMD's GPUs."""

import re
import subprocess

LLVM = "/usr/lib/llvm-22/bin/"
MEMORY = re.compile(r"(ld|st|atom|red)\b(?!\.param)")


def innermost(branches, size):
    """The loops without others inside, as begins and ends."""
    loops = [(to, at) for at, to in branches if to <= at]
    return [each for each in loops
            if not any(other != each and each[0] <= other[0] and
                       other[1] <= each[1] for other in loops)]


def busiest(loops, accesses):
    """The length of the loop with most accesses of memory; 0 without loops."""
    sized = [(sum(begin <= at <= end for at in accesses), end - begin + 1)
             for begin, end in loops]
    return max(sized, default=(0, 0))[1]


def ptx(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    labels, lines = {}, []
    shared = sum(int(size) for size in re.findall(
        r"\.shared \.align \d+ \.b8 [^\[]*\[(\d+)\]", text))
    body = text[text.index(".entry"):]
    for line in body[body.index("{"):].splitlines():
        line = line.split("//")[0].strip()
        if line.startswith("$L"):
            labels[line.rstrip(":")] = len(lines)
        elif re.match(r"(@!?%p\d+ )?[a-z]", line):
            lines.append(re.sub(r"^@!?%p\d+ *", "", line))
    branches = [(at, labels[found[0]]) for at, line in enumerate(lines)
                if line.startswith("bra")
                for found in [re.findall(r"\$L\w+", line)]]
    accesses = [at for at, line in enumerate(lines) if MEMORY.match(line)]
    return {
        "instructions": len(lines),
        "instructions in the loop": busiest(innermost(branches, len(lines)),
                                            accesses),
        "barriers": sum(re.match(r"bar(rier)?\.", line) is not None
                        for line in lines),
        "bytes of shared memory": shared,
        "bytes of local memory": sum(int(size) for size in re.findall(
            r"\.local[^\[;]*\[(\d+)\]", text)),
    }


def amdgcn(path):
    code = subprocess.run(
        [LLVM + "llvm-objdump", "-d", "--no-show-raw-insn", "--no-leading-addr",
         path], text=True, capture_output=True, check=True).stdout
    notes = subprocess.run([LLVM + "llvm-readelf", "--notes", path], text=True,
                           capture_output=True, check=True).stdout
    lines = [line.strip() for line in code.splitlines()
             if line.startswith("\t")]
    while lines and lines[-1].startswith(("s_nop", "s_code_end")):
        lines.pop()

    def noted(name):
        return sum(int(each) for each in
                   re.findall(r"\.%s: *(\d+)" % name, notes))

    return {
        "instructions": len(lines),
        "barriers": sum(line.startswith("s_barrier") for line in lines),
        "vector registers": noted("vgpr_count"),
        "spilled registers": noted("vgpr_spill_count"),
        "bytes of shared memory": noted("group_segment_fixed_size"),
        "bytes of local memory": noted("private_segment_fixed_size"),
    }
