//===- TrackerHistory.cpp - What earlier runs know of kernels -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   history = version:u32 kernels:u64 { symbol:blob state }
//             kernels:u64 { symbol:blob nanoseconds:u64 }
//
// Version history: 1, the first version; 2, given-up facts are in the order in
// which they were given up; 3, trials in states; 4, combinations in states;
// 5, times of native images. Files of other versions are ignored.
//
// The cache checks that the bytes are those that were written.
//
//===----------------------------------------------------------------------===//

#include "TrackerHistory.h"

using namespace ompjit;
using namespace ompjit::jit;

static constexpr uint32_t HistoryVersion = 5;

const TrackerHistory::Known &TrackerHistory::before() {
  std::call_once(LoadOnce, [this] { Before = load(); });
  return Before;
}

std::optional<TrackerState> TrackerHistory::find(std::string_view Kernel) {
  const Known &Earlier = before();
  auto Place = Earlier.States.find(Kernel);
  if (Place == Earlier.States.end())
    return std::nullopt;
  return Place->second;
}

uint64_t TrackerHistory::nativeNs(std::string_view Kernel) {
  const Known &Earlier = before();
  auto Place = Earlier.NativeNs.find(Kernel);
  return Place == Earlier.NativeNs.end() ? 0 : Place->second;
}

void TrackerHistory::note(std::string_view Kernel, const TrackerState &State) {
  MutexLock Lock(Guard);
  Noted.States[std::string(Kernel)] = State;
}

void TrackerHistory::addNativeNs(std::string_view Kernel, uint64_t Ns) {
  MutexLock Lock(Guard);
  Noted.NativeNs[std::string(Kernel)] += Ns;
}

TrackerHistory::Known TrackerHistory::load() const {
  const std::string Bytes = Source.readNote(*Package, Sample);
  ByteReader Reader(Bytes);
  Known Read;
  if (Reader.read<uint32_t>() != HistoryVersion)
    return {};
  for (auto Left = Reader.read<uint64_t>(); Left; --Left) {
    std::string Kernel(Reader.readBlob());
    if (!Read.States[std::move(Kernel)].read(Reader))
      return {};
  }
  for (auto Left = Reader.read<uint64_t>(); Left && !Reader.failed(); --Left) {
    std::string Kernel(Reader.readBlob());
    Read.NativeNs[std::move(Kernel)] = Reader.read<uint64_t>();
  }
  return Reader.failed() ? Known() : Read;
}

void TrackerHistory::save() {
  Known Changed;
  {
    MutexLock Lock(Guard);
    Changed = std::exchange(Noted, {});
  }
  if (Changed.States.empty() && Changed.NativeNs.empty())
    return;
  Known All = load();
  for (const auto &[Kernel, State] : Changed.States)
    All.States[Kernel].merge(State);
  for (const auto &[Kernel, Ns] : Changed.NativeNs)
    All.NativeNs[Kernel] += Ns;
  ByteWriter Writer;
  Writer.write(HistoryVersion);
  Writer.write<uint64_t>(All.States.size());
  for (const auto &[Kernel, State] : All.States) {
    Writer.writeBlob(Kernel);
    State.write(Writer);
  }
  Writer.write<uint64_t>(All.NativeNs.size());
  for (const auto &[Kernel, Ns] : All.NativeNs) {
    Writer.writeBlob(Kernel);
    Writer.write(Ns);
  }
  Source.writeNote(*Package, Sample, Writer.take());
}
