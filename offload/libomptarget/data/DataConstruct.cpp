//===- DataConstruct.cpp - What one construct does with data --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataConstruct.h"

namespace ompjit {

void DataEnvironment::Construct::planCopy(const Mapping &M, HostAddress Begin,
                                          uint64_t Size,
                                          TransferList &Transfers) {
  if (M.IsInPlace)
    return;
  auto Add = [&](HostAddress Part, uint64_t PartSize) {
    if (M.isArriving())
      Transfers.push_back({Part, PartSize, DeviceAddress(), &M});
    else
      Transfers.push_back({Part, PartSize, M.deviceAddress(Part), nullptr});
  };
  if (M.extra().Attached.empty())
    return Add(Begin, Size);
  std::vector<Piece> Pieces;
  appendPieces(M, Begin, Size, Pieces);
  for (const Piece &Each : Pieces)
    Add(Each.Host, Each.Size);
}

Status DataEnvironment::copyIn(Construct &C) {
  for (const Transfer &Each : C.In)
    if (Status S = copyInOne(Each, C); !S)
      return S;
  return Done{};
}

Status DataEnvironment::copyOut(const Construct &C) {
  for (const Transfer &Each : C.Out)
    if (Status S =
            C.Work.copyFrom(Each.Host.pointer(), Each.device(), Each.Size);
        !S)
      return S;
  return Done{};
}

} // namespace ompjit
