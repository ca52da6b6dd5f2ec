// A board of one's own around the chip: a memory that knows nothing of it but TLM-2.0, and a host in a SystemC thread
// that asks it by the driver. Prints the pairs, the cycles, and whether the reference finds the same.
#include <cstdio>
#include <cstring>
#include <vector>

#include <tlm_utils/simple_target_socket.h>
#include <systemc>
#include <tlm>

#include <collisionchip/reference/procedural/procedural_mesh.h>
#include <collisionchip/reference/traverse/query.h>
#include <collisionchip/testbench/host/driver.h>
#include <collisionchip/tlm/chip/chip.h>
#include <collisionchip/tlm/chip/chip_netlist.h>
#include <collisionchip/tlm/machine/chip_config.h>

namespace {

using namespace collisionchip;

// Every access takes the same time. The socket's adapter turns the chip's non-blocking requests into these calls.
class PlainMemory : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<PlainMemory> socket;

  PlainMemory(const sc_core::sc_module_name& name, std::size_t bytes, const sc_core::sc_time& access)
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

  std::vector<unsigned char> bytes_;
  sc_core::sc_time access_;
};

class Host : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(Host);
  bool as_the_reference = false;

  Host(const sc_core::sc_module_name& name, Driver& driver, const Chip& chip, const CollisionObject& a,
       const CollisionObject& b)
      : sc_module(name), driver_(driver), chip_(chip), a_(a), b_(b) {
    SC_THREAD(run);
  }

 private:
  void run() {
    driver_.upload(a_, b_);
    const Pose pose = pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
    const HostAnswer answer = driver_.query(pose);
    const QueryResult expected = list_traversal(a_, b_, pose, query_options(ChipConfig{}));
    as_the_reference = answer.pairs == expected.pairs;
    std::printf("%zu pairs in %llu chip cycles, %s\n", answer.pairs.size(),
                static_cast<unsigned long long>(chip_.query_cycles()),
                as_the_reference ? "as the reference finds them" : "not those of the reference");
    sc_core::sc_stop();
  }

  Driver& driver_;
  const Chip& chip_;
  const CollisionObject &a_, &b_;
};

}  // namespace

int sc_main(int, char**) {
  const ChipConfig config;  // preset paper41
  const CollisionObject gear = CollisionObject::build(make_procedural_mesh("gear", 2000));
  const CollisionObject knot = CollisionObject::build(make_procedural_mesh("torus-knot", 2000));
  Chip chip("chip", config, chip_netlist(config));
  PlainMemory memory("memory", std::size_t{64} << 20, sc_core::sc_time(60, sc_core::SC_NS));
  Driver driver("driver", config);
  sc_core::sc_signal<bool> interrupt;
  chip.memory().bind(memory.socket);
  driver.socket.bind(chip.host());
  chip.interrupt().bind(interrupt);
  driver.interrupt.bind(interrupt);
  Host host("host", driver, chip, gear, knot);
  sc_core::sc_start();
  return host.as_the_reference ? 0 : 1;
}
