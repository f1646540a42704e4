//===- EngineContext.h - The state that an engine's programs share --------===//
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
#include "policy/KeptCounts.h"
#include "policy/TuningChoices.h"
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
                Engine::LineSink Sink, ProcessLocks &Process, TraceFile *File)
      : Chosen(std::move(Chosen)),
        Lines(this->Chosen.InfoLevel, std::move(Sink)), Events(File),
        Process(Process), Report(Lines, Events),
        Source(this->Chosen, std::move(Service), Lines, Report, Process,
               Finishers),
        Queue(this->Chosen, Source, Process, Events), Firsts(Process),
        Choices(this->Chosen, Source, Report),
        Counts(this->Chosen, Source, Report),
        Budgets(this->Chosen.MemoryBytes) {}

  const Settings Chosen;
  const Log Lines;
  Trace Events;
  ProcessLocks &Process;
  Statistics Stats;
  const SupplyReport Report;
  ImageFinishers Finishers; ///< The engine closes them before devices are
                            ///< closed.
  ImageSource Source;
  CompileQueue Queue;
  FirstLaunches Firsts;
  TuningChoices Choices;
  KeptCounts Counts;
  ImageBudgets Budgets;
  /// Whether the code of first launches is in the processor's caches.
  std::atomic<bool> IsWarmedUp{false};
};

/// The content of the image that is loaded before any kernel of a program.
enum class BaseContent {
  Nothing, ///< The program has no shared state.
  State,   ///< The shared state, and the kernels that must be with it.
  Native,  ///< Everything, compiled ahead of time: the state, and kernels as
           ///< fallbacks.
  Whole,   ///< Everything, with OMP_JIT=0; all kernels come from it.
};

struct LoadedBase {
  BaseContent Content = BaseContent::Nothing;
  std::shared_ptr<DeviceImage> Image; ///< Null for Nothing.
};

/// A kernel, and the objects that it belongs to. All of them outlive the
/// kernel.
struct KernelPlace {
  EngineContext &Engine;
  const std::shared_ptr<SharedPackage> &Package;
  const Device &Target;
  const LoadedBase &Base;
  const KernelInfo &Info;
  const Tuning &Tuned;

  /// Whether the kernel comes only from the base image.
  bool isInBase() const {
    return Base.Content == BaseContent::Whole || Info.isInBase();
  }
};

/// Returns the name under which the tracker of the kernel is remembered.
std::string trackerName(const KernelPlace &);

/// Returns a request with the device's properties and the settings' options.
CompileRequest requestFor(const Device &, const Settings &);

} // namespace ompjit::jit

#endif // OMPJIT_JIT_ENGINECONTEXT_H
