/* A plugin whose driver is missing; it has no devices, so nothing else is called. */
#include "ompjit/Plugin.h"

#include <string.h>

static int32_t countDevices(ompjit_error *Error) {
  strcpy(Error->text, "the driver (libcuda.so.1) is not installed");
  return 0;
}

static const ompjit_plugin Table = {.version = OMPJIT_PLUGIN_VERSION,
                                    .size = sizeof(ompjit_plugin),
                                    .name = "cuda",
                                    .device_count = countDevices};

__attribute__((visibility("default"))) const ompjit_plugin *
ompjit_plugin_get(void) {
  return &Table;
}
