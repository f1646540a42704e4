//===- Image.h - Lowered device code --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_VGPU_IMAGE_H
#define OMPJIT_PLUGINS_VGPU_IMAGE_H

#include "Kernel.h"
#include "ompjit/Plugins/SharedObject.h"

#include "ompjit/Plugin.h"
#include "ompjit/VirtualGpu.h"

#include <string>
#include <unordered_map>
#include <vector>

struct ompjit_image {
  ompjit::plugins::SharedObject Object;
  const ompjit::vgpu::ImageRecord *Record = nullptr;
  void **PrintVariable = nullptr;     ///< The image's variable with the print
                                      ///< buffer's address.
  std::vector<const void *> Segments; ///< Segments that were added to the
                                      ///< device's memory.
  /// By symbol; filled when the image is loaded.
  std::unordered_map<std::string, ompjit_kernel> Kernels;
};

namespace ompjit::vgpu {

int checkImage(ompjit_device *Device, const void *Bytes, size_t Size,
               ompjit_error *Error);
/// Loads the code only: variables that the host fills in are left as they are.
int loadCode(ompjit_device *Device, const void *Bytes, size_t Size,
             const char *Label, ompjit_image **Image, ompjit_error *Error);
/// Runs the image's kernel for constructors or destructors (VirtualGpu.h), if
/// it has one.
int runAlone(ompjit_device &Device, ompjit_image &Image, const char *Kernel,
             ompjit_error *Error);
int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error);
void unloadImage(ompjit_device *Device, ompjit_image *Image);
int getKernel(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
              uint32_t NumArgs, ompjit_kernel **Kernel, ompjit_error *Error);

} // namespace ompjit::vgpu

#endif // OMPJIT_PLUGINS_VGPU_IMAGE_H
