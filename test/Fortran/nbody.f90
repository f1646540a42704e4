! Bodies that attract each other: arrays of a derived type stay on the device for all steps, inner loops and
! branches run there, and energies are reduced in regions.
! RUN: %run-fortran %t %s

module bodies
  implicit none
  type :: body
    real(8) :: position(3), velocity(3), mass
  end type
  real(8), parameter :: softening = 1.0d-2
contains
  pure subroutine attract(on, by, acceleration)
    !$omp declare target
    type(body), intent(in) :: on, by
    real(8), intent(inout) :: acceleration(3)
    real(8) :: distance(3), square
    integer :: d
    square = softening
    do d = 1, 3
      distance(d) = by%position(d) - on%position(d)
      square = square + distance(d)**2
    end do
    do d = 1, 3
      acceleration(d) = acceleration(d) + by%mass * distance(d) / (square * sqrt(square))
    end do
  end subroutine
end module

program nbody
  use checks
  use bodies
  implicit none
  integer, parameter :: n = 48, steps = 5
  type(body) :: all(n)
  real(8) :: acceleration(3), momentum, before, after
  integer :: i, j, step, d, fast

  do i = 1, n
    all(i)%position = [mod(i * 7, 11), mod(i * 5, 13), mod(i * 3, 17)] * 1.0d0
    all(i)%velocity = 0
    all(i)%mass = 1.0d0 + mod(i, 3)
  end do
  before = spread_of(all)

  !$omp target data map(tofrom: all)
  do step = 1, steps
    !$omp target teams distribute parallel do private(acceleration, j, d)
    do i = 1, n
      do d = 1, 3
        acceleration(d) = 0
      end do
      do j = 1, n
        if (i == j) cycle
        call attract(all(i), all(j), acceleration)
      end do
      do d = 1, 3
        all(i)%velocity(d) = all(i)%velocity(d) + 0.01d0 * acceleration(d)
      end do
    end do
    !$omp target teams distribute parallel do
    do i = 1, n
      all(i)%position = all(i)%position + 0.01d0 * all(i)%velocity
    end do
  end do

  momentum = 0
  fast = 0
  !$omp target teams distribute parallel do reduction(+: momentum, fast) map(tofrom: momentum, fast)
  do i = 1, n
    momentum = momentum + all(i)%mass * (all(i)%velocity(1) + all(i)%velocity(2) + all(i)%velocity(3))
    select case (i)
    case (:16)
      fast = fast + 1
    case (17:32)
      fast = fast + 10
    case default
      fast = fast + 100
    end select
  end do
  !$omp end target data

  after = spread_of(all)
  call check('momentum is kept', abs(momentum) < 1.0d-9)
  call check('cases', fast, 16 + 160 + 1600)
  call check('they come closer', after < before)
  call check('all are there', sum(all%mass), n + 48.0d0)
  call finish

contains
  real(8) function spread_of(these)
    type(body), intent(in) :: these(:)
    integer :: k
    spread_of = 0
    do k = 1, size(these)
      spread_of = spread_of + sum((these(k)%position - these(1)%position)**2)
    end do
  end function
end program
