//===- Kernel.cpp - Launching a kernel ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Checks.h"
#include "Device.h"
#include "Launch.h"
#include "ompjit/Plugins/AmdDispatch.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/LaunchShape.h"
#include "ompjit/Plugins/Queue.h"

#include <cstring>
#include <memory>
#include <optional>
#include <vector>

namespace ompjit::vgpu {

using plugins::fail;
using plugins::KernelEnvironment;
using plugins::MaxBlockSize;

namespace {

/// KernelLaunchEnvironmentTy of docs/abi.md.
struct LaunchEnvironment {
  uint32_t ReductionCount;
  uint32_t ReductionBase;
  void *ReductionBuffer;
};

Size3 sizeOf(const plugins::Extent &E) { return {E.X, E.Y, E.Z}; }

plugins::Shape shapeFor(const ompjit_device &Device,
                        const ompjit_kernel &Kernel,
                        const ompjit_launch &Wanted) {
  auto *Environment =
      static_cast<const KernelEnvironment *>(Kernel.Record->Environment);
  plugins::GridLimits Limits = Device.Limits;
  Limits.WarpSize = Kernel.Image->WarpSize;
  ompjit_launch_bounds Bounds = {};
  if (Environment)
    Bounds = plugins::boundsOf(*Environment);
  return plugins::shapeOf(Wanted, Bounds.mode ? &Bounds : nullptr,
                          Kernel.Record->MaxBlockSize, Limits);
}

/// A launch with everything that it points to.
class PreparedLaunch {
public:
  PreparedLaunch(ompjit_device &Device, const ompjit_kernel &Kernel,
                 const ompjit_launch &Wanted);

  int check(const ompjit_launch &Wanted, ompjit_error *Error) const;
  int prepare(const ompjit_launch &Wanted, ompjit_error *Error);
  int run(ompjit_error *Error);
  ~PreparedLaunch();

private:
  int fillParameters(const ompjit_launch &Wanted, ompjit_error *Error);
  void put(uint32_t Parameter, const void *Value);

