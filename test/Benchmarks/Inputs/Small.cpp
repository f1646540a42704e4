int sum(const int *A, int N) {
  int S = 0;
#pragma omp target teams distribute parallel for map(to : A[ : N])             \
    reduction(+ : S)
  for (int I = 0; I < N; ++I)
    S += A[I];
  return S;
}
