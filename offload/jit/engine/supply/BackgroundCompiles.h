//===- BackgroundCompiles.h - Compiles that no launch waits for -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where something can run meanwhile, a launch queues the image that it wanted
// here and goes on. A few threads of low priority get the images, which thereby
// come into memory and on disk; loading them is left to the next launch that
// wants them, because that needs the dynamic linker.
//
// The queue is short: what was launched most often goes first, of equals the
// newest, and what was asked for least goes out, so that a kernel whose values
// keep changing does not keep the processor busy. Whoever still wants what went
// out asks again. What was launched only once waits for two milliseconds: it
// may be dropped, because the tracker gives up a value that keeps changing.
//
// Threads live while there is something to do. What a launch is likely to wait
// for soon has one of normal priority for itself: while all processors are
// busy, that launch would stand still for ten times as long. They touch the
// queue inside of the fork gate only, so that a child of fork() finds it in
// order; what was queued is dropped there.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_BACKGROUNDCOMPILES_H
#define OMPJIT_JIT_BACKGROUNDCOMPILES_H

#include "ImageSource.h"
#include "report/Statistics.h"
#include "variants/Variant.h"

#include "ompjit/Support/BackgroundThread.h"

#include <vector>

namespace ompjit::jit {

/// An image that is wanted, queued, compiled or there. Asked for again, it is
/// the same object.
class BackgroundCompile : public PendingImage {
public:
  /// \p Compiled is called from a background thread after a compile; it may be
  /// empty. \p Counts must stay as long as the engine. \p IsForLater: unless a
  /// launch gets to it, other runs want the image, and the end of this one does
  /// not wait for it.
  BackgroundCompile(WantedImage Want, Priority How, KernelStatistics &Counts,
                    CompileReport Compiled, bool IsForLater = false)
      : Want(std::move(Want)), How(How), Counts(Counts),
        Compiled(std::move(Compiled)), IsForLater(IsForLater) {}

  /// Null while there is none.
  const Result<ObtainedImage> *outcome() const {
    return IsDone.load(std::memory_order_acquire) ? &Outcome : nullptr;
  }

  /// Ends it; where it was never asked for, too.
  void settle(Result<ObtainedImage> How) {
    Outcome = std::move(How);
    IsDone.store(true, std::memory_order_release);
    setNews(true);
  }

private:
  friend class BackgroundCompiles;

  const WantedImage Want;
  const Priority How;
  KernelStatistics &Counts;
  const CompileReport Compiled;
  const bool IsForLater;

  /// Whether nobody in this run wants it.
  bool isOptional() const { return IsForLater && !launches(); }

  /// Guarded by BackgroundCompiles::Guard.
  bool IsQueued = false, IsRunning = false, IsDropped = false;
  uint64_t QueuedNs = 0; ///< When it was queued.
  Result<ObtainedImage> Outcome = Error("not compiled yet");
  std::atomic<bool> IsDone{false};
};

class BackgroundCompiles {
public:
  using Handle = std::shared_ptr<BackgroundCompile>;

  BackgroundCompiles(const Settings &Chosen, ImageSource &Source,
                     ProcessLocks &Process)
      : Chosen(Chosen), Source(Source), Process(Process) {}
  /// Waits for the compiles that are running.
  ~BackgroundCompiles();

  /// Queues it unless it is queued, running or done. False if it will not be
  /// compiled: the process ends, or has no threads left.
  bool ask(const Handle &);

  /// Nobody wants it any more. A compile that has begun goes on, and its image
  /// is kept.
  void drop(const Handle &);

  /// Takes it out of the queue: the caller gets the image itself.
  void withdraw(const Handle &);

  /// Whether nothing is being compiled.
  bool isIdle();

  /// Accepts nothing more and forgets the queue. Waits for compiles that have
  /// begun, if they are still wanted, as long as OMP_JIT_EXIT_WAIT says; and
  /// for images that are being written to disk, a second at the most.
  void finish();

  /// In the child of a fork(), which has no threads of its parent's.
  void forgetThreads();

private:
  struct Worker {
    Priority How;
    std::unique_ptr<BackgroundThread> Thread;
    Handle Held;         ///< Goes on when the compile service is open.
    bool IsOver = false; ///< Or about to be.
  };
  enum class Step { Done, NothingToDo, NothingYet, NeedsOpenCompiler };

  bool push(const Handle &) OMPJIT_REQUIRES(Guard);
  void makeRoom(const BackgroundCompile &New) OMPJIT_REQUIRES(Guard);
  void makeRoomIn(std::vector<Handle> Candidates, size_t Limit)
      OMPJIT_REQUIRES(Guard);
  void remove(Handle Queued) OMPJIT_REQUIRES(Guard);
  void removeAll() OMPJIT_REQUIRES(Guard);
  bool ensureWorker(Priority) OMPJIT_REQUIRES(Guard);
  size_t workerLimit(Priority) const;
  Handle take(Priority) OMPJIT_REQUIRES(Guard);
  bool isDue(const BackgroundCompile &) const OMPJIT_REQUIRES(Guard);
  bool isQueued(Priority) const OMPJIT_REQUIRES(Guard);

  void work(Worker &);
  Step step(Worker &);
  bool obtain(BackgroundCompile &);
  void openCompiler(Worker &);
  void letGo(Worker &);
  std::optional<Step> chooseNext(Worker &) OMPJIT_REQUIRES(Guard);
  void endRunning(const Handle &) OMPJIT_REQUIRES(Guard);
  void settle(BackgroundCompile &, Result<ObtainedImage>);
  bool isAboutToBegin();
  bool isWantedRunning();
  /// Whether a thread is about to find nothing more to do.
  bool isWorkerEnding();
  void joinEnded() OMPJIT_REQUIRES(Guard);

  const Settings &Chosen;
  ImageSource &Source;
  ProcessLocks &Process;

  /// Taken inside of the fork gate only.
  Mutex Guard;
  bool IsEnding OMPJIT_GUARDED_BY(Guard) = false;
  bool IsFinishing OMPJIT_GUARDED_BY(Guard) = false;  ///< The program ends.
  std::vector<Handle> Queue OMPJIT_GUARDED_BY(Guard); ///< Newest last.
  std::vector<Handle> Running OMPJIT_GUARDED_BY(Guard);
  std::vector<std::unique_ptr<Worker>> Workers OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_BACKGROUNDCOMPILES_H
