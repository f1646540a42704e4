//===- Plugin.cpp - The table of the plugin for NVIDIA's GPUs -------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugin.h"

#include "Device.h"
#include "Event.h"
#include "Image.h"
#include "Kernel.h"
#include "LoadedImage.h"
#include "Memory.h"
#include "OpenDevice.h"
#include "OpenQueue.h"
#include "Queue.h"

using namespace ompjit::cuda;

namespace {

const ompjit_plugin Table = {
    .version = OMPJIT_PLUGIN_VERSION,
    .size = sizeof(ompjit_plugin),
    .name = "cuda",
    .archs = nullptr,
    .image_recognise = nullptr,
    .device_count = [](ompjit_error *Error) -> int32_t {
      const Driver *D = theDriver(Error);
      return D ? countDevices(*D, Error) : 0;
    },
    .device_uid =
        [](int32_t Ordinal, char *Text, size_t Size, ompjit_error *Error) {
          const Driver *D = theDriver(Error);
          return D ? writeUid(*D, Ordinal, Text, Size, Error) : 1;
        },
    .device_open =
        [](int32_t Ordinal, ompjit_device **Device, ompjit_error *Error) {
          const Driver *D = theDriver(Error);
          return D ? openDevice(*D, Ordinal, Device, Error) : 1;
        },
    .device_close = closeDevice,
    .device_number = numberDevice,
    .device_capabilities =
        [](ompjit_device *Device) { return Device->Capabilities; },
    .device_info = describeDevice,
    .device_property = describeProperty,
    .device_native = nativeHandles,
    .image_check = checkImage,
    .image_finish_open = openFinisher,
    .image_finish = finishImage,
    .image_load = loadImage,
    .image_unload = unloadImage,
    .image_symbol = findSymbol,
    .kernel_get = getKernel,
    .memory_allocate = allocateMemory,
    .memory_free = freeMemory,
    .memory_name = nullptr,
    .memory_pin = pinMemory,
    .memory_unpin = unpinMemory,
    .memory_reserve = reserveMemory,
    .memory_release = releaseMemory,
    .queue_create = createQueue,
    .queue_destroy = destroyQueue,
    .queue_synchronize = synchronizeQueue,
    .queue_query = queryQueue,
    .event_create = createEvent,
    .event_destroy = destroyEvent,
    .event_record = recordEvent,
    .event_wait = waitForEvent,
    .event_synchronize = synchronizeEvent,
    .event_create_timed = createTimedEvent,
    .event_elapsed = elapsedBetween,
    .copy_to_device = copyToDevice,
    .copy_from_device = copyFromDevice,
    .copy_on_device = copyOnDevice,
    .copy_between = copyBetween,
    .fill = fillMemory,
    .kernel_launch = launchKernel,
    .launch_size =
        [](ompjit_device *Device, const ompjit_launch_bounds *Bounds,
           const ompjit_launch *Launch, ompjit_launch_size *Size) {
          *Size = ompjit::plugins::sizeOf(*Launch, *Bounds, Device->Limits);
        },
    .launch_shape = describeShape,
    .kernel_usage = describeUsage,
};

} // namespace

extern "C" [[gnu::visibility("default")]] const ompjit_plugin *
ompjit_plugin_get() {
  return &Table;
}
