! omp_lib on the device: where a region runs, numbers and sizes of teams and threads.
! RUN: %run-fortran %t %s -fopenmp-version=52

program queries
  use checks
  use omp_lib
  implicit none
  integer, parameter :: n = 8
  integer :: i, threads, teams, level, numbers(0:n), device
  logical :: initial

  initial = .true.
  !$omp target map(from: initial, device)
  initial = omp_is_initial_device()
  device = omp_get_device_num()
  !$omp end target
  call check('not on the host', .not. initial)
  call check('device', device, omp_get_default_device())

  !$omp target map(from: teams, threads, level)
  teams = omp_get_num_teams()
  threads = omp_get_num_threads()
  level = omp_get_level()
  !$omp end target
  call check('one team', teams, 1)
  call check('one thread', threads, 1)
  call check('no level', level, 0)

  numbers = -1
  !$omp target parallel num_threads(n) map(tofrom: numbers)
  if (omp_get_num_threads() <= n) numbers(omp_get_thread_num()) = omp_get_thread_num()
  if (omp_get_thread_num() == 0) numbers(n) = omp_get_num_threads()
  !$omp end target parallel
  threads = numbers(n)
  call check('threads', threads >= 1 .and. threads <= n)
  call check('their numbers', all(numbers(0:threads - 1) == [(i, i = 0, threads - 1)]))

  numbers = 0
  !$omp target teams num_teams(n) map(tofrom: numbers)
  if (omp_get_num_teams() <= n) numbers(omp_get_team_num()) = 1
  if (omp_get_team_num() == 0) numbers(n) = omp_get_num_teams()
  !$omp end target teams
  call check('teams', numbers(n) >= 1 .and. numbers(n) <= n)
  call check('each team ran', sum(numbers(0:n - 1)), numbers(n))

  !$omp target map(from: level, threads) thread_limit(4)
  level = -1
  threads = 0
  !$omp parallel
  !$omp critical (counting)
  threads = threads + 1
  level = omp_get_level()
  !$omp end critical (counting)
  !$omp end parallel
  !$omp end target
  call check('level of a parallel region', level, 1)
  call check('at most the limit', threads >= 1 .and. threads <= 4)
  call finish()
end program
