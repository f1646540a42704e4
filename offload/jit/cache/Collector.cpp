//===- Collector.cpp - Keeps the cache folder within its size -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collector.h"

#include "Folder.h"

#include "ompjit/Support/Checksum.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <vector>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

constexpr char StateMagic[8] = {'O', 'M', 'P', 'J', 'I', 'T', 'S', 'T'};

struct StateRecord {
  char Magic[8];
  uint64_t Bytes;
  uint64_t Stores;
  uint64_t Check;
};
static_assert(sizeof(StateRecord) == 32);

constexpr off_t StateLock = 0;
constexpr off_t CollectorLock = 1;

/// After this number of stores the folder is listed, whatever the estimate
/// says.
constexpr uint64_t StoresPerListing = 4096;
/// The time that one collection may take from the launch that runs it.
constexpr uint64_t CollectNs = 200 * 1000000ull;
/// A temporary that is this old, or this far in the future, has no writer.
constexpr int64_t TemporarySeconds = 3600;

uint64_t checkOf(const StateRecord &Record) {
  return checksum(
      {reinterpret_cast<const char *>(&Record), offsetof(StateRecord, Check)});
}

} // namespace

struct Collector::Candidate {
  std::string Name;
  int64_t UsedSeconds;
  uint64_t Bytes;
};

std::string cache::entryName(const Key &K) {
  return K.hex().append(EntrySuffix);
}

std::string cache::noteName(const Key &K) { return K.hex().append(NoteSuffix); }

bool cache::isEntryName(std::string_view Name) {
  constexpr size_t Digits = 64;
  for (std::string_view Suffix : {EntrySuffix, NoteSuffix})
    if (Name.size() == Digits + Suffix.size() && Name.ends_with(Suffix) &&
        Name.find_first_not_of("0123456789abcdef") == Digits)
      return true;
  return false;
}

uint64_t cache::occupiedBytes(uint64_t Size) {
  return (Size + 4095) & ~4095ull;
}

uint64_t cache::occupiedBytes(const struct stat &Info) {
  constexpr uint64_t Unit = 512; // The unit of st_blocks, whatever the block
                                 // size.
  return Info.st_blocks > 0 ? uint64_t(Info.st_blocks) * Unit
                            : occupiedBytes(uint64_t(Info.st_size));
}

static FileHandle openStateOnce(FileSystem &Files, int Folder) {
  FileHandle File(
      Files, Files.openAt(Folder, StateFile,
                          O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0600));
  struct stat Info;
  if (File && Files.statFile(File.get(), Info) == 0 && !S_ISREG(Info.st_mode))
    File.reset();
  return File;
}

/// Opens the state file. If something else has its name, that is moved aside,
/// because the folder would otherwise have no locks and no limit.
FileHandle cache::openState(FileSystem &Files, int Folder) {
  FileHandle File = openStateOnce(Files, Folder);
  struct stat Info;
  if (File || Files.statAt(Folder, StateFile, Info) != 0 ||
      (S_ISREG(Info.st_mode) && Info.st_uid == Files.effectiveUser() &&
       (Info.st_mode & S_IRUSR) && (Info.st_mode & S_IWUSR)))
    return File;
  if (!moveAside(Files, Folder, StateFile))
    return FileHandle();
  return openStateOnce(Files, Folder);
}

void Collector::added(uint64_t OccupiedBytes) {
  PendingBytes += OccupiedBytes;
  State Now;
  bool MustCollect = false;
  {
    FileHandle File = openState(Files, Folder);
    if (!File || !lockState(File))
      return; // The next store of this process adds the bytes.
    std::optional<State> Known = readState(File);
    Now = Known.value_or(State());
    Now.Bytes += PendingBytes.exchange(0);
    Now.Stores += 1;
    writeState(File, Now);
    MustCollect =
        !Known || Now.Bytes > LimitBytes || Now.Stores >= StoresPerListing;
  }
  if (MustCollect)
    collect(Now);
}

/// Locks the state. The lock is held for microseconds unless its holder was
/// stopped.
bool Collector::lockState(const FileHandle &File) {
  for (int Try = 0; Try != 20; ++Try) {
    if (Files.tryLockByte(File.get(), StateLock) == 0)
      return true;
    if (errno != EAGAIN && errno != EACCES)
      return false;
    Files.sleepNs(500000);
  }
  return false;
}

std::optional<Collector::State> Collector::readState(const FileHandle &File) {
  StateRecord Record;
  if (Files.readAt(File.get(), &Record, sizeof(Record), 0) != sizeof(Record) ||
      std::memcmp(Record.Magic, StateMagic, sizeof(StateMagic)) != 0 ||
      Record.Check != checkOf(Record))
    return std::nullopt;
  return State{Record.Bytes, Record.Stores};
}

/// Writes the state. A write that fails or is incomplete leaves a record with a
/// wrong checksum, so that the folder is listed.
void Collector::writeState(const FileHandle &File, const State &Now) {
  StateRecord Record;
  std::memcpy(Record.Magic, StateMagic, sizeof(StateMagic));
  Record.Bytes = Now.Bytes;
  Record.Stores = Now.Stores;
  Record.Check = checkOf(Record);
  (void)Files.writeAt(File.get(), &Record, sizeof(Record), 0);
}

std::optional<Collector::State> Collector::currentState() {
  FileHandle File = openState(Files, Folder);
  if (!File || !lockState(File))
    return std::nullopt;
  return readState(File);
}

