#include <cstdint>

#pragma omp begin declare target device_type(nohost)
template <typename IdxT> bool filter(IdxT, const uint32_t *) { return true; }
#pragma omp end declare target
