// A program names arrays, and each of their contents gets an image; what cannot be known is right without one.
// DEFINE: %{common} = -O2 -I%sourcedir/offload/include -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu %s
// DEFINE: %{run} = env OMP_TARGET_OFFLOAD=MANDATORY OMP_JIT_ASYNC=0 OMP_JIT_CACHE=memory OMP_JIT_INFO=1 OMP_JIT_THRESHOLD=1 LD_LIBRARY_PATH=%libdir
// RUN: %clangxx %{common} -fopenmp-target-jit -Wall -Wextra -pedantic -Werror -o %t
// RUN: %{run} %t > %t.out 2> %t.err && FileCheck %s < %t.out && FileCheck %s --check-prefix=INFO < %t.err
// CHECK: brought 4 open 4 copied 4 kept 4 always 4 part 4 number 4
// CHECK-NEXT: written 4 elsewhere 4 twice 4 large 4 none 4 short 4 wide 4
// Four contents have four images; of what nobody names, two are enough to give it up.
// INFO-COUNT-4: compiled {{.*}}brought
// INFO-COUNT-4: compiled {{.*}}open
// INFO-COUNT-4: compiled {{.*}}copied
// INFO-COUNT-4: compiled {{.*}}kept
// INFO-COUNT-4: compiled {{.*}}always
// INFO-COUNT-4: compiled {{.*}}part
// INFO-COUNT-4: compiled {{.*}}number
// INFO-NOT: {{brought|open|copied|kept|always|part|number}}{{.*}}{{given up|array}}
// INFO: written{{.*}}: not specialised for the array behind parameter {{[0-9]}}: the kernel may write it
// INFO: elsewhere{{.*}}: not specialised for the array behind parameter {{[0-9]}}: the launch did not copy it, and something may have written it
// INFO: twice{{.*}}: not specialised for the array behind parameter {{[0-9]}}: another argument leads to the same memory
// INFO: large{{.*}}: not specialised for the array behind parameter {{[0-9]}}: all arrays of the kernel together have more than 512 bytes
// INFO: wide{{.*}}: not specialised for the array behind parameter {{[0-9]}}: it is in a mapping of 1024 bytes

// RUN: %clang -x c -std=c17 -Wall -Wextra -pedantic -Werror %{common} -fopenmp-target-jit -o %t.c
// RUN: %{run} %t.c few 2> %t.err && grep -c 'compiled .*open' %t.err | FileCheck %s --check-prefix=FOUR
// FOUR: {{^}}4{{$}}
// RUN: %clangxx -O2 -I%sourcedir/offload/include -fopenmp --offload-arch=gfx90a -fopenmp-target-jit %s -o %t.gpu
// RUN: env OMP_JIT_VGPU=1 %{run} %t.gpu > %t.out 2> %t.err && FileCheck %s < %t.out && FileCheck %s --check-prefix=INFO < %t.err
// Nothing of it is left in code that is compiled ahead of time, nor in packages.
// RUN: %clangxx %{common} -o %t.ahead && %{run} %t.ahead | FileCheck %s
// RUN: %clangxx %{common} -foffload-lto -o %t.lto && %{run} %t.lto | FileCheck %s
// RUN: not grep ompx_ %t.ahead %t.lto
// RUN: %builddir/bin/ompjit-package-dump --bitcode=%t.bc %t > %t.dump && llvm-dis %t.bc -o - | not grep -E 'annotation|ompx_'
// RUN: FileCheck %s --check-prefix=USES < %t.dump
// USES: kernel symbol="{{[^"]*}}brought
// USES: parameter 0 pointer {{.*}}array
// USES: field behind=0 offset=0 width=64 uses=always,array
// USES: field behind=0 offset=48 width=64 uses=always,array
// USES-NEXT: kernel

#include <ompjit/Specialize.h>
#include <stdio.h>

enum { N = 40, Points = 7, Contents = 4 };

static double In[N + Points], Out[N];

/// Sets the coefficients, and returns what the first sum must be.
static double set(double *C, int Which) {
  double Sum = 0;
  for (int K = 0; K < Points; ++K) {
    C[K] = Which * 10 + K + 0.5;
    Sum += C[K] * In[K];
  }
  return Sum;
}

