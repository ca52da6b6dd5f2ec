// The model version of a result.
#pragma once

#include <string>

namespace collisionchip {

// Names the model that produced a result: the release and a digest of the sources that decide about results.
std::string model_version();

}  // namespace collisionchip
