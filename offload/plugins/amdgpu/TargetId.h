//===- TargetId.h - Which GPUs code is for ----------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target id names a processor and, where that has them, the states of two
// features that code may depend on: "gfx90a:sramecc+:xnack-". Devices tell
// theirs, images name one in their headers, and an image need not say all.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_TARGETID_H
#define OMPJIT_PLUGINS_AMDGPU_TARGETID_H

#include "ompjit/Plugin.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ompjit::amdgpu {

enum class Feature : uint8_t {
  Any, ///< Left open, or the processor does not have it.
  Off,
  On,
};

struct TargetId {
  std::string Processor; ///< "gfx90a" or "gfx9-generic".
  Feature SramEcc = Feature::Any;
  Feature Xnack = Feature::Any;

  /// As the vendor's tools write it: what is left open is left out.
  std::string text() const;
  /// Whether it is a family of processors, and none that a device has.
  bool isGeneric() const;

  friend bool operator==(const TargetId &, const TargetId &) = default;
};

/// Reads "gfx90a:xnack+", with or without "amdgcn-amd-amdhsa--" before it. A
/// processor need not be a known one: newer devices run code of their own name.
int parseTargetId(std::string_view Text, TargetId &Id, ompjit_error *Error);

/// Reads the ELF header's fields of code object versions 4 to 6.
int readTargetFields(unsigned AbiVersion, uint32_t Flags, TargetId &Id,
                     unsigned &CodeObjectVersion, ompjit_error *Error);

bool runsOn(const TargetId &Image, const TargetId &Device);

/// Of images that run on a device, the one with the highest number is the one
/// that was made for most of what the device is.
unsigned specificity(const TargetId &Image);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_TARGETID_H
