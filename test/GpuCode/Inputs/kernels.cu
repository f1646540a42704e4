// The kernels of kernels.cpp as one would write them for CUDA: for as many threads as there are elements, or in a loop
// over the threads of the grid where they reduce.

#define EACH(n)                                                                \
  const int i = blockIdx.x * blockDim.x + threadIdx.x;                         \
  if (i >= n)                                                                  \
    return;

extern "C" __global__ void saxpy(long n, float a, const float *x, float *y) {
  const long i = blockIdx.x * long(blockDim.x) + threadIdx.x;
  if (i < n)
    y[i] += a * x[i];
}

template <typename T, typename F> __device__ T reduceBlock(T mine, F both, T none) {
  __shared__ T warps[32];
  for (int offset = 16; offset; offset /= 2)
    mine = both(mine, __shfl_down_sync(~0u, mine, offset));
  if (threadIdx.x % 32 == 0)
    warps[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x < 32) {
    mine = threadIdx.x < blockDim.x / 32 ? warps[threadIdx.x] : none;
    for (int offset = 16; offset; offset /= 2)
      mine = both(mine, __shfl_down_sync(~0u, mine, offset));
  }
  return mine;
}

#define OVER_GRID(Type, n)                                                     \
  for (Type i = blockIdx.x * Type(blockDim.x) + threadIdx.x; i < n;            \
       i += Type(gridDim.x) * blockDim.x)

extern "C" __global__ void dot(long n, const double *x, const double *y,
                               double *out) {
  double mine = 0;
  OVER_GRID(long, n)
  mine += x[i] * y[i];
  mine = reduceBlock(mine, [](double a, double b) { return a + b; }, 0.0);
  if (threadIdx.x == 0)
    atomicAdd(out, mine);
}

extern "C" __global__ void sum(int n, const float *x, float *out) {
  float mine = 0;
  OVER_GRID(int, n)
  mine += x[i];
  mine = reduceBlock(mine, [](float a, float b) { return a + b; }, 0.0f);
  if (threadIdx.x == 0)
    atomicAdd(out, mine);
}

extern "C" __global__ void maximum(int n, const int *x, int *out) {
  int mine = 0x80000000;
  OVER_GRID(int, n)
  mine = max(mine, x[i]);
  mine = reduceBlock(mine, [](int a, int b) { return max(a, b); }, int(0x80000000));
  if (threadIdx.x == 0)
    atomicMax(out, mine);
}

extern "C" __global__ void moments(int n, const double *x, double *out) {
  double one = 0, two = 0, three = 0;
  OVER_GRID(int, n) {
    one += x[i];
    two += x[i] * x[i];
    three += x[i] * x[i] * x[i];
  }
  auto add = [](double a, double b) { return a + b; };
  one = reduceBlock(one, add, 0.0);
  __syncthreads();
  two = reduceBlock(two, add, 0.0);
  __syncthreads();
  three = reduceBlock(three, add, 0.0);
  if (threadIdx.x == 0) {
    atomicAdd(out, one);
    atomicAdd(out + 1, two);
    atomicAdd(out + 2, three);
  }
}

extern "C" __global__ void bins_sum(int n, const int *key, const double *x,
                                    double *out) {
  double bins[4] = {};
  OVER_GRID(int, n)
  for (int k = 0; k < 4; ++k)
    bins[k] += key[i] == k ? x[i] : 0;
  for (int k = 0; k < 4; ++k) {
    const double all =
        reduceBlock(bins[k], [](double a, double b) { return a + b; }, 0.0);
    if (threadIdx.x == 0)
      atomicAdd(out + k, all);
    __syncthreads();
  }
}

extern "C" __global__ void minloc(int n, const double *x, double *values,
                                  int *places) {
  __shared__ double warpValues[32];
  __shared__ int warpPlaces[32];
  double best = 1e300;
  int at = -1;
  OVER_GRID(int, n)
  if (x[i] < best) {
    best = x[i];
    at = i;
  }
  auto reduce = [&] {
    for (int offset = 16; offset; offset /= 2) {
      const double other = __shfl_down_sync(~0u, best, offset);
      const int otherAt = __shfl_down_sync(~0u, at, offset);
      if (other < best) {
        best = other;
        at = otherAt;
      }
    }
  };
  reduce();
  if (threadIdx.x % 32 == 0) {
    warpValues[threadIdx.x / 32] = best;
    warpPlaces[threadIdx.x / 32] = at;
  }
  __syncthreads();
  if (threadIdx.x < 32) {
    const bool has = threadIdx.x < blockDim.x / 32;
    best = has ? warpValues[threadIdx.x] : 1e300;
    at = has ? warpPlaces[threadIdx.x] : -1;
    reduce();
    if (threadIdx.x == 0) {
      values[blockIdx.x] = best;
      places[blockIdx.x] = at;
    }
  }
}

extern "C" __global__ void row_sums(int rows, int columns, const double *x,
                                    double *out) {
  for (int i = blockIdx.x; i < rows; i += gridDim.x) {
    double mine = 0;
    for (int j = threadIdx.x; j < columns; j += blockDim.x)
      mine += x[long(i) * columns + j];
    mine = reduceBlock(mine, [](double a, double b) { return a + b; }, 0.0);
    if (threadIdx.x == 0)
      out[i] = mine;
    __syncthreads();
  }
}

extern "C" __global__ void stencil5(int n, const double *x, double *y) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int i = blockIdx.y * blockDim.y + threadIdx.y + 1;
  if (i < n - 1 && j < n - 1)
    y[i * n + j] = 0.25 * (x[(i - 1) * n + j] + x[(i + 1) * n + j] +
                           x[i * n + j - 1] + x[i * n + j + 1]);
}

