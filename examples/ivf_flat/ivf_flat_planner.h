// Which fragments a scan needs.
#pragma once

#include "ivf_flat_tags.h"

#include <ompjit/Fragments/AlgorithmPlanner.h>

class ScanPlanner : public ompjit::AlgorithmPlanner {
public:
  ScanPlanner() : AlgorithmPlanner("ivf_flat_scan", cache()) {}

  template <typename T, int Veclen, int Capacity, bool Ascending,
            bool ComputeNorm>
  void add_scan() {
    add_static_fragment<
        tags::Scan<T, Veclen, Capacity, Ascending, ComputeNorm>>();
  }
  template <typename Metric, typename T, int Veclen>
  void add_compute_distance() {
    add_static_fragment<tags::ComputeDistance<Metric, T, Veclen>>();
  }
  template <typename Kind> void add_post_process() {
    add_static_fragment<tags::PostProcess<Kind>>();
  }
  template <typename Kind> void add_filter() {
    add_static_fragment<tags::Filter<Kind>>();
  }

private:
  static ompjit::LauncherJitCache &cache() {
    static ompjit::LauncherJitCache Only;
    return Only;
  }
};
