// The checking mode finds each kind of fault, names what, where and who, and advises; a right program of the same shape passes.
// DEFINE: %{flags} = -gline-tables-only -fopenmp -fopenmp-target-jit %s
// RUN: %clangxx -O2 %{flags} -fopenmp-targets=nvptx64-nvidia-cuda --offload-arch=sm_90 -o %t.nvptx
// RUN: %clangxx -O2 %{flags} -fopenmp-targets=amdgcn-amd-amdhsa --offload-arch=gfx90a -o %t.amdgcn
// RUN: export OMP_JIT_VGPU=1 OMP_JIT_VGPU_CHECK=1 OMP_TARGET_OFFLOAD=MANDATORY
// RUN: %t.nvptx right
// RUN: %t.amdgcn right
// Each fault is told once, whatever the number of threads that run into it.
// RUN: for Fault in $(sed -n 's/^static void \([a-z_]*\)(bool.*/\1/p' %s); do for Gpu in nvptx amdgcn; do \
// RUN:   not --crash %t.$Gpu $Fault >%t.log 2>&1 || { echo no fault: $Fault on $Gpu; cat %t.log; exit 1; }; \
// RUN:   FileCheck %s --input-file=%t.log --check-prefix=$Fault || exit 1; \
// RUN:   test $(grep -c 'error OT' %t.log) = 1 || exit 1; done; done

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>

constexpr int N = 64;

/// What the program cannot know when it is compiled.
static volatile int Zero = 0;

/// Teams that use the same element without atomic operations.
static void teams(bool IsRight) {
  int Data[N] = {}, Last = IsRight ? N - 1 : 3;
  // teams: kernel {{.*}}: {{reads|writes}} 4 bytes at byte {{[0-9]+}} of 'Data' ({{.*}}faults.cpp:[[#@LINE-1]]) that thread (0,0,0) of block ({{[0-9]+}},0,0) {{wrote|read}} ({{.*}}faults.cpp:[[#@LINE+2]]), and nothing orders the two: a data race ({{.*}}faults.cpp:[[#@LINE+2]]), in thread (0,0,0) of block ({{[0-9]+}},0,0); teams do not wait for each other
#pragma omp target teams map(tofrom : Data) num_teams(N) thread_limit(32)
  Data[omp_get_team_num() & Last] += omp_get_team_num() + 1;
}

/// An update by each team, where some are atomic.
static void mixed(bool IsRight) {
  int Sum = 0, Plain = IsRight ? -1 : 3;
  // mixed: kernel {{.*}}: {{.*}} bytes at byte 0 of 'Sum' {{.*}}, and nothing orders the two: a data race{{.*}}; teams do not wait for each other
#pragma omp target teams map(tofrom : Sum) num_teams(8) thread_limit(32)
  if (omp_get_team_num() == Plain)
    Sum += 100;
  else {
#pragma omp atomic
    Sum += 1;
  }
}

/// Atomic operations of different sizes on the same bytes.
static void sizes(bool IsRight) {
  long Both = 0;
  // sizes: kernel {{.*}} bytes at byte 0 of 'Both' {{.*}} with an atomic operation of another size{{.*}}; use atomic operations of one size
#pragma omp target parallel map(tofrom : Both) num_threads(8)
  {
    int *Half = reinterpret_cast<int *>(&Both);
    if (omp_get_thread_num() % 2 || IsRight) {
#pragma omp atomic
      Both += 1;
    } else {
#pragma omp atomic
      *Half += 1;
    }
  }
}

/// A copy of what another thread still writes, in another wave.
static void copies(bool IsRight) {
  constexpr int N = 128;
  static char From[N * 100], To[N * 100];
  const int Length = 100 - Zero;
  // copies: kernel {{.*}}: {{reads|writes}} {{[0-9]+}} byte{{.*}} of 'From' {{.*}}and nothing orders the two: a data race{{.*}}; put a barrier between the two
#pragma omp target parallel map(tofrom : From, To) num_threads(N)
  {
    const int Self = omp_get_thread_num();
    memset(From + Self * Length, Self + 1, Length);
    if (IsRight) {
#pragma omp barrier
    }
    memcpy(To + Self * Length, From + (N - 1 - Self) * Length, Length);
  }
}

