#pragma omp begin declare target device_type(nohost)
template <typename T, typename AccT, int Veclen>
void compute_distance(AccT &Sum, const T *Vector, const T *Query) {
  for (int E = 0; E < Veclen; ++E)
    Sum += AccT(Vector[E]) * AccT(Query[E]);
}
#pragma omp end declare target
