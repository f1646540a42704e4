//===- EarlierProcess.h - What a killed process left to this one *- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_SUPPORT_EARLIERPROCESS_H
#define OMPJIT_LIBOMPTARGET_SUPPORT_EARLIERPROCESS_H

namespace ompjit {

/// Removes libomp's registration of an earlier process with the same id, that
/// is, one that is older than this process. To be called before libomp starts;
/// see ompjit/LibompRegistration.h. Costs two system calls if there is none.
void removeEarlierRegistration();

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_SUPPORT_EARLIERPROCESS_H
