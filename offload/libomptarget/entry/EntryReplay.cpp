//===- EntryReplay.cpp - Entry points: record and replay ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Called by tools that replay kernels; programs are recorded by setting
// LIBOMPTARGET_RECORD.
//
//===----------------------------------------------------------------------===//

#include "Entry.h"
#include "device/Launch.h"
#include "record/RecordingFiles.h"
#include "support/Diagnostics.h"

#include <algorithm>
#include <span>
#include <unistd.h>
#include <vector>

using namespace ompjit;

namespace {

constexpr int Succeeded = 0;
constexpr int Failed = ~0;

int report(const Status &S, int64_t DeviceId) {
  if (S)
    return Succeeded;
  printDiagnostic("error", S.error(), nullptr, int(DeviceId));
  return Failed;
}

/// Returns the device, ready for use. Unlike a construct's, errors do not end
/// the program, because a recording may be damaged.
Result<Device *> findDevice(int64_t DeviceId) {
  const int Count = deviceCount();
  if (DeviceId < 0 || DeviceId >= Count)
    return diagnose(Diagnostic::DeviceOutOfRange,
                    {std::to_string(DeviceId), std::to_string(Count - 1)});
  return runtime().device(int(DeviceId));
}

Status startRecording(int64_t DeviceId, bool SaveOutput) {
  const int Count = deviceCount();
  Device *D =
      DeviceId < Count ? runtime().deviceIfExists(int(DeviceId)) : nullptr;
  if (!D)
    return diagnose(Diagnostic::DeviceOutOfRange,
                    {std::to_string(DeviceId), std::to_string(Count - 1)});
  return D->requestRecording(SaveOutput);
}

/// Returns the place for the device memory of a replay: in the range that was
/// asked for, or, if none was, anywhere.
Result<DeviceAddress> placeFor(Device &D, uint64_t Size) {
  const PluginDevice &Plugin = D.data().device();
  if (ReservedRange *Range = D.replayRange()) {
    if (Size > Range->size())
      return diagnose(Diagnostic::ReplayFailed,
                      {"it has " + std::to_string(Size) +
                       " bytes of device memory, reserved are " +
                       std::to_string(Range->size())});
    return Range->begin();
  }
  Result<void *> Memory = Plugin.allocate(Size, OMPJIT_MEMORY_DEVICE);
  if (!Memory)
    return diagnose(Diagnostic::ReplayFailed, {Memory.error().message()});
  D.allocations().add(DeviceAddress(*Memory), Size, OMPJIT_MEMORY_DEVICE);
  return DeviceAddress(*Memory);
}

struct ReplayedLaunch {
  const void *Region;
  const void *Memory;
  uint64_t MemorySize;
  ompjit_launch Launch;
};

/// Writes the file <kernel>.replay.output in the current folder, with the name
/// of the packaged runtime, for tools that compare files.
Status saveOutput(Device &D, const DeviceKernel &Kernel, uint64_t Size) {
  std::string Bytes(Size, '\0');
  if (Status S = D.data().device().copyFrom(Bytes.data(),
                                            D.replayRange()->begin(), Size);
      !S)
    return S;
  const std::string Path = std::string(Kernel.name()) + ".replay.output";
  NewFile File(Path + "." + std::to_string(getpid()));
  Result<bool> Created = File.create();
  if (Created && !*Created)
    return Error("'" + Path + "' is being written already");
  Status S = Created ? File.write(Bytes) : Status(Created.takeError());
  return S ? File.keepAs(Path) : S;
}

/// The blocks of the recorded memory, ascending.
std::vector<jit::MappedRange> &recordedBlocks() {
  static std::vector<jit::MappedRange> Blocks;
  return Blocks;
}

/// What the replayed kernels find in parts of it.
std::vector<jit::KnownMemory> &recordedContents() {
  static std::vector<jit::KnownMemory> Contents;
  return Contents;
}

/// Returns the block that the argument leads to.
jit::MappedRange blockAround(const void *Argument) {
  const auto Address = reinterpret_cast<uintptr_t>(Argument);
  const std::vector<jit::MappedRange> &Blocks = recordedBlocks();
  const auto Next = std::upper_bound(
      Blocks.begin(), Blocks.end(), Address,
      [](uintptr_t A, const jit::MappedRange &B) { return A < B.Begin; });
  if (Next == Blocks.begin() ||
      Address - std::prev(Next)->Begin >= std::prev(Next)->Size)
    return {0, 0};
  return *std::prev(Next);
}

std::vector<jit::MappedRange> rangesOf(const ompjit_launch &Launch) {
  std::vector<jit::MappedRange> Ranges;
  if (!recordedBlocks().empty())
    for (uint32_t I = 0; I != Launch.num_args; ++I)
      Ranges.push_back(blockAround(Launch.args[I]));
  return Ranges;
}

Status replay(Device &D, ReplayedLaunch What) {
  DeviceKernel *Kernel = D.findKernel(What.Region);
  if (!Kernel)
    return diagnose(Diagnostic::UnknownRegion);
  if (Kernel->Choice) {
    Result<DeviceKernel *> Chosen = Kernel->Choice->current();
    if (!Chosen)
      return Chosen.takeError();
    Kernel = *Chosen;
  }
  Operation Work(D.data().device(), D.queues());
  if (What.MemorySize) {
    Result<DeviceAddress> There = placeFor(D, What.MemorySize);
    if (!There)
      return There.takeError();
    if (Status S = Work.copyTo(*There, What.Memory, What.MemorySize); !S)
      return S;
  }
  const jit::MemoryUse &Use = Kernel->Owner->memoryUse(*Kernel);
  const std::vector<jit::MappedRange> Ranges =
      Use.Ranges ? rangesOf(What.Launch) : std::vector<jit::MappedRange>();
  std::span<const jit::KnownMemory> Known;
  if (Use.Known)
    Known = recordedContents();
  if (Status S = runKernel(D, *Kernel, What.Launch, Work, {Known, Ranges}); !S)
    return S;
  Status S = Work.finish();
  if (S && What.MemorySize && D.savesReplayOutput())
    S = saveOutput(D, *Kernel, What.MemorySize);
  return S;
}

} // namespace

