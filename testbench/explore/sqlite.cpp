#include "testbench/explore/sqlite.h"

#include <sqlite3.h>

#include <utility>

#include "reference/input_error.h"

namespace collisionchip {

namespace {

// A file name as a URI: what would end it is written in hexadecimal.
std::string uri_of(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) {
    const bool special = c == '%' || c == '?' || c == '#';
    uri += special ? std::string{'%', "0123456789abcdef"[c >> 4], "0123456789abcdef"[c & 15]}
                   : std::string(1, c);
  }
  return uri;
}

}  // namespace

Database::Database(std::string path, Mode mode) : path_(std::move(path)) {
  const bool reads = mode == Mode::read;
  const int flags =
      SQLITE_OPEN_URI | (reads ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  const std::string uri = uri_of(path_) + (reads ? "?immutable=1" : "");
  if (sqlite3_open_v2(uri.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
    const std::string reason = sqlite3_errmsg(handle_);
    sqlite3_close(handle_);
    throw InputError(path_ + ": expected a database that can be " + (reads ? "read: " : "written: ") +
                     reason);
  }
  sqlite3_busy_timeout(handle_, 5000);  // another program may be reading
}

Database::~Database() {
  sqlite3_close(handle_);
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail("execute");
}

void Database::fail(const std::string& doing) const {
  throw InputError(path_ + ": database: cannot " + doing + ": " + sqlite3_errmsg(handle_));
}

Statement::Statement(Database& database, const std::string& sql) : database_(database) {
  const int flags = SQLITE_PREPARE_PERSISTENT;
  if (sqlite3_prepare_v3(database_.handle_, sql.c_str(), -1, flags, &handle_, nullptr) != SQLITE_OK)
    database_.fail("prepare");
}

Statement::~Statement() {
  sqlite3_finalize(handle_);
}

void Statement::bind(int index, const std::string& text) {
  if (sqlite3_bind_text(handle_, index, text.data(), static_cast<int>(text.size()), SQLITE_STATIC) !=
      SQLITE_OK)
    database_.fail("bind");
}

void Statement::bind(int index, std::uint64_t number) {
  if (sqlite3_bind_int64(handle_, index, static_cast<sqlite3_int64>(number)) != SQLITE_OK)
    database_.fail("bind");
}

void Statement::bind(int index, double number) {
  if (sqlite3_bind_double(handle_, index, number) != SQLITE_OK) database_.fail("bind");
}

void Statement::bind_null(int index) {
  if (sqlite3_bind_null(handle_, index) != SQLITE_OK) database_.fail("bind");
}

bool Statement::step() {
  const int result = sqlite3_step(handle_);
  if (result == SQLITE_ROW) return true;
  if (result == SQLITE_DONE) return false;
  database_.fail("step");
}

void Statement::reset() {
  sqlite3_reset(handle_);  // repeats the error of step(), which was thrown there
}

std::string Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  return bytes == nullptr
             ? ""
             : std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column)));
}

std::uint64_t Statement::number(int column) const {
  return static_cast<std::uint64_t>(sqlite3_column_int64(handle_, column));
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

std::string quoted(const std::string& name) {
  std::string text = "\"";
  for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + '"';
}

}  // namespace collisionchip
