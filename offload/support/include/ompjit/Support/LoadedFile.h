//===- LoadedFile.h - Which file some of the memory is from ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_LOADEDFILE_H
#define OMPJIT_SUPPORT_LOADEDFILE_H

#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <string>
#include <system_error>

namespace ompjit {

/// Returns the path of the shared library that \p Address is in, as the dynamic
/// linker knows it; empty if it is in none, as that of the program itself. The
/// library must not be closed meanwhile. Takes no lock.
inline std::string libraryAround(const void *Address) {
  dl_find_object Found = {};
  if (_dl_find_object(const_cast<void *>(Address), &Found) != 0 ||
      !Found.dlfo_link_map || !Found.dlfo_link_map->l_name)
    return "";
  return Found.dlfo_link_map->l_name;
}

/// Returns the path of the program; empty if the system does not tell.
inline std::string programFile() {
  std::error_code Ignored;
  return std::filesystem::read_symlink("/proc/self/exe", Ignored).string();
}

} // namespace ompjit

#endif // OMPJIT_SUPPORT_LOADEDFILE_H
