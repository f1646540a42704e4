//===- LoadedImage.cpp - An image on a GPU, and what is in it -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadedImage.h"

#include "Call.h"
#include "ompjit/Plugins/Error.h"

namespace ompjit::cuda {

using plugins::fail;

int findSymbol(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
               void **Address, uint64_t *Size, ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  Variable Found;
  if (int Failed = findVariable(In, *Image, Symbol, Found))
    return Failed;
  *Address = reinterpret_cast<void *>(Found.Address);
  if (Size)
    *Size = Found.Bytes;
  return 0;
}

int findVariable(Call &In, const ompjit_image &Image, const char *Name,
                 Variable &Found) {
  const Result Code = In.device().D.ModuleGetGlobal(
      &Found.Address, &Found.Bytes, Image.Module, Name);
  if (Code == Result::NotFound && !Image.Exported.contains(Name)) {
    fail(In.error(), "the image has no symbol '%s'", Name);
    return OMPJIT_NO_SYMBOL;
  }
  return In.check(Code, "cannot find '%s' on GPU %d", Name,
                  In.device().Ordinal);
}

} // namespace ompjit::cuda
