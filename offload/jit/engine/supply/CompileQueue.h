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
#include "PendingCompiles.h"
#include "WakeUp.h"
#include "report/Trace.h"

#include "ompjit/Support/WorkRef.h"

#include <optional>
#include <vector>

namespace ompjit::jit {

class CompileQueue {
public:
  using Handle = PendingCompiles::Handle;

  CompileQueue(const Settings &Chosen, ImageSource &Source,
               ProcessLocks &Process, Trace &Events)
      : Chosen(Chosen), Source(Source), Process(Process), Events(Events) {}
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

  /// Compiles the images whose launches have waited for most of the time that
  /// they have to, in the calling thread and in others at the same time. \p Own
  /// gets the image of the caller's launch, and has the program's threads rest.
  /// Returns when all of them have ended.
  void compileTogether(WorkRef Own);

  /// Whether nothing is being compiled.
  bool isIdle();

  /// Whether one more thread may compile where so many do, of which \p Same
  /// have its priority and no more than \p Limit may. The first thread may
  /// always, or nothing would ever be compiled beside a program that uses all
  /// processors; others need an idle one, of which there are \p NumIdle.
  static bool mayStart(size_t Same, size_t All, size_t Limit,
                       std::optional<unsigned> NumIdle) {
    return Same < Limit && (All == 0 || NumIdle.value_or(1) != 0);
  }

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
  enum class Step {
    Done,
    NothingToDo,
    NothingYet,
    NothingDue,    ///< All images wait until launches have taken more time.
    NothingForNow, ///< What there is, only other runs want.
    NeedsOpenCompiler
  };

  bool push(const Handle &) OMPJIT_REQUIRES(Guard);
  void wakeWorkers() OMPJIT_REQUIRES(Guard);
  bool ensureWorker(Priority) OMPJIT_REQUIRES(Guard);
  bool startWorker(Priority) OMPJIT_REQUIRES(Guard);
  size_t numWorkers(Priority) OMPJIT_REQUIRES(Guard);
  void leaveRest(Worker &) OMPJIT_REQUIRES(Guard);
  size_t workerLimit(Priority) const;
  size_t helperLimit() const;
  Handle take(Priority) OMPJIT_REQUIRES(Guard);
  void beginRunning(const Handle &) OMPJIT_REQUIRES(Guard);
  void countTogether(int Change);
  void startHelpers();
  bool compileOneOfThem();
  bool isAnyHelping();

  void work(Worker &);
  static std::chrono::microseconds longestPause(Step);
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
  /// Traces how many compiles there are. To be called inside of the fork gate.
  void tellLength() OMPJIT_EXCLUDES(Guard);

  const Settings &Chosen;
  ImageSource &Source;
  ProcessLocks &Process;
  Trace &Events;

  /// To be locked only inside of the fork gate.
  Mutex Guard;
  bool IsEnding OMPJIT_GUARDED_BY(Guard) = false;
  bool IsFinishing OMPJIT_GUARDED_BY(Guard) = false; ///< The program ends.
  /// How many launches wait until images are compiled together.
  unsigned NumTogether OMPJIT_GUARDED_BY(Guard) = 0;
  PendingCompiles Pending OMPJIT_GUARDED_BY(Guard);
  std::vector<Handle> Running OMPJIT_GUARDED_BY(Guard);
  std::vector<std::unique_ptr<Worker>> Workers OMPJIT_GUARDED_BY(Guard);
  WakeUp Bell; ///< For the workers.
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_COMPILEQUEUE_H