extern "C" __global__ void stencil7(int n, const double *x, double *y) {
  const int k = blockIdx.x * blockDim.x + threadIdx.x + 1;
  const int j = blockIdx.y * blockDim.y + threadIdx.y + 1;
  const int i = blockIdx.z * blockDim.z + threadIdx.z + 1;
  if (i >= n - 1 || j >= n - 1 || k >= n - 1)
    return;
  const int at = (i * n + j) * n + k;
  y[at] = x[at - n * n] + x[at + n * n] + x[at - n] + x[at + n] + x[at - 1] +
          x[at + 1] - 6 * x[at];
}

extern "C" __global__ void matmul(int n, const float *a, const float *b,
                                  float *c) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n)
    return;
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[i * n + k] * b[k * n + j];
  c[i * n + j] = s;
}

extern "C" __global__ void transpose(int n, const float *a, float *b) {
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    b[j * n + i] = a[i * n + j];
}

extern "C" __global__ void histogram(int n, const unsigned char *x,
                                     unsigned *bins) {
  EACH(n)
  atomicAdd(&bins[x[i]], 1u);
}

extern "C" __global__ void deposit(int n, const int *cell, const double *weight,
                                   double *grid) {
  EACH(n)
  atomicAdd(&grid[cell[i]], weight[i]);
  atomicAdd(&grid[cell[i] + 1], 1 - weight[i]);
}

extern "C" __global__ void compact(int n, const float *x, float *out,
                                   int *used) {
  EACH(n)
  if (x[i] > 0)
    out[atomicAdd(used, 1)] = x[i];
}

extern "C" __global__ void sort_step(int n, int distance, int block, int *x) {
  EACH(n)
  const int other = i ^ distance;
  if (other > i && ((i & block) == 0) == (x[i] > x[other])) {
    const int moved = x[i];
    x[i] = x[other];
    x[other] = moved;
  }
}

extern "C" __global__ void spmv(int rows, const int *begin, const int *column,
                                const double *value, const double *x,
                                double *y) {
  EACH(rows)
  double s = 0;
  for (int k = begin[i]; k < begin[i + 1]; ++k)
    s += value[k] * x[column[k]];
  y[i] = s;
}

extern "C" __global__ void nbody(int n, const float *x, const float *y,
                                 const float *z, float *force) {
  EACH(n)
  float sum = 0;
  for (int j = 0; j < n; ++j) {
    const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
    const float r = dx * dx + dy * dy + dz * dz + 0.01f;
    sum += 1 / (r * sqrtf(r));
  }
  force[i] = sum;
}

extern "C" __global__ void lookup(int n, int points, const double *energy,
                                  const double *section, const double *sample,
                                  double *result) {
  EACH(n)
  int low = 0, high = points - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (energy[middle] > sample[i])
      high = middle;
    else
      low = middle;
  }
  const double f = (sample[i] - energy[low]) / (energy[high] - energy[low]);
  result[i] = section[low] + f * (section[high] - section[low]);
}

extern "C" __global__ void multipole(int n, int poles, const double *pole,
                                     const double *sample, double *result) {
  EACH(n)
  double sum = 0;
  for (int k = 0; k < poles; ++k) {
    const double re = pole[4 * k] - sample[i], im = pole[4 * k + 1];
    const double norm = 1 / (re * re + im * im);
    sum += (pole[4 * k + 2] * re + pole[4 * k + 3] * im) * norm;
  }
  result[i] = sum;
}

extern "C" __global__ void su3(int sites, const double *link,
                               const double *vector, double *result) {
  EACH(sites)
  for (int r = 0; r < 3; ++r) {
    double re = 0, im = 0;
    for (int j = 0; j < 3; ++j) {
      const double *u = link + 18 * i + 6 * r + 2 * j;
      const double *v = vector + 6 * i + 2 * j;
      re += u[0] * v[0] - u[1] * v[1];
      im += u[0] * v[1] + u[1] * v[0];
    }
    result[6 * i + 2 * r] = re;
    result[6 * i + 2 * r + 1] = im;
  }
}

extern "C" __global__ void docking(int poses, int atoms, const float *protein,
                                   const float *ligand, float *energy) {
  EACH(poses)
  float total = 0;
  for (int a = 0; a < atoms; ++a) {
    const float dx = protein[4 * a] - ligand[3 * i],
                dy = protein[4 * a + 1] - ligand[3 * i + 1],
                dz = protein[4 * a + 2] - ligand[3 * i + 2];
    const float r = sqrtf(dx * dx + dy * dy + dz * dz);
    if (r < 8)
      total += protein[4 * a + 3] * (1 - r * 0.125f);
  }
  energy[i] = total;
}

extern "C" __global__ void scan(int blocks, const int *x, int *out) {
  __shared__ int values[128];
  for (int b = blockIdx.x; b < blocks; b += gridDim.x) {
    values[threadIdx.x] = x[128 * b + threadIdx.x];
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
      const int mine = int(threadIdx.x) >= step ? values[threadIdx.x - step] : 0;
      __syncthreads();
      values[threadIdx.x] += mine;
      __syncthreads();
    }
    out[128 * b + threadIdx.x] = values[threadIdx.x];
    __syncthreads();
  }
}

extern "C" __global__ void monte_carlo(int n, int steps, unsigned *seed,
                                       int *hits) {
  EACH(n)
  unsigned state = seed[i];
  int inside = 0;
  for (int s = 0; s < steps; ++s) {
    state = state * 1664525u + 1013904223u;
    const float x = float(state >> 8) * 0x1p-24f;
    state = state * 1664525u + 1013904223u;
    const float y = float(state >> 8) * 0x1p-24f;
    inside += x * x + y * y < 1;
  }
  seed[i] = state;
  hits[i] = inside;
}
