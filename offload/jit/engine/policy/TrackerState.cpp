//===- TrackerState.cpp - The state of a tracker --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   state = specialisations:u64 facts:u64 { name count:u64 value:u64* }
//           given-up:u64 { name classes:u64 }
//           trials:u64 { key:blob outcome:u32 }
//   name  = kind:u32 parameter:u32 offset:u32 width:u32
//
//===----------------------------------------------------------------------===//

#include "TrackerState.h"

#include <algorithm>
#include <optional>

using namespace ompjit;
using namespace ompjit::jit;

/// The maximum number of values that are written for a fact: one with more is
/// given up or will be.
static constexpr uint64_t MaxValues = 256;

/// The maximum number of trials that are written. A kernel has few hot images.
static constexpr uint64_t MaxTrials = 64;

static void writeName(ByteWriter &Writer, FactName Name) {
  Writer.write(Name.Kind);
  Writer.write(Name.Parameter);
  Writer.write(Name.OffsetBytes);
  Writer.write(Name.WidthBits);
}

/// Returns nothing if the kind is unknown, as a later version wrote it.
static std::optional<FactName> readName(ByteReader &Reader) {
  const uint32_t Kind = Reader.read<uint32_t>();
  const uint32_t Parameter = Reader.read<uint32_t>();
  const uint32_t OffsetBytes = Reader.read<uint32_t>();
  const uint32_t WidthBits = Reader.read<uint32_t>();
  if (Kind >= NumFactKinds)
    return std::nullopt;
  return FactName{FactKind(Kind), Parameter, OffsetBytes, WidthBits};
}

bool TrackerState::isGivenUp(FactName Name) const {
  return std::any_of(
      GivenUp.begin(), GivenUp.end(),
      [&](const GivenUpFact &Fact) { return Fact.Name == Name; });
}

bool TrackerState::giveUp(GivenUpFact Lost) {
  if (isGivenUp(Lost.Name))
    return false;
  GivenUp.push_back(Lost);
  return true;
}

void TrackerState::merge(const TrackerState &Other) {
  if (Other.Specializations >= Specializations)
    Combinations = Other.Combinations;
  Specializations = std::max(Specializations, Other.Specializations);
  for (const auto &[Name, Values] : Other.Seen)
    Seen[Name].insert(Values.begin(), Values.end());
  for (const GivenUpFact &Fact : Other.GivenUp)
    giveUp(Fact);
  for (const auto &[Key, Outcome] : Other.Trials)
    addTrial(Key, Outcome);
}

void TrackerState::addTrial(const cache::Key &Key, TrialOutcome Outcome) {
  if (Trials.size() < MaxTrials || Trials.contains(Key))
    Trials[Key] = Outcome;
}

void TrackerState::write(ByteWriter &Writer) const {
  Writer.write(Specializations);
  Writer.write(Combinations);
  Writer.write<uint64_t>(Seen.size());
  for (const auto &[Name, Values] : Seen) {
    writeName(Writer, Name);
    uint64_t Count = std::min<uint64_t>(Values.size(), MaxValues);
    Writer.write(Count);
    for (auto Place = Values.begin(); Count; --Count)
      Writer.write(*Place++);
  }
  Writer.write<uint64_t>(GivenUp.size());
  for (const GivenUpFact &Fact : GivenUp) {
    writeName(Writer, Fact.Name);
    Writer.write(Fact.Classes);
  }
  Writer.write<uint64_t>(Trials.size());
  for (const auto &[Key, Outcome] : Trials) {
    Writer.writeBlob(ByteView(reinterpret_cast<const char *>(Key.Bytes.data()),
                              Key.Bytes.size()));
    Writer.write(Outcome);
  }
}

bool TrackerState::read(ByteReader &Reader) {
  Specializations = Reader.read<uint64_t>();
  Combinations = Reader.read<uint64_t>();
  for (auto Count = Reader.read<uint64_t>(); Count && !Reader.failed();
       --Count) {
    const std::optional<FactName> Name = readName(Reader);
    if (!Name)
      return false;
    std::unordered_set<uint64_t> &Values = Seen[*Name];
    for (auto Left = Reader.read<uint64_t>(); Left && !Reader.failed(); --Left)
      Values.insert(Reader.read<uint64_t>());
  }
  for (auto Count = Reader.read<uint64_t>(); Count && !Reader.failed();
       --Count) {
    const std::optional<FactName> Name = readName(Reader);
    if (!Name || !giveUp({*Name, Reader.read<uint64_t>()}))
      return false;
  }
  for (auto Count = Reader.read<uint64_t>(); Count && !Reader.failed();
       --Count) {
    cache::Key Key;
    const ByteView Bytes = Reader.readBlob();
    const auto Outcome = Reader.read<uint32_t>();
    if (Bytes.size() != Key.Bytes.size() ||
        Outcome > uint32_t(TrialOutcome::Slower))
      return false;
    std::memcpy(Key.Bytes.data(), Bytes.data(), Bytes.size());
    addTrial(Key, TrialOutcome(Outcome));
  }
  return !Reader.failed();
}
