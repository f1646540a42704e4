//===- Properties.h - A GPU's properties for people -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_PROPERTIES_H
#define OMPJIT_PLUGINS_CUDA_PROPERTIES_H

#include "ompjit/Plugin.h"

#include <string>
#include <utility>
#include <vector>

namespace ompjit::cuda {

/// The device's context must be current. Leaves out what the driver does not
/// know.
std::vector<std::pair<std::string, std::string>>
readProperties(const ompjit_device &Device);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_PROPERTIES_H
