// What the functions of MathTest.cpp are off by, and what they take. A line for each:
// units of the last place and nanoseconds for double, then for float; and for how many
// values it is not even near: 0, infinity or a NaN that should be another number or
// the other way round, the other sign, or more than 1000 units.

#include "../../../openmp/device/unittests/MathTest.cpp"

#include <chrono>
#include <cstdio>

namespace {

struct Measured {
  double Units = 0, Ns = 1e9;
  size_t Wrong = 0;

  void add(double Off) {
    if (Off <= 1000)
      Units = std::max(Units, Off);
    else
      ++Wrong;
  }
  template <typename Work> void time(size_t Count, Work Body) {
    for (int Round = 0; Round < 9; ++Round) {
      const auto Start = std::chrono::steady_clock::now();
      Body();
      const std::chrono::duration<double, std::nano> Taken =
          std::chrono::steady_clock::now() - Start;
      Ns = std::min(Ns, Taken.count() / double(Count));
    }
  }
};

template <typename T>
Measured measure(T (*Of)(T), Wide (*Right)(Wide), double Low, double High) {
  Measured Out;
  const std::vector<T> Usual = valuesBetween<T>(Low, High);
  for (const std::vector<T> &Values : {Usual, valuesOfAnySize<T>(1)})
    for (T X : Values)
      Out.add(unitsOff(Of(X), Right(X)));
  volatile T Kept = 0;
  Out.time(Usual.size(), [&] {
    for (T X : Usual)
      Kept = Of(X);
  });
  return Out;
}

template <typename T>
Measured measure(T (*Of)(T, T), Wide (*Right)(Wide, Wide)) {
  Measured Out;
  const auto Values = pairs<T>();
  for (auto [X, Y] : Values)
    Out.add(unitsOff(Of(X, Y), Right(X, Y)));
  volatile T Kept = 0;
  Out.time(Values.size(), [&] {
    for (auto [X, Y] : Values)
      Kept = Of(X, Y);
  });
  return Out;
}

void print(const char *Name, const Measured &D, const Measured &F) {
  std::printf("%s %.2f %.0f %zu %.2f %.0f %zu\n", Name, D.Units, D.Ns, D.Wrong,
              F.Units, F.Ns, F.Wrong);
}

} // namespace

int main() {
  for (const Unary &F : Unaries)
    print(F.Name, measure(F.OfDouble, F.Right, F.Low, F.High),
          measure(F.OfFloat, F.Right, F.Low, F.High));
  for (const Binary &F : Binaries)
    print(F.Name, measure(F.OfDouble, F.Right), measure(F.OfFloat, F.Right));
}
