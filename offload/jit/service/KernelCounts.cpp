//===- KernelCounts.cpp - How often a kernel's branches are taken ---------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/KernelCounts.h"

#include <algorithm>

using namespace ompjit;

static constexpr ByteView Magic = "OJKC";
static constexpr uint32_t Version = 1;
static constexpr size_t FunctionBytes = sizeof(uint32_t) + 2 * sizeof(uint64_t);

static Error damaged(const char *Why) {
  return Error(std::string("damaged counts: ") + Why);
}

std::string KernelCounts::encode() const {
  ByteWriter Writer;
  Writer.write(Version);
  Writer.write<uint64_t>(Functions.size());
  for (const FunctionCounts &Each : Functions) {
    Writer.write(Each.Function);
    Writer.write(Each.CodeHash);
    Writer.write<uint64_t>(Each.Counters.size());
    for (const uint64_t Counter : Each.Counters)
      Writer.write(Counter);
  }
  return std::string(Magic) + Writer.take();
}

Result<KernelCounts> KernelCounts::decode(ByteView Encoded) {
  if (!Encoded.starts_with(Magic))
    return damaged("they do not start as such");
  ByteReader Reader(Encoded.substr(Magic.size()));
  if (const auto Found = Reader.read<uint32_t>(); Found != Version)
    return Error("counts of version " + std::to_string(Found) +
                 ", expected version " + std::to_string(Version));
  const auto NumFunctions = Reader.read<uint64_t>();
  if (NumFunctions > Reader.remaining() / FunctionBytes)
    return damaged("they end too early");
  KernelCounts Counts;
  Counts.Functions.reserve(NumFunctions);
  for (uint64_t I = 0; I != NumFunctions; ++I) {
    FunctionCounts Each;
    Each.Function = Reader.read<uint32_t>();
    Each.CodeHash = Reader.read<uint64_t>();
    const auto NumCounters = Reader.read<uint64_t>();
    if (NumCounters > Reader.remaining() / sizeof(uint64_t))
      return damaged("they end too early");
    if (NumCounters == 0)
      return damaged("a function without counters");
    if (I != 0 && Each.Function <= Counts.Functions.back().Function)
      return damaged("their functions are not in order");
    Each.Counters.reserve(NumCounters);
    for (uint64_t J = 0; J != NumCounters; ++J)
      Each.Counters.push_back(Reader.read<uint64_t>());
    if (*std::ranges::max_element(Each.Counters) > MaxCount)
      return damaged("a counter is too large");
    Counts.Functions.push_back(std::move(Each));
  }
  if (Reader.failed())
    return damaged("they end too early");
  if (Reader.remaining())
    return damaged("bytes after their end");
  return Counts;
}

uint64_t KernelCounts::numCounters() const {
  uint64_t Number = 0;
  for (const FunctionCounts &Each : Functions)
    Number += Each.Counters.size();
  return Number;
}

bool KernelCounts::areOfSameCode(const KernelCounts &Others) const {
  return std::ranges::equal(
      Functions, Others.Functions,
      [](const FunctionCounts &A, const FunctionCounts &B) {
        return A.Function == B.Function && A.CodeHash == B.CodeHash &&
               A.Counters.size() == B.Counters.size();
      });
}

bool KernelCounts::areZero() const {
  return std::ranges::all_of(Functions, [](const FunctionCounts &Each) {
    return std::ranges::all_of(Each.Counters,
                               [](uint64_t Counter) { return Counter == 0; });
  });
}

static void addTo(uint64_t &Sum, uint64_t Number) {
  Sum += std::min(Number, KernelCounts::MaxCount - Sum);
}

void KernelCounts::add(const KernelCounts &Others) {
  for (size_t I = 0; I != Functions.size(); ++I)
    for (size_t J = 0; J != Functions[I].Counters.size(); ++J)
      addTo(Functions[I].Counters[J], Others.Functions[I].Counters[J]);
}

void KernelCounts::add(const uint64_t *Counters) {
  for (FunctionCounts &Each : Functions)
    for (uint64_t &Sum : Each.Counters)
      addTo(Sum, *Counters++);
}
