//===- Constructors.h - What runs before and after an image's kernels -----===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No GPU runs the constructors of an image's variables by itself. LLVM's code
// generator makes a variable for each one that holds its address, named
// __init_array_object_<name>_<priority>, and a kernel, nvptx$device$init, that
// calls the functions between __init_array_start and __init_array_end, which
// the host has to fill in. The same names with "fini" are for destructors,
// which that kernel calls from the last to the first.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_CONSTRUCTORS_H
#define OMPJIT_PLUGINS_CUDA_CONSTRUCTORS_H

#include "ImageHeader.h"
#include "LoadedImage.h"

#include "ompjit/Plugin.h"

#include <cstddef>

namespace ompjit::cuda {

/// Finds them in an image of the kind that readHeader() has returned.
StartAndEnd findStartAndEnd(const void *Bytes, size_t Size, ImageKind Kind);

// These return when the functions have run.
int runConstructors(ompjit_device *Device, ompjit_image *Image,
                    ompjit_error *Error);
int runDestructors(ompjit_device *Device, ompjit_image *Image,
                   ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_CONSTRUCTORS_H
