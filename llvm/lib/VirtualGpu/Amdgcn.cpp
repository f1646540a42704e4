//===- Amdgcn.cpp - AMD's intrinsics --------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's AMDGPUUsage document and AMD's ISA documents describe them.
//
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "llvm/IR/IntrinsicsAMDGPU.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

using vgpu::BlockOperation;
using vgpu::WarpOperation;

class AmdgcnLowering {
public:
  AmdgcnLowering(IntrinsicInst &Call, IRBuilderBase &B, Operations &Gpu,
                 unsigned WarpSize)
      : Call(Call), B(B), Gpu(Gpu), WarpSize(WarpSize), Type(Call.getType()) {}

  Lowered run();

private:
  Lowered place();
  Lowered exchange();
  Lowered synchronize();
  Lowered compute();

  Value *argument(unsigned I) const { return Call.getArgOperand(I); }
  Value *field(size_t Offset) { return Gpu.laneField(B, Offset); }
  Value *pointer(size_t Offset) {
    return Gpu.laneField(B, Offset, B.getPtrTy());
  }
  Value *unary(Intrinsic::ID Id, Value *X) {
    return B.CreateUnaryIntrinsic(Id, X);
  }
  /// Exchanges values of any type among the lanes that are here, 32 bits at a
  /// time.
  Value *move(WarpOperation Operation, Value *X, Value *A = nullptr);
  Value *countBelow(unsigned FirstLane);
  Value *bitField(bool IsSigned);
  Value *median();
  Value *toSize(uint64_t Value) { return ConstantInt::get(Type, Value); }

  IntrinsicInst &Call;
  IRBuilderBase &B;
  Operations &Gpu;
  unsigned WarpSize;
  llvm::Type *Type;
};

} // namespace

Lowered AmdgcnLowering::place() {
  auto Dimension = [](size_t Base, unsigned I) {
    return Base + I * sizeof(uint32_t);
  };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::amdgcn_workitem_id_x:
    return field(Dimension(offsetof(vgpu::Lane, Thread), 0));
  case Intrinsic::amdgcn_workitem_id_y:
    return field(Dimension(offsetof(vgpu::Lane, Thread), 1));
  case Intrinsic::amdgcn_workitem_id_z:
    return field(Dimension(offsetof(vgpu::Lane, Thread), 2));
  case Intrinsic::amdgcn_workgroup_id_x:
    return field(Dimension(offsetof(vgpu::Lane, Block), 0));
  case Intrinsic::amdgcn_workgroup_id_y:
    return field(Dimension(offsetof(vgpu::Lane, Block), 1));
  case Intrinsic::amdgcn_workgroup_id_z:
    return field(Dimension(offsetof(vgpu::Lane, Block), 2));
  case Intrinsic::amdgcn_implicitarg_ptr:
    return pointer(offsetof(vgpu::Lane, ImplicitArguments));
  case Intrinsic::amdgcn_dispatch_ptr:
    return pointer(offsetof(vgpu::Lane, DispatchPacket));
  case Intrinsic::amdgcn_groupstaticsize:
    return B.CreateSub(field(offsetof(vgpu::Lane, SharedBytes)),
                       field(offsetof(vgpu::Lane, DynamicSharedBytes)));
  case Intrinsic::amdgcn_wavefrontsize:
    return toSize(WarpSize);
  case Intrinsic::amdgcn_mbcnt_lo:
    return countBelow(0);
  case Intrinsic::amdgcn_mbcnt_hi:
    return countBelow(32);
  case Intrinsic::amdgcn_s_memtime:
    return Gpu.call(B, offsetof(vgpu::Operations, Cycles), Type, {});
  case Intrinsic::amdgcn_s_memrealtime:
    return B.CreateUDiv(
        Gpu.call(B, offsetof(vgpu::Operations, Nanoseconds), Type, {}),
        toSize(10));
  case Intrinsic::amdgcn_is_shared:
    return B.CreateTrunc(Gpu.call(B, offsetof(vgpu::Operations, IsShared),
                                  B.getInt64Ty(), {argument(0)}),
                         Type);
  case Intrinsic::amdgcn_is_private:
    return B.CreateTrunc(Gpu.call(B, offsetof(vgpu::Operations, IsPrivate),
                                  B.getInt64Ty(), {argument(0)}),
                         Type);
  default:
    return {};
  }
}

