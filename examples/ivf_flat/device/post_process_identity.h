#pragma omp begin declare target device_type(nohost)
float post_process(float Distance) { return Distance; }
#pragma omp end declare target
