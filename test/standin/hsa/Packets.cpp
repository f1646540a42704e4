//===- Packets.cpp - The packet processor of a queue --------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It runs one packet after the other, whether they have the barrier bit or not:
// callers that rely on order without the bit are not detected, and callers that
// rely on overlap are.
//
//===----------------------------------------------------------------------===//

#include "Dispatch.h"
#include "Events.h"
#include "Queue.h"
#include "Report.h"
#include "Settings.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

namespace ompjit::standin {

using plugins::DispatchPacket;

namespace {

unsigned long long number(uint64_t Value) { return Value; }

class PacketProcessor {
public:
  explicit PacketProcessor(Queue &Of) : Q(Of) {}

  void run() {
    while (waitForPacket() && process()) {
    }
  }

private:
  // These functions return false if the queue does not go on.
  bool waitForPacket();
  bool process();
  bool processDispatch(const DispatchPacket &What);
  bool processBarrier(const BarrierPacket &What);
  bool playAlone(const Dispatch &Wanted);
  bool waitFor(Signal &On);

  const char *faultOfHeader(const Packet &What) const;
  bool findSignal(Handle Self, std::shared_ptr<Signal> &Found);
  void finish(Signal *Completion, int64_t Value);
  bool refuse(Status Code, const std::string &Text);
  bool stop(Status Code);

  void beBusy() { Q.Busy = std::this_thread::get_id(); }
  void beIdle() {
    Q.Busy = {};
    Q.Idle.notify_all();
  }

