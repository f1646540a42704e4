//===- DiskStore.cpp - Looking entries up, and waiting for others ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opens the folder, reads entries, and lets one process at a time compile an
// image. Writing is in DiskStoreWrite.cpp.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Cache/DiskStore.h"

#include "Collector.h"
#include "EntryFile.h"
#include "Folder.h"
#include "ompjit/Cache/Entry.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>

using namespace ompjit;
using namespace ompjit::cache;

namespace {

/// The age at which a hit refreshes the stamp of an entry.
constexpr int64_t StampSeconds = 3600;

constexpr uint64_t FirstPauseNs = 500000;
constexpr uint64_t LongestPauseNs = 16000000;

/// Returns the position in the state file of a key's lock. Two keys may share a
/// byte. One of them then waits in vain, which costs only time.
off_t lockByteOf(const Key &K) {
  uint64_t Prefix;
  std::memcpy(&Prefix, K.Bytes.data(), sizeof(Prefix));
  return off_t((uint64_t(1) << 62) + (Prefix >> 3));
}

/// Damaged entries and files that the cache never makes are removed. A file
/// that the system could not read now may be good later.
bool isWorthRemoving(LoadOutcome Outcome) {
  switch (Outcome) {
  case LoadOutcome::Hit:
  case LoadOutcome::NoFolder:
  case LoadOutcome::Absent:
  case LoadOutcome::IoError:
    return false;
  default:
    return true;
  }
}

} // namespace

DiskStore::DiskStore(Options Wanted, FileSystem &Files)
    : Wanted(std::move(Wanted)), Files(Files) {}

DiskStore::~DiskStore() = default;

/// Returns the folder's descriptor, which has to be used at once, or -1.
int DiskStore::folder() {
  MutexLock Lock(OpenMutex);
  if (!IsOpened)
    openForTheFirstTime();
  if (HasNone)
    return -1;
  if (const int Folder = Opened.get(); Folder >= 0)
    return Folder;
  openAgain();
  return Opened.get();
}

void DiskStore::openForTheFirstTime() {
  Result<FileHandle> Folder = openFolder(Files, Wanted.Folder);
  IsOpened = true;
  if (Folder) {
    Opened = keep(Files, std::move(*Folder));
    return;
  }
  HasNone = true;
  // Without a home, or set-uid, there is nothing that the user should repair.
  bool Expected = Wanted.Folder.empty() || Files.hasRaisedPrivileges();
  notify(Expected ? Severity::Note : Severity::Warning,
         "no images are cached on disk: " + Folder.error().message());
}

/// Opens the folder again after the program has closed the descriptor, whose
/// number the program may now use. If that fails, the next call tries again.
void DiskStore::openAgain() {
  Result<FileHandle> Folder = openExistingFolder(Files, Wanted.Folder);
  if (Folder)
    Opened = keep(Files, std::move(*Folder));
  else
    notify(Severity::Note,
           "images are not cached on disk: the program has closed the folder, "
           "and " +
               Folder.error().message());
}

void DiskStore::notify(Severity How, const std::string &What) {
  const unsigned Bit = 1u << unsigned(How);
  if (Wanted.Notify && !(Notified.fetch_or(Bit) & Bit))
    Wanted.Notify(How, What);
}

DiskStore::Found DiskStore::lookup(const Key &K, uint64_t ExpectedNs) {
  const uint64_t Twice = std::min(ExpectedNs, UINT64_MAX / 2) * 2;
  const uint64_t WaitNs =
      std::min(std::max(Twice, Wanted.MinWaitNs), Wanted.WaitNs);
  Found Out;
  const int Root = folder();
  if (Root < 0) {
    Counts.Loads.add(Out.Outcome);
    return Out;
  }
  StoredImage Image;
  Out.Outcome = read(Root, K, Image);
  if (Out.Outcome == LoadOutcome::Absent)
    Out.Outcome = takeFault(K).value_or(LoadOutcome::Absent); // Removed since.
  if (Out.Outcome == LoadOutcome::IoError)
    noteFault(K, Out.Outcome);
  // A process that cannot store the image must not make others wait for it.
  if (Out.Outcome != LoadOutcome::Hit && !ReadOnly)
    Out.Outcome = waitForOther(K, WaitNs, Image, Out);
  Counts.Loads.add(Out.Outcome);
  if (Out.Outcome == LoadOutcome::Hit)
    Out.Image = std::move(Image);
  return Out;
}

