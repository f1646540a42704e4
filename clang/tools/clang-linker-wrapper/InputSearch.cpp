//===- InputSearch.cpp - The files that the host linker will read ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InputSearch.h"

#include "ompjit/DeviceLink/LinkerScript.h"

#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstring>

using namespace llvm;
using namespace ompjit::devicelink;

namespace ompjit::wrapper {

/// Returns nothing if the path names no file.
static std::optional<file_magic> magicOf(StringRef Path) {
  file_magic Magic;
  if (identify_magic(Path, Magic))
    return std::nullopt;
  return Magic;
}

bool isBareDeviceCode(StringRef Path) {
  return magicOf(Path) == file_magic(file_magic::offload_binary);
}

/// Returns whether a file has segments. ld takes a library without any for one
/// that defines nothing.
static bool hasSegments(StringRef Path) {
  auto Start = MemoryBuffer::getFileSlice(Path, sizeof(ELF::Elf64_Ehdr), 0);
  if (!Start || (*Start)->getBufferSize() < sizeof(ELF::Elf64_Ehdr))
    return true;
  ELF::Elf64_Ehdr Header;
  std::memcpy(&Header, (*Start)->getBufferStart(), sizeof(Header));
  return Header.e_ident[ELF::EI_CLASS] != ELF::ELFCLASS64 || Header.e_phnum;
}

void InputSearch::add(const Mention &M) {
  std::optional<std::string> Path = M.Name;
  if (M.IsLibrary)
    Path = findLibrary(M.Name, Directories, Sysroot, M.State.Libraries);
  if (Path)
    addFile(*Path, M);
  else
    LacksInputs = true;
}

void InputSearch::addFile(const std::string &Path, const Mention &M) {
  std::optional<file_magic> Magic = magicOf(Path);
  if (!Magic) {
    LacksInputs = true;
    return;
  }
  // Like ld, take a file of no known kind for a script.
  if (*Magic == file_magic::unknown)
    addScript(Path, M);
  else if (*Magic == file_magic::elf_shared_object && hasSegments(Path))
    SharedLibraries.push_back(Path);
  else
    Inputs.push_back({Path, M.State.WholeArchive, M.InLib});
}

/// Resolves names as ld does: an absolute path in a script that is in the
/// sysroot is relative to the sysroot; other files are looked for in the
/// current folder, beside the script, and in the folders of -L.
std::string InputSearch::besideScript(const std::string &Name,
                                      StringRef Script) const {
  StringRef File = Name;
  if (File.consume_front("=") || File.consume_front("$SYSROOT"))
    return Sysroot + File.str();
  if (sys::path::is_absolute(Name)) {
    bool InSysroot = !Sysroot.empty() && Script.starts_with(Sysroot) &&
                     sys::fs::exists(Sysroot + Name);
    return InSysroot ? Sysroot + Name : Name;
  }
  if (sys::fs::exists(Name))
    return Name;
  SmallString<128> Beside(sys::path::parent_path(Script));
  sys::path::append(Beside, Name);
  if (sys::fs::exists(Beside))
    return Beside.str().str();
  return findLibrary(":" + Name, Directories, Sysroot, LibraryKind::Any)
      .value_or(Name);
}

void InputSearch::addScript(const std::string &Path, const Mention &M) {
  constexpr unsigned MaxDepth = 16; // A script may name itself.
  constexpr uint64_t MaxSize = 1 << 20;
  uint64_t Size = 0;
  if (Depth == MaxDepth || !sys::fs::is_regular_file(Path) ||
      sys::fs::file_size(Path, Size) || Size > MaxSize)
    return;
  auto File = MemoryBuffer::getFile(Path);
  if (!File || (*File)->getBuffer().contains('\0'))
    return;
  LinkerScript Script = parseLinkerScript((*File)->getBuffer());
  Directories.insert(Directories.end(), Script.Directories.begin(),
                     Script.Directories.end());
  ++Depth;
  for (const LinkerScript::Input &Input : Script.Inputs) {
    std::string Name =
        Input.IsLibrary ? Input.Name : besideScript(Input.Name, Path);
    add({Name, Input.IsLibrary, M.InLib, M.State});
  }
  for (const std::string &Include : Script.Includes)
    addScript(besideScript(Include, Path), M);
  --Depth;
}

} // namespace ompjit::wrapper
