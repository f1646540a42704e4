"""Ways to damage an object, an archive or a file of device code.

Each mutation takes a random generator and the bytes, a bytearray, and changes these;
it returns what it did in a few words, or None where the file has nothing of its kind.
"""

import struct

RECORD = b"\x10\xff\x10\xad"
BITCODE = b"BC\xc0\xde"
ARCHIVES = (b"!<arch>\n", b"!<thin>\n")
HEADER_BYTES, MEMBER_BYTES, SECTION_BYTES = 64, 60, 64
RECORD_HEADER_BYTES, RECORD_ENTRY_BYTES = 32, 40
# Fields by offset and size.
ELF_FIELDS = [(0x10, 2), (0x12, 2), (0x14, 4), (0x18, 8), (0x20, 8), (0x28, 8), (0x30, 4),
              (0x34, 2), (0x36, 2), (0x38, 2), (0x3A, 2), (0x3C, 2), (0x3E, 2)]
SECTION_FIELDS = [(0, 4), (4, 4), (8, 8), (16, 8), (24, 8), (32, 8), (40, 4), (44, 4),
                  (48, 8), (56, 8)]
RECORD_FIELDS = [(0, 4), (4, 4), (8, 8), (16, 8), (24, 8)]
ENTRY_FIELDS = [(0, 2), (2, 2), (4, 4), (8, 8), (16, 8), (24, 8), (32, 8)]


def places(data, pattern):
    """All positions of the pattern."""
    found, at = [], data.find(pattern)
    while at >= 0:
        found.append(at)
        at = data.find(pattern, at + 1)
    return found


def range_of(random, data, longest=4096):
    begin = random.randrange(len(data))
    return begin, min(len(data), begin + random.choice([1, 4, 8, 16, 64, 256, longest]))


def telling_value(random, old, size, length):
    """Of the values that readers get wrong."""
    top = (1 << 8 * size) - 1
    value = random.choice([0, 1, 2, 3, 7, 8, top, top - 1, top >> 1, (top >> 1) + 1, length,
                           length - 1, length + 1, 2 * length, old + 1, old - 1, old + 8,
                           old * 2, old // 2, old ^ (1 << random.randrange(8 * size)),
                           1 << random.randrange(8 * size), random.randrange(top + 1),
                           0xFFFFFFFF, 0x80000000, (1 << 63) - 1, random.randrange(length)])
    return value & top


def overwrite(random, data, at, size, name):
    if at + size > len(data):
        return None
    old = int.from_bytes(data[at:at + size], "little")
    value = telling_value(random, old, size, len(data))
    data[at:at + size] = value.to_bytes(size, "little")
    return f"{name} at {at:#x}: {old:#x} becomes {value:#x}"


def flip_bits(random, data):
    changed = []
    for _ in range(random.choice([1, 1, 1, 2, 4, 8, 32])):
        at, bit = random.randrange(len(data)), random.randrange(8)
        data[at] ^= 1 << bit
        changed.append(f"{at:#x}.{bit}")
    return "bits flipped: " + " ".join(changed)


def flip_near_begin(random, data):
    starts = [at for pattern in (RECORD, BITCODE, b"\x7fELF") for at in places(data, pattern)]
    if not starts:
        return None
    at = random.choice(starts) + random.randrange(256)
    if at >= len(data):
        return None
    data[at] ^= 1 << random.randrange(8)
    return f"a bit flipped at {at:#x}"


def truncate(random, data):
    size = random.choice([random.randrange(len(data)), len(data) - 1, len(data) // 2,
                          min(len(data), random.randrange(1, 200))])
    del data[size:]
    return f"cut off at {size:#x}"


def fill(random, data):
    begin, end = range_of(random, data)
    value = random.choice([0, 0, 0, 0xFF, 0x20])
    data[begin:end] = bytes([value]) * (end - begin)
    return f"{begin:#x} to {end:#x} filled with {value:#x}"


def fill_at_random(random, data):
    begin, end = range_of(random, data, 512)
    data[begin:end] = random.randbytes(end - begin)
    return f"{begin:#x} to {end:#x} filled at random"


def swap(random, data):
    size = random.choice([1, 4, 8, 16, 32, 64, 512])
    if len(data) < 2 * size:
        return None
    one, other = (random.randrange(0, len(data) - size + 1, min(size, 8)) for _ in range(2))
    data[one:one + size], data[other:other + size] = \
        data[other:other + size], data[one:one + size]
    return f"{size} bytes at {one:#x} and {other:#x} swapped"


def copy_over(random, data):
    begin, end = range_of(random, data, 512)
    at = random.randrange(len(data))
    piece = data[begin:end][:len(data) - at]
    data[at:at + len(piece)] = piece
    return f"{begin:#x} to {end:#x} copied to {at:#x}"


def remove(random, data):
    begin, end = range_of(random, data)
    del data[begin:end]
    return f"{begin:#x} to {end:#x} removed"


def insert(random, data):
    at = random.randrange(len(data))
    size = random.choice([1, 4, 8, 16, 64, 1024])
    data[at:at] = random.choice([bytes(size), random.randbytes(size),
                                 bytes(data[at:at + size])])
    return f"{size} bytes inserted at {at:#x}"


def word(random, data):
    size = random.choice([2, 4, 4, 8])
    return overwrite(random, data, random.randrange(0, len(data), 4), size, "a word")


