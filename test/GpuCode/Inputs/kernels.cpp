// Kernels of the kinds that simulation codes have, one in each function. The same ones for CUDA are in kernels.cu, under
// the same names.

#include <cmath>
#include <cstdint>

void saxpy(long n, float a, const float *x, float *y) {
#pragma omp target teams distribute parallel for
  for (long i = 0; i < n; ++i)
    y[i] += a * x[i];
}

double dot(long n, const double *x, const double *y) {
  double sum = 0;
#pragma omp target teams distribute parallel for reduction(+ : sum)
  for (long i = 0; i < n; ++i)
    sum += x[i] * y[i];
  return sum;
}

float sum(int n, const float *x) {
  float result = 0;
#pragma omp target teams distribute parallel for reduction(+ : result)
  for (int i = 0; i < n; ++i)
    result += x[i];
  return result;
}

int maximum(int n, const int *x) {
  int result = INT32_MIN;
#pragma omp target teams distribute parallel for reduction(max : result)
  for (int i = 0; i < n; ++i)
    result = x[i] > result ? x[i] : result;
  return result;
}

void moments(int n, const double *x, double *out) {
  double one = 0, two = 0, three = 0;
#pragma omp target teams distribute parallel for reduction(+ : one, two, three)
  for (int i = 0; i < n; ++i) {
    one += x[i];
    two += x[i] * x[i];
    three += x[i] * x[i] * x[i];
  }
  out[0] = one;
  out[1] = two;
  out[2] = three;
}

void bins_sum(int n, const int *key, const double *x, double *out) {
  double bins[4] = {};
#pragma omp target teams distribute parallel for reduction(+ : bins)
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < 4; ++k)
      bins[k] += key[i] == k ? x[i] : 0;
  for (int k = 0; k < 4; ++k)
    out[k] = bins[k];
}

struct Place {
  double value;
  int at;
};
#pragma omp declare reduction(least:Place : omp_out =                          \
                                  omp_in.value < omp_out.value ? omp_in        \
                                                               : omp_out)      \
    initializer(omp_priv = {1e300, -1})

int minloc(int n, const double *x) {
  Place best = {1e300, -1};
#pragma omp target teams distribute parallel for reduction(least : best)
  for (int i = 0; i < n; ++i)
    if (x[i] < best.value)
      best = {x[i], i};
  return best.at;
}

void row_sums(int rows, int columns, const double *x, double *out) {
#pragma omp target teams distribute
  for (int i = 0; i < rows; ++i) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int j = 0; j < columns; ++j)
      sum += x[long(i) * columns + j];
    out[i] = sum;
  }
}

void stencil5(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      y[i * n + j] = 0.25 * (x[(i - 1) * n + j] + x[(i + 1) * n + j] +
                             x[i * n + j - 1] + x[i * n + j + 1]);
}

void stencil7(int n, const double *x, double *y) {
#pragma omp target teams distribute parallel for collapse(3)
  for (int i = 1; i < n - 1; ++i)
    for (int j = 1; j < n - 1; ++j)
      for (int k = 1; k < n - 1; ++k) {
        const int at = (i * n + j) * n + k;
        y[at] = x[at - n * n] + x[at + n * n] + x[at - n] + x[at + n] +
                x[at - 1] + x[at + 1] - 6 * x[at];
      }
}

void matmul(int n, const float *a, const float *b, float *c) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      float s = 0;
      for (int k = 0; k < n; ++k)
        s += a[i * n + k] * b[k * n + j];
      c[i * n + j] = s;
    }
}

void transpose(int n, const float *a, float *b) {
#pragma omp target teams distribute parallel for collapse(2)
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      b[j * n + i] = a[i * n + j];
}

void histogram(int n, const unsigned char *x, unsigned *bins) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
#pragma omp atomic
    bins[x[i]] += 1;
}

