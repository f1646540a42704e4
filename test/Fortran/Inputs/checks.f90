! What the programs of this folder compare results with: each check prints a line,
! and a wrong result ends the program with status 1 at finish().
module checks
  use, intrinsic :: iso_fortran_env, only: int64, real64
  implicit none
  private
  public :: check, finish
  integer :: wrong = 0
  interface check
    module procedure check_integer, check_int64, check_real, check_real64, check_logical
  end interface
contains
  subroutine note(name, is_right)
    character(*), intent(in) :: name
    logical, intent(in) :: is_right
    if (is_right) then
      print '(a, a)', name, ' is right'
    else
      print '(a, a)', name, ' is wrong'
      wrong = wrong + 1
    end if
  end subroutine

  subroutine check_integer(name, value, expected)
    character(*), intent(in) :: name
    integer, intent(in) :: value, expected
    if (value /= expected) print '(a, i0, a, i0)', '  is ', value, ', not ', expected
    call note(name, value == expected)
  end subroutine

  subroutine check_int64(name, value, expected)
    character(*), intent(in) :: name
    integer(int64), intent(in) :: value, expected
    if (value /= expected) print '(a, i0, a, i0)', '  is ', value, ', not ', expected
    call note(name, value == expected)
  end subroutine

  subroutine check_real(name, value, expected)
    character(*), intent(in) :: name
    real, intent(in) :: value, expected
    call check_real64(name, real(value, real64), real(expected, real64))
  end subroutine

  subroutine check_real64(name, value, expected)
    character(*), intent(in) :: name
    real(real64), intent(in) :: value, expected
    logical :: is_right
    is_right = abs(value - expected) <= 1e-5 * max(1.0_real64, abs(expected))
    if (.not. is_right) print '(a, es14.6, a, es14.6)', '  is ', value, ', not ', expected
    call note(name, is_right)
  end subroutine

  subroutine check_logical(name, value)
    character(*), intent(in) :: name
    logical, intent(in) :: value
    call note(name, value)
  end subroutine

  subroutine finish()
    if (wrong > 0) stop 1
  end subroutine
end module
