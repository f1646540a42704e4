// The C++ side of mixed.f90.
#pragma omp begin declare target
extern "C" int fortran_double(int X);
extern "C" int cpp_square(int X) { return X * X; }
#pragma omp end declare target
extern "C" void fortran_sum(const double *Values, int N, double *Total);

extern "C" void cpp_fill(double *Values, int N) {
#pragma omp target teams distribute parallel for map(from : Values[ : N])
  for (int I = 0; I < N; ++I)
    Values[I] = 0.5 * (I + 1);
}

extern "C" int cpp_calls_fortran(int X) {
  int Result = 0;
#pragma omp target map(tofrom : Result)
  Result = fortran_double(X);
  double Numbers[100], Sum;
#pragma omp target teams distribute parallel for map(from : Numbers)
  for (int I = 0; I < 100; ++I)
    Numbers[I] = I + 1;
  fortran_sum(Numbers, 100, &Sum);
  return Result + int(Sum);
}
