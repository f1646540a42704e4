//===- ompjit/Cache/DiskStore.h - Images that processes share -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The persistent half of the image cache. It hands native code to a process,
// so it trusts nothing that it reads: folder and files must belong to the user
// and be writable by nobody else, and every bit of an entry is checked. And it
// only saves time, so nothing that goes wrong in it is an error of the program:
// every load and store ends in a counted outcome (Counters.h).
// docs/cache-format.md describes protocol and guarantees.
//
// Used by the JIT engine. It does not know what an image is and keeps nothing
// in memory.
//
// Threads and processes: every function may be called from any number of both
// at once, also across fork. Functions read and write files; none waits longer
// than Options::WaitNs.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CACHE_DISKSTORE_H
#define OMPJIT_CACHE_DISKSTORE_H

#include "ompjit/Cache/Counters.h"
#include "ompjit/Cache/FileSystem.h"
#include "ompjit/Cache/Key.h"
#include "ompjit/Cache/StoredImage.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Mutex.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace ompjit::cache {

/// The right to compile one image, among all processes that use the folder.
/// Ends with the object, or with the process.
class CompileClaim {
public:
  CompileClaim() = default;
  explicit CompileClaim(KeptFile Lock) : Lock(std::move(Lock)) {}

private:
  KeptFile Lock;
};

class DiskStore {
public:
  enum class Severity {
    Note,   ///< Worth a line if the user asked for information.
    Warning ///< The user should know: the folder is not used at all.
  };

  struct Options {
    std::string Folder; ///< Absolute path; empty: no folder is known.
    uint64_t LimitBytes = uint64_t(1) << 30; ///< Size that starts eviction.
    /// How long lookup() waits for another process that compiles the image, at
    /// least and at most. The lower bound is there because short compiles take
    /// much longer than expected on a busy machine.
    uint64_t MinWaitNs = 2 * 1000000000ull;
    uint64_t WaitNs = 10 * 1000000000ull;
    /// Receives at most one sentence of each severity per store.
    std::function<void(Severity, const std::string &)> Notify;
  };

  explicit DiskStore(Options, FileSystem & = FileSystem::system());
  ~DiskStore();

  /// What lookup() found: an image, or the claim to compile it, or neither if
  /// no claim can be taken; the caller then compiles it all the same.
  struct Found {
    std::optional<StoredImage> Image;
    CompileClaim Claim;
    LoadOutcome Outcome = LoadOutcome::NoFolder; ///< As counted.
    uint64_t WaitedNs = 0; ///< For another process that compiles the image.
  };

  /// Reads the image; if there is none and another process is compiling it,
  /// waits for that, for twice as long as a compile is expected to take, within
  /// the bounds of the options. The folder is opened at the first call.
  Found lookup(const Key &, uint64_t ExpectedNs = UINT64_MAX);

  /// Reads the image if it is there: waits for nobody, claims nothing, and
  /// makes no folder. Only hits are counted: after a miss the caller asks
  /// lookup() before it compiles, which counts the reason.
  std::optional<StoredImage> find(const Key &);

  /// Writes an image, for \p Fields and the key \p K made of them.
  /// Only results of compiles that succeeded may be stored.
  StoreOutcome store(const Key &K, ByteView CanonicalFields, ByteView Payload,
                     uint64_t CompileNs);

  /// Removes an image that is intact but of no use here. It may be stored
  /// again.
  void forget(const Key &);

  using NoteChange = std::function<std::string(const std::string &Before)>;

  /// A note is an entry that is not an image and that may be replaced. None of
  /// these functions counts its outcomes or reports why it failed.
  std::optional<StoredImage> readNote(const Key &);
  void replaceNote(const Key &, ByteView CanonicalFields, ByteView Payload);
  /// Replaces a note by what \p Change makes of it; of an empty string, if
  /// there is none. Other processes that change it wait meanwhile. Returns
  /// whether the note is written.
  bool changeNote(const Key &, ByteView CanonicalFields, const NoteChange &);
  /// Whether the folder has a note of that name, good or bad. Takes one system
  /// call and opens nothing.
  static bool hasNote(const std::string &Folder, const Key &);

  const Counters &counters() const { return Counts; }

private:
  enum class Claiming { Taken, Busy, Impossible };

  int folder();
  bool mayHaveEntries();
  void openForTheFirstTime() OMPJIT_REQUIRES(OpenMutex);
  void openAgain() OMPJIT_REQUIRES(OpenMutex);
  void notify(Severity, const std::string &);

  LoadOutcome read(int Root, const Key &, StoredImage &);
  LoadOutcome read(int Root, const Key &, const std::string &Name,
                   StoredImage &);
  LoadOutcome readOpened(int File, size_t Size, const Key &, StoredImage &);
  void refreshStamp(int File, const struct stat &);
  void noteFault(const Key &, LoadOutcome);
  std::optional<LoadOutcome> takeFault(const Key &);
  void removeBad(int Root, const std::string &Name, const struct stat &Seen);

  Claiming claim(int Root, const Key &, CompileClaim &);
  CompileClaim waitForTurn(int Root, const Key &);
  bool writeNote(int Root, const Key &, ByteView CanonicalFields,
                 ByteView Payload);
  LoadOutcome waitForOther(const Key &, uint64_t WaitNs, StoredImage &,
                           Found &);

  enum class WhenThere { Keep, Replace };
  StoreOutcome storeEntry(int Root, const std::string &Name, ByteView Bytes,
                          WhenThere);
  bool isHidden(int Root, const std::string &Name);
  StoreOutcome writeUnnamed(int Root, const std::string &Name, ByteView Bytes,
                            bool &Supported);
  StoreOutcome writeNamed(int Root, const std::string &Name, ByteView Bytes);
  void account(int Root, const std::string &Name, uint64_t Size);
  StoreOutcome failedWrite(const char *What);

  const Options Wanted;
  FileSystem &Files;
  Counters Counts;
  Mutex OpenMutex;
  KeptFile Opened OMPJIT_GUARDED_BY(OpenMutex); ///< The folder.
  bool HasNone OMPJIT_GUARDED_BY(OpenMutex) = false;
  std::atomic<bool> IsOpened{false}; ///< Or could not be.
  /// Bytes of entries that could not be added to the folder's state.
  std::atomic<uint64_t> PendingBytes{0};
  Mutex FaultsMutex;
  /// Why images could not be used: outcomes that are not counted yet, or whose
  /// entries could not be removed.
  std::map<Key, LoadOutcome> Faults OMPJIT_GUARDED_BY(FaultsMutex);
  std::atomic<bool> ReadOnly{false};  ///< Writing failed for good.
  std::atomic<bool> NoUnnamed{false}; ///< O_TMPFILE does not work here.
  std::atomic<unsigned> Notified{0};  ///< Bit per severity.
};

} // namespace ompjit::cache

#endif // OMPJIT_CACHE_DISKSTORE_H
