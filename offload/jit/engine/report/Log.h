//===- Log.h - The lines of OMP_JIT_INFO ----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine. Thread-safe if the sink is.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_LOG_H
#define OMPJIT_JIT_LOG_H

#include "ompjit/Jit/Engine.h"

namespace ompjit::jit {

/// Levels of OMP_JIT_INFO.
enum class LogLevel : uint32_t { Compiles = 1, Cache = 2, Launches = 3 };

class Log {
public:
  Log(uint32_t Level, Engine::LineSink Sink)
      : Level(Level), Sink(std::move(Sink)) {}

  /// To be checked before a line is put together, which allocates.
  bool wants(LogLevel Asked) const { return Level >= uint32_t(Asked); }

  void line(LogLevel Asked, const std::string &Text) const {
    if (wants(Asked) && Sink)
      Sink("omp-jit: " + Text);
  }
  /// Writes a line that is shown at every level.
  void warning(const std::string &Text) const {
    if (Sink)
      Sink("omp-jit: warning: " + Text);
  }

private:
  const uint32_t Level;
  const Engine::LineSink Sink;
};

/// Returns a function that writes warnings to \p Sink.
inline std::function<void(const std::string &)>
warningsTo(Engine::LineSink Sink) {
  return [Lines = Log(0, std::move(Sink))](const std::string &What) {
    Lines.warning(What);
  };
}

} // namespace ompjit::jit

#endif // OMPJIT_JIT_LOG_H
