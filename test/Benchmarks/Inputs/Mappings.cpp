// Look-ups and launches beside many live mappings: Mappings DIVISOR LIVE

#include "Timing.h"

#include <omp.h>

#include <cstdint>

using namespace bench;

namespace {

constexpr int Batches = 40, PerBatch = 500;
constexpr int MaxLive = 1'000'000, Stride = 64, Length = 16;
constexpr int HotAddresses = 4, RandomAddresses = 1 << 16;

char Arena[size_t(MaxLive) * Stride];

/// The mapping with this number; neighbours do not touch.
size_t place(uint32_t Number) { return size_t(Number) * Stride; }

void enter(size_t At) {
#pragma omp target enter data map(alloc : Arena[At : Length])
}

void leave(size_t At) {
#pragma omp target exit data map(release : Arena[At : Length])
}

void launch(size_t At) {
#pragma omp target map(alloc : Arena[At : Length])
  {
  }
}

void lookUp(size_t At) { omp_target_is_present(Arena + At, 0); }

/// Numbers of mappings in an order that no cache foresees.
std::vector<uint32_t> randomNumbers(int Below) {
  std::vector<uint32_t> Numbers(RandomAddresses);
  uint64_t State = 1;
  for (uint32_t &Each : Numbers) {
    State = State * 6364136223846793005u + 1442695040888963407u;
    Each = uint32_t((State >> 33) % uint64_t(Below));
  }
  return Numbers;
}

/// One cache line of data for each mapping. To read a random one is what no
/// table can do without.
void reportFloor(const std::vector<uint32_t> &Numbers, int Live) {
  struct alignas(64) Line {
    uint32_t Zero = 0;
  };
  std::vector<Line> Lines(size_t(Live), Line{});
  uint32_t Next = 0;
  report("floor", timeCalls(Batches, PerBatch, [&](int I) {
           // Where to read is known only when the last one is there.
           Next = Lines[Numbers[(size_t(I) + Next) % RandomAddresses]].Zero;
         }));
  if (Next)
    std::abort();
}

/// Nanoseconds for each of all mappings, once.
template <typename Body> double timeAll(int Live, Body Operation) {
  double Start = nowNs();
  for (int I = 0; I < Live; ++I)
    Operation(place(uint32_t(I)));
  return (nowNs() - Start) / Live;
}

/// Creates and removes all mappings; often where they are few, so that the
/// clock can tell.
void reportLife(int Live) {
  std::vector<double> Create, Remove;
  for (int Round = 0; Round <= 10'000 / Live; ++Round) {
    Create.push_back(timeAll(Live, enter));
    Remove.push_back(timeAll(Live, leave));
  }
  report("create", median(Create));
  report("remove", median(Remove));
}

void reportUse(int Live) {
  const std::vector<uint32_t> Numbers = randomNumbers(Live);
  auto Hot = [&](int I) { return place(Numbers[size_t(I) % HotAddresses]); };
  auto Random = [&](int I) {
    return place(Numbers[size_t(I) % RandomAddresses]);
  };
  reportFloor(Numbers, Live);
  report("look-up-hot",
         timeCalls(Batches, PerBatch, [&](int I) { lookUp(Hot(I)); }));
  report("look-up-random",
         timeCalls(Batches, PerBatch, [&](int I) { lookUp(Random(I)); }));
  report("launch-hot",
         timeCalls(Batches, PerBatch, [&](int I) { launch(Hot(I)); }));
  report("launch-random",
         timeCalls(Batches, PerBatch, [&](int I) { launch(Random(I)); }));
}

} // namespace

int main(int, char **Arguments) {
  setDivisor(Arguments[1]);
  const int Live = std::min(std::atoi(Arguments[2]), MaxLive);
  // The first construct starts the device.
  launch(0);
  reportLife(Live);
  for (int I = 0; I < Live; ++I)
    enter(place(uint32_t(I)));
  reportUse(Live);
  for (int I = 0; I < Live; ++I)
    leave(place(uint32_t(I)));
  return 0;
}
