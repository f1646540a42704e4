//===- Model.cpp - Models of GPUs -----------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include "Settings.h"

#include <algorithm>

namespace ompjit::standin {

namespace {

constexpr int KiB = 1024;

// From the table of technical specifications in the CUDA C++ programming guide.
constexpr Model Models[] = {
    {75, "sm_75", 1024, 16, 64 * KiB, 64 * KiB},
    {80, "sm_80", 2048, 32, 164 * KiB, 163 * KiB},
    {86, "sm_86", 1536, 16, 100 * KiB, 99 * KiB},
    {87, "sm_87", 1536, 16, 164 * KiB, 163 * KiB},
    {89, "sm_89", 1536, 24, 100 * KiB, 99 * KiB},
    {90, "sm_90", 2048, 32, 228 * KiB, 227 * KiB},
    {100, "sm_100", 2048, 32, 228 * KiB, 227 * KiB},
    {103, "sm_103", 2048, 32, 228 * KiB, 227 * KiB},
    {110, "sm_110", 1536, 24, 228 * KiB, 227 * KiB},
    {120, "sm_120", 1536, 24, 100 * KiB, 99 * KiB},
    {121, "sm_121", 1536, 24, 100 * KiB, 99 * KiB},
    {130, "sm_130", 2048, 32, 228 * KiB, 227 * KiB}, // A future model.
};

struct DriverRow {
  int Driver, Ptx;
};

// From the release notes of the PTX documentation.
constexpr DriverRow Drivers[] = {
    {11000, 70}, {11010, 71}, {11020, 72}, {11030, 73}, {11040, 74},
    {11050, 75}, {11060, 76}, {11070, 77}, {11080, 78}, {12000, 80},
    {12010, 81}, {12020, 82}, {12030, 83}, {12040, 84}, {12050, 85},
    {12070, 86}, {12080, 87}, {12090, 88}, {13000, 90}, {13010, 91},
};

} // namespace

const Model *findModel(int Number) {
  auto At = std::find_if(std::begin(Models), std::end(Models),
                         [&](const Model &M) { return M.Number == Number; });
  return At == std::end(Models) ? nullptr : At;
}

int ptxVersionOf(int DriverVersion) {
  int Version = 0;
  for (const DriverRow &Row : Drivers)
    if (Row.Driver <= DriverVersion)
      Version = Row.Ptx;
  return Version;
}

std::optional<int> attributeOf(const Model &Is, int Ordinal,
                               DeviceAttribute Attribute) {
  const Settings &S = Settings::get();
  switch (Attribute) {
  case MaxThreadsPerBlock:
  case MaxBlockX:
  case MaxBlockY:
    return 1024;
  case MaxBlockZ:
    return 64;
  case MaxGridX:
    return 0x7fffffff;
  case MaxGridY:
  case MaxGridZ:
    return 65535;
  case SharedPerBlock:
    return 48 * KiB;
  case ConstantMemory:
  case RegistersPerBlock:
  case RegistersPerMultiprocessor:
    return 64 * KiB;
  case WarpSize:
    return 32;
  case MaxPitch:
    return 0x7fffffff;
  case ClockRate:
    return 1410000;
  case TextureAlignment:
    return 512;
  case NumMultiprocessors:
    return int(S.Gpu.Processors);
  case GpuOverlap:
  case CanMapHostMemory:
  case ConcurrentKernels:
  case EccEnabled:
  case UnifiedAddressing:
  case StreamPriorities:
  case ManagedMemory:
  case ConcurrentManagedAccess:
  case ComputePreemption:
  case HostPointerForRegistered:
  case CooperativeLaunch:
  case HostRegister:
  case VirtualMemoryManagement:
  case MemoryPools:
    return 1;
  case ExecutionTimeout:
  case Integrated:
  case ComputeMode:
  case PciDevice:
  case TccDriver:
  case PciDomain:
  case MultiGpuBoard:
    return 0;
  case PciBus:
    return Ordinal + 1;
  case MemoryClockRate:
    return 1215000;
  case MemoryBusWidth:
    return 5120;
  case L2CacheSize:
    return 40 * KiB * KiB;
  case ThreadsPerMultiprocessor:
    return Is.ThreadsPerMultiprocessor;
  case NumAsyncEngines:
    return 3;
  case ComputeMajor:
    return Is.Number / 10;
  case ComputeMinor:
    return Is.Number % 10;
  case SharedPerMultiprocessor:
    return Is.SharedPerMultiprocessor;
  case PageableAccess:
  case PageableUsesHostTables:
    return S.HasPageableAccess;
  case SharedPerBlockOptin:
    return Is.SharedPerBlock;
  case BlocksPerMultiprocessor:
    return Is.BlocksPerMultiprocessor;
  case ReservedSharedPerBlock:
    return Is.Number < 80 ? 0 : KiB;
  case ClusterLaunch:
    return Is.Number >= 90;
  }
  return std::nullopt;
}

} // namespace ompjit::standin
