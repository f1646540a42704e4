//===- PackageParts.cpp - The bitcode of a package in parts ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parts are read lazily from the bitcode, so that each costs only its own code,
// and parts are made in parallel.
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

using namespace llvm;

namespace ompjit::devicelink {

/// This corresponds to some 50 KiB of bitcode, which take half a millisecond to
/// open.
static constexpr size_t InstructionsPerPart = 4000;

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
    for (Group &Each : Groups)
      Result.push_back(std::move(Each.Kernels));
    return Result;
  }
}

namespace {

/// Makes the parts of one module.
class Splitter {
public:
  Splitter(const PreparedModule &Prepared, StringRef Bitcode)
      : Bitcode(Bitcode) {
    for (const Entry &E : Prepared.Kernels)
      if (!E.IsInBase)
        Kernels.push_back(E.Value->getName());
  }

  Expected<std::string> sharedState() const {
    return part([&](Module &M) { return extractBase(M, Kernels); });
  }
  Expected<std::string> kernels(ArrayRef<unsigned> Which) const {
    SmallVector<StringRef> Names;
    for (unsigned Kernel : Which)
      Names.push_back(Kernels[Kernel]);
    return part([&](Module &M) { return extractPart(M, Names); });
  }

private:
  Expected<std::string> part(function_ref<Error(Module &)> Extract) const;

  StringRef Bitcode;
  SmallVector<StringRef> Kernels;
};

} // namespace

Expected<std::string>
Splitter::part(function_ref<Error(Module &)> Extract) const {
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

  const Splitter Cut(Prepared, Bitcode);
  Result.Bitcode.resize(Groups.size() + 1);
  ThreadErrors Failures;
  auto Make = [&](size_t Part) {
    provideSignalStack();
    auto Made = Part == 0 ? Cut.sharedState() : Cut.kernels(Groups[Part - 1]);
    if (Made)
      Result.Bitcode[Part] = std::move(*Made);
    else
      Failures.add(Made.takeError());
  };
  DefaultThreadPool Pool(Threads);
  for (size_t Part = 0; Part != Result.Bitcode.size(); ++Part)
    Pool.async(Make, Part);
  Pool.wait();
  if (Error E = Failures.take())
    return std::move(E);
  for (auto [Index, Group] : enumerate(Groups))
    for (unsigned Kernel : Group)
      Result.OfKernel[Indices[Kernel]] = uint32_t(Index + 1);
  return Result;
}

} // namespace ompjit::devicelink
