//===- DeviceRuntime.h - The device runtime inside of the service ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the compile service. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_COMPILER_DEVICERUNTIME_H
#define OMPJIT_COMPILER_DEVICERUNTIME_H

#include "llvm/ADT/StringRef.h"

namespace ompjit::jit {

/// Returns the archive libompdevice.a for \p Triple; it stays valid. Empty if
/// the triple is unknown.
llvm::StringRef deviceRuntime(llvm::StringRef Triple);

/// Returns the bitcode for LinkExactFormsPass; it stays valid.
llvm::StringRef exactForms();

} // namespace ompjit::jit

#endif // OMPJIT_COMPILER_DEVICERUNTIME_H
