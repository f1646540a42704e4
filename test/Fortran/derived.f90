! Derived types: scalars, arrays, nested types, allocatable components that are mapped with their object.
! RUN: %run-fortran %t %s

module shapes
  implicit none
  type :: point
    real :: x, y
  end type
  type :: body
    integer :: id
    type(point) :: position, velocity
    real :: history(3)
  end type
  type :: field
    integer :: size
    real, allocatable :: values(:)
    integer, allocatable :: marks(:)
  end type
end module

program derived
  use checks
  use shapes
  implicit none
  integer, parameter :: n = 128
  type(body) :: bodies(n), one
  type(field) :: f
  integer :: i

  do i = 1, n
    bodies(i) = body(i, point(real(i), 0), point(1, 2), [0.0, 0.0, 0.0])
  end do
  !$omp target teams distribute parallel do map(tofrom: bodies)
  do i = 1, n
    bodies(i)%position%x = bodies(i)%position%x + bodies(i)%velocity%x
    bodies(i)%position%y = bodies(i)%position%y + bodies(i)%velocity%y
    bodies(i)%history(2) = bodies(i)%id
  end do
  call check('array of a type, x', sum(bodies%position%x), n * (n + 1) / 2.0 + n)
  call check('array of a type, y', sum(bodies%position%y), 2.0 * n)
  call check('array of a type, array', sum(bodies%history(2)), n * (n + 1) / 2.0)

  one = body(7, point(1, 2), point(3, 4), [5.0, 6.0, 7.0])
  !$omp target map(tofrom: one)
  one%position%x = one%velocity%y
  one%position%y = one%velocity%x
  one%history(1) = sum(one%history)
  !$omp end target
  call check('one object', one%position%x + 10 * one%position%y, 34.0)
  call check('its array', one%history(1), 18.0)

  f%size = n
  allocate(f%values(n), f%marks(n))
  f%values = 1
  f%marks = 0
  !$omp target teams distribute parallel do map(to: f) map(tofrom: f%values, f%marks)
  do i = 1, n
    f%values(i) = f%values(i) + i
    f%marks(i) = f%size
  end do
  call check('allocatable component', sum(f%values), n + n * (n + 1) / 2.0)
  call check('second component', sum(f%marks), n * n)

  !$omp target enter data map(to: f) map(to: f%values)
  !$omp target teams distribute parallel do
  do i = 1, n
    f%values(i) = 2 * i
  end do
  !$omp target exit data map(from: f%values) map(release: f)
  call check('component in data constructs', sum(f%values), real(n * (n + 1)))
  call finish()
end program
