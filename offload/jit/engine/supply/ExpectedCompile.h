//===- ExpectedCompile.h - The expected time of a compile -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that needs an image which another process is compiling waits for
// it, unless that takes much longer than expected: the other one may have been
// stopped. The expected time follows from the images of the kernel that this
// process compiled, or found together with their compile time. If there is none
// yet, it follows from the size of the package.
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_EXPECTEDCOMPILE_H
#define OMPJIT_JIT_EXPECTEDCOMPILE_H

#include "ompjit/Cache/Key.h"
#include "ompjit/Support/Mutex.h"

#include <unordered_map>

namespace ompjit::jit {

class ExpectedCompile {
public:
  /// Notes that an image of that kernel took \p Ns nanoseconds to compile. The
  /// longest one counts.
  void note(const cache::Key &Kernel, uint64_t Ns);

  /// Returns the expected time in nanoseconds.
  uint64_t of(const cache::Key &Kernel, uint64_t PackageBytes);

private:
  Mutex Guard;
  std::unordered_map<cache::Key, uint64_t, cache::KeyHash>
      Longest OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_EXPECTEDCOMPILE_H
