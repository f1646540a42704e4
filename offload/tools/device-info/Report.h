//===- Report.h - What ompjit-device-info finds and prints ----------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plugins are opened and their devices queried as by libomptarget, so that the
// report is what a program will see. Devices are closed again.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_TOOLS_DEVICEINFO_REPORT_H
#define OMPJIT_TOOLS_DEVICEINFO_REPORT_H

#include "device/DeviceDescription.h"

#include "ompjit/Support/Result.h"

#include <string>
#include <vector>

namespace ompjit::deviceinfo {

struct DeviceReport {
  std::string Trouble; ///< Why it cannot be used; otherwise empty.
  DeviceDescription Description;
};

struct PluginReport {
  std::string Name; ///< Of the file: "host" of libomptarget.rtl.host.so.
  std::string File;
  std::string Trouble; ///< Why there are no devices; otherwise empty.
  /// Whether it could be loaded; if there are no devices then, there may be
  /// none in the machine.
  bool IsLoaded = false;
  std::vector<DeviceReport> Devices;
};

struct Report {
  std::string Folder;
  std::vector<PluginReport> Plugins; ///< By name.

  bool hasUsableDevice() const;
};

/// Fails if the folder cannot be read.
Result<Report> examineFolder(const std::string &Folder);

/// Queries the devices of a plugin's table. Prints nothing; all problems are in
/// the report.
void examineDevices(const ompjit_plugin &Table, PluginReport &Out);

std::string asText(const Report &);
std::string asJson(const Report &);

} // namespace ompjit::deviceinfo

#endif // OMPJIT_TOOLS_DEVICEINFO_REPORT_H
