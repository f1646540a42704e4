//===- KernelRecorder.cpp - Saving launches for a replay ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRecorder.h"

#include "ompjit/Support/Checksum.h"

#include "RecordingFiles.h"
#include "support/Diagnostics.h"

#include <algorithm>
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>

namespace ompjit {

namespace {

/// Device memory goes to the file in pieces of this size.
constexpr uint64_t ChunkBytes = uint64_t(1) << 20;

uint64_t valueOf(const void *Argument) {
  return reinterpret_cast<uintptr_t>(Argument);
}

Status writeDescriptor(const recording::Descriptor &D, NewFile &To) {
  return To.write(recording::write(D));
}

} // namespace

std::unique_ptr<KernelRecorder::Pending>
KernelRecorder::begin(const RecordableLaunch &What) {
  auto New = std::make_unique<Pending>();
  if (isWanted(What.Kernel)) {
    New->Alone = std::unique_lock(*Memory.writers());
    FileLimitGuard Guard;
    Status S = saveLaunch(What, *New);
    if (S)
      return New;
    New->Alone.unlock();
    giveUp(What.Kernel, S.error());
  }
  New->Shared = std::shared_lock(*Memory.writers());
  return New;
}

Status KernelRecorder::saveLaunch(const RecordableLaunch &What, Pending &Now) {
  // Another thread, for which this one has waited, may have failed.
  if (HasFailed)
    return Error("recording has ended");
  Status S = describe(What, Now.Descriptor);
  if (S)
    S = saveImage(What.Code.imageBytes(), Now.Descriptor.Image);
  if (S)
    S = saveBound(What.Bound, Now.Descriptor);
  return S ? saveInput(Now) : S;
}

void KernelRecorder::end(Pending &Now) {
  if (!Options.SaveOutput)
    return;
  FileLimitGuard Guard;
  if (Status S = saveOutput(Now); !S)
    giveUp(Now.Descriptor.Kernel, S.error());
}

bool KernelRecorder::isWanted(const std::string &Kernel) {
  MutexLock Lock(CountMutex);
  uint32_t &Count = Launches[Kernel];
  if (HasFailed || Count >= Options.LaunchesPerKernel)
    return false;
  ++Count;
  return true;
}

Status KernelRecorder::describe(const RecordableLaunch &What,
                                recording::Descriptor &D) const {
  const ompjit_launch &Launch = What.Launch;
  if (Launch.argument_form != OMPJIT_ARGUMENTS_OPENMP)
    return Error("only launches of clang 22's target regions can be recorded");
  D.Kernel = What.Kernel;
  D.Plugin = Device.table().name;
  D.DeviceId = uint32_t(Device.id());
  for (uint32_t I = 0; I < Launch.num_args; ++I)
    D.Launch.Arguments.push_back(valueOf(Launch.args[I]));
  std::copy_n(Launch.num_teams, 3, D.Launch.NumTeams.begin());
  std::copy_n(Launch.thread_limit, 3, D.Launch.ThreadLimit.begin());
  D.Launch.TripCount = Launch.trip_count;
  D.Launch.DynamicMemoryBytes = Launch.dynamic_memory_bytes;
  D.Memory = {Memory.begin().Value, Memory.size()};
  for (const ReservedRange::Block &Each : Memory.blocks())
    D.Blocks.push_back({Each.Begin.Value, Each.Size});
  for (const jit::KnownMemory &Each : What.Known)
    if (const recording::Range Part = {Each.Device, Each.Size};
        D.blockAround(Part))
      D.Known.push_back(Part);
  for (const RecordedCode::Variable &Each : What.Code.variables())
    D.Globals.push_back({Each.Name, {Each.Place.Value, Each.Size}});
  return Done{};
}

/// All launches of an image share its file, whose name identifies its content.
Status KernelRecorder::saveImage(ByteView Image, recording::File &Out) {
  if (auto Saved = Images.find(Image.data()); Saved != Images.end()) {
    Out = Saved->second;
    return Done{};
  }
  char Name[64];
  std::snprintf(Name, sizeof(Name), "image-%016llx.image",
                static_cast<unsigned long long>(checksum(Image)));
  struct stat There;
  if (!stat(path(Name).c_str(), &There)) {
    if (uint64_t(There.st_size) != Image.size())
      return Error("'" + path(Name) + "' is there already and differs");
    Images[Image.data()] = Out = {Name, Image.size(), checksum(Image)};
    return Done{};
  }
  // Another device, or another process, may be doing the same.
  NewFile File(path(Name) + "." + std::to_string(getpid()) + "." +
               std::to_string(Device.id()));
  Result<bool> Created = File.create();
  if (!Created)
    return Created.takeError();
  if (!*Created)
    return Error("'" + path(Name) + "' is being written already");
  if (Status S = File.write(Image); !S)
    return S;
  Out = File.describe(Name);
  if (Status S = File.keepAs(path(Name)); !S)
    return S;
  Images[Image.data()] = Out;
  return Done{};
}

Status KernelRecorder::saveBound(const RecordedBindings &Bound,
                                 recording::Descriptor &D) {
  for (const RecordedBinding &Each : Bound) {
    D.Bound.push_back(
        {std::string(Each.Function), std::string(Each.Fragment), {}});
    if (Status S = saveImage(Each.Code, D.Bound.back().Code); !S)
      return S;
  }
  return Done{};
}

/// Creating the descriptor's file, which is still empty, claims the number.
Status KernelRecorder::saveInput(Pending &Now) {
  recording::Descriptor &D = Now.Descriptor;
  uint32_t &Number = NextNumber[D.Kernel];
  for (;; ++Number) {
    Now.Name = recording::fileNameFor(D.Kernel) + "." + std::to_string(Number);
    NewFile Descriptor(path(Now.Name + ".json"));
    Result<bool> Claimed = Descriptor.create();
    if (!Claimed)
      return Claimed.takeError();
    if (!*Claimed)
      continue;
    NewFile Input(path(Now.Name + ".input"));
    Result<bool> Created = Input.create();
    if (!Created)
      return Created.takeError();
    if (!*Created)
      continue;
    if (Status S = saveMemory(D, Input); !S)
      return S;
    D.Input = Input.describe(Now.Name + ".input");
    if (Status S = writeDescriptor(D, Descriptor); !S)
      return S;
    if (Status S = Input.keep(); !S)
      return S;
    ++Number;
    return Descriptor.keep();
  }
}

/// The descriptor is replaced atomically, so that there always is one.
Status KernelRecorder::saveOutput(Pending &Now) const {
  NewFile Output(path(Now.Name + ".output"));
  Result<bool> Created = Output.create();
  if (!Created)
    return Created.takeError();
  if (!*Created)
    return Error("'" + path(Now.Name + ".output") + "' is there already");
  if (Status S = saveMemory(Now.Descriptor, Output); !S)
    return S;
  Now.Descriptor.Output = Output.describe(Now.Name + ".output");
  NewFile Descriptor(path(Now.Name + ".json.new"));
  Created = Descriptor.create();
  if (!Created)
    return Created.takeError();
  if (!*Created)
    return Error("'" + path(Now.Name + ".json.new") + "' is there already");
  if (Status S = writeDescriptor(Now.Descriptor, Descriptor); !S)
    return S;
  if (Status S = Output.keep(); !S)
    return S;
  return Descriptor.keepAs(path(Now.Name + ".json"));
}

Status KernelRecorder::saveMemory(const recording::Descriptor &D,
                                  NewFile &To) const {
  for (const recording::Range &Each : D.Blocks)
    if (Status S = saveRange(Each, To); !S)
      return S;
  for (const recording::Global &Each : D.Globals)
    if (Status S = saveRange(Each.Place, To); !S)
      return S;
  return Done{};
}

Status KernelRecorder::saveRange(recording::Range What, NewFile &To) const {
  std::string Chunk;
  ompjit_error Reason;
  for (uint64_t Begin = 0; Begin < What.Bytes; Begin += ChunkBytes) {
    Chunk.resize(std::min(ChunkBytes, What.Bytes - Begin));
    const DeviceAddress From = DeviceAddress(uintptr_t(What.Address)) + Begin;
    Reason.text[0] = 0;
    // This is not a copy of the program, so it is not reported to observers.
    if (Device.table().copy_from_device(Device.handle(), nullptr, Chunk.data(),
                                        From.pointer(), Chunk.size(), &Reason))
      return Error("the device's memory cannot be read: " +
                   std::string(Reason.text));
    if (Status S = To.write(Chunk); !S)
      return S;
  }
  return Done{};
}

std::string KernelRecorder::path(const std::string &Name) const {
  return Options.Folder.empty() ? Name : Options.Folder + "/" + Name;
}

void KernelRecorder::giveUp(const std::string &Kernel, const Error &Why) {
  if (!HasFailed.exchange(true))
    Warn(diagnose(Diagnostic::RecordingFailed, {Kernel, Why.message()}));
}

} // namespace ompjit
