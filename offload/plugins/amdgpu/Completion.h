//===- Completion.h - When something on a GPU is over ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A signal is 1 until its packet or copy is over, and then 0, or negative if
// that failed. The pool creates signals as needed and reuses them.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_COMPLETION_H
#define OMPJIT_PLUGINS_AMDGPU_COMPLETION_H

#include "Hsa.h"

#include "ompjit/Support/Mutex.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ompjit::amdgpu {

class Call;
class Completion;
class Lane;

using CompletionRef = std::shared_ptr<Completion>;
using CompletionRefs = std::vector<CompletionRef>;

/// Thread safe.
class SignalPool {
public:
  explicit SignalPool(const Hsa &H) : H(H) {}

  /// Creates \p Count signals at the beginning.
  int fill(Call &In, uint32_t Count);
  /// Returns a signal; null if the runtime makes no more.
  CompletionRef take(Call &In);
  /// To be called when no signal is in use.
  void destroyAll();

private:
  friend class Completion;

  bool create(Call &In, SignalHandle &New);
  void giveBack(SignalHandle Old);

  const Hsa &H;
  Mutex Guard;
  std::vector<SignalHandle> Idle OMPJIT_GUARDED_BY(Guard);
};

/// One use of a signal, which returns to the pool with the last reference.
class Completion {
public:
  Completion(SignalPool &From, SignalHandle Signal)
      : From(From), Signal(Signal) {}
  ~Completion();
  Completion(const Completion &) = delete;
  Completion &operator=(const Completion &) = delete;

  SignalHandle signal() const { return Signal; }
  int64_t value() const { return From.H.SignalLoad(Signal); }
  bool isOver() const { return value() < 1; }

  // The following is set before others see the object.
  const Lane *Owner =
      nullptr; ///< The lane whose order it is in; null for a copy.
  /// The completions that it waits for, which must live as long.
  CompletionRefs Needs;
  /// Length of the longest chain of completions that wait for each other, with
  /// this one.
  uint32_t Depth = 1;
  /// Keeps memory that it uses alive.
  std::shared_ptr<void> Keeps;

private:
  SignalPool &From;
  const SignalHandle Signal;
};

/// Removes those that are over.
void dropOver(CompletionRefs &All);

/// Blocks until it is over. Returns false if the GPU is broken.
bool waitFor(ompjit_device &Device, const Completion &What);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_COMPLETION_H
