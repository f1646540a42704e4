//===- PtxAtomics.cpp - Atomic operations without results -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PtxAtomics.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace ompjit {

/// An instruction whose result may be left out.
namespace {
struct Atomic {
  StringRef Kind, Result, Rest;
};
} // namespace

/// Whether there is a `red` of this kind, as in ".global.add.u32": not with an
/// order, and not for exchanges.
static bool hasReduction(StringRef Kind) {
  SmallVector<StringRef> Words;
  Kind.split(Words, '.', -1, /*KeepEmpty=*/false);
  const auto IsOperation = [](StringRef Word) {
    return is_contained({"add", "and", "or", "xor", "min", "max", "inc", "dec"},
                        Word);
  };
  const auto IsOther = [](StringRef Word) {
    return is_contained({"relaxed", "gpu", "sys", "cta", "global", "shared",
                         "noftz", "u32", "u64", "s32", "s64", "b32", "b64",
                         "f32", "f64"},
                        Word);
  };
  return count_if(Words, IsOperation) == 1 &&
         count_if(Words, IsOther) + 1 == std::ptrdiff_t(Words.size());
}

/// Parses "atom.global.add.u32 \t%r7, [%rd2], %r6;".
static bool parse(StringRef Line, Atomic &Found) {
  StringRef Text = Line.ltrim();
  if (!Text.consume_front("atom"))
    return false;
  Found.Kind = Text.take_until([](char C) { return isSpace(C); });
  StringRef Operands = Text.drop_front(Found.Kind.size()).ltrim();
  std::tie(Found.Result, Found.Rest) = Operands.split(',');
  return Found.Result.starts_with("%") && !Found.Rest.empty() &&
         hasReduction(Found.Kind);
}

/// Returns how often each register is in \p Function.
static DenseMap<StringRef, unsigned> countRegisters(StringRef Function) {
  DenseMap<StringRef, unsigned> Counts;
  for (size_t At = Function.find('%'); At != StringRef::npos;
       At = Function.find('%', At + 1)) {
    const StringRef Name = Function.drop_front(At + 1).take_while(isAlnum);
    ++Counts[Function.substr(At, Name.size() + 1)];
  }
  return Counts;
}

/// Appends a function, or what is between two.
static void append(std::string &To, StringRef Function) {
  const char *Done = Function.data();
  SmallVector<StringRef> Lines;
  DenseMap<StringRef, unsigned> Counts;
  if (Function.contains("\tatom.")) {
    Function.split(Lines, '\n');
    Counts = countRegisters(Function);
  }
  for (StringRef Line : Lines) {
    Atomic Found;
    if (!parse(Line, Found) || Counts.lookup(Found.Result) != 1)
      continue;
    To.append(Done, Line.data());
    To += ("\tred" + Found.Kind + " \t" + Found.Rest.ltrim()).str();
    Done = Line.end();
  }
  To.append(Done, Function.end());
}

std::string dropAtomicResults(StringRef Ptx) {
  std::string Result;
  Result.reserve(Ptx.size());
  // Registers are a function's own.
  constexpr StringLiteral End = "\n}\n";
  while (!Ptx.empty()) {
    const size_t Length =
        std::min(Ptx.find(End), Ptx.size() - End.size()) + End.size();
    append(Result, Ptx.take_front(Length));
    Ptx = Ptx.drop_front(Length);
  }
  return Result;
}

} // namespace ompjit
