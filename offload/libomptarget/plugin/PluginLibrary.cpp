//===- PluginLibrary.cpp - Opening a plugin -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PluginLibrary.h"

#include "support/Diagnostics.h"

#include "ompjit/Support/LibraryFile.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>

namespace ompjit {

namespace {

constexpr std::string_view Prefix = "libomptarget.rtl.";
constexpr std::string_view Suffix = ".so";

/// Returns the loader's message without the file's name, with which it usually
/// begins.
std::string loaderMessage(const std::string &Path) {
  const char *Words = dlerror();
  std::string_view Message = Words ? Words : "unknown reason";
  if (const std::string Name = Path + ": "; Message.starts_with(Name))
    Message.remove_prefix(Name.size());
  return std::string(Message);
}

} // namespace

Status checkPluginTable(const ompjit_plugin *Table, const std::string &Path) {
  if (Table->version != OMPJIT_PLUGIN_VERSION)
    return diagnose(Diagnostic::PluginVersion,
                    {Path, std::to_string(Table->version),
                     std::to_string(OMPJIT_PLUGIN_VERSION)});
  // The version promises the known part of the table, so a shorter table is
  // wrong.
  if (Table->size < sizeof(ompjit_plugin))
    return diagnose(Diagnostic::PluginNotLoaded,
                    {Path, "its table has " + std::to_string(Table->size) +
                               " bytes instead of " +
                               std::to_string(sizeof(ompjit_plugin))});
  return Done{};
}

std::string PluginLibrary::pathOf(const std::string &Folder,
                                  std::string_view Name) {
  return (Folder + "/").append(Prefix).append(Name).append(Suffix);
}

Result<std::unique_ptr<PluginLibrary>>
PluginLibrary::open(const std::string &Folder, std::string_view Name) {
  return openFile(pathOf(Folder, Name));
}

Result<std::vector<std::string>>
PluginLibrary::namesIn(const std::string &Folder) {
  std::unique_ptr<DIR, int (*)(DIR *)> Open(opendir(Folder.c_str()), closedir);
  if (!Open)
    return Error("cannot read the folder '" + Folder +
                 "': " + std::strerror(errno));
  std::vector<std::string> Names;
  while (const dirent *Each = readdir(Open.get())) {
    std::string_view Name = Each->d_name;
    if (Name.size() <= Prefix.size() + Suffix.size() ||
        !Name.starts_with(Prefix) || !Name.ends_with(Suffix))
      continue;
    Name.remove_prefix(Prefix.size());
    Name.remove_suffix(Suffix.size());
    Names.emplace_back(Name);
  }
  std::sort(Names.begin(), Names.end());
  return Names;
}

Result<std::unique_ptr<PluginLibrary>>
PluginLibrary::openFile(const std::string &Path) {
  if (isCutOff(Path))
    return diagnose(Diagnostic::PluginNotLoaded,
                    {Path, "the file is not complete"});
  void *Handle = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    return diagnose(Diagnostic::PluginNotLoaded, {Path, loaderMessage(Path)});
  // Owns the handle from here on, including on error paths.
  std::unique_ptr<PluginLibrary> Library(new PluginLibrary(Handle, nullptr));
  auto Get = reinterpret_cast<ompjit_plugin_get_fn>(
      dlsym(Handle, OMPJIT_PLUGIN_ENTRY));
  if (!Get)
    return diagnose(Diagnostic::PluginNotLoaded, {Path, loaderMessage(Path)});
  Library->Table = Get();
  if (Status S = checkPluginTable(Library->Table, Path); !S)
    return S.takeError();
  return Library;
}

PluginLibrary::~PluginLibrary() { dlclose(Handle); }

} // namespace ompjit
