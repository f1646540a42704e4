! Loops of teams and threads: one, nested and collapsed, with steps, schedules, simd and loop.
! RUN: %run-fortran %t %s

program loops
  use checks
  implicit none
  integer, parameter :: n = 1000, rows = 17, columns = 13
  integer :: i, j, line(n), plane(rows, columns), total

  line = 0
  !$omp target teams distribute parallel do map(tofrom: line)
  do i = 1, n
    line(i) = 3 * i
  end do
  call check('distribute parallel do', sum(line), 3 * n * (n + 1) / 2)

  !$omp target teams distribute parallel do collapse(2) map(from: plane)
  do j = 1, columns
    do i = 1, rows
      plane(i, j) = 100 * j + i
    end do
  end do
  total = 0
  do j = 1, columns
    do i = 1, rows
      if (plane(i, j) == 100 * j + i) total = total + 1
    end do
  end do
  call check('collapse', total, rows * columns)

  line = 0
  !$omp target parallel do map(tofrom: line) schedule(static, 5)
  do i = n, 1, -3
    line(i) = i
  end do
  call check('step of -3', sum(line), sum([(i, i = n, 1, -3)]))

  !$omp target teams distribute map(tofrom: line)
  do i = 1, n
    line(i) = i + 1
  end do
  call check('distribute', sum(line), n * (n + 1) / 2 + n)

  !$omp target teams distribute parallel do simd map(tofrom: line)
  do i = 1, n
    line(i) = 2 * line(i)
  end do
  call check('simd', sum(line), n * (n + 1) + 2 * n)

  !$omp target teams loop map(tofrom: line)
  do i = 1, n
    line(i) = line(i) - 2
  end do
  call check('loop', sum(line), n * (n + 1))

  !$omp target map(tofrom: plane)
  !$omp teams distribute
  do j = 1, columns
    !$omp parallel do
    do i = 1, rows
      plane(i, j) = i - j
    end do
  end do
  !$omp end target
  call check('parallel do in distribute', sum(plane), &
             columns * rows * (rows + 1) / 2 - rows * columns * (columns + 1) / 2)

  line = 0
  !$omp target map(tofrom: line)
  do i = 1, n, 2
    line(i) = i
  end do
  !$omp end target
  call check('sequential', sum(line), (n / 2)**2)
  call finish()
end program
