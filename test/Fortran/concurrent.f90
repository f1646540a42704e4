! do concurrent as target regions: one and two indices, local variables.
! RUN: %run-fortran %t %s -fdo-concurrent-to-openmp=device

program concurrent
  use checks
  implicit none
  integer, parameter :: n = 400, m = 20
  integer :: i, j
  real :: a(n), b(m, m), t

  do concurrent (i = 1:n)
    a(i) = 2 * i
  end do
  call check('one index', sum(a), real(n * (n + 1)))

  do concurrent (i = 1:m, j = 1:m)
    b(i, j) = i + 100 * j
  end do
  call check('two indices', sum(b), 101.0 * m * m * (m + 1) / 2)

  do concurrent (i = 1:n) local(t)
    t = a(i) / 2
    a(i) = t * t
  end do
  call check('local variable', a(20), 400.0)
  call finish()
end program
