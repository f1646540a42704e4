//===- AlgorithmPlanner.cpp - Chooses fragments ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Fragments/AlgorithmPlanner.h"

#include "ErrorSink.h"

#include <string>

using namespace ompjit;

extern "C" int omp_get_default_device();

const AlgorithmLauncher &AlgorithmPlanner::get_launcher() const {
  return get_launcher(omp_get_default_device());
}

const AlgorithmLauncher &AlgorithmPlanner::get_launcher(int Device) const {
  // Few entry points have the same length and first and last letters.
  std::uint64_t Name = EntryPoint.size();
  if (!EntryPoint.empty())
    Name = Name << 16 | std::uint64_t(std::uint8_t(EntryPoint.front())) << 8 |
           std::uint8_t(EntryPoint.back());
  const LauncherKey Key = {
      EntryPoint,  Device,  Keys.data(),
      Keys.size(), Options, Hash ^ Name ^ std::uint64_t(Device) << 40};
  if (const AlgorithmLauncher *Known = Cache.find(Key))
    return *Known;
  return Cache.get(Key, [&] { return link(Device); });
}

std::unique_ptr<AlgorithmLauncher> AlgorithmPlanner::link(int Device) const {
  // Texts of the C interface end with a zero byte.
  std::vector<std::string> Names;
  Names.reserve(Fragments.size());
  for (const FragmentEntry *Each : Fragments)
    Names.emplace_back(Each->name());
  std::vector<ompjit_fragment> All;
  All.reserve(Fragments.size());
  for (const FragmentEntry *Each : Fragments) {
    const std::string_view Bytes = Each->bytes();
    All.push_back({Names[All.size()].c_str(), Bytes.data(), Bytes.size()});
  }
  std::vector<const char *> Texts;
  for (std::size_t I = 0; I != Options.size(); I = Options.find('\0', I) + 1)
    Texts.push_back(&Options[I]);
  const std::string Entry(EntryPoint);
  const ompjit_fragment_link Wanted = {Entry.c_str(), All.data(), Texts.data(),
                                       std::uint32_t(All.size()),
                                       std::uint32_t(Texts.size())};
  ErrorSink Sink;
  ompjit_fragment_kernel *Linked =
      ompjit_fragments_link(Device, &Wanted, Sink.interface());
  if (!Linked)
    Sink.raise();
  return std::make_unique<AlgorithmLauncher>(Linked);
}
