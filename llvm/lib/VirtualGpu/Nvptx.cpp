//===- Nvptx.cpp - NVIDIA's intrinsics ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX ISA document describes them. Intrinsics that only compute are in
// NvptxMath.cpp.
//
//===----------------------------------------------------------------------===//

#include "NvptxMath.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace llvm;

namespace ompjit::virtualgpu {

namespace {

using vgpu::BlockOperation;
using vgpu::WarpOperation;

class NvptxLowering {
public:
  NvptxLowering(IntrinsicInst &Call, IRBuilderBase &B, Operations &Gpu)
      : Call(Call), B(B), Gpu(Gpu),
        Name(Call.getCalledFunction()->getName().substr(strlen("llvm.nvvm."))) {
  }

  Lowered run();

private:
  Lowered place();
  Lowered laneMask(StringRef Which);
  Lowered barrier();
  Lowered shuffle();
  Lowered vote();
  Lowered match();
  Lowered reduce();
  Lowered others();

  Value *argument(unsigned I) const { return Call.getArgOperand(I); }
  Value *field(size_t Offset) { return Gpu.laneField(B, Offset); }
  Value *first(CallInst *Pair) { return B.CreateExtractValue(Pair, 0); }
  /// Converts the result to the intrinsic's type.
  Value *fit(Value *Result) {
    return B.CreateZExtOrTrunc(Result, Call.getType());
  }

