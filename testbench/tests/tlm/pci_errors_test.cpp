// The PCI Interface refuses: one TLM error response per
// kind of bad access, and a refused access changes nothing.
#include "collisionchip/testbench/tests/tlm/pci_bench.h"
#include "collisionchip/tlm/units/triangle_unit/triangle_unit.h"

namespace collisionchip {
namespace {

using namespace testing_support;
using namespace registers;

using tlm::TLM_ADDRESS_ERROR_RESPONSE;
using tlm::TLM_BURST_ERROR_RESPONSE;
using tlm::TLM_COMMAND_ERROR_RESPONSE;
using tlm::TLM_GENERIC_ERROR_RESPONSE;
using tlm::TLM_OK_RESPONSE;

tlm::tlm_response_status read_at(PciBench& bench, std::uint64_t address, std::size_t words = 1) {
  std::vector<std::uint32_t> data(words);
  return bench.read(address, data);
}

TEST(PciErrors, AddressesOutsideTheMap) {
  PciBench bench;
  for (const std::uint64_t address :
       {kLastRegister + 4, std::uint64_t{0x3fc}, kFifoEnd, std::uint64_t{0x3000'0000}}) {
    EXPECT_EQ(read_at(bench, address), TLM_ADDRESS_ERROR_RESPONSE) << std::hex << address;
    EXPECT_EQ(bench.write(address, {0}), TLM_ADDRESS_ERROR_RESPONSE) << std::hex << address;
  }
  EXPECT_EQ(read_at(bench, kLastRegister, 2), TLM_ADDRESS_ERROR_RESPONSE) << "runs over the end";
  EXPECT_EQ(read_at(bench, kFifoEnd - 8, 4), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(kMmm + 4 * 5 * 24, {0}), TLM_ADDRESS_ERROR_RESPONSE) << "behind the last row";
  EXPECT_EQ(bench.write(kMmm, std::vector<std::uint32_t>(5 * 24 + 1)), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(kFrameMatrices, std::vector<std::uint32_t>(kFrameMatrixWords + 1)),
            TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(read_at(bench, kSdramWindow + bench.memory.storage.size()), TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(0, std::vector<std::uint32_t>(100000)), TLM_ADDRESS_ERROR_RESPONSE);
  bench.elapse(10);
  EXPECT_TRUE(bench.mmm.taken().empty());
  EXPECT_TRUE(bench.frames.taken().empty());
}

TEST(PciErrors, WrongDirection) {
  PciBench bench;
  for (const std::uint64_t address :
       {kIdentity, kStatus, kFifoLevel, kCyclesLow, kCyclesHigh, kErrorAddress, kFifo}) {
    EXPECT_EQ(bench.write(address, {0, 0}), TLM_COMMAND_ERROR_RESPONSE) << std::hex << address;
  }
  EXPECT_EQ(read_at(bench, kMmm), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(read_at(bench, kFrameMatrices), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.value(kIdentity), kIdentityValue);
}

TEST(PciErrors, ATransferThatIsNeitherReadNorWriteDoesNothing) {
  PciBench bench;
  std::uint32_t word = 0xffff'ffff;
  for (const std::uint64_t address : {kControl, kTumbledRoot, kMmm, kFifo, kSdramWindow}) {
    EXPECT_NE(bench.transfer(tlm::TLM_IGNORE_COMMAND, address, &word, 4), TLM_OK_RESPONSE);
  }
  EXPECT_EQ(bench.value(kControl), 0u);
  EXPECT_EQ(bench.value(kTumbledRoot), 0u);
  EXPECT_TRUE(bench.resets.empty());
}

TEST(PciErrors, WordsOnly) {
  PciBench bench;
  std::uint32_t words[2] = {};
  EXPECT_EQ(bench.transfer(tlm::TLM_READ_COMMAND, kStatus + 1, words, 4), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(bench.transfer(tlm::TLM_READ_COMMAND, kStatus, words, 3), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(bench.transfer(tlm::TLM_READ_COMMAND, kStatus, words, 0), TLM_BURST_ERROR_RESPONSE);
  EXPECT_EQ(bench.transfer(tlm::TLM_WRITE_COMMAND, kSdramWindow + 2, words, 4), TLM_BURST_ERROR_RESPONSE);
  tlm::tlm_generic_payload payload;
  payload.set_command(tlm::TLM_READ_COMMAND);
  payload.set_address(kStatus);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(words));
  payload.set_data_length(8);
  payload.set_streaming_width(4);
  bench.host.socket->b_transport(payload, bench.delay);
  EXPECT_EQ(payload.get_response_status(), TLM_BURST_ERROR_RESPONSE);
  unsigned char enable[4] = {0xff, 0xff, 0xff, 0xff};
  payload.set_streaming_width(8);
  payload.set_byte_enable_ptr(enable);
  payload.set_byte_enable_length(4);
  bench.host.socket->b_transport(payload, bench.delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
}

TEST(PciErrors, TheFifoGivesNoMoreThanItHolds) {
  PciBench bench;
  bench.start_query();
  EXPECT_EQ(read_at(bench, kFifo, 2), TLM_GENERIC_ERROR_RESPONSE);
  bench.findings.add(bench.now() + 1, {Finding::Kind::hit, 1, 2, {}});
  bench.elapse(10);
  EXPECT_EQ(read_at(bench, kFifo, 4), TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(read_at(bench, kFifo, 1), TLM_BURST_ERROR_RESPONSE) << "half an entry";
  EXPECT_EQ(read_at(bench, kFifo + 4, 2), TLM_BURST_ERROR_RESPONSE) << "two halves";
  EXPECT_EQ(bench.value(kFifoLevel), 1u) << "nothing was taken";
  EXPECT_EQ(read_at(bench, kFifo, 2), TLM_OK_RESPONSE);
}

TEST(PciErrors, AStartNeedsBothRoots) {
  for (const bool tumbled : {false, true}) {
    PciBench bench;
    bench.write(tumbled ? kTumbledRoot : kAlignedRoot, {0x1203});
    bench.write(tumbled ? kAlignedRoot : kTumbledRoot, {0x1200});  // no valid member
    EXPECT_EQ(bench.write(kControl, {kStart}), TLM_COMMAND_ERROR_RESPONSE);
    bench.elapse(10);
    EXPECT_TRUE(bench.starts.taken().empty());
    EXPECT_EQ(bench.value(kStatus), 0u);
  }
}

TEST(PciErrors, WhileAQueryRunsNothingItDependsOnCanChange) {
  PciBench bench;
  bench.start_query(kEnableDone | kFirstWitness);
  EXPECT_EQ(bench.write(kTumbledRoot, {0x9903}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(kAlignedRoot, {0x9903}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(kMmm, {1}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(kFrameMatrices, {1}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.write(kControl, {kStart}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.value(kControl), kEnableDone | kFirstWitness) << "a refused start changes nothing";
  bench.elapse(10);
  EXPECT_EQ(bench.value(kTumbledRoot), 0x1203u);
  EXPECT_EQ(bench.starts.taken().size(), 1u);
  EXPECT_TRUE(bench.mmm.taken().empty());
  EXPECT_EQ(bench.write(kControl, {kEnableDone | kEnableFifo}), TLM_OK_RESPONSE)
      << "interrupts can be changed";
  EXPECT_EQ(bench.write(kSdramWindow + 0x100, {1}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(read_at(bench, kSdramWindow + 0x100), TLM_OK_RESPONSE) << "looking is allowed";
  EXPECT_EQ(bench.memory.storage[0x100], 0u);
  bench.dones.add(bench.now() + 10, {});
  bench.elapse(100);
  EXPECT_EQ(bench.write(kSdramWindow + 0x100, {1}), TLM_OK_RESPONSE) << "the query is over";
  EXPECT_EQ(bench.memory.storage[0x100], 1u);
}

TEST(PciErrors, AResetIsAlwaysAllowedAndForgetsTheQuery) {
  PciBench bench;
  bench.start_query();
  bench.dones.add(bench.now() + 500, {});
  bench.elapse(100);
  EXPECT_EQ(bench.write(kControl, {kReset | kStart}), TLM_OK_RESPONSE);
  EXPECT_EQ(bench.resets.size(), 1u);
  EXPECT_EQ(bench.value(kStatus), 0u);
  EXPECT_EQ(bench.value(kControl), 0u);
  EXPECT_EQ(bench.value(kTumbledRoot), 0u);
  EXPECT_EQ(bench.value(kCyclesLow), 0u);
  bench.elapse();
  bench.start_query();
  EXPECT_EQ(bench.value(kStatus), kBusy);
}

TEST(PciErrors, AQueryThatWasNotResetCannotBeFollowedByAnother) {
  PciBench bench;
  bench.start_query();
  bench.dones.add(bench.now() + 10, {});
  bench.elapse(100);
  EXPECT_EQ(bench.value(kStatus), kDone);
  EXPECT_EQ(bench.write(kControl, {kStart}), TLM_COMMAND_ERROR_RESPONSE);
  EXPECT_EQ(bench.value(kStatus), kDone);
}

}  // namespace
}  // namespace collisionchip
