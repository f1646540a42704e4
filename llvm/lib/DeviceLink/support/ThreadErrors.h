//===- ThreadErrors.h - The errors of several threads ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_THREADERRORS_H
#define OMPJIT_DEVICELINK_THREADERRORS_H

#include "ompjit/Support/Mutex.h"

#include "llvm/Support/Error.h"

namespace ompjit::devicelink {

class ThreadErrors {
public:
  void add(llvm::Error E) {
    MutexLock Lock(Guard);
    All = joinErrors(std::move(All), std::move(E));
  }

  /// Returns all errors. To be called when the threads have ended.
  llvm::Error take() {
    MutexLock Lock(Guard);
    return std::move(All);
  }

private:
  Mutex Guard;
  llvm::Error All OMPJIT_GUARDED_BY(Guard) = llvm::Error::success();
};

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_THREADERRORS_H
