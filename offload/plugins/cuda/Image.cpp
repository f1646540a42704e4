//===- Image.cpp - Loaded device code -------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"

#include "Call.h"
#include "Constructors.h"
#include "Device.h"
#include "ImageHeader.h"
#include "ImageSymbols.h"
#include "LoadedImage.h"
#include "Memory.h"
#include "StackNeed.h"
#include "ompjit/DeviceEnvironment.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Support/DefaultEnvironment.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

namespace ompjit::cuda {

using plugins::fail;

namespace {

int fillEnvironment(Call &In, ompjit_image &Image) {
  ompjit_device &Device = In.device();
  Variable Place;
  // Not all code has this variable.
  if (int Code = findVariable(In, Image, DeviceEnvironmentName, Place))
    return Code == OMPJIT_NO_SYMBOL ? 0 : Code;
  if (Place.Bytes < sizeof(DeviceEnvironment))
    return 0;
  DeviceEnvironment Values = {};
  // In specialised code these are constants.
  Values.DebugKind = Device.Settings.RuntimeDebugKinds;
  Values.NumDevices = Device.NumDevices;
  Values.DeviceNum = Device.Number;
  Values.DynamicMemoryBytes = Device.Settings.SharedBytes;
  // The device's clock (%globaltimer) counts nanoseconds.
  Values.ClockFrequency = 1000000000;
  Values.HardwareParallelism =
      uint64_t(Device.Limits.NumProcessors) * Device.Limits.ThreadsPerProcessor;
  return copyToDevice(&Device, nullptr, reinterpret_cast<void *>(Place.Address),
                      &Values, sizeof(Values), In.error());
}

int startImage(ompjit_device *Device, ompjit_image &Image, const char *Label,
               ompjit_error *Error) {
  ompjit_error Reason = {};
  if (!runConstructors(Device, &Image, &Reason))
    return 0;
  return fail(Error, "GPU %d does not start the image '%s': %s",
              Device->Ordinal, Label, Reason.text);
}

/// A buffer for the messages of the driver's compiler, truncated and put on one
/// line.
class Log {
public:
  explicit Log() { Text[0] = 0; }

  void *buffer() { return Text.data(); }
  void *size() { return reinterpret_cast<void *>(Text.size()); }

  /// Returns " (ptxas ...)", or nothing.
  std::string inBrackets() {
    Text.back() = 0;
    std::string Line = Text.data();
    std::replace(Line.begin(), Line.end(), '\n', ' ');
    while (!Line.empty() && Line.back() == ' ')
      Line.pop_back();
    return Line.empty() ? "" : " (" + Line + ")";
  }

  /// Returns the lowest number of registers that the messages permit for a
  /// kernel's functions: "... with max regcount of 128 calls function ...". 0
  /// if there is none.
  unsigned minRegisters() {
    Text.back() = 0;
    unsigned Min = 0;
    const std::string_view Before = "max regcount of ";
    for (const char *At = Text.data(); (At = std::strstr(At, Before.data()));) {
      At += Before.size();
      const unsigned Number = std::strtoul(At, nullptr, 10);
      Min = Min ? std::min(Min, Number) : Number;
    }
    return Min;
  }

private:
  std::array<char, 1024> Text;
};

/// Appends the zero that the driver needs after PTX; it does no harm after a
/// cubin.
std::string terminated(const void *Bytes, size_t Size) {
  return std::string(static_cast<const char *>(Bytes), Size);
}

ImageTarget targetOf(const ompjit_device &Device) {
  return {Device.Ordinal, Device.Capability, newestPtx(Device.D.Version),
          !Device.Emulation.empty()};
}

/// Raises the context's limit, unless the user has set it. This may fail for
/// lack of memory, which is ignored, because the present stack may be enough.
void reserveStack(ompjit_device &Device, size_t Bytes) {
  if (!Bytes || Device.Settings.StackBytes)
    return;
  MutexLock Lock(Device.StackMutex);
  size_t Bound = 0;
  if (Device.D.CtxGetLimit(&Bound, Limit::StackBytes) == Result::Success &&
      Bound < Bytes)
    (void)Device.D.CtxSetLimit(Limit::StackBytes, Bytes);
}

int checkBytes(const ompjit_device &Device, const void *Bytes, size_t Size,
               ImageHeader &Header, ompjit_error *Error) {
  if (int Failed = readHeader(Bytes, Size, Header, Error))
    return Failed;
  return checkTarget(Header, targetOf(Device), Error);
}

} // namespace

int checkImage(ompjit_device *Device, const void *Bytes, size_t Size,
               ompjit_error *Error) {
  ImageHeader Header;
  if (checkBytes(*Device, Bytes, Size, Header, Error))
    return 0;
  return (Header.Kind == ImageKind::Ptx ? 1 : OMPJIT_MACHINE_CODE) +
         Header.Capability;
}

int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error) {
  ImageHeader Header;
  if (int Failed = checkBytes(*Device, Bytes, Size, Header, Error))
    return Failed;
  Call In(*Device, Error);
  if (!In)
    return 1;
  const Driver &D = Device->D;
  const DefaultEnvironment OfCompiler; // For the driver's compiler, if it is
                                       // PTX.
  auto Loaded = std::make_unique<ompjit_image>();
  const std::string Text = terminated(Bytes, Size);
  Log Errors;
  JitOption Options[] = {JitOption::ErrorLog, JitOption::ErrorLogBytes};
  void *Values[] = {Errors.buffer(), Errors.size()};
  const Result Code =
      D.ModuleLoadDataEx(&Loaded->Module, Text.data(), 2, Options, Values);
  if (int Failed =
          In.check(Code, "GPU %d does not load the image '%s'%s",
                   Device->Ordinal, Label, Errors.inBrackets().c_str()))
    return Failed;
  reserveStack(*Device, stackNeed(Bytes, Size, Header.Kind));
  Loaded->Code = findStartAndEnd(Bytes, Size, Header.Kind);
  Loaded->Exported = exportedSymbols(Bytes, Size, Header.Kind);
  int Failed = fillEnvironment(In, *Loaded);
  if (!Failed)
    Failed = startImage(Device, *Loaded, Label, Error);
  if (Failed) {
    D.ModuleUnload(Loaded->Module);
    return Failed;
  }
  *Image = Loaded.release();
  return 0;
}

