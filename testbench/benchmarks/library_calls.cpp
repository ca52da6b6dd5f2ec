// What a call of the library takes in C++, for library_benchmark.py: microseconds of the processor, the mean of many.
//
//     library_calls A B CALLS tx ty tz qw qx qy qz first|all
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>

#include "collisionchip/api.h"

int main(int argc, char** argv) {
  using namespace collisionchip::api;
  if (argc != 12) return 2;
  const Shape a = Shape::load(argv[1]), b = Shape::load(argv[2]);
  const long calls = std::atol(argv[3]);
  std::array<double, 7> numbers{};
  for (std::size_t i = 0; i < 7; ++i) numbers[i] = std::atof(argv[4 + i]);
  const CollideRequest request =
      std::string(argv[11]) == "first" ? CollideRequest::first() : CollideRequest::all();
  const Engine engine = Engine::reference();
  std::size_t pairs = engine.collide(a, b, pose_from_quaternion(numbers), request).pairs.size();
  const std::clock_t start = std::clock();
  for (long call = 0; call < calls; ++call)
    pairs += engine.collide(a, b, pose_from_quaternion(numbers), request).pairs.size();
  const double time = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::printf("%.3f %zu\n", time / static_cast<double>(calls), pairs);
}
