#pragma omp begin declare target
void signed4(int *, int);
void unsigned4(int *, unsigned);
void signed8(int *, long);
void unsigned8(int *, unsigned long);
#pragma omp end declare target

int main() {
  int A[1000] = {};
#pragma omp target parallel map(A)
  {
    signed4(A, 1000);
    unsigned4(A, 1000);
    signed8(A, 999);
    unsigned8(A, 1000);
  }
  return A[0];
}
