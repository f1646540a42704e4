//===- Completion.h - When something on a GPU is over ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A signal is 1 until the packet or copy that it was given to is over, then 0,
// or below where that failed. The pool creates them as they are needed and uses
// them again.
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

  /// So many at once, at the beginning.
  int fill(Call &In, uint32_t Count);
  /// Null where the runtime makes no more.
  CompletionRef take(Call &In);
  /// When none is in use.
  void destroyAll();

private:
  friend class Completion;

  bool create(Call &In, SignalHandle &New);
  void giveBack(SignalHandle Old);

  const Hsa &H;
  Mutex Guard;
  std::vector<SignalHandle> Idle OMPJIT_GUARDED_BY(Guard);
};

/// One use of a signal. The last to let go of it gives it back.
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

  // Set before others see it.
  const Lane *Of = nullptr; ///< Whose order it is in; null for a copy.
  /// What it waits for, which must live as long.
  CompletionRefs Needs;
  /// How many wait for each other, with this one.
  uint32_t Depth = 1;
  /// Memory that it uses.
  std::shared_ptr<void> Keeps;

private:
  SignalPool &From;
  const SignalHandle Signal;
};

/// Forgets those that are over.
void dropOver(CompletionRefs &All);

/// Blocks until it is over. False where the GPU broke meanwhile, or by it.
bool waitFor(ompjit_device &Device, const Completion &What);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_COMPLETION_H
