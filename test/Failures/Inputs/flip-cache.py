"""Damages each file of a warm cache folder in turn and runs the program.

    flip-cache.py PROGRAM CACHE-FOLDER

Each run has to give the right result and to compile again exactly what the
damage took away, whose entry is then good again. A note that is damaged costs no
compile here: all images are there.
"""

import os
import sys

import survive

MAGIC = b"OMPJITCE"


def files(folder):
    for parent, _, names in os.walk(folder):
        for name in sorted(names):
            yield os.path.join(parent, name)


def flipped(data, bit):
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def damages(data):
    """Ways to damage a file: a title, and the bytes then."""
    size = len(data)
    # All of the header's fields, then places all over the rest.
    places = list(range(0, min(size, 112), 12))
    places += [size * part // 8 for part in range(1, 8)] + [size - 1]
    for place in sorted(set(places)):
        yield "bit %d of byte %d" % (place % 8, place), flipped(data, place * 8 + place % 8)
    yield "nothing left", b""
    yield "half of it left", data[:size // 2]
    yield "one byte missing", data[:-1]
    yield "one byte more", data + b"\0"


def overwrite(path, data):
    """In place: the inode, the owner and the mode stay."""
    with open(path, "r+b") as file:
        file.truncate(len(data))
        file.write(data)


def damage_one(program, path, data):
    """The number of runs that went wrong with one file."""
    bad = 0
    for title, damaged in damages(data):
        overwrite(path, damaged)
        what = "%s, %s" % (os.path.basename(path), title)
        done = survive.run([program])
        if not survive.expect("right", done, what):
            bad += 1
        elif data.startswith(MAGIC) and done.stats["all_compiles"] != 1:
            print("%s: the damage was not noticed: %s" % (what, done.stats))
            bad += 1
        if not os.path.exists(path):
            print(what + ": the entry was not made again")
            return bad + 1
    # What the last run stored is whole.
    done = survive.run([program])
    if not survive.expect("right", done) or done.stats["all_compiles"] != 0:
        print("%s: not stored again: %s" % (path, done.stats))
        bad += 1
    return bad


def damage_note(program, path, data):
    bad = 0
    for title, damaged in damages(data):
        with open(path, "wb", opener=lambda name, flags: os.open(name, flags, 0o600)) as file:
            file.write(damaged)
        what = "%s, %s" % (os.path.basename(path), title)
        done = survive.run([program])
        if not survive.expect("right", done, what) or done.stats["all_compiles"] != 0:
            bad += 1
    return bad


def main():
    program, cache = sys.argv[1:]
    bad = entries = 0
    for path in list(files(cache)):
        with open(path, "rb") as file:
            data = file.read()
        if not data:
            continue  # Locks and stamps.
        entries += data.startswith(MAGIC)
        damage = damage_note if path.endswith(".note") else damage_one
        bad += damage(program, path, data)
    print("%d entries, %d bad runs" % (entries, bad))
    return 1 if bad or not entries else 0


if __name__ == "__main__":
    sys.exit(main())
