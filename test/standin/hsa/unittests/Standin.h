//===- Standin.h - What the tests of the stand-in share -----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stand-in is used as by plugins: through dlopen and names.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_STANDIN_HSA_UNITTESTS_STANDIN_H
#define OMPJIT_STANDIN_HSA_UNITTESTS_STANDIN_H

#include "../Abi.h"

#include "ompjit/Plugins/AmdDispatch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ompjit::standin {

struct Runtime {
#define HSA_FUNCTION(Return, Name, Parameters) Return(*Name) Parameters;
#include "../Functions.def"
#undef HSA_FUNCTION
  const char *(*Violation)();
  const char *(*Emulation)();

  /// Returns the runtime, with a gfx90a and a gfx1100 unless the environment
  /// says otherwise.
  static const Runtime &get();

private:
  Runtime();
};

std::string readFile(const char *Name);

/// Receives failures of queues and events of agents. The process has one
/// handler of events.
struct Failures {
  std::atomic<int> Code = 0, NumEvents = 0;
  std::atomic<uint64_t> EventAgent = 0;
  std::atomic<Status> Answer = Success; ///< The handler's result.

  static Failures &get();
  static Status handle(const SystemEvent *Event, void *);
};

/// A fixture with the runtime, its agents and pools. Fails if the test caused a
/// violation that it did not expect.
class StandinTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  Handle createSignal(int64_t Value);
  AqlQueue *createQueue(uint32_t Size = 64);
  void *allocate(Handle From, size_t Bytes);
  /// Allocates memory of the processor that all GPUs reach.
  void *allocateShared(size_t Bytes);
  Handle load(const char *File, bool Frozen = true);
  Handle find(Handle Executable, const char *Name);
  template <typename T> T ask(Handle Symbol, SymbolInfo Which) {
    T Value = {};
    EXPECT_EQ(R.hsa_executable_symbol_get_info(Symbol, Which, &Value), Success);
    return Value;
  }

  /// Returns a packet for one block of one thread, with implicit arguments
  /// behind the words at \p Arguments.
  plugins::DispatchPacket packetFor(Handle Executable, const char *Kernel,
                                    std::vector<int64_t> Words);
  /// Puts a packet of 64 bytes into the queue and rings the doorbell.
  uint64_t put(AqlQueue *In, const void *Packet, uint16_t Header);
  uint64_t dispatch(AqlQueue *In, const plugins::DispatchPacket &Packet) {
    return put(In, &Packet, HeaderOfDispatch);
  }
  uint64_t barrier(AqlQueue *In, std::vector<Handle> Needs, Handle Completion);
  int64_t waitFor(Handle Signal, int64_t Below = 1);
  /// Makes a copy with a signal of its own; it is over on return.
  void copy(void *To, Handle ToAgent, const void *From, Handle FromAgent,
            size_t Bytes);
  int64_t read(const void *OnGpu);

  void expectViolation(const char *Text) {
    EXPECT_THAT(R.Violation(), testing::HasSubstr(Text));
  }
  /// Waits for the callback of a queue that stops, and checks it.
  void expectStop(Status Code, const char *Text);

  static constexpr uint16_t Ordered = 1 << HeaderBarrier |
                                      FenceOfSystem << HeaderAcquire |
                                      FenceOfSystem << HeaderRelease;
  static constexpr uint16_t HeaderOfDispatch = Ordered | PacketDispatch;

  const Runtime &R = Runtime::get();
  Handle Cpu = {}, Gpu = {}, OtherGpu = {};
  Handle HostPool = {}, KernargPool = {}, GpuPool = {};
  void *Arguments = nullptr; ///< A page of the kernarg pool.
  std::vector<AqlQueue *> Queues;
};

} // namespace ompjit::standin

#endif // OMPJIT_STANDIN_HSA_UNITTESTS_STANDIN_H
