! Private, firstprivate and lastprivate variables and arrays of teams, threads and loops.
! RUN: %run-fortran %t %s

program privates
  use checks
  implicit none
  integer, parameter :: n = 100
  integer :: i, k, offset, last, results(n), small(3), base(3)
  real :: temporary

  offset = 7
  k = -1
  !$omp target map(from: results)
  !$omp teams distribute parallel do private(k) firstprivate(offset)
  do i = 1, n
    k = 2 * i
    results(i) = k + offset
  end do
  !$omp end target
  call check('private scalars', sum(results), n * (n + 1) + 7 * n)
  call check('stays', k, -1)

  base = [1, 2, 3]
  !$omp target map(from: results) map(to: base)
  !$omp teams distribute parallel do private(small, k)
  do i = 1, n
    do k = 1, 3
      small(k) = base(k) * i
    end do
    results(i) = small(1) + small(2) + small(3)
  end do
  !$omp end target
  call check('private arrays', sum(results), 6 * n * (n + 1) / 2)

  last = 0
  !$omp target parallel do lastprivate(last) map(from: results) map(tofrom: last)
  do i = 1, n
    last = i
    results(i) = i
  end do
  call check('lastprivate', last, n)

  offset = 1
  !$omp target map(from: k) ! A scalar without a clause is firstprivate.
  offset = offset + 1
  k = offset
  !$omp end target
  call check('copy', k, 2)
  call check('original', offset, 1)

  !$omp target parallel private(temporary, k) map(tofrom: results)
  temporary = 0.5
  !$omp do
  do i = 1, n
    k = i
    temporary = temporary + 1
    results(i) = k - i + 1
  end do
  !$omp end do
  !$omp end target parallel
  call check('private in parallel', sum(results), n)
  call finish()
end program
