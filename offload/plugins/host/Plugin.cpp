//===- Plugin.cpp - The table of the host plugin --------------------------===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Connects the functions of this plugin with the interface.
//
//===----------------------------------------------------------------------===//

#include "ompjit/Plugin.h"

#include "Device.h"
#include "Image.h"
#include "Kernel.h"
#include "ompjit/Plugins/Copies.h"
#include "ompjit/Plugins/Error.h"
#include "ompjit/Plugins/Event.h"
#include "ompjit/Plugins/Queue.h"

using namespace ompjit::host;
using namespace ompjit::plugins;

namespace {

using Memory = HostMemoryFunctions<ompjit_device>;

const ompjit_plugin Table = {
    .version = OMPJIT_PLUGIN_VERSION,
    .size = sizeof(ompjit_plugin),
    .name = "host",
    .archs = nullptr,
    .image_recognise = nullptr,
    .device_count = [](ompjit_error *) { return NumDevices; },
    .device_uid = writeUid,
    .device_open = openDevice,
    .device_close = [](ompjit_device *Device) { delete Device; },
    .device_number = nullptr,
    .device_capabilities = deviceCapabilities,
    .device_info = describeDevice,
    .device_property = describeProperty,
    .device_native =
        [](ompjit_device *, ompjit_queue *, int32_t, ompjit_native *,
           ompjit_error *Error) {
          return fail(Error, "the host has no vendor's interface with handles");
        },
    .image_check =
        [](ompjit_device *, const void *Bytes, size_t Size,
           ompjit_error *Error) {
          return checkSharedObject(Bytes, Size, Error) ? 0
                                                       : OMPJIT_MACHINE_CODE;
        },
    .image_finish_open = nullptr,
    .image_finish = nullptr,
    .image_load =
        [](ompjit_device *, const void *Bytes, size_t Size, const char *Label,
           ompjit_image **Image, ompjit_error *Error) {
          return loadImage(Bytes, Size, Label, Image, Error);
        },
    .image_unload = [](ompjit_device *,
                       ompjit_image *Image) { unloadImage(Image); },
    .image_symbol =
        [](ompjit_device *, ompjit_image *Image, const char *Symbol,
           void **Address, uint64_t *Size, ompjit_error *Error) {
          return Image->Object.find(Symbol, Address, Size, Error);
        },
    .kernel_get =
        [](ompjit_device *, ompjit_image *Image, const char *Symbol,
           uint32_t NumArgs, ompjit_kernel **Kernel, ompjit_error *Error) {
          return getKernel(Image, Symbol, NumArgs, Kernel, Error);
        },
    .memory_allocate = Memory::allocate,
    .memory_free = Memory::free,
    .memory_name = nullptr,
    .memory_pin = Memory::pin,
    .memory_unpin = Memory::unpin,
    .memory_reserve = Memory::reserve,
    .memory_release = Memory::release,
    .queue_create =
        [](ompjit_device *Device, ompjit_queue **Queue, ompjit_error *) {
          *Queue = createQueue(Device->Overlaps);
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
    .copy_to_device = copyToDevice,
    .copy_from_device = copyFromDevice,
    .copy_on_device = copyOnDevice,
    .copy_between = nullptr,
    .fill = fillMemory,
    // Teams and threads come from libomp inside the kernel, which knows the
    // clauses of the region; the launch's figures are not needed.
    .kernel_launch =
        [](ompjit_device *, ompjit_queue *Queue, ompjit_kernel *Kernel,
           const ompjit_launch *Launch, ompjit_error *Error) {
          return launchKernel(Queue, Kernel, Launch, Error);
        },
    .launch_size = nullptr,
    .launch_shape = nullptr,
    .kernel_usage = nullptr,
};

} // namespace

extern "C" [[gnu::visibility("default")]] const ompjit_plugin *
ompjit_plugin_get() {
  return &Table;
}
