//===- Image.cpp - Lowered device code ------------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Image.h"

#include "Device.h"
#include "Operations.h"
#include "ompjit/DeviceEnvironment.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/PrintBuffer.h"
#include "ompjit/Targets.h"

#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <memory>

namespace ompjit::vgpu {

using plugins::fail;

namespace {

void fillEnvironment(ompjit_device &Device, ompjit_image &Image) {
  constexpr uint64_t NanosecondsPerSecond = 1000000000;
  auto *Environment = static_cast<DeviceEnvironment *>(
      Image.Object.find(DeviceEnvironmentName));
  if (!Environment)
    return;
  // In specialised code these are constants.
  ompjit_device_info Info = {};
  describeDevice(&Device, &Info);
  Environment->DebugKind = Info.debug_kinds;
  Environment->NumDevices = Info.num_devices;
  Environment->DeviceNum = Info.device_num;
  Environment->ClockFrequency = NanosecondsPerSecond;
  constexpr uint64_t ThreadsPerProcessor = 2048;
  Environment->HardwareParallelism =
      Device.Settings.Processors * ThreadsPerProcessor;
}

/// Adds the image's variables to the device's memory.
void addSegments(ompjit_device &Device, ompjit_image &Image) {
  struct Search {
    const void *Place;
    ompjit_device &Device;
    ompjit_image &Image;
  } What = {Image.Record, Device, Image};
  dl_iterate_phdr(
      [](dl_phdr_info *Info, size_t, void *Context) {
        auto &What = *static_cast<Search *>(Context);
        auto At = [&](uint64_t Address) {
          return reinterpret_cast<const char *>(Info->dlpi_addr + Address);
        };
        bool IsIt = false;
        for (unsigned I = 0; I != Info->dlpi_phnum; ++I) {
          const ElfW(Phdr) &Segment = Info->dlpi_phdr[I];
          IsIt |= Segment.p_type == PT_LOAD &&
                  What.Place >= At(Segment.p_vaddr) &&
                  What.Place < At(Segment.p_vaddr + Segment.p_memsz);
        }
        for (unsigned I = 0; IsIt && I != Info->dlpi_phnum; ++I) {
          const ElfW(Phdr) &Segment = Info->dlpi_phdr[I];
          if (Segment.p_type != PT_LOAD || (Segment.p_flags & PF_X))
            continue;
          What.Device.Memory.add(At(Segment.p_vaddr), Segment.p_memsz);
          What.Image.Segments.push_back(At(Segment.p_vaddr));
        }
        return int(IsIt);
      },
      &What);
}

void discardImage(ompjit_device &Device, ompjit_image *Image) {
  if (Image->PrintVariable)
    Device.Prints.remove(Image->PrintVariable);
  for (const void *Segment : Image->Segments)
    Device.Memory.remove(Segment);
  delete Image;
}

int checkRecord(const ImageRecord *Record, ompjit_error *Error) {
  if (!Record)
    return fail(Error, "the image was not made for a virtual GPU");
  if (Record->Version != InterfaceVersion)
    return fail(Error,
                "the image is for version %u of the virtual GPU, this is "
                "version %u",
                Record->Version, InterfaceVersion);
  if (Record->Kind != FamilyOfPlugin)
    return fail(Error, "the image is for the other kind of virtual GPU");
  return 0;
}

} // namespace

int checkImage(ompjit_device *, const void *Bytes, size_t Size,
               ompjit_error *Error) {
  Elf64_Ehdr Header;
  if (Size >= sizeof(Header)) {
    std::memcpy(&Header, Bytes, sizeof(Header));
    if (!std::memcmp(Bytes, ELFMAG, SELFMAG) &&
        Header.e_machine != ThisHost.ElfMachine) {
      fail(Error,
           "the image is compiled for a real GPU, and a virtual GPU runs "
           "JIT packages only (link with -fopenmp-target-jit)");
      return 0;
    }
  }
  return plugins::checkSharedObject(Bytes, Size, Error) ? 0
                                                        : OMPJIT_MACHINE_CODE;
}

int loadCode(ompjit_device *Device, const void *Bytes, size_t Size,
             const char *Label, ompjit_image **Image, ompjit_error *Error) {
  if (!checkImage(Device, Bytes, Size, Error))
    return 1;
  auto Loaded = std::make_unique<ompjit_image>();
  if (int Failed = Loaded->Object.load(Bytes, Size, Label, Error))
    return Failed;
  auto *Record =
      static_cast<const ImageRecord *>(Loaded->Object.find(ImageSymbol));
  if (int Failed = checkRecord(Record, Error))
    return Failed;
  Loaded->Record = Record;
  *Record->Table = &TheOperations;
  for (uint32_t I = 0; I != Record->NumKernels; ++I) {
    const KernelRecord &Kernel = Record->Kernels[I];
    Loaded->Kernels[Kernel.Name] = {Record, &Kernel};
  }
  if (Record->IsChecked)
    addSegments(*Device, *Loaded);
  *Image = Loaded.release();
  return 0;
}

int runAlone(ompjit_device &Device, ompjit_image &Image, const char *Kernel,
             ompjit_error *Error) {
  auto At = Image.Kernels.find(Kernel);
  if (At == Image.Kernels.end())
    return 0;
  return runKernel(Device, At->second, {1, 1, 1}, {1, 1, 1}, 0, nullptr, Error);
}

int loadImage(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error) {
  if (int Failed = loadCode(Device, Bytes, Size, Label, Image, Error))
    return Failed;
  fillEnvironment(*Device, **Image);
  (*Image)->PrintVariable =
      static_cast<void **>((*Image)->Object.find(plugins::PrintBufferSymbol));
  if ((*Image)->PrintVariable)
    Device->Prints.add((*Image)->PrintVariable);
  if (!runAlone(*Device, **Image, ConstructorsKernel, Error))
    return 0;
  discardImage(*Device, *Image);
  return 1;
}

void unloadImage(ompjit_device *Device, ompjit_image *Image) {
  ompjit_error Ignored = {};
  (void)runAlone(*Device, *Image, DestructorsKernel, &Ignored);
  discardImage(*Device, Image);
}

int getKernel(ompjit_device *, ompjit_image *Image, const char *Symbol,
              uint32_t, ompjit_kernel **Kernel, ompjit_error *Error) {
  auto At = Image->Kernels.find(Symbol);
  if (At == Image->Kernels.end())
    return fail(Error, "the image has no kernel '%s'", Symbol);
  *Kernel = &At->second;
  return 0;
}

} // namespace ompjit::vgpu
