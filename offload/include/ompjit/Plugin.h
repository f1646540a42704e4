//===- ompjit/Plugin.h - The interface between libomptarget and a plugin --===//
//
// Part of the OMP-JIT project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin drives one kind of device. It is a shared object named
// libomptarget.rtl.<name>.so that exports one function, ompjit_plugin_get,
// which returns the table below. The runtime and the JIT engine reach devices
// only through this table; a plugin knows nothing of mapping, packages or
// caches.
//
// Errors: a function that can fail returns 0 on success and otherwise fills
// the caller's ompjit_error (where the pointer is not null) with one sentence
// that names what was attempted and the system's or driver's reason. Plugins
// never print, exit or abort. When memory runs out, a plugin in C++ may throw
// std::bad_alloc (NoMemory.h), and nothing else.
//
// Threads: after device_open has returned, every function may be called from
// any thread at any time, except that an object must not be used while or after
// it is destroyed. Operations that one thread puts into a queue run in the
// order of its calls; those of different threads are not ordered.
//
// The dynamic linker: every function may be called by a thread that holds the
// dynamic linker's lock, because programs offload in static constructors of
// libraries, too; functions that open and close devices and images always are.
// So no function may wait for another thread that opens or closes libraries.
//
// Ownership: objects that a *_create / *_load / *_open function returned are
// given back with the function of the same family; a kernel belongs to its
// image and dies with it. A device is closed after everything that belongs to
// it is gone. Strings that are passed in are valid during the call only.
//
// Versions: OMPJIT_PLUGIN_VERSION changes with every incompatible change. The
// runtime refuses a table with another version and says both numbers.
//
//===----------------------------------------------------------------------===//

#ifndef OMPJIT_PLUGIN_H
#define OMPJIT_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OMPJIT_PLUGIN_VERSION 18
#define OMPJIT_PLUGIN_ENTRY "ompjit_plugin_get"

/// Added to what image_check returns: nothing of the image has to be compiled.
#define OMPJIT_MACHINE_CODE 0x10000

/// What image_finish_open, image_finish and device_native return if what they
/// need is not on this machine. The caller does without it, so the error may be
/// left empty.
#define OMPJIT_NOT_INSTALLED 2

/// What image_symbol returns if the image has no such symbol.
#define OMPJIT_NO_SYMBOL 3

/// A text that ends in a full stop is complete; to others the runtime appends
/// what the user can do.
typedef struct ompjit_error {
  char text[512]; ///< Zero-terminated, cut if longer.
} ompjit_error;

typedef struct ompjit_device ompjit_device;
typedef struct ompjit_image ompjit_image;
typedef struct ompjit_kernel ompjit_kernel;
typedef struct ompjit_queue ompjit_queue;
typedef struct ompjit_event ompjit_event;

/// What a device can do beyond what every plugin must do.
typedef enum ompjit_capability {
  /// Operations in a queue run while the caller goes on. Without this they are
  /// over when their function returns, and a queue is never needed.
  OMPJIT_CAN_OVERLAP = 0x1,
  /// Kernels reach all of the host's memory at the host's addresses.
  OMPJIT_CAN_USE_HOST_MEMORY = 0x2,
  /// memory_pin makes copies faster.
  OMPJIT_CAN_PIN = 0x4,
  /// memory_reserve gives memory at a wanted address.
  OMPJIT_CAN_RESERVE = 0x8,
  /// device_native knows handles that other libraries can use.
  OMPJIT_CAN_INTEROPERATE = 0x10,
  /// memory_allocate and memory_free cost no more than malloc and never wait
  /// for the device: nothing is gained by keeping freed memory.
  OMPJIT_ALLOCATES_FAST = 0x20,
  /// All teams of a launch can be made to run at the same time.
  OMPJIT_CAN_COOPERATE = 0x40,
  /// Kernels work best on mapped data in its place, without a copy. Only with
  /// OMPJIT_CAN_USE_HOST_MEMORY.
  OMPJIT_MAPS_IN_PLACE = 0x80,
  /// Kernels work on the host's memory as fast as on the device's: data may be
  /// used in its place where no program can tell. Only with
  /// OMPJIT_CAN_USE_HOST_MEMORY and without OMPJIT_CAN_OVERLAP.
  OMPJIT_MAY_MAP_IN_PLACE = 0x100,
} ompjit_capability;

