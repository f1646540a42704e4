! Generic names, operators, type-bound procedures and parameters by value in target regions.
! RUN: %run-fortran %t %s

module vectors
  implicit none
  type :: vector
    real :: x, y
  contains
    procedure, non_overridable :: length2
  end type
  interface operator(+)
    module procedure add
  end interface
  interface norm
    module procedure norm_real, norm_integer
  end interface
contains
  pure type(vector) function add(a, b)
    !$omp declare target
    type(vector), intent(in) :: a, b
    add%x = a%x + b%x
    add%y = a%y + b%y
  end function

  pure real function length2(this)
    !$omp declare target
    class(vector), intent(in) :: this
    length2 = this%x**2 + this%y**2
  end function

  pure real function norm_real(x)
    !$omp declare target
    real, intent(in) :: x
    norm_real = abs(x)
  end function

  pure integer function norm_integer(x)
    !$omp declare target
    integer, value :: x
    norm_integer = abs(x)
  end function
end module

program methods
  use checks
  use vectors
  implicit none
  integer, parameter :: n = 30
  type(vector) :: v(n), w
  real :: lengths(n)
  integer :: i

  w = vector(1, 2)
  v = [(vector(real(i), -1.0), i = 1, n)]
  !$omp target teams distribute parallel do map(tofrom: v) map(from: lengths) map(to: w)
  do i = 1, n
    v(i) = v(i) + w
    lengths(i) = v(i)%length2() + norm(-1.0) + norm(-2)
  end do
  call check('operator', sum(v%x), n * (n + 1) / 2.0 + n)
  call check('procedures', lengths(9), 104.0)
  call finish()
end program
