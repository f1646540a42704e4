//===- Launch.cpp - Running a target region -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"

#include "LaunchTimer.h"
#include "RunTimer.h"
#include "Scratch.h"
#include "support/Diagnostics.h"

#include <algorithm>

namespace ompjit {

namespace {

uint64_t paddedForKernel(uint64_t Size) {
  constexpr uint64_t Alignment = 128;
  return (Size + Alignment - 1) & ~(Alignment - 1);
}

bool isCaptured(const MapArguments &Arguments, HostAddress Variable) {
  for (uint32_t I = 0; I < Arguments.Count; ++I)
    if (Arguments.isLambdaCapture(I) && Arguments.begin(I) == Variable)
      return true;
  return false;
}

/// Copies the firstprivate variable \p I to \p To.
Status copyPrivate(const MapArguments &Arguments, uint32_t I, DeviceAddress To,
                   Operation &Work, LaunchContents *Contents) {
  const void *From = Arguments.Begins[I];
  const uint64_t Size = Arguments.size(I);
  if (!Contents || Size > LaunchContents::MaxBytes ||
      isCaptured(Arguments, Arguments.begin(I)))
    return Work.copyTo(To, From, Size);
  Result<const void *> Bytes = Work.copyKept(To, From, Size);
  if (!Bytes)
    return Bytes.takeError();
  Contents->add(To, Size, *Bytes);
  return Done{};
}

/// Makes copies of firstprivate variables, and room for private ones, that do
/// not fit into a register, in one block of device memory for each launch. Sets
/// their places in \p Places.
Status placePrivates(const MapArguments &Arguments, ItemPlaces Places,
                     Operation &Work, LaunchContents *Contents) {
  uint64_t Total = 0;
  for (uint32_t I = 0; I < Arguments.Count; ++I)
    if (Arguments.has(I, MapPrivate))
      Total += paddedForKernel(Arguments.size(I));
  if (!Total) [[likely]]
    return Done{};
  Result<void *> Block = Work.device().allocate(Total, OMPJIT_MEMORY_DEVICE);
  if (!Block)
    return diagnose(Diagnostic::DeviceMemoryExhausted,
                    {"the region's private variables", std::to_string(Total),
                     Block.error().message()});
  Work.freeAfterwards(*Block);
  DeviceAddress Next(*Block);
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (!Arguments.has(I, MapPrivate))
      continue;
    Places.Addresses[I] = Next;
    if (Places.Ranges)
      Places.Ranges[I] = {Next.Value, Arguments.size(I)};
    Next = Next + paddedForKernel(Arguments.size(I));
    if (!Arguments.has(I, MapTo))
      continue;
    if (Status S =
            copyPrivate(Arguments, I, Places.Addresses[I], Work, Contents);
        !S)
      return S;
  }
  return Done{};
}

/// Returns the kernel's own copy of the variable at \p Variable, or null.
DeviceAddress privateCopy(const MapArguments &Arguments,
                          const DeviceAddress *Addresses,
                          HostAddress Variable) {
  for (uint32_t I = 0; I < Arguments.Count; ++I)
    if (Arguments.has(I, MapPrivate) && !Arguments.has(I, MapLiteral) &&
        Arguments.begin(I) == Variable)
      return Addresses[I];
  return DeviceAddress(nullptr);
}

/// The device copies of lambdas hold pointers to captured variables. Makes
/// these point to the variables' device copies, if they exist.
Status connectLambdas(DataEnvironment &Data, const MapArguments &Arguments,
                      const DeviceAddress *Addresses, Operation &Work) {
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (!Arguments.isLambdaCapture(I))
      continue;
    int Parent = Arguments.parent(I);
    DeviceAddress Captured =
        privateCopy(Arguments, Addresses, Arguments.begin(I));
    if (!Captured)
      Captured = Data.lookUp(Arguments.begin(I), 0);
    if (!Captured || uint32_t(Parent) >= Arguments.Count || !Addresses[Parent])
      continue;
    DeviceAddress Field =
        Addresses[Parent] +
        (Arguments.base(I) - Arguments.begin(uint32_t(Parent)));
    Data.contents().forget(Captured);
    if (Status S = Data.storePointer(Field, Captured, Work); !S)
      return S;
  }
  return Done{};
}

