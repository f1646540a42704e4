/* A plugin of another interface version; nothing behind the version is valid. */
#include <stdint.h>

static const struct {
  uint32_t Version, Size;
} Table = {99, 8};

__attribute__((visibility("default"))) const void *ompjit_plugin_get(void) {
  return &Table;
}
