#include "collisionchip/tlm/units/memory_controller/ecc_interface.h"

#include <cstring>

namespace collisionchip {

namespace {

// A memory that leaves the extension alone has no check bits to give: nothing would be checked.
void expect_stored(const CheckBits& check) {
  if (!check.stored)
    SC_REPORT_FATAL("memory_controller", "sdram.ecc = secded: expected a memory that stores check bits");
}

// `words` 64-bit words at `address`, which is a multiple of 8.
tlm::tlm_response_status move(tlm::tlm_command command, std::uint64_t address, unsigned char* data,
                              std::size_t words, const EccInterface::Transfer& transfer) {
  std::vector<std::uint8_t> bits(words);
  CheckBits check;
  check.bits = bits.data();
  tlm::tlm_generic_payload payload;
  payload.set_command(command);
  payload.set_address(address);
  payload.set_data_ptr(data);
  payload.set_data_length(static_cast<unsigned>(words * kEccWordBytes));
  payload.set_streaming_width(payload.get_data_length());
  payload.set_extension(&check);
  const bool write = command == tlm::TLM_WRITE_COMMAND;
  if (write) encode_words(data, words, bits.data());
  tlm::tlm_response_status status = transfer(payload);
  payload.clear_extension(&check);
  if (status != tlm::TLM_OK_RESPONSE) return status;
  expect_stored(check);
  if (!write && correct_words(data, words, bits.data()).uncorrectable > 0) {
    status = tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  return status;
}

}  // namespace

void EccInterface::protect(PayloadPool::Payload& write) {
  encode_words(write.get_data_ptr(), write.get_data_length() / kEccWordBytes, write.check.data());
}

std::optional<std::uint64_t> EccInterface::check(PayloadPool::Payload& read) {
  expect_stored(read.check_bits);
  const Correction found =
      correct_words(read.get_data_ptr(), read.get_data_length() / kEccWordBytes, read.check.data());
  statistics_.corrected_words += found.corrected;
  statistics_.uncorrectable_words += found.uncorrectable;
  if (found.uncorrectable == 0) return std::nullopt;
  return read.get_address() + found.first_uncorrectable * kEccWordBytes;
}

tlm::tlm_response_status EccInterface::access(const tlm::tlm_generic_payload& host,
                                              const Transfer& transfer) {
  const std::uint64_t begin = host.get_address(), end = begin + host.get_data_length();
  const std::uint64_t first = begin / kEccWordBytes, last = (end + kEccWordBytes - 1) / kEccWordBytes;
  std::vector<unsigned char> data((last - first) * kEccWordBytes);
  unsigned char* const part = data.data() + begin % kEccWordBytes;
  if (host.is_read()) {
    const auto status =
        move(tlm::TLM_READ_COMMAND, first * kEccWordBytes, data.data(), last - first, transfer);
    if (status == tlm::TLM_OK_RESPONSE) std::memcpy(host.get_data_ptr(), part, host.get_data_length());
    return status;
  }
  for (const std::uint64_t edge : {begin, end}) {  // the words written in part
    if (edge % kEccWordBytes == 0) continue;
    const std::uint64_t word = edge / kEccWordBytes;
    const auto status = move(tlm::TLM_READ_COMMAND, word * kEccWordBytes,
                             data.data() + (word - first) * kEccWordBytes, 1, transfer);
    if (status != tlm::TLM_OK_RESPONSE) return status;
  }
  std::memcpy(part, host.get_data_ptr(), host.get_data_length());
  return move(tlm::TLM_WRITE_COMMAND, first * kEccWordBytes, data.data(), last - first, transfer);
}

}  // namespace collisionchip
