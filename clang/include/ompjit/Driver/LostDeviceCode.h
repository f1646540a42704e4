//===- LostDeviceCode.h - Links that lose device code ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A link without the options of offloading drops the device code of its inputs,
// and mostly ends with undefined references to functions that the user has
// never heard of. Only the driver knows both the inputs and the options, so it
// tells what is missing. Used before a command line is given to the packaged
// clang; includes no LLVM header.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_DRIVER_LOSTDEVICECODE_H
#define OMPJIT_DRIVER_LOSTDEVICECODE_H

#include <span>
#include <string>

namespace ompjit::driver {

/// Returns the first object or archive that has OpenMP device code, if \p
/// Arguments (without the program's name) link a program or a library without
/// looking at it; otherwise an empty string. Files that cannot be read are left
/// to the linker.
std::string lostDeviceCode(std::span<const char *const> Arguments);

/// Says on stderr which input loses its device code, and what the link lacks.
/// \p Arguments begin with the program's name. \returns whether one does.
bool warnOfLostDeviceCode(std::span<const char *const> Arguments);

} // namespace ompjit::driver

#endif // OMPJIT_DRIVER_LOSTDEVICECODE_H
