// omp_target_memcpy_rect copies boxes of one to five dimensions between host and devices.
// RUN: %build -O2 %s -o %t
// RUN: %ours %t > %t.ours && %theirs %t > %t.theirs
// RUN: diff %t.ours %t.theirs
// RUN: %build-deferred -O2 %s -o %t.jit
// RUN: %ours %t.jit > %t.deferred && diff %t.deferred %t.theirs

#include "check.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <vector>

constexpr int Most = 5;
static const int Host = omp_get_initial_device();

struct Shape {
  size_t Volume[Most], To[Most], From[Most], ToSize[Most], FromSize[Most];
};

static size_t elements(const size_t *Size, int Dimensions) {
  size_t Count = 1;
  for (int I = 0; I < Dimensions; ++I)
    Count *= Size[I];
  return Count;
}

/// The index of the box's element \p Number in an array.
static size_t indexOf(size_t Number, const Shape &S, const size_t *Offset,
                      const size_t *Size, int Dimensions) {
  size_t Index = 0, Step = 1;
  for (int I = Dimensions - 1; I >= 0; --I) {
    Index += (Number % S.Volume[I] + Offset[I]) * Step;
    Number /= S.Volume[I];
    Step *= Size[I];
  }
  return Index;
}

static short *onDevice(const std::vector<short> &Values, int Device) {
  const size_t Bytes = Values.size() * sizeof(short);
  auto *There = (short *)omp_target_alloc(Bytes, Device);
  omp_target_memcpy(There, Values.data(), Bytes, 0, 0, Device, Host);
  return There;
}

static bool copyAndCompare(const Shape &S, int Dimensions, int To, int From) {
  std::vector<short> Source(elements(S.FromSize, Dimensions)),
      Target(elements(S.ToSize, Dimensions), -1), Expected = Target;
  for (size_t I = 0; I < Source.size(); ++I)
    Source[I] = short(I);
  for (size_t I = 0; I < elements(S.Volume, Dimensions); ++I)
    Expected[indexOf(I, S, S.To, S.ToSize, Dimensions)] =
        Source[indexOf(I, S, S.From, S.FromSize, Dimensions)];
  short *FromThere = onDevice(Source, From), *ToThere = onDevice(Target, To);
  int Failed = omp_target_memcpy_rect(ToThere, FromThere, sizeof(short),
                                      Dimensions, S.Volume, S.To, S.From,
                                      S.ToSize, S.FromSize, To, From);
  omp_target_memcpy(Target.data(), ToThere, Target.size() * sizeof(short), 0, 0,
                    Host, To);
  omp_target_free(FromThere, From);
  omp_target_free(ToThere, To);
  return !Failed && Target == Expected;
}

int main() {
  const int Devices[] = {Host, 0, 2};
  const Shape Shapes[] = {
      {{2, 3, 1, 2, 3},
       {0, 1, 0, 1, 0},
       {1, 0, 1, 0, 1},
       {3, 4, 2, 3, 3},
       {4, 3, 2, 2, 4}},
      {{1, 1, 1, 1, 1},
       {2, 0, 1, 0, 3},
       {0, 2, 0, 1, 0},
       {3, 1, 2, 1, 4},
       {1, 3, 1, 2, 1}},
      {{2, 2, 2, 2, 2},
       {0, 0, 0, 0, 0},
       {0, 0, 0, 0, 0},
       {2, 2, 2, 2, 2},
       {2, 2, 2, 2, 2}},
  };
  for (const Shape &S : Shapes)
    for (int Dimensions = 1; Dimensions <= Most; ++Dimensions)
      for (int To : Devices)
        for (int From : Devices) {
          char What[80];
          snprintf(What, sizeof(What), "%d dimensions, %d to %d", Dimensions,
                   From, To);
          check(What, copyAndCompare(S, Dimensions, To, From));
        }
  return finish();
}
