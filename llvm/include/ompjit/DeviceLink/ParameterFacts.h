//===- ompjit/DeviceLink/ParameterFacts.h - Facts about parameters --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds out, for each parameter of a kernel, what the package says about it:
// kind, the bits that count, and how the value is used. Calls are followed into
// the functions that they reach, also through the OpenMP runtime's brokers
// (__kmpc_fork_teams, __kmpc_fork_call), for that is where the loops are.
//
// The demanded bits decide which launches share an image, so they err on the
// side of too many. The uses only guide what is worth specialising.
//
// Fields are the integers behind a pointer parameter that are worth it, too:
// they decide where the kernel goes, and it does not write them through that
// pointer.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DEVICELINK_PARAMETERFACTS_H
#define OMPJIT_DEVICELINK_PARAMETERFACTS_H

#include "ompjit/Package.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace ompjit::devicelink {

/// What the package says of a kernel's parameters, without the first in the IR,
/// which is the launch environment.
struct KernelFacts {
  std::vector<ParameterInfo> Parameters;
  std::vector<FieldInfo> Fields; ///< At most package::MaxFields, in the order
                                 ///< that PackageView states.
};

/// The facts for each of \p Kernels. \p M itself is not changed. An error if a
/// kernel has a parameter that no launch can pass.
llvm::Expected<std::vector<KernelFacts>>
parameterFacts(const llvm::Module &M,
               llvm::ArrayRef<const llvm::Function *> Kernels);

} // namespace ompjit::devicelink

#endif // OMPJIT_DEVICELINK_PARAMETERFACTS_H
