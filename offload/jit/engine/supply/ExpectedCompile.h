//===- ExpectedCompile.h - How long a compile is likely to take -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who finds another process at the compile that it needs waits for it, unless
// that takes much longer than it should: the other one may have been stopped.
// What it should take is known from the images of the kernel that this process
// compiled, or found with the time that they had cost. Where there is none yet,
// it follows from the size of the package.
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
  /// An image of that kernel took so long. The longest one counts.
  void note(const cache::Key &Kernel, uint64_t Ns);

  /// In nanoseconds.
  uint64_t of(const cache::Key &Kernel, uint64_t PackageBytes);

private:
  Mutex Guard;
  std::unordered_map<cache::Key, uint64_t, cache::KeyHash>
      Longest OMPJIT_GUARDED_BY(Guard);
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_EXPECTEDCOMPILE_H