def elf_header(random, data):
    starts = places(data, b"\x7fELF")
    if not starts:
        return None
    offset, size = random.choice(ELF_FIELDS)
    return overwrite(random, data, random.choice(starts) + offset, size,
                     f"ELF header+{offset:#x}")


def section_header(random, data):
    starts = [at for at in places(data, b"\x7fELF") if at + HEADER_BYTES <= len(data)]
    if not starts:
        return None
    start = random.choice(starts)
    table, = struct.unpack_from("<Q", data, start + 0x28)
    count, = struct.unpack_from("<H", data, start + 0x3C)
    if not count:
        return None
    index = random.randrange(count)
    offset, size = random.choice(SECTION_FIELDS)
    return overwrite(random, data, start + table + index * SECTION_BYTES + offset, size,
                     f"section {index}+{offset:#x}")


def record_header(random, data):
    return field_behind(random, data, RECORD, 0, RECORD_FIELDS, "record")


def record_entry(random, data):
    return field_behind(random, data, RECORD, RECORD_HEADER_BYTES, ENTRY_FIELDS,
                        "record's entry")


def record_strings(random, data):
    fields = [(8 * i, 8) for i in range(8)] + [(64 + i, 1) for i in range(128)]
    return field_behind(random, data, RECORD, RECORD_HEADER_BYTES + RECORD_ENTRY_BYTES,
                        fields, "record's strings")


def field_behind(random, data, pattern, distance, fields, name):
    starts = places(data, pattern)
    if not starts:
        return None
    offset, size = random.choice(fields)
    return overwrite(random, data, random.choice(starts) + distance + offset, size,
                     f"{name}+{offset:#x}")


def bitcode_bits(random, data):
    """In the code of a module, which has no structure in bytes: abbreviations, lengths of
    blocks, records."""
    starts = places(data, BITCODE)
    if not starts:
        return None
    start = random.choice(starts)
    reach = random.choice([64, 512, 4096, len(data) - start])
    changed = []
    for _ in range(random.choice([1, 1, 2, 3])):
        at = start + random.randrange(min(reach, len(data) - start))
        data[at] ^= 1 << random.randrange(8)
        changed.append(f"{at:#x}")
    return "bits of bitcode flipped at " + " ".join(changed)


def bitcode_words(random, data):
    """Blocks begin with their length in a word, at multiples of four."""
    starts = places(data, BITCODE)
    if not starts:
        return None
    start = random.choice(starts)
    at = start + 4 * random.randrange(min(2048, (len(data) - start) // 4) or 1)
    return overwrite(random, data, at, 4, "a word of bitcode")


def bitcode_swap(random, data):
    starts = places(data, BITCODE)
    if not starts:
        return None
    start = random.choice(starts)
    count = (len(data) - start) // 4
    size = 4 * random.choice([1, 2, 4, 16])
    if count < 64:
        return None
    one, other = (start + 4 * random.randrange(count - 16) for _ in range(2))
    data[one:one + size], data[other:other + size] = \
        data[other:other + size], data[one:one + size]
    return f"{size} bytes of bitcode at {one:#x} and {other:#x} swapped"


def members(data):
    """Where headers of an archive's members begin."""
    found, at = [], 8
    while at + MEMBER_BYTES <= len(data):
        try:
            size = int(data[at + 48:at + 58])
        except ValueError:
            break
        found.append(at)
        is_thin = data.startswith(ARCHIVES[1]) and data[at:at + 1] != b"/"
        is_thin |= data.startswith(ARCHIVES[1]) and data[at + 1:at + 2].isdigit()
        at += MEMBER_BYTES + (0 if is_thin else size + size % 2)
    return found


def member_header(random, data):
    if not data.startswith(ARCHIVES) or not (starts := members(data)):
        return None
    at = random.choice(starts)
    begin, end = random.choice([(0, 16), (0, 16), (16, 28), (40, 48), (48, 58), (48, 58),
                                (58, 60)])
    text = random.choice([b"0", b"-1", b"4294967295", b"9" * 10, b"1", b"8",
                          str(len(data)).encode(), b"", b"/", b"//", b"/0", b"/99999",
                          b"/-5", b"#1/20", b"#1/999999", b"#1/-1", b"x" * 16, b"\0" * 16])
    data[at + begin:at + end] = text.ljust(end - begin)[:end - begin]
    return f"member at {at:#x}+{begin}: becomes {text!r}"


def archive_head(random, data):
    """The magic, the table of symbols, the table of names."""
    if not data.startswith(ARCHIVES):
        return None
    at = random.randrange(min(len(data), 300))
    data[at] = random.choice([0, 0xFF, ord("/"), ord("\n"), ord("9"), data[at] ^ 1])
    return f"head of the archive at {at:#x}"


# The more often named, the likelier.
MUTATIONS = [
    flip_bits, flip_bits, flip_near_begin, flip_near_begin, truncate, fill, fill,
    fill_at_random, swap, copy_over, remove, insert, word, word, elf_header, section_header,
    section_header, record_header, record_entry, record_strings, bitcode_bits, bitcode_bits,
    bitcode_bits, bitcode_words, bitcode_words, bitcode_swap, member_header, member_header,
    archive_head]


def damage(random, data):
    """Changes the bytes in one or two ways; returns what was done."""
    original, done = bytes(data), []
    wanted = random.choice([1, 1, 1, 2])
    while len(done) < wanted or data == original:
        what = random.choice(MUTATIONS)(random, data) if data else None
        if what:
            done.append(what)
        if not data:
            break
    return "; ".join(done)
