//===- ompjit/ImageRecord.h - Which images a run wanted -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What OMP_JIT_RECORD writes, and `omp-jit-cache warm` reads: the images that a
// program asked for, so that they can be compiled elsewhere, before it runs.
// The packages of these images are in the program, except for those that are
// linked from fragments when it runs; so the packages of fragments are in the
// file.
//
// A file is a sequence of records and nothing else, so that any number of
// processes can append to it; a reader skips what it does not understand.
// Grammar (integers little-endian):
//
//   file   = record*
//   record = tag version:u32 size:u64 digest:16 bytes content
//   tag    = "OJRD" | "OJRF"
//   content of "OJRD" = package:32 bytes triple:blob request:blob
//   content of "OJRF" = a package of fragments
//
// `size` is the size of the content and `digest` its XXH3-128. `package` is the
// digest of the package; `request` is an encoded CompileRequest. Version
// history: 1, the first version; "OJRF" came later, and earlier readers skip
// it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_IMAGERECORD_H
#define OMPJIT_IMAGERECORD_H

#include "ompjit/CompileService.h"
#include "ompjit/Package.h"
#include "ompjit/Support/Bytes.h"

#include <array>
#include <string>
#include <vector>

namespace ompjit {

struct RecordedImage {
  std::array<uint8_t, 32> Package{};
  std::string Triple;
  CompileRequest Request;
};

std::string encodeRecord(const RecordedImage &);
/// \p Package is a whole package of fragments.
std::string encodeFragmentsRecord(ByteView Package);

struct ImageRecords {
  std::vector<RecordedImage> Images; ///< In the order of the file.
  /// Packages of fragments, in the order of the file. The views lead into its
  /// bytes.
  std::vector<PackageView> Fragments;
  uint64_t NumBad = 0; ///< Places in the file that hold no valid
                       ///< record.
};

/// Accepts arbitrary bytes and never reads outside of them.
ImageRecords decodeRecords(ByteView File);

} // namespace ompjit

#endif // OMPJIT_IMAGERECORD_H
