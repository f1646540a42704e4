! Atomic updates, reads, writes and captures; counters that all teams share.
! RUN: %run-fortran %t %s

program atomics
  use checks
  implicit none
  integer, parameter :: n = 1000
  integer :: i, counter, bins(0:9), largest, place, order(n)
  real(8) :: total

  counter = 0
  bins = 0
  total = 0
  largest = 0
  !$omp target teams distribute parallel do map(tofrom: counter, bins, total, largest)
  do i = 1, n
    !$omp atomic
    counter = counter + 1
    !$omp atomic update
    bins(mod(i * 7, 10)) = bins(mod(i * 7, 10)) + 1
    !$omp atomic
    total = total + 0.5d0 * i
    !$omp atomic
    largest = max(largest, i)
  end do
  call check('counter', counter, n)
  call check('bins', minval(bins), n / 10)
  call check('real', total, 0.25d0 * n * (n + 1))
  call check('maximum', largest, n)

  counter = 0
  order = 0
  !$omp target teams distribute parallel do map(tofrom: counter, order) private(place)
  do i = 1, n
    !$omp atomic capture
    counter = counter + 1
    place = counter
    !$omp end atomic
    order(place) = order(place) + 1
  end do
  call check('capture', minval(order), 1)
  call check('each once', maxval(order), 1)

  counter = 0
  !$omp target map(tofrom: counter) map(from: place)
  !$omp atomic write
  counter = 41
  !$omp atomic read
  place = counter
  !$omp end target
  call check('write and read', place, 41)
  call finish()
end program
