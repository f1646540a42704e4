//===- WorkerThread.h - The thread that a worker compiles on -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compile has a thread of its own, because only a new thread can get the
// priority of the one that waits for it: a process cannot lower its nice value
// again.
//
// Private to the compile server.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SERVER_WORKERTHREAD_H
#define OMPJIT_SERVER_WORKERTHREAD_H

#include "ompjit/Server/CompilerLibrary.h"
#include "ompjit/Server/Descriptor.h"
#include "ompjit/Server/Frame.h"

#include <memory>

namespace ompjit::server {

/// Returns the bytes of memory that only this process has; 0 if the system does
/// not say (no /proc).
uint64_t memoryInUse();

class WorkerThread {
public:
  /// Begins the compile. \p Package must stay valid until the compile is over;
  /// a process that does not wait for that has to end.
  WorkerThread(const CompilerLibrary &, ByteView Package,
               const ServerRequest &);

  /// A descriptor that becomes readable once the compile is over; negative if
  /// none was begun.
  int descriptor() const;
  /// Returns the encoded CompileResult, once the compile is over.
  std::string answer();

private:
  struct Shared;
  std::shared_ptr<Shared> Work;
  Descriptor Over;
};

} // namespace ompjit::server

#endif // OMPJIT_SERVER_WORKERTHREAD_H
