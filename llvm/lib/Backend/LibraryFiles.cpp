//===- LibraryFiles.cpp - Where the system's libraries are ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryFiles.h"

#include "ompjit/Support/Mutex.h"
#include "ompjit/Support/ProgramEnvironment.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <link.h>
#include <map>

using namespace llvm;

namespace ompjit {

namespace {

struct Loaded {
  StringRef SoName;
  std::string Path;   ///< Empty: not loaded.
  std::string Folder; ///< The folder of the C library; usually the system's.
};

/// Finds a loaded library. It does not take the lock that is held while
/// libraries are opened, and calls no function that others could have replaced.
Loaded findLoaded(StringRef SoName) {
  Loaded Found{SoName, {}, {}};
  ::dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Opaque) {
        auto &Found = *static_cast<Loaded *>(Opaque);
        const StringRef Path = Info->dlpi_name ? Info->dlpi_name : "";
        const StringRef Name = sys::path::filename(Path);
        if (Name == Found.SoName && Name != Path)
          Found.Path = Path.str();
        if (Name == "libc.so.6")
          Found.Folder = sys::path::parent_path(Path).str();
        return 0;
      },
      &Found);
  return Found;
}

std::unique_ptr<LibrarySymbols> openIfThere(const std::string &Path,
                                            const TargetTraits &Host) {
  if (!sys::fs::exists(Path))
    return nullptr;
  auto Library = LibrarySymbols::open(Path, Host);
  if (Library)
    return std::move(*Library);
  consumeError(Library.takeError());
  return nullptr;
}

/// \p List is separated by colons.
std::unique_ptr<LibrarySymbols> openIn(StringRef List, StringRef SoName,
                                       const TargetTraits &Host) {
  for (StringRef Folder : split(List, ':'))
    if (!Folder.empty())
      if (auto Library = openIfThere((Folder + "/" + SoName).str(), Host))
        return Library;
  return nullptr;
}

std::unique_ptr<LibrarySymbols> open(StringRef SoName,
                                     ArrayRef<std::string> Folders,
                                     const TargetTraits &Host) {
  Loaded Here{SoName, {}, {}};
  if (Folders.empty() && &Host == &ThisHost) {
    Here = findLoaded(SoName);
    if (auto Library = openIfThere(Here.Path, Host))
      return Library;
  }
  std::string Lists = join(Folders, ":");
  if (const char *List = programVariable("LD_LIBRARY_PATH"))
    Lists += std::string(":") + List;
  Lists += ':' + Here.Folder;
  for (StringRef Folder : Host.Host.LibraryFolders)
    Lists += ':' + Folder.str();
  return openIn(Lists, SoName, Host);
}

} // namespace

const LibrarySymbols *findLibrary(StringRef SoName,
                                  ArrayRef<std::string> Folders,
                                  const TargetTraits &Host) {
  using Known = std::map<std::string, std::unique_ptr<LibrarySymbols>>;
  static Mutex Guard;
  // Never destroyed, because links may run at exit.
  static Known &Opened OMPJIT_GUARDED_BY(Guard) = *new Known;
  std::string Key = std::string(Host.Arch) + ':' + SoName.str();
  for (const std::string &Folder : Folders)
    Key += ':' + Folder;
  MutexLock Lock(Guard);
  std::unique_ptr<LibrarySymbols> &Library = Opened[Key];
  if (!Library)
    Library = open(SoName, Folders, Host);
  return Library.get();
}

} // namespace ompjit
