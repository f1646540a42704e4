//===- Properties.h - A GPU's properties for people ---*- C++ -* ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_PROPERTIES_H
#define OMPJIT_PLUGINS_AMDGPU_PROPERTIES_H

#include "Hsa.h"

#include <string>
#include <utility>
#include <vector>

namespace ompjit::amdgpu {

/// Leaves out what the runtime does not know.
std::vector<std::pair<std::string, std::string>> readProperties(const Hsa &H,
                                                                Agent Gpu);

/// Returns the GPU's PCI address: "0000:41:00.0".
std::string pciAddress(const Hsa &H, Agent Gpu);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_PROPERTIES_H
