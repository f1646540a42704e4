//===- Block.cpp - The lanes of a block -----------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"

#include "Exchange.h"
#include "PerThread.h"
#include "ompjit/Plugins/LaunchShape.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstring>
#include <sched.h>
#include <thread>
#include <utility>

namespace ompjit::vgpu {

namespace {

thread_local Block *BlockOfThread = nullptr;

/// Number of a block's barriers, as in PTX.
constexpr uint32_t NumBarriers = 16;

/// Number of rounds with nothing but waiting after which a block yields the
/// processor, and after which it gives up. It has to give up twice, because it
/// may have been suspended right before the first time.
constexpr uint64_t RoundsUntilYield = 1000, RoundsUntilGivenUp = 50000;
constexpr uint32_t MaxTimesGivenUp = 2;

/// Pause between checks of what the host has done, while all lanes wait.
constexpr std::chrono::microseconds HostPause{10};

/// A waiting loop lets others run every so many turns.
constexpr uint32_t TurnsPerTick = 64;

/// Fills memory that nobody wrote, so that this shows.
constexpr int Uninitialized = 0xb5;

/// Keeps the carriers of a thread between blocks, because making their stacks
/// takes longer than a small kernel.
class IdleCarriers {
public:
  std::unique_ptr<Carrier> take(size_t StackBytes) {
    if (All.empty() || All.back()->stack().size() < StackBytes)
      return nullptr;
    std::unique_ptr<Carrier> Last = std::move(All.back());
    All.pop_back();
    return Last;
  }
  void give(std::unique_ptr<Carrier> Free) {
    if (All.size() < plugins::MaxBlockSize)
      All.push_back(std::move(Free));
  }

private:
  std::vector<std::unique_ptr<Carrier>> All;
};
PerThread<IdleCarriers> Idle;

template <typename Visitor> void forEachLane(LaneMask Mask, Visitor Visit) {
  for (; Mask; Mask &= Mask - 1)
    Visit(unsigned(std::countr_zero(Mask)));
}

/// The data that a carrier passes if its code must not go on.
char AbandonedMark;
void *const Abandoned = &AbandonedMark;

constexpr LaneMask bit(unsigned Lane) { return LaneMask(1) << Lane; }

} // namespace

Block &Block::ofThread() { return *BlockOfThread; }

const Block *Block::overflown(const void *Place) {
  const Block *Running = BlockOfThread;
  const LaneState *L = Running ? Running->Current : nullptr;
  return L && L->Runner && L->Runner->stack().isBelow(Place) ? Running
                                                             : nullptr;
}

Block::Block(const Launch &TheLaunch)
    : TheLaunch(TheLaunch), Lanes(TheLaunch.threadsOfBlock()),
      Warps((TheLaunch.threadsOfBlock() + TheLaunch.WarpSize - 1) /
            TheLaunch.WarpSize),
      Arrived(NumBarriers), Shared(new char[TheLaunch.SharedBytes + 1]) {
  for (uint32_t I = 0; I != Lanes.size(); ++I) {
    LaneState &L = Lanes[I];
    L.Thread = {I % TheLaunch.BlockSize.X,
                I / TheLaunch.BlockSize.X % TheLaunch.BlockSize.Y,
                I / TheLaunch.BlockSize.X / TheLaunch.BlockSize.Y};
    L.BlockSize = TheLaunch.BlockSize;
    L.NumBlocks = TheLaunch.NumBlocks;
    L.InWarp = I % TheLaunch.WarpSize;
    L.Warp = I / TheLaunch.WarpSize;
    L.WarpSize = TheLaunch.WarpSize;
    L.NumProcessors = TheLaunch.NumProcessors;
    L.SharedBytes = TheLaunch.SharedBytes;
    L.DynamicSharedBytes = TheLaunch.DynamicSharedBytes;
    L.Shared = Shared.get();
    L.ImplicitArguments = TheLaunch.ImplicitArguments;
    L.DispatchPacket = TheLaunch.DispatchPacket;
    Warps[L.Warp].Exists |= bit(L.InWarp);
  }
  if (TheLaunch.Checks)
    Checker = std::make_unique<Checks>(*TheLaunch.Checks, Shared.get(),
                                       TheLaunch.SharedBytes);
}

/// After a failure, lanes are left where they are.
Block::~Block() {
  for (std::unique_ptr<Carrier> &Each : AllCarriers) {
    if (Failed)
      Each->reset(carry);
    Idle.get().give(std::move(Each));
  }
}

void Block::start(uint64_t Index, uint32_t Processor) {
  const Size3 Place = {
      uint32_t(Index % TheLaunch.NumBlocks.X),
      uint32_t(Index / TheLaunch.NumBlocks.X % TheLaunch.NumBlocks.Y),
      uint32_t(Index / TheLaunch.NumBlocks.X / TheLaunch.NumBlocks.Y)};
  for (LaneState &L : Lanes) {
    L.Block = Place;
    L.Processor = Processor;
  }
  for (Warp &W : Warps) {
    const LaneMask Exists = W.Exists;
    W = {};
    W.Exists = W.New = Exists;
  }
  std::fill(Arrived.begin(), Arrived.end(), 0);
  std::memset(Shared.get(), Uninitialized, TheLaunch.SharedBytes);
  BlockOfThread = this;
  if (Checker)
    Checker->begin(Index);
}

bool Block::run(uint64_t Index, uint32_t Processor) {
  start(Index, Processor);
  uint64_t IdleRounds = 0;
  while (!Failed && !isOver()) {
    bool Moved = false, Waited = false, ForHost = false;
    for (unsigned I = 0; I != Warps.size() && !Failed; ++I) {
      Warp &W = Warps[I];
      W.Ready |= W.Yielded;
      Waited |= W.Yielded != 0;
      const LaneMask Before = W.Yielded;
      W.Yielded = W.ForHost = 0;
      do
        runLanes(W);
      while (!Failed && resolve(I));
      Moved |= W.Yielded != Before;
      ForHost |= W.ForHost != 0;
    }
    if (Failed || isOver())
      break;
    if (releaseBarriers() || Moved) {
      IdleRounds = 0;
      TheLaunch.GivenUp.noteProgress();
      continue;
    }
    if (ForHost) {
      IdleRounds = 0;
      TheLaunch.GivenUp.noteProgress();
      std::this_thread::sleep_for(HostPause);
    } else if (!Waited) {
      TheLaunch.fail(
          {"deadlock: " + describeWaiting(),
           "let all threads that a barrier or an operation of the warp "
           "waits for come to it"});
      Failed = true;
    } else if (!goOnWaiting(IdleRounds)) {
      Failed = true;
    }
  }
  TheLaunch.GivenUp.noteProgress();
  BlockOfThread = nullptr;
  return !Failed;
}

bool Block::isOver() const {
  return std::all_of(Warps.begin(), Warps.end(),
                     [](const Warp &W) { return !W.alive(); });
}

/// Called if some lanes have asked to wait for others and no other lane of the
/// block can go on. They may be waiting for another block.
bool Block::goOnWaiting(uint64_t &IdleRounds) {
  ++IdleRounds;
  if (TheLaunch.HasFailed.load(std::memory_order_relaxed))
    return false;
  if (IdleRounds < RoundsUntilYield)
    return true;
  sched_yield();
  if (const uint32_t Round = TheLaunch.GivenUp.round(); Round != WaitingSince) {
    WaitingSince = Round;
    TimesGivenUp = 0;
    IdleRounds = RoundsUntilYield;
    return true;
  }
  if (IdleRounds < RoundsUntilGivenUp)
    return true;
  if (TimesGivenUp < MaxTimesGivenUp && TheLaunch.GivenUp.add(WaitingSince)) {
    ++TimesGivenUp;
    IdleRounds = RoundsUntilYield;
  }
  if (TheLaunch.GivenUp.count() < MaxTimesGivenUp * TheLaunch.Running.load())
    return true;
  TheLaunch.fail(
      {"all lanes that still run wait in loops for what never happens: " +
           describeWaiting(),
       "see that what a loop waits for is done by a thread that need not "
       "wait itself"});
  return false;
}

/// Runs all lanes of the warp that can run, until each waits or is over.
bool Block::runLanes(Warp &W) {
  bool Ran = false;
  while (!Failed && (W.Ready | W.New)) {
    const LaneMask Any = W.Ready ? W.Ready : W.New;
    resume(W, unsigned(std::countr_zero(Any)));
    Ran = true;
  }
  return Ran;
}

Carrier *Block::takeCarrier() {
  if (FreeCarriers.empty()) {
    std::unique_ptr<Carrier> New = Idle.get().take(TheLaunch.StackBytes);
    if (!New) {
      New = std::make_unique<Carrier>(TheLaunch.StackBytes);
      if (!New->stack().isValid())
        return nullptr;
      New->reset(carry);
    }
    FreeCarriers.push_back(New.get());
    AllCarriers.push_back(std::move(New));
  }
  Carrier *Taken = FreeCarriers.back();
  FreeCarriers.pop_back();
  return Taken;
}

void Block::resume(Warp &W, unsigned InWarp) {
  const unsigned WarpIndex = unsigned(&W - Warps.data());
  LaneState &L = lane(WarpIndex, InWarp);
  if (W.New & bit(InWarp)) {
    L.Runner = takeCarrier();
    if (!L.Runner) {
      TheLaunch.fail({"out of memory for the stacks of its threads",
                      "OMP_JIT_VGPU_STACK makes them smaller"});
      Failed = true;
      return;
    }
    W.New &= ~bit(InWarp);
  } else {
    W.Ready &= ~bit(InWarp);
  }
  Current = &L;
  CurrentWarp = &W;
  Carrier *Runner = L.Runner;
  // Another lane may be running on the carrier when it comes back.
  if (switchContext(Scheduler, Runner->context(), this) == Abandoned)
    Runner->reset(carry);
}

/// Runs the first lane's code, and then that of lanes that have not begun: they
/// need no stack of their own unless they wait.
void Block::carry(void *Data) {
  auto *Self = static_cast<Block *>(Data);
  for (;;) {
    Self->TheLaunch.Kernel->Run(Self->TheLaunch.Parameters);
    LaneState &L = *Self->Current;
    Self->CurrentWarp->Done |= bit(L.InWarp);
    if (Self->takeNew())
      continue;
    Carrier *Runner = std::exchange(L.Runner, nullptr);
    Self->FreeCarriers.push_back(Runner);
    // The carrier may go on for another block.
    Self = static_cast<Block *>(
        switchContext(Runner->context(), Self->Scheduler, nullptr));
  }
}

/// Continues with a lane of the same warp that has not begun, on this stack.
bool Block::takeNew() {
  Warp &W = *CurrentWarp;
  if (!W.New)
    return false;
  const unsigned InWarp = unsigned(std::countr_zero(W.New));
  W.New &= W.New - 1;
  LaneState &Next = lane(unsigned(&W - Warps.data()), InWarp);
  Next.Runner = Current->Runner;
  Current->Runner = nullptr;
  Current = &Next;
  return true;
}

void Block::suspend() {
  switchContext(Current->Runner->context(), Scheduler, nullptr);
}

Exchanged Block::wait(Request Wants) {
  LaneState &L = *Current;
  Wants.Depth = uintptr_t(L.Runner->stack().top()) -
                uintptr_t(__builtin_frame_address(0));
  L.Wants = Wants;
  (Wants.IsForBlock ? CurrentWarp->AtBlock : CurrentWarp->AtWarp) |=
      bit(L.InWarp);
  suspend();
  return L.Result;
}

void Block::yield(bool ForHost) {
  CurrentWarp->Yielded |= bit(Current->InWarp);
  if (ForHost)
    CurrentWarp->ForHost |= bit(Current->InWarp);
  suspend();
}

void Block::tick() {
  if (++Ticks % TurnsPerTick == 0)
    yield();
}

/// Leaves the stack as it is, because nothing on it needs destruction.
void Block::endLane() {
  LaneState &L = *Current;
  CurrentWarp->Done |= bit(L.InWarp);
  Carrier *Runner = std::exchange(L.Runner, nullptr);
  FreeCarriers.push_back(Runner);
  leaveContext(Runner->context(), Scheduler, Abandoned);
}

void Block::noteFailure(const Fault &What, const Site *Source) {
  TheLaunch.fail({What.What + (Source ? placeText(*Source) : std::string()) +
                      ", " + placeOf(*Current),
                  What.Advice});
}

void Block::leave() {
  Failed = true;
  leaveContext(Current->Runner->context(), Scheduler, nullptr);
}

bool Block::isWrong(const AccessRecord &Access) {
  std::optional<Fault> Wrong = Checker->checkVariable(Access);
  if (!Wrong && !(Access.Kind & AccessLocal) &&
      !ownsStack(reinterpret_cast<const void *>(Access.Address)))
    Wrong = Checker->check(Access);
  if (Wrong)
    noteFailure(*Wrong, &Access.Site->Source);
  return Wrong.has_value();
}

void Block::access(const AccessSite *Source, const void *Place, uint64_t Size,
                   uint32_t Kind, const void *Base, const void *Value) {
  if (Size &&
      isWrong({Source, reinterpret_cast<uintptr_t>(Place), Size, Kind,
               currentIndex(), reinterpret_cast<uintptr_t>(Base), Value}))
    leave();
}

void Block::acquire(const void *Place, uint32_t Kind) {
  Checker->acquire(reinterpret_cast<uintptr_t>(Place), currentIndex(), Kind);
}

void Block::fence(uint32_t Kind) { Checker->fence(currentIndex(), Kind); }

void Block::noteMeeting(unsigned WarpIndex, LaneMask Together) {
  if (Checker)
    forEachLane(Together, [&](unsigned InWarp) {
      Meeting.push_back(WarpIndex * TheLaunch.WarpSize + InWarp);
    });
}

void Block::noteMeeting() {
  if (Checker)
    Checker->meet(Meeting);
  Meeting.clear();
}

bool Block::ownsShared(const void *Place) const {
  return Place >= Shared.get() && Place < Shared.get() + TheLaunch.SharedBytes;
}

bool Block::ownsStack(const void *Place) const {
  return Current->Runner->stack().contains(Place);
}

/// Resumes lanes of the warp whose partners have all arrived; returns false if
/// there are none.
bool Block::resolve(unsigned WarpIndex) {
  const Warp &W = Warps[WarpIndex];
  if (TheLaunch.HasFailed.load(std::memory_order_relaxed)) {
    Failed = true;
    return false;
  }
  if (TheLaunch.Kind == Family::Nvptx)
    return W.AtWarp && (resolveMasked(WarpIndex) || resolveHere(WarpIndex));
  // A wave goes on when all of its lanes wait, but none in a barrier.
  if (W.Stopped || W.Yielded)
    return false;
  return (W.AtWarp | W.AtBlock) && resolveHere(WarpIndex);
}

bool Block::resolveMasked(unsigned WarpIndex) {
  const Warp &W = Warps[WarpIndex];
  for (LaneMask Rest = W.AtWarp; Rest;) {
    const Request &First =
        lane(WarpIndex, unsigned(std::countr_zero(Rest))).Wants;
    LaneMask Same = 0;
    forEachLane(Rest, [&](unsigned I) {
      const Request &Each = lane(WarpIndex, I).Wants;
      if (Each.OnWarp == First.OnWarp && Each.Mask == First.Mask)
        Same |= bit(I);
    });
    Rest &= ~Same;
    if (First.OnWarp >= WarpOperation::FirstActive)
      continue;
    if ((First.Mask & W.alive() & ~Same) == 0) {
      complete(WarpIndex, Same);
      return true;
    }
  }
  return false;
}

/// Deeper calls come first, then earlier places in a function.
static bool comesBefore(const Request &A, const Request &B) {
  if (A.Source->Function != B.Source->Function && A.Depth != B.Depth)
    return A.Depth > B.Depth;
  return A.Source->Rank < B.Source->Rank;
}

bool Block::resolveHere(unsigned WarpIndex) {
  Warp &W = Warps[WarpIndex];
  LaneMask Candidates = 0;
  const Request *First = nullptr;
  forEachLane(W.AtWarp | W.AtBlock, [&](unsigned I) {
    const Request &Each = lane(WarpIndex, I).Wants;
    if (TheLaunch.Kind == Family::Nvptx &&
        (Each.IsForBlock || Each.OnWarp < WarpOperation::FirstActive))
      return;
    Candidates |= bit(I);
    if (!First || comesBefore(Each, *First))
      First = &Each;
  });
  if (!First)
    return false;
  LaneMask Here = 0;
  forEachLane(Candidates, [&](unsigned I) {
    if (lane(WarpIndex, I).Wants.Source == First->Source)
      Here |= bit(I);
  });
  if (First->IsForBlock) {
    if (Checker && TheLaunch.IsSpmd && Here != W.alive())
      failDivergent();
    W.Stopped = Here;
    return false;
  }
  complete(WarpIndex, Here);
  return true;
}

void Block::complete(unsigned WarpIndex, LaneMask Together) {
  Warp &W = Warps[WarpIndex];
  exchange(&Lanes[size_t(WarpIndex) * TheLaunch.WarpSize], Together,
           TheLaunch.WarpSize);
  noteMeeting(WarpIndex, Together);
  noteMeeting();
  W.AtWarp &= ~Together;
  W.Ready |= Together;
}

bool Block::releaseBarriers() {
  return TheLaunch.Kind == Family::Nvptx ? releaseByLanes() : releaseByWaves();
}

/// Returns the result for the lanes of a barrier.
static uint64_t combine(BlockOperation Operation, uint64_t Holds,
                        uint64_t Count) {
  switch (Operation) {
  case BlockOperation::Count:
    return Holds;
  case BlockOperation::And:
    return Holds == Count;
  case BlockOperation::Or:
    return Holds != 0;
  default:
    return 0;
  }
}

bool Block::releaseByWaves() {
  for (const Warp &W : Warps)
    if (W.alive() && !W.Stopped)
      return false;
  if (Checker && !meetsAtOnePlace(0)) {
    failDivergent();
    return false;
  }
  for (unsigned I = 0; I != Warps.size(); ++I)
    noteMeeting(I, Warps[I].Stopped);
  noteMeeting();
  for (Warp &W : Warps) {
    W.Ready |= W.Stopped;
    W.AtBlock &= ~W.Stopped;
    W.Stopped = 0;
  }
  return !isOver();
}

bool Block::releaseByLanes() {
  bool Released = false;
  for (uint32_t Id = 0; Id != NumBarriers; ++Id)
    Released |= releaseBarrier(Id);
  return Released;
}

/// A barrier for all lanes is complete when every lane that still runs waits
/// there; in one for a number of lanes, a warp counts as whole if all of its
/// lanes are there.
bool Block::releaseBarrier(uint32_t Id) {
  uint64_t Present = 0, Counted = 0, Holds = 0, Wanted = 0, Alive = 0;
  bool IsForAll = false;
  for (unsigned I = 0; I != Warps.size(); ++I) {
    const Warp &W = Warps[I];
    LaneMask Here = 0;
    Alive += uint64_t(std::popcount(W.alive()));
    forEachLane(W.AtBlock, [&](unsigned InWarp) {
      const Request &Each = lane(I, InWarp).Wants;
      if (Each.Mask != Id)
        return;
      Here |= bit(InWarp);
      Holds += Each.Value != 0;
      Wanted = std::max(Wanted, Each.A);
      IsForAll |= Each.A == 0;
    });
    Present += uint64_t(std::popcount(Here));
    Counted += Here && Here == W.alive() ? TheLaunch.WarpSize
                                         : uint64_t(std::popcount(Here));
  }
  if (!Present)
    return false;
  const bool IsComplete =
      IsForAll ? Present == Alive : Counted + Arrived[Id] >= Wanted;
  if (!IsComplete)
    return false;
  if (Checker && !meetsAtOnePlace(Id)) {
    failDivergent();
    return false;
  }
  Arrived[Id] = 0;
  for (LaneState &L : Lanes) {
    Warp &W = Warps[L.Warp];
    if (!(W.AtBlock & bit(L.InWarp)) || L.Wants.Mask != Id)
      continue;
    L.Result.Value = combine(L.Wants.OnBlock, Holds, Present);
    noteMeeting(L.Warp, bit(L.InWarp));
    W.AtBlock &= ~bit(L.InWarp);
    W.Ready |= bit(L.InWarp);
  }
  noteMeeting();
  return true;
}

/// If all threads run all of the code, or if the barrier says so, all threads
/// must reach it together: none may wait for it at another place or be over.
bool Block::meetsAtOnePlace(uint32_t Id) const {
  const Site *First = nullptr;
  bool IsOne = true, IsForAll = false, IsAligned = TheLaunch.IsSpmd,
       IsWhole = true;
  for (const LaneState &L : Lanes) {
    const Warp &W = Warps[L.Warp];
    if (!(W.AtBlock & bit(L.InWarp)) || L.Wants.Mask != Id) {
      IsWhole = false;
      continue;
    }
    IsAligned |= L.Wants.IsAligned;
    IsForAll |= L.Wants.A == 0;
    IsOne &= !First || First == L.Wants.Source;
    First = L.Wants.Source;
  }
  if (TheLaunch.IsSpmd && IsForAll && !IsWhole)
    return false;
  return IsOne || !IsAligned;
}

void Block::failDivergent() {
  TheLaunch.fail({"a barrier in code that not all threads of the block run: " +
                      describeWaiting(),
                  "let all threads of the team come to the same barriers"});
  Failed = true;
}

std::string Block::placeOf(const LaneState &L) const {
  auto Triple = [](const Size3 &S) {
    return std::to_string(S.X) + "," + std::to_string(S.Y) + "," +
           std::to_string(S.Z);
  };
  return "in thread (" + Triple(L.Thread) + ") of block (" + Triple(L.Block) +
         ")";
}

/// Returns, for each place, which lanes wait there.
std::string Block::describeWaiting() const {
  std::string Text;
  for (unsigned I = 0; I != Warps.size(); ++I) {
    const Warp &W = Warps[I];
    LaneMask Rest = W.AtWarp | W.AtBlock;
    while (Rest) {
      const LaneState &First =
          Lanes[I * TheLaunch.WarpSize + unsigned(std::countr_zero(Rest))];
      LaneMask Same = 0;
      forEachLane(Rest, [&](unsigned InWarp) {
        const LaneState &Each = Lanes[I * TheLaunch.WarpSize + InWarp];
        if (Each.Wants.Source == First.Wants.Source &&
            Each.Wants.Mask == First.Wants.Mask)
          Same |= bit(InWarp);
      });
      Rest &= ~Same;
      Text += (Text.empty() ? "" : "; ") + lanesText(Same) + " of warp " +
              std::to_string(I) +
              (std::popcount(Same) == 1 ? " waits" : " wait") + " in " +
              requestText(First.Wants) + placeText(*First.Wants.Source);
    }
    if (W.Yielded | W.Ready)
      Text += (Text.empty() ? "" : "; ") + lanesText(W.Yielded | W.Ready) +
              " of warp " + std::to_string(I) + " in a loop";
  }
  return Text + "; in block " + std::to_string(Lanes[0].Block.X);
}

} // namespace ompjit::vgpu
