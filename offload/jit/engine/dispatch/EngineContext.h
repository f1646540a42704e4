//===- EngineContext.h - What the programs of an engine share -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_ENGINECONTEXT_H
#define OMPJIT_JIT_ENGINECONTEXT_H

#include "FirstLaunches.h"
#include "ompjit/Jit/Engine.h"
#include "policy/ImageBudget.h"
#include "report/Log.h"
#include "report/Statistics.h"
#include "report/Trace.h"
#include "supply/CompileQueue.h"
#include "supply/DeviceImage.h"
#include "supply/ImageFinisher.h"
#include "supply/ImageSource.h"

#include <atomic>
#include <memory>

namespace ompjit::jit {

struct EngineContext {
  EngineContext(Settings Chosen, std::unique_ptr<Compiler> Service,
                Engine::LineSink Sink, ProcessLocks &Process)
      : Chosen(std::move(Chosen)),
        Lines(this->Chosen.InfoLevel, std::move(Sink)),
        Events(this->Chosen.TraceFile, Lines), Process(Process),
        Report(Lines, Events), Source(this->Chosen, std::move(Service), Lines,
                                      Report, Process, Finishers),
        Queue(this->Chosen, Source, Process), Firsts(Process),
        Budgets(this->Chosen.MemoryBytes) {}

  const Settings Chosen;
  const Log Lines;
  Trace Events;
  ProcessLocks &Process;
  Statistics Stats;
  const SupplyReport Report;
  ImageFinishers Finishers; ///< Closed by the engine before devices go.
  ImageSource Source;
  CompileQueue Queue;
  FirstLaunches Firsts;
  ImageBudgets Budgets;
  /// Whether the code of first launches is in the processor's caches.
  std::atomic<bool> IsWarmedUp{false};
};

/// The image that was loaded before any kernel of a program on a device.
enum class BaseContent {
  Nothing, ///< The program has no shared state.
  State,   ///< The shared state, and kernels that belong there.
  Native,  ///< Everything, compiled ahead of time: state, and kernels to fall
           ///< back to.
  Whole,   ///< Everything, with OMP_JIT=0: kernels come from here only.
};

struct LoadedBase {
  BaseContent Content = BaseContent::Nothing;
  std::unique_ptr<DeviceImage> Image; ///< Null for Nothing.
};

/// A kernel of a program on a device, and where it belongs. All of it stays as
/// long as the kernel.
struct KernelPlace {
  EngineContext &Engine;
  const std::shared_ptr<SharedPackage> &Package;
  const Device &Target;
  const LoadedBase &Base;
  const KernelInfo &Info;

  /// Whether the kernel comes from the base image only.
  bool isInBase() const {
    return Base.Content == BaseContent::Whole || Info.isInBase();
  }
};

/// A request for something that is compiled for the device.
CompileRequest requestFor(const Device &, const Settings &);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_ENGINECONTEXT_H
