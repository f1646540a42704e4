#pragma omp begin declare target device_type(nohost)
template <typename T, typename AccT, int Veclen>
void compute_distance(AccT &Sum, const T *Vector, const T *Query) {
  for (int E = 0; E < Veclen; ++E) {
    const AccT Difference = AccT(Vector[E]) - AccT(Query[E]);
    Sum += Difference * Difference;
  }
}
#pragma omp end declare target
