//===- Metadata.h - A code object's data on its kernels ------*- C++ -* ---===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The metadata is MessagePack in a note of the ELF file, described in LLVM's
// document "AMDGPU Usage". Keys that are not needed are skipped.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_METADATA_H
#define OMPJIT_PLUGINS_AMDGPU_METADATA_H

#include "ompjit/Plugin.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ompjit::amdgpu {

/// The hidden ones, which the launch fills in and the caller does not pass,
/// come last.
enum class ArgumentKind : uint8_t {
  ByValue,
  GlobalBuffer,
  DynamicSharedPointer,
  Unknown, ///< Passed by the caller: an image, a sampler, or a kind that is
           ///< newer than this.
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
  HiddenNone, ///< An unused place.
  HiddenUnknown,
};

constexpr bool isHidden(ArgumentKind Kind) {
  return Kind >= ArgumentKind::HiddenBlockCountX;
}

struct Argument {
  uint32_t Offset = 0; ///< In the kernarg segment; checked to be within it.
  uint32_t Bytes = 0;
  ArgumentKind Kind = ArgumentKind::Unknown;
};

/// Offsets of a kernel's hidden arguments. They can be written without checks:
/// their sizes are those that the code object version defines.
class HiddenOffsets {
public:
  HiddenOffsets() { Offsets.fill(-1); }

  /// Returns -1 if the kernel has no such argument, or several (HiddenNone).
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
  uint32_t MaxGroupSize = 0;     ///< Maximum number of threads in a block.
  uint32_t NumSgprs = 0, NumVgprs = 0, NumAgprs = 0;
  uint32_t NumSgprSpills = 0, NumVgprSpills = 0;
  bool UsesDynamicStack = false; ///< Needs more than PrivateBytes.
  bool HasUniformGroups = false; ///< Blocks must be of one size.
  std::vector<Argument> Arguments;
  HiddenOffsets Hidden;
};

/// Adds the kernels, sorted by name. Fails if a kernel's metadata is
/// impossible, because launches rely on all of it.
int readKernels(const std::vector<std::string_view> &Metadata,
                std::vector<KernelMetadata> &Kernels, ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_METADATA_H
