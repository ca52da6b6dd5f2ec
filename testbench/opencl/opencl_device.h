// A device of OpenCL 1.2 with its context, queue, programs and buffers. All failures (no device, a lost device, no memory) are an
// InputError of one line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

namespace collisionchip {

// InputError if `status` is an error. `what` is the name of the call that returned it.
void check_opencl(cl_int status, const std::string& what);

// Owns an OpenCL handle and releases it.
template <typename Handle, cl_int(CL_API_CALL* release)(Handle)>
class OpenclHandle {
 public:
  OpenclHandle() = default;
  explicit OpenclHandle(Handle handle) : handle_(handle) {}
  OpenclHandle(OpenclHandle&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  OpenclHandle& operator=(OpenclHandle&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~OpenclHandle() {
    if (handle_ != nullptr) release(handle_);
  }

  const Handle& get() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};

class OpenclDevice;

class OpenclBuffer {
 public:
  OpenclBuffer() = default;

  // Grows to at least `bytes` bytes. Growing loses the contents.
  void reserve(const OpenclDevice& device, std::size_t bytes);
  template <typename T>
  void write(const OpenclDevice& device, const std::vector<T>& values) {
    write(device, values.data(), values.size() * sizeof(T));
  }
  void write(const OpenclDevice& device, const void* data, std::size_t bytes);
  // Copies from another buffer, on the device.
  void copy(const OpenclDevice& device, const OpenclBuffer& from, std::size_t bytes);
  void read(const OpenclDevice& device, void* data, std::size_t bytes, std::size_t offset = 0) const;
  template <typename T>
  std::vector<T> read(const OpenclDevice& device, std::size_t count) const {
    std::vector<T> values(count);
    read(device, values.data(), count * sizeof(T));
    return values;
  }
  void forget() { *this = {}; }

  const cl_mem& get() const { return memory_.get(); }

 private:
  OpenclHandle<cl_mem, clReleaseMemObject> memory_;
  std::size_t bytes_ = 0;
};

class OpenclProgram {
 public:
  // Each kernel is made at its first use.
  OpenclProgram(const OpenclDevice& device, const std::string& source, const std::string& options = "");

  cl_kernel kernel(const std::string& name);

 private:
  struct Named {
    std::string name;
    OpenclHandle<cl_kernel, clReleaseKernel> kernel;
  };

  OpenclHandle<cl_program, clReleaseProgram> program_;
  std::vector<Named> kernels_;
};

class OpenclDevice {
 public:
  // `name` is a name of device_choice.h, or "any".
  explicit OpenclDevice(const std::string& name);

  // "cpu-haswell-... (Portable Computing Language, OpenCL 3.0 PoCL 3.1)"
  std::string description() const;
  std::string build_options() const;  // options that keep arithmetic exact
  bool divides_exactly() const { return divides_exactly_; }
  bool has_float64() const;  // with subnormals and rounding to nearest, as OpenCL requires

  cl_context context() const { return context_.get(); }
  cl_device_id id() const { return id_; }
  cl_command_queue queue() const { return queue_.get(); }

  // Runs a kernel over a range and waits for its end. If `local` is empty, the device chooses it.
  template <typename... Arguments>
  void run(cl_kernel kernel, const std::vector<std::size_t>& global, const std::vector<std::size_t>& local,
           const Arguments&... arguments) const {
    cl_uint number = 0;
    (set(kernel, number++, arguments), ...);
    launch(kernel, global, local);
  }

 private:
  static void set(cl_kernel kernel, cl_uint number, const OpenclBuffer& buffer) {
    check_opencl(clSetKernelArg(kernel, number, sizeof(cl_mem), &buffer.get()), "clSetKernelArg");
  }
  template <typename T>
  static void set(cl_kernel kernel, cl_uint number, const T& value) {
    check_opencl(clSetKernelArg(kernel, number, sizeof(T), &value), "clSetKernelArg");
  }
  void launch(cl_kernel kernel, const std::vector<std::size_t>& global,
              const std::vector<std::size_t>& local) const;
  std::string text(cl_device_info what) const;
  void take_arithmetic();

  cl_device_id id_ = nullptr;
  std::string platform_;
  bool divides_exactly_ = false;
  OpenclHandle<cl_context, clReleaseContext> context_;
  OpenclHandle<cl_command_queue, clReleaseCommandQueue> queue_;
};

// `count`, rounded up to a multiple of `group`.
inline std::size_t whole_groups(std::size_t count, std::size_t group) {
  return (count + group - 1) / group * group;
}

}  // namespace collisionchip
