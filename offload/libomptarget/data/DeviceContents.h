//===- DeviceContents.h - What small mappings hold on a device ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program often maps its sizes and modes once, in a small structure, and
// launches with it many times. This class keeps the bytes that were copied into
// such a mapping, so that a launch can pass them to the JIT engine. They are
// known as long as nothing can have written them:
//
//   - A mapping is watched from when its memory is allocated, before anybody
//     can have a pointer to it.
//   - Bytes that the runtime copies there are known; an attached pointer that
//     it stores there is not.
//   - A kernel that may write through an argument makes the bytes unknown to
//     which the argument leads.
//   - All other writes need a pointer that has escaped. So a mapping is no
//     longer watched once a pointer to it escapes: when the program asks for it
//     (use_device_ptr, omp_get_mapped_ptr), when one is stored on the device
//     (attachment, captures of a lambda, a kernel that may store an argument),
//     and when a kernel reaches it in a way that is not an argument's range.
//
// So neither copies of omp_target_memcpy nor kernels that write through
// pointers from memory need to be observed. A kernel of a native image is
// assumed to store all of its arguments.
//
// Order: a launch is noted before its kernel can run, and a copy when it is in
// its queue. Host threads, tasks and depend clauses order the requests as the
// program orders their effects; requests that are not ordered with a write of
// the bytes race with it. The exception are kernels that wait for each other
// while they run; the engine gets no bytes for these (MemoryUse). After copies
// that overlap in time nothing is known.
//
// Threads: every function may be called from any thread at any time. Launches
// take no lock unless they make known bytes unknown.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DATA_DEVICECONTENTS_H
#define OMPJIT_LIBOMPTARGET_DATA_DEVICECONTENTS_H

#include "LaunchContents.h"
#include "ompjit/Support/Mutex.h"
#include "support/Address.h"

#include "ompjit/Jit/Engine.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace ompjit {

class DeviceContents {
public:
  static constexpr uint64_t MaxBytes = LaunchContents::MaxBytes;
  /// Number of mappings that are watched at most: every launch with a small
  /// mapping searches them.
  static constexpr uint32_t MaxWatched = 64;

  DeviceContents();
  ~DeviceContents();
  DeviceContents(const DeviceContents &) = delete;
  DeviceContents &operator=(const DeviceContents &) = delete;

  /// Whether any mapping is watched.
  bool any() const { return Used.load(std::memory_order_acquire) != 0; }

  /// Starts to watch a mapping that was allocated there; its bytes are not
  /// known yet.
  void watch(DeviceAddress Begin, uint64_t Size);

  /// Stops watching the mapping that contains \p Within, because it leaves or a
  /// pointer to it escaped.
  void forget(DeviceAddress Within);

  /// Makes bytes unknown, because something unknown is written there.
  void lose(DeviceAddress Address, uint64_t Size);

  /// Lives while the runtime copies to a mapping.
  class Copy {
  public:
    Copy(DeviceContents &All, DeviceAddress To, uint64_t Size)
        : All(All), To(To), Size(Size), Id(All.any() ? All.begin(To) : 0) {}
    /// Without done(), the bytes become unknown.
    ~Copy() {
      if (Id)
        All.end(Id, To, Size, nullptr);
    }
    Copy(const Copy &) = delete;
    Copy &operator=(const Copy &) = delete;

    bool isWatched() const { return Id; }

    /// The device gets these bytes before everything that is requested from now
    /// on.
    void done(const void *Bytes) {
      if (Id)
        All.end(Id, To, Size, Bytes);
      Id = 0;
    }

  private:
    DeviceContents &All;
    const DeviceAddress To;
    const uint64_t Size;
    uint64_t Id; ///< 0: not watched, or over.
  };

  /// To be called before a kernel is launched with these arguments: passes the
  /// known bytes to \p Told, if not null, and notes what the kernel may write.
  void launch(std::span<const jit::MappedRange> Arguments,
              const jit::MemoryUse &, LaunchContents *Told);

  /// To be called around fork().
  void lockForFork() OMPJIT_NO_ANALYSIS { Guard.lock(); }
  void unlockAfterFork() OMPJIT_NO_ANALYSIS { Guard.unlock(); }

private:
  using Bytes = std::array<char, MaxBytes>;
  using KnownBytes = std::array<uint64_t, MaxBytes / 64>; ///< One bit for each
                                                          ///< byte.
  struct Entry;
  struct Snapshot;

  void launch(size_t Argument, std::span<const jit::MappedRange>,
              const jit::MemoryUse &, LaunchContents *Told);
  uint64_t begin(DeviceAddress To);
  void end(uint64_t Id, DeviceAddress To, uint64_t Size, const void *Bytes);
  Entry *find(uintptr_t Begin) const;
  void tell(const Entry &, const jit::MappedRange &, LaunchContents &) const;
  Entry *findAround(DeviceAddress Within) OMPJIT_REQUIRES(Guard);
  void lose(Entry &, uint64_t Offset, uint64_t Size) OMPJIT_REQUIRES(Guard);
  void remove(Entry &) OMPJIT_REQUIRES(Guard);

  Mutex Guard; ///< Held while something is changed.
  uint64_t LastId OMPJIT_GUARDED_BY(Guard) = 0;
  /// Where the mappings begin; 0: none. One cache line has eight of them.
  std::array<std::atomic<uintptr_t>, MaxWatched> Begins = {};
  std::atomic<uint32_t> Used = 0; ///< All places from this index on are empty.
  /// Allocated when a place is first used, and then kept.
  std::array<std::unique_ptr<Entry>, MaxWatched> Entries;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_DEVICECONTENTS_H
