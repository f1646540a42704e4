! Parallel regions of target regions: barriers, single, master, critical and work-sharing.
! RUN: %run-fortran %t %s

program parallel
  use checks
  implicit none
  integer, parameter :: n = 128
  integer :: i, a(n), b(n), entered, once, total

  !$omp target map(from: a, b)
  !$omp parallel
  !$omp do
  do i = 1, n
    a(i) = i
  end do
  !$omp end do
  !$omp do
  do i = 1, n
    b(i) = a(n + 1 - i)
  end do
  !$omp end do
  !$omp end parallel
  !$omp end target
  call check('barrier between loops', b(1), n)
  call check('all', sum(b), n * (n + 1) / 2)

  entered = 0
  once = 0
  total = 0
  !$omp target parallel map(tofrom: entered, once, total)
  !$omp critical
  entered = entered + 1
  !$omp end critical
  !$omp barrier
  !$omp single
  once = once + 1
  total = entered
  !$omp end single
  !$omp master
  once = once + 10
  !$omp end master
  !$omp end target parallel
  call check('single and master', once, 11)
  call check('critical', total == entered .and. entered >= 1)

  a = 0
  !$omp target map(tofrom: a)
  do i = 1, 3
    call add(a, i)
  end do
  !$omp end target
  call check('region in a procedure', sum(a), 6 * n)
  call finish()
contains
  subroutine add(x, value)
    !$omp declare target
    integer, intent(inout) :: x(n)
    integer, intent(in) :: value
    integer :: i
    !$omp parallel do
    do i = 1, n
      x(i) = x(i) + value
    end do
  end subroutine
end program
