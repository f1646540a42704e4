//===- ImageHeader.h - What a device image is for -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the headers of cubins, which are ELF files, and of PTX. The driver is
// told an image's address and not its size, and trusts what it finds there: so
// these checks come first.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_IMAGEHEADER_H
#define OMPJIT_PLUGINS_CUDA_IMAGEHEADER_H

#include "ompjit/Plugin.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace ompjit::cuda {

enum class ImageKind {
  Cubin,
  Ptx,
  Host, ///< A shared object for the processor that plays a GPU.
};

struct ImageHeader {
  ImageKind Kind = ImageKind::Cubin;
  int Capability = 0; ///< 90 is sm_90.
  char Variant = 0;   ///< 'a' or 'f', as in "sm_90a"; 0: none, or not known.
  int PtxVersion = 0; ///< 84 is 8.4.

  std::string arch() const;
};

/// What an image has to fit.
struct ImageTarget {
  int Ordinal;
  int Capability;
  int PtxVersion; ///< The newest that the driver understands.
  bool IsEmulated;
};

/// Checks that all of a cubin that is named in its headers lies in the bytes;
/// of PTX, that it begins as it must.
int readHeader(const void *Bytes, size_t Size, ImageHeader &Header,
               ompjit_error *Error);

/// Fails where the device cannot run it.
int checkTarget(const ImageHeader &Header, const ImageTarget &Target,
                ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_IMAGEHEADER_H
