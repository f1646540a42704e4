//===- TargetId.h - Which GPUs code is for ----------------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target id names a processor and the states of two features, if the
// processor has them, on which code may depend: "gfx90a:sramecc+:xnack-". A
// device has a complete one; the one in an image's header may leave features
// open.
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
  Any, ///< Open, or the processor does not have the feature.
  Off,
  On,
};

struct TargetId {
  std::string Processor; ///< "gfx90a" or "gfx9-generic".
  Feature SramEcc = Feature::Any;
  Feature Xnack = Feature::Any;

  /// The form of the vendor's tools, without features that are open.
  std::string text() const;
  /// Whether it names a family of processors rather than one.
  bool isGeneric() const;

  friend bool operator==(const TargetId &, const TargetId &) = default;
};

/// Reads "gfx90a:xnack+", with or without "amdgcn-amd-amdhsa--" before it. The
/// processor need not be known: newer devices run code of their own name.
int parseTargetId(std::string_view Text, TargetId &Id, ompjit_error *Error);

/// Reads the ELF header's fields of code object versions 4 to 6.
int readTargetFields(unsigned AbiVersion, uint32_t Flags, TargetId &Id,
                     unsigned &CodeObjectVersion, ompjit_error *Error);

bool runsOn(const TargetId &Image, const TargetId &Device);

/// Among images that run on a device, the one with the highest number was made
/// for the most similar device.
unsigned specificity(const TargetId &Image);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_TARGETID_H
