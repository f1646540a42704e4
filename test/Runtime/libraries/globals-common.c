// A common variable is as large as the largest of its definitions, on the device as well.
// RUN: %packaged_clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fcommon -c %s -o %t.large.o -DLARGE
// RUN: %packaged_clang -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fcommon %s %t.large.o -o %t
// RUN: %ours %t
// RUN: %clang -fopenmp-target-jit -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fcommon -c %s -o %t.jit.o -DLARGE
// RUN: %clang -fopenmp-target-jit -O2 -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fcommon %s %t.jit.o -o %t.jit
// RUN: %ours %t.jit

#ifdef LARGE
#define COUNT 100
#else
#define COUNT 10
#endif

#pragma omp begin declare target
int Table[COUNT];
#pragma omp end declare target

#ifdef LARGE

int setLast(void) {
#pragma omp target
  Table[COUNT - 1] = 5;
#pragma omp target update from(Table)
  return Table[COUNT - 1];
}

#else

int setLast(void);

int main(void) {
#pragma omp target
  Table[COUNT - 1] = 3;
#pragma omp target update from(Table)
  return !(Table[COUNT - 1] == 3 && setLast() == 5 && Table[COUNT - 1] == 3);
}

#endif
