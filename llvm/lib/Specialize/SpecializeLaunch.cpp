//===- SpecializeLaunch.cpp - A launch's size becomes constant ------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// GPU code reads the size from registers in PTX; on AMD's GPUs it is in the
// dispatch packet and in the implicit arguments (LLVM's AMDGPUUsage: code
// object version 5, and the HSA documents).
//
//===----------------------------------------------------------------------===//

#include "ompjit/Specialize/Launch.h"

#include "ompjit/Specialize/BlockSize.h"
#include "ompjit/Specialize/KernelEnvironment.h"
#include "ompjit/Specialize/LaunchBounds.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsAMDGPU.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace ompjit {

unsigned warpSizeOf(const TargetMachine &Gpu) {
  if (Gpu.getTargetTriple().isNVPTX())
    return 32;
  return Gpu.getMCSubtargetInfo()->checkFeatures("+wavefrontsize64") ? 64 : 32;
}

namespace {

constexpr StringLiteral TeamsAttribute = "ompjit-teams";
constexpr StringLiteral ThreadsAttribute = "ompjit-threads";
constexpr StringLiteral WarpAttribute = "ompjit-warp";

enum class Quantity { None, NumBlocks, BlockSize, GridSize, Remainder };

/// Replaces reads of the size of blocks and grid in a module by constants.
class SizeFolder {
public:
  /// A number of 0 is not known.
  SizeFolder(Module &M, uint64_t NumBlocks, uint64_t BlockSize)
      : M(M), NumBlocks(NumBlocks), BlockSize(BlockSize) {}

  bool run();

private:
  bool fold(Instruction &);
  Quantity quantityOf(const Value &) const;
  Quantity quantityAt(const Value *Pointer, unsigned Bits) const;
  std::optional<uint64_t> valueOf(Quantity) const;
  bool limit(CallBase &Call, uint64_t Most) const;

  Module &M;
  const uint64_t NumBlocks, BlockSize;
};

/// Returns the quantity at an offset of AMD's structures.
Quantity inDispatchPacket(int64_t Offset, unsigned Bits) {
  if (Offset == 4 && Bits == 16)
    return Quantity::BlockSize;
  return Offset == 12 && Bits == 32 ? Quantity::GridSize : Quantity::None;
}

Quantity inImplicitArguments(int64_t Offset, unsigned Bits) {
  if (Offset == 0 && Bits == 32)
    return Quantity::NumBlocks;
  if (Offset == 12 && Bits == 16)
    return Quantity::BlockSize;
  return Offset == 18 && Bits == 16 ? Quantity::Remainder : Quantity::None;
}

} // namespace

Quantity SizeFolder::quantityAt(const Value *Pointer, unsigned Bits) const {
  // The packet or the arguments, depending on the code object's version.
  if (auto *Either = dyn_cast<SelectInst>(Pointer)) {
    const Quantity First = quantityAt(Either->getTrueValue(), Bits);
    return First == quantityAt(Either->getFalseValue(), Bits) ? First
                                                              : Quantity::None;
  }
  APInt Offset(M.getDataLayout().getIndexTypeSizeInBits(Pointer->getType()), 0);
  auto *Base =
      dyn_cast<IntrinsicInst>(Pointer->stripAndAccumulateConstantOffsets(
          M.getDataLayout(), Offset, /*AllowNonInbounds=*/true));
  if (!Base)
    return Quantity::None;
  switch (Base->getIntrinsicID()) {
  case Intrinsic::amdgcn_dispatch_ptr:
    return inDispatchPacket(Offset.getSExtValue(), Bits);
  case Intrinsic::amdgcn_implicitarg_ptr:
    return inImplicitArguments(Offset.getSExtValue(), Bits);
  default:
    return Quantity::None;
  }
}

Quantity SizeFolder::quantityOf(const Value &V) const {
  if (auto *Call = dyn_cast<IntrinsicInst>(&V)) {
    switch (Call->getIntrinsicID()) {
    case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
      return Quantity::NumBlocks;
    case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
      return Quantity::BlockSize;
    default:
      return Quantity::None;
    }
  }
  if (auto *Load = dyn_cast<LoadInst>(&V)) {
    Type *T = Load->getType();
    return T->isIntegerTy() && Load->isSimple()
               ? quantityAt(Load->getPointerOperand(), T->getIntegerBitWidth())
               : Quantity::None;
  }
  if (auto *Wide = dyn_cast<ZExtInst>(&V))
    return quantityOf(*Wide->getOperand(0));
  if (auto *Binary = dyn_cast<BinaryOperator>(&V);
      Binary && Binary->getOpcode() == Instruction::UDiv &&
      quantityOf(*Binary->getOperand(0)) == Quantity::GridSize &&
      quantityOf(*Binary->getOperand(1)) == Quantity::BlockSize)
    return Quantity::NumBlocks;
  return Quantity::None;
}

