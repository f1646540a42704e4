//===- Image.h - A loaded shared object -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Native images of the host are ELF shared objects. Each load makes a copy of
// its own, because devices must not share variables; the dynamic linker is
// given an anonymous file, so that nothing is left behind on disk.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_HOST_IMAGE_H
#define OMPJIT_PLUGINS_HOST_IMAGE_H

#include "Kernel.h"

#include "ompjit/Plugin.h"

#include <cstddef>
#include <mutex>
#include <string>
#include <unordered_map>

/// Owns the loaded object and the kernels taken from it.
struct ompjit_image {
  void *Handle;      ///< From dlopen.
  std::string Label; ///< For messages.

  std::mutex KernelsMutex;
  /// By symbol; a node never moves, so kernels can be handed out by address.
  std::unordered_map<std::string, ompjit_kernel> Kernels;
};

namespace ompjit::host {

/// Checks that the bytes are an x86-64 shared object whose segments lie within
/// the bytes: the dynamic linker trusts its input and would end in SIGBUS.
int checkImage(const void *Bytes, size_t Size, ompjit_error *Error);

int loadImage(const void *Bytes, size_t Size, const char *Label,
              ompjit_image **Image, ompjit_error *Error);
void unloadImage(ompjit_image *Image);

int findSymbol(ompjit_image *Image, const char *Symbol, void **Address,
               uint64_t *SymbolSize, ompjit_error *Error);

int getKernel(ompjit_image *Image, const char *Symbol, uint32_t NumArgs,
              ompjit_kernel **Kernel, ompjit_error *Error);

} // namespace ompjit::host

#endif // OMPJIT_PLUGINS_HOST_IMAGE_H
