// lastprivate and copyprivate link ahead of time for every GPU.
// RUN: %link-ahead %t %s

int main() {
  int Last = -1, Sum = 0;
  double Array[4];
  double (&Reference)[4] = Array;
#pragma omp target teams distribute parallel for map(Last, Reference)          \
    lastprivate(Last, Reference)
  for (int I = 0; I < 100; ++I)
    Last = Reference[I & 3] = I;
#pragma omp target teams map(Last, Reference)
  {
    int Shared = 0;
#pragma omp distribute parallel for lastprivate(Last, Reference)
    for (int I = 0; I < 100; ++I)
      Last = Reference[I & 3] = I + Shared;
  }
#pragma omp target parallel map(Sum)
  {
    int Mine = 0;
#pragma omp single copyprivate(Mine)
    Mine = 5;
#pragma omp atomic
    Sum += Mine;
  }
  return Last + Sum;
}