/// A barrier that some threads pass by.
static void divergent(bool IsRight) {
  int Data[N] = {}, Limit = IsRight ? N : 16;
  // divergent: kernel {{.*}}: a barrier in code that not all threads of the block run: {{.*}}in barrier 0{{.*}}; let all threads of the team come to the same barriers
#pragma omp target parallel map(tofrom : Data) num_threads(N)
  {
    const int Self = omp_get_thread_num();
    Data[Self] = Self;
    if (Self < Limit) {
#pragma omp barrier
    }
    Data[Self] += 1;
  }
}

/// An array of a thread, too large for registers.
static void local(bool IsRight) {
  int Sum = 0, Index = IsRight ? 999 : 1000;
  // local: kernel {{.*}}: writes 4 bytes right behind {{the local variable 'Mine'|a local variable}} of 4000 bytes ({{.*}}faults.cpp:[[#@LINE+5]]), in thread ({{[0-9]+}},0,0) of block (0,0,0); check the index against the size
#pragma omp target parallel num_threads(N) map(tofrom : Sum)
  {
    int Mine[1000];
    for (int I = 0; I <= Index; ++I)
      Mine[(I * 7 + Index) % (Index + 1)] = I;
#pragma omp atomic
    Sum += Mine[Index & 3];
  }
}

/// An array of a team, with another one behind it.
static void shared(bool IsRight) {
  int Sum = 0, Index = IsRight ? 15 : 16;
  // shared: kernel {{.*}}: writes 4 bytes {{.*}}behind the shared variable '{{(First|Second)}}' of 64 bytes {{.*}}; check the index against the size
#pragma omp target teams num_teams(2) thread_limit(32) map(tofrom : Sum)       \
    reduction(+ : Sum)
  {
    int First[16], Second[16];
#pragma omp allocate(First, Second) allocator(omp_pteam_mem_alloc)
    for (int I = 0; I < 16; ++I)
      First[I] = Second[I] = 0;
    First[Index] = 1;
    Second[Index] = 1;
#pragma omp parallel reduction(+ : Sum)
    Sum += First[omp_get_thread_num() % 16] + Second[1];
  }
}

/// Memory that is mapped without its contents.
static void mapped(bool IsRight) {
  int Data[N], Out[N];
  // mapped: kernel {{.*}}: reads 4 bytes at byte {{[0-9]+}} of 'Data' ({{.*}}faults.cpp:[[#@LINE-1]]) that nobody wrote ({{.*}}faults.cpp:{{[0-9]+}}){{.*}}; write it first, or map it with 'to'
#pragma omp target data map(alloc : Data) map(from : Out)
  {
    if (IsRight) {
#pragma omp target teams distribute parallel for
      for (int I = 0; I < N; ++I)
        Data[I] = I;
    }
#pragma omp target teams distribute parallel for
    for (int I = 0; I < N; ++I)
      Out[I] = Data[I] * 2;
  }
}

/// Memory of omp_target_alloc, of which a copy is as written as the original.
static void allocated(bool IsRight) {
  const int Device = omp_get_default_device(), Host = omp_get_initial_device();
  auto *A = static_cast<int *>(omp_target_alloc(N * sizeof(int), Device));
  auto *B = static_cast<int *>(omp_target_alloc(N * sizeof(int), Device));
  int Values[N] = {}, Sum = 0;
  if (IsRight)
    omp_target_memcpy(A, Values, sizeof(Values), 0, 0, Device, Host);
  omp_target_memcpy(B, A, sizeof(Values), 0, 0, Device, Device);
  // allocated: kernel {{.*}}: reads 4 bytes of device memory that nobody wrote
#pragma omp target teams distribute parallel for is_device_ptr(B)              \
    reduction(+ : Sum)
  for (int I = 0; I < N; ++I)
    Sum += B[I];
  omp_target_free(A, Device);
  omp_target_free(B, Device);
}

/// What was mapped, through a pointer that is older than that.
static void ended(bool IsRight) {
  int *Data = new int[N](), *Inside = nullptr, Sum = 0;
#pragma omp target enter data map(to : Data[0 : N])
#pragma omp target map(from : Inside)
  Inside = Data;
  if (!IsRight) {
#pragma omp target exit data map(delete : Data[0 : N])
  }
  // ended: kernel {{.*}}: reads 4 bytes in 'Data[0:N]' ({{.*}}faults.cpp:{{[0-9]+}}), an allocation of 256 bytes that was freed ({{.*}}faults.cpp:[[#@LINE+2]]){{.*}}; keep it mapped, or allocated, until the region has ended
#pragma omp target is_device_ptr(Inside) map(tofrom : Sum)
  Sum += Inside[5];
  if (IsRight) {
#pragma omp target exit data map(delete : Data[0 : N])
  }
  delete[] Data;
}

