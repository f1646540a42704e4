#pragma omp begin declare target device_type(nohost)
float post_process(float Distance) {
  return __builtin_elementwise_sqrt(Distance);
}
#pragma omp end declare target
