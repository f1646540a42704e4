//===- Image.h - Code objects on an AMD GPU -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_AMDGPU_IMAGE_H
#define OMPJIT_PLUGINS_AMDGPU_IMAGE_H

#include "ompjit/Plugin.h"

#include <cstddef>

namespace ompjit::amdgpu {

// The functions of the table.
int checkImage(ompjit_device *Device, const void *Bytes, size_t Size,
               ompjit_error *Error);
int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error);
void unloadImage(ompjit_device *Device, ompjit_image *Image);

} // namespace ompjit::amdgpu

#endif // OMPJIT_PLUGINS_AMDGPU_IMAGE_H
