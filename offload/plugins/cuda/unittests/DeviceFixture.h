//===- DeviceFixture.h - A device of the fake driver ----------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CUDA_UNITTESTS_DEVICEFIXTURE_H
#define OMPJIT_PLUGINS_CUDA_UNITTESTS_DEVICEFIXTURE_H

#include "Device.h"
#include "FakeDriver.h"
#include "Image.h"
#include "Kernel.h"
#include "Queue.h"
#include "ompjit/Plugins/LaunchShape.h"

#include <gtest/gtest.h>

namespace ompjit::cuda {

inline constexpr char Ptx[] = ".version 8.4\n.target sm_90\n";

/// Tests that open the first GPU, and may load an image and use a queue.
class CudaDeviceTest : public testing::Test {
protected:
  void SetUp() override { Device = open(0); }
  void TearDown() override {
    if (Image)
      unloadImage(Device, Image);
    if (Queue)
      destroyQueue(Device, Queue);
    if (Device)
      closeDevice(Device);
    if (!IsLost)
      EXPECT_TRUE(Fake.Live.empty());
  }

  ompjit_device *open(int32_t Ordinal) {
    ompjit_device *New = nullptr;
    EXPECT_EQ(openDevice(Fake.Table, Ordinal, &New, &Error), 0) << Error.text;
    return New;
  }

  /// Returns a kernel with an environment.
  ompjit_kernel *kernel(uint8_t Mode, uint32_t NumArgs = 0,
                        int32_t ReductionBytes = 0) {
    plugins::KernelEnvironment Environment = {};
    Environment.Mode = Mode;
    Environment.MinThreads = 1;
    Environment.MaxThreads = 128;
    Environment.ReductionDataSize = ReductionBytes;
    Environment.ReductionBufferLength = 1024;
    Fake.Globals["k_kernel_environment"].assign(
        reinterpret_cast<const char *>(&Environment), sizeof(Environment));
    return get("k", NumArgs);
  }
  ompjit_kernel *get(const char *Name, uint32_t NumArgs = 0) {
    if (!Image)
      EXPECT_EQ(loadImage(Device, Ptx, sizeof(Ptx) - 1, "test", &Image, &Error),
                0)
          << Error.text;
    ompjit_kernel *Kernel = nullptr;
    EXPECT_EQ(getKernel(Device, Image, Name, NumArgs, &Kernel, &Error), 0)
        << Error.text;
    return Kernel;
  }
  ompjit_queue *queue() {
    if (!Queue)
      EXPECT_EQ(createQueue(Device, &Queue, &Error), 0) << Error.text;
    return Queue;
  }

  int launch(ompjit_kernel *Kernel, uint64_t TripCount = 0,
             uint32_t SharedBytes = 0) {
    ompjit_launch Launch = {};
    Launch.trip_count = TripCount;
    Launch.dynamic_memory_bytes = SharedBytes;
    return launchKernel(Device, queue(), Kernel, &Launch, &Error);
  }

  FakeDriver Fake;
  ompjit_device *Device = nullptr;
  ompjit_image *Image = nullptr;
  ompjit_queue *Queue = nullptr;
  ompjit_error Error = {};
  bool IsLost = false;
};

} // namespace ompjit::cuda

#endif // OMPJIT_PLUGINS_CUDA_UNITTESTS_DEVICEFIXTURE_H
