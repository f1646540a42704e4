//===- Launches.cpp - The driver's functions for kernels ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Functions.h"
#include "Settings.h"
#include "Streams.h"

#include <cstdio>
#include <cstring>
#include <optional>

namespace ompjit::standin {

namespace {

constexpr uint32_t KiB = 1024;
constexpr uint32_t SharedWithoutAsking = 48 * KiB;
constexpr int ThreadsOfWarp = 32;

struct Size {
  unsigned X, Y, Z;

  uint64_t count() const { return uint64_t(X) * Y * Z; }
  std::string text() const {
    return std::to_string(X) + "x" + std::to_string(Y) + "x" +
           std::to_string(Z);
  }
};

struct Wanted {
  Size Grid, Block;
  unsigned SharedBytes;
};

Result checkSizes(Call &C, const Function &What, const Wanted &W) {
  if (!W.Grid.count() || !W.Block.count())
    return C.refuse(InvalidValue, "a size is 0");
  if (W.Grid.X > 0x7fffffff || W.Grid.Y > 65535 || W.Grid.Z > 65535)
    return C.refuse(InvalidValue, "the grid is larger than the device's");
  if (W.Block.X > 1024 || W.Block.Y > 1024 || W.Block.Z > 64 ||
      W.Block.count() > 1024)
    return C.refuse(InvalidValue, "the block is larger than the device's");
  if (W.Block.count() > What.MaxThreads)
    return C.refuse(InvalidValue,
                    "the kernel is for blocks of up to %u threads",
                    What.MaxThreads);
  return Success;
}

Result checkShared(Call &C, const Function &What, unsigned Dynamic) {
  const uint32_t Free = SharedWithoutAsking -
                        std::min(SharedWithoutAsking, What.StaticSharedBytes);
  if (Dynamic > std::max(Free, What.MaxDynamicShared))
    return C.refuse(InvalidValue,
                    "%u bytes of dynamic shared memory besides %u static ones "
                    "without an attribute that says so",
                    Dynamic, What.StaticSharedBytes);
  return Success;
}

/// Returns the bytes of the parameters, or nothing after a violation.
std::optional<std::string> readExtra(Call &C, void **Extra) {
  const char *Begin = nullptr;
  std::optional<size_t> Bytes;
  for (;; Extra += 2) {
    const auto Key = reinterpret_cast<uintptr_t>(Extra[0]);
    if (Key == LaunchParamEnd)
      break;
    if (Key == LaunchParamPointer) {
      Begin = static_cast<const char *>(Extra[1]);
    } else if (Key == LaunchParamSize) {
      Bytes = *static_cast<const size_t *>(Extra[1]);
    } else {
      C.refuse(InvalidValue, "the extra options hold an unknown one");
      return std::nullopt;
    }
  }
  if (Bytes && (Begin || !*Bytes))
    return *Bytes ? std::string(Begin, *Bytes) : std::string();
  C.refuse(InvalidValue, "the extra options lack the parameters or their size");
  return std::nullopt;
}

std::optional<std::string> readParameters(Call &C, const Function &What,
                                          void **Parameters, void **Extra) {
  if (Parameters && Extra) {
    C.refuse(InvalidValue, "the parameters are passed twice");
    return std::nullopt;
  }
  if (Extra) {
    auto Bytes = readExtra(C, Extra);
    if (!Bytes || Bytes->size() == What.ParameterBytes)
      return Bytes;
    C.refuse(InvalidValue, "%zu bytes of parameters, the kernel takes %u",
             Bytes->size(), What.ParameterBytes);
    return std::nullopt;
  }
  std::string Bytes(What.ParameterBytes, 0);
  if (!What.Parameters.empty() && !Parameters) {
    C.refuse(InvalidValue, "there are no parameters");
    return std::nullopt;
  }
  for (size_t I = 0; I != What.Parameters.size(); ++I)
    std::memcpy(&Bytes[What.Parameters[I].Offset], Parameters[I],
                What.Parameters[I].Size);
  return Bytes;
}

/// OpenMP kernels read and write a launch environment of 16 bytes.
Result checkEnvironment(Call &C, const Function &What,
                        const std::string &Parameters) {
  if (!What.Lowered || !What.Lowered->Record->Environment ||
      Parameters.size() < sizeof(uintptr_t))
    return Success;
  constexpr uint64_t EnvironmentBytes = 16;
  uintptr_t Address = 0;
  std::memcpy(&Address, Parameters.data(), sizeof(Address));
  if (C.machine().find(Address, EnvironmentBytes))
    return Success;
  return C.refuse(InvalidValue, "the launch environment at 0x%zx is %s",
                  Address, C.machine().describe(Address).c_str());
}

/// Returns the error that a GPU would have reported for a fault that the
/// virtual GPU has found.
Result codeOf(const std::string &Failure) {
  auto Says = [&](const char *What) {
    return Failure.find(What) != std::string_view::npos;
  };
  if (Says("assertion failed"))
    return AssertFailed;
  if (Says("reads ") || Says("writes "))
    return IllegalAddress;
  return Says("wait") ? LaunchTimeout : LaunchFailed;
}

void runLowered(Context &Of, const Function &What, const Wanted &W,
                const std::string &Parameters) {
  ompjit_error Error = {};
  if (!vgpu::runKernel(Of.On->Virtual, *What.Lowered,
                       {W.Grid.X, W.Grid.Y, W.Grid.Z},
                       {W.Block.X, W.Block.Y, W.Block.Z}, W.SharedBytes,
                       Parameters.data(), &Error))
    return;
  const Result Code = codeOf(Error.text);
  // The driver's way of reporting it.
  if (Code == AssertFailed)
    std::fprintf(stderr, "%s\n", Error.text);
  failContext(Of, Code, Error.text);
}

std::string digits(const std::string &Bytes) {
  constexpr char Digits[] = "0123456789abcdef";
  std::string Text;
  for (const unsigned char Byte : Bytes) {
    Text += Digits[Byte >> 4];
    Text += Digits[Byte & 15];
  }
  return Text;
}

Result launch(Call &C, Handle Self, const Wanted &W, Handle StreamHandle,
              void **Parameters, void **Extra) {
  auto What = C.find(C.machine().Functions, Self, "function");
  auto In = findStream(C, StreamHandle);
  if (!What || !In)
    return InvalidHandle;
  if (What->Of->Of != &C.context())
    return C.refuse(InvalidContext, "the function belongs to another context");
  C.note(What->Name);
  if (Result R = checkSizes(C, *What, W))
    return R;
  if (Result R = checkShared(C, *What, W.SharedBytes))
    return R;
  auto Bytes = readParameters(C, *What, Parameters, Extra);
  if (!Bytes)
    return InvalidValue;
  // That nothing is computed must not be mistaken for a result.
  if (!What->Lowered && Settings::get().Emulates)
    return C.refuse(InvalidImage,
                    "%s is in an image for the GPU itself, which this stand-in "
                    "does not run: link with -fopenmp-target-jit and without "
                    "--offload-arch, or set OMPJIT_STANDIN_EMULATE=0, with "
                    "which kernels do nothing",
                    What->Name.c_str());
  if (Result R = checkEnvironment(C, *What, *Bytes))
    return R;
  // Kernels that run show it by what they compute.
  if (!What->Lowered)
    C.note("parameters " + digits(*Bytes));
  C.context().HasLaunched = true;
  // Also counted if the context has failed and the launch does not run.
  auto Running = std::shared_ptr<void>(
      nullptr, [Of = What->Of](void *) { --Of->NumRunning; });
  ++What->Of->NumRunning;
  return put(*In, [Of = &C.context(), What, W, Running,
                   Parameters = std::move(*Bytes)] {
    if (What->Lowered)
      runLowered(*Of, *What, W, Parameters);
  });
}

void describe(Call &C, Handle Self, const Wanted &W, Handle Stream) {
  C.add("function", Self).add("grid", W.Grid.text());
  C.add("block", W.Block.text()).add("shared", W.SharedBytes);
  C.add("stream", Stream);
}

int blocksPerMultiprocessor(const Function &What, const Model &Is, int Threads,
                            size_t Dynamic) {
  const int Warps = (Threads + ThreadsOfWarp - 1) / ThreadsOfWarp;
  int Blocks = std::min(Is.BlocksPerMultiprocessor,
                        Is.ThreadsPerMultiprocessor / (Warps * ThreadsOfWarp));
  const size_t OfDriver = Is.Number < 80 ? 0 : KiB;
  if (const size_t Shared = What.StaticSharedBytes + Dynamic + OfDriver)
    Blocks = std::min(Blocks, int(size_t(Is.SharedPerMultiprocessor) / Shared));
  // Registers are allocated to warps in units of 256.
  if (const uint32_t OfWarp =
          (What.NumRegisters * ThreadsOfWarp + 255) / 256 * 256)
    Blocks = std::min(Blocks, int(64 * KiB / OfWarp / uint32_t(Warps)));
  return Blocks;
}

/// Fails as the driver does if the blocks cannot run at the same time.
Result launchTogether(Call &C, Handle Self, const Wanted &W, Handle Stream,
                      void **Parameters, void **Extra) {
  auto What = C.find(C.machine().Functions, Self, "function");
  if (!What)
    return InvalidHandle;
  if (Result R = checkSizes(C, *What, W))
    return R;
  const Gpu &On = *C.context().On;
  const int Blocks = blocksPerMultiprocessor(*What, On.Is, int(W.Block.count()),
                                             W.SharedBytes);
  if (W.Grid.count() > uint64_t(Blocks) * On.Virtual.Settings.Processors)
    return CooperativeLaunchTooLarge;
  return launch(C, Self, W, Stream, Parameters, Extra);
}

} // namespace

extern "C" {

Result cuLaunchKernel(Handle Self, unsigned GridX, unsigned GridY,
                      unsigned GridZ, unsigned BlockX, unsigned BlockY,
                      unsigned BlockZ, unsigned SharedBytes, Handle Stream,
                      void **Parameters, void **Extra) {
  Call C("cuLaunchKernel", Call::Current);
  const Wanted W = {
      {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ}, SharedBytes};
  describe(C, Self, W, Stream);
  return C.run([&] { return launch(C, Self, W, Stream, Parameters, Extra); });
}

Result cuLaunchCooperativeKernel(Handle Self, unsigned GridX, unsigned GridY,
                                 unsigned GridZ, unsigned BlockX,
                                 unsigned BlockY, unsigned BlockZ,
                                 unsigned SharedBytes, Handle Stream,
                                 void **Parameters) {
  Call C("cuLaunchCooperativeKernel", Call::Current);
  const Wanted W = {
      {GridX, GridY, GridZ}, {BlockX, BlockY, BlockZ}, SharedBytes};
  describe(C, Self, W, Stream);
  return C.run(
      [&] { return launchTogether(C, Self, W, Stream, Parameters, nullptr); });
}

Result cuLaunchKernelEx(const LaunchConfig *Config, Handle Self,
                        void **Parameters, void **Extra) {
  Call C("cuLaunchKernelEx", Call::Current);
  const Wanted W = {{Config->GridX, Config->GridY, Config->GridZ},
                    {Config->BlockX, Config->BlockY, Config->BlockZ},
                    Config->SharedBytes};
  describe(C, Self, W, Config->Stream);
  bool IsCooperative = false, HasOthers = false;
  for (unsigned I = 0; I != Config->NumAttributes; ++I)
    if (Config->Attributes[I].Id == AttributeCooperative)
      IsCooperative = Config->Attributes[I].Value != 0;
    else
      HasOthers = true;
  C.add("cooperative", int(IsCooperative));
  return C.run([&]() -> Result {
    if (HasOthers)
      return C.refuse(InvalidValue,
                      "the stand-in does not know an attribute of the launch");
    return IsCooperative
               ? launchTogether(C, Self, W, Config->Stream, Parameters, Extra)
               : launch(C, Self, W, Config->Stream, Parameters, Extra);
  });
}

Result cuOccupancyMaxActiveBlocksPerMultiprocessor(int *NumBlocks, Handle Self,
                                                   int BlockSize,
                                                   size_t SharedBytes) {
  Call C("cuOccupancyMaxActiveBlocksPerMultiprocessor", Call::Current);
  C.add("function", Self).add("block", BlockSize).add("shared", SharedBytes);
  return C.run([&]() -> Result {
    auto What = C.find(C.machine().Functions, Self, "function");
    if (!What)
      return InvalidHandle;
    if (BlockSize <= 0)
      return C.refuse(InvalidValue, "a block has at least one thread");
    *NumBlocks = uint32_t(BlockSize) > What->MaxThreads
                     ? 0
                     : blocksPerMultiprocessor(*What, C.context().On->Is,
                                               BlockSize, SharedBytes);
    return Success;
  });
}

Result cuFuncGetAttribute(int *Value, FunctionAttribute Attribute,
                          Handle Self) {
  Call C("cuFuncGetAttribute", Call::Current);
  C.add("attribute", int(Attribute)).add("function", Self);
  return C.run([&]() -> Result {
    auto What = C.find(C.machine().Functions, Self, "function");
    if (!What)
      return InvalidHandle;
    const int Model = C.context().On->Is.Number;
    const uint32_t Free =
        SharedWithoutAsking -
        std::min(SharedWithoutAsking, What->StaticSharedBytes);
    switch (Attribute) {
    case FunctionMaxThreads:
      *Value = int(What->MaxThreads);
      return Success;
    case FunctionSharedBytes:
      *Value = int(What->StaticSharedBytes);
      return Success;
    case FunctionConstBytes:
      *Value = 0;
      return Success;
    case FunctionLocalBytes:
      *Value = int(What->LocalBytes);
      return Success;
    case FunctionNumRegisters:
      *Value = int(What->NumRegisters);
      return Success;
    case FunctionPtxVersion:
    case FunctionBinaryVersion:
      *Value = Model;
      return Success;
    case FunctionMaxDynamicShared:
      *Value = int(std::max(Free, What->MaxDynamicShared));
      return Success;
    case FunctionSharedCarveout:
      *Value = -1;
      return Success;
    }
    return C.refuse(InvalidValue, "the stand-in does not know the attribute");
  });
}

Result cuFuncSetAttribute(Handle Self, FunctionAttribute Attribute, int Value) {
  Call C("cuFuncSetAttribute", Call::Current);
  C.add("function", Self).add("attribute", int(Attribute)).add("value", Value);
  return C.run([&]() -> Result {
    auto What = C.find(C.machine().Functions, Self, "function");
    if (!What)
      return InvalidHandle;
    if (Attribute == FunctionSharedCarveout)
      return Success;
    if (Attribute != FunctionMaxDynamicShared)
      return C.refuse(InvalidValue, "the attribute cannot be set");
    const Model &Is = C.context().On->Is;
    if (Value < 0 ||
        uint64_t(Value) + What->StaticSharedBytes > uint64_t(Is.SharedPerBlock))
      return InvalidValue;
    What->MaxDynamicShared = uint32_t(Value);
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
