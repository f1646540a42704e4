//===- Exchange.cpp - Operations of a warp's lanes ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace ompjit::vgpu {

namespace {

class Exchange {
public:
  Exchange(LaneState *Lanes, LaneMask Together, uint32_t WarpSize)
      : Lanes(Lanes), Together(Together), WarpSize(WarpSize),
        Operation(Lanes[std::countr_zero(Together)].Wants.OnWarp) {}

  void run();

private:
  template <typename Visitor> void forEach(Visitor Visit) {
    for (LaneMask Rest = Together; Rest; Rest &= Rest - 1)
      Visit(unsigned(std::countr_zero(Rest)));
  }
  bool has(unsigned Lane) const { return Together >> Lane & 1; }
  const Request &wants(unsigned Lane) const { return Lanes[Lane].Wants; }

  LaneMask holding();
  unsigned sourceOf(unsigned Self, bool &IsInside) const;
  void shuffle();
  void match();
  uint64_t reduce();
  void permute();
  unsigned swizzled(unsigned Self) const;
  void setAll(uint64_t Value) {
    forEach([&](unsigned I) { Lanes[I].Result = {Value, 0}; });
  }

  LaneState *Lanes;
  LaneMask Together;
  uint32_t WarpSize;
  WarpOperation Operation;
};

} // namespace

LaneMask Exchange::holding() {
  LaneMask Mask = 0;
  forEach([&](unsigned I) {
    if (wants(I).Value)
      Mask |= LaneMask(1) << I;
  });
  return Mask;
}

/// Implements PTX's shfl: the low five bits of the clamp bound the lane, and
/// the bits above bit 8 cut the warp into segments.
unsigned Exchange::sourceOf(unsigned Self, bool &IsInside) const {
  const unsigned Offset = unsigned(wants(Self).A) & 31;
  const unsigned Clamp = unsigned(wants(Self).B) & 31;
  const unsigned Segment = unsigned(wants(Self).B >> 8) & 31;
  const unsigned Highest = (Self & Segment) | (Clamp & ~Segment & 31);
  const unsigned Lowest = Self & Segment;
  unsigned Source = Self;
  switch (Operation) {
  case WarpOperation::ShuffleUp:
    Source = Self - Offset;
    IsInside = int(Self) - int(Offset) >= int(Highest);
    break;
  case WarpOperation::ShuffleDown:
    Source = Self + Offset;
    IsInside = Source <= Highest;
    break;
  case WarpOperation::ShuffleButterfly:
    Source = Self ^ Offset;
    IsInside = Source <= Highest;
    break;
  default:
    Source = Lowest | (Offset & ~Segment & 31);
    IsInside = Source <= Highest;
  }
  return IsInside ? Source : Self;
}

/// The value of a lane that does not take part is undefined.
void Exchange::shuffle() {
  forEach([&](unsigned I) {
    bool IsInside = false;
    const unsigned Source = sourceOf(I, IsInside);
    const uint64_t Value =
        has(Source) ? wants(Source).Value : uint64_t(0xb5b5b5b5);
    Lanes[I].Result = {Value, IsInside};
  });
}

void Exchange::match() {
  bool AllEqual = true;
  const uint64_t First = wants(unsigned(std::countr_zero(Together))).Value;
  forEach([&](unsigned I) { AllEqual &= wants(I).Value == First; });
  forEach([&](unsigned I) {
    if (Operation == WarpOperation::MatchAll) {
      Lanes[I].Result = {AllEqual ? Together : 0, AllEqual};
      return;
    }
    LaneMask Equal = 0;
    forEach([&](unsigned Other) {
      if (wants(Other).Value == wants(I).Value)
        Equal |= LaneMask(1) << Other;
    });
    Lanes[I].Result = {Equal, 0};
  });
}

uint64_t Exchange::reduce() {
  bool IsFirst = true;
  uint32_t Total = 0;
  forEach([&](unsigned I) {
    const uint32_t Value = uint32_t(wants(I).Value);
    if (IsFirst)
      Total = Value;
    else
      switch (Operation) {
      case WarpOperation::ReduceAdd:
        Total += Value;
        break;
      case WarpOperation::ReduceUnsignedMin:
        Total = std::min(Total, Value);
        break;
      case WarpOperation::ReduceUnsignedMax:
        Total = std::max(Total, Value);
        break;
      case WarpOperation::ReduceSignedMin:
        Total = uint32_t(std::min(int32_t(Total), int32_t(Value)));
        break;
      case WarpOperation::ReduceSignedMax:
        Total = uint32_t(std::max(int32_t(Total), int32_t(Value)));
        break;
      case WarpOperation::ReduceAnd:
        Total &= Value;
        break;
      case WarpOperation::ReduceOr:
        Total |= Value;
        break;
      default:
        Total ^= Value;
      }
    IsFirst = false;
  });
  return Total;
}

