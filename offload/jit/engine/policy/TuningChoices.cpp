//===- TuningChoices.cpp - What was chosen for kernels --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningChoices.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

using namespace ompjit;
using namespace ompjit::jit;

static Result<tuning::Profile> readProfile(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  const std::string Text((std::istreambuf_iterator<char>(File)),
                         std::istreambuf_iterator<char>());
  if (!File)
    return Error(std::string("it cannot be read: ") + std::strerror(errno));
  return tuning::parse(Text);
}

void TuningChoices::readFiles() {
  for (const std::string &Path : Chosen.Profiles) {
    Result<tuning::Profile> Read = readProfile(Path);
    if (Read)
      tuning::merge(OfFiles, *Read);
    else
      Report.warning("OMP_JIT_PROFILE: '" + Path +
                     "' is not used: " + Read.error().message());
  }
}

TuningChoices::ByCode TuningChoices::read(const tuning::DeviceKind &Kind) {
  std::call_once(ReadOnce, [this] { readFiles(); });
  tuning::Profile All;
  if (const std::string Note = Source.readProfile(Kind.Triple, Kind.Arch);
      !Note.empty()) {
    Result<tuning::Profile> Read = tuning::parse(Note);
    if (Read)
      All = std::move(*Read);
    else
      Report.warning("the profile in the cache is not used: " +
                     Read.error().message());
  }
  tuning::merge(All, OfFiles);
  ByCode Found;
  for (tuning::Choice &Each : All)
    if (Each.Device == Kind)
      Found.emplace(Each.CodeDigest, std::move(Each));
  return Found;
}

/// Returns what was chosen for all kernels. Threads that ask for the first time
/// at once may all read it.
const TuningChoices::ByCode &TuningChoices::on(const tuning::DeviceKind &Kind) {
  const Name Device(Kind.Triple, Kind.Arch, Kind.Processors);
  {
    MutexLock Lock(Guard);
    if (const auto Place = Devices.find(Device); Place != Devices.end())
      return Place->second;
  }
  ByCode Read = read(Kind);
  MutexLock Lock(Guard);
  return Devices.try_emplace(Device, std::move(Read)).first->second;
}

tuning::Profile TuningChoices::of(uint64_t CodeDigest,
                                  const tuning::DeviceKind &Kind) {
  if (!Chosen.Enabled || !Chosen.UsesProfiles)
    return {};
  const auto [Begin, End] = on(Kind).equal_range(CodeDigest);
  tuning::Profile Found;
  for (auto Each = Begin; Each != End; ++Each)
    Found.push_back(Each->second);
  return Found;
}
