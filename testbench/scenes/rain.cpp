#include "collisionchip/testbench/scenes/rain.h"

#include <cmath>

#include <fmt/format.h>

#include "collisionchip/reference/arithmetic/split_mix64.h"

namespace collisionchip {

namespace {

// Five kinds, as machine parts are: closed ones, and a soup that the seed varies.
constexpr const char* kParts[] = {"bolt", "gear", "coil-spring", "torus-knot", "finned-casting"};

ObjectSource part(const Rain& rain, std::uint32_t shape) {
  ObjectSource source;
  source.kind = kParts[shape % std::size(kParts)];
  source.triangles = rain.triangles;
  source.seed = rain.seed + shape / std::size(kParts);
  return source;
}

std::array<double, 3> random_triple(SplitMix64& random, double most) {
  std::array<double, 3> numbers{};
  for (double& number : numbers) number = random.uniform(-most, most);
  return numbers;
}

// A rotation of any direction: a quaternion drawn from the ball, where it is not too short to have a direction.
std::array<double, 4> random_quaternion(SplitMix64& random) {
  for (;;) {
    std::array<double, 4> q{};
    double square = 0;
    for (double& number : q) {
      number = random.uniform(-1, 1);
      square += number * number;
    }
    if (square > 0.01 && square <= 1) return q;
  }
}

}  // namespace

Rain read_rain(TomlTable& table) {
  Rain rain;
  rain.objects = static_cast<std::uint32_t>(table.number("objects", 2, kMostSceneObjects, rain.objects));
  rain.shapes = static_cast<std::uint32_t>(table.number("shapes", 1, kMostSceneObjects, rain.shapes));
  rain.triangles = static_cast<std::uint32_t>(table.number("triangles", 4, 1'000'000, rain.triangles));
  rain.seed = table.number("seed", 0, std::uint64_t{1} << 62, rain.seed);
  rain.spacing = table.real("spacing", 0.01, 1000, rain.spacing);
  rain.speed = table.real("speed", 0, 1000, rain.speed);
  rain.spin = table.real("spin", 0, 3, rain.spin);
  return rain;
}

std::vector<SceneObject> make_rain(const Rain& rain) {
  SplitMix64 random(rain.seed);
  const double walls = 0.5 * rain.spacing * std::cbrt(rain.objects);
  std::vector<SceneObject> objects;
  for (std::uint32_t i = 0; i < rain.objects; ++i) {
    SceneObject object;
    object.name = fmt::format("part-{}", i);
    object.source = part(rain, i % rain.shapes);
    const std::array<double, 3> at = random_triple(random, walls);
    const std::array<double, 4> q = random_quaternion(random);
    object.path.motion.start = double_pose_from_quaternion({at[0], at[1], at[2], q[0], q[1], q[2], q[3]});
    object.path.motion.velocity = random_triple(random, rain.speed);
    object.path.motion.angular_velocity = random_triple(random, rain.spin);
    object.path.motion.walls = walls;
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace collisionchip
