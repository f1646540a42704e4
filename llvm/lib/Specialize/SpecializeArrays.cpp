//===- SpecializeArrays.cpp - Arrays become constants ---------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// specializeArrays of Fields.h. The places that a load may read are the range
// that scalar evolution finds for its distance from a place that is known.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Fields.h"

#include "FieldBytes.h"
#include "ompjit/Specialize/ArgumentMemory.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Passes/PassBuilder.h"

#include <map>
#include <optional>

using namespace llvm;

namespace ompjit {

namespace {

/// No array that the package lists is larger.
constexpr int64_t MaxArrayBytes = 512;

/// What constants are aligned to.
constexpr uint64_t TableAlignBytes = 16;

/// A load behind a place, at a distance that is not constant.
struct ComputedRead {
  LoadInst *Load;
  ArgumentMemory::Place From;
  ByteRange Bytes; ///< That it may read, behind the parameter.
  ByteRange Table; ///< Known bytes around these.
  Align Alignment; ///< Of the distance.
};

/// Scalar evolution, set up when it is first needed: few kernels have such
/// loads.
class Evolutions {
public:
  ScalarEvolution &of(Function &F) {
    if (!Analyses)
      PassBuilder().registerFunctionAnalyses(Analyses.emplace());
    return Analyses->getResult<ScalarEvolutionAnalysis>(F);
  }

private:
  std::optional<FunctionAnalysisManager> Analyses;
};

/// Finds such loads behind one parameter that read nothing but known bytes.
class ReadFinder {
public:
  ReadFinder(const FieldBytes &Known, Evolutions &OfFunctions)
      : Known(Known), OfFunctions(OfFunctions) {}

  SmallVector<ComputedRead> find();

private:
  void look(Value &Address, const ArgumentMemory::Place &From);
  void add(LoadInst &Load, const ArgumentMemory::Place &From);

  const FieldBytes &Known;
  Evolutions &OfFunctions;
  DenseSet<const Value *> Places;
  SmallVector<ComputedRead> Found;
};

} // namespace

SmallVector<ComputedRead> ReadFinder::find() {
  const ArgumentMemory Memory = memoryOf(*Known.Pointer);
  for (const ArgumentMemory::Place &Each : Memory.Places)
    Places.insert(Each.Pointer);
  for (const ArgumentMemory::Place &Each : Memory.Places)
    look(*Each.Pointer, Each);
  return std::move(Found);
}

void ReadFinder::look(Value &Address, const ArgumentMemory::Place &From) {
  for (Use &U : Address.uses()) {
    auto *User = cast<Instruction>(U.getUser());
    if (auto *Load = dyn_cast<LoadInst>(User); Load && &Address != From.Pointer)
      add(*Load, From);
    else if (auto *Step = dyn_cast<GetElementPtrInst>(User);
             Step && Step->getType()->isPointerTy() && !Places.contains(Step))
      look(*Step, From);
  }
}

void ReadFinder::add(LoadInst &Load, const ArgumentMemory::Place &From) {
  if (!Load.isSimple() || !Load.getType()->isSingleValueType() ||
      Load.getType()->isPtrOrPtrVectorTy() || Load.getType()->isScalableTy())
    return;
  ScalarEvolution &Evolution = OfFunctions.of(*Load.getFunction());
  const SCEV *Distance =
      Evolution.getMinusSCEV(Evolution.getSCEV(Load.getPointerOperand()),
                             Evolution.getSCEV(From.Pointer));
  if (isa<SCEVCouldNotCompute>(Distance))
    return;
  const ConstantRange Range = Evolution.getSignedRange(Distance);
  const std::optional<int64_t> Least = Range.getSignedMin().trySExtValue(),
                               Most = Range.getSignedMax().trySExtValue();
  if (!Least || !Most || *Least < -MaxArrayBytes || *Most > MaxArrayBytes)
    return;
  const auto Size =
      int64_t(Load.getDataLayout().getTypeStoreSize(Load.getType()));
  const ByteRange Bytes = {From.Offset + *Least, From.Offset + *Most + Size};
  const std::optional<ByteRange> Table = Known.Bytes.knownAround(Bytes);
  if (Table)
    Found.push_back(
        {&Load, From, Bytes, *Table,
         commonAlignment(
             Align(TableAlignBytes),
             Evolution.getConstantMultiple(Distance).getLimitedValue())});
}

namespace {

/// Makes the arrays that take the place of what is behind one parameter.
class TableMaker {
public:
  explicit TableMaker(const FieldBytes &Known)
      : Known(Known), Layout(Known.Pointer->getParent()->getDataLayout()) {}

