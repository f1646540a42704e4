//===- DeviceNumber.h - The number of a device that is no GPU ---*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for a device that is no GPU calls the host's omp_get_device_num, which
// answers for the host. Here the call reads what libomptarget sets in the
// image; see ompjit/DeviceEnvironment.h.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_TEAMVARIABLES_DEVICENUMBER_H
#define OMPJIT_CLANG_TEAMVARIABLES_DEVICENUMBER_H

namespace llvm {
class PassBuilder;
} // namespace llvm

namespace ompjit {

void knowDeviceNumber(llvm::PassBuilder &);

} // namespace ompjit

#endif // OMPJIT_CLANG_TEAMVARIABLES_DEVICENUMBER_H
