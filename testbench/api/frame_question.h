// A frame of a scene as engines are asked about it. Private to the library.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "collisionchip/testbench/api/engine_data.h"
#include "collisionchip/testbench/api/scene.h"
#include "collisionchip/testbench/api/throw_errors.h"
#include "collisionchip/testbench/engines/chip_engine.h"

namespace collisionchip::api {

struct FrameQuestion {
  const std::vector<Shape>& shapes;
  const std::vector<ImageQuery>& queries;  // each about two of the shapes, by their places
  const SceneRequest& request;
  const BatchOptions& options;
  const std::function<std::string(std::size_t query)>& names;  // names of a query's two parts, for messages

  // Whether the request ends after this result.
  bool stops_at(const CollideResult& result) const { return request.any && result.is_collision(); }
  Question about(std::size_t query) const {
    return {shapes[queries[query].a], shapes[queries[query].b], request};
  }
};

struct FrameAnswers {
  std::vector<CollideResult> results;  // one of each query, up to where the request ends
  SceneCost cost;                      // only the costs that are no sums over the queries
};

// Many frames.
struct FrameBatch {
  using Answerer = std::function<FrameAnswers(const FrameQuestion& question)>;
  // The result of the frame with this number; the answerer answers its queries. One thread uses an asker. Consecutive numbers are fastest.
  using Asker =
      std::function<SceneResult(std::size_t number, const BatchOptions& options, const Answerer& answer)>;

  std::size_t count;
  const std::vector<Shape>& shapes;  // shapes of all frames
  const SceneRequest& request;
  const BatchOptions& options;
  std::function<Asker()> asker;  // makes an asker
};

// The result of `work`, which is about a query; an Error names the parts.
template <typename Work>
auto with_names(const FrameQuestion& question, std::size_t query, const Work& work) {
  try {
    return with_errors(work);
  } catch (const Error& error) {
    if (error.kind() == Error::Kind::interrupted) throw;
    throw Error(error.kind(), question.names(query) + ": " + error.what(), error.file(), error.place(),
                error.expectation());
  }
}

// The answers of a chip that has all shapes in its memory. `result_of` makes the result from an answer and the seconds it took.
FrameAnswers ask_chip(
    ChipEngine& machine, const BoardImage& image, const ChipConfig& config, const FrameQuestion& question,
    const std::function<CollideResult(std::size_t query, Answer, double seconds)>& result_of);

}  // namespace collisionchip::api
