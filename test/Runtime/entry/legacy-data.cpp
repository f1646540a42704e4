// Data directives through all entry points, those of older compilers too, enter, update and leave.
// RUN: %build -O2 -fopenmp-version=51 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 -fopenmp-version=51 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <cstdint>
#include <omp.h>

extern "C" {
#define DATA_ENTRY(NAME)                                                       \
  void NAME(int64_t, int, void **, void **, int64_t *, int64_t *);             \
  void NAME##_nowait(int64_t, int, void **, void **, int64_t *, int64_t *,     \
                     int, void *, int, void *);                                \
  void NAME##_mapper(void *, int64_t, int, void **, void **, int64_t *,        \
                     int64_t *, void **, void **);                             \
  void NAME##_nowait_mapper(void *, int64_t, int, void **, void **, int64_t *, \
                            int64_t *, void **, void **, int, void *, int,     \
                            void *);
DATA_ENTRY(__tgt_target_data_begin)
DATA_ENTRY(__tgt_target_data_end)
DATA_ENTRY(__tgt_target_data_update)
}

constexpr int Device = 1;
static int Values[4];

static int onDevice() {
  int Copy = -1;
  if (const void *There = omp_get_mapped_ptr(Values, Device))
    omp_target_memcpy(&Copy, There, sizeof(int), 0, 0, omp_get_initial_device(),
                      Device);
  return Copy;
}

static void addOnDevice() {
#pragma omp target device(Device) map(present, alloc : Values)
  Values[0] += 10;
}

template <typename Call> static void test(const char *What, Call Do) {
  constexpr int64_t To = 1, From = 2;
  printf("%s\n", What);
  Values[0] = 1;
  Do.begin(To);
  checkValue("entered", onDevice(), 1);
  Values[0] = 2;
  Do.update(To);
  checkValue("updated", onDevice(), 2);
  addOnDevice();
  Do.update(From);
  checkValue("updated from", Values[0], 12);
  addOnDevice();
  Do.end(From);
  checkValue("left", Values[0], 22);
  check("gone", !omp_target_is_present(Values, Device));
}

#define ARRAYS                                                                 \
  void *Base = Values;                                                         \
  int64_t Size = sizeof(Values);

#define CALLS(STEP)                                                            \
  void STEP(int64_t Type) { ARRAYS ENTRY(__tgt_target_data_##STEP) }

struct Plain {
#define ENTRY(NAME) NAME(Device, 1, &Base, &Base, &Size, &Type);
  CALLS(begin) CALLS(update) CALLS(end)
#undef ENTRY
};
struct NoWait {
#define ENTRY(NAME)                                                            \
  NAME##_nowait(Device, 1, &Base, &Base, &Size, &Type, 0, nullptr, 0, nullptr);
  CALLS(begin) CALLS(update) CALLS(end)
#undef ENTRY
};
struct Mapper {
#define ENTRY(NAME)                                                            \
  NAME##_mapper(nullptr, Device, 1, &Base, &Base, &Size, &Type, nullptr,       \
                nullptr);
  CALLS(begin) CALLS(update) CALLS(end)
#undef ENTRY
};
struct NoWaitMapper {
#define ENTRY(NAME)                                                            \
  NAME##_nowait_mapper(nullptr, Device, 1, &Base, &Base, &Size, &Type,         \
                       nullptr, nullptr, 0, nullptr, 0, nullptr);
  CALLS(begin) CALLS(update) CALLS(end)
#undef ENTRY
};

int main() {
  test("plain", Plain());
  test("nowait", NoWait());
  test("mapper", Mapper());
  test("nowait mapper", NoWaitMapper());
  return finish();
}