/// Making a folder takes longer than a first launch should, and is not needed
/// to find that nothing is there.
bool DiskStore::mayHaveEntries() {
  struct stat Info;
  return IsOpened || Files.statAt(AT_FDCWD, Wanted.Folder.c_str(), Info) == 0;
}

std::optional<StoredImage> DiskStore::find(const Key &K) {
  if (!mayHaveEntries())
    return std::nullopt;
  StoredImage Image;
  const int Root = folder();
  const LoadOutcome Outcome =
      Root < 0 ? LoadOutcome::NoFolder : read(Root, K, Image);
  if (isWorthRemoving(Outcome))
    noteFault(K, Outcome);
  if (Outcome != LoadOutcome::Hit)
    return std::nullopt;
  Counts.Loads.add(LoadOutcome::Hit);
  return Image;
}

std::optional<StoredImage> DiskStore::readNote(const Key &K) {
  if (!mayHaveEntries())
    return std::nullopt;
  StoredImage Note;
  const int Root = folder();
  if (Root < 0 || read(Root, K, noteName(K), Note) != LoadOutcome::Hit)
    return std::nullopt;
  return Note;
}

bool DiskStore::hasNote(const std::string &Folder, const Key &K) {
  struct stat Info;
  return !Folder.empty() &&
         FileSystem::system().statAt(
             AT_FDCWD, (Folder + "/" + noteName(K)).c_str(), Info) == 0;
}

LoadOutcome DiskStore::read(int Root, const Key &K, StoredImage &Image) {
  return read(Root, K, entryName(K), Image);
}

LoadOutcome DiskStore::read(int Root, const Key &K, const std::string &Name,
                            StoredImage &Image) {
  FileHandle File;
  struct stat Info{};
  LoadOutcome Outcome = openEntry(Files, Root, Name, File, Info);
  if (Outcome == LoadOutcome::Hit)
    Outcome = readOpened(File.get(), size_t(Info.st_size), K, Image);
  if (Outcome == LoadOutcome::Hit)
    refreshStamp(File.get(), Info);
  else if (isWorthRemoving(Outcome))
    removeBad(Root, Name, Info);
  return Outcome;
}

/// Reads the file into private memory and checks the copy: a file that is
/// mapped, or checked before it is read, can still change or shrink.
LoadOutcome DiskStore::readOpened(int File, size_t Size, const Key &K,
                                  StoredImage &Image) {
  auto Bytes = std::make_unique_for_overwrite<char[]>(Size);
  if (LoadOutcome Failed = readBytes(Files, File, Bytes.get(), Size);
      Failed != LoadOutcome::Hit)
    return Failed;
  return takeEntry(std::move(Bytes), Size, K, Image);
}

/// Refreshes the stamp that eviction uses. This is done at most hourly, so that
/// not every hit is a write, and whenever the stamp lies in the future.
void DiskStore::refreshStamp(int File, const struct stat &Info) {
  int64_t Age = Files.nowSeconds() - int64_t(Info.st_mtime);
  if (Age > StampSeconds || Age < 0)
    Files.touchFile(File);
}

