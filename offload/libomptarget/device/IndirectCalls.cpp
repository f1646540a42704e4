//===- IndirectCalls.cpp - Host addresses of functions, on a device -------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndirectCalls.h"

#include "LoadedLibrary.h"

#include "ompjit/DeviceEnvironment.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace ompjit {

static bool isBefore(const IndirectFunction &A, const IndirectFunction &B) {
  return std::less<>()(A.Host, B.Host);
}

Status
IndirectCalls::update(const PluginDevice &Device,
                      const std::vector<std::unique_ptr<LoadedLibrary>> &All) {
  // Most programs have no such functions.
  const bool IsWanted =
      std::any_of(All.begin(), All.end(), [](const auto &Each) {
        return Each->source().hasIndirectFunctions();
      });
  if (!IsWanted && !Current)
    return Done{};
  std::vector<LoadedLibrary *> Told;
  for (const std::unique_ptr<LoadedLibrary> &Each : All) {
    Result<bool> Calls = Each->callsFunctions();
    if (!Calls)
      return Calls.takeError();
    if (*Calls)
      Told.push_back(Each.get());
  }
  std::vector<IndirectFunction> Functions;
  if (!Told.empty())
    for (const std::unique_ptr<LoadedLibrary> &Each : All)
      Functions.insert(Functions.end(), Each->functions().begin(),
                       Each->functions().end());
  if (Current)
    Old.push_back(std::exchange(Current, nullptr));
  const uint64_t Count = Functions.size();
  if (Status S = store(Device, Functions); !S)
    return S;
  for (LoadedLibrary *Each : Told)
    if (Status S = Each->setFunctions(DeviceAddress(Current), Count); !S)
      return S;
  return Done{};
}

/// Stores the list behind a head that holds the count.
Status IndirectCalls::store(const PluginDevice &Device,
                            std::vector<IndirectFunction> &Functions) {
  if (Functions.empty())
    return Done{};
  std::sort(Functions.begin(), Functions.end(), isBefore);
  const auto Count = reinterpret_cast<void *>(Functions.size());
  Functions.insert(Functions.begin(), {nullptr, Count});
  const uint64_t Bytes = Functions.size() * sizeof(IndirectFunction);
  Result<void *> Place = Device.allocate(Bytes, OMPJIT_MEMORY_DEVICE);
  if (!Place)
    return Place.takeError();
  Current = *Place;
  return Device.copyTo(DeviceAddress(Current), Functions.data(), Bytes);
}

void IndirectCalls::releaseOld(const PluginDevice &Device) {
  for (void *Each : std::exchange(Old, {}))
    (void)Device.free(Each, OMPJIT_MEMORY_DEVICE);
}

void IndirectCalls::release(const PluginDevice &Device) {
  releaseOld(Device);
  if (Current)
    (void)Device.free(std::exchange(Current, nullptr), OMPJIT_MEMORY_DEVICE);
}

} // namespace ompjit
