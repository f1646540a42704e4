//===- Image.h - A loaded shared object -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native images of the host are ELF shared objects.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_IMAGE_H
#define OMPJIT_PLUGINS_HOST_IMAGE_H

#include "Kernel.h"

#include "ompjit/Plugins/SharedObject.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstddef>
#include <string>
#include <unordered_map>

/// Owns the loaded object and the kernels taken from it.
struct ompjit_image {
  ompjit::plugins::SharedObject Object;

  ompjit::Mutex KernelsMutex;
  /// By symbol; nodes never move, so the kernels' addresses can be handed out.
  std::unordered_map<std::string, ompjit_kernel>
      Kernels OMPJIT_GUARDED_BY(KernelsMutex);
};

namespace ompjit::host {

int loadImage(const void *Bytes, size_t Size, const char *Label,
              ompjit_image **Image, ompjit_error *Error);
void unloadImage(ompjit_image *Image);

int getKernel(ompjit_image *Image, const char *Symbol, uint32_t NumArgs,
              ompjit_kernel **Kernel, ompjit_error *Error);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_IMAGE_H