  void replace(const ComputedRead &);

private:
  Constant &tableFor(const ComputedRead &);
  Constant &makeTable(ByteRange, Type &Element);
  Value *distance(IRBuilder<> &Builder, Value &Address, const Value &From);

  const FieldBytes &Known;
  const DataLayout &Layout;
  std::map<std::pair<ByteRange, Type *>, Constant *> Tables;
};

} // namespace

Constant &TableMaker::makeTable(ByteRange Bytes, Type &Element) {
  // A GPU's own memory: the threads of a warp may read different elements.
  constexpr unsigned DeviceSpace = 1;
  Module &M = *Known.Pointer->getParent()->getParent();
  const auto Count = uint64_t(Bytes.End - Bytes.Begin) /
                     Layout.getTypeStoreSize(&Element).getFixedValue();
  Constant *Elements =
      ConstantDataArray::getRaw(Known.Bytes.text(Bytes), Count, &Element);
  auto *Table = new GlobalVariable(
      M, Elements->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage,
      Elements, "ompjit.array", nullptr, GlobalValue::NotThreadLocal,
      M.getTargetTriple().isGPU() ? DeviceSpace : 0);
  Table->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
  Table->setAlignment(Align(TableAlignBytes));
  return *Table;
}

/// Returns the array for a read. Its elements have the type of the read if
/// possible, because that is what the unroller looks for.
Constant &TableMaker::tableFor(const ComputedRead &Read) {
  ByteRange Bytes = Read.Table;
  Type *Element = Read.Load->getType();
  const auto Size = int64_t(Layout.getTypeStoreSize(Element));
  const int64_t End = Bytes.End - (Bytes.End - Bytes.Begin) % Size;
  if (ConstantDataSequential::isElementTypeCompatible(Element) &&
      End >= Read.Bytes.End)
    Bytes.End = End;
  else
    Element = Type::getInt8Ty(Element->getContext());
  Constant *&Table = Tables[{Bytes, Element}];
  if (!Table)
    Table = &makeTable(Bytes, *Element);
  return *Table;
}

/// Computes the distance of an address from a place, once more.
Value *TableMaker::distance(IRBuilder<> &Builder, Value &Address,
                            const Value &From) {
  if (&Address == &From)
    return nullptr;
  auto &Step = cast<GetElementPtrInst>(Address);
  Value *Before = distance(Builder, *Step.getPointerOperand(), From);
  Value *Last = emitGEPOffset(&Builder, Layout, &Step);
  return Before ? Builder.CreateAdd(Before, Last) : Last;
}

void TableMaker::replace(const ComputedRead &Read) {
  IRBuilder<> Builder(Read.Load);
  const int64_t Begin = Read.From.Offset - Read.Table.Begin;
  Value *Distance =
      distance(Builder, *Read.Load->getPointerOperand(), *Read.From.Pointer);
  Value *Place = Builder.CreateAdd(
      Builder.CreateSExtOrTrunc(Distance, Builder.getInt64Ty()),
      ConstantInt::getSigned(Builder.getInt64Ty(), Begin));
  Read.Load->setOperand(LoadInst::getPointerOperandIndex(),
                        Builder.CreatePtrAdd(&tableFor(Read), Place));
  Read.Load->setAlignment(commonAlignment(Read.Alignment, uint64_t(Begin)));
}

Error specializeArrays(Function &Kernel, ArrayRef<FieldValue> Fields) {
  auto Known = fieldBytes(Kernel, Fields);
  if (!Known)
    return Known.takeError();
  Evolutions OfFunctions;
  for (const FieldBytes &Each : *Known) {
    TableMaker Tables(Each);
    for (const ComputedRead &Read : ReadFinder(Each, OfFunctions).find())
      Tables.replace(Read);
  }
  return Error::success();
}

} // namespace ompjit