/// What the compiler must know about a device. The strings live as long as the
/// device.
typedef struct ompjit_device_info {
  const char *name;      ///< For people.
  const char *triple;    ///< As in device images: "x86_64-pc-linux-gnu".
  const char *arch;      ///< LLVM's name of the CPU: "cascadelake", "sm_90".
  const char *features;  ///< LLVM feature list "+avx2,-sse4a,..."; "" if the
                         ///< name says all.
  const char *uid;       ///< Identifies the device on this machine.
  uint64_t memory_bytes; ///< 0: not known.
  uint32_t max_teams;    ///< Regions that ask for more get this many. 0: no
                         ///< limit that matters.
  /// Null for a device that runs code of its triple. For a virtual GPU, the
  /// level of the host's architecture that its images are compiled for, such as
  /// "x86-64-v3", followed by ",check" if code must announce its accesses
  /// (ompjit/VirtualGpu.h).
  const char *emulation;
  // What the device's GPU code finds in its environment, see device_number. 0
  // for a device whose code asks the host's OpenMP library.
  uint32_t num_devices;
  uint32_t device_num;
  uint32_t debug_kinds; ///< As in LIBOMPTARGET_DEVICE_RTL_DEBUG.
  /// A GPU's multiprocessors, or the processors that threads may run on. 0: not
  /// known.
  uint32_t num_processors;
} ompjit_device_info;

/// One row of a device's description for people, such as "Compute units",
/// "108". The strings live as long as the device.
typedef struct ompjit_property {
  const char *name;
  const char *value;
} ompjit_property;

/// A device's handles in the interface of its vendor, for OpenMP's interop
/// objects. What does not exist is null.
typedef struct ompjit_native {
  int32_t runtime; ///< omp_interop_fr_t: 1 cuda, 2 cuda_driver, ... 7 hsa.
  int32_t vendor;  ///< As numbered in OpenMP's additional definitions.
  const char *runtime_name;
  const char *vendor_name;
  void *platform;
  void *device;
  void *context;
  void *queue; ///< The handle of the queue that was passed in.
} ompjit_native;

typedef enum ompjit_memory_kind {
  OMPJIT_MEMORY_DEVICE = 0, ///< Only the device reads and writes it.
  OMPJIT_MEMORY_HOST = 1,   ///< Host memory that the device can reach.
  OMPJIT_MEMORY_SHARED = 2, ///< Both reach it, and it migrates between them.
} ompjit_memory_kind;

/// How a kernel takes its arguments. A plugin reports an error for a form that
/// it does not know.
typedef enum ompjit_argument_form {
  /// The launch environment, which the plugin supplies, and a pointer-sized
  /// word for each of args.
  OMPJIT_ARGUMENTS_OPENMP = 0,
  /// The same without the environment: target regions of older compilers.
  OMPJIT_ARGUMENTS_BARE = 1,
  /// Kernels of other languages: args is no array but points to packed_bytes
  /// bytes, which hold the parameters as the members of a C structure; num_args
  /// is 0.
  OMPJIT_ARGUMENTS_PACKED = 2,
} ompjit_argument_form;

typedef struct ompjit_launch {
  void **args; ///< num_args pointer-sized values; see ompjit_argument_form.
  uint32_t num_args;
  uint32_t num_teams[3];    ///< As clang passes them: 0 is the device's choice,
                            ///< 0xffffffff a region without teams.
  uint32_t thread_limit[3]; ///< 0: the device's choice.
  uint32_t argument_form;   ///< An ompjit_argument_form.
  uint64_t trip_count;      ///< 0: not known.
  uint32_t dynamic_memory_bytes;
  uint32_t packed_bytes; ///< Only for OMPJIT_ARGUMENTS_PACKED.
  /// If not 0, either all teams run at the same time or the launch fails. Only
  /// with OMPJIT_CAN_COOPERATE.
  uint32_t is_cooperative;
} ompjit_launch;

/// What a GPU's kernel says about its launches; 0 is no bound.
typedef struct ompjit_launch_bounds {
  uint32_t mode; ///< As in clang's KernelEnvironmentTy: 1 generic, with the bit
                 ///< 2 SPMD; never 0.
  uint32_t min_threads, max_threads; ///< In a team.
  uint32_t min_teams, max_teams;
} ompjit_launch_bounds;

