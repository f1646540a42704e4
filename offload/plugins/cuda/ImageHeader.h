//===- ImageHeader.h - What a device image is for -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the headers of cubins, which are ELF files, and of PTX. The driver gets
// an image's address but not its size, and trusts what it finds there, so these
// checks come first.
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
  Host, ///< A shared object for a virtual GPU.
};

struct ImageHeader {
  ImageKind Kind = ImageKind::Cubin;
  int Capability = 0; ///< 90 is sm_90.
  char Variant = 0;   ///< 'a' or 'f', as in "sm_90a"; 0: none, or not known.
  int PtxVersion = 0; ///< 84 is 8.4.

  std::string arch() const;
};

/// What an image must be compatible with.
struct ImageTarget {
  int Ordinal;
  int Capability;
  int PtxVersion; ///< The newest that the driver supports.
  bool IsEmulated;
};

/// Checks that everything that a cubin's headers refer to is within the bytes,
/// or that PTX begins correctly.
int readHeader(const void *Bytes, size_t Size, ImageHeader &Header,
               ompjit_error *Error);

/// Fails if the device cannot run the image.
int checkTarget(const ImageHeader &Header, const ImageTarget &Target,
                ompjit_error *Error);

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_IMAGEHEADER_H
