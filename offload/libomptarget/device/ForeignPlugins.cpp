//===- ForeignPlugins.cpp - Plugins that the project does not have --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ForeignPlugins.h"

#include "Library.h"

#include <algorithm>
#include <iterator>

using namespace ompjit;

static bool isOurs(std::string_view Name) {
  return std::any_of(
      std::begin(Targets), std::end(Targets),
      [&](const TargetTraits &Each) { return isServedBy(Each, Name); });
}

void ForeignPlugins::openAll() {
  if (std::exchange(AreOpen, true))
    return;
  Result<std::vector<std::string>> Names = PluginLibrary::namesIn(Folder);
  if (!Names) {
    Troubles.push_back(Names.error());
    return;
  }
  for (const std::string &Name : *Names) {
    if (isOurs(Name))
      continue;
    Result<std::unique_ptr<PluginLibrary>> Opened =
        PluginLibrary::open(Folder, Name);
    if (!Opened) {
      Troubles.push_back(Opened.error());
      continue;
    }
    auto New = std::make_unique<Plugin>();
    New->Library = std::move(*Opened);
    const ompjit_plugin &Table = New->Library->table();
    for (const char *const *Arch = Table.archs; Arch && *Arch; ++Arch)
      New->Targets.push_back({.Arch = *Arch,
                              .PluginName = Table.name,
                              .VirtualPluginName = Table.name});
    if (!New->Targets.empty())
      Plugins.push_back(std::move(New));
  }
}

const TargetTraits *ForeignPlugins::identifyImage(ByteView Image) {
  openAll();
  for (const std::unique_ptr<Plugin> &Each : Plugins) {
    const ompjit_plugin &Table = Each->Library->table();
    if (Table.image_recognise &&
        Table.image_recognise(Image.data(), Image.size()))
      return &Each->Targets.front();
  }
  return nullptr;
}

const TargetTraits *ForeignPlugins::identifyTriple(std::string_view Triple) {
  openAll();
  const std::string_view Arch = Triple.substr(0, Triple.find('-'));
  for (const std::unique_ptr<Plugin> &Each : Plugins)
    for (const TargetTraits &Target : Each->Targets)
      if (Target.Arch == Arch)
        return &Target;
  return nullptr;
}
