//===- CompileQueue.h - Compiles that no launch waits for -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a launch can run something else meanwhile, it queues the image that it
// wanted here and goes on. A few threads of low priority get the images and
// store them in memory and on disk. The next launch that wants an image loads
// it, because loading needs the dynamic linker.
//
// The queue is short, so that a kernel whose values keep changing does not keep
// the processor busy. The image with the most launches is compiled first, the
// newest one if several have as many; if the queue is full, the image with the
// fewest launches is dropped. The next launch that wants a dropped image queues
// it again. An image that was launched only once stays in the queue for at
// least ten milliseconds: it may be dropped, because the tracker gives up a
// value that keeps changing.
//
// Threads end when there is nothing to do. Images that a launch is likely to
// wait for soon have a thread of normal priority: while all processors are
// busy, that launch would otherwise wait ten times as long. Threads access the
// queue only inside of the fork gate, so that it is consistent in a child of
// fork(); the child drops all queued compiles.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_COMPILEQUEUE_H
#define OMPJIT_JIT_COMPILEQUEUE_H

#include "ImageSource.h"
#include "report/Statistics.h"
#include "variants/ImageState.h"

#include "ompjit/Support/BackgroundThread.h"

#include <vector>

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

  const WantedImage Want;
  const std::shared_ptr<ImageProgress> Progress;
  const Priority How;
  KernelStatistics &Counts;
  const CompileReport Compiled;
  const bool IsForLater;

  uint64_t launches() const { return Progress->launches(); }
  /// Whether only other runs want it.
  bool isOptional() const { return IsForLater && !launches(); }

  // Guarded by CompileQueue::Guard.
  bool IsDropped = false;
  uint64_t QueuedNs = 0; ///< The time when it was queued.
  Result<ObtainedImage> Outcome = Error("not compiled yet");
  std::atomic<bool> IsDone{false};
};

class CompileQueue {
public:
  using Handle = std::shared_ptr<QueuedCompile>;

  CompileQueue(const Settings &Chosen, ImageSource &Source,
               ProcessLocks &Process)
      : Chosen(Chosen), Source(Source), Process(Process) {}
  /// Waits for the compiles that are running.
  ~CompileQueue();

  /// Queues a compile unless it is queued, running or done. Returns false if it
  /// will not be compiled, because the process ends or can start no thread.
  bool ask(const Handle &);

  /// Removes a compile that is not wanted any more from the queue. One that has
  /// begun continues, and its image is kept.
  void drop(const Handle &);

  /// Removes a compile from the queue, because the caller gets the image
  /// itself.
  void withdraw(const Handle &);

  /// Whether nothing is being compiled.
  bool isIdle();

  /// Lets a compile begin if none runs, then empties the queue and accepts no
  /// more. Waits for that and for compiles that have begun and are still
  /// wanted, OMP_JIT_EXIT_WAIT milliseconds at most; then for images that are
  /// being written to disk, one second at most.
  void finish();

  /// To be called in the child of a fork(), which has none of its parent's
  /// threads.
  void forgetThreads();

private:
  struct Worker {
    Priority How;
    std::unique_ptr<BackgroundThread> Thread;
    Handle Held;         ///< Continues when the compile service is open.
    bool IsOver = false; ///< The thread has ended or is about to end.
  };
  enum class Step { Done, NothingToDo, NothingYet, NeedsOpenCompiler };

  bool push(const Handle &) OMPJIT_REQUIRES(Guard);
  void makeRoom(const QueuedCompile &New) OMPJIT_REQUIRES(Guard);
  void makeRoomIn(std::vector<Handle> Candidates, size_t Limit)
      OMPJIT_REQUIRES(Guard);
  void remove(const Handle &Queued) OMPJIT_REQUIRES(Guard);
  void putBack(QueuedCompile &) OMPJIT_REQUIRES(Guard);
  void removeAll() OMPJIT_REQUIRES(Guard);
  bool ensureWorker(Priority) OMPJIT_REQUIRES(Guard);
  size_t workerLimit(Priority) const;
  Handle take(Priority) OMPJIT_REQUIRES(Guard);
  bool isDue(const QueuedCompile &) const OMPJIT_REQUIRES(Guard);
  bool isQueued(Priority) const OMPJIT_REQUIRES(Guard);

  void work(Worker &);
  Step step(Worker &);
  bool obtain(QueuedCompile &);
  void openCompiler(Worker &);
  void release(Worker &);
  std::optional<Step> chooseNext(Worker &) OMPJIT_REQUIRES(Guard);
  void settle(QueuedCompile &, Result<ObtainedImage>);
  bool isAboutToBegin();
  bool isWantedRunning();
  /// Whether a thread without a compile has not ended yet.
  bool isWorkerEnding();
  void joinEnded() OMPJIT_REQUIRES(Guard);

  const Settings &Chosen;
  ImageSource &Source;
  ProcessLocks &Process;

  /// To be locked only inside of the fork gate.
  Mutex Guard;
  bool IsEnding OMPJIT_GUARDED_BY(Guard) = false;
  bool IsFinishing OMPJIT_GUARDED_BY(Guard) = false;  ///< The program ends.
  std::vector<Handle> Queue OMPJIT_GUARDED_BY(Guard); ///< Newest last.
  std::vector<Handle> Running OMPJIT_GUARDED_BY(Guard);
  std::vector<std::unique_ptr<Worker>> Workers OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_COMPILEQUEUE_H
