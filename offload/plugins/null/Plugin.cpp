//===- Plugin.cpp - The table of the null plugin --------------------------===//
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
#include "ompjit/Plugins/Event.h"
#include "ompjit/Plugins/Queue.h"

using namespace ompjit::null;
using namespace ompjit::plugins;

namespace {

using Memory = HostMemoryFunctions<ompjit_device>;

const char *const Archs[] = {"null", nullptr};

const ompjit_plugin Table = {
    .version = OMPJIT_PLUGIN_VERSION,
    .size = sizeof(ompjit_plugin),
    .name = "null",
    .archs = Archs,
    .image_recognise = recogniseImage,
    .device_count = [](ompjit_error *) { return NumDevices; },
    .device_uid = writeUid,
    .device_open = openDevice,
    .device_close = closeDevice,
    .device_number = nullptr,
    .device_capabilities = deviceCapabilities,
    .device_info = describeDevice,
    .device_property = describeProperty,
    .device_native = describeNative,
    .image_check = checkImage,
    .image_finish_open = nullptr,
    .image_finish = nullptr,
    .image_load = loadImage,
    .image_unload = unloadImage,
    .image_symbol = findSymbol,
    .kernel_get = getKernel,
    .memory_allocate = Memory::allocate,
    .memory_free = Memory::free,
    .memory_name = nullptr,
    .memory_pin = Memory::pin,
    .memory_unpin = Memory::unpin,
    .memory_reserve = Memory::reserve,
    .memory_release = Memory::release,
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
    .copy_to_device = copyToDevice,
    .copy_from_device = copyFromDevice,
    .copy_on_device = copyOnDevice,
    .copy_between = nullptr,
    .fill = fillMemory,
    .kernel_launch = launchKernel,
    .launch_size = nullptr,
    .launch_shape = nullptr,
    .kernel_usage = nullptr,
};

} // namespace

extern "C" [[gnu::visibility("default")]] const ompjit_plugin *
ompjit_plugin_get() {
  return &Table;
}