/// Records all kernels of a device that is not in use yet, or reserves \p
/// MemorySize bytes of device memory at \p Place for a replay. \p Offset
/// receives how far the arguments of a replay have to be moved, which is always
/// 0, because memory at another place is an error. With \p SaveOutput, the
/// memory after the kernel is written to a file.
OMPJIT_EXPORT int __tgt_activate_record_replay(int64_t DeviceId,
                                               uint64_t MemorySize, void *Place,
                                               bool IsRecord, bool SaveOutput,
                                               uint64_t *Offset) {
  OMPJIT_OBSERVE_ROUTINE(int(DeviceId));
  if (Offset)
    *Offset = 0;
  if (IsRecord)
    return report(startRecording(DeviceId, SaveOutput), DeviceId);
  Result<Device *> D = findDevice(DeviceId);
  if (!D)
    return report(D.takeError(), DeviceId);
  return report(
      (*D)->reserveForReplay(MemorySize, DeviceAddress(Place), SaveOutput),
      DeviceId);
}

/// Tells of the blocks that the replayed kernels work on: \p Count pairs of an
/// address and a size, ascending. Without it, nothing is known of what is
/// behind a kernel's pointers. Called before the first replay.
OMPJIT_EXPORT void __ompjit_replay_blocks(const uint64_t *Pairs, size_t Count) {
  std::vector<jit::MappedRange> &Blocks = recordedBlocks();
  Blocks.clear();
  for (size_t I = 0; I != Count; ++I)
    Blocks.push_back({uintptr_t(Pairs[2 * I]), Pairs[2 * I + 1]});
}

/// Tells of \p Count parts of the blocks whose content was known when the
/// kernels were recorded: for each its address, its size and that of a copy,
/// which has to stay. Called before the first replay.
OMPJIT_EXPORT void __ompjit_replay_contents(const uint64_t *Triples,
                                            size_t Count) {
  std::vector<jit::KnownMemory> &Contents = recordedContents();
  Contents.clear();
  for (size_t I = 0; I != Count; ++I, Triples += 3)
    Contents.push_back({uintptr_t(Triples[0]), Triples[1],
                        reinterpret_cast<const void *>(Triples[2])});
}

/// Returns the number of processors, 0 after an error. \p Arch receives LLVM's
/// name of the device's architecture, cut to \p Size bytes with the final zero.
OMPJIT_EXPORT uint32_t __ompjit_device_kind(int64_t DeviceId, char *Arch,
                                            size_t Size) {
  Result<Device *> D = findDevice(DeviceId);
  if (!D) {
    report(D.takeError(), DeviceId);
    return 0;
  }
  const PluginDevice &Plugin = (*D)->data().device();
  ompjit_device_info Info = {};
  Plugin.table().device_info(Plugin.handle(), &Info);
  std::snprintf(Arch, Size, "%s", Info.arch);
  return Info.num_processors;
}

/// Copies \p Memory to the begin of the reserved memory (with a size of 0, its
/// content stays) and runs the kernel once, with the sums of \p Arguments and
/// \p Offsets.
OMPJIT_EXPORT int
__tgt_target_kernel_replay(ident_t *, int64_t DeviceId, void *Region,
                           void *Memory, int64_t MemorySize, void **Arguments,
                           ptrdiff_t *Offsets, int32_t Count, int32_t NumTeams,
                           int32_t ThreadLimit, uint64_t TripCount) {
  OMPJIT_OBSERVE_ROUTINE(int(DeviceId));
  Result<Device *> D = findDevice(DeviceId);
  if (!D)
    return report(D.takeError(), DeviceId);
  std::vector<void *> Values;
  Values.reserve(size_t(std::max(Count, 0)));
  for (int32_t I = 0; I < Count; ++I)
    Values.push_back(static_cast<char *>(Arguments[I]) +
                     (Offsets ? Offsets[I] : 0));
  ReplayedLaunch What = {Region, Memory, uint64_t(MemorySize), {}};
  What.Launch.args = Values.data();
  What.Launch.num_args = uint32_t(Count);
  What.Launch.num_teams[0] = uint32_t(NumTeams);
  What.Launch.thread_limit[0] = uint32_t(ThreadLimit);
  What.Launch.trip_count = TripCount;
  RunningLaunches::Guard Running((*D)->running());
  return report(replay(**D, What), DeviceId);
}
