//===- Properties.h - The host's properties for people --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The processor, its cores and caches, the memory and the system, as far as the
// system reports them. In a container or on an unusual system rows are missing.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_PROPERTIES_H
#define OMPJIT_PLUGINS_HOST_PROPERTIES_H

#include <cstdint>
#include <string>
#include <vector>

namespace ompjit::host {

struct HostProperty {
  std::string Name, Value;
};

/// Returns cores, NUMA nodes and caches; \p SystemFolder is
/// "/sys/devices/system" or, in tests, a folder with the same layout.
std::vector<HostProperty> describeTopology(const std::string &SystemFolder);

/// Returns how many hardware threads this process may use, which may be limited
/// by a container or taskset.
uint32_t usableProcessors();

/// Returns all rows, with current figures.
std::vector<HostProperty> describeHost();

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_PROPERTIES_H
