"""Writes a recording in the form that the packaged llvm-omp-kernel-replay reads.

    to-packaged-recording.py RECORDING.json

The files go to the current folder and are named after the kernel. Variables
are left out: the packaged form has none.
"""

import json
import os
import shutil
import sys

path = sys.argv[1]
folder = os.path.dirname(path)
with open(path) as file:
    recording = json.load(file)
name = recording["kernel"]
begin = int(recording["memory"]["address"], 16)


def flat(part):
    """The memory as one range, with zeros between the blocks."""
    with open(os.path.join(folder, recording[part]["name"]), "rb") as file:
        memory = bytearray()
        for block in recording["blocks"]:
            offset = int(block["address"], 16) - begin
            memory.extend(bytes(offset - len(memory)))
            memory.extend(file.read(block["bytes"]))
    return memory


memory = flat("input")
with open(name + ".memory", "wb") as file:
    file.write(memory)
with open(name + ".original.output", "wb") as file:
    file.write(flat("output"))
shutil.copy(os.path.join(folder, recording["image"]["name"]), name + ".image")
arguments = [int(value, 16) for value in recording["arguments"]]
with open("packaged.json", "w") as file:
    json.dump({
        "Name": name,
        "NumArgs": len(arguments),
        "NumTeamsClause": recording["num_teams"][0],
        "ThreadLimitClause": recording["thread_limit"][0],
        "LoopTripCount": int(recording["trip_count"], 16),
        "DeviceMemorySize": len(memory),
        "DeviceId": recording["device"],
        "BumpAllocVAStart": begin,
        "ArgPtrs": arguments,
        "ArgOffsets": [0] * len(arguments),
    }, file)
