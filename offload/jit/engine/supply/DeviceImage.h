//===- DeviceImage.h - An image that is loaded on a device ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the engine.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_JIT_DEVICEIMAGE_H
#define OMPJIT_JIT_DEVICEIMAGE_H

#include "ompjit/Jit/LaunchWatch.h"
#include "ompjit/Plugin.h"
#include "ompjit/Support/Bytes.h"
#include "ompjit/Support/Result.h"

#include <memory>
#include <string>
#include <vector>

namespace ompjit::jit {

class ImageFinisher;

/// Returns the plugin's message, read only as far as the field is long.
Error pluginError(const ompjit_error &Reason);

/// The values that code on a GPU may ask for, as in ompjit_device_info.
struct DeviceEnvironment {
  uint32_t NumDevices = 0, DeviceNum = 0, DebugKinds = 0;
};

/// A device that images are loaded on.
struct Device {
  const ompjit_plugin *Plugin;
  ompjit_device *Handle;
  int Id; ///< For messages.
  std::string Arch;
  std::string Features;
  std::string Emulation; ///< As in ompjit_device_info.
  uint32_t Processors;   ///< As in ompjit_device_info.
  DeviceEnvironment Environment;
  const LaunchWatch *Launches = nullptr; ///< Null: nothing is unloaded.
  /// Null if images are loaded as they are compiled.
  std::shared_ptr<ImageFinisher> Finisher = nullptr;
};

/// A loaded image, which the destructor unloads. Thread-safe after loading.
class DeviceImage {
public:
  static Result<std::unique_ptr<DeviceImage>>
  load(const Device &, ByteView Bytes, const std::string &Label);
  ~DeviceImage();
  DeviceImage(const DeviceImage &) = delete;
  DeviceImage &operator=(const DeviceImage &) = delete;

  /// Returns the device address of a symbol; \p Size may be null.
  Result<void *> symbol(const std::string &Name, uint64_t *Size) const;
  /// Returns the device address; null if the image has no such symbol.
  Result<void *> find(const char *Name) const;
  /// Copies \p Bytes from the beginning of a variable.
  Status read(const std::string &Name, void *To, uint64_t Bytes) const;
  Result<ompjit_kernel *> kernel(const std::string &Symbol,
                                 uint32_t NumArguments) const;

  /// Stores the addresses of the symbols in \p Base in this image's slot array.
  /// No kernel of the image may run before that.
  Status fillSlots(const std::vector<std::string> &Symbols,
                   const DeviceImage *Base) const;

private:
  DeviceImage(const Device &Target, ompjit_image *Handle)
      : Target(Target), Handle(Handle) {}

  const Device &Target;
  ompjit_image *const Handle;
};

} // namespace ompjit::jit

#endif // OMPJIT_JIT_DEVICEIMAGE_H
