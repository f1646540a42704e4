//===- Events.cpp - Reports faults to the program -------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Events.h"

#include "Call.h"
#include "Functions.h"

#include <cstdio>
#include <cstdlib>

namespace ompjit::standin {

namespace {

/// Returns the page, because a GPU tells no more. For some accesses the virtual
/// GPU describes the place without an address; then this is 0.
uint64_t addressIn(const std::string &Failure) {
  const size_t At = Failure.find("0x");
  if (At == std::string::npos)
    return 0;
  const uint64_t Address = std::strtoull(&Failure[At], nullptr, 16);
  return Address / PageBytes * PageBytes;
}

} // namespace

void tellOfFault(Machine &M, const Agent &On, const std::string &Failure,
                 std::unique_lock<std::mutex> &Lock) {
  const EventHandler Handler = M.OnEvent;
  void *Context = M.EventContext;
  Lock.unlock();
  log(text("GPU %d: memory fault: %s", On.Ordinal, Failure.c_str()));
  const SystemEvent Event = {
      EventMemoryFault, {{On.Self}, addressIn(Failure), FaultPageNotPresent}};
  if (!Handler || Handler(&Event, Context) != Success) {
    std::fprintf(stderr, "standin: memory fault on GPU %d: %s\n", On.Ordinal,
                 Failure.c_str());
    std::abort();
  }
  Lock.lock();
}

extern "C" {

Status hsa_amd_register_system_event_handler(EventHandler Handler,
                                             void *Context) {
  Call C("hsa_amd_register_system_event_handler");
  return C.run([&]() -> Status {
    if (C.machine().OnEvent)
      return C.refuse(Failure, "there is a handler");
    C.machine().OnEvent = Handler;
    C.machine().EventContext = Context;
    return Success;
  });
}

} // extern "C"

} // namespace ompjit::standin
