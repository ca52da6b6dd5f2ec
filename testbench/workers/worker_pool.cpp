#include "collisionchip/testbench/workers/worker_pool.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "collisionchip/testbench/terminal/exit_status.h"

namespace collisionchip {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kLongestMessage = 64 * 1024;
// First byte of an answer; an exception's status follows as a second one.
constexpr char kAnswer = 'a', kException = 'e';

// One message; empty when the other side is gone.
std::string receive_message(int socket) {
  std::string message(kLongestMessage, '\0');
  ssize_t length = 0;
  do {
    length = recv(socket, message.data(), message.size(), 0);
  } while (length < 0 && errno == EINTR);
  message.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  return message;
}

bool send_message(int socket, const std::string& message) {
  ssize_t length = 0;
  do {
    length = send(socket, message.data(), message.size(), MSG_NOSIGNAL);
  } while (length < 0 && errno == EINTR);
  return length == static_cast<ssize_t>(message.size());
}

std::string death(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("worker ended by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status)));
  }
  return fmt::format("worker ended with exit status {}", WEXITSTATUS(status));
}

}  // namespace

WorkerPool::WorkerPool(int workers, Work work, double timeout_seconds)
    : work_(std::move(work)),
      timeout_seconds_(timeout_seconds),
      workers_(static_cast<std::size_t>(workers)) {}

WorkerPool::~WorkerPool() {
  for (Worker& worker : workers_) {
    if (worker.process > 0) end(worker, 0s);
  }
}

std::size_t WorkerPool::running() const {
  return static_cast<std::size_t>(
      std::count_if(workers_.begin(), workers_.end(), [](const Worker& worker) { return worker.busy; }));
}

void WorkerPool::submit(std::uint64_t id, std::string request) {
  waiting_.push_back({id, std::move(request), false});
  hand_out();
}

void WorkerPool::hand_out() {
  for (Worker& worker : workers_) {
    if (waiting_.empty()) return;
    if (worker.busy) continue;
    if (worker.process < 0 && !start(worker)) {
      if (running() > 0) return;  // the others go on; the next round tries again
      throw std::runtime_error(fmt::format("expected to start a worker process: {}", std::strerror(errno)));
    }
    // A worker that died idle shows when it is read from; its request is then tried again.
    send_message(worker.socket, waiting_.front().text);
    worker.request = std::move(waiting_.front());
    worker.busy = true;
    worker.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(timeout_seconds_));
    waiting_.pop_front();
  }
}

bool WorkerPool::start(Worker& worker) {
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0) return false;
  std::fflush(nullptr);
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    // With an open socket here, the other worker would not see the end of the parent.
    for (const Worker& other : workers_) {
      if (other.socket >= 0) close(other.socket);
    }
    close(sockets[0]);
    serve(sockets[1], parent);
  }
  close(sockets[1]);
  if (child < 0) {
    close(sockets[0]);
    return false;
  }
  worker.process = child;
  worker.socket = sockets[0];
  return true;
}

void WorkerPool::serve(int socket, pid_t parent) {
  // The parent decides when to stop: an interrupt at the
  // terminal, or a cluster's notice, reaches all processes.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_IGN);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  for (;;) {
    const std::string request = receive_message(socket);
    if (request.empty()) _exit(0);
    std::string answer;
    try {
      answer = kAnswer + work_(request);
    } catch (const std::exception& error) {
      answer = std::string{kException, static_cast<char>(exit_status_of(error))} +
               complaint_of(error).substr(0, 1000);
    }
    if (!send_message(socket, answer)) _exit(1);
  }
}

std::vector<WorkerPool::Outcome> WorkerPool::wait(int milliseconds) {
  std::vector<Outcome> outcomes;
  std::vector<pollfd> polled;
  std::vector<Worker*> asked;
  auto nearest = std::chrono::milliseconds(milliseconds);
  for (Worker& worker : workers_) {
    if (!worker.busy) continue;
    polled.push_back({worker.socket, POLLIN, 0});
    asked.push_back(&worker);
    if (timeout_seconds_ <= 0) continue;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(worker.deadline - Clock::now());
    nearest = std::max(std::chrono::milliseconds(0), std::min(nearest, left));
  }
  if (poll(polled.data(), polled.size(), static_cast<int>(nearest.count())) > 0) {
    for (std::size_t i = 0; i < polled.size(); ++i) {
      if (polled[i].revents != 0) receive(*asked[i], outcomes);
    }
  }
  expire(outcomes);
  hand_out();
  return outcomes;
}

void WorkerPool::receive(Worker& worker, std::vector<Outcome>& outcomes) {
  std::string message = receive_message(worker.socket);
  if (message.empty()) {
    bury(worker, outcomes);
    return;
  }
  if (message.front() == kAnswer)
    outcomes.push_back({worker.request.id, true, message.substr(1)});
  else
    outcomes.push_back({worker.request.id, false, message.substr(2), message[1]});
  worker.busy = false;
}

void WorkerPool::bury(Worker& worker, std::vector<Outcome>& outcomes) {
  const int status = end(worker, 1s);
  if (worker.request.again) {
    outcomes.push_back({worker.request.id, false, death(status), kExitFault});
  } else {
    worker.request.again = true;
    waiting_.push_front(std::move(worker.request));
  }
}

void WorkerPool::expire(std::vector<Outcome>& outcomes) {
  if (timeout_seconds_ <= 0) return;
  for (Worker& worker : workers_) {
    if (!worker.busy || Clock::now() < worker.deadline) continue;
    end(worker, 0s);
    outcomes.push_back(
        {worker.request.id, false, fmt::format("no answer within {} s", timeout_seconds_), kExitBadInput});
  }
}

// Returns the status that it ended with. A worker whose socket closed by itself is on its way out: it may
// take a moment to say with what status.
int WorkerPool::end(Worker& worker, std::chrono::milliseconds patience) {
  close(worker.socket);
  int status = 0;
  pid_t ended = waitpid(worker.process, &status, WNOHANG);
  for (const auto until = Clock::now() + patience; ended == 0 && Clock::now() < until;) {
    usleep(1000);
    ended = waitpid(worker.process, &status, WNOHANG);
  }
  if (ended == 0) {
    kill(worker.process, SIGKILL);
    while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR) {
    }
  }
  worker.process = -1;
  worker.socket = -1;
  worker.busy = false;
  return status;
}

}  // namespace collisionchip
