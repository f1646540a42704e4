//===- BundleWriter.cpp - Writing many images into one file ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The header is written last, so that a file whose writer died is no bundle.
//
//===----------------------------------------------------------------------===//

#include "BundleDigest.h"
#include "EntryFile.h"
#include "Folder.h"
#include "ompjit/Cache/Bundle.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

using namespace ompjit;
using namespace ompjit::cache;

static XXH128_canonical_t digestOf(const BundleHeader &Header) {
  XXH128_canonical_t Digest;
  static_assert(sizeof(Digest) == sizeof(Header.HeaderDigest));
  XXH128_canonicalFromHash(
      &Digest, XXH3_128bits(&Header, offsetof(BundleHeader, HeaderDigest)));
  return Digest;
}

void cache::setDigest(BundleHeader &Header) {
  const XXH128_canonical_t Digest = digestOf(Header);
  std::memcpy(Header.HeaderDigest, &Digest, sizeof(Digest));
}

bool cache::hasItsDigest(const BundleHeader &Header) {
  const XXH128_canonical_t Digest = digestOf(Header);
  return std::memcmp(Header.HeaderDigest, &Digest, sizeof(Digest)) == 0;
}

Result<BundleWriter> BundleWriter::create(const std::string &Path,
                                          FileSystem &Files) {
  const Result<bool> IsReplaced = isReplaceable(Files, Path);
  if (!IsReplaced)
    return Error("the bundle " + IsReplaced.error().message());
  std::string Temporary =
      *IsReplaced ? Path + ".tmp." + randomDigits(Files) : "";
  FileHandle File(
      Files,
      *IsReplaced
          ? Files.openAt(AT_FDCWD, Temporary.c_str(),
                         O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0644)
          : Files.openAt(AT_FDCWD, Path.c_str(), OpenInPlace | O_TRUNC, 0644));
  if (!File)
    return Error("the bundle " + Path +
                 " cannot be made: " + std::strerror(errno));
  return BundleWriter(Files, std::move(File), Path, std::move(Temporary));
}

BundleWriter::~BundleWriter() {
  if (File && !Temporary.empty())
    Files->unlinkAt(AT_FDCWD, Temporary.c_str());
}

Status BundleWriter::write(uint64_t At, ByteView Bytes) {
  if (writeBytes(*Files, File.get(), Bytes, off_t(At)))
    return Done();
  return Error("the bundle " + Path +
               " cannot be written: " + std::strerror(errno));
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
  // The last error that a file system may have kept to itself.
  if (Files->closeFile(File.release()) == 0 &&
      (Temporary.empty() ||
       Files->renameAt(AT_FDCWD, Temporary.c_str(), Path.c_str()) == 0))
    return Done();
  const int Reason = errno;
  if (!Temporary.empty())
    Files->unlinkAt(AT_FDCWD, Temporary.c_str());
  return Error("the bundle " + Path +
               " cannot be written: " + std::strerror(Reason));
}
