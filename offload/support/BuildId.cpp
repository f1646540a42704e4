//===- BuildId.cpp - The GNU build id of an ELF file ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/BuildId.h"

#include <cerrno>
#include <cstring>
#include <elf.h>
#include <fcntl.h>
#include <initializer_list>
#include <link.h>
#include <unistd.h>

using namespace ompjit;

namespace {

/// No linker writes as many; a file that claims more is damaged.
constexpr uint64_t MaxProgramHeaders = 1024;
constexpr uint64_t MaxNoteBytes = 1 << 16;

/// A file that is open for reading until the end of the scope.
class ReadOnlyFile {
public:
  explicit ReadOnlyFile(const std::string &Path)
      : File(::open(Path.c_str(), O_RDONLY | O_CLOEXEC)) {}
  ~ReadOnlyFile() {
    if (File >= 0)
      ::close(File);
  }
  ReadOnlyFile(const ReadOnlyFile &) = delete;
  ReadOnlyFile &operator=(const ReadOnlyFile &) = delete;

  explicit operator bool() const { return File >= 0; }

  /// Returns the bytes of the range, or fewer if the file ends or cannot be
  /// read.
  std::string read(uint64_t Offset, uint64_t Size) const {
    std::string Bytes(Size, '\0');
    size_t Done = 0;
    while (Done != Size) {
      ssize_t Step =
          ::pread(File, Bytes.data() + Done, Size - Done, off_t(Offset + Done));
      if (Step < 0 && errno == EINTR)
        continue;
      if (Step <= 0)
        break;
      Done += size_t(Step);
    }
    Bytes.resize(Done);
    return Bytes;
  }

private:
  int File;
};

/// Notes are padded to four bytes each.
uint64_t padded(uint32_t Size) { return (uint64_t(Size) + 3) & ~uint64_t(3); }

bool isElf64(ByteView Bytes, Elf64_Ehdr &Header) {
  if (Bytes.size() != sizeof(Header))
    return false;
  std::memcpy(&Header, Bytes.data(), sizeof(Header));
  return std::memcmp(Header.e_ident, ELFMAG, SELFMAG) == 0 &&
         Header.e_ident[EI_CLASS] == ELFCLASS64 &&
         Header.e_ident[EI_DATA] == ELFDATA2LSB &&
         Header.e_phentsize == sizeof(Elf64_Phdr) &&
         Header.e_phnum <= MaxProgramHeaders && Header.e_phoff <= INT64_MAX;
}

using Finder = std::optional<std::string> (*)(ByteView Notes);

std::optional<std::string> searchSegments(const ReadOnlyFile &File,
                                          const Elf64_Ehdr &Header,
                                          Finder Find) {
  std::string Table =
      File.read(Header.e_phoff, Header.e_phnum * sizeof(Elf64_Phdr));
  for (size_t At = 0; At + sizeof(Elf64_Phdr) <= Table.size();
       At += sizeof(Elf64_Phdr)) {
    Elf64_Phdr Segment;
    std::memcpy(&Segment, Table.data() + At, sizeof(Segment));
    if (Segment.p_type != PT_NOTE || Segment.p_filesz > MaxNoteBytes ||
        Segment.p_offset > INT64_MAX - MaxNoteBytes)
      continue;
    if (std::optional<std::string> Id =
            Find(File.read(Segment.p_offset, Segment.p_filesz)))
      return Id;
  }
  return std::nullopt;
}

struct NoteSearch {
  const void *Address; ///< An address in the library.
  Finder Find;
  std::string Id;
};

bool holds(const dl_phdr_info &Object, const void *Address) {
  const auto At = reinterpret_cast<uintptr_t>(Address);
  for (int I = 0; I != Object.dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Object.dlpi_phdr[I];
    const uintptr_t Begin = Object.dlpi_addr + Segment.p_vaddr;
    if (Segment.p_type == PT_LOAD && At >= Begin &&
        At - Begin < Segment.p_memsz)
      return true;
  }
  return false;
}

int searchNotes(dl_phdr_info *Object, size_t, void *Opaque) {
  auto *Search = static_cast<NoteSearch *>(Opaque);
  if (!holds(*Object, Search->Address))
    return 0;
  for (int I = 0; I != Object->dlpi_phnum; ++I) {
    const ElfW(Phdr) &Segment = Object->dlpi_phdr[I];
    if (Segment.p_type != PT_NOTE)
      continue;
    const auto *Notes =
        reinterpret_cast<const char *>(Object->dlpi_addr + Segment.p_vaddr);
    if (std::optional<std::string> Id =
            Search->Find(ByteView(Notes, Segment.p_memsz))) {
      Search->Id = std::move(*Id);
      break;
    }
  }
  return 1;
}

std::string searchMemory(const void *Address, Finder Find) {
  NoteSearch Search{Address, Find, {}};
  ::dl_iterate_phdr(searchNotes, &Search);
  return Search.Id;
}

/// Returns the content of the first note of the name and type that has from 8
/// to 64 bytes.
std::optional<std::string> findNote(ByteView Notes, ByteView Wanted,
                                    uint32_t WantedType) {
  ByteReader Reader(Notes);
  while (Reader.remaining() >= sizeof(Elf64_Nhdr)) {
    uint32_t NameSize = Reader.read<uint32_t>();
    uint32_t IdSize = Reader.read<uint32_t>();
    uint32_t Type = Reader.read<uint32_t>();
    ByteView Name = Reader.take(padded(NameSize)).substr(0, NameSize);
    ByteView Id = Reader.take(IdSize);
    if (Reader.failed())
      return std::nullopt;
    // A linker may be told to write a short id. With fewer than eight bytes it
    // would not distinguish builds reliably.
    if (Type == WantedType && Name == Wanted && IdSize >= 8 && IdSize <= 64)
      return hexadecimal(Id);
    Reader.take(padded(IdSize) - IdSize);
  }
  return std::nullopt;
}

/// The last finder's id is what a file must have.
Result<std::string> readId(const std::string &Path,
                           std::initializer_list<Finder> Finders) {
  ReadOnlyFile File(Path);
  if (!File)
    return Error("cannot open " + Path + ": " + std::strerror(errno));
  Elf64_Ehdr Header;
  if (!isElf64(File.read(0, sizeof(Header)), Header))
    return Error(Path + " is not a 64-bit ELF file");
  for (const Finder Find : Finders)
    if (std::optional<std::string> Id = searchSegments(File, Header, Find))
      return std::move(*Id);
  return Error(Path + " has no build id");
}

} // namespace

std::optional<std::string> ompjit::findBuildId(ByteView Notes) {
  return findNote(Notes, ByteView("GNU\0", 4), NT_GNU_BUILD_ID);
}

std::optional<std::string> ompjit::findSourceId(ByteView Notes) {
  return findNote(Notes, ByteView(SourceIdNote, sizeof(SourceIdNote)),
                  SourceIdType);
}

Result<std::string> ompjit::readBuildId(const std::string &Path) {
  return readId(Path, {findBuildId});
}

Result<std::string> ompjit::readSourceId(const std::string &Path) {
  return readId(Path, {findSourceId, findBuildId});
}

std::string ompjit::buildIdInMemory(const void *Address) {
  return searchMemory(Address, findBuildId);
}

std::string ompjit::sourceIdInMemory(const void *Address) {
  std::string Id = searchMemory(Address, findSourceId);
  return Id.empty() ? buildIdInMemory(Address) : Id;
}
