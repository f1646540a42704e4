//===- TraceWriter.h - The thread that writes a trace ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread that does some work whenever it is asked to. It is started when it
// is first asked, so that programs with few events have none. It has normal
// priority: where it gets no processor in time, threads of the program have to
// write themselves.
//
// It takes no lock, and nobody waits for it before end(), so it needs no place
// in the order of locks, and a fork need not wait for it: a child has a writer
// of its own.
//
// Threads: ask() may be called by any thread at any time, the other functions
// by one thread. Private to TraceFile.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_TRACEWRITER_H
#define OMPJIT_SUPPORT_TRACEWRITER_H

#include "ompjit/Support/BackgroundThread.h"

#include <atomic>
#include <functional>
#include <memory>

namespace ompjit {

class TraceWriter {
public:
  explicit TraceWriter(std::function<void()> Work) : Work(std::move(Work)) {}
  /// Ends the thread.
  ~TraceWriter() { end(); }
  TraceWriter(const TraceWriter &) = delete;
  TraceWriter &operator=(const TraceWriter &) = delete;

  /// Makes the thread do the work once more, and so see all that the caller did
  /// before. Returns false if there is no thread, or not yet.
  bool ask();

  /// Waits until the work that was asked for is done, and ends the thread.
  void end();

  /// To be called in the child of a fork, where the thread does not exist.
  void forget();

private:
  enum State { Unborn, Starting, Idle, Asked, Over };

  bool start();
  void run();

  const std::function<void()> Work;
  std::atomic<int> Now = Unborn;
  std::unique_ptr<BackgroundThread> Thread;
};

} // namespace ompjit

#endif // OMPJIT_SUPPORT_TRACEWRITER_H
