// Scans with a sample of all kernels, and compares with plain loops.
#include "ivf_flat_planner.h"
#include "shared.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
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

constexpr int NumQueries = 5, NumLists = 4, Dim = 32, Capacity = 8;
// Of lists; the last group of each is not full.
constexpr uint32_t Room = 3 * GroupSize, Sizes[NumLists] = {70, 95, 3, 81};

int NumScans = 0, NumWrong = 0;

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
  const T *read() const { return There; }
  void fetch(std::vector<T> &Values) const {
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

// Small whole numbers, so that all sums are exact.
int element(uint32_t Vector, int D) {
  return 1 + int((Vector * 7 + uint32_t(D) * Vector * 3 + uint32_t(D)) % 11);
}
int queryElement(int Query, int D) { return 1 + (Query * 5 + D * 3) % 7; }
bool passes(bool IsFiltered, uint32_t Vector) {
  return !IsFiltered || Vector % 3 == 0;
}

struct Kernel {
  bool IsEuclidean, Ascending, ComputeNorm, IsFiltered;
  float (*Post)(float);
};

// The distances that one list gives for a query, the nearest one first.
std::vector<float> expected(const Kernel &How, int Query, int List) {
  std::vector<float> All;
  for (uint32_t V = 0; V < Sizes[List]; ++V) {
    const uint32_t Vector = uint32_t(List) * Room + V;
    if (!passes(How.IsFiltered, Vector))
      continue;
    int Sum = 0, VectorNorm = 0, QueryNorm = 0;
    for (int D = 0; D < Dim; ++D) {
      const int A = element(Vector, D), B = queryElement(Query, D);
      Sum += How.IsEuclidean ? (A - B) * (A - B) : A * B;
      VectorNorm += A * A;
      QueryNorm += B * B;
    }
    All.push_back(How.ComputeNorm ? float(Sum) / std::sqrt(float(VectorNorm) *
                                                           float(QueryNorm))
                                  : float(Sum));
  }
  std::sort(All.begin(), All.end());
  if (!How.Ascending)
    std::reverse(All.begin(), All.end());
  All.resize(std::min<std::size_t>(All.size(), Capacity));
  for (float &Each : All)
    Each = How.Post(Each);
  return All;
}

template <typename T, int Veclen> std::vector<T> interleaved() {
  std::vector<T> All(NumLists * Room * Dim);
  for (uint32_t V = 0; V < NumLists * Room; ++V)
    for (int D = 0; D < Dim; ++D)
      All[V / GroupSize * GroupSize * Dim +
          uint32_t(D / Veclen) * GroupSize * Veclen + V % GroupSize * Veclen +
          uint32_t(D % Veclen)] = T(element(V, D));
  return All;
}

void compare(const Kernel &How, const std::vector<float> &Distances) {
  ++NumScans;
  for (int I = 0; I < NumQueries * NumLists; ++I) {
    const std::vector<float> Right = expected(How, I / NumLists, I % NumLists);
    for (std::size_t K = 0; K < Right.size(); ++K) {
      const float Found = Distances[std::size_t(I * Capacity) + K];
      if (!(std::abs(Found - Right[K]) <= 1e-5f * std::abs(Right[K]))) {
        std::printf("scan %d, list %d, place %zu: %g instead of %g\n", NumScans,
                    I, K, double(Found), double(Right[K]));
        ++NumWrong;
        return;
      }
    }
  }
}

template <typename T, int Veclen>
void run(const ScanPlanner &Planner, const Kernel &How) {
  std::vector<T> Queries;
  for (int I = 0; I < NumQueries * Dim; ++I)
    Queries.push_back(T(queryElement(I / Dim, I % Dim)));
  std::vector<uint32_t> Starts, Bits((NumLists * Room + 31) / 32);
  for (uint32_t List = 0; List < NumLists; ++List)
    Starts.push_back(List * Room);
  for (uint32_t V = 0; V < NumLists * Room; V += 3)
    Bits[V / 32] |= 1u << V % 32;
  std::vector<float> Distances(NumQueries * NumLists * Capacity);

  const OnDevice<T> ListsThere(interleaved<T, Veclen>()), QueriesThere(Queries);
  const OnDevice<uint32_t> StartsThere(Starts), BitsThere(Bits),
      SizesThere({std::begin(Sizes), std::end(Sizes)}),
      IndicesThere(std::vector<uint32_t>(Distances.size()));
  const OnDevice<float> DistancesThere(Distances);
  using Signature =
      void(const T *, const uint32_t *, const uint32_t *, const T *, int, int,
           int, const uint32_t *, float *, uint32_t *);
  Planner.get_launcher().dispatch<Signature>(
      {2, 32}, ListsThere.read(), StartsThere.read(), SizesThere.read(),
      QueriesThere.read(), int(NumQueries), int(NumLists), int(Dim),
      BitsThere.read(), DistancesThere.get(), IndicesThere.get());
  DistancesThere.fetch(Distances);
  compare(How, Distances);
}

float identity(float Distance) { return Distance; }
float root(float Distance) { return std::sqrt(Distance); }
float complement(float Distance) { return 1 - Distance; }

template <typename T, typename Tag, int Veclen, typename Metric, bool Ascending,
          bool ComputeNorm, typename Post, typename Filter>
void scan(float (*PostHere)(float)) {
  ScanPlanner Planner;
  Planner.add_scan<Tag, Veclen, Capacity, Ascending, ComputeNorm>();
  Planner.add_compute_distance<Metric, Tag, Veclen>();
  Planner.add_post_process<Post>();
  Planner.add_filter<Filter>();
  run<T, Veclen>(Planner,
                 {std::is_same_v<Metric, tags::euclidean>, Ascending,
                  ComputeNorm, std::is_same_v<Filter, tags::bitset>, PostHere});
}

template <typename T, typename Tag, int Veclen, typename Metric, bool Ascending,
          bool ComputeNorm, typename Filter>
void scanAndPost() {
  scan<T, Tag, Veclen, Metric, Ascending, ComputeNorm, tags::identity, Filter>(
      identity);
  scan<T, Tag, Veclen, Metric, Ascending, ComputeNorm, tags::root, Filter>(
      root);
  scan<T, Tag, Veclen, Metric, Ascending, ComputeNorm, tags::complement,
       Filter>(complement);
}

template <typename T, typename Tag, int Veclen> void scanAll() {
  using tags::bitset, tags::none;
  scanAndPost<T, Tag, Veclen, tags::euclidean, true, false, none>();
  scanAndPost<T, Tag, Veclen, tags::euclidean, true, false, bitset>();
  scanAndPost<T, Tag, Veclen, tags::inner_product, false, true, none>();
  scanAndPost<T, Tag, Veclen, tags::inner_product, false, true, bitset>();
}

} // namespace

int main() {
  try {
    scanAll<float, tags::Float, 4>();
    scanAll<int8_t, tags::Int8, 16>();
  } catch (const ompjit::FragmentError &E) {
    std::fprintf(stderr, "%s\n", E.what());
    return 1;
  }
  std::printf("%d scans, %d wrong\n", NumScans, NumWrong);
  return NumWrong != 0;
}
