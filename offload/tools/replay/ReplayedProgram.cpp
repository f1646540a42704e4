//===- ReplayedProgram.cpp - A recorded kernel on a device ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReplayedProgram.h"

#include "ompjit/LateBound.h"

#include <algorithm>

extern "C" {
// These functions belong to libomptarget.
void __tgt_register_lib(__tgt_bin_desc *);
int __tgt_activate_record_replay(int64_t Device, uint64_t Size, void *Place,
                                 bool IsRecord, bool SaveOutput,
                                 uint64_t *Offset);
int __tgt_target_kernel_replay(ident_t *, int64_t Device, void *Region,
                               void *Memory, int64_t MemorySize,
                               void **Arguments, ptrdiff_t *Offsets,
                               int32_t Count, int32_t NumTeams,
                               int32_t ThreadLimit, uint64_t TripCount);
void __ompjit_replay_blocks(const uint64_t *Pairs, size_t Count);
void __ompjit_replay_contents(const uint64_t *Triples, size_t Count);
uint32_t __ompjit_device_kind(int64_t Device, char *Arch, size_t Size);
int omp_get_num_devices();
int omp_get_initial_device();
void *omp_get_mapped_ptr(const void *, int Device);
int omp_target_memcpy(void *, const void *, size_t, size_t, size_t, int, int);
// This function belongs to libomp.
void omp_set_num_teams(int);
void omp_set_teams_thread_limit(int);
void omp_set_num_threads(int);
}

