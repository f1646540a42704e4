//===- PackageParts.cpp - The bitcode of a package in parts ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts are read lazily from the bitcode, so that each costs only its own code
// and what the module declares. As that grows with the number of parts as well,
// they are cut from pieces of several if they are many. Pieces are made in
// parallel.
//
//===----------------------------------------------------------------------===//

#include "PackageParts.h"

#include "ompjit/DeviceLink/WorkNote.h"
#include "ompjit/Specialize/Extract.h"
#include "support/ThreadErrors.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/IPO/StripSymbols.h"

#include <cmath>

using namespace llvm;

namespace ompjit::devicelink {

/// This corresponds to some 50 KiB of bitcode, which take half a millisecond to
/// open.
static constexpr size_t InstructionsPerPart = 4000;

/// Fewer parts are cut directly.
static constexpr size_t FewParts = 16;

namespace {

/// Finds approximately which functions kernels reach, by the symbols that code
/// mentions.
class Reach {
public:
  explicit Reach(const Module &M) : Positions(M.size()) {
    for (const Function &F : M) {
      Positions[&F] = Functions.size();
      Functions.push_back(&F);
    }
    Mentioned.resize(Functions.size());
  }

  BitVector from(const Function &Kernel);
  size_t cost(const BitVector &Which) const;

private:
  ArrayRef<unsigned> mentionedBy(unsigned Position);

  DenseMap<const Function *, unsigned> Positions;
  std::vector<const Function *> Functions;
  std::vector<std::optional<SmallVector<unsigned, 8>>> Mentioned;
};

} // namespace

ArrayRef<unsigned> Reach::mentionedBy(unsigned Position) {
  if (Mentioned[Position])
    return *Mentioned[Position];
  SmallSetVector<unsigned, 8> Found;
  for (const Instruction &I : instructions(*Functions[Position]))
    for (const Use &Operand : I.operands())
      if (const auto *F = dyn_cast<Function>(Operand); F && !F->isDeclaration())
        Found.insert(Positions.lookup(F));
  Mentioned[Position].emplace(Found.begin(), Found.end());
  return *Mentioned[Position];
}

BitVector Reach::from(const Function &Kernel) {
  BitVector Reached(Functions.size());
  SmallVector<unsigned> Work = {Positions.lookup(&Kernel)};
  while (!Work.empty()) {
    unsigned Position = Work.pop_back_val();
    if (Reached[Position])
      continue;
    Reached.set(Position);
    append_range(Work, mentionedBy(Position));
  }
  return Reached;
}

size_t Reach::cost(const BitVector &Which) const {
  size_t Cost = 0;
  for (unsigned Position : Which.set_bits())
    Cost += Functions[Position]->getInstructionCount();
  return Cost;
}

namespace {
struct Group {
  std::vector<unsigned> Kernels;
  BitVector Reached;
  size_t Cost = 0;
};
} // namespace

/// Groups kernels in the order of the module, because the kernels of a file
/// share most.
static std::vector<Group> group(ArrayRef<BitVector> Reached, const Reach &Sizes,
                                size_t Budget) {
  std::vector<Group> Groups;
  for (auto [Kernel, Needs] : enumerate(Reached)) {
    if (!Groups.empty()) {
      Group &Last = Groups.back();
      BitVector New = Needs;
      New.reset(Last.Reached);
      if (size_t Cost = Sizes.cost(New); Last.Cost + Cost <= Budget) {
        Last.Kernels.push_back(unsigned(Kernel));
        Last.Reached |= Needs;
        Last.Cost += Cost;
        continue;
      }
    }
    Groups.push_back({{unsigned(Kernel)}, Needs, Sizes.cost(Needs)});
  }
  return Groups;
}

std::vector<std::vector<unsigned>>
groupKernels(ArrayRef<const Function *> Kernels, size_t Budget) {
  if (Kernels.empty())
    return {};
  Reach Sizes(*Kernels.front()->getParent());
  std::vector<BitVector> Reached;
  BitVector Union;
  for (const Function *Kernel : Kernels) {
    Reached.push_back(Sizes.from(*Kernel));
    Union |= Reached.back();
  }
  const size_t Once = Sizes.cost(Union);
  for (;; Budget *= 2) {
    std::vector<Group> Groups = group(Reached, Sizes, Budget);
    size_t Sum = 0;
    for (const Group &Each : Groups)
      Sum += Each.Cost;
    if (Groups.size() > 1 && Sum > Once + Once / 4)
      continue;
    std::vector<std::vector<unsigned>> Result;
    Result.reserve(Groups.size());
    for (Group &Each : Groups)
      Result.push_back(std::move(Each.Kernels));
    return Result;
  }
}

/// Cuts a part out of \p Bitcode, which is read lazily.
static Expected<std::string> cut(StringRef Bitcode,
                                 function_ref<Error(Module &)> Extract) {
  LLVMContext Context;
  Context.setDiscardValueNames(true);
  auto M = getLazyBitcodeModule(MemoryBufferRef(Bitcode, "device"), Context);
  if (!M)
    return M.takeError();
  if (Error E = Extract(**M))
    return E;
  ModuleAnalysisManager Analyses;
  StripDeadDebugInfoPass().run(**M, Analyses);
  std::string Bytes;
  raw_string_ostream Stream(Bytes);
  WriteBitcodeToFile(**M, Stream);
  return Bytes;
}

namespace {

/// Makes the parts of one module: number 0 has the shared state, and number N
/// the kernels of group N - 1.
class Splitter {
public:
  using Group = std::vector<unsigned>;

