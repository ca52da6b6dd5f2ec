// Worker processes, forked from this one, that each answer one request at a time. They share the data that the parent has
// built before the first submit(), copy-on-write; only the worker itself sees its changes.
//
// A worker that dies is replaced. Its request is tried once more, because the cause may lie outside the request (out
// of memory, a kill). After a second failure the request counts as failed, with the reason.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

namespace collisionchip {

// The most workers that --jobs may ask for.
constexpr unsigned kMostWorkers = 4096;

class WorkerPool {
 public:
  // Runs in the worker. An exception counts as a failure.
  using Work = std::function<std::string(const std::string& request)>;

  struct Outcome {
    std::uint64_t id = 0;
    bool answered = false;
    std::string text;  // the answer, or why there is none
    int status = 0;    // if there is none: the exit status of the worker's exception
  };

  // `timeout_seconds` is for one request; 0: no limit.
  WorkerPool(int workers, Work work, double timeout_seconds);
  // Ends the workers at once, whatever they are doing.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Each worker has one request that runs and one that waits, so that no worker waits for the parent.
  bool has_room() const { return waiting_.size() < workers_.size(); }
  bool idle() const { return waiting_.empty() && running() == 0; }
  // Requests and answers of up to 64 KiB.
  void submit(std::uint64_t id, std::string request);
  // Waits for an outcome, at most `milliseconds`. A signal ends the wait early.
  std::vector<Outcome> wait(int milliseconds);

 private:
  using Clock = std::chrono::steady_clock;
  struct Request {
    std::uint64_t id = 0;
    std::string text;
    bool again = false;  // a worker died during this request
  };
  struct Worker {
    pid_t process = -1;
    int socket = -1;
    bool busy = false;
    Request request;
    Clock::time_point deadline;
  };

  std::size_t running() const;
  void hand_out();
  bool start(Worker& worker);
  [[noreturn]] void serve(int socket, pid_t parent);
  void receive(Worker& worker, std::vector<Outcome>& outcomes);
  void bury(Worker& worker, std::vector<Outcome>& outcomes);
  void expire(std::vector<Outcome>& outcomes);
  static int end(Worker& worker, std::chrono::milliseconds patience);

  const Work work_;
  const double timeout_seconds_;
  std::vector<Worker> workers_;
  std::deque<Request> waiting_;
};

}  // namespace collisionchip
