#include "collisionchip/testbench/opencl/opencl_device.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "collisionchip/reference/text/input_error.h"
#include "collisionchip/reference/text/text_scanner.h"
#include "collisionchip/testbench/opencl/device_choice.h"

namespace collisionchip {

namespace {

constexpr const char* kPocl = "Portable Computing Language";
constexpr const char* kOclgrind = "Oclgrind";

struct FoundDevice {
  cl_device_id id;
  std::string platform;
};

std::string platform_name(cl_platform_id platform) {
  std::size_t size = 0;
  check_opencl(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &size), "clGetPlatformInfo");
  std::string name(size, '\0');
  check_opencl(clGetPlatformInfo(platform, CL_PLATFORM_NAME, size, name.data(), nullptr),
               "clGetPlatformInfo");
  name.resize(std::min(name.size(), name.find('\0')));
  return name;
}

// None is no error here: the loader has a status of its own for it.
std::vector<cl_platform_id> platforms() {
  cl_uint count = 0;
  if (clGetPlatformIDs(0, nullptr, &count) != CL_SUCCESS || count == 0) return {};
  std::vector<cl_platform_id> found(count);
  check_opencl(clGetPlatformIDs(count, found.data(), nullptr), "clGetPlatformIDs");
  return found;
}

std::optional<FoundDevice> find_on(cl_platform_id platform, cl_device_type type) {
  cl_device_id id = nullptr;
  cl_uint count = 0;
  if (clGetDeviceIDs(platform, type, 1, &id, &count) != CL_SUCCESS || count == 0) return std::nullopt;
  return FoundDevice{id, platform_name(platform)};
}

std::optional<FoundDevice> find_device(const std::string& name) {
  if (name == "any") {
    const auto gpu = find_device("gpu");
    return gpu ? gpu : find_device("pocl");
  }
  for (cl_platform_id platform : platforms()) {
    const std::string of = platform_name(platform);
    const bool pocl = of == kPocl, oclgrind = of == kOclgrind;
    if (name == "pocl" ? !pocl : name == "oclgrind" ? !oclgrind : pocl || oclgrind) continue;
    if (auto found = find_on(platform, name == "gpu" ? CL_DEVICE_TYPE_GPU : CL_DEVICE_TYPE_ALL)) return found;
  }
  return std::nullopt;
}

// PoCL has this host's cores wherever it has a place for its cache.
bool lacks_cache_of_pocl(const std::string& name) {
  if (name != "pocl" && name != "any") return false;
  const std::vector<cl_platform_id> all = platforms();
  return std::any_of(all.begin(), all.end(), [](cl_platform_id one) { return platform_name(one) == kPocl; });
}

std::string build_log(cl_program program, cl_device_id device) {
  std::size_t size = 0;
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS)
    return "";
  std::string log(size, '\0');
  if (clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) != CL_SUCCESS)
    return "";
  log.resize(std::min(log.size(), log.find('\0')));
  return log;
}

}  // namespace

void check_opencl(cl_int status, const std::string& what) {
  if (status == CL_SUCCESS) return;
  std::string why = fmt::format("error {}", status);
  if (status == CL_DEVICE_NOT_AVAILABLE) why = "a device that is lost";
  if (status == CL_OUT_OF_RESOURCES) why = "a device out of resources, or lost";
  if (status == CL_MEM_OBJECT_ALLOCATION_FAILURE || status == CL_OUT_OF_HOST_MEMORY) why = "no memory left";
  if (status == CL_INVALID_BUFFER_SIZE) why = "more bytes than the device takes in one piece";
  throw InputError(fmt::format("OpenCL, {}", what), "success", fmt::format(", got {}", why));
}

bool opencl_device_present(const std::string& name) {
  return find_device(name).has_value();
}

void OpenclBuffer::reserve(const OpenclDevice& device, std::size_t bytes) {
  if (memory_.get() != nullptr && bytes <= bytes_) return;
  cl_int status = CL_SUCCESS;
  forget();
  bytes_ = std::max<std::size_t>(bytes, 16);
  memory_ = OpenclHandle<cl_mem, clReleaseMemObject>(
      clCreateBuffer(device.context(), CL_MEM_READ_WRITE, bytes_, nullptr, &status));
  check_opencl(status, fmt::format("a buffer of {} bytes", bytes));
}

void OpenclBuffer::write(const OpenclDevice& device, const void* data, std::size_t bytes) {
  reserve(device, bytes);
  if (bytes == 0) return;
  check_opencl(clEnqueueWriteBuffer(device.queue(), get(), CL_TRUE, 0, bytes, data, 0, nullptr, nullptr),
               "clEnqueueWriteBuffer");
}

void OpenclBuffer::copy(const OpenclDevice& device, const OpenclBuffer& from, std::size_t bytes) {
  reserve(device, bytes);
  check_opencl(clEnqueueCopyBuffer(device.queue(), from.get(), get(), 0, 0, bytes, 0, nullptr, nullptr),
               "clEnqueueCopyBuffer");
}