  Splitter(ArrayRef<const Function *> Kernels, ArrayRef<Group> Groups,
           MutableArrayRef<std::string> Parts)
      : Groups(Groups), Parts(Parts) {
    for (const Function *Kernel : Kernels)
      Names.push_back(Kernel->getName());
  }

  Error makeShared(StringRef Bitcode);
  /// Makes the parts of some groups.
  Error make(StringRef Bitcode, size_t First, size_t Count);

private:
  Error store(Expected<std::string> Made, size_t Part);
  Expected<std::string> kernels(StringRef Bitcode, ArrayRef<Group> Some) const;

  ArrayRef<Group> Groups;
  MutableArrayRef<std::string> Parts;
  SmallVector<StringRef> Names;
};

} // namespace

Expected<std::string> Splitter::kernels(StringRef Bitcode,
                                        ArrayRef<Group> Some) const {
  SmallVector<StringRef> Wanted;
  for (const Group &Each : Some)
    for (unsigned Kernel : Each)
      Wanted.push_back(Names[Kernel]);
  return cut(Bitcode, [&](Module &M) { return extractPart(M, Wanted); });
}

Error Splitter::store(Expected<std::string> Made, size_t Part) {
  if (!Made)
    return Made.takeError();
  Parts[Part] = std::move(*Made);
  return Error::success();
}

Error Splitter::makeShared(StringRef Bitcode) {
  return store(cut(Bitcode, [&](Module &M) { return extractBase(M, Names); }),
               0);
}

Error Splitter::make(StringRef Bitcode, size_t First, size_t Count) {
  std::string Piece;
  if (Count > 1) {
    auto Made = kernels(Bitcode, Groups.slice(First, Count));
    if (!Made)
      return Made.takeError();
    Piece = std::move(*Made);
    Bitcode = Piece;
  }
  for (size_t Each = First; Each != First + Count; ++Each)
    if (Error E = store(kernels(Bitcode, Groups[Each]), Each + 1))
      return E;
  return Error::success();
}

static size_t instructionsOf(const Module &M) {
  size_t Count = 0;
  for (const Function &F : M)
    Count += F.getInstructionCount();
  return Count;
}

Expected<PackageParts> splitPackage(const PreparedModule &Prepared,
                                    std::string Bitcode,
                                    ThreadPoolStrategy Threads) {
  PackageParts Result;
  Result.OfKernel.resize(Prepared.Kernels.size());
  SmallVector<const Function *> Kernels;
  SmallVector<unsigned> Indices;
  for (auto [Index, E] : enumerate(Prepared.Kernels))
    if (!E.IsInBase) {
      Kernels.push_back(cast<Function>(E.Value));
      Indices.push_back(unsigned(Index));
    }
  std::vector<std::vector<unsigned>> Groups;
  if (instructionsOf(*Prepared.M) > InstructionsPerPart)
    Groups = groupKernels(Kernels, InstructionsPerPart);
  if (Groups.size() < 2) {
    Result.Bitcode.push_back(std::move(Bitcode));
    return Result;
  }

  Result.Bitcode.resize(Groups.size() + 1);
  Splitter Cut(Kernels, Groups, Result.Bitcode);
  ThreadErrors Failures;
  DefaultThreadPool Pool(Threads);
  const auto Start = [&](auto Make) {
    Pool.async([&Failures, Make] {
      provideSignalStack();
      if (Error E = Make())
        Failures.add(std::move(E));
    });
  };
  Start([&] { return Cut.makeShared(Bitcode); });
  const size_t PerPiece =
      Groups.size() < FewParts ? 1 : size_t(std::sqrt(Groups.size()));
  for (size_t First = 0; First < Groups.size(); First += PerPiece)
    Start([&, First] {
      return Cut.make(Bitcode, First,
                      std::min(PerPiece, Groups.size() - First));
    });
  Pool.wait();
  if (Error E = Failures.take())
    return std::move(E);
  for (auto [Index, Group] : enumerate(Groups))
    for (unsigned Kernel : Group)
      Result.OfKernel[Indices[Kernel]] = uint32_t(Index + 1);
  return Result;
}

} // namespace ompjit::devicelink
