//===- QueuedCompile.h - A compile that no launch waits for ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_QUEUEDCOMPILE_H
#define OMPJIT_JIT_QUEUEDCOMPILE_H

#include "report/Statistics.h"
#include "variants/ImageState.h"
#include "variants/WantedImage.h"

#include "ompjit/Support/BackgroundThread.h"

#include <atomic>
#include <memory>

namespace ompjit::jit {

/// A compile that may be requested repeatedly until it has ended.
class QueuedCompile {
public:
  /// \p Progress receives the states of the image. \p Compiled is called from a
  /// background thread after a compile; it may be empty. \p Counts must live as
  /// long as the engine. \p IsForLater: the image is for other runs, unless a
  /// launch wants it, and the end of this run does not wait for it.
  QueuedCompile(WantedImage Want, std::shared_ptr<ImageProgress> Progress,
                Priority How, KernelStatistics &Counts, CompileReport Compiled,
                bool IsForLater = false)
      : Want(std::move(Want)), Progress(std::move(Progress)), How(How),
        Counts(Counts), Compiled(std::move(Compiled)), IsForLater(IsForLater) {}

  /// Returns the result; null until the compile has ended.
  const Result<ObtainedImage> *outcome() const {
    return IsDone.load(std::memory_order_acquire) ? &Outcome : nullptr;
  }

  /// Sets the result, even if the compile was never requested.
  void settle(Result<ObtainedImage> Got) {
    Outcome = std::move(Got);
    IsDone.store(true, std::memory_order_release);
    Progress->change(ImageState::Ready);
    Progress->setNews(true);
  }

private:
  friend class CompileQueue;
  friend class PendingCompiles;

  const WantedImage Want;
  const std::shared_ptr<ImageProgress> Progress;
  const Priority How;
  KernelStatistics &Counts;
  const CompileReport Compiled;
  const bool IsForLater;

  uint64_t launches() const { return Progress->launches(); }
  /// Whether launches have to run something else for a while before.
  bool needsLaunches() const { return Progress->needsLaunches(); }
  /// Whether only other runs want it.
  bool isOptional() const { return IsForLater && !launches(); }
  /// Makes the next launch that wants the image request it again.
  void putBack() {
    Progress->change(ImageState::Absent);
    Progress->setNews(true);
  }

  // Guarded by CompileQueue::Guard.
  bool IsDropped = false;
  uint64_t QueuedNs = 0; ///< The time when it was queued.
  uint64_t DueNs = 0;    ///< When launches had waited for long enough; or 0.
  Result<ObtainedImage> Outcome = Error("not compiled yet");
  std::atomic<bool> IsDone{false};
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_QUEUEDCOMPILE_H
