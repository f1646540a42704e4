//===- Image.cpp - Code objects on an AMD GPU -----------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"

#include "Call.h"
#include "Kernel.h"
#include "LoadedImage.h"
#include "Memory.h"
#include "Prints.h"
#include "ompjit/DeviceEnvironment.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/PrintBuffer.h"
#include "ompjit/Plugins/SharedObject.h"

#include <memory>

namespace ompjit::amdgpu {

using plugins::fail;

namespace {

// LLVM's kernels for an image's constructors and destructors.
constexpr char ConstructorsKernel[] = "amdgcn.device.init";
constexpr char DestructorsKernel[] = "amdgcn.device.fini";

int checkTarget(const ompjit_device &Device, const TargetId &Target,
                ompjit_error *Error) {
  if (runsOn(Target, Device.Description.Target))
    return 0;
  return fail(Error, "the image is for %s, GPU %d is a %s",
              Target.text().c_str(), Device.Ordinal,
              Device.Description.Target.text().c_str());
}

/// Reads the data on kernels that the runtime does not tell.
int read(const ompjit_device &Device, ompjit_image &Image,
         ompjit_error *Error) {
  const std::string &Bytes = Image.Bytes;
  if (isPlayed(Device, Bytes.data(), Bytes.size()))
    return plugins::checkSharedObject(Bytes.data(), Bytes.size(), Error);
  if (int Failed =
          readCodeObject(Bytes.data(), Bytes.size(), Image.Object, Error))
    return Failed;
  return checkTarget(Device, Image.Object.Target, Error);
}

int loadCode(Call &In, ompjit_image &Image, const char *Label) {
  const Hsa &H = In.hsa();
  ompjit_device &Device = In.device();
  CodeObjectReader Reader = {};
  if (int Failed = In.check(
          H.ReaderCreate(Image.Bytes.data(), Image.Bytes.size(), &Reader),
          "cannot read the image '%s'", Label))
    return Failed;
  int Failed = In.check(
      H.ExecutableCreate(Profile::Full, Rounding::Default, "", &Image.Code),
      "cannot make an executable for GPU %d", Device.Ordinal);
  if (!Failed)
    Failed =
        In.check(H.ExecutableLoad(Image.Code, Device.Gpu, Reader, "", nullptr),
                 "GPU %d does not load the image '%s'", Device.Ordinal, Label);
  if (!Failed)
    Failed =
        In.check(H.ExecutableFreeze(Image.Code, ""),
                 "GPU %d does not link the image '%s'", Device.Ordinal, Label);
  H.ReaderDestroy(Reader);
  return Failed;
}

int fillEnvironment(Call &In, ompjit_image &Image) {
  ompjit_device &Device = In.device();
  void *Place = nullptr;
  uint32_t Size = 0;
  // Not all code has this variable.
  if (int Code = findVariable(In, Image, DeviceEnvironmentName, Place, Size))
    return Code == OMPJIT_NO_SYMBOL ? 0 : Code;
  if (Size < sizeof(DeviceEnvironment))
    return 0;
  DeviceEnvironment Values = {};
  // In specialised code these are constants.
  Values.DebugKind = Device.Settings.RuntimeDebugKinds;
  Values.NumDevices = Device.NumDevices;
  Values.DeviceNum = Device.Number;
  Values.DynamicMemoryBytes = Device.Settings.SharedBytes;
  Values.ClockFrequency = Device.ClockFrequency;
  Values.HardwareParallelism =
      uint64_t(Device.Description.Limits.NumProcessors) *
      Device.Description.Limits.ThreadsPerProcessor;
  return copyToDevice(&Device, nullptr, Place, &Values, sizeof(Values),
                      In.error());
}

int connectPrints(Call &In, ompjit_image &Image) {
  void *Place = nullptr;
  uint32_t Size = 0;
  if (int Code =
          findVariable(In, Image, plugins::PrintBufferSymbol, Place, Size))
    return Code == OMPJIT_NO_SYMBOL ? 0 : Code;
  void *Memory = nullptr;
  if (int Failed = allocateHost(In, Prints::BufferBytes, &Memory))
    return Failed;
  In.device().Prints->add(Place, Memory);
  Image.PrintVariable = Place;
  return copyToDevice(&In.device(), nullptr, Place, &Memory, sizeof(Memory),
                      In.error());
}

int runAlone(ompjit_device *Device, ompjit_image &Image, const char *Name,
             ompjit_error *Error) {
  if (!Image.Object.find(Name))
    return 0;
  ompjit_kernel *Kernel = nullptr;
  if (int Failed = getKernel(Device, &Image, Name, 0, &Kernel, Error))
    return Failed;
  ompjit_launch One = {};
  One.argument_form = OMPJIT_ARGUMENTS_BARE;
  One.num_teams[0] = One.thread_limit[0] = 1;
  return launchKernel(Device, nullptr, Kernel, &One, Error);
}

int start(Call &In, ompjit_image &Image, const char *Label) {
  if (int Failed = fillEnvironment(In, Image))
    return Failed;
  if (int Failed = connectPrints(In, Image))
    return Failed;
  ompjit_error Reason = {};
  if (!runAlone(&In.device(), Image, ConstructorsKernel, &Reason))
    return 0;
  return fail(In.error(),
              "GPU %d does not start the image '%s': cannot run its "
              "constructors: %s",
              In.device().Ordinal, Label, Reason.text);
}

void discard(ompjit_device &Device, ompjit_image &Image) {
  void *Buffer = Image.PrintVariable
                     ? Device.Prints->remove(Image.PrintVariable)
                     : nullptr;
  // A GPU that broke may still run the image.
  if (Device.Health.isBroken() || plugins::isForkedWithDriver())
    return;
  if (Buffer)
    Device.H.PoolFree(Buffer);
  if (Image.Code.Handle)
    Device.H.ExecutableDestroy(Image.Code);
}

} // namespace

int checkImage(ompjit_device *Device, const void *Bytes, size_t Size,
               ompjit_error *Error) {
  if (isPlayed(*Device, Bytes, Size))
    return plugins::checkSharedObject(Bytes, Size, Error) ? 0
                                                          : OMPJIT_MACHINE_CODE;
  TargetId Target;
  unsigned Version = 0;
  if (readTarget(Bytes, Size, Target, Version, Error) ||
      checkTarget(*Device, Target, Error))
    return 0;
  return OMPJIT_MACHINE_CODE + int(specificity(Target));
}

int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error) {
  Call In(*Device, Error);
  if (!In)
    return 1;
  auto Loaded = std::make_unique<ompjit_image>();
  Loaded->Bytes.assign(static_cast<const char *>(Bytes), Size);
  if (int Failed = read(*Device, *Loaded, Error))
    return Failed;
  int Failed = loadCode(In, *Loaded, Label);
  if (!Failed)
    Failed = start(In, *Loaded, Label);
  if (Failed) {
    discard(*Device, *Loaded);
    return Failed;
  }
  *Image = Loaded.release();
  return 0;
}

void unloadImage(ompjit_device *Device, ompjit_image *Image) {
  const std::unique_ptr<ompjit_image> Old(Image);
  // A destructor that fails breaks the device, which is reported at its next
  // use.
  ompjit_error Ignored = {};
  (void)runAlone(Device, *Image, DestructorsKernel, &Ignored);
  discard(*Device, *Image);
}

} // namespace ompjit::amdgpu
