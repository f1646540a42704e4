// The names of fragments: types without content, so that who asks for a
// fragment needs no header of device code.
#pragma once

namespace tags {

struct Float {};
struct Double {};
struct Half {};
struct Uint32 {};
struct Int64 {};

struct euclidean {};
struct inner_product {};
struct none {};
struct bitset {};
struct optimized {};
struct standard {};

template <typename T, typename OutT, typename IdxT, typename Variant,
          int Veclen>
struct Search {};
template <typename Metric, typename T, typename OutT> struct ComputeDistance {};
template <typename Kind, typename IdxT> struct Filter {};

} // namespace tags