/// A value of another thread, read without a barrier. As a compiler may move the
/// read in front of the choice, only its use is a fault.
static void wanted(bool IsRight) {
  int Data[N] = {}, Out[N] = {}, Wanted[N] = {};
  for (int &Each : Wanted)
    Each = !IsRight;
  // wanted: kernel {{.*}}: {{reads|writes}} 4 bytes at byte {{[0-9]+}} of 'Data' {{.*}} that thread {{[0-9]+}} of the block {{read|wrote}} ({{.*}}faults.cpp:{{[0-9]+}}), and nothing orders the two: a data race
#pragma omp target parallel num_threads(N) map(tofrom : Data, Out)             \
    map(to : Wanted)
  {
    const int Self = omp_get_thread_num();
    Data[Self] = Self + 1;
    const int Next = Data[(Self + 1) % N];
    Out[Self] = Wanted[Self] ? Next : Self;
  }
}

/// The same, where one branch uses it.
static void branch(bool IsRight) {
  int Data[N], Out[N] = {}, Wanted[N] = {};
  for (int &Each : Wanted)
    Each = !IsRight;
  // branch: kernel {{.*}}: reads 4 bytes at byte {{[0-9]+}} of 'Data' ({{.*}}faults.cpp:{{[0-9]+}}) that nobody wrote ({{.*}}faults.cpp:[[#@LINE+7]])
#pragma omp target data map(alloc : Data)
#pragma omp target parallel num_threads(N) map(tofrom : Out) map(to : Wanted)
  {
    const int Self = omp_get_thread_num();
    if (Wanted[Self] > 1)
      Data[Self] = Self;
    const int Mine = Data[Self];
    if (Wanted[Self]) {
#pragma omp atomic
      Out[Self] += Mine;
    }
  }
}

/// What one team does before it releases, another finds after it acquired.
static void orders() {
  int Data[8] = {}, Count = 0, Sum = 0, Guarded = 0;
#pragma omp target teams num_teams(8) thread_limit(32)                         \
    map(tofrom : Data, Count, Sum, Guarded)
  {
    const int Team = omp_get_team_num();
    int Before;
    Data[Team] = Team;
#pragma omp atomic capture acq_rel
    Before = Count++;
    if (Before == 7)
      for (int Each : Data)
        Sum += Each;
#pragma omp atomic
    Guarded += Team;
  }
  if (Sum != 28 || Guarded != 28)
    printf("sums: %d %d\n", Sum, Guarded);
}

/// Lanes that write the same, also in different teams, and what is copied
/// before all of it is written.
static void harmless() {
  struct Partial {
    int First, Second;
    double Third[8];
  };
  int Teams = 0, Seen[N] = {};
  double Sum = 0;
#pragma omp target teams map(tofrom : Teams) num_teams(8)
  Teams = omp_get_num_teams();
#pragma omp target parallel map(tofrom : Teams, Seen) num_threads(N)
  {
    Teams = 5;
    Seen[omp_get_thread_num()] = Teams;
  }
#pragma omp target map(tofrom : Sum)
  {
    auto *P = static_cast<Partial *>(malloc(2 * sizeof(Partial)));
    P[0].Second = 3;
    P[1] = P[0];
#pragma omp parallel for reduction(+ : Sum) num_threads(8)
    for (int I = 0; I < 8; ++I) {
      P[1].Third[I] = I;
      Sum += P[1].Third[I] + P[1].Second;
    }
    free(P);
  }
  if (Sum != 52)
    printf("sum: %f\n", Sum);
}

int main(int, char **Arguments) {
  const struct {
    const char *Name;
    void (*Run)(bool IsRight);
  } Faults[] = {
      {"teams", teams},   {"mixed", mixed},         {"sizes", sizes},
      {"copies", copies}, {"divergent", divergent}, {"local", local},
      {"shared", shared}, {"mapped", mapped},       {"allocated", allocated},
      {"ended", ended},   {"wanted", wanted},       {"branch", branch}};
  const bool IsRight = !strcmp(Arguments[1], "right");
  for (const auto &Each : Faults)
    if (IsRight || !strcmp(Arguments[1], Each.Name))
      Each.Run(IsRight);
  if (IsRight) {
    orders();
    harmless();
  }
}
