//===- Report.cpp - Finds and prints the devices --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "ompjit/Support/JsonWriter.h"
#include "plugin/PluginLibrary.h"
#include "support/Diagnostics.h"

#include <string_view>

namespace ompjit::deviceinfo {

namespace {

/// Returns the message as a program would print it, with the next step.
std::string troubleOf(const Error &What) {
  return formatDiagnostic("error", What, nullptr, -1);
}

PluginReport examinePlugin(const std::string &Name, const std::string &File) {
  PluginReport Out;
  Out.Name = Name;
  Out.File = File;
  Result<std::unique_ptr<PluginLibrary>> Plugin = PluginLibrary::openFile(File);
  if (Plugin)
    examineDevices((*Plugin)->table(), Out);
  else
    Out.Trouble = troubleOf(Plugin.error());
  return Out;
}

void addDevice(const DeviceReport &D, size_t Ordinal, JsonWriter &Out) {
  Out.beginObject();
  Out.number("ordinal", Ordinal);
  Out.textOrNull("error", D.Trouble);
  if (D.Trouble.empty()) {
    Out.text("name", D.Description.Name);
    Out.text("uid", D.Description.Uid);
    Out.text("triple", D.Description.Triple);
    Out.text("architecture", D.Description.Arch);
    Out.text("features", D.Description.Features);
    if (D.Description.MemoryBytes)
      Out.number("memory_bytes", D.Description.MemoryBytes);
    else
      Out.null("memory_bytes");
    Out.beginArray("capabilities");
    for (const std::string &Each : D.Description.Capabilities)
      Out.text("", Each);
    Out.endArray();
    Out.beginObject("properties");
    for (const DeviceDescription::Property &Each : D.Description.Properties)
      Out.text(Each.Name, Each.Value);
    Out.endObject();
  }
  Out.endObject();
}

void addPlugin(const PluginReport &P, JsonWriter &Out) {
  Out.beginObject();
  Out.text("name", P.Name);
  Out.text("file", P.File);
  Out.textOrNull("error", P.Trouble);
  Out.beginArray("devices");
  for (size_t I = 0; I < P.Devices.size(); ++I)
    addDevice(P.Devices[I], I, Out);
  Out.endArray();
  Out.endObject();
}

std::string pluginAsText(const PluginReport &P) {
  std::string Text = "plugin " + P.Name + " (" + P.File + ")\n";
  if (!P.Trouble.empty())
    Text += "  cannot be used: " + P.Trouble + "\n";
  for (size_t I = 0; I < P.Devices.size(); ++I) {
    const DeviceReport &D = P.Devices[I];
    Text += "  device " + std::to_string(I) + "\n";
    Text += D.Trouble.empty() ? formatDevice(D.Description, 4)
                              : "    cannot be used: " + D.Trouble + "\n";
  }
  return Text;
}

} // namespace

bool Report::hasUsableDevice() const {
  for (const PluginReport &Plugin : Plugins)
    for (const DeviceReport &Each : Plugin.Devices)
      if (Each.Trouble.empty())
        return true;
  return false;
}

void examineDevices(const ompjit_plugin &Table, PluginReport &Out) {
  Out.IsLoaded = true;
  ompjit_error Reason = {};
  const int32_t Count = Table.device_count(&Reason);
  if (Count <= 0)
    Out.Trouble = troubleOf(
        diagnose(Diagnostic::PluginNoDevices, {Table.name, Reason.text}));
  for (int32_t Ordinal = 0; Ordinal < Count; ++Ordinal) {
    DeviceReport &D = Out.Devices.emplace_back();
    ompjit_device *Device = nullptr;
    if (Table.device_open(Ordinal, &Device, &Reason)) {
      D.Trouble =
          troubleOf(diagnose(Diagnostic::DeviceOpenFailed, {Reason.text}));
      continue;
    }
    D.Description = describeDevice(Table, Device);
    Table.device_close(Device);
  }
}

Result<Report> examineFolder(const std::string &Folder) {
  Report Out;
  Out.Folder = Folder;
  Result<std::vector<std::string>> Names = PluginLibrary::namesIn(Folder);
  if (!Names)
    return Names.takeError();
  for (const std::string &Each : *Names)
    Out.Plugins.push_back(
        examinePlugin(Each, PluginLibrary::pathOf(Folder, Each)));
  return Out;
}

std::string asText(const Report &R) {
  if (R.Plugins.empty())
    return "no plugin in " + R.Folder + "\n";
  std::string Text;
  for (const PluginReport &Each : R.Plugins)
    Text += (Text.empty() ? "" : "\n") + pluginAsText(Each);
  if (!R.hasUsableDevice())
    Text += "\nno device can be used\n";
  return Text;
}

std::string asJson(const Report &R) {
  JsonWriter Out;
  Out.beginObject();
  Out.text("folder", R.Folder);
  Out.beginArray("plugins");
  for (const PluginReport &Each : R.Plugins)
    addPlugin(Each, Out);
  Out.endArray();
  Out.endObject();
  return Out.take();
}

} // namespace ompjit::deviceinfo
