//===- CompileQueue.h - Compiles that no launch waits for -----------------===//
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

#ifndef OMPJIT_JIT_COMPILEQUEUE_H
#define OMPJIT_JIT_COMPILEQUEUE_H

#include "ImageSource.h"
#include "report/Statistics.h"
#include "variants/ImageState.h"

#include "ompjit/Support/BackgroundThread.h"

#include <vector>

namespace ompjit::jit {

/// A compile that may be asked for, again and again, until it has ended.
class QueuedCompile {
public:
  /// \p Progress is told what becomes of the image. \p Compiled is called from
  /// a background thread after a compile; it may be empty. \p Counts must stay
  /// as long as the engine. \p IsForLater: unless a launch gets to it, other
  /// runs want the image, and the end of this one does not wait for it.
  QueuedCompile(WantedImage Want, std::shared_ptr<ImageProgress> Progress,
                Priority How, KernelStatistics &Counts, CompileReport Compiled,
                bool IsForLater = false)
      : Want(std::move(Want)), Progress(std::move(Progress)), How(How),
        Counts(Counts), Compiled(std::move(Compiled)), IsForLater(IsForLater) {}

  /// How it ended; null before that.
  const Result<ObtainedImage> *outcome() const {
    return IsDone.load(std::memory_order_acquire) ? &Outcome : nullptr;
  }

  /// Ends it, even if it was never asked for.
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
  /// Whether nobody in this run wants it.
  bool isOptional() const { return IsForLater && !launches(); }

  // Guarded by CompileQueue::Guard.
  bool IsDropped = false;
  uint64_t QueuedNs = 0; ///< When it was queued.
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
  void makeRoom(const QueuedCompile &New) OMPJIT_REQUIRES(Guard);
  void makeRoomIn(std::vector<Handle> Candidates, size_t Limit)
      OMPJIT_REQUIRES(Guard);
  void remove(Handle Queued) OMPJIT_REQUIRES(Guard);
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

#endif // OMPJIT_JIT_COMPILEQUEUE_H
