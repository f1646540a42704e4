//===- observers/MappingDump.h - The table of mappings as text ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text that LIBOMPTARGET_INFO=4 and ompx_dump_mapping_tables print.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_OBSERVERS_MAPPINGDUMP_H
#define OMPJIT_LIBOMPTARGET_OBSERVERS_MAPPINGDUMP_H

#include <string>

namespace ompjit {

class DataEnvironment;

/// Returns lines, the last one without its newline. \p Data is null for a
/// device that was not used yet. Mappings that a thread is just creating are
/// left out.
std::string describeMappings(int DeviceId, DataEnvironment *Data,
                             const std::string &Place);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_OBSERVERS_MAPPINGDUMP_H
