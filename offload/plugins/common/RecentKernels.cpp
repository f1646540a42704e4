//===- RecentKernels.cpp - Suspects of a fault ----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugins/RecentKernels.h"

#include <algorithm>

namespace ompjit::plugins {

void RecentKernels::list(std::vector<const char *> &Found) const {
  const uint32_t Last = Count.load(std::memory_order_acquire);
  const uint32_t Number = std::min(Last, uint32_t(Names.size()));
  for (uint32_t I = Last - Number; I != Last; ++I) {
    const char *Name = Names[I % Names.size()].load(std::memory_order_relaxed);
    if (Name && std::find(Found.begin(), Found.end(), Name) == Found.end())
      Found.push_back(Name);
  }
}

std::string suspectsText(const std::vector<const char *> &Names) {
  if (Names.empty())
    return "";
  if (Names.size() == 1)
    return std::string(" in kernel ") + Names[0];
  std::string Text = " in one of the kernels ";
  for (size_t I = 0; I != Names.size(); ++I)
    Text += (I ? ", " : "") + std::string(Names[I]);
  return Text;
}

} // namespace ompjit::plugins
