#include "collisionchip/testbench/api/error.h"

#include <utility>

namespace collisionchip::api {

Error::Error(Kind kind, const std::string& what, std::string file)
    : std::runtime_error(what), kind_(kind), file_(std::move(file)) {
  const std::string expected = "expected ";
  const std::size_t begin = what.find(expected);
  if (begin == std::string::npos) return;
  if (begin >= 2 && what.compare(begin - 2, 2, ": ") == 0) place_ = what.substr(0, begin - 2);
  const std::size_t words = begin + expected.size(), got = what.find(", got ", words);
  expectation_ = what.substr(words, got == std::string::npos ? got : got - words);
}

}  // namespace collisionchip::api
