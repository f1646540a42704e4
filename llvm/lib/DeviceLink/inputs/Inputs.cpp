//===- Inputs.cpp - The device code of a host link ------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the inputs as units (an object or an archive member each), then takes
// lazy units until nothing needs another one.
//
//===----------------------------------------------------------------------===//

#include "ompjit/DeviceLink/Inputs.h"

#include "ArchiveMembers.h"
#include "ompjit/DeviceLink/FileError.h"
#include "ompjit/DeviceLink/SymbolNames.h"
#include "ompjit/DeviceLink/Target.h"
#include "ompjit/DeviceLink/WorkNote.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"

#include <map>
#include <set>

using namespace llvm;
using namespace llvm::object;

namespace ompjit::devicelink {

namespace {

struct DeviceUnit {
  DeviceCode Code;
  SymbolNames Names;
};

/// An object of the host link, alone or in an archive.
struct Unit {
  std::string Source;
  MemoryBufferRef Buffer;
  bool IsLazy;
  std::vector<DeviceUnit> Devices;
  SymbolNames HostNames;
  bool TakenByHost = false;
  bool TakenByDevice = false;
};

class Collector {
public:
  explicit Collector(const CollectOptions &Options) : Options(Options) {}

  Error addInput(const HostInput &Input);
  Error takeWhatIsNeeded();
  std::vector<DeviceCode> takeCode();
  /// Returns the file that defines a symbol for the host, or an empty string if
  /// none does.
  Expected<std::string> hostDefinition(StringRef Name);

private:
  Error addArchive(MemoryBufferRef Buffer, bool IsLazy);
  Error addUnit(MemoryBufferRef Buffer, std::string Source, bool IsLazy);
  Error readNames();
  bool isNeededByDevice(const Unit &) const;
  void takeForHost(Unit &);
  void takeForDevice(Unit &);

  /// Returns whether the device link that \p Device would be part of lacks a
  /// symbol that it defines.
  bool deviceLacks(const DeviceUnit &Device) const;

