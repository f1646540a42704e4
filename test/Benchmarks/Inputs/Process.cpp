// A whole program with one kernel, which runs unless there is an argument.
// Without -fopenmp-targets it is the same on the host.

int main(int Count, char **) {
  int Result = 42;
  if (Count == 1) {
    Result = 0;
#pragma omp target map(tofrom : Result)
    Result = 42;
  }
  return Result != 42;
}
