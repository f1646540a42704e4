// A search whose kernel is linked of fragments, is a fragment as a whole, or is a target region.
//
//   Fragments KIND COUNT SIZE FILE... [-- FILE...]
//
// KIND is "kernel" or "region". Files are those of a kernel's fragments; behind "--" are those of another
// kernel. Prints the first launch of each kernel or region ("first", "next"...), and, if COUNT is above 0,
// the least time of a launch over SIZE vectors of as many in turns ("steady", "steady-2"...).
#include "Timing.h"

#include <ompjit/Fragments/AlgorithmPlanner.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <memory>
#include <omp.h>
#include <string>

using namespace bench;

namespace {

constexpr int Dim = 32;

template <typename T> T *onDevice(const std::vector<T> &Values) {
  const int Device = omp_get_default_device();
  void *There = omp_target_alloc(Values.size() * sizeof(T), Device);
  omp_target_memcpy(There, Values.data(), Values.size() * sizeof(T), 0, 0,
                    Device, omp_get_initial_device());
  return static_cast<T *>(There);
}

struct Problem {
  explicit Problem(uint32_t Size)
      : Size(Size),
        Data(onDevice(std::vector<float>(size_t(Size) * Dim, 0.5f))),
        Query(onDevice(std::vector<float>(Dim, 0.25f))),
        Distances(onDevice(std::vector<float>(Size))),
        Bits(onDevice(std::vector<uint32_t>(Size / 32 + 1, ~0u))) {}

  const uint32_t Size;
  const float *const Data, *const Query;
  float *const Distances;
  const uint32_t *const Bits;
};

void runRegion(const Problem &P) {
  const uint32_t Size = P.Size;
  const float *const Data = P.Data, *const Query = P.Query;
  float *const Distances = P.Distances;
#pragma omp target teams distribute parallel for is_device_ptr(Data, Query,    \
                                                                   Distances)
  for (uint32_t I = 0; I < Size; ++I) {
    float Sum = 0;
    for (int D = 0; D < Dim; ++D) {
      const float Difference = Data[I * Dim + uint32_t(D)] - Query[D];
      Sum += Difference * Difference;
    }
    Distances[I] = Sum;
  }
}

using Entry = std::shared_ptr<const ompjit::FragmentEntry>;

void runKernel(const std::vector<Entry> &Fragments, const Problem &P) {
  static ompjit::LauncherJitCache Cache;
  ompjit::AlgorithmPlanner Planner("search", Cache);
  for (const Entry &Each : Fragments)
    Planner.add_fragment(Each);
  Planner.get_launcher()
      .dispatch<void(const float *, const float *, float *, uint32_t, int,
                     const uint32_t *)>({64, 64}, P.Data, P.Query, P.Distances,
                                        uint32_t(P.Size), int(Dim), P.Bits);
}

std::vector<std::vector<Entry>> readKernels(int Count, char **Files) {
  std::vector<std::vector<Entry>> Kernels(1);
  for (int I = 0; I < Count; ++I) {
    const std::string Name = Files[I];
    if (Name == "--") {
      Kernels.emplace_back();
      continue;
    }
    std::ifstream File(Name, std::ios::binary);
    const std::string Bytes(std::istreambuf_iterator<char>(File), {});
    Kernels.back().push_back(
        std::make_shared<ompjit::BytesFragmentEntry>(Bytes, Name));
  }
  return Kernels;
}

template <typename Body> double time(Body Work) {
  const double Start = nowNs();
  Work();
  return nowNs() - Start;
}

} // namespace

int main(int Count, char **Arguments) {
  const bool IsRegion = Arguments[1] == std::string("region");
  const int Launches = std::atoi(Arguments[2]);
  const auto Kernels = readKernels(Count - 4, Arguments + 4);
  const Problem P(uint32_t(std::atoi(Arguments[3])));
  const auto Run = [&](size_t Which) {
    IsRegion ? runRegion(P) : runKernel(Kernels[Which], P);
  };
  for (size_t K = 0; K != Kernels.size(); ++K)
    report(K ? ("next-" + std::to_string(K)).c_str() : "first",
           time([&] { Run(K); }));
  std::vector<double> Least(Kernels.size(), 1e30);
  for (int I = 0; I < Launches; ++I)
    for (size_t K = 0; K != Kernels.size(); ++K)
      Least[K] = std::min(Least[K], time([&] { Run(K); }));
  for (size_t K = 0; Launches && K != Kernels.size(); ++K)
    report(K ? ("steady-" + std::to_string(K)).c_str() : "steady", Least[K]);
}
