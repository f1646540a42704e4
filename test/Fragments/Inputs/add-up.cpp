//===- add-up.cpp - A kernel that calls another fragment ------------------===//

#include <ompjit/Fragments/Kernel.h>

#pragma omp begin declare target device_type(nohost)
extern "C" long weigh(long);

OMPJIT_KERNEL void add_up(long Bound, long *Sums) {
  const int I = ompjit_block_id(0) * ompjit_block_size(0) + ompjit_thread_id(0);
  long Sum = 0;
  for (long J = 0; J < Bound; ++J)
    Sum += weigh(J ^ I);
  Sums[I] = Sum;
}
#pragma omp end declare target
