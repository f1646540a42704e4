//===- DiskStoreWrite.cpp - Writing entries -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry appears under its name as a whole or not at all, by linking an
// unnamed file, or by renaming if the file system has none. Nothing is
// synchronised to the disk: after a power loss an entry may be truncated or
// zeroed. The digests turn that into a miss, which is cheaper than an fsync at
// every store.
//
//===----------------------------------------------------------------------===//

#include "Collector.h"
#include "EntryFile.h"
#include "Folder.h"
#include "ompjit/Cache/DiskStore.h"
#include "ompjit/Cache/Entry.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>

using namespace ompjit;
using namespace ompjit::cache;

// It is not known whether an entry that the system could not read will be
// readable later, so the image that was compiled instead replaces it.
StoreOutcome DiskStore::store(const Key &K, ByteView CanonicalFields,
                              ByteView Payload, uint64_t CompileNs) {
  StoreOutcome Outcome = StoreOutcome::NoFolder;
  if (const int Root = folder(); Root >= 0)
    Outcome =
        ReadOnly
            ? StoreOutcome::ReadOnly
            : storeEntry(Root, entryName(K),
                         encodeEntry(K, CanonicalFields, Payload, CompileNs),
                         takeFault(K) == LoadOutcome::IoError
                             ? WhenThere::Replace
                             : WhenThere::Keep);
  Counts.Stores.add(Outcome);
  return Outcome;
}

StoreOutcome DiskStore::storeEntry(int Root, const std::string &Name,
                                   ByteView Bytes, WhenThere Then) {
  if (Bytes.size() > Wanted.LimitBytes || Bytes.size() > Files.fileSizeLimit())
    return StoreOutcome::TooLarge;
  bool Supported = !NoUnnamed;
  StoreOutcome Outcome = StoreOutcome::IoError;
  if (Supported)
    Outcome = writeUnnamed(Root, Name, Bytes, Supported);
  if (!Supported) {
    NoUnnamed = true;
    Outcome = writeNamed(Root, Name, Bytes);
  } else if (Outcome == StoreOutcome::AlreadyThere &&
             (Then == WhenThere::Replace || isHidden(Root, Name))) {
    Outcome = writeNamed(Root, Name, Bytes);
  }
  if (Outcome == StoreOutcome::Stored)
    account(Root, Name, Bytes.size());
  return Outcome;
}

/// Adds the entry's size on the disk, which is known only now, and to some file
/// systems even later.
void DiskStore::account(int Root, const std::string &Name, uint64_t Size) {
  struct stat Info;
  const bool IsKnown = Files.statAt(Root, Name.c_str(), Info) == 0;
  Collector(Files, Root, Wanted.LimitBytes, Counts, PendingBytes)
      .added(IsKnown ? occupiedBytes(Info) : occupiedBytes(Size));
}

/// Returns whether an entry of another machine exists that is not visible here
/// for a while. A process that waits on this machine would compile it once
/// more, and so would the next. A name that was made here is visible.
bool DiskStore::isHidden(int Root, const std::string &Name) {
  struct stat Info;
  return Files.statAt(Root, Name.c_str(), Info) != 0 && errno == ENOENT;
}

/// Renames a new file over the note, so that readers see the old or the new
/// one.
void DiskStore::replaceNote(const Key &K, ByteView CanonicalFields,
                            ByteView Payload) {
  const int Root = folder();
  if (Root >= 0 && !ReadOnly)
    writeNote(Root, K, CanonicalFields, Payload);
}

bool DiskStore::writeNote(int Root, const Key &K, ByteView CanonicalFields,
                          ByteView Payload) {
  const std::string Bytes = encodeEntry(K, CanonicalFields, Payload, 0);
  if (Bytes.size() > Files.fileSizeLimit() ||
      writeNamed(Root, noteName(K), Bytes) != StoreOutcome::Stored)
    return false;
  account(Root, noteName(K), Bytes.size());
  return true;
}

bool DiskStore::changeNote(const Key &K, ByteView CanonicalFields,
                           const NoteChange &Change) {
  const int Root = folder();
  if (Root < 0 || ReadOnly)
    return false;
  const CompileClaim Turn = waitForTurn(Root, K);
  StoredImage Before;
  const bool IsThere = read(Root, K, noteName(K), Before) == LoadOutcome::Hit;
  return writeNote(Root, K, CanonicalFields,
                   Change(IsThere ? std::string(Before.Payload) : ""));
}

/// The first writer wins, because linking does not replace. Clears \p Supported
/// if the file system has no unnamed files, or cannot give them a name.
StoreOutcome DiskStore::writeUnnamed(int Root, const std::string &Name,
                                     ByteView Bytes, bool &Supported) {
  FileHandle File(Files, Files.openAt(Root, ".", O_TMPFILE | O_WRONLY, 0600));
  if (!File) {
    Supported = errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL;
    return Supported ? failedWrite("created") : StoreOutcome::IoError;
  }
  if (!writeBytes(Files, File.get(), Bytes))
    return failedWrite("written");
  if (Files.linkUnnamed(File.get(), Root, Name.c_str()) == 0)
    return StoreOutcome::Stored;
  if (errno == EEXIST)
    return StoreOutcome::AlreadyThere;
  Supported = errno == ENOSPC || errno == EDQUOT || errno == EROFS;
  return Supported ? failedWrite("linked") : StoreOutcome::IoError;
}

StoreOutcome DiskStore::writeNamed(int Root, const std::string &Name,
                                   ByteView Bytes) {
  const std::string Temporary =
      std::string(TemporaryPrefix) + randomDigits(Files);
  FileHandle File(Files,
                  Files.openAt(Root, Temporary.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
  if (!File)
    return failedWrite("created");
  if (writeBytes(Files, File.get(), Bytes) && File.reset() == 0 &&
      Files.renameAt(Root, Temporary.c_str(), Name.c_str()) == 0)
    return StoreOutcome::Stored;
  StoreOutcome Outcome = failedWrite("written");
  Files.unlinkAt(Root, Temporary.c_str());
  return Outcome;
}

/// Classifies errno. After a permanent failure this process writes nothing
/// more.
StoreOutcome DiskStore::failedWrite(const char *What) {
  const int Reason = errno;
  const std::string Sentence = "an image cannot be " + std::string(What) +
                               " in " + Wanted.Folder + ": " +
                               std::strerror(Reason);
  switch (Reason) {
  case EROFS:
  case EACCES:
  case EPERM:
    ReadOnly = true;
    notify(Severity::Warning, Sentence + "; no more are stored");
    return StoreOutcome::ReadOnly;
  case ENOSPC:
  case EDQUOT:
    notify(Severity::Note, Sentence);
    return StoreOutcome::NoSpace;
  default:
    notify(Severity::Note, Sentence);
    return StoreOutcome::IoError;
  }
}
