//===- LateKernel.cpp - A kernel with late-bound functions ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateKernel.h"

#include "FunctionNames.h"
#include "support/Diagnostics.h"

#include "ompjit/Fragments/Compose.h"
#include "ompjit/Support/RegionName.h"

#include <algorithm>

namespace ompjit {

static std::vector<std::string> functionsOf(const jit::DeviceProgram &Program,
                                            const DeviceKernel &Kernel) {
  const std::vector<std::string_view> Symbols =
      Program.lateBound(Kernel.name());
  return {Symbols.begin(), Symbols.end()};
}

LateKernel::LateKernel(DeviceKernel &Own, jit::DeviceProgram &Program,
                       ByteView Package, const PluginDevice &Device,
                       const Bindings &Bound, jit::ProcessLocks &Process)
    : Own(Own), Program(Program), Package(Package), Device(Device),
      Bound(Bound), Process(Process), Region(regionNames(Own.name())),
      Functions(functionsOf(Program, Own)) {}

Result<DeviceKernel *> LateKernel::choose(uint64_t Now) {
  Result<Fragments> Wanted = boundNow();
  if (!Wanted)
    return Wanted.takeError();
  Key Digests;
  Digests.reserve(Wanted->size());
  for (const auto &Each : *Wanted)
    Digests.push_back(Each->Digest);
  Result<DeviceKernel *> Found = find(Digests, *Wanted);
  if (!Found)
    return Found;
  const jit::ProcessLocks::Moment Gate(Process);
  const MutexLock Lock(Guard);
  // Another thread may have found a later one.
  if (Generation.load(std::memory_order_relaxed) < Now) {
    Current.store(*Found, std::memory_order_relaxed);
    Generation.store(Now, std::memory_order_release);
  }
  return Found;
}

Result<LateKernel::Fragments> LateKernel::boundNow() const {
  Fragments Found;
  for (const std::string &Symbol : Functions) {
    Found.push_back(Bound.find(Region, Symbol));
    if (!Found.back())
      return diagnose(Diagnostic::FunctionNotBound,
                      {regionName(Own.name()), regionName(Symbol)});
  }
  return Found;
}

Result<DeviceKernel *> LateKernel::find(const Key &Digests,
                                        const Fragments &Wanted) {
  {
    const jit::ProcessLocks::Moment Gate(Process);
    const MutexLock Lock(Guard);
    if (auto Place = All.find(Digests); Place != All.end())
      return Place->second.get();
  }
  Result<jit::Kernel *> Linked = link(Wanted);
  if (!Linked)
    return diagnose(Diagnostic::FragmentsNotLinked,
                    {regionName(Own.name()), Linked.error().message()});
  auto New = std::make_unique<DeviceKernel>(Own.Entry, Own.Owner);
  New->Jit = *Linked;
  New->IsCooperative = Own.IsCooperative;
  for (size_t I = 0; I != Functions.size(); ++I)
    New->Bound.push_back({Functions[I], Wanted[I]->Name, Wanted[I]->File});
  const jit::ProcessLocks::Moment Gate(Process);
  const MutexLock Lock(Guard);
  return All.try_emplace(Digests, std::move(New)).first->second.get();
}

Result<jit::Kernel *> LateKernel::link(const Fragments &Wanted) const {
  // A fragment may define several of the functions.
  Fragments Once;
  for (const auto &Each : Wanted)
    if (std::find(Once.begin(), Once.end(), Each) == Once.end())
      Once.push_back(Each);
  std::vector<fragments::NamedFragment> Named;
  Named.reserve(Once.size());
  for (const auto &Each : Once)
    Named.push_back({Each->Name, Each->File});
  ompjit_device_info Info = {};
  Device.table().device_info(Device.handle(), &Info);
  Result<std::string> Binding = fragments::composeBinding(
      Package, Own.name(), Named, {Info.triple, Info.arch, Info.features});
  if (!Binding)
    return Binding.takeError();
  return Program.bind(Own.name(), *Binding);
}

} // namespace ompjit
