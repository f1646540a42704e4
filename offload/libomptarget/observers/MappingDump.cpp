//===- observers/MappingDump.cpp - The table of mappings as text ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingDump.h"

#include "Describe.h"
#include "data/DataEnvironment.h"

#include <cstdio>

namespace ompjit {

namespace {

std::string describeRow(const Mapping &M) {
  char Counts[64];
  std::snprintf(
      Counts, sizeof(Counts), " %-8zu %-11s %-12zu ", size_t(M.size()),
      M.IsPermanent ? "INF" : std::to_string(M.References.load()).c_str(),
      size_t(M.Holds.load()));
  return describeFull(M.Begin) + " " + describeFull(M.Device.pointer()) +
         Counts + itemName(M.Name) + " at " + itemPlace(M.Name);
}

} // namespace

std::string describeMappings(int DeviceId, DataEnvironment *Data,
                             const std::string &Place) {
  const std::string Head =
      "omptarget device " + std::to_string(DeviceId) + " info: ";
  std::string Rows;
  if (Data)
    Data->forEach([&](const Mapping &M) {
      if (!M.isArriving())
        Rows += "\n" + Head + describeRow(M);
    });
  if (Rows.empty())
    return Head + "OpenMP Host-Device pointer mappings table empty";
  return Head + "OpenMP Host-Device pointer mappings after block at " + Place +
         ":\n" + Head +
         "Host Ptr           Target Ptr         Size (B) DynRefCount "
         "HoldRefCount Declaration" +
         Rows;
}

} // namespace ompjit
