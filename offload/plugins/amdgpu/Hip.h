//===- Hip.h - AMD's HIP runtime, opened at run time ------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The binary interface of libamdhip64.so as far as it is used. Only interop
// objects of programs that prefer HIP need it, so it is opened when the first
// of them is made. It uses the same HSA runtime as the plugin, so that both
// know each other's memory.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_HIP_H
#define OMPJIT_PLUGINS_AMDGPU_HIP_H

#include "ompjit/Plugin.h"

#include <string>

namespace ompjit::amdgpu {

struct HipStreamHandle;

/// hipError_t. For other codes the library's own text is used.
enum class HipError : int {
  Success = 0,
  NoDevice = 100,
  NotReady = 600,
};

/// The stream and the null stream do not wait for each other.
constexpr unsigned HipStreamNonBlocking = 1;

/// The functions of a library. Tests make their own.
struct Hip {
#define OMPJIT_HIP_FUNCTION(Return, Member, Name, Parameters)                  \
  Return(*Member) Parameters = nullptr;
#include "HipFunctions.def"
#undef OMPJIT_HIP_FUNCTION
};

/// Returns the library that the program has already loaded, or else the
/// machine's newest. Null if there is none.
const Hip *theHip();

/// Opens \p Library and finds its functions; returns false if it cannot be
/// used.
bool openHip(const char *Library, Hip &Opened);

/// Finds the number of the device at a PCI address, "0000:c1:00.0". Returns
/// OMPJIT_NOT_INSTALLED if HIP knows none there.
int findHipDevice(const Hip &H, const std::string &PciAddress, int &Ordinal,
                  ompjit_error *Error);

/// Returns the library's text, without a full stop.
std::string textOf(const Hip &H, HipError Code);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_HIP_H
