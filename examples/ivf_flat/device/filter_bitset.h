#include <cstdint>

#pragma omp begin declare target device_type(nohost)
bool filter(uint32_t, uint32_t Vector, const uint32_t *Bits) {
  return Bits[Vector / 32] >> (Vector % 32) & 1;
}
#pragma omp end declare target
