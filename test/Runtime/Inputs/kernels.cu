// Launches as clang 22 compiles them with -foffload-via-llvm.

extern "C" __attribute__((global)) void kernel_add(long *Out, long A, long B) {
  *Out = A + B;
}

extern "C" void addThere(long *Out, long A, long B) {
  dim3 Grid(2);
  Grid.y = 3;
  kernel_add<<<Grid, 4, 128>>>(Out, A, B);
}

/// Launches on the way.
static long sum(long A, long B) {
  long Out = 0;
  kernel_add<<<1, 1>>>(&Out, A, B);
  return Out;
}

extern "C" void addNested(long *Out, long A, long B, long C) {
  kernel_add<<<7, 8>>>(Out, sum(A, B), C);
}
