#include <cstdint>

#pragma omp begin declare target device_type(nohost)
template <typename IdxT> bool filter(IdxT Index, const uint32_t *Bits) {
  return Bits[Index / 32] >> (Index % 32) & 1;
}
#pragma omp end declare target
