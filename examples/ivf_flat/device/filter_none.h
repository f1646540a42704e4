#include <cstdint>

#pragma omp begin declare target device_type(nohost)
bool filter(uint32_t, uint32_t, const uint32_t *) { return true; }
#pragma omp end declare target
