//===- PluginLibrary.h - Opening a plugin ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin is a shared object beside libomptarget.so that exports one table of
// functions. Only this part knows the file names of plugins.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_PLUGIN_PLUGINLIBRARY_H
#define OMPJIT_LIBOMPTARGET_PLUGIN_PLUGINLIBRARY_H

#include "ompjit/Plugin.h"
#include "ompjit/Support/Result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit {

/// An open plugin; closed with the object.
class PluginLibrary {
public:
  /// Opens libomptarget.rtl.<Name>.so in \p Folder and checks the version of
  /// its table.
  static Result<std::unique_ptr<PluginLibrary>> open(const std::string &Folder,
                                                     std::string_view Name);

  /// The same for the file \p Path.
  static Result<std::unique_ptr<PluginLibrary>>
  openFile(const std::string &Path);

  /// Returns the sorted names of the plugins in a folder, including those that
  /// cannot be opened.
  static Result<std::vector<std::string>> namesIn(const std::string &Folder);
  /// Returns the file of the plugin \p Name.
  static std::string pathOf(const std::string &Folder, std::string_view Name);

  ~PluginLibrary();
  PluginLibrary(const PluginLibrary &) = delete;
  PluginLibrary &operator=(const PluginLibrary &) = delete;

  const ompjit_plugin &table() const { return *Table; }

private:
  PluginLibrary(void *Handle, const ompjit_plugin *Table)
      : Handle(Handle), Table(Table) {}

  void *Handle;
  const ompjit_plugin *Table;
};

/// Fails if a table does not belong to this runtime.
Status checkPluginTable(const ompjit_plugin *Table, const std::string &Path);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_PLUGIN_PLUGINLIBRARY_H
