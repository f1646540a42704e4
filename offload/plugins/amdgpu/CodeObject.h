//===- CodeObject.h - What is in a device image -----------------*- C++ -*-===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads code objects, the ELF files that AMD's GPUs run. HSA finds kernels and
// variables in them; here is what it does not tell: where a kernel wants its
// arguments, the hidden ones above all, and what it needs to run. The bytes are
// input that nobody has checked.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_CODEOBJECT_H
#define OMPJIT_PLUGINS_AMDGPU_CODEOBJECT_H

#include "TargetId.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::amdgpu {

/// The hidden ones, which the launch fills in and no caller passes, are last.
enum class ArgumentKind : uint8_t {
  ByValue,
  GlobalBuffer,
  DynamicSharedPointer,
  Unknown, ///< A caller's: an image, a sampler, or newer than this.
  HiddenBlockCountX,
  HiddenBlockCountY,
  HiddenBlockCountZ,
  HiddenGroupSizeX,
  HiddenGroupSizeY,
  HiddenGroupSizeZ,
  HiddenRemainderX,
  HiddenRemainderY,
  HiddenRemainderZ,
  HiddenGlobalOffsetX,
  HiddenGlobalOffsetY,
  HiddenGlobalOffsetZ,
  HiddenGridDims,
  HiddenPrintfBuffer,
  HiddenHostcallBuffer,
  HiddenMultigridSyncArg,
  HiddenHeapV1,
  HiddenDefaultQueue,
  HiddenCompletionAction,
  HiddenDynamicLdsSize,
  HiddenPrivateBase,
  HiddenSharedBase,
  HiddenQueuePtr,
  HiddenNone, ///< A place that is not used.
  HiddenUnknown,
};

constexpr bool isHidden(ArgumentKind Kind) {
  return Kind >= ArgumentKind::HiddenBlockCountX;
}

struct Argument {
  uint32_t Offset = 0; ///< In the kernarg segment, which has room for it.
  uint32_t Bytes = 0;
  ArgumentKind Kind = ArgumentKind::Unknown;
};

/// Where a kernel wants the hidden arguments. Whoever writes one needs no
/// check: it has the size that the code object versions give it.
class HiddenOffsets {
public:
  HiddenOffsets() { Offsets.fill(-1); }

  /// -1: the kernel has no such argument, or several (HiddenNone).
  int32_t operator[](ArgumentKind Kind) const { return Offsets[size_t(Kind)]; }
  void set(ArgumentKind Kind, uint32_t Offset) {
    Offsets[size_t(Kind)] = int32_t(Offset);
  }

private:
  std::array<int32_t, size_t(ArgumentKind::HiddenUnknown) + 1> Offsets;
};

struct KernelMetadata {
  std::string Name;
  std::string Symbol; ///< Of the kernel's descriptor: "NAME.kd".
  uint32_t KernargBytes = 0;
  uint32_t KernargAlignment = 0; ///< A power of two.
  uint32_t GroupBytes = 0;       ///< Shared memory of a block, the fixed part.
  uint32_t PrivateBytes = 0;     ///< Stack of a thread, the fixed part.
  uint32_t WavefrontSize = 0;    ///< 32 or 64.
  uint32_t MaxGroupSize = 0;     ///< The most threads of a block.
  uint32_t NumSgprs = 0, NumVgprs = 0, NumAgprs = 0;
  uint32_t NumSgprSpills = 0, NumVgprSpills = 0;
  bool UsesDynamicStack = false; ///< Needs more than PrivateBytes.
  bool HasUniformGroups = false; ///< Blocks must be of one size.
  std::vector<Argument> Arguments;
  HiddenOffsets Hidden;
};

struct CodeObject {
  TargetId Target;
  unsigned Version = 0;                ///< 4 to 6.
  std::vector<KernelMetadata> Kernels; ///< In the order of their names.

  /// Null if there is none.
  const KernelMetadata *find(std::string_view Name) const;
};

/// Looks at the ELF header only. Fails where the bytes are no code object of a
/// known version for a known processor.
int readTarget(const void *Bytes, size_t Size, TargetId &Target,
               unsigned &CodeObjectVersion, ompjit_error *Error);

/// Checks also that all that the headers name lies in the bytes.
int readCodeObject(const void *Bytes, size_t Size, CodeObject &Object,
                   ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_CODEOBJECT_H