/// Implements AMD's ds_swizzle: a permutation in groups of four lanes, or a
/// mask, in groups of 32.
unsigned Exchange::swizzled(unsigned Self) const {
  const unsigned Pattern = unsigned(wants(Self).A);
  if (Pattern & 0x8000)
    return (Self & ~3u) | (Pattern >> 2 * (Self & 3) & 3);
  const unsigned And = Pattern & 31, Or = Pattern >> 5 & 31,
                 Xor = Pattern >> 10 & 31;
  return (Self & ~31u) | (((Self & And) | Or) ^ Xor);
}

/// Lanes that do not take part give zero.
void Exchange::permute() {
  if (Operation == WarpOperation::Permute) {
    setAll(0);
    forEach([&](unsigned I) {
      const unsigned To = unsigned(wants(I).A / 4) % WarpSize;
      if (has(To))
        Lanes[To].Result = {wants(I).Value, 0};
    });
    return;
  }
  forEach([&](unsigned I) {
    const unsigned From = Operation == WarpOperation::Swizzle
                              ? swizzled(I)
                              : unsigned(wants(I).A / 4) % WarpSize;
    Lanes[I].Result = {has(From) ? wants(From).Value : 0, 0};
  });
}

void Exchange::run() {
  switch (Operation) {
  case WarpOperation::Sync:
  case WarpOperation::Meet:
    return;
  case WarpOperation::ShuffleIndex:
  case WarpOperation::ShuffleUp:
  case WarpOperation::ShuffleDown:
  case WarpOperation::ShuffleButterfly:
    return shuffle();
  case WarpOperation::VoteAll:
    return setAll(holding() == Together);
  case WarpOperation::VoteAny:
    return setAll(holding() != 0);
  case WarpOperation::VoteUniform:
    return setAll(holding() == 0 || holding() == Together);
  case WarpOperation::VoteBallot:
  case WarpOperation::ActiveBallot:
    return setAll(holding());
  case WarpOperation::MatchAny:
  case WarpOperation::MatchAll:
    return match();
  case WarpOperation::ActiveMask:
    return setAll(Together);
  case WarpOperation::ReadFirst:
    return setAll(wants(unsigned(std::countr_zero(Together))).Value);
  case WarpOperation::ReadLane:
    forEach([&](unsigned I) {
      Lanes[I].Result = {wants(unsigned(wants(I).A) % WarpSize).Value, 0};
    });
    return;
  case WarpOperation::Permute:
  case WarpOperation::Permuted:
  case WarpOperation::Swizzle:
    return permute();
  default:
    return setAll(reduce());
  }
}

void exchange(LaneState *Lanes, LaneMask Together, uint32_t WarpSize) {
  Exchange(Lanes, Together, WarpSize).run();
}

std::string lanesText(LaneMask Lanes) {
  std::string Text = std::popcount(Lanes) == 1 ? "lane " : "lanes ";
  bool IsFirst = true;
  for (unsigned I = 0; I != 64; ++I) {
    if (!(Lanes >> I & 1))
      continue;
    unsigned Last = I;
    while (Last != 63 && Lanes >> (Last + 1) & 1)
      ++Last;
    Text += (IsFirst ? "" : ",") + std::to_string(I) +
            (Last == I ? "" : "-" + std::to_string(Last));
    IsFirst = false;
    I = Last;
  }
  return Text;
}

static std::string_view nameOf(WarpOperation Operation) {
  switch (Operation) {
  case WarpOperation::Sync:
    return "a barrier of the warp";
  case WarpOperation::ShuffleIndex:
  case WarpOperation::ShuffleUp:
  case WarpOperation::ShuffleDown:
  case WarpOperation::ShuffleButterfly:
    return "a shuffle";
  case WarpOperation::VoteAll:
  case WarpOperation::VoteAny:
  case WarpOperation::VoteUniform:
  case WarpOperation::VoteBallot:
    return "a vote";
  case WarpOperation::MatchAny:
  case WarpOperation::MatchAll:
    return "a match";
  case WarpOperation::ActiveMask:
  case WarpOperation::ActiveBallot:
  case WarpOperation::ReadFirst:
  case WarpOperation::ReadLane:
  case WarpOperation::Permute:
  case WarpOperation::Permuted:
  case WarpOperation::Swizzle:
  case WarpOperation::Meet:
    return "an operation of the wave";
  default:
    return "a reduction of the warp";
  }
}

std::string requestText(const Request &Wants) {
  if (Wants.IsForBlock)
    return "barrier " + std::to_string(Wants.Mask) +
           (Wants.A ? " for " + std::to_string(Wants.A) + " threads"
                    : std::string());
  std::string Text(nameOf(Wants.OnWarp));
  if (Wants.OnWarp < WarpOperation::FirstActive)
    Text += " for " + lanesText(Wants.Mask);
  return Text;
}

std::string placeText(const Site &Source) {
  std::string Text = " (";
  Text += Source.Function;
  if (Source.Line) {
    Text += ", ";
    Text += Source.File;
    Text += ":" + std::to_string(Source.Line);
  }
  return Text + ")";
}

} // namespace ompjit::vgpu
