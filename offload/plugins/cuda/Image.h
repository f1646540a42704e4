//===- Image.h - Loaded device code ---------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_IMAGE_H
#define OMPJIT_PLUGINS_CUDA_IMAGE_H

#include "Constructors.h"
#include "Driver.h"
#include "Kernel.h"

#include "ompjit/Plugin.h"

#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>

struct ompjit_image {
  ompjit::cuda::Module *Module = nullptr;
  ompjit::cuda::StartAndEnd Code;
  /// What the driver has to find; it may say otherwise where it fails.
  std::unordered_set<std::string> Exported;
  std::mutex KernelsMutex;
  /// By symbol; a node never moves.
  std::unordered_map<std::string, ompjit_kernel> Kernels;
};

namespace ompjit::cuda {

class Call;

// As the functions of the table.
int checkImage(ompjit_device *Device, const void *Bytes, size_t Size,
               ompjit_error *Error);
int finishImage(ompjit_device *Device, const void *Bytes, size_t Size,
                const char *Label, ompjit_sink Sink, void *Context,
                ompjit_error *Error);
int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error);
void unloadImage(ompjit_device *Device, ompjit_image *Image);
int findSymbol(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
               void **Address, uint64_t *Size, ompjit_error *Error);
int getKernel(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
              uint32_t NumArgs, ompjit_kernel **Kernel, ompjit_error *Error);

struct Variable {
  DevicePointer Address = 0;
  size_t Bytes = 0;
};

/// OMPJIT_NO_SYMBOL where the image has no such variable.
int findVariable(Call &In, const ompjit_image &Image, const char *Name,
                 Variable &Found);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_IMAGE_H
