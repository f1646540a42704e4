// As much of a device runtime as a kernel of one thread calls.
#pragma omp begin declare target device_type(nohost)
extern "C" {
int __kmpc_target_init(void *, void *) { return -1; }
void __kmpc_target_deinit() {}
int __kmpc_get_hardware_thread_id_in_block() { return 0; }
void __kmpc_barrier_simple_spmd(void *, int) {}
void *__llvm_omp_indirect_call_lookup(void *Function) { return Function; }
}
#pragma omp end declare target
