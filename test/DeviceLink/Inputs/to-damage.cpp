// What mutate_inputs.py damages: two files, or one that has both parts. Small, so
// that damage meets something.
#if !defined(PART)
#include <cstdio>
#endif

#if !defined(MAIN)
#pragma omp declare target
double Table[4] = {1, 2, 3, 4};
static int Calls;
double valueAt(int I) {
  switch (I % 5) {
  case 0:
    return Table[I % 4];
  case 1:
    return Table[(I + 1) % 4] * 0.5;
  default:
    return ++Calls > 3 ? Calls : I;
  }
}
#pragma omp end declare target

double sumOf(const double *Values, int Size) {
  double Sum = 0;
#pragma omp target map(to : Values[0 : Size]) map(tofrom : Sum)
  for (int I = 0; I < Size; ++I)
    Sum += Values[I] * valueAt(I);
  return Sum;
}
#else
double sumOf(const double *Values, int Size);
#endif

#if !defined(PART)
int main(int Argc, char **) {
  double Values[16];
#pragma omp target map(from : Values) firstprivate(Argc)
  for (int I = 0; I < 16; ++I)
    Values[I] = I * Argc;
  std::printf("%g\n", sumOf(Values, 16));
}
#endif
