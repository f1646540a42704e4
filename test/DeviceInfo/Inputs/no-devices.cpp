// A plugin whose driver is not there, or, with -DTORN, whose only device cannot
// be opened.

#include "ompjit/Plugin.h"

#include <string.h>

static int32_t count(ompjit_error *Error) {
#ifdef TORN
  (void)Error;
  return 1;
#else
  strcpy(Error->text, "libpaper.so.1 cannot be opened");
  return 0;
#endif
}

static int open(int32_t, ompjit_device **, ompjit_error *Error) {
  strcpy(Error->text, "the paper is torn");
  return 1;
}

extern "C" const ompjit_plugin *ompjit_plugin_get(void) {
  static ompjit_plugin Table;
  Table.version = OMPJIT_PLUGIN_VERSION;
  Table.size = sizeof(Table);
  Table.name = "paper";
  Table.device_count = count;
  Table.device_open = open;
  return &Table;
}