/// Returns what the kernel receives for one of its parameters.
void *kernelArgument(const MapArguments &Arguments, uint32_t I,
                     DeviceAddress Place) {
  // A value, or a pointer that the program declares to be a device pointer.
  if (Arguments.has(I, MapLiteral))
    return Arguments.Bases[I];
  // For an empty section of something that is not mapped, the host's pointer
  // stays.
  if (!Place)
    return Arguments.Bases[I];
  return (Place - (Arguments.begin(I) - Arguments.base(I))).pointer();
}

/// Stores what the kernel receives in \p Out. Drops the ranges of items that
/// are not parameters.
uint32_t collectArguments(const MapArguments &Arguments, ItemPlaces Places,
                          void **Out) {
  uint32_t Count = 0;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    if (!Arguments.has(I, MapTargetParam))
      continue;
    if (Places.Ranges && Count != I) [[unlikely]]
      Places.Ranges[Count] = Places.Ranges[I];
    Out[Count++] = kernelArgument(Arguments, I, Places.Addresses[I]);
  }
  return Count;
}

/// Returns the list for the end of the construct. An empty section that had no
/// mapping at the start took no reference, so a mapping that others have made
/// meanwhile, for their own kernels, must not lose one. \p Types has room for
/// the types.
MapArguments withoutUnmapped(MapArguments Arguments,
                             const DeviceAddress *Addresses, int64_t *Types) {
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    const bool IsUnmapped =
        !Addresses[I] && !Arguments.size(I) && !Arguments.hasMapper(I);
    Types[I] = IsUnmapped ? MapLiteral : Arguments.Types[I];
  }
  Arguments.Types = Types;
  return Arguments;
}

ompjit_argument_form formOf(const __tgt_kernel_arguments &Arguments) {
  if (Arguments.Flags & KernelPacked)
    return OMPJIT_ARGUMENTS_PACKED;
  return Arguments.Version < KernelArgumentsVersion ? OMPJIT_ARGUMENTS_BARE
                                                    : OMPJIT_ARGUMENTS_OPENMP;
}

ompjit_launch describeLaunch(const RegionLaunch &Region) {
  const __tgt_kernel_arguments &Arguments = Region.Arguments;
  ompjit_launch Launch = {};
  Launch.num_teams[0] = uint32_t(Region.NumTeams);
  Launch.thread_limit[0] = uint32_t(Region.ThreadLimit);
  for (int I = 1; I < 3; ++I) {
    Launch.num_teams[I] = Arguments.NumTeams[I];
    Launch.thread_limit[I] = Arguments.ThreadLimit[I];
  }
  Launch.argument_form = formOf(Arguments);
  Launch.trip_count = Arguments.Tripcount;
  Launch.dynamic_memory_bytes = Arguments.DynCGroupMem;
  return Launch;
}

/// Makes the launch cooperative, or fails: teams that wait for teams which have
/// no room to start would wait for ever.
Status makeCooperative(Operation &Work, const DeviceKernel &Kernel,
                       ompjit_launch &Launch) {
  const PluginDevice &Device = Work.device();
  Launch.is_cooperative = 1;
  if (Device.table().device_capabilities(Device.handle()) &
      OMPJIT_CAN_COOPERATE)
    return Done{};
  return diagnose(Diagnostic::LaunchFailed,
                  {Kernel.name(),
                   "the device cannot run all teams at the same time, which "
                   "LIBOMPTARGET_COOPERATIVE_KERNELS asks for"});
}

void packArguments(const __tgt_kernel_arguments &Arguments,
                   ompjit_launch &Launch) {
  const auto &Parameters =
      *reinterpret_cast<const __llvm_kernel_parameters *>(Arguments.ArgPtrs);
  Launch.args = static_cast<void **>(Parameters.Data);
  Launch.packed_bytes = uint32_t(Parameters.Size);
}

} // namespace