/// Returns the number of the mask's lanes below this one, plus the second
/// operand. The mask begins with lane \p FirstLane.
Value *AmdgcnLowering::countBelow(unsigned FirstLane) {
  Value *Lane = field(offsetof(vgpu::Lane, InWarp));
  Value *Distance = FirstLane
                        ? B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Lane,
                                                  B.getInt32(FirstLane))
                        : Lane;
  Distance = B.CreateBinaryIntrinsic(Intrinsic::umin, Distance, B.getInt32(32));
  Value *Wide =
      B.CreateShl(B.getInt64(1), B.CreateZExt(Distance, B.getInt64Ty()));
  Value *Below =
      B.CreateTrunc(B.CreateSub(Wide, B.getInt64(1)), B.getInt32Ty());
  Value *Count = unary(Intrinsic::ctpop, B.CreateAnd(argument(0), Below));
  return B.CreateAdd(Count, argument(1));
}

Value *AmdgcnLowering::move(WarpOperation Operation, Value *X, Value *A) {
  llvm::Type *T = X->getType();
  const DataLayout &Layout = Call.getModule()->getDataLayout();
  const unsigned Bits = unsigned(Layout.getTypeSizeInBits(T));
  llvm::Type *Whole = B.getIntNTy(Bits);
  Value *Number =
      T->isPointerTy() ? B.CreatePtrToInt(X, Whole) : B.CreateBitCast(X, Whole);
  Value *Result = ConstantInt::get(Whole, 0);
  for (unsigned At = 0; At < Bits; At += 64) {
    Value *Word = B.CreateZExtOrTrunc(B.CreateLShr(Number, At), B.getInt64Ty());
    Value *Moved = B.CreateExtractValue(
        Gpu.onWarp(B, Operation, B.getInt64(0), Word, A), 0);
    Result =
        B.CreateOr(Result, B.CreateShl(B.CreateZExtOrTrunc(Moved, Whole), At));
  }
  return T->isPointerTy() ? B.CreateIntToPtr(Result, T)
                          : B.CreateBitCast(Result, T);
}

Lowered AmdgcnLowering::exchange() {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::amdgcn_ballot:
    return B.CreateZExtOrTrunc(
        B.CreateExtractValue(Gpu.onWarp(B, WarpOperation::ActiveBallot,
                                        B.getInt64(0), argument(0)),
                             0),
        Type);
  case Intrinsic::amdgcn_readfirstlane:
    return move(WarpOperation::ReadFirst, argument(0));
  case Intrinsic::amdgcn_readlane:
    return move(WarpOperation::ReadLane, argument(0), argument(1));
  case Intrinsic::amdgcn_ds_bpermute:
    return move(WarpOperation::Permuted, argument(1), argument(0));
  case Intrinsic::amdgcn_ds_permute:
    return move(WarpOperation::Permute, argument(1), argument(0));
  case Intrinsic::amdgcn_ds_swizzle:
    return move(WarpOperation::Swizzle, argument(0), argument(1));
  default:
    return {};
  }
}

Lowered AmdgcnLowering::synchronize() {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::amdgcn_s_barrier:
    Gpu.onBlock(B, BlockOperation::Sync, B.getInt32(0), B.getInt32(0),
                B.getInt32(0));
    return nullptr;
  // A signal and its wait, which stand together, are one barrier.
  case Intrinsic::amdgcn_s_barrier_signal:
    return nullptr;
  case Intrinsic::amdgcn_s_barrier_wait:
    Gpu.onBlock(B, BlockOperation::Sync, B.getInt32(0), B.getInt32(0),
                B.getInt32(0));
    return nullptr;
  case Intrinsic::amdgcn_wave_barrier:
    Gpu.onWarp(B, WarpOperation::Meet, B.getInt64(0), B.getInt64(0));
    return nullptr;
  case Intrinsic::amdgcn_s_sleep:
  case Intrinsic::amdgcn_s_sleep_var:
    // The unit is 64 clocks, of which one takes about a nanosecond.
    Gpu.yield(B, B.CreateShl(Call.getArgOperand(0), 6));
    return nullptr;
  case Intrinsic::amdgcn_endpgm:
    Gpu.call(B, offsetof(vgpu::Operations, Exit), B.getVoidTy(), {});
    return nullptr;
  case Intrinsic::amdgcn_sched_barrier:
  case Intrinsic::amdgcn_sched_group_barrier:
  case Intrinsic::amdgcn_iglp_opt:
  case Intrinsic::amdgcn_s_nop:
  case Intrinsic::amdgcn_s_setprio:
  case Intrinsic::amdgcn_s_waitcnt:
  case Intrinsic::amdgcn_s_dcache_inv:
  case Intrinsic::amdgcn_s_dcache_wb:
    return nullptr;
  default:
    return {};
  }
}

