//===- Kernel.cpp - Kernels on an AMD GPU ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch of a kernel without reductions locks its lane, writes the arguments
// and a packet, and rings the doorbell.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Lane.h"
#include "LoadedImage.h"
#include "Memory.h"
#include "Occupancy.h"
#include "Operation.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/LaunchShape.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ompjit::amdgpu {

using plugins::fail;
using plugins::KernelEnvironment;

//===----------------------------------------------------------------------===//
// Getting ready
//===----------------------------------------------------------------------===//

namespace {

/// Kernels of other languages have no environment.
int readEnvironment(Call &In, ompjit_image &Image, const std::string &Symbol,
                    ompjit_kernel &Kernel) {
  ompjit_device &Device = In.device();
  const std::string Name = Symbol + "_kernel_environment";
  void *Place = nullptr;
  uint64_t Size = 0;
  if (int Code =
          findSymbol(&Device, &Image, Name.c_str(), &Place, &Size, In.error()))
    return Code == OMPJIT_NO_SYMBOL ? 0 : Code;
  if (Size < sizeof(KernelEnvironment))
    return 0;
  KernelEnvironment Environment = {};
  if (int Failed = copyFromDevice(&Device, nullptr, &Environment, Place,
                                  sizeof(Environment), In.error()))
    return Failed;
  Kernel.Bounds = plugins::boundsOf(Environment);
  Kernel.Reductions = plugins::reductionRecords(Environment);
  return 0;
}

const char *keepName(ompjit_device &Device, const char *Symbol) {
  MutexLock Lock(Device.NamesMutex);
  return Device.KernelNames.emplace(Symbol).first->c_str();
}

/// Describes a kernel for a virtual GPU, which takes words, one after the
/// other.
int describePlayed(Call &In, Symbol Found, ompjit_kernel &Kernel) {
  const Hsa &H = In.hsa();
  for (const auto &[Which, Bytes] :
       {std::pair(SymbolInfo::KernargBytes, &Kernel.Metadata.KernargBytes),
        std::pair(SymbolInfo::GroupBytes, &Kernel.Metadata.GroupBytes)})
    if (int Failed =
            In.check(H.SymbolGetInfo(Found, Which, Bytes),
                     "cannot find out what the kernel '%s' takes", Kernel.Name))
      return Failed;
  Kernel.Metadata.KernargAlignment = 16;
  Kernel.Metadata.WavefrontSize = In.device().Description.Limits.WarpSize;
  Kernel.Metadata.MaxGroupSize = plugins::MaxBlockSize;
  Kernel.Arguments = ArgumentLayout::ofWords(Kernel.Metadata.KernargBytes);
  return 0;
}

/// Returns the stack of a kernel, including room for what the compiler could
/// not count, such as recursion.
uint32_t privateBytes(const ompjit_device &Device,
                      const KernelMetadata &Kernel) {
  constexpr uint64_t Usual = 16 << 10, Max = 128 << 10;
  if (!Kernel.UsesDynamicStack)
    return Kernel.PrivateBytes;
  const uint64_t More = Device.Settings.StackBytes.value_or(Usual);
  return uint32_t(std::max<uint64_t>(Kernel.PrivateBytes, std::min(More, Max)));
}

/// Fills \p Kernel.
int prepareKernel(ompjit_device *Device, ompjit_image &Image,
                  const char *Symbol, uint32_t, ompjit_kernel &Kernel,
                  ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  struct Symbol Found = {};
  const std::string Descriptor = Symbol + std::string(DescriptorSuffix);
  const int Code = find(In, Image, Descriptor.c_str(), Found);
  if (Code && Code != OMPJIT_NO_SYMBOL)
    return Code;
  const bool IsPlayed =
      Image.Object.Kernels.empty() && !Device->Emulation.empty();
  const KernelMetadata *Known = Image.Object.find(Symbol);
  if (Code == OMPJIT_NO_SYMBOL || (!Known && !IsPlayed))
    return fail(Error, "the image has no kernel '%s'", Symbol);
  Kernel.Name = keepName(*Device, Symbol);
  if (int Failed =
          In.check(Device->H.SymbolGetInfo(Found, SymbolInfo::KernelObject,
                                           &Kernel.Object),
                   "cannot find the kernel '%s'", Symbol))
    return Failed;
  if (Known) {
    Kernel.Metadata = *Known;
    Kernel.Arguments.emplace(*Known);
  } else if (int Failed = describePlayed(In, Found, Kernel)) {
    return Failed;
  }
  Kernel.LargestBlock =
      std::min(Kernel.Metadata.MaxGroupSize, plugins::MaxBlockSize);
  Kernel.PrivateBytes = privateBytes(*Device, Kernel.Metadata);
  return readEnvironment(In, Image, Symbol, Kernel);
}

} // namespace

