// Searches with all combinations of fragments, and compares with plain loops.
#include "search_planner.h"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <type_traits>
#include <vector>

extern "C" {
int omp_get_default_device();
int omp_get_initial_device();
void *omp_target_alloc(std::size_t, int);
void omp_target_free(void *, int);
int omp_target_memcpy(void *, const void *, std::size_t, std::size_t,
                      std::size_t, int, int);
}

namespace {

// Not every compiler of host code has a type of 16 bits.
class Half {
public:
  Half() = default;
  // Exact for the numbers here, which have few digits and are no smaller than
  // 2^-14.
  explicit Half(double Value) {
    int Exponent;
    const double Fraction = std::frexp(Value, &Exponent);
    if (Value != 0)
      Bits = uint16_t((Exponent + 14) << 10 |
                      int(std::ldexp(Fraction, 11) - 1024));
  }
  explicit operator double() const {
    return Bits ? std::ldexp(1024 + (Bits & 1023), (Bits >> 10) - 25) : 0;
  }

private:
  uint16_t Bits = 0;
};

using Entry = std::shared_ptr<const ompjit::FragmentEntry>;

constexpr int Size = 1000, Dim = 32;

template <typename T> struct TagOf;
template <> struct TagOf<float> {
  using Type = tags::Float;
};
template <> struct TagOf<double> {
  using Type = tags::Double;
};
template <> struct TagOf<Half> {
  using Type = tags::Half;
};
template <> struct TagOf<uint32_t> {
  using Type = tags::Uint32;
};
template <> struct TagOf<int64_t> {
  using Type = tags::Int64;
};
template <typename T> using Tag = typename TagOf<T>::Type;

int NumSearches = 0, NumWrong = 0;

template <typename T> class OnDevice {
public:
  explicit OnDevice(const std::vector<T> &Values)
      : Size(Values.size() * sizeof(T)), Device(omp_get_default_device()),
        There(static_cast<T *>(omp_target_alloc(Size, Device))) {
    copy(There, Values.data(), Device, omp_get_initial_device());
  }
  ~OnDevice() { omp_target_free(There, Device); }
  OnDevice(const OnDevice &) = delete;
  OnDevice &operator=(const OnDevice &) = delete;

  T *get() const { return There; }
  void read(std::vector<T> &Values) const {
    copy(Values.data(), There, omp_get_initial_device(), Device);
  }

private:
  void copy(void *To, const void *From, int ToDevice, int FromDevice) const {
    if (omp_target_memcpy(To, From, Size, 0, 0, ToDevice, FromDevice))
      std::abort();
  }

  const std::size_t Size;
  const int Device;
  T *const There;
};

// The vectors, and what each search is to find.
template <typename T> struct Vectors {
  std::vector<T> Data = std::vector<T>(Size * Dim), Query = std::vector<T>(Dim);
  std::vector<uint32_t> Bits = std::vector<uint32_t>((Size + 31) / 32);

  Vectors() {
    for (int I = 0; I < Size * Dim; ++I)
      Data[I] = T((I * 37 % 101) / 16.0);
    for (int D = 0; D < Dim; ++D)
      Query[D] = T((D * 11 % 23) / 8.0);
    for (int I = 0; I < Size; I += 3)
      Bits[I / 32] |= 1u << (I % 32);
  }
};

enum class Filter { None, Bitset, Own };

bool passes(Filter Which, int I) {
  return Which == Filter::None ||
         (Which == Filter::Bitset ? I % 3 == 0 : I % 2);
}

template <typename T, typename OutT, typename IdxT>
void compare(const SearchPlanner &Planner, bool IsEuclidean, Filter Which) {
  static const Vectors<T> Input;
  std::vector<OutT> Found(Size);
  const OnDevice<T> Data(Input.Data), Query(Input.Query);
  const OnDevice<uint32_t> Bits(Input.Bits);
  const OnDevice<OutT> Out(Found);
  using Signature =
      void(const T *, const T *, OutT *, IdxT, int, const uint32_t *);
  const T *DataThere = Data.get(), *QueryThere = Query.get();
  const uint32_t *BitsThere = Bits.get();
  Planner.get_launcher().dispatch<Signature>({4, 128}, DataThere, QueryThere,
                                             Out.get(), IdxT(Size), int(Dim),
                                             BitsThere);
  Out.read(Found);
  ++NumSearches;
  for (int I = 0; I < Size; ++I) {
    double Expected = 0;
    for (int D = 0; D < Dim; ++D) {
      const double A = double(Input.Data[I * Dim + D]),
                   B = double(Input.Query[D]);
      Expected += IsEuclidean ? (A - B) * (A - B) : A * B;
    }
    if (!passes(Which, I))
      Expected = -1;
    if (std::abs(double(Found[I]) - Expected) > 1e-4 * std::abs(Expected)) {
      std::printf("vector %d: %g instead of %g\n", I, double(Found[I]),
                  Expected);
      ++NumWrong;
      return;
    }
  }
}

template <typename T, typename OutT, typename IdxT, typename Variant,
          int Veclen, typename Metric>
void searchWith(Filter Which, const Entry &Own) {
  SearchPlanner Planner;
  Planner.add_search<Tag<T>, Tag<OutT>, Tag<IdxT>, Variant, Veclen>();
  Planner.add_compute_distance<Metric, Tag<T>, Tag<OutT>>();
  if (Which == Filter::None)
    Planner.add_filter<tags::none, Tag<IdxT>>();
  else if (Which == Filter::Bitset)
    Planner.add_filter<tags::bitset, Tag<IdxT>>();
  else
    Planner.add_fragment(Own);
  compare<T, OutT, IdxT>(Planner, std::is_same_v<Metric, tags::euclidean>,
                         Which);
}

template <typename T, typename OutT, typename IdxT, typename Variant,
          int Veclen>
void searchAll(const Entry &Own) {
  for (Filter Which : {Filter::None, Filter::Bitset, Filter::Own}) {
    searchWith<T, OutT, IdxT, Variant, Veclen, tags::euclidean>(Which, Own);
    searchWith<T, OutT, IdxT, Variant, Veclen, tags::inner_product>(Which, Own);
  }
}

template <typename T, typename OutT, typename IdxT>
void searchVariants(const Entry &Own) {
  searchAll<T, OutT, IdxT, tags::optimized, 1>(Own);
  searchAll<T, OutT, IdxT, tags::optimized, 4>(Own);
  searchAll<T, OutT, IdxT, tags::standard, 8>(Own);
  searchAll<T, OutT, IdxT, tags::standard, 16>(Own);
}

template <typename T, typename OutT> void searchIndices(const Entry &Own) {
  searchVariants<T, OutT, uint32_t>(Own);
  searchVariants<T, OutT, int64_t>(Own);
}

} // namespace

int main(int NumArguments, char **Arguments) {
  if (NumArguments != 2) {
    std::fprintf(stderr, "usage: search FRAGMENT-WITH-A-FILTER\n");
    return 2;
  }
  std::ifstream File(Arguments[1], std::ios::binary);
  const std::string Bytes(std::istreambuf_iterator<char>(File), {});
  const Entry Own =
      std::make_shared<ompjit::BytesFragmentEntry>(Bytes, Arguments[1]);
  try {
    searchIndices<float, float>(Own);
    searchIndices<float, double>(Own);
    searchIndices<Half, float>(Own);
  } catch (const ompjit::FragmentError &E) {
    std::fprintf(stderr, "%s\n", E.what());
    return 1;
  }
  std::printf("%d searches, %d wrong\n", NumSearches, NumWrong);
  return NumWrong != 0;
}
