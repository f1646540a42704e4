//===- SharedLibraries.cpp - Symbols of libraries -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/SharedLibraries.h"
#include "ompjit/DeviceLink/Target.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

namespace {

using Elf = ELFFile<ELF64LE>;

class Search {
public:
  Search(ArrayRef<std::string> Folders, StringRef Triple, StringSet<> &Names);

  void add(std::string Path) {
    if (Seen.insert(Path).second)
      Queue.push_back(std::move(Path));
  }
  /// Returns whether the library was found.
  bool addDependence(const std::string &Name,
                     ArrayRef<std::string> FirstFolders);
  bool run();

private:
  struct Dependences {
    std::vector<std::string> Libraries;
    std::vector<std::string> Folders;
  };

  Error visit(const std::string &Path);
  Error removeDefined(const Elf &File);
  Expected<Dependences> dependences(const Elf &File, StringRef Path);

  StringSet<> &Names;
  std::vector<std::string> UsualFolders;
  std::vector<std::string> Queue;
  StringSet<> Seen;
  bool FoundAll = true;
};

} // namespace

static void addPathList(StringRef List, std::vector<std::string> &Folders) {
  for (StringRef Folder : split(List, ':'))
    if (!Folder.empty())
      Folders.push_back(Folder.str());
}

Search::Search(ArrayRef<std::string> Folders, StringRef Triple,
               StringSet<> &Names)
    : Names(Names) {
  for (const std::string &Folder : Folders)
    addPathList(Folder, UsualFolders);
  if (auto List = sys::Process::GetEnv("LD_LIBRARY_PATH"))
    addPathList(*List, UsualFolders);
  append_range(UsualFolders, systemLibraryFolders(Triple));
}

bool Search::run() {
  for (size_t I = 0; I != Queue.size() && !Names.empty(); ++I)
    if (Error E = visit(std::string(Queue[I]))) {
      consumeError(std::move(E));
      FoundAll = false;
    }
  return FoundAll;
}

Error Search::visit(const std::string &Path) {
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!Buffer)
    return errorCodeToError(Buffer.getError());
  auto File = Elf::create((*Buffer)->getBuffer());
  if (!File)
    return File.takeError();
  if (Error E = removeDefined(*File))
    return E;
  auto Needed = dependences(*File, Path);
  if (!Needed)
    return Needed.takeError();
  for (const std::string &Name : Needed->Libraries)
    FoundAll &= addDependence(Name, Needed->Folders);
  return Error::success();
}

Error Search::removeDefined(const Elf &File) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_DYNSYM)
      continue;
    auto Symbols = File.symbols(&Section);
    if (!Symbols)
      return Symbols.takeError();
    auto Strings = File.getStringTableForSymtab(Section);
    if (!Strings)
      return Strings.takeError();
    for (const auto &Symbol : *Symbols) {
      if (Symbol.st_shndx == ELF::SHN_UNDEF ||
          Symbol.getBinding() == ELF::STB_LOCAL)
        continue;
      auto Name = Symbol.getName(*Strings);
      if (!Name)
        return Name.takeError();
      Names.erase(*Name);
    }
  }
  return Error::success();
}

Expected<Search::Dependences> Search::dependences(const Elf &File,
                                                  StringRef Path) {
  auto Sections = File.sections();
  if (!Sections)
    return Sections.takeError();
  Dependences All;
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_DYNAMIC)
      continue;
    auto Entries = File.getSectionContentsAsArray<ELF64LE::Dyn>(Section);
    if (!Entries)
      return Entries.takeError();
    auto Strings = File.getLinkAsStrtab(Section);
    if (!Strings)
      return Strings.takeError();
    for (const auto &Entry : *Entries) {
      if (Entry.d_un.d_val >= Strings->size())
        continue;
      StringRef Text(Strings->data() + Entry.d_un.d_val);
      if (Entry.d_tag == ELF::DT_NEEDED)
        All.Libraries.push_back(Text.str());
      else if (Entry.d_tag == ELF::DT_RUNPATH || Entry.d_tag == ELF::DT_RPATH)
        addPathList(Text, All.Folders);
    }
  }
  StringRef Origin = sys::path::parent_path(Path);
  for (std::string &Folder : All.Folders) {
    StringRef Rest = Folder;
    if (Rest.consume_front("$ORIGIN") || Rest.consume_front("${ORIGIN}"))
      Folder = (Origin + Rest).str();
  }
  All.Folders.push_back(Origin.str());
  return All;
}

bool Search::addDependence(const std::string &Name,
                           ArrayRef<std::string> FirstFolders) {
  for (const std::string &Folder : concat<const std::string>(
           FirstFolders, ArrayRef<std::string>(UsualFolders))) {
    std::string Path = Folder + "/" + Name;
    if (!sys::fs::exists(Path))
      continue;
    add(std::move(Path));
    return true;
  }
  return false;
}

bool removeDefinedNames(const LibrarySearch &Wanted, StringSet<> &Names) {
  Search TheSearch(Wanted.Folders, Wanted.Triple, Names);
  for (const std::string &Library : Wanted.Libraries)
    TheSearch.add(Library);
  for (const std::string &SoName : Wanted.SoNames)
    TheSearch.addDependence(SoName, {});
  return TheSearch.run();
}

} // namespace ompjit::devicelink
