// Loops in functions of the device, which LLVM's OpenMP IR builder makes
// functions of. (For loops in target regions it crashes.)

#pragma omp begin declare target
void signed4(int *A, int N) {
#pragma omp for
  for (int I = 0; I < N; ++I)
    A[I] += 1;
}
void unsigned4(int *A, unsigned N) {
#pragma omp for schedule(static)
  for (unsigned I = 0; I < N; I += 3)
    A[I] += 1;
}
void signed8(int *A, long N) {
#pragma omp for nowait
  for (long I = N; I > 0; --I)
    A[I] += 1;
}
void unsigned8(int *A, unsigned long N) {
#pragma omp for schedule(static, 4)
  for (unsigned long I = 0; I < N; ++I)
    A[I] += 1;
}
#pragma omp end declare target
