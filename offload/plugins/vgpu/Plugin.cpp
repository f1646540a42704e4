//===- Plugin.cpp - The virtual GPU's table -------------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugin.h"

#include "Device.h"
#include "Image.h"
#include "Kernel.h"
#include "Memory.h"
#include "ompjit/Plugins/Copies.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Event.h"
#include "ompjit/Plugins/Queue.h"

using namespace ompjit::plugins;
using namespace ompjit::vgpu;

const Family ompjit::vgpu::FamilyOfPlugin = Family::OMPJIT_VGPU_FAMILY;

namespace {

const ompjit_plugin Table = {
    .version = OMPJIT_PLUGIN_VERSION,
    .size = sizeof(ompjit_plugin),
    .name = OMPJIT_VGPU_NAME,
    .archs = nullptr,
    .image_recognise = nullptr,
    .device_count = countDevices,
    .device_uid = writeUid,
    .device_open = openDevice,
    .device_close = [](ompjit_device *Device) { delete Device; },
    .device_number = numberDevice,
    .device_capabilities =
        [](ompjit_device *) {
          // Freed memory must come back here, where its use is detected.
          return uint64_t(OMPJIT_CAN_OVERLAP | OMPJIT_CAN_PIN |
                          OMPJIT_CAN_RESERVE | OMPJIT_ALLOCATES_FAST);
        },
    .device_info = describeDevice,
    .device_property = describeProperty,
    .device_native =
        [](ompjit_device *, ompjit_queue *, int32_t, ompjit_native *,
           ompjit_error *Error) {
          return fail(Error, "a virtual GPU has no vendor's interface");
        },
    .image_check = checkImage,
    .image_finish_open = nullptr,
    .image_finish = nullptr,
    .image_load = loadImage,
    .image_unload = unloadImage,
    .image_symbol =
        [](ompjit_device *, ompjit_image *Image, const char *Symbol,
           void **Address, uint64_t *Size, ompjit_error *Error) {
          return Image->Object.find(Symbol, Address, Size, Error);
        },
    .kernel_get = getKernel,
    .memory_allocate = allocateMemory,
    .memory_free = freeMemory,
    .memory_name = nameMemory,
    .memory_pin = pinMemory,
    .memory_unpin = unpinMemory,
    .memory_reserve = reserveMemory,
    .memory_release = releaseMemory,
    .queue_create =
        [](ompjit_device *, ompjit_queue **Queue, ompjit_error *) {
          *Queue = createQueue(/*Overlaps=*/true);
          return 0;
        },
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
    .copy_to_device = ompjit::vgpu::copyToDevice,
    .copy_from_device = copyFromDevice,
    .copy_on_device = ompjit::vgpu::copyOnDevice,
    .copy_between = nullptr,
    .fill = ompjit::vgpu::fillMemory,
    .kernel_launch = launchKernel,
    .launch_size =
        [](ompjit_device *Device, const ompjit_launch_bounds *Bounds,
           const ompjit_launch *Launch, ompjit_launch_size *Size) {
          *Size = ompjit::plugins::sizeOf(*Launch, *Bounds, Device->Limits);
        },
    .launch_shape = describeShape,
    .kernel_usage = nullptr,
};

} // namespace

extern "C" [[gnu::visibility("default")]] const ompjit_plugin *
ompjit_plugin_get() {
  return &Table;
}
