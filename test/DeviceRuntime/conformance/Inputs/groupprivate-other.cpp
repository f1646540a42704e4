// The other file of groupprivate.cpp.

extern int Total;
#pragma omp groupprivate(Total)
static int Calls;
#pragma omp groupprivate(Calls)

#pragma omp begin declare target
void beginTotal() {
  Total = 0;
  Calls = 0;
}
int addToTotal(int Value) {
  Total += Value;
  return ++Calls;
}
#pragma omp end declare target
