//===- StackNeed.cpp - The stack that an image's kernels need -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin describes its functions by records, which consist of a format, an
// attribute and two bytes. In the format with a size, these two bytes are the
// size of the data that follows. The records that are used here hold pairs of a
// symbol's number and a number of bytes.
//
//===----------------------------------------------------------------------===//

#include "StackNeed.h"

#include "ompjit/Plugins/Bytes.h"
#include "ompjit/Plugins/ElfSymbols.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace ompjit::cuda {

namespace {

constexpr uint8_t FormatWithSize = 4;
constexpr uint8_t FrameSize = 0x11, MinStackSize = 0x12;
constexpr uint32_t IsUnknown = UINT32_MAX;

/// A region in a region calls the runtime, which calls the inner region.
constexpr size_t Levels = 4;
/// For code that the driver compiles.
constexpr size_t BytesForText = 4096;
/// If frames are large, so is the memory for all threads; then there are two
/// levels.
constexpr size_t LargeBytes = size_t(16) * 1024, LevelsOfLarge = 2;

struct Record {
  uint8_t Format, Attribute;
  uint16_t Size;
};

/// The frames of a cubin's functions.
struct Frames {
  size_t Largest = 0, Second = 0;
  bool HasUnknownStack = false;

  void add(uint8_t Attribute, uint32_t Bytes) {
    if (Attribute == MinStackSize)
      HasUnknownStack |= Bytes == IsUnknown;
    if (Attribute != FrameSize)
      return;
    Second = std::max(Second, std::min<size_t>(Bytes, Largest));
    Largest = std::max<size_t>(Largest, Bytes);
  }
};

Frames readFrames(std::string_view Info) {
  Frames Found;
  Record Head;
  while (Info.size() >= sizeof(Head)) {
    std::memcpy(&Head, Info.data(), sizeof(Head));
    Info.remove_prefix(sizeof(Head));
    if (Head.Format != FormatWithSize)
      continue;
    if (Head.Size > Info.size())
      break;
    uint32_t Pair[2]; // A symbol, and bytes.
    if (Head.Size >= sizeof(Pair)) {
      std::memcpy(Pair, Info.data(), sizeof(Pair));
      Found.add(Head.Attribute, Pair[1]);
    }
    Info.remove_prefix(Head.Size);
  }
  return Found;
}

} // namespace

size_t stackNeed(const void *Bytes, size_t Size, ImageKind Kind) {
  const std::string_view Image(static_cast<const char *>(Bytes), Size);
  // Only calls through pointers need the function's type in PTX.
  if (Kind == ImageKind::Ptx)
    return Image.find(".callprototype") != std::string_view::npos ? BytesForText
                                                                  : 0;
  const Frames Found = readFrames(plugins::sectionNamed(Image, ".nv.info"));
  if (!Found.HasUnknownStack)
    return 0;
  const size_t OfLevel = Found.Largest + Found.Second;
  return std::min(Levels * OfLevel,
                  std::max(LevelsOfLarge * OfLevel, LargeBytes));
}

} // namespace ompjit::cuda
