//===- Agents.cpp - The runtime's functions for agents --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Queue.h"
#include "Settings.h"

#include <cstring>
#include <string_view>
#include <unistd.h>

namespace ompjit::standin {

namespace {

template <typename T> Status put(void *To, const T &Value) {
  std::memcpy(To, &Value, sizeof(Value));
  return Success;
}

/// Filled up with zeros.
template <size_t Size> Status putText(void *To, std::string_view Text) {
  char Room[Size] = {};
  Text.copy(Room, Size - 1);
  return put(To, Room);
}

Status tellOfCpu(Call &C, AgentInfo Which, void *Value) {
  switch (Which) {
  case AgentName:
  case AgentProductName:
    return putText<64>(Value, "Stand-in processor");
  case AgentVendorName:
    return putText<64>(Value, "CPU");
  case AgentDevice:
    return put(Value, DeviceCpu);
  case AgentFeature:
  case AgentWavefrontSize:
  case AgentQueuesMax:
  case AgentQueueMinSize:
  case AgentQueueMaxSize:
  case AgentNode:
    return put(Value, uint32_t(0));
  case AgentUuid:
    return putText<21>(Value, "CPU-XX");
  case AgentHostAccess:
    return put(Value, true);
  default:
    return C.refuse(InvalidArgument, "the stand-in does not tell that of a "
                                     "processor");
  }
}

Status tellOfGpu(Call &C, const Agent &Gpu, AgentInfo Which, void *Value) {
  const VirtualGpuSettings &S = Settings::get().Gpu;
  switch (Which) {
  case AgentName:
    return putText<64>(Value, Gpu.Is->Processor);
  case AgentVendorName:
    return putText<64>(Value, "AMD");
  case AgentProductName:
    return putText<64>(Value, std::string("Stand-in ") + Gpu.Is->Processor);
  case AgentUuid:
    return putText<21>(Value, text("GPU-5d%014x", unsigned(Gpu.Ordinal)));
  case AgentFeature:
    return put(Value, FeatureDispatch);
  case AgentDevice:
    return put(Value, DeviceGpu);
  case AgentNode:
  case AgentChipId:
    return put(Value, uint32_t(Gpu.Ordinal + 1));
  case AgentWavefrontSize:
    return put(Value, Gpu.Is->WavefrontSize);
  case AgentWorkgroupMaxSize:
    return put(Value, uint32_t(1024));
  case AgentGridMaxSize:
    return put(Value, UINT32_MAX);
  case AgentQueuesMax:
    return put(Value, MaxQueues);
  case AgentQueueMinSize:
    return put(Value, MinQueueSize);
  case AgentQueueMaxSize:
    return put(Value, MaxQueueSize);
  case AgentCacheSize: {
    constexpr uint32_t Caches[4] = {16 << 10, 8 << 20, 0, 0};
    return put(Value, Caches);
  }
  case AgentCachelineSize:
    return put(Value, Gpu.Is->CachelineBytes);
  case AgentComputeUnits:
    return put(Value, S.Processors);
  case AgentMaxClock:
    return put(Value, uint32_t(1700));
  case AgentBdfId: // A byte of the bus, and one of the rest.
    return put(Value, uint32_t(Gpu.Ordinal + 1) << 8);
  case AgentMemoryWidth:
    return put(Value, uint32_t(4096));
  case AgentMemoryMaxFrequency:
    return put(Value, uint32_t(1600));
  case AgentMaxWavesPerCu:
    return put(Value, Gpu.Is->WavesPerCu);
  case AgentSimdsPerCu:
    return put(Value, Gpu.Is->SimdsPerCu);
  case AgentShaderEngines:
    return put(Value, uint32_t(8));
  case AgentDomain:
    return put(Value, uint32_t(0));
  case AgentCooperativeQueues:
    return put(Value, true);
  case AgentHostAccess:
    return put(Value, false);
  case AgentMemoryProperties: {
    // The second bit says that it shares the host's memory.
    const uint8_t Properties[8] = {uint8_t(Settings::get().IsApu ? 2 : 0)};
    return put(Value, Properties);
  }
  }
  return C.refuse(InvalidArgument, "the stand-in does not tell that of a GPU");
}

/// Calls the visitor without the lock, because visitors call other functions.
/// Stops when a call returns something other than success.
Status visit(Call &C, const std::vector<uint64_t> &All, AgentVisitor Visit,
             void *Context) {
  if (!Visit)
    return C.refuse(InvalidArgument, "there is no visitor");
  C.lock().unlock();
  for (uint64_t Each : All)
    if (Status R = Visit({Each}, Context))
      return R;
  return Success;
}

} // namespace

extern "C" {

Status hsa_init() {
  Call C("hsa_init", Call::Nothing);
  return C.run([&]() -> Status {
    // The runtime does not survive a fork.
    if (C.machine().InitialisedBy && C.machine().InitialisedBy != getpid())
      return NotInitialized;
    C.machine().initialise();
    return Success;
  });
}

Status hsa_system_get_info(SystemInfo Which, void *Value) {
  Call C("hsa_system_get_info");
  return C.add("info", int(Which)).run([&]() -> Status {
    constexpr uint64_t TicksPerSecond = 1000000000;
    switch (Which) {
    case SystemVersionMajor:
      return put(Value, uint16_t(1));
    case SystemVersionMinor:
      return put(Value, uint16_t(15));
    case SystemTimestamp:
      return put(Value, now());
    case SystemTimestampFrequency:
      return put(Value, TicksPerSecond);
    case SystemPageableAccess:
      return put(Value, Settings::get().HasPageableAccess);
    case SystemReservesAddresses:
      return put(Value, true);
    }
    return C.refuse(InvalidArgument, "the stand-in does not tell that");
  });
}

Status hsa_iterate_agents(AgentVisitor Visit, void *Context) {
  Call C("hsa_iterate_agents");
  return C.run([&] {
    std::vector<uint64_t> All;
    for (const auto &Each : C.machine().Agents)
      All.push_back(Each->Self);
    return visit(C, All, Visit, Context);
  });
}

Status hsa_agent_get_info(Handle Self, AgentInfo Which, void *Value) {
  Call C("hsa_agent_get_info");
  C.handle("agent", Self).hex("info", uint64_t(Which));
  return C.run([&]() -> Status {
    const Agent *Of = C.findAgent(Self);
    if (!Of)
      return InvalidAgent;
    return Of->isGpu() ? tellOfGpu(C, *Of, Which, Value)
                       : tellOfCpu(C, Which, Value);
  });
}

Status hsa_agent_iterate_isas(Handle Self, AgentVisitor Visit, void *Context) {
  Call C("hsa_agent_iterate_isas");
  return C.handle("agent", Self).run([&]() -> Status {
    const Agent *Of = C.findAgent(Self);
    if (!Of)
      return InvalidAgent;
    std::vector<uint64_t> All;
    if (Of->isGpu())
      All.push_back(Of->Isa);
    return visit(C, All, Visit, Context);
  });
}

Status hsa_isa_get_info_alt(Handle Self, IsaInfo Which, void *Value) {
  Call C("hsa_isa_get_info_alt");
  return C.handle("isa", Self).add("info", int(Which)).run([&]() -> Status {
    for (const auto &Each : C.machine().Agents) {
      if (!Each->isGpu() || Each->Isa != Self.Value)
        continue;
      const std::string Name = Each->Is->isaName();
      if (Which == IsaNameLength)
        return put(Value, uint32_t(Name.size() + 1));
      if (Which == IsaName) {
        std::memcpy(Value, Name.c_str(), Name.size() + 1);
        return Success;
      }
      return C.refuse(InvalidArgument, "the stand-in does not tell that");
    }
    return C.refuse(InvalidIsa, "there is no such instruction set");
  });
}

} // extern "C"

} // namespace ompjit::standin