Status runKernel(Device &Target, DeviceKernel &Kernel, ompjit_launch &Launch,
                 Operation &Work, const jit::LaunchMemory &Memory) {
  Kernel.Owner->shape(Kernel, Launch);
  LaunchTimer Timer(Work, Target.running());
  Result<ompjit_kernel *> Ready =
      Kernel.Owner->resolve(Kernel, Launch, Memory, Timer.time());
  if (!Ready)
    return Ready.takeError();
  Result<ompjit_queue *> Queue = Work.queue();
  if (!Queue)
    return Queue.takeError();
  ompjit_error Reason;
  Reason.text[0] = 0;
  const PluginDevice &Device = Work.device();
  KernelScope Scope(Device.observers(), [&] {
    KernelEvent E = {Target.id(), Kernel.name(), &Launch};
    if (Device.table().launch_shape)
      Device.table().launch_shape(Device.handle(), *Ready, &Launch, &E.Shape);
    E.IsQueued = *Queue != nullptr;
    return E;
  });
  RecordedLaunch Recorded(
      Target.recorder(),
      {Kernel.name(), *Kernel.Owner, Kernel.Bound, Launch, Memory.Known});
  if (Target.hostCalls().isConnected()) [[unlikely]]
    if (Status S = Target.hostCalls().wake(); !S)
      return S;
  Timer.start(*Queue);
  RunTimer Run(Work, *Queue);
  if (Device.table().kernel_launch(Device.handle(), *Queue, *Ready, &Launch,
                                   &Reason))
    return diagnose(Diagnostic::LaunchFailed, {Kernel.name(), Reason.text});
  Run.setLaunched(Target.id(), Kernel.name());
  Timer.setLaunched(*Queue);
  Recorded.setLaunched();
  return Done{};
}

RegionLaunch::RegionLaunch(const __tgt_kernel_arguments &Arguments,
                           int32_t NumTeams, int32_t ThreadLimit)
    : Arguments(Arguments),
      Map{Arguments.NumArgs,   Arguments.ArgBasePtrs, Arguments.ArgPtrs,
          Arguments.ArgSizes,  Arguments.ArgTypes,    Arguments.ArgNames,
          Arguments.ArgMappers},
      NumTeams(NumTeams), ThreadLimit(ThreadLimit) {}

Status launch(Device &Target, DeviceKernel &Found, const RegionLaunch &Region,
              Operation &Work) {
  Result<DeviceKernel *> Chosen = &Found;
  if (Found.Choice) [[unlikely]]
    Chosen = Found.Choice->current();
  if (!Chosen)
    return Chosen.takeError();
  DeviceKernel &Kernel = **Chosen;
  StructExtents Extents;
  const MapArguments Map = Extents.cover(Region.Map);
  DataEnvironment &Data = Target.data();
  Scratch<DeviceAddress, UsualArguments> Addresses(Map.Count);
  Scratch<jit::MappedRange, UsualArguments> Ranges(Map.Count);
  const jit::MemoryUse &Use = Kernel.Owner->memoryUse(Kernel);
  const ItemPlaces Places(Addresses.data(), Ranges.data());
  LaunchReferences::Row *Noted;
  LaunchContents Contents;
  LaunchContents *Wanted = Use.Known ? &Contents : nullptr;
  const InPlaceTerms Terms = {!(Region.Arguments.Flags & KernelNoWait), &Use};
  if (Status S = Data.beginLaunch(Map, Places, Work, Noted, Wanted, Terms); !S)
    return S;
  if (Status S = placePrivates(Map, Places, Work, Wanted); !S)
    return S;
  if (Status S = connectLambdas(Data, Map, Addresses.data(), Work); !S)
    return S;

  Scratch<void *, UsualArguments> Values(Map.Count);
  ompjit_launch Launch = describeLaunch(Region);
  Launch.dynamic_memory_bytes =
      std::max(Launch.dynamic_memory_bytes, Target.minSharedBytes());
  Launch.args = Values.data();
  Launch.num_args = collectArguments(Map, Places, Values.data());
  const std::span<const jit::MappedRange> Leads(Ranges.data(), Launch.num_args);
  if (Data.contents().any())
    Data.contents().launch(Leads, Use, Wanted);
  const jit::LaunchMemory Memory = {Contents.known(),
                                    Use.Ranges ? Leads : Leads.first(0)};
  if (Launch.argument_form == OMPJIT_ARGUMENTS_PACKED)
    packArguments(Region.Arguments, Launch);
  if (Kernel.IsCooperative)
    if (Status S = makeCooperative(Work, Kernel, Launch); !S)
      return S;
  if (Status S = runKernel(Target, Kernel, Launch, Work, Memory); !S)
    return S;
  if (Noted && Noted->giveUp()) [[likely]]
    return Done{};
  Scratch<int64_t, UsualArguments> Types(Map.Count);
  return Data.end(withoutUnmapped(Map, Addresses.data(), Types.data()), Work);
}

} // namespace ompjit
