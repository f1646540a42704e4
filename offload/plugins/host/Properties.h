//===- Properties.h - What a person may want to know of the host ----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The processor, its cores and caches, the memory and the system, as far as the
// system tells. In a container or on an unusual system rows are missing.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_PROPERTIES_H
#define OMPJIT_PLUGINS_HOST_PROPERTIES_H

#include <string>
#include <vector>

namespace ompjit::host {

struct HostProperty {
  std::string Name, Value;
};

/// Cores, NUMA nodes and caches; \p SystemFolder is "/sys/devices/system" or,
/// in tests, a folder of the same shape.
std::vector<HostProperty> describeTopology(const std::string &SystemFolder);

/// All rows, with the figures of this moment.
std::vector<HostProperty> describeHost();

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_PROPERTIES_H
