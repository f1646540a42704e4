//===- LinkedImage.cpp - What a vendor's linker makes of fragments --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/LinkedImage.h"

using namespace ompjit;

static constexpr ByteView Magic = "OJLK";
static constexpr uint32_t Version = 1;

static Error damaged(const char *Why) {
  return Error(std::string("damaged linked image: ") + Why);
}

bool LinkedImage::hasMagic(ByteView Bytes) { return Bytes.starts_with(Magic); }

std::string LinkedImage::encode() const {
  ByteWriter Writer;
  Writer.write<uint32_t>(Version);
  Writer.writeBlob(Linker);
  Writer.write<uint64_t>(Parameters.size());
  for (const PackedParameter &Each : Parameters) {
    Writer.write(Each.Offset);
    Writer.write(Each.Size);
  }
  Writer.writeBlob(Bytes);
  return std::string(Magic) + Writer.take();
}

Result<LinkedImage> LinkedImage::decode(ByteView Encoded) {
  if (!hasMagic(Encoded))
    return damaged("it does not start as one");
  ByteReader Reader(Encoded.substr(Magic.size()));
  if (const auto Found = Reader.read<uint32_t>(); Found != Version)
    return Error("linked image of version " + std::to_string(Found) +
                 ", expected version " + std::to_string(Version));
  LinkedImage Image;
  Image.Linker = Reader.readBlob();
  const auto Count = Reader.read<uint64_t>();
  if (Count > Reader.remaining() / sizeof(PackedParameter))
    return damaged("it ends too early");
  uint32_t End = 0;
  for (uint64_t I = 0; I != Count; ++I) {
    const auto Offset = Reader.read<uint32_t>(), Size = Reader.read<uint32_t>();
    if (Offset < End || !Size || Offset > MaxParameterBytes ||
        Size > MaxParameterBytes - Offset)
      return damaged("its parameters are not one behind the other");
    End = Offset + Size;
    Image.Parameters.push_back({Offset, Size});
  }
  Image.Bytes = Reader.readBlob();
  if (Reader.failed())
    return damaged("it ends too early");
  if (Reader.remaining())
    return damaged("bytes after its end");
  if (Image.Bytes.empty())
    return damaged("it has no code");
  return Image;
}
