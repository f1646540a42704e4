//===- LoadedImage.h - An image on a GPU, and what is in it ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_LOADEDIMAGE_H
#define OMPJIT_PLUGINS_AMDGPU_LOADEDIMAGE_H

#include "CodeObject.h"
#include "Hsa.h"
#include "LoadedKernel.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

struct ompjit_image {
  std::string Bytes; ///< Kept, because the runtime and debuggers read them.
  ompjit::amdgpu::Executable Code = {};
  /// The kernels' metadata; empty if a virtual GPU runs them.
  ompjit::amdgpu::CodeObject Object;
  void *PrintVariable = nullptr;
  ompjit::Mutex KernelsMutex;
  /// By symbol; nodes never move.
  std::unordered_map<std::string, ompjit_kernel>
      Kernels OMPJIT_GUARDED_BY(KernelsMutex);
};

namespace ompjit::amdgpu {

class Call;

/// Whether the processor is to run the image in place of the GPU.
bool isPlayed(const ompjit_device &Device, const void *Bytes, size_t Size);

/// Suffix that makes the name of a kernel's descriptor.
inline constexpr std::string_view DescriptorSuffix = ".kd";

/// Finds the symbol \p Name; returns OMPJIT_NO_SYMBOL if the image has none.
int find(Call &In, const ompjit_image &Image, const char *Name, Symbol &Found);

/// Returns OMPJIT_NO_SYMBOL if the image has no such variable.
int findVariable(Call &In, const ompjit_image &Image, const char *Name,
                 void *&Address, uint32_t &Bytes);
/// The function of the table.
int findSymbol(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
               void **Address, uint64_t *Size, ompjit_error *Error);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_LOADEDIMAGE_H
