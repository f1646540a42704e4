// What mathematics.c calls.
#pragma omp begin declare target
double step(double X);
double step(double X) { return X / 2; }
#pragma omp end declare target
