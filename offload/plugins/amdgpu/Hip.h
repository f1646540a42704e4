//===- Hip.h - AMD's HIP runtime, opened at run time ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The binary interface of libamdhip64.so as far as it is used. Nothing of the
// plugin needs it but interop objects of programs that prefer HIP: it is opened
// when the first of them is made. It works on the HSA runtime that the plugin
// uses, so that both know each other's memory.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_HIP_H
#define OMPJIT_PLUGINS_AMDGPU_HIP_H

#include "ompjit/Plugin.h"

#include <string>

namespace ompjit::amdgpu {

struct HipStreamHandle;

/// hipError_t. Others are known by the library's own words for them.
enum class HipError : int {
  Success = 0,
  NoDevice = 100,
  NotReady = 600,
};

/// It does not wait for the null stream, nor that for it.
constexpr unsigned HipStreamNonBlocking = 1;

/// The functions of one library. Tests make their own.
struct Hip {
#define OMPJIT_HIP_FUNCTION(Return, Member, Name, Parameters)                  \
  Return(*Member) Parameters = nullptr;
#include "HipFunctions.def"
#undef OMPJIT_HIP_FUNCTION
};

/// The library that the program has loaded already, or otherwise the machine's
/// newest. Null where there is none.
const Hip *theHip();

/// Opens \p Library and finds its functions; false where it cannot be used.
bool openHip(const char *Library, Hip &Opened);

/// The number of the device at a place in the machine, "0000:c1:00.0".
/// OMPJIT_NOT_INSTALLED where HIP knows of none there.
int findHipDevice(const Hip &H, const std::string &PciAddress, int &Ordinal,
                  ompjit_error *Error);

/// The library's sentence, without a full stop.
std::string textOf(const Hip &H, HipError Code);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_HIP_H
