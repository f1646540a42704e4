// Integer scalars of every width and signedness reach the kernel with their value.
// RUN: %run-all-modes %t %s -O2
// RUN: %run-all-modes %t %s -O0 -g

#include "Inputs/check.h"

#include <cstdint>
#include <limits>

// What a kernel may use a scalar for: a value, a shift, a comparison with its
// sign, a widening, an index and a loop bound.
struct Uses {
  std::int64_t Widened;
  std::uint64_t WidenedUnsigned;
  std::int64_t Negated;
  std::int64_t Halved;
  int Negative;
  int Steps;
  std::int64_t Picked;
};

template <typename T> Uses onHost(T Value, const std::int64_t *Table) {
  Uses U{};
  U.Widened = static_cast<std::int64_t>(Value);
  U.WidenedUnsigned = static_cast<std::uint64_t>(Value);
  U.Negated = static_cast<T>(~static_cast<std::uint64_t>(Value) + 1);
  U.Halved = static_cast<T>(Value >> 1);
  U.Negative = Value < T(0);
  for (T I = 0; I < (Value & T(7)); ++I)
    ++U.Steps;
  U.Picked = Table[Value & T(15)];
  return U;
}

template <typename T> Uses onDevice(T Value, const std::int64_t *Table) {
  Uses U{};
#pragma omp target map(tofrom : U) map(to : Table[ : 16])
  {
    U.Widened = static_cast<std::int64_t>(Value);
    U.WidenedUnsigned = static_cast<std::uint64_t>(Value);
    U.Negated = static_cast<T>(~static_cast<std::uint64_t>(Value) + 1);
    U.Halved = static_cast<T>(Value >> 1);
    U.Negative = Value < T(0);
    for (T I = 0; I < (Value & T(7)); ++I)
      ++U.Steps;
    U.Picked = Table[Value & T(15)];
  }
  return U;
}

bool equal(const Uses &A, const Uses &B) {
  return A.Widened == B.Widened && A.WidenedUnsigned == B.WidenedUnsigned &&
         A.Negated == B.Negated && A.Halved == B.Halved &&
         A.Negative == B.Negative && A.Steps == B.Steps && A.Picked == B.Picked;
}

template <typename T> void test(const char *Name) {
  std::int64_t Table[16];
  for (int I = 0; I < 16; ++I)
    Table[I] = 100 * I - 700;
  const T Values[] = {T(0),
                      T(1),
                      T(-1),
                      T(5),
                      T(0x5a),
                      std::numeric_limits<T>::min(),
                      std::numeric_limits<T>::max(),
                      T(std::numeric_limits<T>::max() / 3)};
  bool Right = true;
  for (T Value : Values)
    Right &= equal(onDevice(Value, Table), onHost(Value, Table));
  // Back to the first value: its image has to be found again.
  Right &= equal(onDevice(T(0), Table), onHost(T(0), Table));
  check(Name, Right);
}

enum class Small : std::uint8_t { A = 3, B = 250 };
enum Plain { PlainLow = -5, PlainHigh = 70000 };

template <typename E> long long enumeratorOnDevice(E Value) {
  long long Result = 0;
#pragma omp target map(from : Result)
  Result = Value == E(3) ? 1000 : static_cast<long long>(Value);
  return Result;
}

__int128 wide(__int128 Value) {
  __int128 Result = 0;
#pragma omp target map(from : Result)
  Result = Value * 3;
  return Result;
}

int main() {
  test<signed char>("signed char");
  test<unsigned char>("unsigned char");
  test<char>("char");
  test<short>("short");
  test<unsigned short>("unsigned short");
  test<int>("int");
  test<unsigned>("unsigned");
  test<long>("long");
  test<unsigned long>("unsigned long");
  test<long long>("long long");
  test<unsigned long long>("unsigned long long");
  test<char16_t>("char16_t");
  test<char32_t>("char32_t");
  test<wchar_t>("wchar_t");

  checkValue("enum class", enumeratorOnDevice(Small::A), 1000);
  checkValue("enum class, high", enumeratorOnDevice(Small::B), 250);
  checkValue("enum, low", enumeratorOnDevice(PlainLow), -5);
  checkValue("enum, high", enumeratorOnDevice(PlainHigh), 70000);

  __int128 Big = (static_cast<__int128>(0x123456789abcdefLL) << 64) | 0x42;
  check("__int128", wide(Big) == Big * 3 && wide(-Big) == Big * -3);
  return finish();
}
