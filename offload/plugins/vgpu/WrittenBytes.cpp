//===- WrittenBytes.cpp - Which memory was written ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WrittenBytes.h"

#include <algorithm>

namespace ompjit::vgpu {

WrittenBytes::WrittenBytes(uint64_t Size)
    : Groups(static_cast<Bits *>(std::calloc(Size / 8 + 1, sizeof(Bits)))) {}

template <typename Visitor>
bool WrittenBytes::visit(uint64_t Offset, uint64_t Size, Visitor Visit) const {
  for (const uint64_t End = Offset + Size; Offset < End;) {
    const uint64_t Stop = std::min(End, Offset / 8 * 8 + 8);
    const auto Mask = uint8_t(((1u << (Stop - Offset)) - 1) << Offset % 8);
    if (Visit(Groups[Offset / 8], Mask))
      return true;
    Offset = Stop;
  }
  return false;
}

void WrittenBytes::note(uint64_t Offset, uint64_t Size) {
  if (Groups)
    visit(Offset, Size, [](Bits &Group, uint8_t Mask) {
      if ((Group.load(std::memory_order_relaxed) & Mask) != Mask)
        Group.fetch_or(Mask, std::memory_order_relaxed);
      return false;
    });
}

void WrittenBytes::forget(uint64_t Offset, uint64_t Size) {
  if (Groups)
    visit(Offset, Size, [](Bits &Group, uint8_t Mask) {
      Group.fetch_and(uint8_t(~Mask), std::memory_order_relaxed);
      return false;
    });
}

bool WrittenBytes::hasAny(uint64_t Offset, uint64_t Size) const {
  return !Groups || visit(Offset, Size, [](const Bits &Group, uint8_t Mask) {
    return (Group.load(std::memory_order_relaxed) & Mask) != 0;
  });
}

void WrittenBytes::copy(uint64_t Offset, uint64_t Size,
                        const WrittenBytes &From, uint64_t FromOffset) {
  for (uint64_t I = 0; I != Size; ++I)
    if (From.hasAny(FromOffset + I, 1))
      note(Offset + I, 1);
    else
      forget(Offset + I, 1);
}

} // namespace ompjit::vgpu
