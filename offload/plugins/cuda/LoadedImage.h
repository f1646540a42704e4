//===- LoadedImage.h - An image on a GPU, and what is in it ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_LOADEDIMAGE_H
#define OMPJIT_PLUGINS_CUDA_LOADEDIMAGE_H

#include "Driver.h"
#include "LoadedKernel.h"

#include "ompjit/Plugin.h"
#include "ompjit/Support/Mutex.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ompjit::cuda {

/// The names of the variables with the addresses of constructors and
/// destructors, in the order of the calls.
struct StartAndEnd {
  std::vector<std::string> Constructors, Destructors;
};

} // namespace ompjit::cuda

struct ompjit_image {
  ompjit::cuda::Module *Module = nullptr;
  ompjit::cuda::StartAndEnd Code;
  /// The symbols that the driver has to find: if it denies one of them, it has
  /// failed.
  std::unordered_set<std::string> Exported;
  ompjit::Mutex KernelsMutex;
  /// By symbol; nodes never move.
  std::unordered_map<std::string, ompjit_kernel>
      Kernels OMPJIT_GUARDED_BY(KernelsMutex);
};

namespace ompjit::cuda {

class Call;

struct Variable {
  DevicePointer Address = 0;
  size_t Bytes = 0;
};

/// Returns OMPJIT_NO_SYMBOL if the image has no such variable.
int findVariable(Call &In, const ompjit_image &Image, const char *Name,
                 Variable &Found);

/// The function of the table.
int findSymbol(ompjit_device *Device, ompjit_image *Image, const char *Symbol,
               void **Address, uint64_t *Size, ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_LOADEDIMAGE_H
