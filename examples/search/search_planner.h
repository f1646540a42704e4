// Which fragments a search needs.
#pragma once

#include "search_tags.h"

#include <ompjit/Fragments/AlgorithmPlanner.h>

class SearchPlanner : public ompjit::AlgorithmPlanner {
public:
  SearchPlanner() : AlgorithmPlanner("search", cache()) {}

  template <typename T, typename OutT, typename IdxT, typename Variant,
            int Veclen>
  void add_search() {
    add_static_fragment<tags::Search<T, OutT, IdxT, Variant, Veclen>>();
  }
  template <typename Metric, typename T, typename OutT>
  void add_compute_distance() {
    add_static_fragment<tags::ComputeDistance<Metric, T, OutT>>();
  }
  template <typename Kind, typename IdxT> void add_filter() {
    add_static_fragment<tags::Filter<Kind, IdxT>>();
  }

private:
  static ompjit::LauncherJitCache &cache() {
    static ompjit::LauncherJitCache Only;
    return Only;
  }
};
