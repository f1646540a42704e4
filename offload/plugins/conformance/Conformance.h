//===- Conformance.h - What the tests of the conformance suite share ------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plugin under test with one open device, and the image for it.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGINS_CONFORMANCE_CONFORMANCE_H
#define OMPJIT_PLUGINS_CONFORMANCE_CONFORMANCE_H

#include "ompjit/Plugin.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace ompjit::conformance {

/// The table of the plugin under test, opened once for the whole program.
const ompjit_plugin &plugin();

/// The bytes of the image for its devices.
const std::string &imageBytes();

/// Opens device 0 for each test.
class DeviceTest : public testing::Test {
protected:
  void SetUp() override;
  void TearDown() override;

  /// Device memory that lives until the end of the test.
  void *allocate(uint64_t Size);
  ompjit_image *load();

  const ompjit_plugin &P = plugin();
  ompjit_device *Device = nullptr;
  ompjit_error Error = {};

private:
  std::vector<void *> Allocations;
  std::vector<ompjit_image *> Images;
};

} // namespace ompjit::conformance

#endif // OMPJIT_PLUGINS_CONFORMANCE_CONFORMANCE_H
