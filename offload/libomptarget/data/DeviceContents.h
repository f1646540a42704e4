//===- DeviceContents.h - What small mappings hold on a device ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program often maps its sizes and modes once, in a small structure, and
// launches with it many times. The bytes that were copied into such a mapping
// are kept here, so that a launch can tell the JIT engine of them. They are
// known as long as nothing can have written them:
//
//   - A mapping is watched from the time when its memory is allocated, before
//     anybody can have a pointer to it.
//   - What the runtime copies there is known; what it stores there otherwise,
//     an attached pointer, is not.
//   - A kernel that may write through an argument makes the bytes unknown that
//     the argument leads to.
//   - All other ways there begin with a pointer that got away. So a mapping is
//     forgotten for good when a pointer to it does: when the program asks for
//     it (use_device_ptr, omp_get_mapped_ptr), when one is stored on the device
//     (attachment, captures of a lambda, a kernel that may store an argument),
//     and when a kernel reaches it in a way that is not an argument's range.
//
// So neither the copies of omp_target_memcpy nor kernels that write through
// pointers from memory need to be watched. A kernel of a native image counts as
// one that stores all of its arguments.
//
// In what order? A launch is noted before its kernel can run, and a copy when
// it is in its queue. Whatever comes later in the program is asked for later,
// since host threads, tasks and depend clauses order the requests; what is not
// ordered with a write of the bytes races with it. What is left are kernels
// that wait for each other while they run, which the engine is told nothing
// (MemoryUse). Copies that overlap in time leave nothing known.
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
  /// More mappings than these are not watched: every launch that has a small
  /// one looks for it here.
  static constexpr uint32_t MaxWatched = 64;

  DeviceContents();
  ~DeviceContents();
  DeviceContents(const DeviceContents &) = delete;
  DeviceContents &operator=(const DeviceContents &) = delete;

  /// Whether any mapping is watched.
  bool any() const { return Used.load(std::memory_order_acquire) != 0; }

  /// A mapping was allocated there; its bytes are not known.
  void watch(DeviceAddress Begin, uint64_t Size);

  /// The mapping that contains \p Within leaves, or a pointer to it got away.
  void forget(DeviceAddress Within);

  /// Something that is not known is written there.
  void lose(DeviceAddress At, uint64_t Size);

  /// The time in which the runtime copies to a mapping.
  class Copy {
  public:
    Copy(DeviceContents &All, DeviceAddress To, uint64_t Size)
        : All(All), To(To), Size(Size), Id(All.any() ? All.begin(To) : 0) {}
    /// Without done(), nobody knows what came of it.
    ~Copy() {
      if (Id)
        All.end(Id, To, Size, nullptr);
    }
    Copy(const Copy &) = delete;
    Copy &operator=(const Copy &) = delete;

    bool isWatched() const { return Id; }

    /// The device gets these bytes, before what is asked for from now on.
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

  /// A kernel is about to be launched with these arguments: tells \p Told,
  /// where not null, what it finds, and notes what it may do.
  void launch(std::span<const jit::MappedRange> Arguments,
              const jit::MemoryUse &, LaunchContents *Told);

  /// Around fork().
  void lockForFork() OMPJIT_NO_ANALYSIS { Guard.lock(); }
  void unlockAfterFork() OMPJIT_NO_ANALYSIS { Guard.unlock(); }

private:
  using Bytes = std::array<char, MaxBytes>;
  using KnownBytes = std::array<uint64_t, MaxBytes / 64>; ///< A bit for each.
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

  Mutex Guard; ///< Held by who changes something.
  uint64_t LastId OMPJIT_GUARDED_BY(Guard) = 0;
  /// Where the mappings begin; 0: none. One cache line has eight of them.
  std::array<std::atomic<uintptr_t>, MaxWatched> Begins = {};
  std::atomic<uint32_t> Used = 0; ///< No mapping is in places from here on.
  /// Allocated when its place is first used, and then kept.
  std::array<std::unique_ptr<Entry>, MaxWatched> Entries;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DATA_DEVICECONTENTS_H