static int brought(int Which) {
  double C[Points], Expected = set(C, Which);
#pragma omp target teams distribute parallel for map(to : C, In) map(from : Out)
  for (int I = 0; I < N; ++I) {
    ompx_specialize_array(C, Points);
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
  return Out[0] == Expected;
}

static int open_(const double *C, int Count, double Expected) {
#pragma omp target teams distribute parallel for map(to : C[ : Count], In)     \
    map(from : Out)
  for (int I = 0; I < N; ++I) {
    ompx_specialize_array(C, Count);
    double Sum = 0;
    for (int K = 0; K < Count; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
  return Out[0] == Expected;
}

static int copied(int Which) {
  double C[Points], Expected = set(C, Which);
#pragma omp target teams distribute parallel for firstprivate(C) map(to : In)  \
    map(from : Out)
  for (int I = 0; I < N; ++I) {
    ompx_specialize_array(C, Points);
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
  return Out[0] == Expected;
}

static void kept(const double *C) {
#pragma omp target teams distribute parallel for map(to : C[ : Points], In)    \
    map(from : Out)
  for (int I = 0; I < N; ++I) {
    ompx_specialize_array(C, Points);
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
}

static int keptAndUpdated(void) {
  double C[Points];
  int Right = 0;
  set(C, 0);
#pragma omp target data map(to : C)
  for (int Which = 0; Which < Contents; ++Which) {
    const double Expected = set(C, Which);
#pragma omp target update to(C)
    kept(C);
    kept(C);
    Right += Out[0] == Expected;
  }
  return Right;
}

static int always(void) {
  double C[Points];
  int Right = 0;
  set(C, 0);
#pragma omp target data map(to : C)
  for (int Which = 0; Which < Contents; ++Which) {
    const double Expected = set(C, Which);
#pragma omp target teams distribute parallel for map(always, to : C)           \
    map(to : In) map(from : Out)
    for (int I = 0; I < N; ++I) {
      ompx_specialize_array(C, Points);
      double Sum = 0;
      for (int K = 0; K < Points; ++K)
        Sum += C[K] * In[I + K];
      Out[I] = Sum;
    }
    Right += Out[0] == Expected;
  }
  return Right;
}

/// Some elements in the middle of an array; the others are written.
static int part(int Which) {
  float C[12] = {0};
  float Sum = 0;
  for (int K = 0; K < 5; ++K) {
    C[K + 3] = (float)(Which + K);
    Sum += C[K + 3] * (float)In[K];
  }
#pragma omp target teams distribute parallel for map(tofrom : C) map(to : In)  \
    map(from : Out)
  for (int I = 0; I < N; ++I) {
    const float *Mine = C + 3;
    ompx_specialize_array(Mine, 5);
    float Own = 0;
    for (int K = 0; K < 5; ++K)
      Own += Mine[K] * (float)In[I + K];
    Out[I] = Own;
    if (I == 0)
      C[11] = Own;
  }
  return (float)Out[0] == Sum && C[11] == Sum;
}

struct Model {
  int Unused;
  float Narrow;
  double Wide;
};

static int number(int Which) {
  struct Model M = {0, (float)Which, Which + 0.5};
#pragma omp target teams distribute parallel for map(to : M, In) map(from : Out)
  for (int I = 0; I < N; ++I)
    Out[I] = In[I] * ompx_specialize(M.Wide) + ompx_specialize(M.Narrow);
  return Out[1] == In[1] * M.Wide + M.Narrow;
}

static int written(int Which) {
  double C[Points], Expected = set(C, Which);
  for (int I = 0; I < 2; ++I)
#pragma omp target teams distribute parallel for map(tofrom : C) map(to : In)  \
    map(from : Out) num_teams(1) thread_limit(1)
    for (int J = 0; J < 1; ++J) {
      ompx_specialize_array(C, Points);
      double Sum = 0;
      for (int K = 0; K < Points; ++K)
        Sum += C[K] * In[J + K];
      Out[J] = Sum;
      C[Which % Points] = 0;
    }
  return Out[0] ==
         Expected - (Which * 10 + Which % Points + 0.5) * In[Which % Points];
}

static int elsewhere(void) {
  double C[Points];
  int Right = 0;
  set(C, 0);
#pragma omp target data map(to : C)
  for (int Which = 0; Which < Contents; ++Which) {
    double Expected = 0;
#pragma omp target
    for (int K = 0; K < Points; ++K)
      C[K] = Which + K;
    for (int K = 0; K < Points; ++K)
      Expected += (Which + K) * In[K];
#pragma omp target teams distribute parallel for map(to : C, In) map(from : Out)
    for (int I = 0; I < N; ++I) {
      ompx_specialize_array(C, Points);
      double Sum = 0;
      for (int K = 0; K < Points; ++K)
        Sum += C[K] * In[I + K];
      Out[I] = Sum;
    }
    Right += Out[0] == Expected;
  }
  return Right;
}

/// The same memory has two names, one of which is written.
static int twice(const double *C, double *Same, double Expected) {
#pragma omp target teams distribute parallel for num_teams(1) thread_limit(1)  \
    map(to : C[ : Points], In) map(tofrom : Same[ : Points]) map(from : Out)
  for (int I = 0; I < 1; ++I) {
    ompx_specialize_array(C, Points);
    Same[0] = 1;
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
  return Out[0] == Expected;
}

static int large(int Which) {
  double C[65] = {0}, Expected = set(C, Which);
#pragma omp target teams distribute parallel for map(to : C, In) map(from : Out)
  for (int I = 0; I < N; ++I) {
    ompx_specialize_array(C, 65);
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
  return Out[0] == Expected;
}

static int none(int Which) {
  double C[Points], Expected = set(C, Which);
#pragma omp target teams distribute parallel for map(to : C, In) map(from : Out)
  for (int I = 0; I < N; ++I) {
    ompx_specialize_array(C, 0);
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
  return Out[0] == Expected;
}

/// More is read than what is named.
static int short_(int Which, int Count) {
  double C[Points], Expected = set(C, Which);
#pragma omp target teams distribute parallel for map(to : C, In) map(from : Out)
  for (int I = 0; I < N; ++I) {
    ompx_specialize_array(C, 3);
    double Sum = 0;
    for (int K = 0; K < Count; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
  return Out[0] == Expected;
}

static int wide(int Which) {
  double C[128] = {0}, Expected = set(C, Which);
#pragma omp target teams distribute parallel for map(to : C, In) map(from : Out)
  for (int I = 0; I < N; ++I) {
    ompx_specialize_array(C, Points);
    double Sum = 0;
    for (int K = 0; K < Points; ++K)
      Sum += C[K] * In[I + K];
    Out[I] = Sum;
  }
  return Out[0] == Expected;
}

int main(int NumArguments, char **Arguments) {
  (void)Arguments;
  for (int I = 0; I < N + Points; ++I)
    In[I] = I + 1;
  double C[Points];
#define COUNT(NAME, CALL)                                                      \
  int NAME = 0;                                                                \
  for (int Which = 0; Which < Contents; ++Which) {                             \
    const double Expected = set(C, Which);                                     \
    (void)Expected;                                                            \
    NAME += (CALL);                                                            \
  }
  COUNT(Brought, brought(Which))
  COUNT(Open, open_(C, Points, Expected))
  COUNT(Copied, copied(Which))
  const int Kept = keptAndUpdated(), Always = always();
  COUNT(Part, part(Which))
  COUNT(Number, number(Which))
  printf("brought %d open %d copied %d kept %d always %d part %d number %d\n",
         Brought, Open, Copied, Kept, Always, Part, Number);
  if (NumArguments > 1)
    return 0;
  COUNT(Written, written(Which))
  const int Elsewhere = elsewhere();
  COUNT(Twice, twice(C, C, Expected + (1 - C[0]) * In[0]))
  COUNT(Large, large(Which))
  COUNT(None, none(Which))
  COUNT(Short, short_(Which, Points))
  COUNT(Wide, wide(Which))
  printf("written %d elsewhere %d twice %d large %d none %d short %d wide %d\n",
         Written, Elsewhere, Twice, Large, None, Short, Wide);
}
