//===- TrackerHistory.cpp - The trackers' states from earlier runs --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   history = version:u32 kernels:u64 { symbol:blob state }
//
// Version history: 1, the first version; 2, given-up facts are in the order in
// which they were given up; 3, trials in states. Files of other versions are
// ignored.
//
// The cache checks that the bytes are those that were written.
//
//===----------------------------------------------------------------------===//

#include "TrackerHistory.h"

using namespace ompjit;
using namespace ompjit::jit;

static constexpr uint32_t HistoryVersion = 4;

std::optional<TrackerState> TrackerHistory::find(std::string_view Kernel) {
  std::call_once(LoadOnce, [this] { Before = load(); });
  auto Place = Before.find(Kernel);
  if (Place == Before.end())
    return std::nullopt;
  return Place->second;
}

void TrackerHistory::note(std::string_view Kernel, const TrackerState &State) {
  MutexLock Lock(Guard);
  Noted[std::string(Kernel)] = State;
}

TrackerHistory::States TrackerHistory::load() const {
  const std::string Bytes = Source.readNote(*Package, Sample);
  ByteReader Reader(Bytes);
  States Read;
  if (Reader.read<uint32_t>() != HistoryVersion)
    return {};
  for (auto Left = Reader.read<uint64_t>(); Left; --Left) {
    std::string Kernel(Reader.readBlob());
    if (!Read[std::move(Kernel)].read(Reader))
      return {};
  }
  return Read;
}

void TrackerHistory::save() {
  States Changed;
  {
    MutexLock Lock(Guard);
    Changed = std::exchange(Noted, {});
  }
  if (Changed.empty())
    return;
  States All = load();
  for (const auto &[Kernel, State] : Changed)
    All[Kernel].merge(State);
  ByteWriter Writer;
  Writer.write(HistoryVersion);
  Writer.write<uint64_t>(All.size());
  for (const auto &[Kernel, State] : All) {
    Writer.writeBlob(Kernel);
    State.write(Writer);
  }
  Source.writeNote(*Package, Sample, Writer.take());
}
