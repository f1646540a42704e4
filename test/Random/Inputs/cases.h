// What random programs share: where their values come from, and how results are
// compared.

#ifndef OMPJIT_TEST_RANDOM_CASES_H
#define OMPJIT_TEST_RANDOM_CASES_H

#include <omp.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

/// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014).
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t next() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ (Z >> 30)) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ (Z >> 27)) * 0x94d049bb133111eb;
    return Z ^ (Z >> 31);
  }
  uint64_t below(uint64_t Bound) { return next() % Bound; }
  bool oneIn(uint64_t N) { return below(N) == 0; }

private:
  uint64_t State;
};

/// Values that code treats differently, and any others.
template <typename T> T anyValue(Random &R) {
  if constexpr (std::is_same_v<T, bool>) {
    return R.oneIn(2);
  } else if constexpr (std::is_floating_point_v<T>) {
    using Limits = std::numeric_limits<T>;
    const T Special[] = {T(0),
                         T(-0.0),
                         T(1),
                         T(-1),
                         T(0.5),
                         T(1e10),
                         Limits::min(),
                         Limits::max(),
                         Limits::infinity(),
                         T(3.25),
                         Limits::epsilon(),
                         -Limits::infinity(),
                         T(2),
                         Limits::denorm_min()};
    if (R.oneIn(2))
      return Special[R.below(std::size(Special))];
    return T(double(int64_t(R.next())) / double(1ull << (R.below(63) + 1)));
  } else {
    switch (R.below(6)) {
    case 0:
      return T(R.below(3));
    case 1:
      return T(uint64_t(1) << R.below(64));
    case 2:
      return R.oneIn(2) ? std::numeric_limits<T>::max()
                        : std::numeric_limits<T>::min();
    case 3:
      return T(0 - R.below(20));
    case 4:
      return T(R.below(100));
    default:
      return T(R.next());
    }
  }
}

/// An argument keeps its value as often as not.
template <typename T> void change(Random &R, T &Value) {
  if (R.oneIn(2))
    Value = anyValue<T>(R);
}

/// A structure that stays on the device.
template <typename Structure> struct Lasting {
  Structure OnHost = {};
  Structure OnDevice = {}; ///< What the device's copy holds.
  bool IsMapped = false;
};

/// Maps the structure anew, or has the host's copied, or not.
template <typename Structure>
void changeWhole(Random &R, Lasting<Structure> &All) {
  Structure *S = &All.OnHost;
  const uint64_t What = All.IsMapped ? R.below(12) : 0;
  if (What > 4)
    return;
  if (What == 0 && All.IsMapped) {
#pragma omp target exit data map(delete : S[ : 1])
  }
  if (What == 0) {
#pragma omp target enter data map(to : S[ : 1])
    All.IsMapped = true;
  } else if (What == 1) {
#pragma omp target update to(S[ : 1])
  } else if (What == 2) {
#pragma omp target update to(S[ : 1]) nowait
#pragma omp taskwait
  } else if (What == 3) {
#pragma omp target data map(always, to : S[ : 1])
    {
    }
  } else {
    long Size = 0;
#pragma omp target map(always, to : S[ : 1]) map(from : Size)
    Size = sizeof(*S);
    (void)Size;
  }
  All.OnDevice = *S;
}

/// Changes one field on the device, in one of many ways, or not.
template <typename Structure, typename T>
void changeField(Random &R, Lasting<Structure> &All, T Structure::*Field) {
  const int Device = omp_get_default_device();
  T *Place = &(All.OnHost.*Field);
  const T New = anyValue<T>(R);
  switch (R.below(16)) {
  case 0:
  case 1:
  case 2:
    *Place = New;
#pragma omp target update to(Place[ : 1])
    break;
  case 3:
#pragma omp target map(alloc : Place[ : 1]) map(to : New)
    *Place = New;
    break;
  case 4:
#pragma omp target map(alloc : Place[ : 1]) map(to : New) nowait
    *Place = New;
#pragma omp taskwait
    break;
  case 5: {
    T *Returned = Place;
#pragma omp target data use_device_ptr(Returned)
    {
#pragma omp target is_device_ptr(Returned) map(to : New)
      *Returned = New;
    }
    break;
  }
  case 6:
    omp_target_memcpy(omp_get_mapped_ptr(Place, Device), &New, sizeof(T), 0, 0,
                      Device, omp_get_initial_device());
    break;
  default:
    return;
  }
  All.OnDevice.*Field = New;
}

// What the kernels' code consists of; all of it is defined for all values.
#pragma omp begin declare target
inline uint64_t integer(double X) {
  return X > -1e18 && X < 1e18 ? uint64_t(int64_t(X)) : 7;
}
template <typename T>
inline uint64_t integer(T X)
  requires std::is_integral_v<T>
{
  return static_cast<uint64_t>(X);
}
inline uint64_t dividedSigned(uint64_t X, uint64_t By) {
  const int64_t Divisor = int32_t(By);
  return uint64_t(int64_t(int32_t(X)) / (Divisor ? Divisor : 3));
}
inline uint64_t restSigned(uint64_t X, uint64_t By) {
  const int64_t Divisor = int32_t(By);
  return uint64_t(int64_t(int32_t(X)) % (Divisor ? Divisor : 3));
}
inline uint64_t shiftedSigned(uint64_t X, uint64_t By) {
  return uint64_t(int64_t(X) >> (By & 63));
}
/// What bits a NaN has is not defined.
template <typename T> inline T store(double X) {
  return X != X ? T(-12345) : T(X);
}
/// Beyond what T holds the conversion would be undefined.
template <> inline float store<float>(double X) {
  if (X != X)
    return -12345;
  if (X > double(std::numeric_limits<float>::max()))
    return std::numeric_limits<float>::infinity();
  if (X < -double(std::numeric_limits<float>::max()))
    return -std::numeric_limits<float>::infinity();
  return float(X);
}
#pragma omp end declare target

/// An array for a kernel, of which it sees Extent elements from a place that
/// varies.
template <typename T> class Array {
public:
  static constexpr int Extent = 64, Most = Extent + 16;

  explicit Array(Random &R) {
    for (T &Element : Elements)
      Element = anyValue<T>(R);
  }
  T *data() { return Elements; }
  /// Differing elements are shown.
  bool equals(const Array &Other, const char *Kernel, const char *What) const {
    for (int I = 0; I < Most; ++I)
      if (std::memcmp(&Elements[I], &Other.Elements[I], sizeof(T)) != 0) {
        std::printf("%s: %s[%d] is %.17g instead of %.17g\n", Kernel, What, I,
                    double(Elements[I]), double(Other.Elements[I]));
        return false;
      }
    return true;
  }
  uint64_t hash(uint64_t Seed) const {
    uint64_t Hash = Seed;
    for (const T &Element : Elements) {
      unsigned char Bytes[sizeof(T)];
      std::memcpy(Bytes, &Element, sizeof(T));
      for (unsigned char Byte : Bytes)
        Hash = (Hash ^ Byte) * 0x100000001b3;
    }
    return Hash;
  }

private:
  T Elements[Most];
};

#endif // OMPJIT_TEST_RANDOM_CASES_H
