#pragma omp begin declare target
void opaque(int *Place) { *Place += 1; }
#pragma omp end declare target