/// Returns a handle that is not open if another process has the lock for longer
/// than \p WaitNs.
FileHandle Collector::lockCollector(uint64_t WaitNs) {
  FileHandle Lock = openState(Files, Folder);
  const uint64_t Deadline = Files.monotonicNs() + WaitNs;
  while (Lock && Files.tryLockByte(Lock.get(), CollectorLock) != 0) {
    if (Files.monotonicNs() >= Deadline)
      return FileHandle();
    Files.sleepNs(5000000);
  }
  return Lock;
}

/// Evicts entries down to nine tenths of the limit, so that the next store does
/// not collect again. \p Cause is the state that required the collection.
void Collector::collect(const State &Cause) {
  FileHandle Lock = lockCollector(/*WaitNs=*/0);
  if (!Lock)
    return;
  Counts.Events.add(CacheEvent::Collection);
  collectLocked(Cause, LimitBytes / 10 * 9, Files.monotonicNs() + CollectNs);
}

std::optional<uint64_t> Collector::prune(uint64_t Target) {
  FileHandle Lock = lockCollector(/*WaitNs=*/1000000000);
  if (!Lock)
    return std::nullopt;
  return collectLocked({}, Target, /*Deadline=*/UINT64_MAX);
}

void Collector::removeOldTemporaries() {
  bool Complete;
  listEntries(/*Deadline=*/UINT64_MAX, Complete);
}

/// Removes entries if the folder takes more than the limit. Returns how many it
/// removed.
uint64_t Collector::collectLocked(const State &Cause, uint64_t Target,
                                  uint64_t Deadline) {
  // Another process may have collected since. Only bytes that are added from
  // here on count as added meanwhile.
  const State Before = currentState().value_or(Cause);
  bool Complete = false;
  std::vector<Candidate> Entries = listEntries(Deadline, Complete);
  uint64_t FolderBytes = ownBytes();
  for (const Candidate &Entry : Entries)
    FolderBytes += Entry.Bytes;
  // A listing that was cut short must not make the folder look smaller.
  if (!Complete)
    FolderBytes = std::max(FolderBytes, Before.Bytes);
  uint64_t Removed = 0;
  if (FolderBytes > LimitBytes)
    Removed = evict(std::move(Entries), FolderBytes, Target, Deadline);
  FileHandle File = openState(Files, Folder);
  if (!File || !lockState(File))
    return Removed;
  // Entries that others stored meanwhile count, even if the listing saw some of
  // them.
  State Now = readState(File).value_or(Before);
  const uint64_t Meanwhile = Now.Bytes - std::min(Now.Bytes, Before.Bytes);
  writeState(File, {FolderBytes + Meanwhile, 0});
  return Removed;
}

/// Returns the size of the folder and the state: the names of many small
/// entries take space, too.
uint64_t Collector::ownBytes() {
  struct stat Info;
  uint64_t Bytes = 0;
  if (Files.statFile(Folder, Info) == 0)
    Bytes += occupiedBytes(Info);
  if (Files.statAt(Folder, StateFile, Info) == 0)
    Bytes += occupiedBytes(Info);
  return Bytes;
}

std::vector<Collector::Candidate> Collector::listEntries(uint64_t Deadline,
                                                         bool &Complete) {
  std::vector<Candidate> Entries;
  const int64_t Now = Files.nowSeconds();
  bool InTime = true;
  int Failed = Files.listNames(Folder, [&](const char *Name) {
    if (isEntryName(Name)) {
      if (std::optional<Candidate> Found = inspect(Name, Now))
        Entries.push_back(std::move(*Found));
    } else if (std::string_view(Name).starts_with(TemporaryPrefix)) {
      removeTemporary(Name, Now);
    }
    InTime = Files.monotonicNs() < Deadline;
    return InTime;
  });
  Complete = !Failed && InTime;
  return Entries;
}

std::optional<Collector::Candidate> Collector::inspect(const char *Name,
                                                       int64_t Now) {
  struct stat Info;
  if (Files.statAt(Folder, Name, Info) != 0 || !S_ISREG(Info.st_mode))
    return std::nullopt;
  int64_t Used = Info.st_mtime;
  // A wrong clock dated the entry in the future. It would never be the oldest,
  // so its age starts now.
  if (Used > Now) {
    Used = Now;
    Files.touchAt(Folder, Name);
  }
  return Candidate{Name, Used, occupiedBytes(Info)};
}

void Collector::removeTemporary(const char *Name, int64_t Now) {
  struct stat Info;
  if (Files.statAt(Folder, Name, Info) == 0 && S_ISREG(Info.st_mode) &&
      std::abs(Now - int64_t(Info.st_mtime)) > TemporarySeconds)
    Files.unlinkAt(Folder, Name);
}

/// Removes the least recently used entries until \p Target bytes are left.
/// Returns their number, and the remaining size in \p FolderBytes.
uint64_t Collector::evict(std::vector<Candidate> Entries, uint64_t &FolderBytes,
                          uint64_t Target, uint64_t Deadline) {
  std::sort(Entries.begin(), Entries.end(),
            [](const Candidate &A, const Candidate &B) {
              return A.UsedSeconds < B.UsedSeconds;
            });
  uint64_t Removed = 0;
  for (const Candidate &Entry : Entries) {
    if (FolderBytes <= Target || Files.monotonicNs() >= Deadline)
      break;
    // An entry that is gone already counts as removed; any other failure leaves
    // the file.
    if (Files.unlinkAt(Folder, Entry.Name.c_str()) == 0) {
      Counts.Events.add(CacheEvent::Evicted);
      ++Removed;
    } else if (errno != ENOENT) {
      continue;
    }
    FolderBytes -= std::min(FolderBytes, Entry.Bytes);
  }
  return Removed;
}
