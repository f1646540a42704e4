// Two regions that need VALUES doubles at a time, and differ in how many threads a team may have.

#include <vector>

static inline double mix(const double *Table, int I) {
  double Kept[VALUES];
#pragma unroll
  for (int J = 0; J < VALUES; ++J)
    Kept[J] = Table[(I + J) % 1000];
  double Sum = 0;
  for (int Round = 0; Round < 1000; ++Round) {
#pragma unroll
    for (int J = 0; J < VALUES; ++J)
      Kept[J] = Kept[J] * Kept[(J * 7 + 13) % VALUES] + 1;
    Sum += Kept[0];
  }
#pragma unroll
  for (int J = 0; J < VALUES; ++J)
    Sum += Kept[J];
  return Sum;
}

static void crowded(double *Table) {
#pragma omp target teams distribute parallel for map(tofrom : Table[0 : 1000]) \
    thread_limit(1024)
  for (int I = 0; I < 1000; ++I)
    Table[I] = mix(Table, I);
}

static void roomy(double *Table) {
#pragma omp target teams distribute parallel for map(tofrom : Table[0 : 1000]) \
    thread_limit(64)
  for (int I = 0; I < 1000; ++I)
    Table[I] = mix(Table, I);
}

int main() {
  std::vector<double> Table(1000, 1.0);
  crowded(Table.data());
  roomy(Table.data());
}
