// A filter that the library does not have: every second vector.
#include <cstdint>

#pragma omp begin declare target device_type(nohost)
template <typename IdxT> bool filter(IdxT Index, const uint32_t *) {
  return Index % 2 != 0;
}
template bool filter<uint32_t>(uint32_t, const uint32_t *);
template bool filter<int64_t>(int64_t, const uint32_t *);
#pragma omp end declare target
