//===- PendingCompiles.h - The order of compiles in the background --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiles that wait for a thread.
//
// The queue is short, but for images that wait for launches, so that a kernel
// whose values keep changing does not keep the processor busy. The image with
// the most launches is compiled first, the newest one if several have as many;
// if the queue is full, the image with the fewest launches is dropped. The next
// launch that wants a dropped image queues it again. An image that was launched
// only once stays in the queue for at least ten milliseconds: it may be
// dropped, because the tracker gives up a value that keeps changing. One whose
// launches have to take some time before stays until they have, and then for a
// tenth of a second, so that the next launch can compile it with others
// (takeTogether). An image that only other runs may want stays for a second.
//
// Private to the engine. Not thread-safe: the CompileQueue's lock covers it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_PENDINGCOMPILES_H
#define OMPJIT_JIT_PENDINGCOMPILES_H

#include "QueuedCompile.h"

#include <memory>
#include <span>
#include <vector>

namespace ompjit::jit {

class PendingCompiles {
public:
  using Handle = std::shared_ptr<QueuedCompile>;

  /// The maximum numbers of images: of one kernel, and of all together.
  static constexpr size_t LimitPerKernel = 4, LimitOfAll = 64;
  /// How long an image stays that no second launch wants: ten launches, one of
  /// which waits for a quick compile, take less than that. If a kernel has
  /// several, it is so much for each of them, since its values keep changing.
  static constexpr uint64_t MinAgeNs = 10000000;
  /// The same for one whose launches have taken the time that they have to, so
  /// that the next of them compiles it. None may follow.
  static constexpr uint64_t MinAgeDueNs = 100000000;
  /// The same for an image that only other runs may want.
  static constexpr uint64_t MinAgeForLaterNs = 1000000000;
  /// After its compile so many times as long passes before the next such one,
  /// since a run that takes half a second must not take 5 % more for others.
  static constexpr uint64_t PauseForLater = 32;
  /// An image is compiled with others if its launches have taken that share of
  /// the time that they have to.
  static constexpr uint64_t ShareTogether = 2;

  /// Adds a compile that is not there; drops others if there are too many.
  void push(const Handle &, uint64_t NowNs);

  /// Removes the next compile of that priority and returns it; null if none may
  /// begin yet. \p IsFinishing: the program ends, and the compiles that it
  /// wants may begin at once.
  Handle take(Priority, uint64_t NowNs, bool IsFinishing);

  /// Removes one whose launches have taken most of the time that they have to,
  /// and returns it; null if there is none.
  Handle takeTogether();
  /// How many of these there are.
  size_t numTogether() const;
  /// Removes those that the end of a run is not worth, because their launches
  /// have not taken long enough.
  void dropUnpaid();

  /// Notes the end of a compile for other runs and how long it took.
  void noteForLater(uint64_t CompileNs, uint64_t NowNs) {
    NextForLaterNs = NowNs + PauseForLater * CompileNs;
  }

  /// Removes a compile, if it is there; the next launch that wants the image
  /// requests it again.
  void remove(const Handle &);
  void removeAll();

  size_t size() const { return Queue.size(); }
  bool contains(const Handle &) const;
  bool hasAny(Priority) const;
  /// Whether all of them wait until launches have taken more time.
  bool needsOnlyLaunches() const;
  /// Whether this run wants one of them.
  bool hasWanted() const;

private:
  static bool goesWithOthers(const QueuedCompile &);
  void makeRoomFor(const QueuedCompile &New);
  void makeRoom(std::span<const Handle> Candidates, size_t Limit);
  bool isDue(QueuedCompile &, uint64_t NowNs, bool IsFinishing) const;
  size_t numLaunchedOnce(const KernelStatistics &) const;

  std::vector<Handle> Queue; ///< Newest last.
  /// When one for other runs may begin.
  uint64_t NextForLaterNs = 0;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_PENDINGCOMPILES_H
