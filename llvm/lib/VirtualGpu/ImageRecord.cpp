//===- ImageRecord.cpp - The record of an image for the plugin ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageRecord.h"

#include "ompjit/Specialize/BlockSize.h"
#include "ompjit/Specialize/KernelEnvironment.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

class RecordWriter {
public:
  RecordWriter(Module &M, Operations &Calls)
      : M(M), Calls(Calls), B(M.getContext()) {}

  Constant *kernel(Function &Kernel);
  GlobalVariable *array(ArrayRef<Constant *> Elements);

private:
  Function *makeRunner(Function &Kernel,
                       SmallVectorImpl<Constant *> &Parameters, uint64_t &Size);

  Module &M;
  Operations &Calls;
  IRBuilder<> B;
};

} // namespace

/// Returns the type and alignment with which the caller stores a parameter.
static std::pair<Type *, Align> formOf(const Argument &Parameter) {
  const DataLayout &Layout = Parameter.getParent()->getDataLayout();
  if (Type *Content = Parameter.getParamByValType())
    return {Content, Parameter.getParamAlign().value_or(
                         Layout.getABITypeAlign(Content))};
  Type *T = Parameter.getType();
  return {T, Layout.getABITypeAlign(T)};
}

Function *RecordWriter::makeRunner(Function &Kernel,
                                   SmallVectorImpl<Constant *> &Parameters,
                                   uint64_t &Size) {
  auto *Signature =
      FunctionType::get(B.getVoidTy(), {B.getPtrTy()}, /*isVarArg=*/false);
  Function *Runner = Function::Create(Signature, GlobalValue::InternalLinkage,
                                      Kernel.getName() + ".vgpu", M);
  B.SetInsertPoint(BasicBlock::Create(M.getContext(), "", Runner));
  SmallVector<Value *> Arguments;
  for (Argument &Parameter : Kernel.args()) {
    auto [T, Alignment] = formOf(Parameter);
    const uint64_t Bytes = M.getDataLayout().getTypeAllocSize(T);
    Size = alignTo(Size, Alignment);
    Value *Place =
        B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Runner->getArg(0), Size);
    Arguments.push_back(Parameter.hasByValAttr()
                            ? Place
                            : B.CreateAlignedLoad(T, Place, Align(1)));
    Parameters.push_back(ConstantStruct::getAnon(
        {B.getInt32(uint32_t(Size)), B.getInt32(uint32_t(Bytes))}));
    Size += Bytes;
  }
  // The block of parameters is the kernel's own.
  for (Argument &Parameter : Kernel.args())
    Parameter.removeAttr(Attribute::ByVal);
  B.CreateCall(&Kernel, Arguments);
  B.CreateRetVoid();
  return Runner;
}

GlobalVariable *RecordWriter::array(ArrayRef<Constant *> Elements) {
  Type *Element = Elements.empty() ? B.getInt8Ty() : Elements[0]->getType();
  auto *T = ArrayType::get(Element, Elements.size());
  return new GlobalVariable(M, T, /*isConstant=*/true,
                            GlobalValue::PrivateLinkage,
                            ConstantArray::get(T, Elements), "vgpu.array");
}

Constant *RecordWriter::kernel(Function &Kernel) {
  SmallVector<Constant *> Parameters;
  uint64_t Size = 0;
  Function *Runner = makeRunner(Kernel, Parameters, Size);
  GlobalVariable *Environment =
      kernelEnvironment(Kernel, KernelEnvironmentSuffixes[0]);
  return ConstantStruct::getAnon(
      {Calls.string(Kernel.getName()), Runner, B.getInt32(uint32_t(Size)),
       B.getInt32(uint32_t(Parameters.size())), array(Parameters),
       Environment ? cast<Constant>(Environment)
                   : ConstantPointerNull::get(B.getPtrTy()),
       B.getInt32(maxBlockSize(Kernel))});
}

void exportImage(Module &M, const ImageDescription &Image, Operations &Calls) {
  RecordWriter Writer(M, Calls);
  SmallVector<Constant *> Kernels;
  for (Function *Kernel : Image.Kernels)
    Kernels.push_back(Writer.kernel(*Kernel));
  IRBuilder<> B(M.getContext());
  SmallVector<Constant *> Variables;
  for (const PlacedVariable &Each : Image.Shared.Variables)
    Variables.push_back(
        ConstantStruct::getAnon({B.getInt64(Each.Offset), Each.Record}));
  Constant *Record = ConstantStruct::getAnon(
      {B.getInt32(vgpu::InterfaceVersion), B.getInt32(uint32_t(Image.Kind)),
       B.getInt32(Image.WarpSize), B.getInt32(Image.Shared.Bytes),
       B.getInt32(uint32_t(Kernels.size())), B.getInt32(Image.IsChecked),
       Writer.array(Kernels), Calls.table(), Writer.array(Variables),
       B.getInt32(uint32_t(Variables.size())),
       B.getInt32(Image.Shared.PaddingBytes)});
  // Only the dynamic linker writes to it.
  new GlobalVariable(M, Record->getType(), /*isConstant=*/true,
                     GlobalValue::ExternalLinkage, Record, vgpu::ImageSymbol);
}

} // namespace ompjit::virtualgpu
