// The names of fragments.
#pragma once

namespace tags {

struct Float {};
struct Half {};
struct Int8 {};
struct Uint8 {};

struct euclidean {};
struct inner_product {};
struct identity {};
struct root {};
struct complement {};
struct none {};
struct bitset {};

template <typename T, int Veclen, int Capacity, bool Ascending,
          bool ComputeNorm>
struct Scan {};
template <typename Metric, typename T, int Veclen> struct ComputeDistance {};
template <typename Kind> struct PostProcess {};
template <typename Kind> struct Filter {};

} // namespace tags
