#include "collisionchip/reference/text/input_error.h"

#include "collisionchip/reference/text/text_scanner.h"

namespace collisionchip {

namespace {

Place named(std::string name, const std::string& file) {
  Place place(std::move(name));
  place.file = file;
  return place;
}

}  // namespace

Place Place::in(const std::string& path) {
  return named(printable_path(path), path);
}

Place Place::in(const std::string& path, std::uint64_t line) {
  return named(printable_path(path) + ":" + std::to_string(line), path);
}

Place Place::part(const std::string& member) const {
  return named(name + ": " + member, file);
}

InputError::InputError(Place place, std::string expectation, const std::string& rest)
    : std::runtime_error(place.name + ": expected " + expectation + rest),
      place_(std::move(place)),
      expectation_(std::move(expectation)) {}

InputError InputError::at(Place place, const std::string& sentence) {
  InputError error(place.name + ": " + sentence);
  error.place_ = std::move(place);
  return error;
}

}  // namespace collisionchip
