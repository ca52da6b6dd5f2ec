// Two shapes, a pose, the triangles that meet: by software, and by a chip of today.
//
//     five_lines [A B]
#include <cstdio>

#include <collisionchip/api.h>

int main(int argc, char** argv) {
  using namespace collisionchip::api;
  try {
    const Shape a = argc > 2 ? Shape::load(argv[1]) : Shape::make("gear", 2000);
    const Shape b = argc > 2 ? Shape::load(argv[2]) : Shape::make("torus-knot", 2000);
    const Pose pose = pose_from_quaternion({0.35, 0.1, 0.05, 0.9, 0.3, 0.2, 0.1});
    const CollideResult all = collide(a, b, pose), first = collide(a, b, pose, CollideRequest::first());
    const CollideResult chip = Engine::chip("today").collide(a, b, pose);
    std::printf("%zu pairs", all.pairs.size());
    if (first.is_collision()) std::printf(", one of them %u %u", first.pairs[0].a, first.pairs[0].b);
    std::printf("; the chip %s, in %llu ns\n", chip.pairs == all.pairs ? "agrees" : "does not agree",
                static_cast<unsigned long long>(chip.cost.total_ns));
  } catch (const Error& error) {
    std::fprintf(stderr, "five_lines: %s\n", error.what());
    return static_cast<int>(error.kind());
  }
}