/// Extracts Width bits from Offset on.
Value *AmdgcnLowering::bitField(bool IsSigned) {
  const unsigned Bits = Type->getIntegerBitWidth();
  Value *Offset = B.CreateAnd(argument(1), toSize(Bits - 1));
  Value *Width = B.CreateAnd(argument(2), toSize(Bits - 1));
  Value *Unused =
      B.CreateAnd(B.CreateSub(toSize(Bits), Width), toSize(Bits - 1));
  Value *Low = B.CreateShl(B.CreateLShr(argument(0), Offset), Unused);
  Value *Field =
      IsSigned ? B.CreateAShr(Low, Unused) : B.CreateLShr(Low, Unused);
  return B.CreateSelect(B.CreateIsNull(Width), toSize(0), Field);
}

Value *AmdgcnLowering::median() {
  Value *X = argument(0), *Y = argument(1), *Z = argument(2);
  return B.CreateMaxNum(B.CreateMinNum(X, Y),
                        B.CreateMinNum(B.CreateMaxNum(X, Y), Z));
}

Lowered AmdgcnLowering::compute() {
  auto Reciprocal = [&](Value *X) {
    return B.CreateFDiv(ConstantFP::get(Type, 1.0), X);
  };
  auto Turns = [&] {
    return B.CreateFMul(argument(0), ConstantFP::get(Type, 6.283185307179586));
  };
  switch (Call.getIntrinsicID()) {
  case Intrinsic::amdgcn_rcp:
    return Reciprocal(argument(0));
  case Intrinsic::amdgcn_rsq:
    return Reciprocal(unary(Intrinsic::sqrt, argument(0)));
  case Intrinsic::amdgcn_sqrt:
    return unary(Intrinsic::sqrt, argument(0));
  case Intrinsic::amdgcn_exp2:
    return unary(Intrinsic::exp2, argument(0));
  case Intrinsic::amdgcn_log:
    return unary(Intrinsic::log2, argument(0));
  case Intrinsic::amdgcn_sin: // The operand is in turns.
    return unary(Intrinsic::sin, Turns());
  case Intrinsic::amdgcn_cos:
    return unary(Intrinsic::cos, Turns());
  case Intrinsic::amdgcn_fract:
    return B.CreateFSub(argument(0), unary(Intrinsic::floor, argument(0)));
  case Intrinsic::amdgcn_fmed3:
    return median();
  case Intrinsic::amdgcn_ubfe:
    return bitField(false);
  case Intrinsic::amdgcn_sbfe:
    return bitField(true);
  case Intrinsic::amdgcn_mul_u24:
    return B.CreateMul(
        B.CreateZExtOrTrunc(B.CreateAnd(argument(0), 0xffffff), Type),
        B.CreateZExtOrTrunc(B.CreateAnd(argument(1), 0xffffff), Type));
  case Intrinsic::amdgcn_mul_i24: {
    auto Cut = [&](Value *X) {
      return B.CreateSExtOrTrunc(B.CreateAShr(B.CreateShl(X, 8), 8), Type);
    };
    return B.CreateMul(Cut(argument(0)), Cut(argument(1)));
  }
  case Intrinsic::amdgcn_class:
    return B.CreateIntrinsic(Intrinsic::is_fpclass, {argument(0)->getType()},
                             {argument(0), argument(1)});
  case Intrinsic::amdgcn_wqm:
  case Intrinsic::amdgcn_softwqm:
  case Intrinsic::amdgcn_strict_wwm:
    return argument(0);
  default:
    return {};
  }
}

Lowered AmdgcnLowering::run() {
  for (auto Step : {&AmdgcnLowering::place, &AmdgcnLowering::exchange,
                    &AmdgcnLowering::synchronize, &AmdgcnLowering::compute})
    if (Lowered Result = (this->*Step)(); Result.IsKnown)
      return Result;
  return {};
}

Lowered lowerAmdgcn(IntrinsicInst &Call, IRBuilderBase &B, Operations &Gpu,
                    unsigned WarpSize) {
  return AmdgcnLowering(Call, B, Gpu, WarpSize).run();
}

} // namespace ompjit::virtualgpu
