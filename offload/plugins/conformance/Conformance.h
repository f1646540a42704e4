//===- Conformance.h - Fixtures of the conformance suite ------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fixtures have the plugin under test with one open device, and the image
// for it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CONFORMANCE_CONFORMANCE_H
#define OMPJIT_PLUGINS_CONFORMANCE_CONFORMANCE_H

#include "ompjit/Plugin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ompjit::conformance {

/// Returns the table of the plugin under test, which is opened once for the
/// whole program.
const ompjit_plugin &plugin();

/// Returns the bytes of the image for its devices.
const std::string &imageBytes();

/// Opens device 0 for each test. Objects that a test makes with the functions
/// below are destroyed at its end.
class DeviceTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  bool can(ompjit_capability What) {
    return P.device_capabilities(Device) & What;
  }

  void *allocate(uint64_t Size, ompjit_memory_kind Kind = OMPJIT_MEMORY_DEVICE);
  ompjit_image *load();
  ompjit_kernel *get(ompjit_image *Image, const char *Name, uint32_t NumArgs);
  ompjit_queue *createQueue();
  /// Destroys a queue before the end of the test.
  void destroy(ompjit_queue *Queue);
  ompjit_event *createEvent();
  ompjit_event *createTimedEvent();

  int launch(ompjit_queue *Queue, ompjit_kernel *Kernel,
             std::vector<void *> Args, uint32_t Form = OMPJIT_ARGUMENTS_OPENMP);
  /// Launches with bytes of parameters, as the stubs of other languages pass
  /// them.
  int launchPacked(ompjit_queue *Queue, ompjit_kernel *Kernel,
                   std::vector<int64_t> Parameters);
  void write(ompjit_queue *Queue, void *To, const int64_t &From);
  void read(ompjit_queue *Queue, int64_t &To, const void *From);
  int64_t readNow(const void *From);
  bool isDone(ompjit_queue *Queue);
  void synchronize(ompjit_queue *Queue);

  const ompjit_plugin &P = plugin();
  ompjit_device *Device = nullptr;
  ompjit_error Error = {};

private:
  std::vector<std::pair<void *, ompjit_memory_kind>> Allocations;
  std::vector<ompjit_image *> Images;
  std::vector<ompjit_queue *> Queues;
  std::vector<ompjit_event *> Events;
};

/// The fixture for tests of what happens while a queue works. They are skipped
/// if queues do not overlap with the host.
class OverlapTest : public DeviceTest {
protected:
  /// Blocks what is behind it in a queue until it is opened. It is opened at
  /// the end of the test at the latest.
  class Gate {
  public:
    explicit Gate(int64_t *Word) : Word(Word) {}
    void open() { __atomic_store_n(Word, 1, __ATOMIC_RELEASE); }

  private:
    int64_t *Word;
  };

  void SetUp() override;
  void TearDown() override;

  Gate close(ompjit_queue *Queue);
  /// Returns a word of host memory that can be copied without waiting.
  int64_t &word(int64_t Value);

private:
  std::vector<Gate> Gates;
  ompjit_kernel *Wait = nullptr;
};

/// The fixture for tests of what kernels compute. They are skipped for plugins
/// whose kernels do nothing.
class KernelTest : public DeviceTest {
protected:
  void SetUp() override;

  ompjit_image *Image = nullptr;
};

} // namespace ompjit::conformance

#endif // OMPJIT_PLUGINS_CONFORMANCE_CONFORMANCE_H
