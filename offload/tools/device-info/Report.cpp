//===- Report.cpp - What ompjit-device-info finds and prints --------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "plugin/PluginLibrary.h"
#include "support/Diagnostics.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace ompjit::deviceinfo {

namespace {

constexpr std::string_view FilePrefix = "libomptarget.rtl.";
constexpr std::string_view FileSuffix = ".so";

/// As a program would print it, with the next step.
std::string troubleOf(const Error &What) {
  return formatDiagnostic("error", What, nullptr, -1);
}

PluginReport examinePlugin(const std::string &Name, const std::string &File) {
  PluginReport Out = {Name, File, "", {}};
  Result<std::unique_ptr<PluginLibrary>> Plugin = PluginLibrary::openFile(File);
  if (Plugin)
    examineDevices((*Plugin)->table(), Out);
  else
    Out.Trouble = troubleOf(Plugin.error());
  return Out;
}

std::string jsonText(std::string_view Text) {
  std::string Out = "\"";
  for (unsigned char C : Text) {
    if (C == '"' || C == '\\') {
      (Out += '\\') += char(C);
    } else if (C < 0x20) {
      char Escaped[8];
      std::snprintf(Escaped, sizeof(Escaped), "\\u%04x", C);
      Out += Escaped;
    } else {
      Out += char(C);
    }
  }
  return Out + '"';
}

/// A list in JSON: the items' texts are JSON already.
class JsonList {
public:
  JsonList(char Open, char Close, unsigned Depth)
      : Text(1, Open), Close(Close), Depth(Depth) {}

  void add(const std::string &Item) {
    Text += IsEmpty ? "\n" : ",\n";
    Text.append(2 * Depth + 2, ' ') += Item;
    IsEmpty = false;
  }
  void add(std::string_view Key, const std::string &Value) {
    add(jsonText(Key) + ": " + Value);
  }
  std::string finish() {
    if (!IsEmpty)
      (Text += '\n').append(2 * Depth, ' ');
    return Text + Close;
  }

private:
  std::string Text;
  char Close;
  unsigned Depth;
  bool IsEmpty = true;
};

std::string jsonTextOrNull(const std::string &Text) {
  return Text.empty() ? "null" : jsonText(Text);
}

std::string deviceAsJson(const DeviceReport &D, size_t Ordinal,
                         unsigned Depth) {
  JsonList Object('{', '}', Depth);
  Object.add("ordinal", std::to_string(Ordinal));
  Object.add("error", jsonTextOrNull(D.Trouble));
  if (!D.Trouble.empty())
    return Object.finish();
  Object.add("name", jsonText(D.Description.Name));
  Object.add("uid", jsonText(D.Description.Uid));
  Object.add("triple", jsonText(D.Description.Triple));
  Object.add("architecture", jsonText(D.Description.Arch));
  Object.add("features", jsonText(D.Description.Features));
  Object.add("memory_bytes", D.Description.MemoryBytes
                                 ? std::to_string(D.Description.MemoryBytes)
                                 : "null");
  JsonList Capabilities('[', ']', Depth + 1);
  for (const std::string &Each : D.Description.Capabilities)
    Capabilities.add(jsonText(Each));
  Object.add("capabilities", Capabilities.finish());
  JsonList Properties('{', '}', Depth + 1);
  for (const DeviceDescription::Property &Each : D.Description.Properties)
    Properties.add(Each.Name, jsonText(Each.Value));
  Object.add("properties", Properties.finish());
  return Object.finish();
}

std::string pluginAsJson(const PluginReport &P, unsigned Depth) {
  JsonList Object('{', '}', Depth);
  Object.add("name", jsonText(P.Name));
  Object.add("file", jsonText(P.File));
  Object.add("error", jsonTextOrNull(P.Trouble));
  JsonList Devices('[', ']', Depth + 1);
  for (size_t I = 0; I < P.Devices.size(); ++I)
    Devices.add(deviceAsJson(P.Devices[I], I, Depth + 2));
  Object.add("devices", Devices.finish());
  return Object.finish();
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
  std::error_code Failure;
  for (std::filesystem::directory_iterator At(Folder, Failure), End;
       !Failure && At != End; At.increment(Failure)) {
    const std::string File = At->path().filename().string();
    if (File.size() > FilePrefix.size() + FileSuffix.size() &&
        File.starts_with(FilePrefix) && File.ends_with(FileSuffix))
      Out.Plugins.push_back(examinePlugin(
          File.substr(FilePrefix.size(),
                      File.size() - FilePrefix.size() - FileSuffix.size()),
          At->path().string()));
  }
  if (Failure)
    return Error("cannot read the folder '" + Folder +
                 "': " + Failure.message());
  std::sort(Out.Plugins.begin(), Out.Plugins.end(),
            [](const PluginReport &A, const PluginReport &B) {
              return A.Name < B.Name;
            });
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
  JsonList Object('{', '}', 0);
  Object.add("folder", jsonText(R.Folder));
  JsonList Plugins('[', ']', 1);
  for (const PluginReport &Each : R.Plugins)
    Plugins.add(pluginAsJson(Each, 2));
  Object.add("plugins", Plugins.finish());
  return Object.finish() + "\n";
}

} // namespace ompjit::deviceinfo
