#!/usr/bin/env python3
"""Reads code objects with LLVM's tools and checks what they say of their kernels.

    check-code-objects.py PROCESSOR WAVE FILE...

llvm-readelf and llvm-objdump are in PATH. Each file has to be for the processor; of
each kernel the descriptor, which the GPU reads, and the metadata, which runtimes
read, have to say the same; waves have WAVE lanes; no register is spilled. Prints how
many kernels there are.
"""

import re
import subprocess
import sys


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL).stdout


def metadata(text):
    """For each kernel: what is said of it, but for its arguments."""
    kernels = []
    for line in text.split("\n"):
        if re.match(r"  - \.args:|  - \.\w+:", line):
            kernels.append({})
        if kernels and (row := re.match(r"(?:    |  - )(\.\w+): +(\S+)$", line)):
            kernels[-1][row[1]] = row[2]
    return kernels


def places(file):
    """name -> address of each symbol of a descriptor."""
    text = output("llvm-readelf", "--dyn-symbols", "--wide", file)
    return {row[2]: int(row[1], 16)
            for row in re.finditer(r" ([0-9a-f]{16}) +64 OBJECT .* (\S+\.kd)$", text, re.M)}


def descriptor(file, address):
    # By address: llvm-objdump takes what follows the last one for a part of it.
    text = output("llvm-objdump", "-D", "--start-address=%d" % address,
                  "--stop-address=%d" % (address + 64), file)
    return dict(re.findall(r"\.amdhsa_(\w+) (\w+)", text))


def check_kernel(kernel, words, wave):
    """What is wrong."""
    same = [(".group_segment_fixed_size", "group_segment_fixed_size"),
            (".private_segment_fixed_size", "private_segment_fixed_size"),
            (".kernarg_segment_size", "kernarg_size")]
    for said, meant in same:
        if kernel[said] != words[meant]:
            yield "%s is %s, and in the descriptor %s" % (said, kernel[said], words[meant])
    # Processors of one kind of wave only have no such bit.
    if int(words.get("wavefront_size32", "0")) != (wave == "32"):
        yield "the descriptor's waves are others"
    if kernel[".wavefront_size"] != wave:
        yield "waves of %s lanes" % kernel[".wavefront_size"]
    if (kernel[".uses_dynamic_stack"] == "true") != (words["uses_dynamic_stack"] == "1"):
        yield "the stack is dynamic for one of the two"
    for spilled in (".vgpr_spill_count", ".sgpr_spill_count"):
        if kernel[spilled] != "0":
            yield "%s registers are spilled (%s)" % (kernel[spilled], spilled)


def check(processor, wave, file):
    """(number of kernels, what is wrong)"""
    header = output("llvm-readelf", "-h", file)
    notes = output("llvm-readelf", "--notes", file)
    wrong = []
    if not re.search(r"Flags: .*\b%s\b" % processor, header):
        wrong.append("the header is not for " + processor)
    if not re.search(r"amdhsa\.target: +'?amdgcn-amd-amdhsa--%s\b" % processor, notes):
        wrong.append("the metadata is not for " + processor)
    kernels, addresses = metadata(notes), places(file)
    for kernel in kernels:
        symbol = kernel[".symbol"]
        words = descriptor(file, addresses[symbol])
        wrong += [symbol + ": " + what for what in check_kernel(kernel, words, wave)]
    return len(kernels), wrong


def main():
    processor, wave, *files = sys.argv[1:]
    count, failed = 0, False
    for file in files:
        number, wrong = check(processor, wave, file)
        count += number
        for what in wrong:
            print("%s: %s" % (file, what))
            failed = True
    print("%d kernels in %d files" % (count, len(files)))
    return failed or not count


if __name__ == "__main__":
    sys.exit(main())
