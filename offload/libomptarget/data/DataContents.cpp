//===- DataContents.cpp - What a launch is known to find ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the start of a launch fills LaunchContents: small copies into mappings
// that it created are kept, and when all pointers are in place, those that are
// reachable through a single argument are reported. Also how DeviceContents
// learns what constructs do.
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

namespace ompjit {

/// Makes one copy of \p C, and keeps the bytes if they may be reported, now or
/// later.
Status DataEnvironment::copyInOne(const Transfer &What, Construct &C) {
  const DeviceAddress To = What.device();
  const void *From = What.Host.pointer();
  if (What.Size > LaunchContents::MaxBytes) [[likely]]
    return C.Work.copyTo(To, From, What.Size);
  const bool IsTold =
      C.Contents && What.Unplaced && C.hasCreated(*What.Unplaced);
  DeviceContents::Copy Noted(Known, To, What.Size);
  if (!IsTold && !Noted.isWatched())
    return C.Work.copyTo(To, From, What.Size);
  Result<const void *> Bytes = C.Work.copyKept(To, From, What.Size);
  if (!Bytes)
    return Bytes.takeError();
  Noted.done(*Bytes);
  if (IsTold)
    C.Kept.push_back({What.Unplaced, What.Host, What.Size, *Bytes});
  return Done{};
}

/// Stores a device pointer at \p Pointer, whose bytes become unknown.
Status DataEnvironment::storePointer(DeviceAddress Pointer, DeviceAddress Value,
                                     Operation &Work) {
  Known.lose(Pointer, sizeof(void *));
  return Work.storePointer(Pointer, Value);
}

/// Whether one argument of the kernel leads to \p M, and no pointer that the
/// construct stored does.
bool DataEnvironment::isReachedOnce(const Mapping &M,
                                    const MapArguments &Arguments,
                                    const Construct &C) const {
  uint32_t Ways = 0;
  for (uint32_t I = 0; I < Arguments.Count; ++I) {
    const HostAddress Begin = Arguments.begin(I);
    if (Arguments.isLambdaCapture(I) && Table.find(Begin, 0).Found == &M)
      return false;
    if (Arguments.has(I, MapTargetParam) &&
        !Arguments.has(I, MapLiteral | MapPrivate | MapAttach) &&
        Table.findSection(Begin, Arguments.size(I)).Found == &M)
      ++Ways;
  }
  for (const Attachment &Each : C.Attachments)
    if (Table.find(Each.Pointee, 0).Found == &M)
      return false;
  return Ways == 1;
}

void DataEnvironment::tellContents(const MapArguments &Arguments,
                                   const Construct &C) const {
  for (const Construct::KeptCopy &Each : C.Kept) {
    const Mapping &M = *Each.Owner;
    if (!isReachedOnce(M, Arguments, C))
      continue;
    std::vector<Piece> Pieces;
    appendPieces(M, Each.Host, Each.Size, Pieces);
    for (const Piece &Part : Pieces)
      C.Contents->add(M.deviceAddress(Part.Host), Part.Size,
                      static_cast<const char *>(Each.Bytes) +
                          (Part.Host - Each.Host));
  }
}

} // namespace ompjit