std::optional<uint64_t> SizeFolder::valueOf(Quantity What) const {
  auto Known = [](uint64_t Number) {
    return Number ? std::optional(Number) : std::nullopt;
  };
  switch (What) {
  case Quantity::NumBlocks:
    return Known(NumBlocks);
  case Quantity::BlockSize:
    return Known(BlockSize);
  case Quantity::GridSize:
    return Known(NumBlocks * BlockSize);
  case Quantity::Remainder: // All blocks are full.
    return 0;
  case Quantity::None:
    break;
  }
  return std::nullopt;
}

bool SizeFolder::limit(CallBase &Call, uint64_t Most) const {
  if (!Most)
    return false;
  const unsigned Bits = Call.getType()->getIntegerBitWidth();
  ConstantRange Range(APInt(Bits, 0), APInt(Bits, Most));
  if (Attribute Old = Call.getRetAttr(Attribute::Range); Old.isValid())
    Range = Range.intersectWith(Old.getRange());
  Call.removeRetAttr(Attribute::Range);
  Call.addRangeRetAttr(Range);
  return true;
}

bool SizeFolder::fold(Instruction &I) {
  if (std::optional<uint64_t> Size = valueOf(quantityOf(I))) {
    I.replaceAllUsesWith(ConstantInt::get(I.getType(), *Size));
    I.eraseFromParent();
    return true;
  }
  auto *Call = dyn_cast<IntrinsicInst>(&I);
  if (!Call)
    return false;
  switch (Call->getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::amdgcn_workgroup_id_x:
    return limit(*Call, NumBlocks);
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
  case Intrinsic::amdgcn_workitem_id_x:
    return limit(*Call, BlockSize);
  default:
    return false;
  }
}

bool SizeFolder::run() {
  bool Changed = false;
  for (Function &F : M) {
    // Users first: the number of blocks is a quotient, which is known even if
    // its operands are not.
    SmallVector<Instruction *> Backwards;
    for (Instruction &I : instructions(F))
      Backwards.push_back(&I);
    for (Instruction *I : reverse(Backwards))
      Changed |= fold(*I);
  }
  return Changed;
}

static uint64_t numberIn(const Function &Kernel, StringRef Attribute) {
  return Kernel.getFnAttributeAsParsedInteger(Attribute, 0);
}

/// \p IsModeFinal says that a generic kernel stays one.
static bool foldSize(Function &Kernel, bool IsModeFinal) {
  const uint64_t Threads = numberIn(Kernel, ThreadsAttribute);
  const uint32_t Mode = launchBounds(Kernel).Mode;
  uint64_t BlockSize = 0;
  if (const bool IsSpmd = Mode & SpmdMode; !Mode) {
    // There may be further dimensions, so the whole block's size is not known.
    BlockSize = Threads;
  } else if (Threads && (IsSpmd || IsModeFinal)) {
    BlockSize = Threads + (IsSpmd ? 0 : numberIn(Kernel, WarpAttribute));
    setBlockSizes(Kernel, uint32_t(BlockSize), uint32_t(BlockSize));
  }
  return SizeFolder(*Kernel.getParent(), numberIn(Kernel, TeamsAttribute),
                    BlockSize)
      .run();
}

static bool isOnlyKernel(const Function &Kernel) {
  return none_of(*Kernel.getParent(), [&](const Function &F) {
    return &F != &Kernel && isGpuKernel(F) && !F.isDeclaration();
  });
}

llvm::Error specializeLaunch(Function &Kernel, LaunchSize Size,
                             unsigned WarpSize) {
  package::LaunchBounds Bounds = launchBounds(Kernel);
  if (!isGpuKernel(Kernel))
    return createStringError("the kernel " + Kernel.getName() +
                             " is not one of a GPU");
  if (!isOnlyKernel(Kernel))
    return createStringError("the kernel " + Kernel.getName() +
                             " shares its module with others");
  if (Size.Teams) {
    Bounds.MinTeams = Bounds.MaxTeams = Size.Teams;
    Kernel.addFnAttr(TeamsAttribute, std::to_string(Size.Teams));
  }
  if (Size.Threads) {
    Bounds.MinThreads = Bounds.MaxThreads = Size.Threads;
    Kernel.addFnAttr(ThreadsAttribute, std::to_string(Size.Threads));
    Kernel.addFnAttr(WarpAttribute, std::to_string(WarpSize));
  }
  if (Bounds.Mode)
    setLaunchBounds(Kernel, Bounds);
  foldSize(Kernel, /*IsModeFinal=*/false);
  return llvm::Error::success();
}

PreservedAnalyses LaunchSizePass::run(Module &M, ModuleAnalysisManager &) {
  bool Changed = false;
  for (Function &F : M) {
    if (!F.hasFnAttribute(TeamsAttribute) &&
        !F.hasFnAttribute(ThreadsAttribute))
      continue;
    Changed |= foldSize(F, /*IsModeFinal=*/true);
    F.removeFnAttr(TeamsAttribute);
    F.removeFnAttr(ThreadsAttribute);
    F.removeFnAttr(WarpAttribute);
  }
  return Changed ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace ompjit
