//===- MockPlugin.cpp - A plugin whose devices are test objects -----------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MockPlugin.h"

#include "ompjit/CompileService.h"
#include "ompjit/KernelCounts.h"

#include <cstdio>
#include <cstring>
#include <list>
#include <mutex>

using namespace ompjit;

namespace {

/// Kernels live until the test program ends.
std::list<ompjit_kernel> Kernels;
std::mutex Guard;

int fail(ompjit_error *Error, const char *Text) {
  if (Error)
    std::snprintf(Error->text, sizeof(Error->text), "%s", Text);
  return 1;
}

void deviceInfo(ompjit_device *Device, ompjit_device_info *Info) {
  *Info = {"mock",
           "mock-unknown-linux",
           Device->Arch.c_str(),
           Device->Features.c_str(),
           "mock-0",
           0,
           0,
           nullptr,
           Device->NumDevices,
           Device->DeviceNum,
           Device->DebugKinds,
           /*num_processors=*/4};
}

int imageCheck(ompjit_device *, const void *Bytes, size_t Size,
               ompjit_error *Error) {
  if (std::string_view(static_cast<const char *>(Bytes), Size)
          .starts_with("native"))
    return 1;
  fail(Error, "not a mock image");
  return 0;
}

int imageFinishOpen(ompjit_device *Device, ompjit_error *Error) {
  ++Device->NumOpens;
  std::string Text;
  const int Code = Device->Opens(Text);
  fail(Error, Text.c_str());
  return Code;
}

int imageFinish(ompjit_device *Device, const void *Bytes, size_t Size,
                const char *, ompjit_sink Sink, void *Context,
                ompjit_error *Error) {
  ++Device->NumFinishes;
  std::string Text(static_cast<const char *>(Bytes), Size);
  if (const int Code = Device->Finishes(Text)) {
    fail(Error, Text.c_str());
    return Code;
  }
  Sink(Context, Text.data(), Text.size());
  return 0;
}

int imageLoad(ompjit_device *Device, const void *Bytes, size_t Size,
              const char *Label, ompjit_image **Image, ompjit_error *Error) {
  std::string Text(static_cast<const char *>(Bytes), Size);
  if (Device->RefusesImage(Text))
    return fail(Error, "mock refusal");
  ++Device->Loads;
  *Image = new ompjit_image{std::move(Text), Label, {}, {}, {}};
  return 0;
}

void imageUnload(ompjit_device *Device, ompjit_image *Image) {
  ++Device->Unloads;
  delete Image;
}

int imageSymbol(ompjit_device *, ompjit_image *Image, const char *Symbol,
                void **Address, uint64_t *Size, ompjit_error *Error) {
  if (std::strcmp(Symbol, SlotsSymbol) == 0) {
    *Address = Image->Slots;
    if (Size)
      *Size = sizeof(Image->Slots);
    return 0;
  }
  if (std::strcmp(Symbol, CountersSymbol) == 0) {
    *Address = Image->Counters;
    if (Size)
      *Size = sizeof(Image->Counters);
    return 0;
  }
  if (std::strcmp(Symbol, "missing") == 0) {
    fail(Error, "no such mock symbol");
    return OMPJIT_NO_SYMBOL;
  }
  std::lock_guard Lock(Guard);
  std::unique_ptr<int> &Value = Image->Symbols[Symbol];
  if (!Value)
    Value = std::make_unique<int>(0);
  *Address = Value.get();
  if (Size)
    *Size = sizeof(int);
  return 0;
}

int kernelGet(ompjit_device *, ompjit_image *Image, const char *Symbol,
              uint32_t, ompjit_kernel **Kernel, ompjit_error *) {
  std::lock_guard Lock(Guard);
  Kernels.push_back({Image, Symbol, {}});
  std::memcpy(Kernels.back().SlotsWhenFound, Image->Slots,
              sizeof(Image->Slots));
  *Kernel = &Kernels.back();
  return 0;
}

int copyToDevice(ompjit_device *, ompjit_queue *, void *To, const void *From,
                 uint64_t Size, ompjit_error *) {
  std::memcpy(To, From, Size);
  return 0;
}

int copyFromDevice(ompjit_device *, ompjit_queue *, void *To, const void *From,
                   uint64_t Size, ompjit_error *) {
  std::memcpy(To, From, Size);
  return 0;
}

/// Gives the launch the size that it asks for, or else the kernel's bounds.
void launchSize(ompjit_device *, const ompjit_launch_bounds *Bounds,
                const ompjit_launch *Launch, ompjit_launch_size *Size) {
  Size->num_teams =
      Launch->num_teams[0] ? Launch->num_teams[0] : Bounds->max_teams;
  Size->num_threads =
      Launch->thread_limit[0] ? Launch->thread_limit[0] : Bounds->max_threads;
}

void kernelUsage(ompjit_device *Device, ompjit_kernel *,
                 ompjit_kernel_usage *Usage) {
  ++Device->NumUsages;
  *Usage = Device->Usage;
}

ompjit_plugin makePlugin() {
  ompjit_plugin Plugin = {};
  Plugin.version = OMPJIT_PLUGIN_VERSION;
  Plugin.size = sizeof(Plugin);
  Plugin.name = "mock";
  Plugin.device_info = deviceInfo;
  Plugin.image_check = imageCheck;
  Plugin.image_finish_open = imageFinishOpen;
  Plugin.image_finish = imageFinish;
  Plugin.image_load = imageLoad;
  Plugin.image_unload = imageUnload;
  Plugin.image_symbol = imageSymbol;
  Plugin.kernel_get = kernelGet;
  Plugin.copy_to_device = copyToDevice;
  Plugin.copy_from_device = copyFromDevice;
  Plugin.launch_size = launchSize;
  Plugin.kernel_usage = kernelUsage;
  return Plugin;
}

} // namespace

const ompjit_plugin &jit::mockHostPlugin() {
  static const ompjit_plugin Plugin = [] {
    ompjit_plugin Host = makePlugin();
    Host.launch_size = nullptr;
    return Host;
  }();
  return Plugin;
}

const ompjit_plugin &jit::mockPlugin() {
  static const ompjit_plugin Plugin = makePlugin();
  return Plugin;
}
