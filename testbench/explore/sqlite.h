// SQLite with exceptions: a database, and statements that are prepared once and run many times.
#pragma once

#include <cstdint>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace collisionchip {

class Statement;

class Database {
 public:
  enum class Mode {
    write,  // makes the file if need be
    read,   // a file that nobody writes: no locks, so it may lie on any file system
  };
  // InputError when that fails, also later, with the file's name: the disk is full, another program holds it,
  // it is no database.
  Database(std::string path, Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const std::string& sql);
  const std::string& path() const { return path_; }

 private:
  friend class Statement;
  [[noreturn]] void fail(const std::string& doing) const;

  std::string path_;
  sqlite3* handle_ = nullptr;
};

// bind 1, 2, ...; step() while it is true and read columns 0, 1, ...; reset() before the next use.
class Statement {
 public:
  Statement(Database& database, const std::string& sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  // Text must live until reset().
  void bind(int index, const std::string& text);
  void bind(int index, std::uint64_t number);
  void bind(int index, double number);
  void bind_null(int index);

  bool step();
  void reset();
  // For a statement without rows.
  void run() {
    step();
    reset();
  }

  std::string text(int column) const;
  std::uint64_t number(int column) const;
  bool is_null(int column) const;

 private:
  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

// A name as SQL takes it: "sdram.t_rp" in double quotes.
std::string quoted(const std::string& name);

}  // namespace collisionchip