  const CollectOptions &Options;
  std::vector<std::unique_ptr<MemoryBuffer>> Files;
  std::vector<std::unique_ptr<Archive>> Archives;
  std::set<sys::fs::UniqueID> SearchedArchives;
  std::vector<Unit> Units;
  SymbolState Host;
  /// The device links by target class and architecture.
  std::map<std::pair<std::string, std::string>, SymbolState> DeviceLinks;
};

Error Collector::addInput(const HostInput &Input) {
  auto File = MemoryBuffer::getFile(Input.Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!File)
    return fileError(Input.Path, File.getError());
  MemoryBufferRef Buffer = **File;
  Files.push_back(std::move(*File));
  if (identify_magic(Buffer.getBuffer()) != file_magic::archive)
    return addUnit(Buffer, Input.Path, Input.Lazy);

  // An archive that stands on the command line twice offers its members once.
  sys::fs::UniqueID Id;
  if (!Input.WholeArchive && !sys::fs::getUniqueID(Input.Path, Id) &&
      !SearchedArchives.insert(Id).second)
    return Error::success();
  return addArchive(Buffer, !Input.WholeArchive);
}

Error Collector::addArchive(MemoryBufferRef Buffer, bool IsLazy) {
  auto Opened =
      visitMembers(Buffer, [&](MemoryBufferRef Member, std::string Source) {
        return addUnit(Member, std::move(Source), IsLazy);
      });
  if (!Opened)
    return Opened.takeError();
  Archives.push_back(std::move(*Opened));
  return Error::success();
}

Error Collector::addUnit(MemoryBufferRef Buffer, std::string Source,
                         bool IsLazy) {
  auto Codes = extractDeviceCode(Buffer, Source);
  if (!Codes)
    return Codes.takeError();
  Unit U{std::move(Source), Buffer, IsLazy, {}, {}};
  for (DeviceCode &Code : *Codes)
    U.Devices.push_back({std::move(Code), {}});
  Units.push_back(std::move(U));
  return Error::success();
}

/// Reads the symbol names of all units. This is needed only if a lazy unit has
/// device code.
Error Collector::readNames() {
  for (Unit &U : Units) {
    const WorkNote Note(U.Source, U.Buffer.getBufferSize());
    auto HostNames = symbolNames(U.Buffer);
    if (!HostNames)
      return fileError(U.Source, HostNames.takeError());
    U.HostNames = std::move(*HostNames);
    for (DeviceUnit &Device : U.Devices) {
      auto Names = symbolNames(*Device.Code.Image);
      if (!Names)
        return fileError(U.Source, Names.takeError());
      Device.Names = std::move(*Names);
    }
  }
  return Error::success();
}

Error Collector::takeWhatIsNeeded() {
  bool HaveChoice = any_of(
      Units, [](const Unit &U) { return U.IsLazy && !U.Devices.empty(); });
  if (HaveChoice)
    if (Error E = readNames())
      return E;
  for (const std::string &Name : Options.HostUndefined)
    Host.need(Name);
  for (Unit &U : Units)
    if (!U.IsLazy)
      takeForHost(U);
  for (bool Changed = HaveChoice; Changed;) {
    Changed = false;
    for (Unit &U : Units) {
      if (!U.TakenByHost && Host.lacksAnyOf(U.HostNames.Defined)) {
        takeForHost(U);
        Changed = true;
      } else if (!U.TakenByDevice && isNeededByDevice(U)) {
        takeForDevice(U);
        Changed = true;
      }
    }
  }
  return Error::success();
}

void Collector::takeForHost(Unit &U) {
  U.TakenByHost = true;
  Host.add(U.HostNames);
  if (!U.TakenByDevice)
    takeForDevice(U);
}

void Collector::takeForDevice(Unit &U) {
  U.TakenByDevice = true;
  for (const DeviceUnit &Device : U.Devices)
    DeviceLinks[{targetClass(Device.Code.Triple), Device.Code.Arch}].add(
        Device.Names);
}

bool Collector::isNeededByDevice(const Unit &U) const {
  return any_of(U.Devices, [this](const DeviceUnit &Device) {
    return is_contained(Options.AlwaysExtract, Device.Code.Arch) ||
           deviceLacks(Device);
  });
}

bool Collector::deviceLacks(const DeviceUnit &Device) const {
  std::string Class = targetClass(Device.Code.Triple);
  return any_of(DeviceLinks, [&](const auto &Link) {
    return Link.first.first == Class &&
           linkTogether(Link.first.second, Device.Code.Arch) &&
           Link.second.lacksAnyOf(Device.Names.Defined);
  });
}

std::vector<DeviceCode> Collector::takeCode() {
  std::vector<DeviceCode> Codes;
  for (Unit &U : Units)
    if (U.TakenByDevice)
      for (DeviceUnit &Device : U.Devices)
        Codes.push_back(std::move(Device.Code));
  return Codes;
}

Expected<std::string> Collector::hostDefinition(StringRef Name) {
  if (Error E = readNames())
    return std::move(E);
  for (const Unit &U : Units)
    if (is_contained(U.HostNames.Defined, Name))
      return U.Source;
  return "";
}

} // namespace

Expected<std::vector<DeviceCode>>
collectDeviceCode(ArrayRef<HostInput> Inputs, const CollectOptions &Options) {
  Collector Collect(Options);
  for (const HostInput &Input : Inputs)
    if (Error E = Collect.addInput(Input))
      return E;
  if (Error E = Collect.takeWhatIsNeeded())
    return E;
  return Collect.takeCode();
}

std::string hostDefinition(ArrayRef<HostInput> Inputs, StringRef Name) {
  const CollectOptions None;
  Collector Collect(None);
  for (const HostInput &Input : Inputs)
    if (Error E = Collect.addInput(Input))
      consumeError(std::move(E));
  Expected<std::string> File = Collect.hostDefinition(Name);
  if (File)
    return *File;
  consumeError(File.takeError());
  return "";
}

static std::string inSysroot(StringRef Directory, StringRef Sysroot) {
  if (Directory.consume_front("=") || Directory.consume_front("$SYSROOT"))
    return (Sysroot + Directory).str();
  return Directory.str();
}

static bool isFile(const Twine &Path) {
  return sys::fs::exists(Path) && !sys::fs::is_directory(Path);
}

std::optional<std::string> findLibrary(StringRef Name,
                                       ArrayRef<std::string> Directories,
                                       StringRef Sysroot, LibraryKind Kind) {
  std::vector<std::string> FileNames;
  if (Name.consume_front(":"))
    FileNames = {Name.str()};
  else if (Kind == LibraryKind::StaticOnly)
    FileNames = {("lib" + Name + ".a").str()};
  else
    FileNames = {("lib" + Name + ".so").str(), ("lib" + Name + ".a").str()};
  for (const std::string &Directory : Directories)
    for (const std::string &FileName : FileNames) {
      std::string Path = inSysroot(Directory, Sysroot) + "/" + FileName;
      if (isFile(Path))
        return Path;
    }
  return std::nullopt;
}

} // namespace ompjit::devicelink
