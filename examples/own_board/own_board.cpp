// A board of your own around a chip. Its memories use only TLM-2.0. Its host is a SystemC thread that asks the chip with the driver. Prints
// the pairs, the cycles, and whether exact arithmetic finds the same pairs.
//
//     own_board [PRESET|FILE.toml]
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <collisionchip/reference/procedural/procedural_mesh.h>
#include <collisionchip/reference/traverse/exact_pairs.h>
#include <collisionchip/testbench/host/chip_object.h>
#include <collisionchip/testbench/host/driver.h>
#include <collisionchip/tlm/chip/chip.h>
#include <collisionchip/tlm/chip/chip_netlist.h>
#include <collisionchip/tlm/config/config_file.h>
#include <collisionchip/tlm/machine/netlist.h>

namespace {

using namespace collisionchip;

// Every access takes the same time. The socket's adapter turns the chip's non-blocking requests into these calls. All channels see
// the same bytes, at the same addresses.
class PlainMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<PlainMemory> socket;

  PlainMemory(const sc_core::sc_module_name& name, std::vector<unsigned char>& bytes,
              const sc_core::sc_time& access)
      : sc_module(name), socket("socket"), bytes_(bytes), access_(access) {
    socket.register_b_transport(this, &PlainMemory::b_transport);
    socket.register_transport_dbg(this, &PlainMemory::transport_dbg);
  }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    wait(delay + access_);
    delay = sc_core::SC_ZERO_TIME;
    transport_dbg(payload);
  }

  unsigned transport_dbg(tlm::tlm_generic_payload& payload) {
    const auto address = static_cast<std::size_t>(payload.get_address());
    const std::size_t length = payload.get_data_length();
    if (address + length > bytes_.size()) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return 0;
    }
    unsigned char* const here = bytes_.data() + address;
    if (payload.is_write()) std::memcpy(here, payload.get_data_ptr(), length);
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), here, length);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return static_cast<unsigned>(length);
  }

  std::vector<unsigned char>& bytes_;
  sc_core::sc_time access_;
};

class Host : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Host);
  bool is_exact = false;
  std::exception_ptr failure;  // SystemC would make an error of its own of what leaves a thread

  Host(const sc_core::sc_module_name& name, Driver& driver, const Chip& chip, const CollisionObject& a,
       const CollisionObject& b)
      : sc_module(name), driver_(driver), chip_(chip), a_(a), b_(b) {
    SC_THREAD(run);
  }

 private:
  void run() {
    try {
      ask();
    } catch (const std::exception&) {
      failure = std::current_exception();
    }
    sc_core::sc_stop();
  }

  void ask() {
    driver_.upload(a_, b_);
    const Pose pose = pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
    const HostAnswer answer = driver_.query(pose);
    is_exact = answer.pairs == exact_pairs(a_, b_, pose);
    std::printf("%zu pairs in %llu chip cycles, %s\n", answer.pairs.size(),
                static_cast<unsigned long long>(chip_.query_cycles()),
                is_exact ? "as exact arithmetic finds them" : "not those of exact arithmetic");
  }

  Driver& driver_;
  const Chip& chip_;
  const CollisionObject &a_, &b_;
};

bool answers_exactly(const ChipConfig& config) {
  // Trees and records are those of the machine's keys.
  const CollisionObject gear = build_object(make_procedural_mesh("gear", 2000), config);
  const CollisionObject knot = build_object(make_procedural_mesh("torus-knot", 2000), config);
  Chip chip("chip", config, chip_netlist(config));
  Driver driver("driver", config);
  std::vector<unsigned char> bytes(std::size_t{64} << 20);
  std::vector<std::unique_ptr<PlainMemory>> memories;
  for (std::uint32_t channel = 0; channel < config.memory.channels; ++channel) {
    const std::string name = numbered("memory", channel);
    memories.push_back(
        std::make_unique<PlainMemory>(name.c_str(), bytes, sc_core::sc_time(60, sc_core::SC_NS)));
    chip.memory(channel).bind(memories.back()->socket);
  }
  sc_core::sc_signal<bool> interrupt;
  driver.socket.bind(chip.host());
  chip.interrupt().bind(interrupt);
  driver.interrupt.bind(interrupt);
  if (driver.rings() != nullptr) chip.host_memory()->bind(driver.rings()->socket);
  Host host("host", driver, chip, gear, knot);
  sc_core::sc_start();
  if (host.failure) std::rethrow_exception(host.failure);
  return host.is_exact;
}

}  // namespace

int sc_main(int argc, char** argv) {
  try {
    return answers_exactly(load_chip(argc > 1 ? argv[1] : "paper41")) ? 0 : 1;
  } catch (const std::exception& error) {  // SystemC would call it E549
    std::fprintf(stderr, "own_board: %s\n", error.what());
    return 3;
  }
}
