// Maps, calls, reduces and defers; prints a line that build_flags.py knows.

#include <cstdio>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Square : Shape {
  int Side;
  explicit Square(int Side) : Side(Side) {}
  int area() const override { return Side * Side; }
};

#pragma omp begin declare target
static int Shared = 3;
__attribute__((noinline)) int twice(int Value) {
  int Parts[4] = {Value, Value, 0, 0};
  int Sum = 0;
  for (int I = 0; I < 4; ++I)
    Sum += Parts[I];
  return Sum;
}
#pragma omp end declare target

int main() {
  constexpr int Size = 1000;
  std::vector<int> Values(Size, 1);
  int *Data = Values.data();
  int Sum = 0;
  for (int Round = 0; Round < 3; ++Round) {
#pragma omp target teams distribute parallel for map(tofrom : Data[ : Size])
    for (int I = 0; I < Size; ++I)
      Data[I] += twice(I % 7);
  }
#pragma omp target teams distribute parallel for reduction(+ : Sum)            \
    map(to : Data[ : Size]) map(tofrom : Sum)
  for (int I = 0; I < Size; ++I)
    Sum += Data[I] % 10 > 4 ? 1 : 2;
  int First = 0, Second = 0;
#pragma omp target nowait map(tofrom : First) depend(out : First)
  First = Shared + 1;
#pragma omp target nowait map(tofrom : First, Second) depend(inout : First)
  Second = First + 1;
#pragma omp taskwait
  Square Four(4);
  const Shape &Any = Four;
  std::printf("%d %d %d %d %d\n", Sum, First, Second, Data[Size - 1],
              Any.area());
}
