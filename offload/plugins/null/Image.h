//===- Image.h - A loaded image -------------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image is a text that lists its kernels and variables:
//
//   image     := "ompjit null image 1\n" line* "end\n"
//   line      := kernel | variable
//   kernel    := "kernel " name " " behaviour "\n"
//   behaviour := "nothing"
//              | "wait"      until the 64-bit word that its first argument
//                            points to is not 0
//              | "fail"
//   variable  := "variable " name " " bytes " " value "\n"
//
// A variable's first eight bytes, or as many as it has, are the value, the rest
// is 0. The last line shows that the image is complete.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_NULL_IMAGE_H
#define OMPJIT_PLUGINS_NULL_IMAGE_H

#include "Kernel.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

struct ompjit_image {
  /// Nothing is added after loading, so the addresses of variables and kernels
  /// can be handed out.
  std::map<std::string, std::vector<char>> Variables;
  std::map<std::string, ompjit_kernel> Kernels;
  ompjit::Mutex KernelsMutex; ///< Guards what kernel_get fills in.
};

namespace ompjit::null {

int recogniseImage(const void *Bytes, size_t Size);
int checkImage(ompjit_device *Device, const void *Bytes, size_t Size,
               ompjit_error *Error);
int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error);
void unloadImage(ompjit_device *Device, ompjit_image *Image);
int findSymbol(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
               void **Address, uint64_t *SymbolSize, ompjit_error *Error);
int getKernel(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
              uint32_t NumArgs, ompjit_kernel **Kernel, ompjit_error *Error);

} // namespace ompjit::null

#endif // OMPJIT_PLUGINS_NULL_IMAGE_H