int getKernel(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
              uint32_t NumArgs, ompjit_kernel **Kernel, ompjit_error *Error) {
  MutexLock Lock(Image->KernelsMutex);
  const auto [At, IsNew] = Image->Kernels.try_emplace(Symbol);
  if (IsNew)
    if (int Failed =
            prepareKernel(Device, *Image, Symbol, NumArgs, At->second, Error)) {
      Image->Kernels.erase(At);
      return Failed;
    }
  *Kernel = &At->second;
  return 0;
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

namespace {

uint32_t blocksFor(const ompjit_device &Device, const ompjit_kernel &Kernel,
                   uint32_t BlockSize, uint32_t DynamicBytes) {
  const plugins::GridLimits &Limits = Device.Description.Limits;
  const UnitResources Unit = {
      Limits.ThreadsPerProcessor / std::max(Limits.WarpSize, 1u),
      Device.Description.SimdsOfUnit, Device.Pools.SharedBytes};
  return blocksOfUnit(Kernel.Metadata, Device.Description.Target.Processor,
                      Unit, BlockSize,
                      uint64_t(Kernel.Metadata.GroupBytes) + DynamicBytes);
}

plugins::Shape shapeFor(const ompjit_device &Device,
                        const ompjit_kernel &Kernel,
                        const ompjit_launch &Launch, uint32_t DynamicBytes) {
  struct Asked {
    const ompjit_device &Device;
    const ompjit_kernel &Kernel;
    uint32_t DynamicBytes;
  };
  const Asked What = {Device, Kernel, DynamicBytes};
  const plugins::Residency Known = {
      [](const void *Context, uint32_t BlockSize) {
        const auto &What = *static_cast<const Asked *>(Context);
        return blocksFor(What.Device, What.Kernel, BlockSize,
                         What.DynamicBytes);
      },
      &What};
  plugins::GridLimits Limits = Device.Description.Limits;
  if (Kernel.Metadata.WavefrontSize)
    Limits.WarpSize = Kernel.Metadata.WavefrontSize;
  return plugins::shapeOf(Launch, Kernel.Bounds.mode ? &Kernel.Bounds : nullptr,
                          Kernel.LargestBlock, Limits, Known);
}

uint32_t dynamicBytes(const ompjit_device &Device,
                      const ompjit_launch &Launch) {
  return std::max(Launch.dynamic_memory_bytes, Device.Settings.SharedBytes);
}

/// Checks limits that only launches of other languages' kernels can exceed.
int checkShape(const ompjit_kernel &Kernel, const plugins::Shape &Form,
               ompjit_error *Error) {
  const auto &[Grid, Block] = Form;
  const uint64_t Threads = uint64_t(Block.X) * Block.Y * Block.Z;
  if (Threads > Kernel.LargestBlock)
    return fail(Error,
                "a block of %llu threads is asked for, the kernel %s can have "
                "%u on this GPU",
                static_cast<unsigned long long>(Threads), Kernel.Name,
                Kernel.LargestBlock);
  for (const uint64_t Each :
       {uint64_t(Grid.X) * Block.X, uint64_t(Grid.Y) * Block.Y,
        uint64_t(Grid.Z) * Block.Z})
    if (Each > UINT32_MAX)
      return fail(Error,
                  "a grid of %llu threads in a dimension is asked for, and the "
                  "kernel %s can have %u",
                  static_cast<unsigned long long>(Each), Kernel.Name,
                  UINT32_MAX);
  return 0;
}

int checkShared(Call &In, const ompjit_kernel &Kernel, uint32_t DynamicBytes) {
  const ompjit_device &Device = In.device();
  const uint64_t All = uint64_t(Kernel.Metadata.GroupBytes) + DynamicBytes;
  if (All <= Device.Pools.SharedBytes) [[likely]]
    return 0;
  return fail(In.error(),
              "a block of the kernel %s needs %llu bytes of shared memory, "
              "GPU %d has %llu",
              Kernel.Name, static_cast<unsigned long long>(All), Device.Ordinal,
              static_cast<unsigned long long>(Device.Pools.SharedBytes));
}

/// Makes a launch environment with a buffer of \p Bytes; returns 0 on failure.
uint64_t makeEnvironment(Call &In, ompjit_queue &Queue, uint64_t Bytes) {
  using plugins::ReductionMemory;
  if (Bytes > ReductionMemory::MaxBytes) {
    fail(In.error(), "a kernel asks for %llu bytes for its reductions",
         static_cast<unsigned long long>(Bytes));
    return 0;
  }
  void *Memory = nullptr;
  if (allocateOnDevice(In, ReductionMemory::BufferOffset + Bytes, &Memory))
    return 0;
  plugins::LaunchEnvironment Begin;
  Begin.ReductionBuffer =
      reinterpret_cast<uint64_t>(Memory) + ReductionMemory::BufferOffset;
  if (copyToDevice(&In.device(), &Queue, Memory, &Begin, sizeof(Begin),
                   In.error())) {
    In.hsa().PoolFree(Memory);
    return 0;
  }
  return reinterpret_cast<uint64_t>(Memory);
}

/// Returns the address of the launch's environment; 0 on failure.
uint64_t environmentFor(Call &In, ompjit_queue &Queue,
                        const ompjit_kernel &Kernel, uint32_t Teams) {
  if (!Kernel.Reductions.Bytes) [[likely]]
    return reinterpret_cast<uint64_t>(In.device().PlainLaunchEnvironment);
  return Queue.Reductions.get(
      Kernel.Reductions.bytesFor(Teams),
      [&](uint64_t Size) { return makeEnvironment(In, Queue, Size); });
}

/// Checks that all blocks can run at the same time, in a lane whose kernels
/// have the GPU for themselves, except for other processes.
int checkTogether(Call &In, const ompjit_kernel &Kernel,
                  const plugins::Shape &Form, uint32_t DynamicBytes) {
  const auto &[Grid, Block] = Form;
  const uint64_t Wanted = uint64_t(Grid.X) * Grid.Y * Grid.Z;
  const uint32_t Threads = Block.X * Block.Y * Block.Z;
  const uint64_t Max =
      uint64_t(blocksFor(In.device(), Kernel, Threads, DynamicBytes)) *
      In.device().Description.Limits.NumProcessors;
  if (Wanted <= Max)
    return 0;
  return fail(In.error(),
              "cannot launch the kernel %s with %llu teams of %u threads that "
              "run at the same time: GPU %d holds %llu",
              Kernel.Name, static_cast<unsigned long long>(Wanted), Threads,
              In.device().Ordinal, static_cast<unsigned long long>(Max));
}

struct Prepared {
  plugins::Shape Form;
  uint64_t Environment;
  uint32_t DynamicBytes;
};

int dispatch(Call &In, Lane &Line, const ompjit_kernel &Kernel,
             const ompjit_launch &Launch, const Prepared &What) {
  plugins::DispatchPacket Packet(What.Form);
  Packet.PrivateBytes = Kernel.PrivateBytes;
  Packet.SharedBytes = Kernel.Metadata.GroupBytes + What.DynamicBytes;
  Packet.Kernel = Kernel.Object;
  return Line.dispatch(In, Packet, Kernel.Arguments->bytes(),
                       Kernel.Arguments->alignment(), [&](void *To) {
                         Kernel.Arguments->write(Launch, What.Environment,
                                                 What.Form, What.DynamicBytes,
                                                 To);
                       });
}

/// Launches in the cooperative lane: the kernel waits for what is in the queue,
/// and later operations wait for the kernel.
int launchTogether(Call &In, ompjit_queue &Queue, const ompjit_kernel &Kernel,
                   const ompjit_launch &Launch, const Prepared &What) {
  Lane *Line = In.device().Lanes->cooperative(In);
  if (!Line)
    return 1;
  if (int Failed = awaitStream(In, Queue))
    return Failed;
  MutexLock Lock(Queue.Guard);
  CompletionRefs Needs;
  if (int Failed = placeOf(In, Queue, Needs))
    return Failed;
  if (int Failed = Line->waitFor(In, Needs))
    return Failed;
  if (int Failed = dispatch(In, *Line, Kernel, Launch, What))
    return Failed;
  CompletionRef Mark;
  if (int Failed = Line->mark(In, Mark))
    return Failed;
  Queue.Aside.clear();
  if (Mark)
    Queue.Aside.push_back(std::move(Mark));
  Queue.noteAside();
  return 0;
}

int launchIn(Call &In, ompjit_queue &Queue, const ompjit_kernel &Kernel,
             const ompjit_launch &Launch) {
  const ompjit_device &Device = In.device();
  // Kernels that read the host's memory must find staged copies finished.
  if (!Queue.Staged.isEmpty() &&
      (Device.Capabilities & OMPJIT_CAN_USE_HOST_MEMORY))
    if (int Failed = finish(In, Queue))
      return Failed;
  if (int Failed = Kernel.Arguments->check(Launch, Kernel.Name, In.error()))
    return Failed;
  Prepared What;
  What.DynamicBytes = dynamicBytes(Device, Launch);
  if (int Failed = checkShared(In, Kernel, What.DynamicBytes))
    return Failed;
  What.Form = shapeFor(Device, Kernel, Launch, What.DynamicBytes);
  if (int Failed = checkShape(Kernel, What.Form, In.error()))
    return Failed;
  What.Environment = environmentFor(In, Queue, Kernel, What.Form.NumBlocks.X);
  if (!What.Environment)
    return 1;
  Queue.Recent.add(Kernel.Name);
  if (Launch.is_cooperative) [[unlikely]] {
    if (int Failed = checkTogether(In, Kernel, What.Form, What.DynamicBytes))
      return Failed;
    return launchTogether(In, Queue, Kernel, Launch, What);
  }
  Lane *Line = laneOf(In, Queue);
  if (!Line)
    return 1;
  if (Queue.HasAside.load(std::memory_order_acquire))
    if (int Failed = settle(In, Queue, *Line))
      return Failed;
  if (int Failed = dispatch(In, *Line, Kernel, Launch, What))
    return Failed;
  Queue.IsInLane.store(true, std::memory_order_release);
  return 0;
}

} // namespace

void describeShape(ompjit_device *Device, ompjit_kernel *Kernel,
                   const ompjit_launch *Launch, ompjit_launch_shape *Shape) {
  *Shape = plugins::describe(
      shapeFor(*Device, *Kernel, *Launch, dynamicBytes(*Device, *Launch)));
}

void describeUsage(ompjit_device *, ompjit_kernel *Kernel,
                   ompjit_kernel_usage *Usage) {
  const KernelMetadata &Known = Kernel->Metadata;
  // Code for a virtual GPU has no registers of lanes.
  if (!Known.NumVgprs)
    return;
  // Registers may be spilled to accumulation registers, which costs no memory.
  constexpr uint32_t RegisterBytes = 4;
  const uint32_t Spilled =
      std::min(Known.NumVgprSpills * RegisterBytes, Known.PrivateBytes);
  *Usage = {Known.NumVgprs, Known.PrivateBytes, int32_t(Spilled),
            Known.GroupBytes};
}

int launchKernel(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error) {
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    return launchIn(In, UsedQueue, *Kernel, *Launch);
  });
}

} // namespace ompjit::amdgpu