void unloadImage(ompjit_device *Device, ompjit_image *Image) {
  // A destructor that fails breaks the device, which is reported at its next
  // use.
  runDestructors(Device, Image, nullptr);
  if (Call In(*Device, nullptr); In)
    Device->D.ModuleUnload(Image->Module);
  delete Image;
}

//===----------------------------------------------------------------------===//
// From PTX to machine code
//===----------------------------------------------------------------------===//

namespace {

/// A linker of the driver, which the destructor destroys.
class Linker {
public:
  explicit Linker(Call &In) : In(In), D(In.device().D) {}
  ~Linker() {
    if (State)
      D.LinkDestroy(State);
  }
  Linker(const Linker &) = delete;
  Linker &operator=(const Linker &) = delete;

  /// \p Target is a CUjit_target. \p MaxRegisters limits the registers of a
  /// thread; 0 means no limit other than the kernel's.
  int link(std::string Ptx, const char *Label, int Target,
           unsigned MaxRegisters) {
    Values[2] = reinterpret_cast<void *>(intptr_t(Target));
    Values[3] = reinterpret_cast<void *>(uintptr_t(MaxRegisters));
    if (int Failed = check(D.LinkCreate(MaxRegisters ? 4 : 3, Options.data(),
                                        Values.data(), &State),
                           Label))
      return Failed;
    if (int Failed =
            check(D.LinkAddData(State, JitInput::Ptx, Ptx.data(),
                                Ptx.size() + 1, Label, 0, nullptr, nullptr),
                  Label))
      return Failed;
    return check(D.LinkComplete(State, &Cubin, &CubinBytes), Label);
  }
  /// Returns the limit for the next attempt if this one failed because it had
  /// none.
  unsigned minRegisters() { return Errors.minRegisters(); }
  const void *bytes() const { return Cubin; }
  size_t size() const { return CubinBytes; }

private:
  int check(Result Code, const char *Label) {
    const int Failed =
        In.check(Code, "the driver's linker refuses the image '%s'%s", Label,
                 Errors.inBrackets().c_str());
    return Code == Result::JitCompilerNotFound ? OMPJIT_NOT_INSTALLED : Failed;
  }

  Call &In;
  const Driver &D;
  Log Errors;
  // The driver writes to the values until the linker is destroyed.
  std::array<JitOption, 4> Options = {
      JitOption::ErrorLog, JitOption::ErrorLogBytes, JitOption::Target,
      JitOption::MaxRegisters};
  std::array<void *, 4> Values = {Errors.buffer(), Errors.size()};
  LinkState *State = nullptr;
  void *Cubin = nullptr;
  size_t CubinBytes = 0;
};

} // namespace

/// Returns the target as a CUjit_target.
static int linkTarget(const ImageHeader &Image, int Capability) {
  return Capability + (Image.Variant == 'a'   ? TargetOfOne
                       : Image.Variant == 'f' ? TargetOfFamily
                                              : 0);
}

/// If LLVM does not know the device's kind, the PTX is used as it is, because
/// machine code for the device would be stored under the name of another kind.
static bool isFinishedHere(const ompjit_device &Device) {
  return Device.ArchCapability / 10 == Device.Capability / 10;
}

/// The driver opens its compiler when it is first used.
int openFinisher(ompjit_device *Device, ompjit_error *Error) {
  if (!isFinishedHere(*Device))
    return 0;
  Call In(*Device, Error);
  if (!In)
    return 1;
  // Every driver for such a device takes this old version and target of PTX.
  const std::string Empty = std::string(Device->ArchCapability < 75
                                            ? ".version 6.0\n.target sm_60\n"
                                            : ".version 6.3\n.target sm_75\n") +
                            ".address_size 64\n.entry none() { ret; }\n";
  return Linker(In).link(Empty, "none", Device->ArchCapability, 0);
}

int finishImage(ompjit_device *Device, const void *Bytes, size_t Size,
                const char *Label, ompjit_sink Sink, void *Context,
                ompjit_error *Error) {
  ImageHeader Header;
  if (int Failed = checkBytes(*Device, Bytes, Size, Header, Error))
    return Failed;
  if (Header.Kind != ImageKind::Ptx || !isFinishedHere(*Device)) {
    Sink(Context, Bytes, Size);
    return 0;
  }
  Call In(*Device, Error);
  if (!In)
    return 1;
  // The driver compiles functions separately, and finds afterwards that one
  // takes more registers than a kernel with large blocks has for each thread.
  for (unsigned MaxRegisters = 0;;) {
    Linker Work(In);
    const int Failed =
        Work.link(terminated(Bytes, Size), Label,
                  linkTarget(Header, Device->ArchCapability), MaxRegisters);
    if (!Failed) {
      Sink(Context, Work.bytes(), Work.size());
      return 0;
    }
    const unsigned Min = Work.minRegisters();
    if (!Min || (MaxRegisters && Min >= MaxRegisters))
      return Failed;
    MaxRegisters = Min;
  }
}

} // namespace ompjit::cuda
