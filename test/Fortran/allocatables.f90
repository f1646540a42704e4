! Allocatable arrays: mapped by constructs, enter and exit data, target data; updates in both directions.
! RUN: %run-fortran %t %s -fno-realloc-lhs

program allocatables
  use checks
  implicit none
  integer, parameter :: n = 512
  real, allocatable :: a(:), b(:, :)
  integer, allocatable :: count
  integer :: i, j

  allocate(a(n), b(8, 0:9))
  a = 1
  !$omp target teams distribute parallel do map(tofrom: a)
  do i = 1, n
    a(i) = a(i) + i
  end do
  call check('map', sum(a), n + n * (n + 1) / 2.0)

  b = 0
  !$omp target enter data map(to: a) map(alloc: b)
  a = -1
  !$omp target teams distribute parallel do collapse(2)
  do j = lbound(b, 2), ubound(b, 2)
    do i = 1, size(b, 1)
      b(i, j) = a(i) * j
    end do
  end do
  !$omp target update from(b)
  call check('the device has its own', sum(b), 45 * (8 + 36.0))
  a = 2
  !$omp target update to(a(1:4))
  !$omp target
  b(1, 0) = a(1) + a(4)
  b(2, 0) = a(5)
  !$omp end target
  !$omp target exit data map(from: b) map(delete: a)
  call check('updated section', b(1, 0), 4.0)
  call check('not updated', b(2, 0), 6.0)

  !$omp target data map(to: a) map(from: b)
  do j = 0, 9
    !$omp target teams distribute parallel do
    do i = 1, 8
      b(i, j) = a(i) + i + j
    end do
  end do
  !$omp end target data
  call check('target data', sum(b), 160 + 360 + 360.0)

  allocate(count)
  count = 40
  !$omp target map(tofrom: count)
  count = count + 2
  !$omp end target
  call check('allocatable scalar', count, 42)

  deallocate(a)
  allocate(a(-3:3))
  !$omp target teams distribute parallel do map(from: a)
  do i = -3, 3
    a(i) = i * i
  end do
  call check('other bounds', sum(a), 28.0)
  call finish()
end program
