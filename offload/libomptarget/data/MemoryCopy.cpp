//===- MemoryCopy.cpp - Copies between any two devices --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryCopy.h"

#include <cstring>
#include <memory>
#include <new>

namespace ompjit {

namespace {

/// Copies between devices in pieces, so that the buffer stays small.
Status copyThroughHost(const PluginDevice &To, void *Target,
                       const PluginDevice &From, const void *Source,
                       uint64_t Size) {
  constexpr uint64_t PieceBytes = 4 << 20;
  uint64_t BufferBytes = Size < PieceBytes ? Size : PieceBytes;
  std::unique_ptr<char[]> Buffer(new (std::nothrow) char[BufferBytes]);
  if (!Buffer)
    return Error("no host memory for a copy between two devices");
  for (uint64_t Done = 0; Done < Size; Done += BufferBytes) {
    uint64_t Now = Size - Done < BufferBytes ? Size - Done : BufferBytes;
    if (Status S =
            From.copyFrom(Buffer.get(), DeviceAddress(Source) + Done, Now);
        !S)
      return S;
    if (Status S = To.copyTo(DeviceAddress(Target) + Done, Buffer.get(), Now);
        !S)
      return S;
  }
  return Done{};
}

/// Returns the elements in one step of the outermost dimension.
size_t rowSize(const size_t *Dimensions, int Number) {
  size_t Size = 1;
  for (int I = 1; I < Number; ++I)
    Size *= Dimensions[I];
  return Size;
}

} // namespace

Status copyBetween(Place To, void *Target, Place From, const void *Source,
                   uint64_t Size) {
  if (To.isHost() && From.isHost()) {
    std::memmove(Target, Source, Size);
    return Done{};
  }
  if (From.isHost())
    return To.Device->copyTo(DeviceAddress(Target), Source, Size);
  if (To.isHost())
    return From.Device->copyFrom(Target, DeviceAddress(Source), Size);
  if (To.Device->handle() == From.Device->handle())
    return To.Device->copyWithin(DeviceAddress(Target), DeviceAddress(Source),
                                 Size);
  // If the direct copy fails, the copy goes through the host.
  if (To.Device->isBeside(*From.Device) &&
      To.Device->copyFromBeside(DeviceAddress(Target), *From.Device,
                                DeviceAddress(Source), Size))
    return Done{};
  return copyThroughHost(*To.Device, Target, *From.Device, Source, Size);
}

Status copyBox(Place To, void *Target, Place From, const void *Source,
               const Box &Whole) {
  const int N = Whole.NumDimensions;
  const size_t TargetRow =
      Whole.ElementSize * rowSize(Whole.TargetDimensions, N);
  const size_t SourceRow =
      Whole.ElementSize * rowSize(Whole.SourceDimensions, N);
  char *TargetStart =
      static_cast<char *>(Target) + Whole.TargetOffsets[0] * TargetRow;
  const char *SourceStart =
      static_cast<const char *>(Source) + Whole.SourceOffsets[0] * SourceRow;
  if (N == 1)
    return copyBetween(To, TargetStart, From, SourceStart,
                       Whole.Volume[0] * Whole.ElementSize);
  const Box Inner{Whole.ElementSize,         N - 1,
                  Whole.Volume + 1,          Whole.TargetOffsets + 1,
                  Whole.SourceOffsets + 1,   Whole.TargetDimensions + 1,
                  Whole.SourceDimensions + 1};
  for (size_t I = 0; I < Whole.Volume[0]; ++I)
    if (Status S = copyBox(To, TargetStart + I * TargetRow, From,
                           SourceStart + I * SourceRow, Inner);
        !S)
      return S;
  return Done{};
}

} // namespace ompjit