  ompjit_device &Device;
  const ompjit_kernel &Kernel;
  const KernelEnvironment *Environment;
  plugins::Shape Form;
  std::vector<char> Parameters;
  LaunchEnvironment OfLaunch = {};
  uint32_t DynamicSharedBytes;
};

} // namespace

PreparedLaunch::PreparedLaunch(ompjit_device &Device,
                               const ompjit_kernel &Kernel,
                               const ompjit_launch &Wanted)
    : Device(Device), Kernel(Kernel),
      Environment(
          static_cast<const KernelEnvironment *>(Kernel.Record->Environment)),
      Form(shapeFor(Device, Kernel, Wanted)),
      Parameters(Kernel.Record->ParameterBytes),
      DynamicSharedBytes(Wanted.dynamic_memory_bytes) {}

PreparedLaunch::~PreparedLaunch() {
  if (OfLaunch.ReductionBuffer)
    Device.Memory.free(OfLaunch.ReductionBuffer, nullptr);
  if (OfLaunch.ReductionBuffer || Device.Settings.Checks)
    Device.Memory.remove(&OfLaunch);
}

int PreparedLaunch::check(const ompjit_launch &Wanted,
                          ompjit_error *Error) const {
  const uint64_t Threads =
      uint64_t(Form.BlockSize.X) * Form.BlockSize.Y * Form.BlockSize.Z;
  if (Threads > MaxBlockSize)
    return fail(Error, "a block of %llu threads is asked for, %u can be had",
                static_cast<unsigned long long>(Threads), MaxBlockSize);
  if (const uint32_t Max = Kernel.Record->MaxBlockSize; Max && Threads > Max)
    return fail(Error,
                "a block of %llu threads is asked for, the kernel was compiled "
                "for at most %u",
                static_cast<unsigned long long>(Threads), Max);
  const uint64_t Shared = uint64_t(Kernel.Image->StaticSharedBytes) -
                          Kernel.Image->SharedPaddingBytes + DynamicSharedBytes;
  if (Shared > Device.Settings.SharedBytes)
    return fail(Error,
                "a block needs %llu bytes of shared memory, the device has "
                "%llu (OMP_JIT_VGPU_SHARED)",
                static_cast<unsigned long long>(Shared),
                static_cast<unsigned long long>(Device.Settings.SharedBytes));
  if (Wanted.argument_form > OMPJIT_ARGUMENTS_PACKED)
    return fail(Error, "the virtual GPU does not know the form %u of arguments",
                Wanted.argument_form);
  if (Wanted.argument_form == OMPJIT_ARGUMENTS_PACKED)
    return Wanted.packed_bytes <= Parameters.size()
               ? 0
               : fail(Error,
                      "the launch has %u bytes of parameters, the kernel takes "
                      "%zu",
                      Wanted.packed_bytes, Parameters.size());
  const uint32_t First =
      Wanted.argument_form == OMPJIT_ARGUMENTS_OPENMP ? 1 : 0;
  if (Wanted.num_args + First != Kernel.Record->NumParameters)
    return fail(Error, "the kernel takes %u arguments, the launch has %u",
                Kernel.Record->NumParameters - First, Wanted.num_args);
  return 0;
}

void PreparedLaunch::put(uint32_t Parameter, const void *Value) {
  const ParameterRecord &Place = Kernel.Record->Parameters[Parameter];
  std::memcpy(&Parameters[Place.Offset], Value,
              std::min<size_t>(Place.Size, sizeof(void *)));
}

int PreparedLaunch::fillParameters(const ompjit_launch &Wanted,
                                   ompjit_error *Error) {
  if (Wanted.argument_form == OMPJIT_ARGUMENTS_PACKED) {
    std::memcpy(Parameters.data(), Wanted.args, Wanted.packed_bytes);
    return 0;
  }
  uint32_t Next = 0;
  if (Wanted.argument_form == OMPJIT_ARGUMENTS_OPENMP) {
    const plugins::ReductionRecords Reductions =
        Environment ? plugins::reductionRecords(*Environment)
                    : plugins::ReductionRecords();
    if (const uint64_t Bytes = Reductions.bytesFor(Form.NumBlocks.X))
      if (int Failed =
              Device.Memory.allocate(Bytes, &OfLaunch.ReductionBuffer, Error))
        return Failed;
    if (Device.Settings.Checks)
      Device.Memory.add(&OfLaunch, sizeof(OfLaunch));
    const void *Address = &OfLaunch;
    put(Next++, &Address);
  }
  for (uint32_t I = 0; I != Wanted.num_args; ++I)
    put(Next++, &Wanted.args[I]);
  return 0;
}

int PreparedLaunch::prepare(const ompjit_launch &Wanted, ompjit_error *Error) {
  if (int Failed = check(Wanted, Error))
    return Failed;
  return fillParameters(Wanted, Error);
}

int PreparedLaunch::run(ompjit_error *Error) {
  return runKernel(Device, Kernel, sizeOf(Form.NumBlocks),
                   sizeOf(Form.BlockSize), DynamicSharedBytes,
                   Parameters.data(), Error);
}

/// The advice has to fit after everything else, and ends the text with a full
/// stop.
static int report(const KernelRecord &Kernel, const Fault &What,
                  ompjit_error *Error) {
  std::string Text = std::string("kernel ") + Kernel.Name + ": " + What.What;
  const std::string Advice =
      (What.Advice.empty() ? "" : "; ") + What.Advice + ".";
  if (Text.size() + Advice.size() >= sizeof(Error->text)) {
    Text.resize(sizeof(Error->text) - Advice.size() - sizeof("..."));
    Text += "...";
  }
  return fail(Error, "%s%s", Text.c_str(), Advice.c_str());
}

int runKernel(ompjit_device &Device, const ompjit_kernel &Kernel,
              Size3 NumBlocks, Size3 BlockSize, uint32_t DynamicSharedBytes,
              const char *Parameters, ompjit_error *Error) {
  const plugins::Shape Form = {{NumBlocks.X, NumBlocks.Y, NumBlocks.Z},
                               {BlockSize.X, BlockSize.Y, BlockSize.Z}};
  Launch What;
  What.Device = &Device;
  What.Kernel = Kernel.Record;
  What.Kind = Kernel.Image->Kind;
  What.WarpSize = Kernel.Image->WarpSize;
  What.BlockSize = BlockSize;
  What.NumBlocks = NumBlocks;
  What.DynamicSharedBytes = DynamicSharedBytes;
  What.SharedBytes = Kernel.Image->StaticSharedBytes + DynamicSharedBytes;
  What.StackBytes = Device.Settings.StackBytes;
  const auto *Environment =
      static_cast<const KernelEnvironment *>(Kernel.Record->Environment);
  What.IsSpmd = Environment && (Environment->Mode & plugins::SpmdMode);
  std::optional<LaunchChecks> Checked;
  if (Kernel.Image->IsChecked)
    What.Checks = &Checked.emplace(
        Device.Memory, BlockSize, NumBlocks,
        std::span(Kernel.Image->Shared, Kernel.Image->NumShared),
        Kernel.Image->StaticSharedBytes);
  What.Parameters = Parameters;
  What.NumProcessors = Device.Settings.Processors;
  const plugins::ImplicitArguments Implicit(Form, DynamicSharedBytes);
  const plugins::DispatchPacket Dispatch(Form);
  What.ImplicitArguments = &Implicit;
  What.DispatchPacket = &Dispatch;
  if (Device.Settings.Checks) {
    Device.Memory.add(&Implicit, sizeof(Implicit));
    Device.Memory.add(&Dispatch, sizeof(Dispatch));
  }
  Device.Prints.around([&] { Device.Workers.run(What); });
  if (Device.Settings.Checks) {
    Device.Memory.remove(&Implicit);
    Device.Memory.remove(&Dispatch);
  }
  return What.HasFailed ? report(*Kernel.Record, What.failure(), Error) : 0;
}

void describeShape(ompjit_device *Device, ompjit_kernel *Kernel,
                   const ompjit_launch *Launch, ompjit_launch_shape *Shape) {
  *Shape = plugins::describe(shapeFor(*Device, *Kernel, *Launch));
}

int launchKernel(ompjit_device *Device, ompjit_queue *Queue,
                 ompjit_kernel *Kernel, const ompjit_launch *Launch,
                 ompjit_error *Error) {
  auto Prepared = std::make_shared<PreparedLaunch>(*Device, *Kernel, *Launch);
  if (int Failed = Prepared->prepare(*Launch, Error))
    return Failed;
  return plugins::run(Queue, Error, [Prepared](ompjit_error *Error) {
    return Prepared->run(Error);
  });
}

} // namespace ompjit::vgpu
