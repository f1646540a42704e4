//===- Kernel.cpp - Launching a kernel ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch of a kernel without reductions costs the host one call of the driver
// in addition to the launch itself, which gets the current context.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "LoadedImage.h"
#include "Memory.h"
#include "Operation.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/LaunchShape.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace ompjit::cuda {

using plugins::fail;
using plugins::KernelEnvironment;

//===----------------------------------------------------------------------===//
// Getting ready
//===----------------------------------------------------------------------===//

namespace {

/// Kernels of other languages have no environment.
int readEnvironment(Call &In, const ompjit_image &Image,
                    const std::string &Symbol, ompjit_kernel &Kernel) {
  const std::string Name = Symbol + "_kernel_environment";
  Variable Place;
  if (int Code = findVariable(In, Image, Name.c_str(), Place))
    return Code == OMPJIT_NO_SYMBOL ? 0 : Code;
  if (Place.Bytes < sizeof(KernelEnvironment))
    return 0;
  KernelEnvironment Environment = {};
  if (int Failed = copyFromDevice(&In.device(), nullptr, &Environment,
                                  reinterpret_cast<void *>(Place.Address),
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

/// Fills \p Kernel.
int prepareKernel(ompjit_device *Device, const ompjit_image &Image,
                  const char *Symbol, uint32_t NumArgs, ompjit_kernel &Kernel,
                  ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  const Driver &D = Device->D;
  const Result Found =
      D.ModuleGetFunction(&Kernel.Function, Image.Module, Symbol);
  if (Found == Result::NotFound && !Image.Exported.contains(Symbol))
    return fail(Error, "the image has no kernel '%s'", Symbol);
  if (int Failed = In.check(Found, "cannot find the kernel '%s'", Symbol))
    return Failed;
  int Largest = 0, Shared = 0;
  if (int Failed = In.check(
          D.FuncGetAttribute(&Largest, FunctionAttribute::MaxThreadsPerBlock,
                             Kernel.Function),
          "cannot ask how large the blocks of '%s' may be", Symbol))
    return Failed;
  if (int Failed =
          In.check(D.FuncGetAttribute(&Shared, FunctionAttribute::SharedBytes,
                                      Kernel.Function),
                   "cannot ask how much shared memory '%s' has", Symbol))
    return Failed;
  Kernel.LargestBlock = uint32_t(std::max(Largest, 0));
  Kernel.StaticSharedBytes = uint32_t(std::max(Shared, 0));
  Kernel.NumArgs = NumArgs;
  Kernel.Name = keepName(*Device, Symbol);
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

/// The shared memory that a block can have without a request for more.
constexpr uint32_t UsualSharedBytes = 48 << 10;

plugins::Shape shapeFor(const ompjit_device &Device,
                        const ompjit_kernel &Kernel,
                        const ompjit_launch &Launch, uint32_t SharedBytes) {
  struct Asked {
    const Driver &D;
    const ompjit_kernel &Kernel;
    uint32_t SharedBytes;
  };
  const Asked What = {Device.D, Kernel, SharedBytes};
  const plugins::Residency Known = {
      [](const void *Context, uint32_t BlockSize) {
        const auto &What = *static_cast<const Asked *>(Context);
        return What.Kernel.Occupancy.blocks(What.D, What.Kernel.Function,
                                            BlockSize, What.SharedBytes);
      },
      &What};
  return plugins::shapeOf(Launch, Kernel.Bounds.mode ? &Kernel.Bounds : nullptr,
                          Kernel.LargestBlock, Device.Limits, Known);
}

uint32_t sharedBytes(const ompjit_device &Device, const ompjit_launch &Launch) {
  return std::max(Launch.dynamic_memory_bytes, Device.Settings.SharedBytes);
}

/// Checks limits that only launches of other languages' kernels can exceed.
int checkBlock(const ompjit_kernel &Kernel, const plugins::Extent &Block,
               ompjit_error *Error) {
  const uint64_t Threads = uint64_t(Block.X) * Block.Y * Block.Z;
  if (Threads <= Kernel.LargestBlock) [[likely]]
    return 0;
  return fail(Error,
              "a block of %llu threads is asked for, the kernel %s can have "
              "%u on this GPU",
              static_cast<unsigned long long>(Threads), Kernel.Name,
              Kernel.LargestBlock);
}

int allowSharedBytes(Call &In, ompjit_kernel &Kernel, uint32_t Bytes) {
  ompjit_device &Device = In.device();
  const uint64_t All = uint64_t(Kernel.StaticSharedBytes) + Bytes;
  if (All <= UsualSharedBytes ||
      Bytes <= Kernel.AllowedSharedBytes.load(std::memory_order_relaxed))
    return 0;
  if (All > Device.SharedBytesPerBlock)
    return fail(In.error(),
                "a block of the kernel %s needs %llu bytes of shared memory, "
                "GPU %d has %u",
                Kernel.Name, static_cast<unsigned long long>(All),
                Device.Ordinal, Device.SharedBytesPerBlock);
  if (int Failed =
          In.check(Device.D.FuncSetAttribute(
                       Kernel.Function,
                       FunctionAttribute::MaxDynamicSharedBytes, int(Bytes)),
                   "cannot give the kernel %s %u bytes of shared memory",
                   Kernel.Name, Bytes))
    return Failed;
  Kernel.AllowedSharedBytes.store(Bytes, std::memory_order_relaxed);
  return 0;
}

/// Makes a launch environment with a buffer of \p Bytes; returns 0 on failure.
DevicePointer makeEnvironment(Call &In, ompjit_queue &Queue, uint64_t Bytes) {
  using plugins::ReductionMemory;
  const Driver &D = In.device().D;
  if (Bytes > ReductionMemory::MaxBytes) {
    fail(In.error(), "a kernel asks for %llu bytes for its reductions",
         static_cast<unsigned long long>(Bytes));
    return 0;
  }
  DevicePointer Address = 0;
  if (In.check(D.MemAlloc(&Address, ReductionMemory::BufferOffset + Bytes),
               "cannot allocate %llu bytes for the reductions of a kernel",
               static_cast<unsigned long long>(Bytes)))
    return 0;
  plugins::LaunchEnvironment Begin;
  Begin.ReductionBuffer = Address + ReductionMemory::BufferOffset;
  if (In.check(D.MemcpyHtoDAsync(Address, &Begin, sizeof(Begin), Queue.Stream),
               "cannot write the launch environment of a kernel")) {
    D.MemFree(Address);
    return 0;
  }
  return Address;
}

DevicePointer reductionEnvironment(Call &In, ompjit_queue &Queue,
                                   uint64_t Bytes) {
  return Queue.Reductions.get(
      Bytes, [&](uint64_t Size) { return makeEnvironment(In, Queue, Size); });
}

/// The block of bytes that the driver copies.
class Parameters {
public:
  /// Not initialised, because a launch uses little of it.
  Parameters() {} // NOLINT

  int fill(Call &In, ompjit_queue &Queue, const ompjit_kernel &Kernel,
           const ompjit_launch &Launch, uint32_t Teams) {
    if (Launch.argument_form == OMPJIT_ARGUMENTS_PACKED) {
      Bytes = Launch.packed_bytes;
      Start = Launch.args;
      return 0;
    }
    if (Launch.num_args != Kernel.NumArgs)
      return fail(In.error(),
                  "the kernel %s takes %u arguments, the launch has %u",
                  Kernel.Name, Kernel.NumArgs, Launch.num_args);
    if (Launch.argument_form == OMPJIT_ARGUMENTS_BARE) {
      Bytes = Launch.num_args * sizeof(void *);
      Start = Launch.args;
      return 0;
    }
    if (Launch.argument_form != OMPJIT_ARGUMENTS_OPENMP)
      return fail(In.error(), "GPU %d does not know the form %u of arguments",
                  In.device().Ordinal, Launch.argument_form);
    DevicePointer Environment = In.device().PlainLaunchEnvironment;
    if (Kernel.Reductions.Bytes) {
      Environment =
          reductionEnvironment(In, Queue, Kernel.Reductions.bytesFor(Teams));
      if (!Environment)
        return 1;
    }
    putAll(Environment, Launch);
    return 0;
  }

  /// Returns the parameters for cuLaunchCooperativeKernel, which must be words.
  void **each() {
    const size_t Count = Bytes / sizeof(uint64_t);
    Places = std::make_unique_for_overwrite<void *[]>(Count);
    for (size_t I = 0; I != Count; ++I)
      Places[I] = static_cast<uint64_t *>(Start) + I;
    return Places.get();
  }

  /// Returns the parameters for cuLaunchKernel. Null if the kernel has none.
  void **extra() {
    Extra[0] = LaunchParameterBuffer;
    Extra[1] = Start;
    Extra[2] = LaunchParameterBytes;
    Extra[3] = &Bytes;
    Extra[4] = LaunchParameterEnd;
    return Bytes ? Extra : nullptr;
  }

private:
  void putAll(DevicePointer Environment, const ompjit_launch &Launch) {
    uint64_t *Word = Few;
    const size_t Count = size_t(Launch.num_args) + 1;
    if (Count > std::size(Few)) {
      Many = std::make_unique_for_overwrite<uint64_t[]>(Count);
      Word = Many.get();
    }
    Start = Word;
    Bytes = Count * sizeof(*Word);
    *Word = Environment;
    for (uint32_t I = 0; I != Launch.num_args; ++I)
      Word[I + 1] = reinterpret_cast<uint64_t>(Launch.args[I]);
  }

  void *Start;
  size_t Bytes;
  void *Extra[5];
  uint64_t Few[128];
  std::unique_ptr<uint64_t[]> Many;
  std::unique_ptr<void *[]> Places;
};

/// Fails if there are more teams than can run at a time.
int launchTogether(Call &In, ompjit_queue &Queue, const ompjit_kernel &Kernel,
                   const ompjit_launch &Launch, const plugins::Shape &Shape,
                   uint32_t SharedBytes, Parameters &Given) {
  const Driver &D = In.device().D;
  const auto &[Grid, Block] = Shape;
  auto Check = [&](Result Code) {
    return In.checkIn(Queue, Code,
                      "cannot launch the kernel %s with %u teams of %u threads "
                      "that run at the same time",
                      Kernel.Name, Grid.X * Grid.Y * Grid.Z,
                      Block.X * Block.Y * Block.Z);
  };
  if (Launch.argument_form != OMPJIT_ARGUMENTS_PACKED)
    return Check(D.LaunchCooperativeKernel(
        Kernel.Function, Grid.X, Grid.Y, Grid.Z, Block.X, Block.Y, Block.Z,
        SharedBytes, Queue.Stream, Given.each()));
  // The older function wants each parameter, and only a block is known.
  if (!D.LaunchKernelEx)
    return fail(In.error(),
                "the kernel %s, whose parameters are passed as a block, can be "
                "launched with all teams at the same time by drivers for CUDA "
                "11.8 and later",
                Kernel.Name);
  CooperativeAttribute Attribute;
  const LaunchConfiguration Config = {
      Grid.X,  Grid.Y,      Grid.Z,       Block.X,    Block.Y,
      Block.Z, SharedBytes, Queue.Stream, &Attribute, 1};
  return Check(
      D.LaunchKernelEx(&Config, Kernel.Function, nullptr, Given.extra()));
}

int launchIn(Call &In, ompjit_queue &Queue, ompjit_kernel &Kernel,
             const ompjit_launch &Launch) {
  const ompjit_device &Device = In.device();
  // Kernels that read the host's memory must find staged copies finished.
  if (!Queue.Staged.isEmpty() &&
      (Device.Capabilities & OMPJIT_CAN_USE_HOST_MEMORY))
    if (int Failed = finish(In, Queue))
      return Failed;
  const uint32_t SharedBytes = sharedBytes(Device, Launch);
  if (int Failed = allowSharedBytes(In, Kernel, SharedBytes))
    return Failed;
  const plugins::Shape Shape = shapeFor(Device, Kernel, Launch, SharedBytes);
  const auto &[Grid, Block] = Shape;
  if (int Failed = checkBlock(Kernel, Block, In.error()))
    return Failed;
  Parameters Given;
  if (int Failed = Given.fill(In, Queue, Kernel, Launch, Grid.X))
    return Failed;
  Queue.Recent.add(Kernel.Name);
  if (Launch.is_cooperative) [[unlikely]]
    return launchTogether(In, Queue, Kernel, Launch, Shape, SharedBytes, Given);
  return In.checkIn(Queue,
                    Device.D.LaunchKernel(Kernel.Function, Grid.X, Grid.Y,
                                          Grid.Z, Block.X, Block.Y, Block.Z,
                                          SharedBytes, Queue.Stream, nullptr,
                                          Given.extra()),
                    "cannot launch the kernel %s", Kernel.Name);
}

} // namespace

void describeShape(ompjit_device *Device, ompjit_kernel *Kernel,
                   const ompjit_launch *Launch, ompjit_launch_shape *Shape) {
  // The driver answers in the device's context only. On failure the launch
  // reports the reason.
  ompjit_error Ignored = {};
  if (const Call In(*Device, &Ignored); In)
    *Shape = plugins::describe(
        shapeFor(*Device, *Kernel, *Launch, sharedBytes(*Device, *Launch)));
}

/// The driver does not say which part of a lane's memory is spilled.
void describeUsage(ompjit_device *Device, ompjit_kernel *Kernel,
                   ompjit_kernel_usage *Usage) {
  // What a stand-in for the driver says of code for the processor is invented.
  if (!Device->Emulation.empty())
    return;
  const Call In(*Device, nullptr);
  const Driver &D = Device->D;
  int Registers = 0, LocalBytes = 0;
  if (!In ||
      D.FuncGetAttribute(&Registers, FunctionAttribute::Registers,
                         Kernel->Function) != Result::Success ||
      D.FuncGetAttribute(&LocalBytes, FunctionAttribute::LocalBytes,
                         Kernel->Function) != Result::Success)
    return;
  *Usage = {uint32_t(std::max(Registers, 0)), uint32_t(std::max(LocalBytes, 0)),
            /*spilled_bytes=*/-1, Kernel->StaticSharedBytes};
}

int launchKernel(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error) {
  return operate(Device, Queue, Error, [&](Call &In, ompjit_queue &UsedQueue) {
    return launchIn(In, UsedQueue, *Kernel, *Launch);
  });
}

} // namespace ompjit::cuda
