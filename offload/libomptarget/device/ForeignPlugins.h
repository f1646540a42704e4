//===- ForeignPlugins.h - Plugins that the project does not have ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever has a device of another kind puts a plugin beside ours. The runtime
// looks for such only when a program has an image that none of ours is for: to
// open all plugins at each start would cost every program for the sake of few.
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

  /// The target of a native image; null where no plugin is for it. May open
  /// libraries, as may the next one.
  const TargetTraits *identifyImage(ByteView Image);
  /// The same for what a triple names.
  const TargetTraits *identifyTriple(std::string_view Triple);

  /// Why plugins could not be opened; each reason is given once.
  std::vector<Error> takeTroubles() { return std::exchange(Troubles, {}); }

private:
  struct Plugin {
    std::unique_ptr<PluginLibrary> Library;
    std::vector<TargetTraits> Targets; ///< One for each of its archs.
  };

  void openAll();

  const std::string Folder;
  bool AreOpen = false;
  std::vector<std::unique_ptr<Plugin>> Plugins;
  std::vector<Error> Troubles;
};

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_FOREIGNPLUGINS_H
