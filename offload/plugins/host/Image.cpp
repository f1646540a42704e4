//===- Image.cpp - A loaded shared object ---------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"

#include "ompjit/CompileService.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Support/ExactMath.h"

#include <memory>

namespace ompjit::host {

using plugins::fail;

/// An image may come from a machine with another mathematical library.
static int checkMathematics(const plugins::SharedObject &Object,
                            ompjit_error *Error) {
  const auto *Needed = static_cast<uint32_t *>(Object.find(ExactMathSymbol));
  if (!Needed || !(*Needed & ~exactFunctions()))
    return 0;
  return fail(Error, "the image has exponentials that round otherwise than "
                     "those of this process's mathematical library");
}

int loadImage(const void *Bytes, size_t Size, const char *Label,
              ompjit_image **Image, ompjit_error *Error) {
  auto Loaded = std::make_unique<ompjit_image>();
  if (int Failed = Loaded->Object.load(Bytes, Size, Label, Error))
    return Failed;
  if (int Failed = checkMathematics(Loaded->Object, Error))
    return Failed;
  *Image = Loaded.release();
  return 0;
}

void unloadImage(ompjit_image *Image) { delete Image; }

int getKernel(ompjit_image *Image, const char *Symbol, uint32_t NumArgs,
              ompjit_kernel **Kernel, ompjit_error *Error) {
  void *Function = Image->Object.find(Symbol);
  if (!Function)
    return fail(Error, "the image has no kernel '%s'", Symbol);
  MutexLock Lock(Image->KernelsMutex);
  auto [Place, IsNew] = Image->Kernels.try_emplace(Symbol);
  if (IsNew)
    if (int Failed = prepareKernel(Place->second, Function, NumArgs, Error)) {
      Image->Kernels.erase(Place);
      return Failed;
    }
  *Kernel = &Place->second;
  return 0;
}

} // namespace ompjit::host
