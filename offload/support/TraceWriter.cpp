//===- TraceWriter.cpp - The thread that writes a trace -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceWriter.h"

#include "ompjit/Support/NoMemory.h"

using namespace ompjit;

/// Each change of the state is a read-modify-write, also from Asked to Asked:
/// so the thread, when it leaves Asked, sees what all askers did before.
bool TraceWriter::ask() {
  int Before = Now.load();
  do {
    if (Before == Unborn)
      return start();
    if (Before == Starting || Before == Over)
      return false;
  } while (!Now.compare_exchange_weak(Before, Asked));
  if (Before == Idle)
    Now.notify_one();
  return true;
}

bool TraceWriter::start() {
  int Expected = Unborn;
  if (!Now.compare_exchange_strong(Expected, Starting))
    return false;
  NoMemoryBeyond Here; // There is no thread then.
  Here.call([this] {
    Thread = BackgroundThread::start(Priority::Normal, "trace writer",
                                     [this] { run(); });
  });
  const bool IsStarted = Thread != nullptr;
  // The first work is what the caller asks for. From then on, end() may be
  // called.
  Expected = Starting;
  if (Now.compare_exchange_strong(Expected, IsStarted ? Asked : Over)) {
    Now.notify_one();
    return IsStarted;
  }
  // end() was called before, and did not know the thread.
  Now.notify_one();
  Thread.reset();
  return false;
}

void TraceWriter::run() {
  Now.wait(Starting);
  while (true) {
    Now.wait(Idle);
    int Expected = Asked;
    const bool IsOver = !Now.compare_exchange_strong(Expected, Idle);
    NoMemoryBeyond Here; // What allocates is the warning that a file fails.
    Here.call(Work);
    if (IsOver)
      return;
  }
}

void TraceWriter::end() {
  const int Before = Now.exchange(Over);
  if (Before != Idle && Before != Asked)
    return;
  Now.notify_one();
  Thread.reset();
}

void TraceWriter::forget() {
  if (Thread)
    Thread->forget();
}
