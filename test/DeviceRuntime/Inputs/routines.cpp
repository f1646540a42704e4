// Every routine of OpenMP that device code may call, in groups.

#include <omp.h>
#include <stdint.h>

#pragma omp begin declare target

int inform() {
  int Kind = 0, Places[4] = {};
  omp_sched_t Schedule;
  omp_get_schedule(&Schedule, &Kind);
  omp_get_partition_place_nums(Places);
  omp_get_place_proc_ids(0, Places);
  int All = omp_get_thread_num() + omp_get_num_threads() + omp_get_level() +
            omp_get_active_level() + omp_in_parallel() + omp_get_team_num() +
            omp_get_num_teams() + omp_get_ancestor_thread_num(0) +
            omp_get_team_size(0) + omp_get_max_threads() + omp_get_num_procs();
  All += omp_get_thread_limit() + omp_get_max_teams() +
         omp_get_teams_thread_limit() + omp_get_max_active_levels() +
         omp_get_supported_active_levels() + omp_get_dynamic() +
         omp_get_nested() + omp_get_cancellation() + omp_in_final() +
         omp_in_explicit_task() + omp_get_max_task_priority();
  All += omp_get_proc_bind() + omp_get_num_places() +
         omp_get_place_num_procs(0) + omp_get_place_num() +
         omp_get_partition_num_places() + omp_is_initial_device() +
         omp_get_num_devices() + omp_get_device_num() +
         omp_get_default_device() + omp_get_initial_device();
  return All + int(omp_get_wtime() + omp_get_wtick()) + int(Schedule) + Kind;
}

int set() {
  omp_set_num_threads(3);
  omp_set_dynamic(0);
  omp_set_nested(0);
  omp_set_max_active_levels(1);
  omp_set_schedule(omp_sched_dynamic, 2);
  omp_set_default_device(0);
  omp_set_num_teams(2);
  omp_set_teams_thread_limit(2);
  omp_set_affinity_format("");
  omp_display_affinity("");
  omp_display_env(0);
  char Text[8];
  return int(omp_get_affinity_format(Text, sizeof Text) +
             omp_capture_affinity(Text, sizeof Text, "")) +
         omp_control_tool(omp_control_tool_start, 0, nullptr) +
         omp_pause_resource(omp_pause_soft, 0) +
         omp_pause_resource_all(omp_pause_hard);
}

int lock() {
  omp_lock_t Lock;
  omp_nest_lock_t Nest;
  omp_init_lock(&Lock);
  omp_init_lock_with_hint(&Lock, omp_sync_hint_contended);
  omp_init_nest_lock(&Nest);
  omp_init_nest_lock_with_hint(&Nest, omp_sync_hint_none);
  omp_set_lock(&Lock);
  omp_set_nest_lock(&Nest);
  const int Both = omp_test_lock(&Lock) + omp_test_nest_lock(&Nest);
  omp_unset_nest_lock(&Nest);
  omp_unset_lock(&Lock);
  omp_destroy_lock(&Lock);
  omp_destroy_nest_lock(&Nest);
  return Both;
}

uintptr_t allocate() {
  omp_alloctrait_t Traits[] = {{omp_atk_alignment, 64}};
  const omp_allocator_handle_t Mine =
      omp_init_allocator(omp_default_mem_space, 1, Traits);
  omp_set_default_allocator(Mine);
  void *A = omp_alloc(8, Mine), *B = omp_aligned_alloc(32, 8, Mine),
       *C = omp_calloc(1, 8, omp_low_lat_mem_alloc),
       *D = omp_aligned_calloc(8, 1, 8, omp_get_default_allocator());
  A = omp_realloc(A, 20, Mine, Mine);
  omp_free(A, Mine);
  omp_free(B, Mine);
  omp_free(C, omp_low_lat_mem_alloc);
  omp_free(D, Mine);
  omp_destroy_allocator(Mine);

  return A != nullptr;
}

uintptr_t inquireMemory() {
#if defined(__NVPTX__) || defined(__AMDGCN__) // Not in older host runtimes.
  const int Here = omp_get_device_num();
  const omp_memspace_handle_t Space =
      omp_get_device_memspace(Here, omp_default_mem_space);
  uintptr_t All = omp_get_devices_memspace(1, &Here, Space);
  All += omp_get_device_and_host_memspace(Here, Space) +
         omp_get_devices_and_host_memspace(1, &Here, Space) +
         omp_get_devices_all_memspace(Space) +
         omp_get_device_allocator(Here, Space) +
         omp_get_devices_allocator(1, &Here, Space) +
         omp_get_device_and_host_allocator(Here, Space) +
         omp_get_devices_and_host_allocator(1, &Here, Space) +
         omp_get_devices_all_allocator(Space);
  int First = 0;
  return All + omp_get_memspace_num_resources(Space) +
         omp_get_submemspace(Space, 1, &First);
#else
  return 0;
#endif
}

#pragma omp end declare target

int main() {
  uintptr_t Sum = 0;
#pragma omp target map(Sum)
  Sum = inform() + set() + lock() + allocate() + inquireMemory();
  return Sum == 0;
}
