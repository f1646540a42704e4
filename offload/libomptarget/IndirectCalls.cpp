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

namespace ompjit {

static bool isBefore(const IndirectFunction &A, const IndirectFunction &B) {
  return std::less<>()(A.Host, B.Host);
}

Status
IndirectCalls::update(const PluginDevice &Device,
                      const std::vector<std::unique_ptr<LoadedLibrary>> &All) {
  std::vector<IndirectFunction> Functions;
  for (const std::unique_ptr<LoadedLibrary> &Each : All)
    if (Status S = Each->listFunctions(Functions); !S)
      return S;
  if (Functions.empty() && !IsInUse)
    return Done{};
  std::sort(Functions.begin(), Functions.end(), isBefore);
  void *Table = nullptr;
  if (!Functions.empty()) {
    const uint64_t Bytes = Functions.size() * sizeof(IndirectFunction);
    Result<void *> Place = Device.allocate(Bytes, OMPJIT_MEMORY_DEVICE);
    if (!Place)
      return Place.takeError();
    Table = *Place;
    Tables.push_back(Table);
    if (Status S = Device.copyTo(DeviceAddress(Table), Functions.data(), Bytes);
        !S)
      return S;
  }
  IsInUse = Table;
  for (const std::unique_ptr<LoadedLibrary> &Each : All)
    if (Status S = Each->setFunctions(Table, Functions.size()); !S)
      return S;
  return Done{};
}

void IndirectCalls::release(const PluginDevice &Device) {
  for (void *Each : Tables)
    (void)Device.free(Each, OMPJIT_MEMORY_DEVICE);
  Tables.clear();
}

} // namespace ompjit
