#include "collisionchip/traces/file/sqlite.h"

#include <cerrno>
#include <cstring>

#include "collisionchip/reference/text/utf8_text.h"

namespace collisionchip {

namespace {

// SQLite takes a full disk for no error of the system's, and forgets the number of others when it rolls back.
SqliteError error_of(sqlite3* database, int code) {
  const int last = errno, told = sqlite3_system_errno(database);
  const int reason = (code & 0xff) == SQLITE_FULL ? ENOSPC : told != 0 ? told : last;
  const bool is_of_the_system =
      (code & 0xff) == SQLITE_FULL || (code & 0xff) == SQLITE_IOERR || (code & 0xff) == SQLITE_CANTOPEN;
  const std::string what = sqlite3_errmsg(database);
  return {code, is_of_the_system && reason != 0 ? what + ": " + std::strerror(reason) : what};
}

}  // namespace

SqliteDatabase::SqliteDatabase(const std::string& path, int flags) {
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK && database == nullptr) throw SqliteError(code, "out of memory");
  if (code != SQLITE_OK) throw error_of(database, code);
}

void SqliteDatabase::execute(const std::string& sql) {
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) throw error_of(database_.get(), code);
}

SqliteStatement SqliteDatabase::prepare(const std::string& sql) const {
  return {database_.get(), sql};
}

std::int64_t SqliteDatabase::integer(const std::string& sql) const {
  SqliteStatement statement = prepare(sql);
  if (!statement.step()) throw SqliteError(SQLITE_DONE, "no row");
  return statement.integer(0);
}

std::string SqliteDatabase::text(const std::string& sql) const {
  SqliteStatement statement = prepare(sql);
  if (!statement.step()) throw SqliteError(SQLITE_DONE, "no row");
  return std::string(statement.text(0));
}

void SqliteDatabase::close() {
  const int code = sqlite3_close(database_.get());
  if (code != SQLITE_OK) throw error_of(database_.get(), code);
  static_cast<void>(database_.release());
}

SqliteStatement::SqliteStatement(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(database, sql.c_str(), static_cast<int>(sql.size()), &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) throw error_of(database, code);
}

void SqliteStatement::check(int code) const {
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE) {
    throw error_of(sqlite3_db_handle(statement_.get()), code);
  }
}

void SqliteStatement::bind(int parameter, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), parameter + 1, value));
}

void SqliteStatement::bind_real(int parameter, double value) {
  check(sqlite3_bind_double(statement_.get(), parameter + 1, value));
}

void SqliteStatement::bind_null(int parameter) {
  check(sqlite3_bind_null(statement_.get(), parameter + 1));
}

void SqliteStatement::bind(int parameter, std::string_view text) {
  if (!is_utf8(text)) {  // a file's name, say: SQLite would store it, and other programs could not read it
    const std::string replaced = utf8_text(text);
    check(sqlite3_bind_text64(statement_.get(), parameter + 1, replaced.data(), replaced.size(),
                              SQLITE_TRANSIENT, SQLITE_UTF8));
    return;
  }
  check(sqlite3_bind_text64(statement_.get(), parameter + 1, text.data(), text.size(), SQLITE_STATIC,
                            SQLITE_UTF8));
}

bool SqliteStatement::step() {
  const int code = sqlite3_step(statement_.get());
  check(code);
  return code == SQLITE_ROW;
}

void SqliteStatement::reset() {
  sqlite3_reset(statement_.get());
}

void SqliteStatement::run() {
  step();
  reset();
}

bool SqliteStatement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

bool SqliteStatement::is_integer(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_INTEGER;
}

bool SqliteStatement::is_text(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_TEXT;
}

std::int64_t SqliteStatement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

std::string_view SqliteStatement::text(int column) const {
  const unsigned char* text = sqlite3_column_text(statement_.get(), column);
  if (text == nullptr) return {};
  return {reinterpret_cast<const char*>(text),
          static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column))};
}

}  // namespace collisionchip
