//===- PackagedVersion.h - Is the packaged clang still the same? ---*- C++
//-*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_CLANG_LIB_COMPILE_PACKAGEDVERSION_H
#define OMPJIT_CLANG_LIB_COMPILE_PACKAGEDVERSION_H

#include <string_view>

namespace ompjit::driver {

/// Returns whether the packaged clang is the one whose archives are linked in.
/// It may have been updated since, and then nothing is to be compiled by the
/// old one. Compares the sizes of its libraries, which takes two system calls.
bool isPackagedOfSameBuild(std::string_view PackagedBin);

} // namespace ompjit::driver

#endif // OMPJIT_CLANG_LIB_COMPILE_PACKAGEDVERSION_H
