//===- Flatten.cpp - One address space ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flatten.h"

#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/TeamMemory.h"

#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

/// Every pointer becomes a pointer of address space 0.
class FlatTypes : public ValueMapTypeRemapper {
public:
  Type *remapType(Type *T) override {
    Type *&Flat = Known[T];
    if (!Flat)
      Flat = make(T); // Does not invalidate: Known has stable references.
    return Flat;
  }

private:
  Type *make(Type *T) {
    if (T->isPointerTy())
      return PointerType::get(T->getContext(), 0);
    if (auto *Array = dyn_cast<ArrayType>(T))
      return ArrayType::get(remapType(Array->getElementType()),
                            Array->getNumElements());
    if (auto *Vector = dyn_cast<VectorType>(T))
      return VectorType::get(remapType(Vector->getElementType()),
                             Vector->getElementCount());
    if (auto *Signature = dyn_cast<FunctionType>(T)) {
      SmallVector<Type *> Parameters;
      for (Type *Parameter : Signature->params())
        Parameters.push_back(remapType(Parameter));
      return FunctionType::get(remapType(Signature->getReturnType()),
                               Parameters, Signature->isVarArg());
    }
    auto *Struct = dyn_cast<StructType>(T);
    return Struct ? makeStruct(*Struct) : T;
  }

  Type *makeStruct(StructType &T) {
    SmallVector<Type *> Elements;
    for (Type *Element : T.elements())
      Elements.push_back(remapType(Element));
    if (T.isOpaque() || equal(Elements, T.elements()))
      return &T;
    if (T.isLiteral())
      return StructType::get(T.getContext(), Elements, T.isPacked());
    return StructType::create(T.getContext(), Elements, T.getName(),
                              T.isPacked());
  }

  std::unordered_map<Type *, Type *> Known;
};

class Flattener {
public:
  Flattener(Module &From, const TargetMachine &Processor);

  Expected<FlatModule> run();

private:
  Error checkModule() const;
  void makePlain(Function &F);
  static void noteConstants(Function &F);
  Error declare();
  Error checkLayout(Type *T, const Twine &What);
  bool hasSameLayout(Type *T);
  void mapCasts(Constant &C);
  void mapCastsOf(Function &F);
  void defineVariables();
  void copyMetadata();
  void copyBody(Function &Old, Function &New);
  static void finishBody(Function &F);

  Module &From;
  std::unique_ptr<Module> To;
  DataLayout Layout;
  FlatTypes Types;
  ValueToValueMapTy Values;
  SmallPtrSet<Constant *, 32> Seen;
};

} // namespace

Flattener::Flattener(Module &From, const TargetMachine &Processor)
    : From(From), To(std::make_unique<Module>(From.getModuleIdentifier(),
                                              From.getContext())),
      Layout(Processor.createDataLayout()) {
  To->setTargetTriple(Processor.getTargetTriple());
  To->setDataLayout(Layout);
  To->setSourceFileName(From.getSourceFileName());
}

static bool hasPlainConvention(const Function &F) {
  return F.getCallingConv() == CallingConv::Fast ||
         F.getCallingConv() == CallingConv::Cold;
}

/// Sizes and places of members must not change with the data layout.
bool Flattener::hasSameLayout(Type *T) {
  const DataLayout &Old = From.getDataLayout();
  Type *Flat = Types.remapType(T);
  if (!T->isSized())
    return true;
  if (Old.getTypeAllocSize(T) != Layout.getTypeAllocSize(Flat))
    return false;
  if (auto *Array = dyn_cast<ArrayType>(T))
    return hasSameLayout(Array->getElementType());
  auto *Struct = dyn_cast<StructType>(T);
  if (!Struct)
    return true;
  const StructLayout *Before = Old.getStructLayout(Struct);
  const StructLayout *After = Layout.getStructLayout(cast<StructType>(Flat));
  for (unsigned I = 0; I != Struct->getNumElements(); ++I)
    if (Before->getElementOffset(I) != After->getElementOffset(I) ||
        !hasSameLayout(Struct->getElementType(I)))
      return false;
  return true;
}

Error Flattener::checkLayout(Type *T, const Twine &What) {
  if (hasSameLayout(T))
    return Error::success();
  std::string Name;
  raw_string_ostream(Name) << *T;
  return createStringError("the virtual GPU cannot hold " + What + " of type " +
                           Name +
                           ", for which the processor has another layout");
}

Error Flattener::checkModule() const {
  if (!From.alias_empty() || !From.ifunc_empty())
    return createStringError("the virtual GPU needs code without aliases");
  if (!From.getModuleInlineAsm().empty())
    return createStringError("the virtual GPU cannot run assembly");
  return Error::success();
}

/// Replaces address computations that would differ on the processor by byte
/// offsets, computed by the rules of the GPU.
void Flattener::makePlain(Function &F) {
  const DataLayout &Old = From.getDataLayout();
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    auto *Address = dyn_cast<GetElementPtrInst>(&I);
    if (!Address || Address->getType()->isVectorTy() ||
        (hasSameLayout(Address->getSourceElementType()) &&
         Old.getIndexTypeSizeInBits(Address->getType()) == 64))
      continue;
    IRBuilder<> B(Address);
    Value *Offset = emitGEPOffset(&B, Old, Address);
    Value *Plain = B.CreatePtrAdd(Address->getPointerOperand(), Offset);
    Address->replaceAllUsesWith(Plain);
    Address->eraseFromParent();
  }
}

/// A volatile access orders others, unless it reads a constant whose value
/// optimisers must not know.
void Flattener::noteConstants(Function &F) {
  constexpr unsigned ConstantSpace = 4; // The number is the same for both
                                        // vendors.
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I);
        Load && Load->getPointerAddressSpace() == ConstantSpace)
      Load->setMetadata(LLVMContext::MD_invariant_load,
                        MDNode::get(I.getContext(), {}));
}

