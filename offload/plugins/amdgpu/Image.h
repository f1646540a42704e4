//===- Image.h - Code objects on a GPU of AMD's ---------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_IMAGE_H
#define OMPJIT_PLUGINS_AMDGPU_IMAGE_H

#include "CodeObject.h"
#include "Hsa.h"
#include "Kernel.h"

#include "ompjit/Plugin.h"

#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

struct ompjit_image {
  std::string Bytes; ///< The runtime and debuggers look into it.
  ompjit::amdgpu::Executable Code = {};
  /// Of the kernels; empty where a processor plays them.
  ompjit::amdgpu::CodeObject Object;
  void *PrintVariable = nullptr;
  std::mutex KernelsMutex;
  /// By symbol; a node never moves.
  std::unordered_map<std::string, ompjit_kernel> Kernels;
};

namespace ompjit::amdgpu {

// As the functions of the table.
int checkImage(ompjit_device *Device, const void *Bytes, size_t Size,
               ompjit_error *Error);
int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error);
void unloadImage(ompjit_device *Device, ompjit_image *Image);
int findSymbol(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
               void **Address, uint64_t *Size, ompjit_error *Error);
int getKernel(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
              uint32_t NumArgs, ompjit_kernel **Kernel, ompjit_error *Error);

/// What the descriptor of a kernel is called, behind the kernel's name.
inline constexpr std::string_view DescriptorSuffix = ".kd";

/// The symbol of \p Name; OMPJIT_NO_SYMBOL where the image has none.
int find(Call &In, const ompjit_image &Image, const char *Name, Symbol &Found);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_IMAGE_H
