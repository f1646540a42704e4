// Kernels whose sizes and modes lie in mapped structures.
struct Settings {
  double Factor;
  int Mode;
  long Count;
  long Stride;
  char Unused;
};

struct Result {
  int Limit;
  double Sum;
};

void reads(const Settings &S, double *A) {
#pragma omp target teams distribute parallel for map(to : S)                   \
    map(from : A[0 : S.Count * S.Stride])
  for (long I = 0; I < S.Count; ++I)
    A[I * S.Stride] = S.Mode == 2 ? S.Factor : I;
}

void writes(Result &R, double *A) {
#pragma omp target map(tofrom : R) map(to : A[0 : 100])
  for (int I = 0; I < R.Limit; ++I)
    R.Sum += A[I];
}

int main() {
  Settings S{2, 2, 10, 3, 0};
  double A[100] = {};
  reads(S, A);
  Result R{10, 0};
  writes(R, A);
  return R.Sum == 8 ? 0 : 1;
}
