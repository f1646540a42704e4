#pragma omp begin declare target device_type(nohost)
template <typename T, typename OutT> OutT compute_distance(OutT Sum, T A, T B) {
  return Sum + OutT(A) * OutT(B);
}
#pragma omp end declare target