/// Removes a bad entry. Another process may replace it by a good one at any
/// moment. Comparing the files reduces that time to an instant, in which the
/// good entry would be lost and compiled once more.
void DiskStore::removeBad(int Root, const std::string &Name,
                          const struct stat &Seen) {
  struct stat Now;
  if (ReadOnly || Files.statAt(Root, Name.c_str(), Now) != 0 ||
      FileIdentity(Now) != FileIdentity(Seen))
    return;
  if (Files.unlinkAt(Root, Name.c_str()) == 0) {
    Counts.Events.add(CacheEvent::BadEntryRemoved);
  } else if (moveAside(Files, Root, Name)) {
    Counts.Events.add(CacheEvent::MovedAside);
  } else if (errno != ENOENT) {
    const std::string Reason = std::strerror(errno);
    notify(Severity::Note, "what is in the place of an image, " +
                               Wanted.Folder + "/" + Name +
                               ", can neither be used nor removed: " + Reason +
                               "; each run compiles the image");
  }
}

void DiskStore::noteFault(const Key &K, LoadOutcome Why) {
  constexpr size_t Max = 64;
  MutexLock Lock(FaultsMutex);
  if (Faults.size() < Max)
    Faults.insert_or_assign(K, Why);
}

std::optional<LoadOutcome> DiskStore::takeFault(const Key &K) {
  MutexLock Lock(FaultsMutex);
  const auto Found = Faults.find(K);
  if (Found == Faults.end())
    return std::nullopt;
  const LoadOutcome Why = Found->second;
  Faults.erase(Found);
  return Why;
}

void DiskStore::forget(const Key &K) {
  const int Root = folder();
  if (Root >= 0 && !ReadOnly)
    Files.unlinkAt(Root, entryName(K).c_str());
}

DiskStore::Claiming DiskStore::claim(int Root, const Key &K,
                                     CompileClaim &Claim) {
  FileHandle File = openState(Files, Root);
  if (!File)
    return Claiming::Impossible;
  if (Files.tryLockByte(File.get(), lockByteOf(K)) == 0) {
    Claim = CompileClaim(keep(Files, std::move(File)));
    return Claiming::Taken;
  }
  return errno == EAGAIN || errno == EACCES ? Claiming::Busy
                                            : Claiming::Impossible;
}

/// Waits for another process that changes a note, unless it was stopped: then
/// one of the changes may be lost.
CompileClaim DiskStore::waitForTurn(int Root, const Key &K) {
  const uint64_t Deadline = Files.monotonicNs() + Wanted.MinWaitNs;
  uint64_t PauseNs = FirstPauseNs;
  CompileClaim Turn;
  while (claim(Root, K, Turn) == Claiming::Busy &&
         Files.monotonicNs() < Deadline) {
    Files.sleepNs(PauseNs);
    PauseNs = std::min(2 * PauseNs, LongestPauseNs);
  }
  return Turn;
}

/// After a miss, gets the claim to compile, or the image from the process that
/// has the claim. Gives up at the deadline, so that a holder that was stopped
/// costs only time. Returns the outcome, which is that of the miss if there is
/// still no image.
LoadOutcome DiskStore::waitForOther(const Key &K, uint64_t WaitNs,
                                    StoredImage &Image, Found &Out) {
  const LoadOutcome First = Out.Outcome;
  const uint64_t Start = Files.monotonicNs(), Deadline = Start + WaitNs;
  uint64_t PauseNs = FirstPauseNs;
  while (true) {
    const int Root = folder();
    Claiming State =
        Root < 0 ? Claiming::Impossible : claim(Root, K, Out.Claim);
    if (State == Claiming::Impossible) {
      Counts.Events.add(CacheEvent::LockUnavailable);
      return First;
    }
    // Read also with the claim: its last holder may have stored the image
    // before releasing it.
    if (read(Root, K, Image) == LoadOutcome::Hit) {
      Out.Claim = CompileClaim();
      Counts.Events.add(CacheEvent::WaitedForOther);
      return LoadOutcome::Hit;
    }
    if (State == Claiming::Taken)
      return First;
    if (Files.monotonicNs() >= Deadline) {
      Counts.Events.add(CacheEvent::WaitTimedOut);
      return First;
    }
    Files.sleepNs(PauseNs);
    PauseNs = std::min(2 * PauseNs, LongestPauseNs);
    Out.WaitedNs = Files.monotonicNs() - Start;
  }
}
