//===- Uses.cpp - Memory and code that are still in use -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses.h"

#include "Executable.h"
#include "Queue.h"
#include "Report.h"
#include "ompjit/Plugins/AmdDispatch.h"

#include <algorithm>

namespace ompjit::standin {

using plugins::DispatchPacket;

namespace {

/// Returns the name of the first packet for which \p Is holds.
template <typename F> std::string findPacket(const Machine &M, F Is) {
  for (const auto &[Self, Each] : M.Queues) {
    if (Each->IsStopped)
      continue;
    for (uint64_t Index = Each->Read; Index < Each->Rung; ++Index)
      if (const Packet &What = Each->at(Index); What.isValid() && Is(What))
        return text("packet %llu of queue %llu",
                    static_cast<unsigned long long>(Index),
                    static_cast<unsigned long long>(Self->Id));
  }
  return "";
}

template <typename F> std::string findCopy(const Machine &M, F Is) {
  for (const auto &Of : M.Agents)
    for (const auto &Each : Of->Copies)
      if (Is(*Each))
        return text("a copy of %zu bytes from 0x%zx to 0x%zx", Each->Bytes,
                    numberOf(Each->From), numberOf(Each->To));
  return "";
}

bool needs(const Packet &What, uint64_t Signal) {
  const auto Barrier = What.as<BarrierPacket>();
  if (What.type() == PacketBarrierAnd &&
      std::ranges::any_of(Barrier.Needs,
                          [&](Handle Each) { return Each.Value == Signal; }))
    return true;
  // The completion signal is at the same place in all packets.
  return Barrier.Completion.Value == Signal;
}

/// Only the begin of the arguments is checked, because their end depends on the
/// kernel.
bool hasArgumentsIn(const Packet &What, uintptr_t Begin, uint64_t Bytes) {
  if (What.type() != PacketDispatch)
    return false;
  const uint64_t Arguments = What.as<DispatchPacket>().Arguments;
  return Arguments >= Begin && Arguments - Begin < Bytes;
}

} // namespace

std::string userOf(const Machine &M, const Signal &What) {
  std::string Found =
      findPacket(M, [&](const Packet &Each) { return needs(Each, What.Self); });
  if (!Found.empty())
    return Found;
  return findCopy(M, [&](const Copy &Each) {
    return Each.Completion.get() == &What ||
           std::ranges::any_of(Each.Needs, [&](const auto &Need) {
             return Need.get() == &What;
           });
  });
}

std::string userOf(const Machine &M, uintptr_t Begin, uint64_t Bytes) {
  std::string Found = findPacket(M, [&](const Packet &Each) {
    return hasArgumentsIn(Each, Begin, Bytes);
  });
  if (!Found.empty())
    return Found;
  return findCopy(M, [&](const Copy &Each) {
    auto Overlaps = [&](const void *Other) {
      return numberOf(Other) < Begin + Bytes &&
             Begin < numberOf(Other) + Each.Bytes;
    };
    return Overlaps(Each.To) || Overlaps(Each.From);
  });
}

std::string userOf(const Machine &M, const Executable &What) {
  return findPacket(M, [&](const Packet &Each) {
    if (Each.type() != PacketDispatch)
      return false;
    auto Runs = M.Kernels.find(Each.as<DispatchPacket>().Kernel);
    return Runs && Runs->Of == &What;
  });
}

} // namespace ompjit::standin
