//===- RegionName.h - Names of target regions for people -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang names the kernel of a target region after the device and inode of its
// file, its function and its line:
//
//   __omp_offloading_fd01_3c0a2f__Z3fooPdi_l12
//
// JIT packages leave out device and inode.
//
// Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_SUPPORT_REGIONNAME_H
#define OMPJIT_SUPPORT_REGIONNAME_H

#include <string>
#include <string_view>

namespace ompjit {

/// Returns "foo(double*, int), line 12" for the symbol above. A symbol of
/// another form is demangled if it can be, and returned as it is otherwise.
std::string regionName(std::string_view Symbol);

} // namespace ompjit

#endif // OMPJIT_SUPPORT_REGIONNAME_H
