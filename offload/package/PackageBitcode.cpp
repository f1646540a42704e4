//===- PackageBitcode.cpp - Packs and unpacks bitcode ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PackageBitcode.h over libzstd.
//
//===----------------------------------------------------------------------===//

#include "ompjit/PackageBitcode.h"

#include <new>
#include <zstd.h>

using namespace ompjit;
using namespace ompjit::package;

/// Higher levels take ten times as long and save a tenth of the size. Reading
/// is equally fast at all levels.
static constexpr int Level = 9;

/// Smaller bitcode is not packed, because that would hardly make the program
/// smaller.
static constexpr size_t MinBytes = 4096;

static Error damaged(uint32_t Part, const std::string &Why) {
  return Error("the bitcode of part " + std::to_string(Part) +
               " of the JIT package cannot be unpacked: " + Why);
}

static Result<PartBitcode> unpack(const PartInfo &Part, uint32_t Index) {
  const ByteView Packed = Part.Bytes;
  // Memory is allocated only if the frame and the package agree on the size.
  if (ZSTD_getFrameContentSize(Packed.data(), Packed.size()) != Part.PlainSize)
    return damaged(Index, "its size is not " + std::to_string(Part.PlainSize));
  std::unique_ptr<char[]> Plain(new (std::nothrow) char[Part.PlainSize]);
  if (!Plain)
    return damaged(Index, "there is no memory for its " +
                              std::to_string(Part.PlainSize) + " bytes");
  const size_t Size = ZSTD_decompress(Plain.get(), Part.PlainSize,
                                      Packed.data(), Packed.size());
  if (ZSTD_isError(Size))
    return damaged(Index, ZSTD_getErrorName(Size));
  if (Size != Part.PlainSize)
    return damaged(Index, "it ends early");
  return PartBitcode(std::move(Plain), Size);
}

Result<PartBitcode> ompjit::readPart(const PackageView &Package,
                                     uint32_t Part) {
  const PartInfo Info = Package.part(Part);
  if (Info.Packing == Compression::Zstd)
    return unpack(Info, Part);
  return PartBitcode(Info.Bytes);
}

/// Returns an empty string if compression fails. The bitcode is then not
/// packed.
static std::string compress(const std::string &Plain) {
  std::string Packed(ZSTD_compressBound(Plain.size()), '\0');
  const size_t Size = ZSTD_compress(Packed.data(), Packed.size(), Plain.data(),
                                    Plain.size(), Level);
  Packed.resize(ZSTD_isError(Size) ? 0 : Size);
  return Packed;
}

PackageContents::Part ompjit::packPart(std::string Bitcode) {
  const uint64_t PlainSize = Bitcode.size();
  if (PlainSize >= MinBytes) {
    std::string Packed = compress(Bitcode);
    if (!Packed.empty() && Packed.size() < PlainSize - PlainSize / 8)
      return {std::move(Packed), PlainSize, Compression::Zstd};
  }
  return {std::move(Bitcode), PlainSize, Compression::None};
}
