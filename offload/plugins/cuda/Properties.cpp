//===- Properties.cpp - A GPU's properties for people ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Properties.h"

#include "OpenDevice.h"

#include <tuple>

namespace ompjit::cuda {

namespace {

std::string plain(int Value) { return std::to_string(Value); }
std::string bytes(int Value) { return std::to_string(Value) + " bytes"; }
std::string bits(int Value) { return std::to_string(Value) + " bits"; }
std::string yesOrNo(int Value) { return Value ? "yes" : "no"; }
std::string megahertz(int Khz) { return std::to_string(Khz / 1000) + " MHz"; }
std::string computeMode(int Mode) {
  switch (Mode) {
  case 0:
    return "shared by processes";
  case 2:
    return "prohibited";
  case 3:
    return "for one process";
  default:
    return plain(Mode);
  }
}

struct Row {
  const char *Name;
  DeviceAttribute Which;
  std::string (*Write)(int);
};

using Attribute = DeviceAttribute;

constexpr Row Rows[] = {
    {"Multiprocessors", Attribute::Processors, plain},
    {"Warp size", Attribute::WarpSize, plain},
    {"Threads of a multiprocessor", Attribute::ThreadsPerProcessor, plain},
    {"Blocks of a multiprocessor", Attribute::BlocksPerProcessor, plain},
    {"Threads of a block", Attribute::MaxThreadsPerBlock, plain},
    {"Registers of a block", Attribute::RegistersPerBlock, plain},
    {"Registers of a multiprocessor", Attribute::RegistersPerProcessor, plain},
    {"Shared memory of a block", Attribute::SharedBytesPerBlock, bytes},
    {"Shared memory of a block on request", Attribute::SharedBytesPerBlockOptIn,
     bytes},
    {"Shared memory of a multiprocessor", Attribute::SharedBytesPerProcessor,
     bytes},
    {"Constant memory", Attribute::ConstantBytes, bytes},
    {"L2 cache", Attribute::L2Bytes, bytes},
    {"Clock", Attribute::ClockKhz, megahertz},
    {"Memory clock", Attribute::MemoryClockKhz, megahertz},
    {"Memory bus", Attribute::MemoryBusBits, bits},
    {"Error correction", Attribute::Ecc, yesOrNo},
    {"Integrated", Attribute::Integrated, yesOrNo},
    {"Copy engines", Attribute::CopyEngines, plain},
    {"Concurrent kernels", Attribute::ConcurrentKernels, yesOrNo},
    {"Cooperative launches", Attribute::CooperativeLaunch, yesOrNo},
    {"Kernels have a time limit", Attribute::TimeLimited, yesOrNo},
    {"Unified addresses", Attribute::UnifiedAddresses, yesOrNo},
    {"Managed memory", Attribute::ManagedMemory, yesOrNo},
    {"Managed memory used at the same time", Attribute::ConcurrentManagedAccess,
     yesOrNo},
    {"Uses the host's memory", Attribute::PageableAccess, yesOrNo},
    {"Maps pinned memory", Attribute::MapsHostMemory, yesOrNo},
    {"Reserves addresses", Attribute::VirtualMemory, yesOrNo},
    {"Compute mode", Attribute::ComputeMode, computeMode},
};

struct LimitRow {
  const char *Name;
  Limit Which;
};

constexpr LimitRow LimitRows[] = {
    {"Stack of a thread", Limit::StackBytes},
    {"Heap of kernels", Limit::HeapBytes},
    {"Buffer of printf", Limit::PrintBytes},
};

} // namespace

std::vector<std::pair<std::string, std::string>>
readProperties(const ompjit_device &Device) {
  const Driver &D = Device.D;
  std::vector<std::pair<std::string, std::string>> Found = {
      {"Driver", "for " + versionText(D.Version)},
      {"Compute capability",
       plain(Device.Capability / 10) + "." + plain(Device.Capability % 10)},
  };
  char Place[32] = {};
  if (D.DeviceGetPCIBusId(Place, sizeof(Place), Device.Handle) ==
      Result::Success)
    Found.emplace_back("PCI bus address", Place);
  auto Read = [&](Attribute Which, int &Value) {
    return D.DeviceGetAttribute(&Value, Which, Device.Handle) ==
           Result::Success;
  };
  int Value = 0;
  for (const Row &Each : Rows)
    if (Read(Each.Which, Value))
      Found.emplace_back(Each.Name, Each.Write(Value));
  for (const auto &[Name, X, Y, Z] :
       {std::tuple("Largest block", Attribute::MaxBlockX, Attribute::MaxBlockY,
                   Attribute::MaxBlockZ),
        std::tuple("Largest grid", Attribute::MaxGridX, Attribute::MaxGridY,
                   Attribute::MaxGridZ)}) {
    int Extent[3] = {};
    if (Read(X, Extent[0]) && Read(Y, Extent[1]) && Read(Z, Extent[2]))
      Found.emplace_back(Name, plain(Extent[0]) + " x " + plain(Extent[1]) +
                                   " x " + plain(Extent[2]));
  }
  for (const LimitRow &Each : LimitRows) {
    size_t Bytes = 0;
    if (D.CtxGetLimit(&Bytes, Each.Which) == Result::Success)
      Found.emplace_back(Each.Name, std::to_string(Bytes) + " bytes");
  }
  return Found;
}

} // namespace ompjit::cuda
