//===- ForeignPlugins.h - Plugins that the project does not have ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plugins for other kinds of devices may be installed beside the project's. The
// runtime looks for them only if a program has an image that no plugin of the
// project supports: opening all plugins at each start would slow down every
// program for the sake of a few.
//
// Not thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_FOREIGNPLUGINS_H
#define OMPJIT_LIBOMPTARGET_DEVICE_FOREIGNPLUGINS_H

#include "plugin/PluginLibrary.h"

#include "ompjit/Support/Bytes.h"
#include "ompjit/Targets.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ompjit {

class ForeignPlugins {
public:
  explicit ForeignPlugins(std::string Folder) : Folder(std::move(Folder)) {}

  /// Returns the target of a native image; null if no plugin supports it. This
  /// and identifyTriple() may open libraries.
  const TargetTraits *identifyImage(ByteView Image);
  /// The same for a triple.
  const TargetTraits *identifyTriple(std::string_view Triple);

  /// Returns the reasons why plugins could not be opened, each one once.
  std::vector<Error> takeTroubles() { return std::exchange(Troubles, {}); }

private:
  struct Plugin {
    std::unique_ptr<PluginLibrary> Library;
    std::vector<TargetTraits> Targets; ///< One for each of the plugin's archs.
  };

  void openAll();

  const std::string Folder;
  bool AreOpen = false;
  std::vector<std::unique_ptr<Plugin>> Plugins;
  std::vector<Error> Troubles;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_FOREIGNPLUGINS_H