  Machine &M = Machine::get();
  std::unique_lock<std::mutex> Lock{M.Mutex};
  Queue &Q;
  uint64_t BeganAt = 0;
};

bool PacketProcessor::waitForPacket() {
  Q.Rang.wait(Lock, [&] {
    return Q.IsDestroyed || (Q.Read < Q.Rung && Q.at(Q.Read).isValid());
  });
  return !Q.IsDestroyed;
}

/// Returns null if the header is valid.
const char *PacketProcessor::faultOfHeader(const Packet &What) const {
  const unsigned Header = What.header();
  if (What.type() != PacketDispatch && What.type() != PacketBarrierAnd)
    return "has an unknown type";
  if (Header >> HeaderUsedBits)
    return "has reserved bits that are not 0";
  constexpr unsigned FenceMask = 3;
  if ((Header >> HeaderAcquire & FenceMask) > FenceOfSystem ||
      (Header >> HeaderRelease & FenceMask) > FenceOfSystem)
    return "has a fence of no scope";
  return nullptr;
}

bool PacketProcessor::process() {
  const Packet &What = Q.at(Q.Read);
  if (const char *Fault = faultOfHeader(What))
    return refuse(InvalidPacketFormat,
                  text("the header 0x%04x %s", What.header(), Fault));
  BeganAt = now();
  return What.type() == PacketDispatch
             ? processDispatch(What.as<DispatchPacket>())
             : processBarrier(What.as<BarrierPacket>());
}

/// Finds the signal of a packet, which must exist unless there is none.
bool PacketProcessor::findSignal(Handle Self, std::shared_ptr<Signal> &Found) {
  Found = M.Signals.find(Self.Value);
  if (!Self.Value || (Found && !Found->Rings))
    return true;
  return refuse(InvalidSignal,
                text("signal 0x%zx %s", size_t(Self.Value),
                     Found                          ? "is a doorbell"
                     : M.Signals.isGone(Self.Value) ? "is destroyed"
                                                    : "does not exist"));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

bool PacketProcessor::processDispatch(const DispatchPacket &What) {
  Dispatch Wanted;
  std::string Why;
  if (Status R = readDispatch(M, *Q.On, What, Wanted, Why))
    return refuse(R, Why);
  std::shared_ptr<Signal> Completion;
  if (!findSignal({What.Completion}, Completion) || !playAlone(Wanted))
    return false;
  finish(Completion.get(), Completion ? Completion->Value - 1 : 0);
  return true;
}

bool PacketProcessor::playAlone(const Dispatch &Wanted) {
  const uint64_t Index = Q.Read;
  beBusy();
  Lock.unlock();
  const auto &[Grid, Block] = Wanted.Form;
  log(text("queue %llu: packet %llu: %s of %ux%ux%u blocks of %ux%ux%u "
           "threads, %u dynamic bytes",
           number(Q.Public.Id), number(Index), Wanted.What->Name.c_str(),
           Grid.X, Grid.Y, Grid.Z, Block.X, Block.Y, Block.Z,
           Wanted.DynamicSharedBytes));
  if (const uint32_t Delay = Settings::get().DelayMicroseconds)
    std::this_thread::sleep_for(std::chrono::microseconds(Delay));
  std::string Failure;
  const Outcome How = play(*Q.On, Wanted, Failure);
  Lock.lock();
  beIdle();
  if (How == Outcome::Over)
    return true;
  log(text("queue %llu: packet %llu fails: %s", number(Q.Public.Id),
           number(Index), Failure.c_str()));
  if (How == Outcome::Exception)
    return stop(Exception);
  Q.IsStopped = true;
  beBusy();
  tellOfFault(M, *Q.On, Failure, Lock);
  beIdle();
  return false;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

bool PacketProcessor::processBarrier(const BarrierPacket &What) {
  if (What.Reserved0 || What.Reserved1 || What.Reserved2)
    return refuse(InvalidPacketFormat, "a reserved field is not 0");
  std::array<std::shared_ptr<Signal>, MaxNeeds> Needs;
  std::shared_ptr<Signal> Completion;
  for (size_t I = 0; I != Needs.size(); ++I)
    if (!findSignal(What.Needs[I], Needs[I]))
      return false;
  if (!findSignal(What.Completion, Completion))
    return false;
  // A failure is passed on to everything that waits for it.
  int64_t Worst = 0;
  for (const auto &Each : Needs)
    if (Each) {
      if (!waitFor(*Each))
        return false;
      Worst = std::min(Worst, Each->Value);
    }
  finish(Completion.get(), Worst < 0    ? Worst
                           : Completion ? Completion->Value - 1
                                        : 0);
  return true;
}

bool PacketProcessor::waitFor(Signal &On) {
  Q.Awaits = &On;
  On.Changed.wait(Lock, [&] { return On.Value <= 0 || Q.IsDestroyed; });
  Q.Awaits = nullptr;
  return !Q.IsDestroyed;
}

//===----------------------------------------------------------------------===//
// The end of a packet
//===----------------------------------------------------------------------===//

/// A thread that sees the signal must find the place free and nothing in use
/// any more.
void PacketProcessor::finish(Signal *Completion, int64_t Value) {
  Q.at(Q.Read).clear();
  ++Q.Read;
  if (!Completion)
    return;
  Completion->TimedOn = Q.IsProfiled ? Q.On : nullptr;
  Completion->Time = {BeganAt, now()};
  M.set(*Completion, Value);
}

/// Reports a violation: a GPU would stop, or its behaviour would be undefined.
bool PacketProcessor::refuse(Status Code, const std::string &Text) {
  violation("queue %llu: packet %llu: %s", number(Q.Public.Id), number(Q.Read),
            Text.c_str());
  return stop(Code);
}

/// Stops the queue for good, and tells the program without the lock.
bool PacketProcessor::stop(Status Code) {
  Q.IsStopped = true;
  if (Q.IsDestroyed || !Q.Failed)
    return false;
  beBusy();
  Lock.unlock();
  Q.Failed(Code, &Q.Public, Q.Context);
  Lock.lock();
  beIdle();
  return false;
}

} // namespace

void processPackets(const std::shared_ptr<Queue> &Of) {
  PacketProcessor(*Of).run();
}

} // namespace ompjit::standin
