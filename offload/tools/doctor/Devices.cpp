//===- Devices.cpp - Plugins, devices and their drivers -------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"

#include "ompjit/Targets.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace ompjit::doctor {

namespace fs = std::filesystem;
using deviceinfo::DeviceReport;
using deviceinfo::PluginReport;

namespace {

struct Vendor {
  std::string_view Target; ///< A row of Targets.
  std::string_view Name;
  std::string_view PciId;
  std::string_view HidingVariable; ///< Makes its driver leave devices out.
};

constexpr Vendor Vendors[] = {
    {"nvptx64", "NVIDIA", "0x10de", "CUDA_VISIBLE_DEVICES"},
    {"amdgcn", "AMD", "0x1002", "ROCR_VISIBLE_DEVICES"},
};

/// What the machine has, whether or not there is a driver for it.
enum class Hardware {
  None,
  Display, ///< A GPU that screens are connected to, perhaps for these alone.
  Compute,
};

std::string firstWord(const fs::path &File) {
  std::string Word;
  std::ifstream(File) >> Word;
  return Word;
}

/// Classes of PCI devices: 0x0300 is a GPU with screens, 0x0302 and 0x0380 one
/// without, 0x1200 an accelerator.
Hardware hardwareOf(const Vendor &Of) {
  Hardware Best = Hardware::None;
  std::error_code Failure;
  for (const fs::directory_entry &Each :
       fs::directory_iterator("/sys/bus/pci/devices", Failure)) {
    if (firstWord(Each.path() / "vendor") != Of.PciId)
      continue;
    const std::string Class = firstWord(Each.path() / "class");
    if (Class.starts_with("0x0300"))
      Best = std::max(Best, Hardware::Display);
    else if (Class.starts_with("0x03") || Class.starts_with("0x1200"))
      Best = Hardware::Compute;
  }
  return Best;
}

const Vendor *vendorOf(std::string_view Plugin) {
  for (const Vendor &Each : Vendors)
    if (traitsOf(Each.Target).PluginName == Plugin)
      return &Each;
  return nullptr;
}

void addMissingGpu(const PluginReport &P, const Vendor &Of, Findings &Found) {
  const std::string Name(Of.Name);
  const std::string Advice = "check the driver, the permissions of its files "
                             "under /dev, and whether " +
                             std::string(Of.HidingVariable) + " hides the GPU";
  switch (hardwareOf(Of)) {
  case Hardware::None:
    Found.good("plugin " + P.Name, "this machine has no GPU of " + Name);
    return;
  case Hardware::Display:
    Found.warning("plugin " + P.Name,
                  "the GPU of " + Name + " cannot be used: " + P.Trouble,
                  Advice + ", if programs are to use it");
    return;
  case Hardware::Compute:
    break;
  }
  Found.error("plugin " + P.Name,
              "the GPU of " + Name + " cannot be used: " + P.Trouble, Advice);
}

/// "4 devices: x86_64-pc-linux-gnu, znver4"; each kind of device once.
std::string describe(const PluginReport &P) {
  std::vector<std::string> Kinds;
  size_t NumUsable = 0;
  for (const DeviceReport &Each : P.Devices) {
    if (!Each.Trouble.empty())
      continue;
    ++NumUsable;
    std::string Kind = Each.Description.Triple + ", " + Each.Description.Arch;
    if (std::find(Kinds.begin(), Kinds.end(), Kind) == Kinds.end())
      Kinds.push_back(std::move(Kind));
  }
  std::string Text =
      std::to_string(NumUsable) + (NumUsable == 1 ? " device" : " devices");
  for (const std::string &Each : Kinds)
    Text += (&Each == Kinds.data() ? ": " : "; ") + Each;
  return Text;
}

void addPlugin(const PluginReport &P, Findings &Found) {
  const Vendor *Of = vendorOf(P.Name);
  if (!P.Trouble.empty()) {
    if (P.IsLoaded && Of)
      addMissingGpu(P, *Of, Found);
    else
      Found.error("plugin " + P.Name, P.Trouble, "see the message");
    return;
  }
  for (size_t I = 0; I < P.Devices.size(); ++I)
    if (const std::string &Trouble = P.Devices[I].Trouble; !Trouble.empty())
      Found.error("plugin " + P.Name,
                  "device " + std::to_string(I) + " cannot be used: " + Trouble,
                  "check the driver and other users of the device");
  Found.good("plugin " + P.Name, describe(P));
}

} // namespace

std::vector<PluginReport> checkDevices(const Installation &Here,
                                       Findings &Found) {
  Result<deviceinfo::Report> All = deviceinfo::examineFolder(Here.Lib);
  if (!All) {
    Found.error("plugins", All.error().message(), "reinstall OMP-JIT");
    return {};
  }
  for (const PluginReport &Each : All->Plugins)
    addPlugin(Each, Found);
  return std::move(All->Plugins);
}

} // namespace ompjit::doctor
