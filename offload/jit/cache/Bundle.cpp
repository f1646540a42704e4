//===- Bundle.cpp - Many images in one file -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads bundles. Nothing is kept in memory or mapped: a look-up reads a few
// rows of the index and the entry. So a bundle of any size costs no more than
// opening a file, and one that is replaced or truncated while it is read causes
// a miss.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/Bundle.h"

#include "EntryFile.h"
#include "ompjit/Cache/Entry.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>

using namespace ompjit;
using namespace ompjit::cache;

static Status checkFile(FileSystem &Files, const struct stat &Info) {
  if (!S_ISREG(Info.st_mode))
    return Error("it is no regular file");
  if (Info.st_uid != Files.effectiveUser() && Info.st_uid != 0)
    return Error("it belongs to another user");
  if (Info.st_mode & (S_IWGRP | S_IWOTH))
    return Error("other users may write to it (chmod go-w would help)");
  return Done();
}

/// Checks that the index is where the header says.
static Status checkHeader(const BundleHeader &Header, uint64_t FileBytes) {
  if (std::memcmp(Header.Magic, BundleMagic, sizeof(BundleMagic)) != 0)
    return Error("it is no bundle");
  if (Header.Version != BundleVersion ||
      Header.HeaderSize != sizeof(BundleHeader))
    return Error("it has version " + std::to_string(Header.Version) +
                 ", and this is version " + std::to_string(BundleVersion));
  if (!hasItsDigest(Header))
    return Error("its header is damaged");
  if (Header.IndexOffset < sizeof(Header) || Header.IndexOffset > FileBytes ||
      (FileBytes - Header.IndexOffset) / sizeof(BundleSlot) != Header.Count ||
      (FileBytes - Header.IndexOffset) % sizeof(BundleSlot) != 0)
    return Error("it is cut off");
  return Done();
}

Result<Bundle> Bundle::open(const std::string &Path, FileSystem &Files) {
  const auto Failed = [&Path](Error Why) {
    return std::move(Why).context("the bundle " + Path + " is not used");
  };
  if (Files.hasRaisedPrivileges())
    return Failed(Error("the program runs with raised privileges (set-uid)"));
  FileHandle File(
      Files, Files.openAt(AT_FDCWD, Path.c_str(), O_RDONLY | O_NONBLOCK, 0));
  struct stat Info;
  if (!File || Files.statFile(File.get(), Info) != 0)
    return Failed(Error(std::strerror(errno)));
  if (Status S = checkFile(Files, Info); !S)
    return Failed(S.takeError());
  BundleHeader Header;
  switch (readBytes(Files, File.get(), reinterpret_cast<char *>(&Header),
                    sizeof(Header))) {
  case LoadOutcome::Hit:
    break;
  case LoadOutcome::Truncated:
    return Failed(Error("it is no bundle"));
  default:
    return Failed(Error(std::strerror(errno)));
  }
  if (Status S = checkHeader(Header, uint64_t(Info.st_size)); !S)
    return Failed(S.takeError());
  Bundle Opened(Files, keep(Files, std::move(File)));
  Opened.Count = Header.Count;
  Opened.IndexOffset = Header.IndexOffset;
  return Opened;
}

std::optional<BundleSlot> Bundle::slot(uint64_t I) const {
  return slot(File.get(), I);
}

std::optional<BundleSlot> Bundle::slot(int Opened, uint64_t I) const {
  BundleSlot Slot;
  const LoadOutcome Outcome =
      readBytes(*Files, Opened, reinterpret_cast<char *>(&Slot), sizeof(Slot),
                IndexOffset + I * sizeof(Slot));
  return Outcome == LoadOutcome::Hit ? std::optional(Slot) : std::nullopt;
}

LoadOutcome Bundle::read(const Key &K, StoredImage &Image) const {
  const int Opened = File.get();
  uint64_t First = 0, Last = Count;
  while (First != Last) {
    const uint64_t Middle = First + (Last - First) / 2;
    const std::optional<BundleSlot> Slot = slot(Opened, Middle);
    if (!Slot)
      return LoadOutcome::IoError;
    if (Slot->EntryKey == K)
      return read(Opened, *Slot, Image);
    if (Slot->EntryKey.Bytes < K.Bytes)
      First = Middle + 1;
    else
      Last = Middle;
  }
  return LoadOutcome::Absent;
}

LoadOutcome Bundle::read(const BundleSlot &Slot, StoredImage &Image) const {
  return read(File.get(), Slot, Image);
}

LoadOutcome Bundle::read(int Opened, const BundleSlot &Slot,
                         StoredImage &Image) const {
  if (Slot.Offset > IndexOffset || Slot.Size > IndexOffset - Slot.Offset)
    return LoadOutcome::BadHeader;
  if (Slot.Size > MaxEntryBytes)
    return LoadOutcome::TooLarge;
  auto Bytes = std::make_unique_for_overwrite<char[]>(Slot.Size);
  const LoadOutcome Outcome =
      readBytes(*Files, Opened, Bytes.get(), Slot.Size, Slot.Offset);
  return Outcome == LoadOutcome::Hit
             ? takeEntry(std::move(Bytes), Slot.Size, Slot.EntryKey, Image)
             : Outcome;
}
