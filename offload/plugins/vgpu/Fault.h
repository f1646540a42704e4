//===- Fault.h - A fault of device code -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_FAULT_H
#define OMPJIT_PLUGINS_VGPU_FAULT_H

#include <string>

namespace ompjit::vgpu {

struct Fault {
  std::string What;
  std::string Advice; ///< What to do about it.
};

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_FAULT_H