Error Flattener::declare() {
  for (GlobalVariable &Old : From.globals()) {
    if (Error E = checkLayout(Old.getValueType(), "variable " + Old.getName()))
      return E;
    auto *New = new GlobalVariable(
        *To, Types.remapType(Old.getValueType()), Old.isConstant(),
        Old.getLinkage(), nullptr, Old.getName(), nullptr,
        Old.getThreadLocalMode(), 0, Old.isExternallyInitialized());
    New->copyAttributesFrom(&Old);
    New->setComdat(nullptr);
    New->setAttributes({});
    Values[&Old] = New;
  }
  for (Function &Old : From) {
    auto *Type = cast<FunctionType>(Types.remapType(Old.getFunctionType()));
    Function *New =
        Function::Create(Type, Old.getLinkage(), 0, Old.getName(), To.get());
    New->copyAttributesFrom(&Old);
    New->setComdat(nullptr);
    if (!hasPlainConvention(Old))
      New->setCallingConv(CallingConv::C);
    if (Old.isIntrinsic())
      if (auto Mangled = Intrinsic::remangleIntrinsicFunction(New))
        New = *Mangled;
    Values[&Old] = New;
  }
  return Error::success();
}

/// A cast between address spaces stands for its operand.
void Flattener::mapCasts(Constant &C) {
  if (isa<GlobalValue>(C) || !Seen.insert(&C).second)
    return;
  for (Value *Operand : C.operands())
    if (auto *Inner = dyn_cast<Constant>(Operand))
      mapCasts(*Inner);
  auto *Expression = dyn_cast<ConstantExpr>(&C);
  if (Expression && Expression->getOpcode() == Instruction::AddrSpaceCast)
    Values[&C] = MapValue(Expression->getOperand(0), Values, RF_None, &Types);
}

void Flattener::mapCastsOf(Function &F) {
  for (Instruction &I : instructions(F))
    for (Value *Operand : I.operands())
      if (auto *C = dyn_cast<Constant>(Operand))
        mapCasts(*C);
}

void Flattener::defineVariables() {
  for (GlobalVariable &Old : From.globals()) {
    if (!Old.hasInitializer())
      continue;
    mapCasts(*Old.getInitializer());
    cast<GlobalVariable>(Values[&Old])
        ->setInitializer(cast<Constant>(
            MapValue(Old.getInitializer(), Values, RF_None, &Types)));
  }
}

/// Copies metadata about places in the source. The rest is about the GPU.
void Flattener::copyMetadata() {
  if (NamedMDNode *Units = From.getNamedMetadata("llvm.dbg.cu")) {
    NamedMDNode *New = To->getOrInsertNamedMetadata("llvm.dbg.cu");
    for (MDNode *Unit : Units->operands())
      New->addOperand(cast<MDNode>(MapMetadata(Unit, Values, RF_None, &Types)));
  }
  if (Metadata *Version = From.getModuleFlag("Debug Info Version"))
    To->addModuleFlag(Module::Warning, "Debug Info Version",
                      cast<ConstantAsMetadata>(Version)->getValue());
}

void Flattener::copyBody(Function &Old, Function &New) {
  for (auto [From, To] : zip(Old.args(), New.args()))
    Values[&From] = &To;
  SmallVector<ReturnInst *> Returns;
  CloneFunctionInto(&New, &Old, Values,
                    CloneFunctionChangeType::DifferentModule, Returns, "",
                    nullptr, &Types);
  if (!hasPlainConvention(Old))
    New.setCallingConv(CallingConv::C);
  finishBody(New);
}

/// Removes properties of instructions that only the GPU understands.
void Flattener::finishBody(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isa<AddrSpaceCastInst>(I)) {
      I.replaceAllUsesWith(I.getOperand(0));
      I.eraseFromParent();
      continue;
    }
    if (auto *Call = dyn_cast<CallBase>(&I);
        Call && Call->getCallingConv() != CallingConv::Fast &&
        Call->getCallingConv() != CallingConv::Cold)
      Call->setCallingConv(CallingConv::C);
  }
}

Expected<FlatModule> Flattener::run() {
  if (Error E = checkModule())
    return E;
  for (Function &F : From) {
    makePlain(F);
    noteConstants(F);
  }
  if (Error E = declare())
    return E;
  defineVariables();
  copyMetadata();
  FlatModule Flat;
  for (Function &Old : From) {
    if (Old.isDeclaration())
      continue;
    for (Instruction &I : instructions(Old)) {
      auto *Slot = dyn_cast<AllocaInst>(&I);
      Type *T = Slot               ? Slot->getAllocatedType()
                : isa<LoadInst>(I) ? I.getType()
                : isa<StoreInst>(I)
                    ? cast<StoreInst>(I).getValueOperand()->getType()
                    : nullptr;
      if (T)
        if (Error E = checkLayout(T, "a value in " + Old.getName()))
          return E;
    }
    auto &New = *cast<Function>(Values[&Old]);
    mapCastsOf(Old);
    copyBody(Old, New);
    if (isGpuKernel(Old))
      Flat.Kernels.push_back(&New);
  }
  for (GlobalVariable &Old : From.globals())
    if (isMemoryOfTeam(Old))
      Flat.Shared.push_back(cast<GlobalVariable>(Values[&Old]));
  Flat.M = std::move(To);
  return Flat;
}

Expected<FlatModule> flatten(Module &M, const TargetMachine &Processor) {
  return Flattener(M, Processor).run();
}

} // namespace ompjit::virtualgpu
