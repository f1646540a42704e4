//===- LinkCache.cpp - Code that earlier device links generated -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LinkCache.h's files.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/LinkCache.h"

#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/Support/BuildId.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <unistd.h>

using namespace llvm;

namespace ompjit::devicelink {

static constexpr StringLiteral Magic = "OMPJITL1";
static constexpr size_t DigestSize = 32;

/// Returns a digest of \p Inputs and of their boundaries.
static std::array<uint8_t, DigestSize> digest(ArrayRef<StringRef> Inputs) {
  BLAKE3 Hash;
  for (StringRef Input : Inputs) {
    uint64_t Size = Input.size();
    Hash.update(ArrayRef(reinterpret_cast<const uint8_t *>(&Size), 8));
    Hash.update(Input);
  }
  return Hash.final<DigestSize>();
}

/// What generates code is an input of it: this program and LLVM, which is a
/// library in most builds. Their versions stay the same from build to build.
static const std::string &generators() {
  static const std::string Ids =
      buildIdInMemory(&Magic) + " " +
      buildIdInMemory(reinterpret_cast<const void *>(&sys::getProcessTriple));
  return Ids;
}

std::string LinkCache::keyFor(ArrayRef<StringRef> Inputs) {
  SmallVector<StringRef> All(Inputs);
  All.push_back(generators());
  return toHex(digest(All), /*LowerCase=*/true);
}

Expected<std::unique_ptr<LinkCache>> LinkCache::open(StringRef Folder) {
  using namespace sys::fs;
  if (std::error_code Code =
          create_directories(Folder, /*IgnoreExisting=*/true, owner_all))
    return fileError(Folder, Code);
  file_status Status;
  if (std::error_code Code = status(Folder, Status))
    return fileError(Folder, Code);
  if (!is_directory(Status))
    return fileError(Folder, std::make_error_code(std::errc::not_a_directory));
  if (Status.getUser() != ::geteuid() ||
      (Status.permissions() & (group_write | others_write)))
    return createStringError(Folder + ": other users can write to this folder");
  return std::unique_ptr<LinkCache>(new LinkCache(Folder));
}

std::string LinkCache::pathOf(StringRef Key) const {
  return Folder + "/llvmcache-" + Key.str();
}

std::optional<SmallString<0>> LinkCache::find(StringRef Key) {
  ++NumAsked;
  auto File = MemoryBuffer::getFile(pathOf(Key), /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!File)
    return std::nullopt;
  StringRef Bytes = (*File)->getBuffer();
  if (!Bytes.consume_front(Magic) || Bytes.size() < DigestSize)
    return std::nullopt;
  StringRef Expected = Bytes.take_front(DigestSize);
  Bytes = Bytes.drop_front(DigestSize);
  if (toStringRef(digest({Key, Bytes})) != Expected)
    return std::nullopt;
  ++NumFound;
  return SmallString<0>(Bytes);
}

void LinkCache::store(StringRef Key, StringRef Bytes) {
  auto Temporary = sys::fs::TempFile::create(Folder + "/temp-%%%%%%%%");
  if (!Temporary)
    return consumeError(Temporary.takeError());
  raw_fd_ostream Stream(Temporary->FD, /*shouldClose=*/false);
  Stream << Magic << toStringRef(digest({Key, Bytes})) << Bytes;
  Stream.flush();
  bool IsWritten = !Stream.has_error();
  Stream.clear_error();
  // Other processes see the whole entry or none.
  consumeError(IsWritten ? Temporary->keep(pathOf(Key)) : Temporary->discard());
}

void LinkCache::prune(const CachePruningPolicy &Policy) const {
  pruneCache(Folder, Policy);
}

} // namespace ompjit::devicelink