/// How many teams of how many threads a launch has.
/// Of a bare kernel, the first dimension of its grid.
typedef struct ompjit_launch_size {
  uint32_t num_teams;   ///< 0: chosen once the kernel is loaded.
  uint32_t num_threads; ///< In a team, without the main thread of a generic
                        ///< kernel, which has a further warp of its own.
} ompjit_launch_size;

/// The grid of a launch, as a GPU has it.
typedef struct ompjit_launch_shape {
  uint32_t num_blocks[3];
  uint32_t block_size[3]; ///< In threads, with the main thread's warp.
} ompjit_launch_shape;

/// What a kernel takes of a GPU, for people.
typedef struct ompjit_kernel_usage {
  uint32_t registers;     ///< Of each lane. 0: nothing of this is known.
  uint32_t private_bytes; ///< The memory of each lane: arrays, and registers
                          ///< that were spilled.
  int32_t spilled_bytes;  ///< The part of private_bytes that are spilled
                          ///< registers. -1: not known.
  uint32_t shared_bytes; ///< The shared memory of a team, without what a launch
                         ///< adds.
} ompjit_kernel_usage;

/// Receives bytes that are valid during the call only.
typedef void (*ompjit_sink)(void *context, const void *bytes, size_t size);

typedef struct ompjit_plugin {
  uint32_t version; ///< OMPJIT_PLUGIN_VERSION of the plugin.
  uint32_t size;    ///< sizeof(ompjit_plugin) of the plugin.
  const char *name; ///< As in the file's name: "host", "cuda", ...

  /// The first components of the triples of its images, terminated by null.
  /// Null for the plugins of this project, which ompjit/Targets.h lists.
  const char *const *archs;
  /// Not 0 if the bytes are a native image for this plugin, judged by their
  /// header. Null if archs is null.
  int (*image_recognise)(const void *bytes, size_t size);

  /// Number of devices; 0 with a filled error where the driver is missing.
  int32_t (*device_count)(ompjit_error *);
  /// Writes the uid of device_info, zero-terminated. The device need not be
  /// open, and is not opened by this. Fails if \p size is too small.
  int (*device_uid)(int32_t ordinal, char *text, size_t size, ompjit_error *);
  /// Makes device \p ordinal usable. May be slow, as drivers are; called at the
  /// first use of the device.
  int (*device_open)(int32_t ordinal, ompjit_device **, ompjit_error *);
  void (*device_close)(ompjit_device *);
  /// Tells the plugin the number that the program has for the device, and the
  /// \p count of devices of all plugins, both for the device's code. Called
  /// before any code is loaded. Null if code asks the host's OpenMP library.
  void (*device_number)(ompjit_device *, uint32_t number, uint32_t count);
  /// Returns ompjit_capability bits. Must be cheap: it is called whenever a
  /// device is opened.
  uint64_t (*device_capabilities)(ompjit_device *);
  /// May take as long as finding out takes, such as tens of cpuid instructions.
  void (*device_info)(ompjit_device *, ompjit_device_info *);
  /// Gets row \p index of the device's description. Returns 1 behind the last
  /// row.
  int (*device_property)(ompjit_device *, uint32_t index, ompjit_property *);
  /// Gets the handles that \p runtime, an omp_interop_fr_t, has for the device;
  /// 0 stands for the plugin's own runtime. The queue may be null. Returns
  /// OMPJIT_NOT_INSTALLED, and leaves the handles as they are, if the plugin
  /// does not know that runtime or its library is missing. Fails without
  /// OMPJIT_CAN_INTEROPERATE.
  int (*device_native)(ompjit_device *, ompjit_queue *, int32_t runtime,
                       ompjit_native *, ompjit_error *);

  /// Returns how well a native image fits the device: among images that it can
  /// load, the one with the highest number was made for the most similar
  /// device. OMPJIT_MACHINE_CODE is added for machine code. Returns 0 if the
  /// device cannot load the image; the error then says what it is for. Reads
  /// the header only.
  int (*image_check)(ompjit_device *, const void *bytes, size_t size,
                     ompjit_error *);
  /// Opens the libraries that image_finish needs. Called once before it, by a
  /// thread that holds the dynamic linker's lock: image_finish itself must open
  /// none, because a thread that holds the lock may be waiting for the image. A
  /// failure may be left for image_finish to tell. Null if there is nothing to
  /// open.
  int (*image_finish_open)(ompjit_device *, ompjit_error *);
  /// Turns an image that the compiler generated for the device into one that
  /// loads fastest and that other devices with the same arch and features can
  /// use: machine code, if the compiler ends with assembly. On success \p sink
  /// receives it, once. Takes as long as an assembler does. Returns
  /// OMPJIT_NOT_INSTALLED if the assembler is missing; the image is then used
  /// as it is. Null if images are complete as compiled.
  int (*image_finish)(ompjit_device *, const void *bytes, size_t size,
                      const char *label, ompjit_sink sink, void *context,
                      ompjit_error *);
  /// Loads a native image. The bytes may be freed when the call returns.
  /// \p label appears in debuggers and profilers.
  int (*image_load)(ompjit_device *, const void *bytes, size_t size,
                    const char *label, ompjit_image **, ompjit_error *);
  /// Called when none of its kernels runs or is in a queue.
  void (*image_unload)(ompjit_device *, ompjit_image *);
  /// Gets the device address of a variable (or, on the host, of anything
  /// exported). \p symbol_size may be null; it receives 0 where the size is not
  /// known.
  int (*image_symbol)(ompjit_device *, ompjit_image *, const char *symbol,
                      void **address, uint64_t *symbol_size, ompjit_error *);
  /// Gets the kernel of that name, which takes \p num_args arguments after the
  /// launch environment. Returns the same kernel at each call.
  int (*kernel_get)(ompjit_device *, ompjit_image *, const char *symbol,
                    uint32_t num_args, ompjit_kernel **, ompjit_error *);

  /// Allocates memory that is aligned to 128 bytes, also if \p size is 0. Each
  /// address is freed once, with its kind, when nothing in any queue uses it.
  int (*memory_allocate)(ompjit_device *, uint64_t size, ompjit_memory_kind,
                         void **address, ompjit_error *);
  int (*memory_free)(ompjit_device *, void *address, ompjit_memory_kind,
                     ompjit_error *);
  /// Says what messages should call the memory at \p address, which
  /// memory_allocate returned, as in "'x' (a.cpp:7)". Null if the plugin has no
  /// use for names.
  void (*memory_name)(ompjit_device *, void *address, const char *name);
  /// Prepares host memory of the program for fast copies, and for kernels,
  /// which reach it at \p device_address. Fails without OMPJIT_CAN_PIN, and for
  /// memory that is pinned already.
  int (*memory_pin)(ompjit_device *, void *host, uint64_t size,
                    void **device_address, ompjit_error *);
  int (*memory_unpin)(ompjit_device *, void *host, ompjit_error *);
  /// Reserves device memory at \p wanted, or anywhere if that is null. Sizes
  /// and addresses are multiples of 2 MiB. Fails if the place is taken, and
  /// without OMPJIT_CAN_RESERVE. The memory is copied to and from like any
  /// other, and is released as a whole.
  int (*memory_reserve)(ompjit_device *, uint64_t size, void *wanted,
                        void **address, ompjit_error *);
  int (*memory_release)(ompjit_device *, void *address, uint64_t size,
                        ompjit_error *);

  /// A queue runs its operations in order, and independently of other queues. A
  /// null queue means: do it now and return when it is done, whatever is in any
  /// queue. The host memory of a copy must stay valid and unchanged until the
  /// copy is over. If that memory is neither pinned nor of the kind
  /// OMPJIT_MEMORY_HOST, the call may block until what is in the queue is over.
  int (*queue_create)(ompjit_device *, ompjit_queue **, ompjit_error *);
  /// Waits for the work in the queue; its errors are lost.
  void (*queue_destroy)(ompjit_device *, ompjit_queue *);
  /// Blocks until all operations that were put in before the call are over.
  /// Reports the first failure since the last report and then forgets it: the
  /// queue can be used again. Operations behind a failed one may or may not
  /// have run, and count as over. Must not be called from an operation.
  int (*queue_synchronize)(ompjit_device *, ompjit_queue *, ompjit_error *);
  /// Sets \p done to 1 if all operations are over, failed or not, and what they
  /// wrote is visible; to 0 otherwise. Never blocks. Fails only if it cannot
  /// tell.
  int (*queue_query)(ompjit_device *, ompjit_queue *, int *done,
                     ompjit_error *);

  /// An event is a place in a queue that others can wait for. It may be
  /// recorded again at any time, in any queue of its device: those that already
  /// wait go on waiting for the old place. An event that was never recorded is
  /// over. It may be destroyed while its place, or an operation that waits for
  /// it, is still in a queue, and it may outlive the queue.
  int (*event_create)(ompjit_device *, ompjit_event **, ompjit_error *);
  void (*event_destroy)(ompjit_device *, ompjit_event *);
  /// Puts the event behind what is in the queue now. For a null queue it is
  /// over at once.
  int (*event_record)(ompjit_device *, ompjit_queue *, ompjit_event *,
                      ompjit_error *);
  /// Makes what is put into the queue from now on wait for the event. Never
  /// blocks, except that the caller itself waits if the queue is null. An event
  /// whose queue failed is over like any other.
  int (*event_wait)(ompjit_device *, ompjit_queue *, ompjit_event *,
                    ompjit_error *);
  /// Blocks until the event is over. Does not report errors of its queue.
  int (*event_synchronize)(ompjit_device *, ompjit_event *, ompjit_error *);

  /// Measures how long the device took for what was in a queue between two
  /// timed events, both of which are over. Fails if \p end was over first. All
  /// other functions take timed events as well. Both are null if the device
  /// cannot measure this.
  int (*event_create_timed)(ompjit_device *, ompjit_event **, ompjit_error *);
  int (*event_elapsed)(ompjit_device *, ompjit_event *begin, ompjit_event *end,
                       uint64_t *ns, ompjit_error *);

  int (*copy_to_device)(ompjit_device *, ompjit_queue *, void *device_address,
                        const void *host, uint64_t size, ompjit_error *);
  int (*copy_from_device)(ompjit_device *, ompjit_queue *, void *host,
                          const void *device_address, uint64_t size,
                          ompjit_error *);
  /// Copies between two places on the same device.
  int (*copy_on_device)(ompjit_device *, ompjit_queue *, void *to,
                        const void *from, uint64_t size, ompjit_error *);
  /// Copies between two devices of this plugin; the queue belongs to \p
  /// to_device. Fails for two devices that reach each other through the host
  /// only. Null if this holds for all.
  int (*copy_between)(ompjit_device *to_device, ompjit_queue *, void *to,
                      ompjit_device *from_device, const void *from,
                      uint64_t size, ompjit_error *);
  int (*fill)(ompjit_device *, ompjit_queue *, void *address, int byte,
              uint64_t size, ompjit_error *);

  /// Copies the arguments and all that the launch points to before it returns.
  /// Errors that show only later are reported by the queue.
  int (*kernel_launch)(ompjit_device *, ompjit_queue *, ompjit_kernel *,
                       const ompjit_launch *, ompjit_error *);

  /// Says which size kernel_launch will choose for a kernel with such bounds,
  /// so that the kernel can be compiled for it. Depends only on what is passed
  /// and on the device's properties. Equal lower and upper bounds fix the size:
  /// then each launch has that one. Costs no more than a few comparisons. Null
  /// if compiled code gains nothing by it.
  void (*launch_size)(ompjit_device *, const ompjit_launch_bounds *,
                      const ompjit_launch *, ompjit_launch_size *);
  /// Says which grid kernel_launch uses for a launch of this kernel, for
  /// people. Leaves the shape as it is if the device cannot be used. Null if
  /// the kernel itself decides.
  void (*launch_shape)(ompjit_device *, ompjit_kernel *, const ompjit_launch *,
                       ompjit_launch_shape *);
  /// Says what the kernel takes of the GPU, for people. Leaves the usage as it
  /// is if that cannot be found out, for example because a virtual GPU runs the
  /// kernel. Called when a kernel is ready for its first launches, and only if
  /// somebody wants to know. Null if code of the device has no such bounds.
  void (*kernel_usage)(ompjit_device *, ompjit_kernel *, ompjit_kernel_usage *);
} ompjit_plugin;

/// The one exported function of a plugin; never fails.
typedef const ompjit_plugin *(*ompjit_plugin_get_fn)(void);

#ifdef __cplusplus
}
#endif

#endif // OMPJIT_PLUGIN_H