namespace ompjit::replay {

namespace {

/// The version of entries in programs that clang 22 compiled.
constexpr uint16_t EntryVersion = 1;
constexpr uint16_t EntryOfOpenMP = 1;

void *asPointer(uint64_t Address) {
  return reinterpret_cast<void *>(uintptr_t(Address));
}

/// Returns the number of bytes up to the end of the last block.
uint64_t usedBytes(const recording::Descriptor &D) {
  if (D.Blocks.empty())
    return 1;
  const recording::Range &Last = D.Blocks.back();
  return std::max<uint64_t>(1, Last.Address + Last.Bytes - D.Memory.Address);
}

} // namespace

ReplayedProgram::ReplayedProgram(LoadedRecording &Recording,
                                 const Options &Chosen)
    : Recording(Recording), Chosen(Chosen),
      Device(int(Chosen.Device.value_or(Recording.Descriptor.DeviceId))) {
  const recording::Descriptor &D = Recording.Descriptor;
  addEntry(D.Kernel, &Region, 0);
  for (const recording::Global &Each : D.Globals)
    HostGlobals.emplace_back(Each.Place.Bytes, '\0');
  for (size_t I = 0; I < D.Globals.size(); ++I)
    addEntry(D.Globals[I].Name, HostGlobals[I].data(), HostGlobals[I].size());
  Image.ImageStart = Recording.Image.data();
  Image.ImageEnd = Recording.Image.data() + Recording.Image.size();
  Image.EntriesBegin = Description.HostEntriesBegin = Entries.data();
  Image.EntriesEnd = Description.HostEntriesEnd =
      Entries.data() + Entries.size();
  Description.NumDeviceImages = 1;
  Description.DeviceImages = &Image;
}

/// \p Name belongs to the recording.
void ReplayedProgram::addEntry(const std::string &Name, void *Address,
                               uint64_t Size) {
  __tgt_offload_entry Entry = {};
  Entry.Version = EntryVersion;
  Entry.Kind = EntryOfOpenMP;
  Entry.Address = Address;
  Entry.SymbolName = const_cast<char *>(Name.c_str());
  Entry.Size = Size;
  Entries.push_back(Entry);
}

Status ReplayedProgram::prepare() {
  const recording::Descriptor &D = Recording.Descriptor;
  __tgt_register_lib(&Description);
  const int Count = omp_get_num_devices();
  if (Device >= Count)
    return Error("there is no device " + std::to_string(Device) +
                 " that runs the recorded device code: it was recorded on a "
                 "device of the plugin '" +
                 D.Plugin + "', found are " + std::to_string(Count) +
                 " devices");
  if (Chosen.NumTeams)
    omp_set_num_teams(int(*Chosen.NumTeams));
  if (Chosen.NumThreads) {
    omp_set_teams_thread_limit(int(*Chosen.NumThreads));
    omp_set_num_threads(int(*Chosen.NumThreads));
  }
  uint64_t Offset = 0;
  if (__tgt_activate_record_replay(
          Device, usedBytes(D), asPointer(D.Memory.Address),
          /*IsRecord=*/false, /*SaveOutput=*/false, &Offset))
    return Error("the recorded memory cannot be put in its place");
  tellBlocks();
  if (Status S = bindFunctions(); !S)
    return S;
  if (Status S = findGlobals(); !S)
    return S;
  tellContents();
  return Done{};
}

std::pair<std::string, uint32_t> ReplayedProgram::deviceKind() const {
  char Arch[256] = "";
  const uint32_t Processors = __ompjit_device_kind(Device, Arch, sizeof(Arch));
  return {Arch, Processors};
}

/// The kernel may be compiled for what is known of its memory, as it was when
/// it was recorded.
void ReplayedProgram::tellBlocks() const {
  std::vector<uint64_t> Pairs;
  for (const recording::Range &Each : Recording.Descriptor.Blocks) {
    Pairs.push_back(Each.Address);
    Pairs.push_back(Each.Bytes);
  }
  __ompjit_replay_blocks(Pairs.data(), Pairs.size() / 2);
}

/// Before each replay the memory gets what the input has, which findGlobals()
/// does not change any more.
void ReplayedProgram::tellContents() const {
  const recording::Descriptor &D = Recording.Descriptor;
  std::vector<uint64_t> Triples;
  for (const recording::Range &Part : D.Known) {
    const recording::Range *Around = D.blockAround(Part);
    const char *Bytes = Recording.Input.data();
    for (const recording::Range *Each = D.Blocks.data(); Each != Around; ++Each)
      Bytes += Each->Bytes;
    Bytes += Part.Address - Around->Address;
    Triples.push_back(Part.Address);
    Triples.push_back(Part.Bytes);
    Triples.push_back(reinterpret_cast<uintptr_t>(Bytes));
  }
  __ompjit_replay_contents(Triples.data(), D.Known.size());
}

Status ReplayedProgram::bindFunctions() const {
  for (size_t I = 0; I != Recording.Bound.size(); ++I) {
    const recording::Binding &What = Recording.Descriptor.Bound[I];
    const std::string &Bytes = Recording.Bound[I];
    const ompjit_fragment Fragment = {What.Fragment.c_str(), Bytes.data(),
                                      Bytes.size()};
    if (ompjit_bind(nullptr, What.Function.c_str(), &Fragment, {}))
      return Error("the recorded fragment '" + What.Fragment +
                   "' cannot be bound");
  }
  return Done{};
}

Status ReplayedProgram::findGlobals() {
  std::vector<uint64_t> Addresses;
  for (const std::string &Each : HostGlobals) {
    DeviceGlobals.push_back(omp_get_mapped_ptr(Each.data(), Device));
    if (!DeviceGlobals.back())
      return Error("the device code has no variable '" +
                   Recording.Descriptor.Globals[Addresses.size()].Name + "'");
    Addresses.push_back(reinterpret_cast<uintptr_t>(DeviceGlobals.back()));
  }
  Recording.relocate(Addresses);
  return Done{};
}

Result<std::chrono::nanoseconds> ReplayedProgram::run() {
  const recording::Launch &Launch = Recording.Descriptor.Launch;
  if (Status S = transfer(Recording.Input, /*IsToDevice=*/true); !S)
    return S.takeError();
  std::vector<void *> Arguments;
  Arguments.reserve(Launch.Arguments.size());
  for (uint64_t Each : Launch.Arguments)
    Arguments.push_back(asPointer(Each));
  const auto Start = std::chrono::steady_clock::now();
  const int Failed = __tgt_target_kernel_replay(
      nullptr, Device, &Region, nullptr, 0, Arguments.data(), nullptr,
      int32_t(Arguments.size()),
      int32_t(Chosen.NumTeams.value_or(Launch.NumTeams[0])),
      int32_t(Chosen.NumThreads.value_or(Launch.ThreadLimit[0])),
      Launch.TripCount);
  const auto Taken = std::chrono::steady_clock::now() - Start;
  if (Failed)
    return Error("the kernel '" + Recording.Descriptor.Kernel + "' failed");
  return std::chrono::nanoseconds(Taken);
}

Result<std::string> ReplayedProgram::readMemory() {
  std::string Memory(Recording.Input.size(), '\0');
  if (Status S = transfer(Memory, /*IsToDevice=*/false); !S)
    return S.takeError();
  return Memory;
}

Status ReplayedProgram::transfer(std::string &Memory, bool IsToDevice) {
  const recording::Descriptor &D = Recording.Descriptor;
  char *Next = Memory.data();
  for (const recording::Range &Each : D.Blocks) {
    if (Status S = copy(asPointer(Each.Address), Next, Each.Bytes, IsToDevice);
        !S)
      return S;
    Next += Each.Bytes;
  }
  for (size_t I = 0; I < DeviceGlobals.size(); ++I) {
    const uint64_t Size = D.Globals[I].Place.Bytes;
    if (Status S = copy(DeviceGlobals[I], Next, Size, IsToDevice); !S)
      return S;
    Next += Size;
  }
  return Done{};
}

Status ReplayedProgram::copy(void *There, char *Here, uint64_t Size,
                             bool IsToDevice) {
  const int Host = omp_get_initial_device();
  const int Failed =
      IsToDevice ? omp_target_memcpy(There, Here, Size, 0, 0, Device, Host)
                 : omp_target_memcpy(Here, There, Size, 0, 0, Host, Device);
  if (Failed)
    return Error("the device's memory cannot be reached");
  return Done{};
}

} // namespace ompjit::replay
