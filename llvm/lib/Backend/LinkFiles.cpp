//===- LinkFiles.cpp - Inputs and output of a link ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinkFiles.h"

#include "MemoryFile.h"
#include "TemporaryFolder.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <cstdlib>

using namespace llvm;

namespace ompjit {

namespace {

class MemoryFiles : public LinkFiles {
public:
  Error open(ArrayRef<StringRef> Contents) {
    if (Error E = OutputPipe::create().moveInto(Pipe))
      return E;
    Output = Pipe->path();
    for (StringRef Each : Contents) {
      if (Error E = createMemoryFile(Each).moveInto(Files.emplace_back()))
        return E;
      Inputs.push_back(Files.back().pathInProcess());
    }
    return Error::success();
  }

  Expected<std::string> takeOutput() override { return Pipe->finish(); }

private:
  std::unique_ptr<OutputPipe> Pipe;
  std::vector<Descriptor> Files;
};

/// Files in a temporary folder. A process that is killed does not remove it.
class FolderFiles : public LinkFiles {
public:
  ~FolderFiles() override {
    if (Folder.empty())
      return;
    for (const std::string &Each : Inputs)
      (void)sys::fs::remove(Each);
    (void)sys::fs::remove(Output);
    (void)sys::fs::remove(Folder);
  }

  Error open(ArrayRef<StringRef> Contents) {
    std::string Path = temporaryRoot() + "/ompjit-link-XXXXXX";
    if (!::mkdtemp(Path.data()))
      return createStringError("cannot create a folder such as " + Path + ": " +
                               sys::StrError());
    Folder = std::move(Path);
    Output = Folder + "/output";
    for (StringRef Each : Contents) {
      Inputs.push_back(Folder + "/" + std::to_string(Inputs.size()));
      if (Error E = checkFileLimit(Each.size()))
        return E;
      if (Error E = writeTemporary(Inputs.back(), Each))
        return E;
    }
    return Error::success();
  }

  Expected<std::string> takeOutput() override {
    ErrorOr<std::unique_ptr<MemoryBuffer>> Written =
        MemoryBuffer::getFile(Output);
    if (!Written)
      return createFileError(Output, Written.getError());
    return (*Written)->getBuffer().str();
  }

private:
  std::string Folder;
};

} // namespace

Expected<std::unique_ptr<LinkFiles>>
LinkFiles::create(ArrayRef<StringRef> Inputs) {
  auto Memory = std::make_unique<MemoryFiles>();
  Error NotInMemory = Memory->open(Inputs);
  if (!NotInMemory)
    return std::move(Memory);
  Memory.reset(); // Its descriptors.
  auto Folder = std::make_unique<FolderFiles>();
  if (Error NotInFolder = Folder->open(Inputs)) {
    const std::string First = toString(std::move(NotInMemory)),
                      Second = toString(std::move(NotInFolder));
    return createStringError(First == Second ? First : First + "; " + Second);
  }
  consumeError(std::move(NotInMemory));
  return std::move(Folder);
}

} // namespace ompjit