void deposit(int n, const int *cell, const double *weight, double *grid) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) {
#pragma omp atomic
    grid[cell[i]] += weight[i];
#pragma omp atomic
    grid[cell[i] + 1] += 1 - weight[i];
  }
}

void compact(int n, const float *x, float *out, int *used) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i)
    if (x[i] > 0) {
      int at;
#pragma omp atomic capture
      at = (*used)++;
      out[at] = x[i];
    }
}

void sort_step(int n, int distance, int block, int *x) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) {
    const int other = i ^ distance;
    if (other > i && ((i & block) == 0) == (x[i] > x[other])) {
      const int moved = x[i];
      x[i] = x[other];
      x[other] = moved;
    }
  }
}

void spmv(int rows, const int *begin, const int *column, const double *value,
          const double *x, double *y) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < rows; ++i) {
    double s = 0;
    for (int k = begin[i]; k < begin[i + 1]; ++k)
      s += value[k] * x[column[k]];
    y[i] = s;
  }
}

void nbody(int n, const float *x, const float *y, const float *z,
           float *force) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) {
    float sum = 0;
    for (int j = 0; j < n; ++j) {
      const float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      const float r = dx * dx + dy * dy + dz * dz + 0.01f;
      sum += 1 / (r * std::sqrt(r));
    }
    force[i] = sum;
  }
}

void lookup(int n, int points, const double *energy, const double *section,
            const double *sample, double *result) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) {
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
}

void multipole(int n, int poles, const double *pole, const double *sample,
               double *result) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int k = 0; k < poles; ++k) {
      const double re = pole[4 * k] - sample[i], im = pole[4 * k + 1];
      const double norm = 1 / (re * re + im * im);
      sum += (pole[4 * k + 2] * re + pole[4 * k + 3] * im) * norm;
    }
    result[i] = sum;
  }
}

void su3(int sites, const double *link, const double *vector, double *result) {
#pragma omp target teams distribute parallel for
  for (int s = 0; s < sites; ++s)
    for (int i = 0; i < 3; ++i) {
      double re = 0, im = 0;
      for (int j = 0; j < 3; ++j) {
        const double *u = link + 18 * s + 6 * i + 2 * j;
        const double *v = vector + 6 * s + 2 * j;
        re += u[0] * v[0] - u[1] * v[1];
        im += u[0] * v[1] + u[1] * v[0];
      }
      result[6 * s + 2 * i] = re;
      result[6 * s + 2 * i + 1] = im;
    }
}

void docking(int poses, int atoms, const float *protein, const float *ligand,
             float *energy) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < poses; ++i) {
    float total = 0;
    for (int a = 0; a < atoms; ++a) {
      const float dx = protein[4 * a] - ligand[3 * i],
                  dy = protein[4 * a + 1] - ligand[3 * i + 1],
                  dz = protein[4 * a + 2] - ligand[3 * i + 2];
      const float r = std::sqrt(dx * dx + dy * dy + dz * dz);
      if (r < 8)
        total += protein[4 * a + 3] * (1 - r * 0.125f);
    }
    energy[i] = total;
  }
}

void scan(int blocks, const int *x, int *out) {
#pragma omp target teams distribute
  for (int b = 0; b < blocks; ++b) {
    int values[128];
#pragma omp parallel num_threads(128) shared(values)
    {
#pragma omp for
      for (int i = 0; i < 128; ++i)
        values[i] = x[128 * b + i];
      for (int step = 1; step < 128; step *= 2) {
        int mine = 0;
#pragma omp for
        for (int i = 0; i < 128; ++i)
          mine = i >= step ? values[i - step] : 0;
#pragma omp for
        for (int i = 0; i < 128; ++i)
          values[i] += mine;
      }
#pragma omp for
      for (int i = 0; i < 128; ++i)
        out[128 * b + i] = values[i];
    }
  }
}

void monte_carlo(int n, int steps, unsigned *seed, int *hits) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; ++i) {
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
}

int main() {}
