// A plugin for tests: the host plugin (its path is the macro REAL_PLUGIN), but
// with handles for other libraries, and with a line on stdout for each launch,
// for each queue, and for what is waited for.

#include "ompjit/Plugin.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const ompjit_plugin *Real;

static uint64_t capabilities(ompjit_device *Device) {
  return Real->device_capabilities(Device) | OMPJIT_CAN_INTEROPERATE;
}

static int native(ompjit_device *Device, ompjit_queue *Queue, int32_t Runtime,
                  ompjit_native *Native, ompjit_error *Error) {
  if (Runtime && Runtime != 5)
    return OMPJIT_NOT_INSTALLED;
  if (getenv("REFUSE_NATIVE")) {
    strcpy(Error->text, "the driver sleeps");
    return 1;
  }
  memset(Native, 0, sizeof(*Native));
  Native->runtime = 5;
  Native->vendor = 1;
  Native->runtime_name = "hip";
  Native->vendor_name = "amd";
  Native->device = Device;
  Native->context = &Real;
  Native->queue = Queue;
  return 0;
}

static int createQueue(ompjit_device *Device, ompjit_queue **Queue,
                       ompjit_error *Error) {
  puts("plugin: queue");
  return Real->queue_create(Device, Queue, Error);
}

static void destroyQueue(ompjit_device *Device, ompjit_queue *Queue) {
  puts("plugin: no queue");
  Real->queue_destroy(Device, Queue);
}

static int synchronize(ompjit_device *Device, ompjit_queue *Queue,
                       ompjit_error *Error) {
  puts("plugin: wait");
  return Real->queue_synchronize(Device, Queue, Error);
}

static int launch(ompjit_device *Device, ompjit_queue *Queue,
                  ompjit_kernel *Kernel, const ompjit_launch *L,
                  ompjit_error *Error) {
  printf("plugin: launch form %u, %u teams x %u x %u, %u threads x %u x %u, "
         "%llu trips, %u bytes\n",
         L->argument_form, L->num_teams[0], L->num_teams[1], L->num_teams[2],
         L->thread_limit[0], L->thread_limit[1], L->thread_limit[2],
         (unsigned long long)L->trip_count, L->dynamic_memory_bytes);
  fflush(stdout);
  return Real->kernel_launch(Device, Queue, Kernel, L, Error);
}

extern "C" const ompjit_plugin *ompjit_plugin_get(void) {
  static ompjit_plugin Table;
  void *Library = dlopen(REAL_PLUGIN, RTLD_NOW | RTLD_LOCAL);
  Real = ((ompjit_plugin_get_fn)dlsym(Library, OMPJIT_PLUGIN_ENTRY))();
  Table = *Real;
  Table.device_capabilities = capabilities;
  Table.device_native = native;
  Table.queue_create = createQueue;
  Table.queue_destroy = destroyQueue;
  Table.queue_synchronize = synchronize;
  Table.kernel_launch = launch;
  return &Table;
}
