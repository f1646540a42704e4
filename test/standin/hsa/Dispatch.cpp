//===- Dispatch.cpp - Reads and runs dispatch packets ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"

#include "Report.h"
#include "Settings.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <iterator>

namespace ompjit::standin {

using plugins::DispatchPacket;
using plugins::ImplicitArguments;

namespace {

constexpr uint32_t MaxThreads = 1024;

class DispatchReader {
public:
  DispatchReader(const Machine &M, const Agent &On,
                 const DispatchPacket &Packet, Dispatch &Out, std::string &Why)
      : M(M), On(On), Packet(Packet), Out(Out), Why(Why) {}

  Status read() {
    for (auto Step :
         {&DispatchReader::readKernel, &DispatchReader::readSizes,
          &DispatchReader::readSegments, &DispatchReader::readArguments,
          &DispatchReader::checkImplicit, &DispatchReader::checkEnvironment})
      if (Status R = (this->*Step)())
        return R;
    return Success;
  }

private:
  Status fail(Status R, std::string Text) {
    Why = std::move(Text);
    return R;
  }

  Status readKernel();
  Status readSizes();
  Status readSegments();
  Status readArguments();
  Status checkImplicit();
  Status checkEnvironment();

  const Machine &M;
  const Agent &On;
  const DispatchPacket &Packet;
  Dispatch &Out;
  std::string &Why;
};

Status DispatchReader::readKernel() {
  if (Packet.Reserved0 || Packet.Reserved1)
    return fail(InvalidPacketFormat, "a reserved field is not 0");
  Out.What = M.Kernels.find(Packet.Kernel);
  if (!Out.What)
    return fail(InvalidCodeObject,
                text("kernel object 0x%zx %s", size_t(Packet.Kernel),
                     M.Kernels.isGone(Packet.Kernel) ? "is destroyed"
                                                     : "does not exist"));
  if (Out.What->On != &On)
    return fail(InvalidCodeObject,
                "kernel " + Out.What->Name + " is loaded for another agent");
  // That nothing is computed must not be mistaken for a result.
  if (!Out.What->Lowered && Settings::get().Emulates)
    return fail(InvalidCodeObject,
                Out.What->Name +
                    " is in an image for the GPU itself, which this stand-in "
                    "does not run: link with -fopenmp-target-jit and without "
                    "--offload-arch, or set OMPJIT_STANDIN_EMULATE=0, with "
                    "which kernels do nothing");
  return Success;
}

Status DispatchReader::readSizes() {
  if (Packet.Setup < 1 || Packet.Setup > 3)
    return fail(InvalidPacketFormat,
                text("there are no grids of %u dimensions", Packet.Setup));
  const uint32_t Grid[] = {Packet.GridSize.X, Packet.GridSize.Y,
                           Packet.GridSize.Z};
  uint32_t Blocks[3];
  uint64_t Threads = 1;
  for (unsigned I = 0; I != 3; ++I) {
    const uint32_t Block = Packet.BlockSize[I];
    if (!Block || Block > MaxThreads)
      return fail(InvalidArgument, text("blocks of %u threads", Block));
    if (Grid[I] < Block || Grid[I] % Block)
      return fail(InvalidArgument,
                  text("a grid of %u threads of blocks of %u", Grid[I], Block));
    if (I >= Packet.Setup && Grid[I] != 1)
      return fail(InvalidArgument, text("%u dimensions, and %u threads in "
                                        "another one",
                                        Packet.Setup, Grid[I]));
    Blocks[I] = Grid[I] / Block;
    Threads *= Block;
  }
  if (Threads > Out.What->MaxThreads)
    return fail(InvalidArgument,
                text("a block of %llu threads, kernel %s is for up to %u",
                     static_cast<unsigned long long>(Threads),
                     Out.What->Name.c_str(), Out.What->MaxThreads));
  Out.Form = {{Blocks[0], Blocks[1], Blocks[2]},
              {Packet.BlockSize[0], Packet.BlockSize[1], Packet.BlockSize[2]}};
  return Success;
}

Status DispatchReader::readSegments() {
  const Kernel &What = *Out.What;
  if (Packet.PrivateBytes < What.PrivateBytes)
    return fail(InvalidAllocation, text("%u private bytes, kernel %s needs %u",
                                        Packet.PrivateBytes, What.Name.c_str(),
                                        What.PrivateBytes));
  if (Packet.SharedBytes < What.GroupBytes)
    return fail(InvalidAllocation,
                text("%u bytes of the group segment, kernel %s needs %u",
                     Packet.SharedBytes, What.Name.c_str(), What.GroupBytes));
  // If accesses are checked, there are gaps between the variables.
  const uint32_t Padding =
      What.Lowered ? What.Lowered->Image->SharedPaddingBytes : 0;
  if (Packet.SharedBytes - Padding > Settings::get().Gpu.SharedBytes)
    return fail(
        InvalidAllocation,
        text("%u bytes of the group segment, the agent has %llu",
             Packet.SharedBytes - Padding,
             static_cast<unsigned long long>(Settings::get().Gpu.SharedBytes)));
  Out.DynamicSharedBytes = Packet.SharedBytes - What.GroupBytes;
  return Success;
}

/// The arguments must be in memory that both the processor and the GPU reach.
Status DispatchReader::readArguments() {
  const uint32_t Bytes = Out.What->KernargBytes;
  if (!Bytes)
    return Success;
  const uintptr_t Begin = Packet.Arguments;
  if (Begin % std::max<uint32_t>(Out.What->KernargAlignment, 16))
    return fail(InvalidArgument,
                text("the arguments at 0x%zx are not aligned", Begin));
  const AddressSpace::Entry *In = M.Memory.find(Begin, Bytes);
  if (!In)
    return fail(InvalidArgument,
                text("the arguments' %u bytes at 0x%zx, which is %s", Bytes,
                     Begin, M.Memory.describe(Begin).c_str()));
  const Pool *From = In->second.From;
  if (!From || From->Of->isGpu() ||
      !(From->Flags & (PoolFineGrained | PoolKernarg)))
    return fail(InvalidArgument, "the arguments are not in fine-grained memory "
                                 "of the processor");
  if (!In->second.Access.count(&On))
    return fail(InvalidArgument, "the agent has no access to the arguments");
  Out.Arguments = static_cast<const char *>(pointerTo(Begin));
  return Success;
}

struct FieldRow {
  const char *Name;
  size_t Begin;
};

constexpr FieldRow Fields[] = {
    {"numbers of blocks", offsetof(ImplicitArguments, NumBlocks)},
    {"block sizes", offsetof(ImplicitArguments, BlockSize)},
    {"remainders", offsetof(ImplicitArguments, Remainder)},
    {"reserved fields", offsetof(ImplicitArguments, Reserved0)},
    {"offsets", offsetof(ImplicitArguments, GlobalOffset)},
    {"number of dimensions", offsetof(ImplicitArguments, Dimensions)},
    {"reserved fields", offsetof(ImplicitArguments, Reserved1)},
    {"buffers", offsetof(ImplicitArguments, Buffers)},
    {"dynamic shared bytes", offsetof(ImplicitArguments, DynamicSharedBytes)},
    {"reserved fields", offsetof(ImplicitArguments, Reserved2)},
};

/// A GPU does not check them. For a code object, the metadata says where they
/// are.
Status DispatchReader::checkImplicit() {
  if (!Out.What->Lowered)
    return Success;
  // Code objects leave them out if the code does not read them.
  if (Out.What->KernargBytes <
      Out.What->Lowered->Record->ParameterBytes + sizeof(ImplicitArguments))
    return Success;
  const ImplicitArguments Wanted(Out.Form, Out.DynamicSharedBytes);
  const char *Is = Out.Arguments + Out.What->KernargBytes - sizeof(Wanted);
  const char *Should = reinterpret_cast<const char *>(&Wanted);
  for (const FieldRow &Each : Fields) {
    const FieldRow *Next = &Each + 1;
    const size_t End = Next == std::end(Fields) ? sizeof(Wanted) : Next->Begin;
    if (std::memcmp(Is + Each.Begin, Should + Each.Begin, End - Each.Begin) !=
        0)
      return fail(InvalidArgument,
                  text("the %s among the implicit arguments of kernel %s are "
                       "not those of the packet",
                       Each.Name, Out.What->Name.c_str()));
  }
  return Success;
}

/// OpenMP kernels read and write a launch environment of 16 bytes.
Status DispatchReader::checkEnvironment() {
  const ompjit_kernel *Lowered = Out.What->Lowered;
  uintptr_t Address = 0;
  if (!Lowered || !Lowered->Record->Environment ||
      Lowered->Record->ParameterBytes < sizeof(Address))
    return Success;
  std::memcpy(&Address, Out.Arguments, sizeof(Address));
  constexpr uint64_t EnvironmentBytes = 16;
  if (M.Memory.reaches(On, Address, EnvironmentBytes))
    return Success;
  return fail(InvalidArgument,
              text("the launch environment at 0x%zx is %s", Address,
                   M.Memory.describe(Address).c_str()));
}

/// Returns the outcome that a GPU would have had for a fault that the virtual
/// GPU has found.
Outcome outcomeOf(const std::string &Failure) {
  auto Says = [&](const char *What) {
    return Failure.find(What) != std::string::npos;
  };
  const bool IsAssertion = Says("assertion failed");
  if (!IsAssertion && (Says("reads ") || Says("writes ")))
    return Outcome::Fault;
  // Device code that ends says why; code that waits for ever does not.
  if (IsAssertion || !Says("wait"))
    std::fprintf(stderr, "%s\n", Failure.c_str());
  return Outcome::Exception;
}

} // namespace

Status readDispatch(const Machine &M, const Agent &On,
                    const DispatchPacket &Packet, Dispatch &Out,
                    std::string &Why) {
  return DispatchReader(M, On, Packet, Out, Why).read();
}

Outcome play(const Agent &On, const Dispatch &Wanted, std::string &Failure) {
  if (!Wanted.What->Lowered)
    return Outcome::Over;
  const auto &[Grid, Block] = Wanted.Form;
  ompjit_error Error = {};
  if (!vgpu::runKernel(*On.Virtual, *Wanted.What->Lowered,
                       {Grid.X, Grid.Y, Grid.Z}, {Block.X, Block.Y, Block.Z},
                       Wanted.DynamicSharedBytes, Wanted.Arguments, &Error))
    return Outcome::Over;
  Failure = Error.text;
  return outcomeOf(Failure);
}

} // namespace ompjit::standin
