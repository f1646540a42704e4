#pragma omp begin declare target device_type(nohost)
float post_process(float Distance) { return 1 - Distance; }
#pragma omp end declare target