  IntrinsicInst &Call;
  IRBuilderBase &B;
  Operations &Gpu;
  StringRef Name;
};

} // namespace

static size_t dimension(char Letter) {
  return size_t(Letter - 'x') * sizeof(uint32_t);
}

Lowered NvptxLowering::place() {
  StringRef Register = Name;
  if (!Register.consume_front("read.ptx.sreg."))
    return {};
  if (Register.size() > 2 && Register[Register.size() - 2] == '.' &&
      Register.back() >= 'x' && Register.back() <= 'z') {
    const size_t None = ~size_t(0);
    const size_t Base = StringSwitch<size_t>(Register.drop_back(2))
                            .Case("tid", offsetof(vgpu::Lane, Thread))
                            .Case("ntid", offsetof(vgpu::Lane, BlockSize))
                            .Case("ctaid", offsetof(vgpu::Lane, Block))
                            .Case("nctaid", offsetof(vgpu::Lane, NumBlocks))
                            .Default(None);
    if (Base != None)
      return field(Base + dimension(Register.back()));
  }
  if (Register.consume_front("lanemask."))
    return laneMask(Register);
  if (Register.starts_with("clock"))
    return fit(
        Gpu.call(B, offsetof(vgpu::Operations, Cycles), B.getInt64Ty(), {}));
  if (Register.starts_with("globaltimer"))
    return fit(Gpu.call(B, offsetof(vgpu::Operations, Nanoseconds),
                        B.getInt64Ty(), {}));
  const size_t None = ~size_t(0);
  const size_t Offset =
      StringSwitch<size_t>(Register)
          .Case("laneid", offsetof(vgpu::Lane, InWarp))
          .Case("warpid", offsetof(vgpu::Lane, Warp))
          .Case("warpsize", offsetof(vgpu::Lane, WarpSize))
          .Case("smid", offsetof(vgpu::Lane, Processor))
          .Case("nsmid", offsetof(vgpu::Lane, NumProcessors))
          .Case("dynamic_smem_size", offsetof(vgpu::Lane, DynamicSharedBytes))
          .Case("total_smem_size", offsetof(vgpu::Lane, SharedBytes))
          .Default(None);
  if (Offset != None)
    return field(Offset);
  return {};
}

Lowered NvptxLowering::laneMask(StringRef Which) {
  Value *Self = B.CreateShl(B.getInt32(1), field(offsetof(vgpu::Lane, InWarp)));
  Value *Below = B.CreateSub(Self, B.getInt32(1));
  if (Which == "eq")
    return Self;
  if (Which == "lt")
    return Below;
  if (Which == "le")
    return B.CreateOr(Self, Below);
  if (Which == "ge")
    return B.CreateNot(Below);
  if (Which == "gt")
    return B.CreateNot(B.CreateOr(Self, Below));
  return {};
}

/// barrier.cta.{sync,arrive,red.*}{.aligned}.{all,count}
Lowered NvptxLowering::barrier() {
  StringRef Kind = Name;
  if (!Kind.consume_front("barrier.cta."))
    return {};
  const bool IsCounted = Kind.ends_with(".count");
  auto Operation = StringSwitch<std::optional<BlockOperation>>(Kind)
                       .StartsWith("sync.", BlockOperation::Sync)
                       .StartsWith("arrive.", BlockOperation::Arrive)
                       .StartsWith("red.popc.", BlockOperation::Count)
                       .StartsWith("red.and.", BlockOperation::And)
                       .StartsWith("red.or.", BlockOperation::Or)
                       .Default(std::nullopt);
  if (!Operation)
    return {};
  const bool Reduces = Kind.starts_with("red.");
  Value *Count = IsCounted ? argument(1) : B.getInt32(0);
  Value *Predicate =
      Reduces ? B.CreateZExt(argument(IsCounted ? 2 : 1), B.getInt32Ty())
              : B.getInt32(0);
  const auto Aligned =
      uint32_t(Kind.contains(".aligned.") ? BlockOperation::Aligned
                                          : BlockOperation::Sync);
  Value *Result = Gpu.onBlock(B, BlockOperation(uint32_t(*Operation) | Aligned),
                              argument(0), Count, Predicate);
  return Reduces ? Lowered(fit(Result)) : Lowered(nullptr);
}

/// shfl.sync.{idx,up,down,bfly}.{i32,f32}{p}(mask, value, lane, clamp)
Lowered NvptxLowering::shuffle() {
  StringRef Kind = Name;
  if (!Kind.consume_front("shfl.sync."))
    return {};
  auto Operation = StringSwitch<WarpOperation>(Kind.split('.').first)
                       .Case("idx", WarpOperation::ShuffleIndex)
                       .Case("up", WarpOperation::ShuffleUp)
                       .Case("down", WarpOperation::ShuffleDown)
                       .Default(WarpOperation::ShuffleButterfly);
  Value *Operand = B.CreateBitCast(argument(1), B.getInt32Ty());
  CallInst *Pair =
      Gpu.onWarp(B, Operation, argument(0), Operand, argument(2), argument(3));
  Type *T = argument(1)->getType();
  Value *Result =
      B.CreateBitCast(B.CreateTrunc(first(Pair), B.getInt32Ty()), T);
  if (!Kind.ends_with("p"))
    return Result;
  Value *Flag = B.CreateTrunc(B.CreateExtractValue(Pair, 1), B.getInt1Ty());
  Value *Both = PoisonValue::get(Call.getType());
  return B.CreateInsertValue(B.CreateInsertValue(Both, Result, 0), Flag, 1);
}

Lowered NvptxLowering::vote() {
  auto Operation = StringSwitch<std::optional<WarpOperation>>(Name)
                       .Case("vote.all.sync", WarpOperation::VoteAll)
                       .Case("vote.any.sync", WarpOperation::VoteAny)
                       .Case("vote.uni.sync", WarpOperation::VoteUniform)
                       .Case("vote.ballot.sync", WarpOperation::VoteBallot)
                       .Default(std::nullopt);
  if (!Operation)
    return {};
  return fit(first(Gpu.onWarp(B, *Operation, argument(0), argument(1))));
}

Lowered NvptxLowering::match() {
  if (Name.starts_with("match.any.sync."))
    return fit(first(
        Gpu.onWarp(B, WarpOperation::MatchAny, argument(0), argument(1))));
  if (!Name.starts_with("match.all.sync."))
    return {};
  CallInst *Pair =
      Gpu.onWarp(B, WarpOperation::MatchAll, argument(0), argument(1));
  Value *Mask = B.CreateTrunc(first(Pair), B.getInt32Ty());
  Value *Flag = B.CreateTrunc(B.CreateExtractValue(Pair, 1), B.getInt1Ty());
  Value *Both = PoisonValue::get(Call.getType());
  return B.CreateInsertValue(B.CreateInsertValue(Both, Mask, 0), Flag, 1);
}

/// redux.sync.*(value, mask)
Lowered NvptxLowering::reduce() {
  auto Operation =
      StringSwitch<std::optional<WarpOperation>>(Name)
          .Case("redux.sync.add", WarpOperation::ReduceAdd)
          .Case("redux.sync.umin", WarpOperation::ReduceUnsignedMin)
          .Case("redux.sync.umax", WarpOperation::ReduceUnsignedMax)
          .Case("redux.sync.min", WarpOperation::ReduceSignedMin)
          .Case("redux.sync.max", WarpOperation::ReduceSignedMax)
          .Case("redux.sync.and", WarpOperation::ReduceAnd)
          .Case("redux.sync.or", WarpOperation::ReduceOr)
          .Case("redux.sync.xor", WarpOperation::ReduceXor)
          .Default(std::nullopt);
  if (!Operation)
    return {};
  return fit(first(Gpu.onWarp(B, *Operation, argument(1), argument(0))));
}

Lowered NvptxLowering::others() {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_bar_warp_sync:
    Gpu.onWarp(B, WarpOperation::Sync, argument(0), B.getInt32(0));
    return nullptr;
  case Intrinsic::nvvm_activemask:
    return fit(first(Gpu.onWarp(B, WarpOperation::ActiveMask, B.getInt32(0),
                                B.getInt32(0))));
  case Intrinsic::nvvm_membar_cta:
  case Intrinsic::nvvm_membar_gl:
  case Intrinsic::nvvm_membar_sys:
    B.CreateFence(AtomicOrdering::SequentiallyConsistent);
    return nullptr;
  case Intrinsic::nvvm_nanosleep:
    Gpu.yield(B, argument(0));
    return nullptr;
  case Intrinsic::nvvm_exit:
    Gpu.call(B, offsetof(vgpu::Operations, Exit), B.getVoidTy(), {});
    return nullptr;
  case Intrinsic::nvvm_isspacep_shared:
    return fit(Gpu.call(B, offsetof(vgpu::Operations, IsShared), B.getInt64Ty(),
                        {argument(0)}));
  case Intrinsic::nvvm_isspacep_local:
    return fit(Gpu.call(B, offsetof(vgpu::Operations, IsPrivate),
                        B.getInt64Ty(), {argument(0)}));
  case Intrinsic::nvvm_isspacep_global: {
    Value *Shared = Gpu.call(B, offsetof(vgpu::Operations, IsShared),
                             B.getInt64Ty(), {argument(0)});
    Value *Private = Gpu.call(B, offsetof(vgpu::Operations, IsPrivate),
                              B.getInt64Ty(), {argument(0)});
    return B.CreateIsNull(B.CreateOr(Shared, Private));
  }
  case Intrinsic::nvvm_isspacep_const:
    return B.getFalse();
  default:
    return {};
  }
}

Lowered NvptxLowering::run() {
  for (auto Step :
       {&NvptxLowering::place, &NvptxLowering::barrier, &NvptxLowering::shuffle,
        &NvptxLowering::vote, &NvptxLowering::match, &NvptxLowering::reduce,
        &NvptxLowering::others})
    if (Lowered Result = (this->*Step)(); Result.IsKnown)
      return Result;
  return lowerNvptxMath(Call, Name, B);
}

Lowered lowerNvptx(IntrinsicInst &Call, IRBuilderBase &B, Operations &Gpu) {
  return NvptxLowering(Call, B, Gpu).run();
}

} // namespace ompjit::virtualgpu
