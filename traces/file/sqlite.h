// SQLite's C interface with owners and exceptions: what fails throws SqliteError with SQLite's own words, and the system's
// reason if there is one.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sqlite3.h>

namespace collisionchip {

struct SqliteError : std::runtime_error {
  SqliteError(int code_, const std::string& what) : std::runtime_error(what), code(code_) {}
  int code;
};

class SqliteStatement;

class SqliteDatabase {
 public:
  // Flags as sqlite3_open_v2.
  SqliteDatabase(const std::string& path, int flags);

  void execute(const std::string& sql);
  SqliteStatement prepare(const std::string& sql) const;
  // The first column of the first row; SqliteError if there is no row.
  std::int64_t integer(const std::string& sql) const;
  std::string text(const std::string& sql) const;
  // Reports errors; the destructor does not.
  void close();

 private:
  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
  };
  std::unique_ptr<sqlite3, Close> database_;
};

// Columns and parameters are numbered from 0. Texts are valid until the next step.
class SqliteStatement {
 public:
  SqliteStatement(sqlite3* database, const std::string& sql);

  void bind(int parameter, std::int64_t value);
  void bind_real(int parameter, double value);
  void bind_null(int parameter);
  // The text must live until the statement is reset.
  void bind(int parameter, std::string_view text);

  // True if there is a row.
  bool step();
  void reset();
  // For statements without rows: step and reset.
  void run();

  void finalize() { statement_.reset(); }  // before its database is closed

  bool is_null(int column) const;
  bool is_integer(int column) const;  // not a real, a text or nothing that SQLite would turn into one
  bool is_text(int column) const;
  std::int64_t integer(int column) const;
  std::string_view text(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  void check(int code) const;

  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

}  // namespace collisionchip
