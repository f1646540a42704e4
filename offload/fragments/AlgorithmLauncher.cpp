//===- AlgorithmLauncher.cpp - A kernel -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/AlgorithmLauncher.h"

#include "ErrorSink.h"

using namespace ompjit;

void AlgorithmLauncher::run(const LaunchConfig &Config, bool IsCooperative,
                            const detail::ArgumentList &Arguments) const {
  const auto &[Blocks, Threads, DynamicBytes, Queue] = Config;
  const ompjit_fragment_launch Launch = {
      Arguments.Words,
      Arguments.NumWords,
      Arguments.NumArguments,
      Arguments.Sizes,
      Arguments.Readable,
      Arguments.Alignment,
      {Blocks.X, Blocks.Y, Blocks.Z},
      {Threads.X, Threads.Y, Threads.Z},
      DynamicBytes,
      IsCooperative,
      std::uint32_t(Queue.kind()),
      Queue.handle(),
  };
  ErrorSink Sink;
  if (ompjit_fragments_launch(Kernel.get(), &Launch, Sink.interface()))
    Sink.raise();
}
