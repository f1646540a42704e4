//===- Device.cpp - An AMD GPU --------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Agents.h"
#include "Call.h"
#include "Faults.h"
#include "HipHandles.h"
#include "Lane.h"
#include "Memory.h"
#include "Operation.h"
#include "Prints.h"
#include "Properties.h"
#include "StagingBuffers.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Text.h"

#include <algorithm>
#include <array>
#include <memory>

using namespace ompjit;

ompjit_device::ompjit_device(const amdgpu::Hsa &H, int32_t Ordinal)
    : H(H), Ordinal(Ordinal), Suspects([this] {
        std::vector<const char *> Names;
        Queues.forEach(
            [&](const ompjit_queue &Each) { Each.Recent.list(Names); });
        return plugins::suspectsText(Names);
      }),
      Signals(std::make_unique<amdgpu::SignalPool>(H)),
      Buffers(std::make_unique<amdgpu::StagingBuffers>(*this)),
      Lanes(std::make_unique<amdgpu::LaneSet>()),
      Prints(std::make_unique<amdgpu::Prints>()) {}

ompjit_device::~ompjit_device() = default;

namespace ompjit::amdgpu {

using plugins::copyText;
using plugins::fail;

namespace {

int listUsable(const Hsa &H, Agents &Found, ompjit_error *Error) {
  if (plugins::isForkedWithDriver())
    return fail(Error, "the process was forked after its parent had started "
                       "AMD's HSA runtime, which works in the parent only");
  if (int Failed = listAgents(H, Found, Error))
    return Failed;
  if (Found.Gpus.empty())
    return fail(Error, "AMD's HSA runtime finds no GPU that this process may "
                       "use");
  if (Found.Cpus.empty())
    return fail(Error, "AMD's HSA runtime finds no memory of the host");
  return 0;
}

int findAgent(const Hsa &H, int32_t Ordinal, Agents &All, ompjit_error *Error) {
  if (int Failed = listUsable(H, All, Error))
    return Failed;
  if (Ordinal < 0 || size_t(Ordinal) >= All.Gpus.size())
    return fail(Error, "there is no GPU %d, only 0 to %zu", Ordinal,
                All.Gpus.size() - 1);
  return 0;
}

/// Returns the largest pool with all of the flags \p With and none of \p
/// Without; it has no handle if there is none.
Pool choose(const std::vector<Pool> &All, uint32_t With, uint32_t Without) {
  const Pool *Best = nullptr;
  for (const Pool &Each : All)
    if ((Each.Flags & With) == With && !(Each.Flags & Without) &&
        (!Best || Each.Bytes > Best->Bytes))
      Best = &Each;
  return Best ? *Best : Pool{};
}

/// Returns the shared memory of a block.
uint64_t sharedBytesOf(const Hsa &H, Agent Gpu) {
  struct Search {
    const Hsa &H;
    size_t Bytes;
  } Found = {H, 0};
  H.AgentIterateMemoryPools(
      Gpu,
      [](MemoryPool Each, void *Context) {
        auto &Found = *static_cast<Search *>(Context);
        Segment Kind = Segment::Global;
        if (Found.H.MemoryPoolGetInfo(Each, PoolInfo::Segment, &Kind) ==
                Status::Success &&
            Kind == Segment::Group)
          Found.H.MemoryPoolGetInfo(Each, PoolInfo::Bytes, &Found.Bytes);
        return Status::Success;
      },
      &Found);
  constexpr uint64_t Usual = 64 << 10;
  return Found.Bytes ? Found.Bytes : Usual;
}

int findPools(ompjit_device &Device, ompjit_error *Error) {
  const Hsa &H = Device.H;
  std::vector<Pool> OfGpu, OfCpu;
  Status Code = listPools(H, Device.Gpu, OfGpu);
  if (Code == Status::Success)
    Code = listPools(H, Device.Cpu, OfCpu);
  if (Code != Status::Success)
    return fail(Error,
                "AMD's HSA runtime does not tell which memory GPU %d (%s) has: "
                "%s",
                Device.Ordinal, Device.Description.Name.c_str(),
                textOf(H, Code).c_str());
  DevicePools &Pools = Device.Pools;
  Pools.Device = choose(OfGpu, PoolCoarseGrained, 0);
  // The processor and the GPU share their memory.
  if (!Pools.Device.Handle.Handle)
    Pools.Device = choose(OfGpu, 0, 0);
  Pools.Host = choose(OfCpu, PoolFineGrained, PoolOfArguments);
  if (!Pools.Host.Handle.Handle)
    Pools.Host = choose(OfCpu, PoolFineGrained, 0);
  Pools.Arguments = choose(OfCpu, PoolOfArguments, 0);
  if (!Pools.Arguments.Handle.Handle)
    Pools.Arguments = Pools.Host;
  Pools.SharedBytes = sharedBytesOf(H, Device.Gpu);
  if (!Pools.Device.Handle.Handle)
    return fail(Error, "GPU %d (%s) has no memory that can be allocated",
                Device.Ordinal, Device.Description.Name.c_str());
  if (!Pools.Host.Handle.Handle)
    return fail(Error,
                "there is no memory of the host that GPU %d (%s) reaches",
                Device.Ordinal, Device.Description.Name.c_str());
  return 0;
}

bool says(const Hsa &H, SystemInfo Which) {
  bool Value = false;
  return H.SystemGetInfo(Which, &Value) == Status::Success && Value;
}

/// Whether the GPU has no memory but the host's.
bool isApu(const ompjit_device &Device) {
  using Bits = std::array<uint8_t, 8>;
  const auto Properties =
      ask<Bits>(Device.H, Device.Gpu, AgentInfo::MemoryProperties);
  return Properties && (*Properties)[0] & 2;
}

uint64_t capabilitiesOf(const ompjit_device &Device) {
  uint64_t Can = OMPJIT_CAN_OVERLAP | OMPJIT_CAN_PIN | OMPJIT_CAN_INTEROPERATE;
  if (says(Device.H, SystemInfo::HostMemoryIsAccessible) &&
      Device.Description.Target.Xnack == Feature::On) {
    Can |= OMPJIT_CAN_USE_HOST_MEMORY;
    if (Device.Settings.MapsInPlace || isApu(Device))
      Can |= OMPJIT_MAPS_IN_PLACE;
  }
  if (Device.H.AddressReserve && Device.H.AddressFree &&
      Device.H.HandleCreate && Device.H.HandleRelease && Device.H.Map &&
      Device.H.Unmap && Device.H.SetAccess &&
      says(Device.H, SystemInfo::ReservesAddresses))
    Can |= OMPJIT_CAN_RESERVE;
  if (ask<bool>(Device.H, Device.Gpu, AgentInfo::CooperativeQueues)
          .value_or(false))
    Can |= OMPJIT_CAN_COOPERATE;
  return Can;
}

/// Fills in everything that needs neither memory nor a queue of the GPU.
int describe(ompjit_device &Device, ompjit_error *Error) {
  const Hsa &H = Device.H;
  Agents All;
  if (int Failed = findAgent(H, Device.Ordinal, All, Error))
    return Failed;
  Device.Gpu = All.Gpus[size_t(Device.Ordinal)];
  Device.Cpu = All.Cpus.front();
  Device.AllGpus = std::move(All.Gpus);
  if (int Failed =
          identify(H, Device.Gpu, Device.Ordinal, Device.Description, Error))
    return Failed;
  Device.Arch = Device.Description.Target.Processor;
  if (const char *Level = H.Emulation ? H.Emulation() : nullptr)
    Device.Emulation = Level;
  Device.Number = uint32_t(Device.Ordinal);
  Device.NumDevices = uint32_t(Device.AllGpus.size());
  if (const Status Code = H.SystemGetInfo(SystemInfo::TimestampFrequency,
                                          &Device.ClockFrequency);
      Code != Status::Success || !Device.ClockFrequency)
    return fail(Error,
                "AMD's HSA runtime does not tell how its clock counts: %s",
                textOf(H, Code).c_str());
  // Ten times a second.
  Device.WaitTicks = std::max<uint64_t>(Device.ClockFrequency / 10, 1);
  Device.Capabilities = capabilitiesOf(Device);
  Device.Properties = readProperties(H, Device.Gpu);
  return findPools(Device, Error);
}

/// Makes everything that needs memory of the GPU, and signals.
int prepare(ompjit_device &Device, ompjit_error *Error) {
  if (int Failed = watchFaults(Device, Error))
    return Failed;
  Call In(Device, Error);
  if (!In)
    return 1;
  if (int Failed = Device.Signals->fill(In, Device.Settings.NumSignals))
    return Failed;
  constexpr uint64_t EnvironmentBytes = 256;
  if (int Failed = allocateOnDevice(In, EnvironmentBytes,
                                    &Device.PlainLaunchEnvironment))
    return Failed;
  return fillMemory(&Device, nullptr, Device.PlainLaunchEnvironment, 0,
                    EnvironmentBytes, Error);
}

} // namespace

int32_t countDevices(const Hsa &H, ompjit_error *Error) {
  Agents All;
  return listUsable(H, All, Error) ? 0 : int32_t(All.Gpus.size());
}

int writeUid(const Hsa &H, int32_t Ordinal, char *Text, size_t Size,
             ompjit_error *Error) {
  Agents All;
  if (int Failed = findAgent(H, Ordinal, All, Error))
    return Failed;
  return copyText(uidOf(H, All.Gpus[size_t(Ordinal)]), Text, Size, Error);
}

int openDevice(const Hsa &H, int32_t Ordinal, ompjit_device **Device,
               ompjit_error *Error) {
  auto New = std::make_unique<ompjit_device>(H, Ordinal);
  New->Settings = Settings::fromEnvironment();
  if (int Failed = describe(*New, Error))
    return Failed;
  if (int Failed = prepare(*New, Error)) {
    closeDevice(New.release());
    return Failed;
  }
  *Device = New.release();
  return 0;
}

/// Frees nothing if the GPU broke, because kernels may still be using its
/// memory, or in a child of fork, which has none of it.
void closeDevice(ompjit_device *Device) {
  const std::unique_ptr<ompjit_device> Old(Device);
  deleteQueues(*Old);
  if (!Old->Health.isBroken() && !plugins::isForkedWithDriver()) {
    Old->Lanes->closeAll();
    Old->Buffers->releaseAll();
    if (Old->PlainLaunchEnvironment)
      Old->H.PoolFree(Old->PlainLaunchEnvironment);
    Old->Signals->destroyAll();
  }
  forgetFaults(*Old);
}

void numberDevice(ompjit_device *Device, uint32_t Number, uint32_t Count) {
  Device->Number = Number;
  Device->NumDevices = Count;
}

void describeDevice(ompjit_device *Device, ompjit_device_info *Info) {
  Info->name = Device->Description.Name.c_str();
  Info->triple = "amdgcn-amd-amdhsa";
  Info->arch = Device->Arch.c_str();
  Info->features = Device->Description.Features.c_str();
  Info->uid = Device->Description.Uid.c_str();
  Info->memory_bytes = Device->Description.MemoryBytes;
  Info->max_teams = Device->Description.Limits.MaxTeams;
  Info->emulation =
      Device->Emulation.empty() ? nullptr : Device->Emulation.c_str();
  Info->num_devices = Device->NumDevices;
  Info->device_num = Device->Number;
  Info->debug_kinds = Device->Settings.RuntimeDebugKinds;
  Info->num_processors = Device->Description.Limits.NumProcessors;
}

int describeProperty(ompjit_device *Device, uint32_t Index,
                     ompjit_property *Property) {
  if (Index >= Device->Properties.size())
    return 1;
  const auto &[Name, Value] = Device->Properties[Index];
  *Property = {Name.c_str(), Value.c_str()};
  return 0;
}

int nativeHandles(ompjit_device *Device, ompjit_queue *Queue, int32_t Runtime,
                  ompjit_native *Native, ompjit_error *Error) {
  // The numbers are those of OpenMP's "Additional Definitions".
  enum { Own = 0, OfHip = 5, OfHsa = 7 };
  if (Runtime != Own && Runtime != OfHip && Runtime != OfHsa)
    return OMPJIT_NOT_INSTALLED;
  Call In(*Device, Error);
  if (!In)
    return 1;
  if (Runtime == OfHip)
    return hipHandles(In, Queue, Native);
  AqlQueue *Shown = nullptr;
  if (Queue) {
    Lane *Line = laneOf(In, *Queue);
    if (!Line)
      return 1;
    // Work that the program puts into the lane waits for the queue's previous
    // work.
    if (int Failed = settle(In, *Queue, *Line))
      return Failed;
    Shown = Line->show();
  }
  Native->runtime = OfHsa;
  Native->vendor = 1;
  Native->runtime_name = "hsa";
  Native->vendor_name = "amd";
  Native->platform = nullptr;
  Native->device = &Device->Gpu;
  Native->context = nullptr;
  Native->queue = Shown;
  return 0;
}

} // namespace ompjit::amdgpu