void OpenclBuffer::read(const OpenclDevice& device, void* data, std::size_t bytes, std::size_t offset) const {
  if (bytes == 0) return;
  check_opencl(clEnqueueReadBuffer(device.queue(), get(), CL_TRUE, offset, bytes, data, 0, nullptr, nullptr),
               "clEnqueueReadBuffer");
}

OpenclProgram::OpenclProgram(const OpenclDevice& device, const std::string& source,
                             const std::string& options) {
  const char* text = source.c_str();
  cl_int status = CL_SUCCESS;
  program_ = OpenclHandle<cl_program, clReleaseProgram>(
      clCreateProgramWithSource(device.context(), 1, &text, nullptr, &status));
  check_opencl(status, "clCreateProgramWithSource");
  const cl_device_id id = device.id();
  const std::string all = device.build_options() + options;
  if (clBuildProgram(program_.get(), 1, &id, all.c_str(), nullptr, nullptr) != CL_SUCCESS)
    throw InputError(fmt::format("OpenCL, {}", device.description()), "kernels that compile",
                     fmt::format(", got {}", quoted(build_log(program_.get(), id))));
}

cl_kernel OpenclProgram::kernel(const std::string& name) {
  for (const Named& known : kernels_) {
    if (known.name == name) return known.kernel.get();
  }
  cl_int status = CL_SUCCESS;
  OpenclHandle<cl_kernel, clReleaseKernel> kernel(clCreateKernel(program_.get(), name.c_str(), &status));
  check_opencl(status, "kernel " + name);
  kernels_.push_back({name, std::move(kernel)});
  return kernels_.back().kernel.get();
}

OpenclDevice::OpenclDevice(const std::string& name) {
  const auto found = find_device(name);
  if (!found && lacks_cache_of_pocl(name))
    throw InputError("OpenCL", "a folder that PoCL can write its cache to",
                     ", found none; POCL_CACHE_DIR names one");
  if (!found)
    throw InputError(
        "OpenCL", fmt::format("a device {}", name == "any" ? "gpu or pocl" : name),
        fmt::format(", found none{}",
                    name == "gpu" ? "" : "; Debian's package pocl-opencl-icd has one that needs no GPU"));
  id_ = found->id;
  platform_ = found->platform;
  take_arithmetic();
  cl_int status = CL_SUCCESS;
  context_ = OpenclHandle<cl_context, clReleaseContext>(
      clCreateContext(nullptr, 1, &id_, nullptr, nullptr, &status));
  check_opencl(status, "clCreateContext");
  queue_ = OpenclHandle<cl_command_queue, clReleaseCommandQueue>(
      clCreateCommandQueue(context_.get(), id_, 0, &status));
  check_opencl(status, "clCreateCommandQueue");
}

std::string OpenclDevice::text(cl_device_info what) const {
  std::size_t size = 0;
  check_opencl(clGetDeviceInfo(id_, what, 0, nullptr, &size), "clGetDeviceInfo");
  std::string value(size, '\0');
  check_opencl(clGetDeviceInfo(id_, what, size, value.data(), nullptr), "clGetDeviceInfo");
  value.resize(std::min(value.size(), value.find('\0')));
  return value;
}

// The filter's bounds want rounding to nearest, infinities and subnormals; the document's test fused operations.
void OpenclDevice::take_arithmetic() {
  cl_device_fp_config config = 0;
  check_opencl(clGetDeviceInfo(id_, CL_DEVICE_SINGLE_FP_CONFIG, sizeof config, &config, nullptr),
               "clGetDeviceInfo");
  const cl_device_fp_config wanted = CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST | CL_FP_FMA;
  if ((config & wanted) != wanted && platform_ != kOclgrind)
    throw InputError(fmt::format("OpenCL, {}", description()),
                     "subnormals, infinities, rounding to nearest and fma in float32",
                     ", got a device that lacks one of them");
  divides_exactly_ = (config & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
}

bool OpenclDevice::has_float64() const {
  cl_device_fp_config config = 0;
  check_opencl(clGetDeviceInfo(id_, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof config, &config, nullptr),
               "clGetDeviceInfo");
  return config != 0;
}

std::string OpenclDevice::description() const {
  return fmt::format("{} ({}, {})", text(CL_DEVICE_NAME), platform_, text(CL_DEVICE_VERSION));
}

std::string OpenclDevice::build_options() const {
  return divides_exactly_ ? "-cl-std=CL1.2 -cl-fp32-correctly-rounded-divide-sqrt " : "-cl-std=CL1.2 ";
}

void OpenclDevice::launch(cl_kernel kernel, const std::vector<std::size_t>& global,
                          const std::vector<std::size_t>& local) const {
  check_opencl(
      clEnqueueNDRangeKernel(queue(), kernel, static_cast<cl_uint>(global.size()), nullptr, global.data(),
                             local.empty() ? nullptr : local.data(), 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
  check_opencl(clFinish(queue()), "clFinish");
}

}  // namespace collisionchip
