//===- ArchiveMembers.cpp - The files in an archive -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArchiveMembers.h"

#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/WorkNote.h"

#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

/// Checks a member's size, which LLVM takes from its header without a check.
static Error checkBounds(StringRef Member, StringRef File) {
  if (Member.begin() >= File.begin() && Member.begin() <= File.end() &&
      Member.size() > size_t(File.end() - Member.begin()))
    return createStringError("its last member is cut off");
  return Error::success();
}

Expected<std::unique_ptr<Archive>>
visitMembers(MemoryBufferRef File,
             function_ref<Error(MemoryBufferRef, std::string)> Visit) {
  StringRef Path = File.getBufferIdentifier();
  const WorkNote Note(Path, File.getBufferSize());
  auto Opened = Archive::create(File);
  if (!Opened)
    return fileError(Path, Opened.takeError());
  Error Failure = Error::success();
  for (const Archive::Child &Child : (*Opened)->children(Failure)) {
    Expected<MemoryBufferRef> Member = Child.getMemoryBufferRef();
    Error E = Member ? checkBounds(Member->getBuffer(), File.getBuffer())
                     : Member.takeError();
    if (E)
      return joinErrors(std::move(Failure), fileError(Path, std::move(E)));
    StringRef Name = sys::path::filename(Member->getBufferIdentifier());
    if (Error E = Visit(*Member, (Path + "(" + Name + ")").str()))
      return joinErrors(std::move(Failure), std::move(E));
  }
  if (Failure)
    return fileError(Path, std::move(Failure));
  return std::move(*Opened);
}

} // namespace ompjit::devicelink
