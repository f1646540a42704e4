! What works on the host device only: flang's runtime library, which the program links, and more.
! RUN: %run-fortran --host %t %s

program runtime
  use checks
  implicit none
  type :: pair
    integer :: first = 1, second = 2
  end type
  integer, allocatable :: count
  integer :: a(10), total
  real :: b(3, 3), c(3, 3)
  type(pair) :: p

  allocate(count)
  count = 40
  !$omp target map(tofrom: count)
  count = count + 2
  !$omp end target
  call check('assignment to an allocatable', count, 42)

  a = 3
  !$omp target map(tofrom: a) map(from: total)
  a(2:10) = a(1:9) + 1
  total = sum(a) + maxval(a)
  !$omp end target
  call check('whole arrays', total, 43)

  !$omp target map(from: p)
  p = pair(second=5)
  !$omp end target
  call check('structure constructor', p%first + p%second, 6)

  b = reshape([1, 0, 0, 0, 2, 0, 0, 0, 3], [3, 3])
  !$omp target map(to: b) map(from: c)
  c = matmul(b, b)
  !$omp end target
  call check('matmul', c(3, 3), 9.0)

  !$omp target
  print '(a)', 'printed in a region'
  !$omp end target

  ! On GPUs, flang's code gives wrong results for arrays.
  a = 0
  !$omp target parallel do reduction(+: a) map(tofrom: a)
  do total = 1, 1000
    a(mod(total, 10) + 1) = a(mod(total, 10) + 1) + total
  end do
  call check('reduction of an array', all(a(2:10) == [(49500 + 100 * total, total = 1, 9)]))
  call finish()
end program
