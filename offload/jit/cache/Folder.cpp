//===- Folder.cpp - Opening and checking the cache folder -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folder.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

Error systemError(const std::string &What) {
  return Error(What + ": " + std::strerror(errno));
}

/// Creates the folder and its missing parents. Reports no failure: opening the
/// folder afterwards does.
void makeFolders(FileSystem &Files, const std::string &Path) {
  for (size_t Slash = Path.find('/', 1); Slash != std::string::npos;
       Slash = Path.find('/', Slash + 1))
    Files.makeDir(Path.substr(0, Slash).c_str(), 0700);
  Files.makeDir(Path.c_str(), 0700);
}

FileHandle openOnce(FileSystem &Files, const std::string &Path) {
  return FileHandle(Files,
                    Files.openAt(AT_FDCWD, Path.c_str(),
                                 O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0));
}

Status checkFolder(FileSystem &Files, int Folder) {
  struct stat Info;
  if (Files.statFile(Folder, Info) != 0)
    return systemError("its properties cannot be read");
  if (Info.st_uid != Files.effectiveUser())
    return Error("it belongs to another user");
  if (Info.st_mode & (S_IWGRP | S_IWOTH))
    return Error("other users may write to it (chmod go-w would help)");
  return Done();
}

enum class WhenMissing { Fail, Make };

Result<FileHandle> open(FileSystem &Files, const std::string &Path,
                        WhenMissing What) {
  if (Files.hasRaisedPrivileges())
    return Error("the program runs with raised privileges (set-uid)");
  if (!Path.starts_with('/'))
    return Error("no folder is known: neither HOME nor XDG_CACHE_HOME names "
                 "an absolute path");
  // With a final slash, opening the folder would follow a link.
  std::string Trimmed = Path;
  while (Trimmed.size() > 1 && Trimmed.back() == '/')
    Trimmed.pop_back();

  FileHandle Folder = openOnce(Files, Trimmed);
  if (!Folder && errno == ENOENT && What == WhenMissing::Make) {
    makeFolders(Files, Trimmed);
    Folder = openOnce(Files, Trimmed);
  }
  if (!Folder)
    return systemError("the folder " + Path + " cannot be opened");
  Status Checked = checkFolder(Files, Folder.get());
  if (!Checked)
    return Checked.takeError().context("the folder " + Path + " is not used");
  return Folder;
}

} // namespace

Result<FileHandle> cache::openFolder(FileSystem &Files,
                                     const std::string &Path) {
  return open(Files, Path, WhenMissing::Make);
}

Result<FileHandle> cache::openExistingFolder(FileSystem &Files,
                                             const std::string &Path) {
  return open(Files, Path, WhenMissing::Fail);
}

std::string cache::randomDigits(FileSystem &Files) {
  uint64_t Random = 0;
  if (!Files.fillRandom(&Random, sizeof(Random)))
    Random = Files.monotonicNs();
  char Digits[17];
  std::snprintf(Digits, sizeof(Digits), "%016llx", (unsigned long long)Random);
  return Digits;
}

bool cache::moveAside(FileSystem &Files, int Folder, const std::string &Name) {
  const std::string Aside = AsidePrefix + randomDigits(Files);
  return Files.renameAt(Folder, Name.c_str(), Aside.c_str()) == 0;
}
