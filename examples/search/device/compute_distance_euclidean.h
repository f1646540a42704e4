#pragma omp begin declare target device_type(nohost)
template <typename T, typename OutT> OutT compute_distance(OutT Sum, T A, T B) {
  const OutT Difference = OutT(A) - OutT(B);
  return Sum + Difference * Difference;
}
#pragma omp end declare target
