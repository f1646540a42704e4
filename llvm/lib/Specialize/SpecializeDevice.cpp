//===- SpecializeDevice.cpp - Answers of a device become constants --------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device.h. Loads of the environment are volatile, because the host writes it
// without the compiler's knowledge; the caller that gives a constant knows what
// the host wrote.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Device.h"

#include "ReachedFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ompjit {

constexpr uint32_t AsksNothing = 0;

static uint32_t queryInEnvironment(int64_t Offset) {
  switch (Offset) {
  case 0:
    return AsksDebugKinds;
  case 4:
    return AsksNumDevices;
  case 8:
    return AsksDeviceNum;
  default:
    return AsksNothing;
  }
}

static uint32_t queryOf(const LoadInst &Load, const DataLayout &Layout) {
  if (!Load.getType()->isIntegerTy(32))
    return AsksNothing;
  const Value *Pointer = Load.getPointerOperand();
  APInt Offset(Layout.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Base = Pointer->stripAndAccumulateConstantOffsets(
      Layout, Offset, /*AllowNonInbounds=*/true);
  if (auto *Variable = dyn_cast<GlobalVariable>(Base))
    return Variable->getName() == "__omp_rtl_device_environment"
               ? queryInEnvironment(Offset.getSExtValue())
               : AsksNothing;
  constexpr int64_t DynamicMemoryOffset = 120;
  auto *Call = dyn_cast<IntrinsicInst>(Base);
  return Call && Call->getIntrinsicID() == Intrinsic::amdgcn_implicitarg_ptr &&
                 Offset == DynamicMemoryOffset
             ? AsksDynamicMemory
             : AsksNothing;
}

static uint32_t queryOf(const Instruction &I) {
  if (auto *Load = dyn_cast<LoadInst>(&I))
    return queryOf(*Load, I.getDataLayout());
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->getIntrinsicID() ==
                     Intrinsic::nvvm_read_ptx_sreg_dynamic_smem_size
             ? AsksDynamicMemory
             : AsksNothing;
}

uint32_t deviceQueries(const Function &Kernel) {
  uint32_t Queries = AsksNothing;
  for (const Function *F : reachedFunctions(Kernel))
    for (const Instruction &Each : instructions(*F))
      Queries |= queryOf(Each);
  return Queries;
}

bool specializeDevice(Module &M, ArrayRef<DeviceConstant> Known) {
  bool Changed = false;
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      const uint32_t Query = queryOf(I);
      const auto *Answer = find_if(Known, [&](const DeviceConstant &Each) {
        return uint32_t(Each.What) == Query;
      });
      if (Answer == Known.end())
        continue;
      I.replaceAllUsesWith(ConstantInt::get(I.getType(), Answer->Value));
      I.eraseFromParent();
      Changed = true;
    }
  return Changed;
}

} // namespace ompjit
