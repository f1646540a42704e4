//===- BundleWriter.cpp - Writing many images into one file ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header is written last, so that a file whose writer died is not a bundle.
//
//===----------------------------------------------------------------------===//

#include "EntryFile.h"
#include "Folder.h"
#include "ompjit/Cache/Bundle.h"

#include <cstring>
#include <fcntl.h>

using namespace ompjit;
using namespace ompjit::cache;

Result<BundleWriter> BundleWriter::create(const std::string &Path,
                                          FileSystem &Files) {
  Result<WholeFile> File = WholeFile::create(Path, Files);
  if (!File)
    return File.takeError();
  // The header is written last.
  if (::fcntl(File->file(), F_GETFL) & O_APPEND)
    return Error("cannot write " + Path +
                 ": it is the program's output, which is appended to a file");
  return BundleWriter(Files, std::move(*File));
}

Status BundleWriter::write(uint64_t Position, ByteView Bytes) {
  if (writeBytes(*Files, File.file(), Bytes, off_t(Position)))
    return Done();
  return File.failure();
}

Status BundleWriter::add(const Key &K, ByteView Entry) {
  const auto [At, IsNew] =
      Slots.try_emplace(K.Bytes, BundleSlot{K, Offset, Entry.size()});
  if (!IsNew)
    return Done();
  Offset += Entry.size();
  return write(At->second.Offset, Entry);
}

Status BundleWriter::finish() {
  std::string Index;
  for (const auto &[Bytes, Slot] : Slots)
    Index.append(reinterpret_cast<const char *>(&Slot), sizeof(Slot));
  BundleHeader Header{};
  std::memcpy(Header.Magic, BundleMagic, sizeof(BundleMagic));
  Header.Version = BundleVersion;
  Header.HeaderSize = sizeof(Header);
  Header.Count = Slots.size();
  Header.IndexOffset = Offset;
  setDigest(Header);
  if (Status S = write(Offset, Index); !S)
    return S;
  if (Status S =
          write(0, {reinterpret_cast<const char *>(&Header), sizeof(Header)});
      !S)
    return S;
  return File.finish();
}
