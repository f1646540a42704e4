//===- MockPlugin.h - A plugin whose devices are test objects -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image of this plugin is the text that the mock compiler made. Loading
// keeps the text, and the engine does not need launches. What a test wants to
// know or to break is a member of the device.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_MOCKPLUGIN_H
#define OMPJIT_JIT_MOCKPLUGIN_H

#include "ompjit/Plugin.h"

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>

struct ompjit_image {
  std::string Bytes;
  std::string Label;
  void *Slots[8] = {};
  uint64_t Counters[3] = {};
  /// Made on demand, because every name exists in a mock image.
  std::map<std::string, std::unique_ptr<int>> Symbols;
};

struct ompjit_kernel {
  ompjit_image *Image;
  std::string Symbol;
  void *SlotsWhenFound[8]; ///< The slots when the engine asked for the kernel.
};

struct ompjit_device {
  std::string Arch = "mockcpu";
  std::string Features = "+a,+b";
  uint32_t NumDevices = 2, DeviceNum = 0, DebugKinds = 0;
  std::atomic<int> Loads{0};
  std::atomic<int> Unloads{0};
  /// Returns true if loading an image with this text must fail.
  std::function<bool(const std::string &)> RefusesImage =
      [](const std::string &) { return false; };
  /// Returns the result of image_finish. It changes the text, or sets it to the
  /// error.
  std::function<int(std::string &)> Finishes = [](std::string &Text) {
    Text = "finished " + Text;
    return 0;
  };
  std::atomic<int> NumFinishes{0};
  /// Returns the result of image_finish_open. It sets the text to the error.
  std::function<int(std::string &)> Opens = [](std::string &) { return 0; };
  std::atomic<int> NumOpens{0};
  /// Of each kernel.
  ompjit_kernel_usage Usage = {};
  std::atomic<int> NumUsages{0}; ///< How often it was asked for.
};

namespace ompjit::jit {

const ompjit_plugin &mockPlugin();
/// The same for the host, which has no launch size.
const ompjit_plugin &mockHostPlugin();

} // namespace ompjit::jit

#endif // OMPJIT_JIT_MOCKPLUGIN_H
