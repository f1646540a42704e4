//===- EngineImpl.h - The engine, with a replaceable compiler -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine; unit tests use it to pass their own compiler.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_ENGINEIMPL_H
#define OMPJIT_JIT_ENGINEIMPL_H

#include "ompjit/Jit/Engine.h"
#include "supply/Compiler.h"

namespace ompjit::jit {

std::unique_ptr<Engine> createEngine(Settings, std::unique_ptr<Compiler>,
                                     Engine::LineSink, ProcessLocks &,
                                     TraceFile *Trace = nullptr);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_ENGINEIMPL_H
