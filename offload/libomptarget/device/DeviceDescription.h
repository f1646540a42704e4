//===- DeviceDescription.h - A device, described for people ---------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a plugin says about one of its devices, in one structure, for
// people and for programs. Used by __tgt_print_device_info and by
// ompjit-device-info.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_LIBOMPTARGET_DEVICE_DEVICEDESCRIPTION_H
#define OMPJIT_LIBOMPTARGET_DEVICE_DEVICEDESCRIPTION_H

#include "ompjit/Plugin.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ompjit {

struct DeviceDescription {
  struct Property {
    std::string Name, Value;
  };

  std::string Name, Triple, Arch, Features, Uid;
  uint64_t MemoryBytes = 0; ///< 0: not known.
  std::vector<std::string> Capabilities;
  /// Those of the plugin, in its order.
  std::vector<Property> Properties;
};

/// Queries everything; may take as long as device_info of the plugin does.
DeviceDescription describeDevice(const ompjit_plugin &Table,
                                 ompjit_device *Device);

/// Returns one line for each item, indented by \p Indent spaces, with the
/// values aligned. Unknown items are left out.
std::string formatDevice(const DeviceDescription &, unsigned Indent);

} // namespace ompjit

#endif // OMPJIT_LIBOMPTARGET_DEVICE_DEVICEDESCRIPTION_H
