//===- Copies.cpp - Copies by the engines of GPUs -----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A place is checked when the call is made, and again when the copy is made,
// because it must still exist then. Each GPU has an engine, which makes the
// first copy that does not wait for anything.
//
//===----------------------------------------------------------------------===//

#include "Call.h"
#include "Functions.h"
#include "Settings.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <system_error>
#include <thread>

namespace ompjit::standin {

namespace {

/// Returns what is wrong with the copy; empty if nothing is.
std::string troubleOf(const Machine &M, const Copy &What) {
  const uintptr_t To = numberOf(What.To), From = numberOf(What.From);
  auto Reaches = [&](const Agent &Who, uintptr_t Begin) {
    return M.Memory.reaches(Who, Begin, What.Bytes);
  };
  auto Describe = [&](const char *Which, uintptr_t Begin) {
    return text("its agent does not reach the %s at 0x%zx, which is %s", Which,
                Begin, M.Memory.describe(Begin).c_str());
  };
  if (!Reaches(*What.ToAgent, To))
    return Describe("destination", To);
  if (!Reaches(*What.FromAgent, From))
    return Describe("source", From);
  for (const Agent *Engine : {What.ToAgent, What.FromAgent})
    if (Engine->isGpu() && Reaches(*Engine, To) && Reaches(*Engine, From))
      return "";
  return text("no GPU of the copy reaches both sides: the source is %s, the "
              "destination %s",
              M.Memory.describe(From).c_str(), M.Memory.describe(To).c_str());
}

/// Called with the lock held, which it releases while it copies. Returns false
/// after a violation.
bool makeCopy(Machine &M, const Copy &What,
              std::unique_lock<std::mutex> &Lock) {
  if (const uint32_t Delay = Settings::get().DelayMicroseconds) {
    Lock.unlock();
    std::this_thread::sleep_for(std::chrono::microseconds(Delay));
    Lock.lock();
  }
  const std::string Trouble = troubleOf(M, What);
  if (!Trouble.empty()) {
    violation("a copy of %zu bytes, when it begins: %s", What.Bytes,
              Trouble.c_str());
    return false;
  }
  Lock.unlock();
  std::memcpy(What.To, What.From, What.Bytes);
  Lock.lock();
  return true;
}

/// The thread of a GPU's engine.
void makeCopies(Agent &Of) {
  Machine &M = Machine::get();
  std::unique_lock Lock(M.Mutex);
  while (true) {
    auto Next = Of.Copies.end();
    Of.CopiesChanged.wait(Lock, [&] {
      Next = std::ranges::find_if(
          Of.Copies, [](const auto &Each) { return Each->isReady(); });
      return Next != Of.Copies.end();
    });
    const std::shared_ptr<Copy> What = *Next;
    const bool IsMade = makeCopy(M, *What, Lock);
    Of.Copies.erase(Next);
    // A negative value says that the copy failed.
    M.set(*What->Completion, IsMade ? What->Completion->Value - 1 : -1);
  }
}

bool startEngine(Agent &Of) {
  if (Of.HasEngine)
    return true;
  try {
    std::thread(makeCopies, std::ref(Of)).detach();
  } catch (const std::system_error &) {
    return false;
  }
  return Of.HasEngine = true;
}

bool overlap(const Copy &What) {
  const uintptr_t To = numberOf(What.To), From = numberOf(What.From);
  return To < From + What.Bytes && From < To + What.Bytes;
}

Status findSignals(Call &C, uint32_t NumNeeds, const Handle *Needs,
                   Handle Completion, Copy &Into) {
  const Book<Signal> &All = C.machine().Signals;
  for (uint32_t I = 0; I != NumNeeds; ++I) {
    Into.Needs.push_back(C.find(All, Needs[I], "signal"));
    if (!Into.Needs.back())
      return InvalidSignal;
  }
  Into.Completion = C.find(All, Completion, "signal");
  return Into.Completion ? Success : InvalidSignal;
}

} // namespace

extern "C" {

Status hsa_amd_memory_async_copy(void *To, Handle ToAgent, const void *From,
                                 Handle FromAgent, size_t Bytes,
                                 uint32_t NumNeeds, const Handle *Needs,
                                 Handle Completion) {
  Call C("hsa_amd_memory_async_copy");
  C.add("to", To).handle("of", ToAgent);
  C.add("from", From).handle("of", FromAgent).add("bytes", Bytes);
  C.add("needs", NumNeeds).handle("completion", Completion);
  return C.run([&]() -> Status {
    Machine &M = C.machine();
    auto New = std::make_shared<Copy>();
    New->To = To;
    New->From = From;
    New->Bytes = Bytes;
    New->ToAgent = C.findAgent(ToAgent);
    New->FromAgent = C.findAgent(FromAgent);
    if (!New->ToAgent || !New->FromAgent)
      return InvalidAgent;
    if (!To || !From || (NumNeeds && !Needs))
      return C.refuse(InvalidArgument, "a pointer is null");
    if (Status R = findSignals(C, NumNeeds, Needs, Completion, *New))
      return R;
    // As documented, nothing is done in this case, and the signal does not
    // change.
    if (!Bytes)
      return Success;
    if (overlap(*New))
      return C.refuse(InvalidArgument, "source and destination overlap");
    Agent &Engine = New->ToAgent->isGpu() ? *New->ToAgent : *New->FromAgent;
    if (!Engine.isGpu())
      return C.refuse(InvalidAgent, "neither agent is a GPU");
    if (auto Trouble = troubleOf(M, *New); !Trouble.empty())
      return C.refuse(InvalidArgument, "%s", Trouble.c_str());
    if (!startEngine(Engine))
      return OutOfResources;
    Engine.Copies.push_back(std::move(New));
    Engine.CopiesChanged.notify_all();
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
