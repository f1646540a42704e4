//===- weigh.cpp - The fragment that add-up.cpp calls ---------------------===//

#ifndef WEIGHT
#define WEIGHT 1
#endif

#pragma omp begin declare target device_type(nohost)
extern "C" long weigh(long X) { return WEIGHT * X; }
#pragma omp end declare target
