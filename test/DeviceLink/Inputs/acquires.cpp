// Kernels that may see what others write while they run, and others.

static int A[64];

void writes(int *To, int Count) {
#pragma omp target teams distribute parallel for map(from : To[0 : Count])
  for (int I = 0; I < Count; ++I)
    To[I] = I;
}

int reduces(const int *From, int Count) {
  int Sum = 0;
#pragma omp target teams distribute parallel for map(to : From[0 : Count])     \
    map(tofrom : Sum) reduction(+ : Sum)
  for (int I = 0; I < Count; ++I)
    Sum += From[I];
  return Sum;
}

void counts(int *Counter) {
#pragma omp target map(tofrom : Counter[0 : 1])
#pragma omp atomic relaxed
  ++*Counter;
}

int waits(int *Flag, const int *Data) {
  int Found;
#pragma omp target map(tofrom : Flag[0 : 1]) map(to : Data[0 : 1])             \
    map(from : Found)
  {
    int Now;
    do {
#pragma omp atomic read acquire
      Now = *Flag;
    } while (!Now);
    Found = *Data;
  }
  return Found;
}

int flushes(int *Flag, const int *Data) {
  int Found;
#pragma omp target map(tofrom : Flag[0 : 1]) map(to : Data[0 : 1])             \
    map(from : Found)
  {
    int Now;
#pragma omp atomic read relaxed
    Now = *Flag;
#pragma omp flush
    Found = Now ? *Data : 0;
  }
  return Found;
}

int main() {
  int One = 1, Sum = 0;
  writes(A, 64);
  counts(&One);
  Sum = reduces(A, 64) + waits(&One, A) + flushes(&One, A);
  return Sum == 64 * 63 / 2 ? 0 : 1;
}
