//===- DeviceNumber.h - Device numbers without a GPU ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for a device that is not a GPU calls the host's omp_get_device_num,
// which returns the host's number. This replaces the call by a read of the
// variable that libomptarget sets in the image; see ompjit/DeviceEnvironment.h.
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
