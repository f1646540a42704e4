// A region whose hot function lies in another file: AcrossFiles DIVISOR

#include "AcrossFiles.h"
#include "Timing.h"

using namespace bench;

namespace {

constexpr int Length = 4000, Batches = 40, PerBatch = 100;

double In[Length], Out[Length];

void evaluateAll() {
#pragma omp target map(to : In) map(from : Out)
  for (int I = 0; I < Length; ++I)
    Out[I] = evaluate(In[I]);
}

/// Whether the region computed what the host does.
bool isRight() {
  for (int I = 0; I < Length; ++I)
    if (!(std::abs(Out[I] - evaluateOnHost(In[I])) < 1e-12))
      return false;
  return true;
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  for (int I = 0; I < Length; ++I)
    In[I] = double(I) / Length;
#pragma omp target enter data map(to : In) map(alloc : Out)
  report("region", timeCalls(Batches, PerBatch, [](int) { evaluateAll(); }));
#pragma omp target exit data map(from : Out) map(release : In)
  if (isRight())
    return 0;
  std::fputs("error: the region computed something else than the host\n",
             stderr);
  return 1;
}
