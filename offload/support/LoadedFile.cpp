//===- LoadedFile.cpp - Which file some of the memory is from -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Support/LoadedFile.h"

#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <system_error>

std::string ompjit::libraryAround(const void *Address) {
  dl_find_object Found = {};
  if (_dl_find_object(const_cast<void *>(Address), &Found) != 0 ||
      !Found.dlfo_link_map || !Found.dlfo_link_map->l_name)
    return "";
  return Found.dlfo_link_map->l_name;
}

std::string ompjit::programFile() {
  std::error_code Ignored;
  return std::filesystem::read_symlink("/proc/self/exe", Ignored).string();
}
