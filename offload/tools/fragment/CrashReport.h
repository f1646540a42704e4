//===- CrashReport.h - A crash of LLVM becomes an error -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM trusts the bitcode that it reads. If a damaged file makes it crash, the
// process ends with an error that names the file
// (ompjit/DeviceLink/WorkNote.h).
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_FRAGMENT_CRASHREPORT_H
#define OMPJIT_TOOLS_FRAGMENT_CRASHREPORT_H

namespace ompjit::fragment {

/// Handles signals from now on. A crash ends the process with \p Status. To be
/// called in the main thread.
void reportCrashes(int Status);

} // namespace ompjit::fragment

#endif // OMPJIT_TOOLS_FRAGMENT_CRASHREPORT_H
