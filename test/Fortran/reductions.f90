! Reductions: sums, products, extremes, logical and bitwise operators, complex numbers.
! RUN: %run-fortran %t %s

program reductions
  use checks
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  integer, parameter :: n = 2000
  integer :: i, total, lowest, bits
  integer(int64) :: large
  real(real64) :: area, highest, product
  complex :: z
  logical :: every, any_one
  real(real64) :: values(n)

  do i = 1, n
    values(i) = mod(i * 37, n) + 0.5_real64
  end do

  total = 10
  large = 0
  !$omp target teams distribute parallel do reduction(+: total, large) map(tofrom: total, large)
  do i = 1, n
    total = total + i
    large = large + int(i, int64) * 10000000_int64
  end do
  call check('sum', total, 10 + n * (n + 1) / 2)
  call check('sum of 64 bits', large, int(n, int64) * (n + 1) / 2 * 10000000_int64)

  area = 0
  !$omp target teams distribute parallel do reduction(+: area) map(tofrom: area)
  do i = 1, n
    area = area + 4 / (1 + ((i - 0.5_real64) / n)**2) / n
  end do
  call check('sum of reals', area, 3.14159265_real64)

  highest = -1
  lowest = n
  !$omp target teams distribute parallel do reduction(max: highest) reduction(min: lowest) &
  !$omp map(tofrom: highest, lowest) map(to: values)
  do i = 1, n
    highest = max(highest, values(i))
    lowest = min(lowest, int(values(i)))
  end do
  call check('maximum', highest, n - 0.5_real64)
  call check('minimum', lowest, 0)

  product = 1
  !$omp target parallel do reduction(*: product) map(tofrom: product)
  do i = 1, 100
    product = product * (1 + 1 / real(i, real64))
  end do
  call check('product', product, 101.0_real64)

  z = (1, 2)
  !$omp target teams distribute parallel do reduction(+: z) map(tofrom: z)
  do i = 1, 100
    z = z + cmplx(i, -2 * i)
  end do
  call check('complex, real part', real(z), 5051.0)
  call check('complex, imaginary part', aimag(z), -10098.0)

  every = .true.
  any_one = .false.
  !$omp target teams distribute parallel do reduction(.and.: every) reduction(.or.: any_one) &
  !$omp map(tofrom: every, any_one) map(to: values)
  do i = 1, n
    every = every .and. values(i) > 0
    any_one = any_one .or. values(i) > n - 1
  end do
  call check('and', every)
  call check('or', any_one)

  bits = 0
  !$omp target teams distribute parallel do reduction(ior: bits) map(tofrom: bits)
  do i = 1, 20
    bits = ior(bits, ishft(1, i))
  end do
  call check('bitwise or', bits, 2097150)

  call finish()
end program
