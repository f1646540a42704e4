//===- Libraries.cpp - Device libraries of a link -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Libraries.h"

#include "ArchiveMembers.h"
#include "ompjit/DeviceLink/DeviceGroup.h"
#include "ompjit/DeviceLink/Examine.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/Inputs.h"
#include "ompjit/DeviceLink/SymbolNames.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/DeviceLink/WorkNote.h"
#include "ompjit/Specialize/MathCalls.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

namespace {

struct Member {
  DeviceCode Code;
  SymbolNames Names;
  bool IsTaken = false;
};

/// The archives of one device link.
class Libraries {
public:
  explicit Libraries(const DeviceGroup &Group) : Group(Group) {}

  Error add(StringRef Path, bool IsInstalled);
  Error add(MemoryBufferRef Archive, bool IsInstalled);
  Expected<std::vector<DeviceCode>> takeNeeded();

private:
  Error addMember(std::string Source, MemoryBufferRef Buffer, bool IsInstalled);

  const DeviceGroup &Group;
  std::vector<Member> Members;
};

} // namespace

Error Libraries::add(StringRef Path, bool IsInstalled) {
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!File)
    return fileError(Path, File.getError());
  return add(**File, IsInstalled);
}

Error Libraries::add(MemoryBufferRef Archive, bool IsInstalled) {
  return visitMembers(Archive,
                      [&](MemoryBufferRef Member, std::string Source) {
                        return addMember(std::move(Source), Member,
                                         IsInstalled);
                      })
      .takeError();
}

Error Libraries::addMember(std::string Source, MemoryBufferRef Buffer,
                           bool IsInstalled) {
  DeviceCode Code;
  Code.Source = std::move(Source);
  Code.Triple = Group.Triple;
  Code.Arch = Group.Arch;
  Code.Producer = OFK_OpenMP;
  Code.IsInstalled = IsInstalled;
  Code.Image = MemoryBuffer::getMemBufferCopy(Buffer.getBuffer(), Code.Source);
  auto Names = [&] {
    const WorkNote Note(Code.Source, Buffer.getBufferSize());
    return symbolNames(*Code.Image);
  }();
  if (!Names)
    return fileError(Code.Source, Names.takeError());
  Members.push_back({std::move(Code), std::move(*Names)});
  return Error::success();
}

Expected<std::vector<DeviceCode>> Libraries::takeNeeded() {
  SymbolState Link;
  for (const DeviceCode *Code : Group.Codes) {
    const WorkNote Note(Code->Source, Code->Image->getBufferSize());
    auto Names = symbolNames(*Code->Image);
    if (!Names)
      return fileError(Code->Source, Names.takeError());
    Link.add(*Names);
    if (Code->isBitcode() && targetKind(Group.Triple) != TargetKind::Host)
      for (StringRef Name : mathFunctionsFor(Code->Image->getBuffer()))
        Link.need(Name);
  }
  std::vector<DeviceCode> Needed;
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Member &M : Members) {
      if (M.IsTaken || !Link.lacksAnyOf(M.Names.Defined))
        continue;
      Link.add(M.Names);
      M.IsTaken = Changed = true;
      Needed.push_back(std::move(M.Code));
    }
  }
  return Needed;
}

/// Finds an archive as a linker does, in the order of the folders.
static Expected<std::string> find(StringRef Name, ArrayRef<std::string> Folders,
                                  const DeviceGroup &Group) {
  if (auto Path = findLibrary(Name, Folders, "", LibraryKind::StaticOnly))
    return *Path;
  return createStringError("cannot find the device library -l" + Name +
                           " for " + Group.Triple + "; looked in " +
                           join(Folders, ", ") + "; the code is that of " +
                           fileList(Group));
}

Expected<std::vector<DeviceCode>>
neededLibraryCode(const DeviceGroup &Group, const LinkConfig &Options,
                  ArrayRef<std::string> OwnFolders,
                  ArrayRef<std::string> UsualFolders) {
  if (Options.Libraries.empty())
    return std::vector<DeviceCode>();
  std::vector<std::string> Folders = Options.LibraryFolders;
  if (std::optional<std::string> Path = sys::Process::GetEnv("LIBRARY_PATH"))
    for (StringRef Folder : split(*Path, ':'))
      if (!Folder.empty())
        Folders.push_back(Folder.str());
  append_range(Folders, OwnFolders);
  append_range(Folders, UsualFolders);
  Libraries All(Group);
  for (StringRef Name : Options.Libraries) {
    auto Path = find(Name, Folders, Group);
    if (!Path)
      return Path.takeError();
    const bool IsInstalled =
        is_contained(OwnFolders, sys::path::parent_path(*Path).str());
    if (Error E = All.add(*Path, IsInstalled))
      return E;
  }
  return All.takeNeeded();
}

Expected<std::vector<DeviceCode>> neededCodeOf(const DeviceGroup &Group,
                                               MemoryBufferRef Library) {
  Libraries All(Group);
  if (Error E = All.add(Library, /*IsInstalled=*/true))
    return E;
  return All.takeNeeded();
}

} // namespace ompjit::devicelink
