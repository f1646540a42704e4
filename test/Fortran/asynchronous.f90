! nowait, dependences, tasks around regions; if and device clauses.
! RUN: %run-fortran %t %s

program asynchronous
  use checks
  use omp_lib
  implicit none
  integer, parameter :: n = 256
  integer :: i, a(n), b(n)
  logical :: there

  a = 1
  b = 0
  !$omp target enter data map(to: a, b)
  !$omp target teams distribute parallel do nowait depend(out: a)
  do i = 1, n
    a(i) = a(i) + i
  end do
  !$omp target teams distribute parallel do nowait depend(in: a) depend(out: b)
  do i = 1, n
    b(i) = 2 * a(i)
  end do
  !$omp taskwait
  !$omp target exit data map(from: a, b)
  call check('chain, first', sum(a), n + n * (n + 1) / 2)
  call check('chain, second', sum(b), 2 * n + n * (n + 1))

  there = .true.
  !$omp target if(.false.) map(from: there)
  there = .not. omp_is_initial_device()
  !$omp end target
  call check('if', .not. there)
  !$omp target device(omp_get_default_device()) map(from: there)
  there = .not. omp_is_initial_device()
  !$omp end target
  call check('device', there)
  call finish()
end program
