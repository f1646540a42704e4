//===- Device.cpp - A GPU -------------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "Call.h"
#include "Operation.h"
#include "Properties.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Text.h"
#include "ompjit/Plugins/VendorLibrary.h"

#include <algorithm>
#include <iterator>
#include <memory>

namespace ompjit::cuda {

using plugins::copyText;
using plugins::fail;

namespace {

/// Capabilities for which LLVM 22 generates code, without the variants with a
/// letter.
constexpr int KnownCapabilities[] = {75,  80,  86,  87,  88,  89, 90,
                                     100, 101, 103, 110, 120, 121};

/// The versions of PTX that a driver supports, by the version of CUDA, as far
/// as LLVM 22 knows them.
struct PtxVersion {
  int Driver;
  int Ptx;
};
constexpr PtxVersion PtxVersions[] = {
    {10000, 63}, {10010, 64}, {10020, 65}, {11000, 70}, {11010, 71},
    {11020, 72}, {11030, 73}, {11040, 74}, {11050, 75}, {11060, 76},
    {11070, 77}, {11080, 78}, {12000, 80}, {12010, 81}, {12020, 82},
    {12030, 83}, {12040, 84}, {12050, 85}, {12070, 86}, {12080, 87},
    {12090, 88}, {13000, 90}};

/// Returns the highest known capability that is not above \p Capability; the
/// lowest if all are.
int knownCapability(int Capability) {
  const auto Above = std::upper_bound(std::begin(KnownCapabilities),
                                      std::end(KnownCapabilities), Capability);
  return Above == std::begin(KnownCapabilities) ? *Above : Above[-1];
}

int attribute(const ompjit_device &Device, DeviceAttribute Which) {
  int Value = 0;
  return Device.D.DeviceGetAttribute(&Value, Which, Device.Handle) ==
                 Result::Success
             ? Value
             : 0;
}

/// Returns the name that nvidia-smi shows, or the PCI address if the driver is
/// too old to have it.
std::string uidOf(const Driver &D, DeviceHandle Handle) {
  Uuid Id = {};
  if (D.DeviceGetUuid && D.DeviceGetUuid(&Id, Handle) == Result::Success) {
    std::string Text = "GPU-";
    for (size_t I = 0; I != std::size(Id.Bytes); ++I) {
      constexpr char Digits[] = "0123456789abcdef";
      if (I == 4 || I == 6 || I == 8 || I == 10)
        Text += '-';
      Text += Digits[Id.Bytes[I] >> 4];
      Text += Digits[Id.Bytes[I] & 15];
    }
    return Text;
  }
  char Place[32] = {};
  D.DeviceGetPCIBusId(Place, sizeof(Place), Handle);
  return std::string("GPU-at-") + Place;
}

uint64_t capabilitiesOf(const ompjit_device &Device) {
  uint64_t Can = OMPJIT_CAN_OVERLAP | OMPJIT_CAN_PIN | OMPJIT_CAN_INTEROPERATE;
  if (attribute(Device, DeviceAttribute::VirtualMemory))
    Can |= OMPJIT_CAN_RESERVE;
  if (attribute(Device, DeviceAttribute::PageableAccess))
    Can |= OMPJIT_CAN_USE_HOST_MEMORY;
  if (attribute(Device, DeviceAttribute::CooperativeLaunch))
    Can |= OMPJIT_CAN_COOPERATE;
  return Can;
}

/// An attribute that the driver does not know is 0.
void readLimits(ompjit_device &Device) {
  auto Read = [&](DeviceAttribute Which, uint32_t Otherwise) {
    const int Value = attribute(Device, Which);
    return Value > 0 ? uint32_t(Value) : Otherwise;
  };
  plugins::GridLimits &Limits = Device.Limits;
  Limits.NumProcessors = Read(DeviceAttribute::Processors, 1);
  Limits.WarpSize = Limits.LargestWarp = Read(DeviceAttribute::WarpSize, 32);
  Limits.ThreadsPerProcessor =
      Read(DeviceAttribute::ThreadsPerProcessor, plugins::MaxBlockSize);
  Limits.BlocksPerProcessor = Read(DeviceAttribute::BlocksPerProcessor, 16);
  Limits.KernelsDiffer = true;
  Limits.readEnvironment();
  Limits.MaxTeams = Device.MaxGridX = Read(DeviceAttribute::MaxGridX, 65535);
  Device.SharedBytesPerBlock =
      std::max(Read(DeviceAttribute::SharedBytesPerBlock, 48 << 10),
               Read(DeviceAttribute::SharedBytesPerBlockOptIn, 0));
}

int find(const Driver &D, int32_t Ordinal, DeviceHandle &Handle,
         ompjit_error *Error) {
  const Result Code = D.DeviceGet(&Handle, Ordinal);
  if (Code == Result::Success)
    return 0;
  return fail(Error, "cannot find GPU %d: %s", Ordinal,
              textOf(D, Code).c_str());
}

/// Fills in everything that needs no context.
int identify(ompjit_device &Device, ompjit_error *Error) {
  const Driver &D = Device.D;
  if (int Failed = find(D, Device.Ordinal, Device.Handle, Error))
    return Failed;
  char Name[256] = {};
  D.DeviceGetName(Name, sizeof(Name) - 1, Device.Handle);
  Device.Name = Name;
  int Major = 0, Minor = 0;
  Result Known = D.DeviceGetAttribute(&Major, DeviceAttribute::ComputeMajor,
                                      Device.Handle);
  if (Known == Result::Success)
    Known = D.DeviceGetAttribute(&Minor, DeviceAttribute::ComputeMinor,
                                 Device.Handle);
  if (Known != Result::Success)
    return fail(Error, "cannot ask GPU %d (%s) what kind it is: %s",
                Device.Ordinal, Name, textOf(D, Known).c_str());
  Device.Capability = Major * 10 + Minor;
  if (Device.Capability < KnownCapabilities[0])
    return fail(Error,
                "GPU %d (%s) is an sm_%d, and sm_%d is the oldest kind "
                "that can be used",
                Device.Ordinal, Name, Device.Capability, KnownCapabilities[0]);
  size_t Bytes = 0;
  D.DeviceTotalMem(&Bytes, Device.Handle);
  Device.MemoryBytes = Bytes;
  Device.ArchCapability = knownCapability(Device.Capability);
  Device.Arch = "sm_" + std::to_string(Device.ArchCapability);
  Device.Features = "+ptx" + std::to_string(newestPtx(D.Version));
  Device.Uid = uidOf(D, Device.Handle);
  if (const char *Level = D.Emulation ? D.Emulation() : nullptr)
    Device.Emulation = Level;
  int32_t Count = countDevices(D, nullptr);
  Device.Number = uint32_t(Device.Ordinal);
  Device.NumDevices = uint32_t(std::max(Count, 0));
  Device.Capabilities = capabilitiesOf(Device);
  readLimits(Device);
  return 0;
}

int setLimits(Call &In, ompjit_device &Device) {
  constexpr struct {
    Limit Which;
    std::optional<uint64_t> Settings::*Bytes;
    const char *Variable;
  } All[] = {
      {Limit::StackBytes, &Settings::StackBytes, "LIBOMPTARGET_STACK_SIZE"},
      {Limit::HeapBytes, &Settings::HeapBytes, "LIBOMPTARGET_HEAP_SIZE"},
  };
  for (const auto &Each : All)
    if (const std::optional<uint64_t> Bytes = Device.Settings.*Each.Bytes)
      if (int Failed =
              In.check(Device.D.CtxSetLimit(Each.Which, *Bytes),
                       "GPU %d does not take %s=%llu", Device.Ordinal,
                       Each.Variable, static_cast<unsigned long long>(*Bytes)))
        return Failed;
  return 0;
}

/// The size of the driver's smallest allocation.
constexpr size_t EnvironmentBytes = 256;

/// Fills in everything that needs the context.
int prepare(ompjit_device &Device, ompjit_error *Error) {
  {
    Call In(Device, Error);
    if (!In)
      return 1;
    if (int Failed = setLimits(In, Device))
      return Failed;
    if (int Failed = In.check(
            Device.D.MemAlloc(&Device.PlainLaunchEnvironment, EnvironmentBytes),
            "cannot allocate %zu bytes on GPU %d", EnvironmentBytes,
            Device.Ordinal))
      return Failed;
    Device.Properties = readProperties(Device);
  }
  return operate(&Device, nullptr, Error, [&](Call &In, ompjit_queue &Queue) {
    return In.check(Device.D.MemsetD8Async(Device.PlainLaunchEnvironment, 0,
                                           EnvironmentBytes, Queue.Stream),
                    "cannot write to GPU %d", Device.Ordinal);
  });
}

} // namespace

int newestPtx(int DriverVersion) {
  int Newest = PtxVersions[0].Ptx;
  for (const PtxVersion &Each : PtxVersions)
    if (Each.Driver <= DriverVersion)
      Newest = Each.Ptx;
  return Newest;
}

int32_t countDevices(const Driver &D, ompjit_error *Error) {
  if (plugins::isForkedWithDriver()) {
    fail(Error, "the process was forked after its parent had started NVIDIA's "
                "driver, which works in the parent only");
    return 0;
  }
  int Count = 0;
  const Result Code = D.DeviceGetCount(&Count);
  if (Code != Result::Success) {
    fail(Error, "NVIDIA's driver cannot count its GPUs: %s",
         textOf(D, Code).c_str());
    return 0;
  }
  if (!Count)
    fail(Error, "NVIDIA's driver finds no GPU that this process may use");
  return Count;
}

static int checkOrdinal(const Driver &D, int32_t Ordinal, ompjit_error *Error) {
  const int32_t Count = countDevices(D, Error);
  if (!Count)
    return 1;
  if (Ordinal < 0 || Ordinal >= Count)
    return fail(Error, "there is no GPU %d, only 0 to %d", Ordinal, Count - 1);
  return 0;
}

int writeUid(const Driver &D, int32_t Ordinal, char *Text, size_t Size,
             ompjit_error *Error) {
  DeviceHandle Handle = 0;
  if (int Failed = checkOrdinal(D, Ordinal, Error))
    return Failed;
  if (int Failed = find(D, Ordinal, Handle, Error))
    return Failed;
  return copyText(uidOf(D, Handle), Text, Size, Error);
}

int openDevice(const Driver &D, int32_t Ordinal, ompjit_device **Device,
               ompjit_error *Error) {
  if (int Failed = checkOrdinal(D, Ordinal, Error))
    return Failed;
  auto New = std::make_unique<ompjit_device>(D, Ordinal);
  New->Settings = Settings::fromEnvironment();
  if (int Failed = identify(*New, Error))
    return Failed;
  if (const Result Code = D.DevicePrimaryCtxRetain(&New->Context, New->Handle);
      Code != Result::Success)
    return fail(Error, "cannot open GPU %d (%s): %s", Ordinal,
                New->Name.c_str(), textOf(D, Code).c_str());
  if (int Failed = prepare(*New, Error)) {
    closeDevice(New.release());
    return Failed;
  }
  *Device = New.release();
  return 0;
}

/// The driver may already be torn down when a program ends, so its errors do
/// not matter.
void closeDevice(ompjit_device *Device) {
  const std::unique_ptr<ompjit_device> Old(Device);
  const Driver &D = Old->D;
  {
    Call In(*Old, nullptr);
    const bool IsUsable = bool(In);
    // This also writes what kernels have printed.
    if (IsUsable)
      D.CtxSynchronize();
    deleteQueues(*Old, IsUsable);
    if (IsUsable && Old->PlainLaunchEnvironment)
      D.MemFree(Old->PlainLaunchEnvironment);
  }
  if (plugins::isForkedWithDriver())
    return;
  // No thread may keep a context that is gone, even if the driver does not tell
  // which one it has.
  Context *Current = nullptr;
  if (D.CtxGetCurrent(&Current) != Result::Success || Current == Old->Context)
    D.CtxSetCurrent(nullptr);
  D.DevicePrimaryCtxRelease(Old->Handle);
}

void numberDevice(ompjit_device *Device, uint32_t Number, uint32_t Count) {
  Device->Number = Number;
  Device->NumDevices = Count;
}

void describeDevice(ompjit_device *Device, ompjit_device_info *Info) {
  Info->name = Device->Name.c_str();
  Info->triple = "nvptx64-nvidia-cuda";
  Info->arch = Device->Arch.c_str();
  Info->features = Device->Features.c_str();
  Info->uid = Device->Uid.c_str();
  Info->memory_bytes = Device->MemoryBytes;
  Info->max_teams = Device->MaxGridX;
  Info->emulation =
      Device->Emulation.empty() ? nullptr : Device->Emulation.c_str();
  Info->num_devices = Device->NumDevices;
  Info->device_num = Device->Number;
  Info->debug_kinds = Device->Settings.RuntimeDebugKinds;
  Info->num_processors = Device->Limits.NumProcessors;
}

int describeProperty(ompjit_device *Device, uint32_t Index,
                     ompjit_property *Property) {
  if (Index >= Device->Properties.size())
    return 1;
  const auto &[Name, Value] = Device->Properties[Index];
  *Property = {Name.c_str(), Value.c_str()};
  return 0;
}

/// CUDA's runtime library numbers devices like the driver, shares the primary
/// contexts with it, and uses its streams.
int nativeHandles(ompjit_device *Device, ompjit_queue *Queue, int32_t Runtime,
                  ompjit_native *Native, ompjit_error *Error) {
  // The numbers are those of OpenMP's "Additional Definitions".
  enum { Own = 0, Cuda = 1, CudaDriver = 2 };
  if (Runtime != Own && Runtime != Cuda && Runtime != CudaDriver)
    return OMPJIT_NOT_INSTALLED;
  if (Device->Health.isBroken() || plugins::isForkedWithDriver())
    return refuse(*Device, Error);
  if (Queue)
    Queue->IsShown.store(true, std::memory_order_relaxed);
  const bool IsCuda = Runtime == Cuda;
  Native->runtime = IsCuda ? Cuda : CudaDriver;
  Native->vendor = 11;
  Native->runtime_name = IsCuda ? "cuda" : "cuda_driver";
  Native->vendor_name = "nvidia";
  Native->platform = nullptr;
  Native->device = reinterpret_cast<void *>(intptr_t(Device->Handle));
  Native->context = IsCuda ? nullptr : Device->Context;
  Native->queue = Queue ? Queue->Stream : nullptr;
  return 0;
}

} // namespace ompjit::cuda
