// A parallel region as objects of clang 21 and before start it: with its size, its shared variables, and a condition.
// RUN: %run-gpus %t %s
// RUN: %link-ahead %t.ahead %s

#include <cstdint>
#include <cstdio>

#pragma omp begin declare target
#if defined(__NVPTX__) || defined(__AMDGCN__)
extern "C" {
void __kmpc_parallel_51(void *Location, int32_t Thread, int32_t If,
                        int32_t NumThreads, int32_t Bind, void *Function,
                        void *Wrapper, void **Arguments, int64_t NumArguments);
void __kmpc_get_shared_variables(void ***Variables);
}

static void body(int32_t *, int32_t *, int *Count, int *By) {
#pragma omp atomic
  *Count += *By;
}

static void wrapper(uint16_t, uint32_t) {
  int32_t Thread = 0, Zero = 0;
  void **Shared;
  __kmpc_get_shared_variables(&Shared);
  body(&Thread, &Zero, static_cast<int *>(Shared[0]),
       static_cast<int *>(Shared[1]));
}

static void region(bool If, int Size, int *Count, int *By) {
  void *Arguments[] = {Count, By};
  __kmpc_parallel_51(nullptr, 0, If, Size, -1, reinterpret_cast<void *>(body),
                     reinterpret_cast<void *>(wrapper), Arguments, 2);
}
#else
static void region(bool If, int Size, int *Count, int *By) {
  *Count += (If ? Size : 1) * *By;
}
#endif
#pragma omp end declare target

int main() {
  int Some = 0, One = 0, By = 3;
#pragma omp target map(tofrom : Some, One) map(to : By) thread_limit(96)
  {
    region(true, 10, &Some, &By);
    region(true, 70, &Some, &By);
    region(false, 10, &One, &By);
  }
  std::printf("%d in regions, %d in one of a single thread\n", Some, One);
  return Some != 240 || One != 3;
}
