//===- Attempt.h - An image, an error, or a compiler that must be opened --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_ATTEMPT_H
#define OMPJIT_JIT_ATTEMPT_H

#include "ompjit/Support/Result.h"
#include "variants/WantedImage.h"

#include <optional>
#include <utility>

namespace ompjit::jit {

/// The result of an attempt to get an image without waiting for the dynamic
/// linker. If the compiler must be opened first, which takes the linker's lock,
/// the caller opens it and tries again.
class Attempt {
public:
  static Attempt needsOpenCompiler() { return Attempt(); }
  Attempt(ObtainedImage Got) : Outcome(std::move(Got)) {}
  Attempt(Error Reason) : Outcome(std::move(Reason)) {}
  Attempt(Result<ObtainedImage> Ended) : Outcome(std::move(Ended)) {}

  bool hasEnded() const { return Outcome.has_value(); }
  /// Only if the attempt has ended.
  const Result<ObtainedImage> &outcome() const { return *Outcome; }
  Result<ObtainedImage> takeOutcome() { return std::move(*Outcome); }

private:
  Attempt() = default;

  std::optional<Result<ObtainedImage>> Outcome;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_ATTEMPT_H
