// The store of results: what it keeps, what it takes from another, what it does not mix up.
#include "collisionchip/testbench/explore/result_store.h"

#include <gtest/gtest.h>

#include "collisionchip/testbench/tests/explore/explore_support.h"
#include "collisionchip/tlm/config/config_file.h"

namespace collisionchip {
namespace {

using namespace testing_support;

Evaluation failure(const std::string& reason) {
  Evaluation evaluation;
  evaluation.reason = reason;
  return evaluation;
}

struct Sample {
  ChipConfig config;
  std::string hash;
  explicit Sample(std::uint32_t banks) {
    config.sdram.banks = banks;
    hash = config_hash(config);
  }
};

TEST(ResultStore, KeepsResultsByConfigurationWorkloadAndVersion) {
  const Folder folder;
  const Sample four(4), eight(8);
  {
    ResultStore store(folder / "s.sqlite", "1");
    store.add(four.config, four.hash, "w1", made_up(four.config, 0));
    store.add(eight.config, eight.hash, "w1", failure("no"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "s.sqlite-wal"));
  ResultStore store(folder / "s.sqlite", "1");
  ASSERT_TRUE(store.find(four.hash, "w1"));
  EXPECT_EQ(store.find(four.hash, "w1")->statistics, made_up(four.config, 0).statistics);
  EXPECT_EQ(store.find(eight.hash, "w1")->reason, "no");
  EXPECT_EQ(store.status(eight.hash, "w1"), Evaluation::Status::failed);
  EXPECT_FALSE(store.find(four.hash, "w2"));
  EXPECT_FALSE(store.status(four.hash, "w2"));
  ResultStore other(folder / "s.sqlite", "2");
  EXPECT_FALSE(other.find(four.hash, "w1"));
}

TEST(ResultStore, KeepsTheTimeOfTheHost) {
  const Folder folder;
  const Sample four(4);
  Evaluation evaluation = made_up(four.config, 0);
  evaluation.host_seconds = 1.5;
  ResultStore(folder / "s.sqlite", "1").add(four.config, four.hash, "w1", evaluation);
  SqliteDatabase database(folder / "s.sqlite", SQLITE_OPEN_READWRITE);
  EXPECT_EQ(database.text("SELECT host_seconds FROM results"), "1.5");
}

TEST(ResultStore, StoresTheWholeConfiguration) {
  const Folder folder;
  const Sample eight(8);
  ResultStore store(folder / "s.sqlite", "1");
  store.add(eight.config, eight.hash, "w1", made_up(eight.config, 0));
  SqliteDatabase database(folder / "s.sqlite", SQLITE_OPEN_READWRITE);
  for (const ConfigKey& key : config_keys()) {
    SqliteStatement select =
        database.prepare("SELECT \"" + key.name + "\" FROM configurations WHERE hash = '" + eight.hash + "'");
    ASSERT_TRUE(select.step());
    const std::uint32_t value = key.get(eight.config);
    EXPECT_EQ(select.text(0), key.kind == KeyKind::word ? key.words[value] : std::to_string(value))
        << key.name;
  }
}

TEST(ResultStore, MergesWithoutLossOrRepetition) {
  const Folder folder;
  const Sample one(1), two(2), four(4), eight(8);
  {
    ResultStore shard(folder / "it's a shard?.sqlite", "1", ResultStore::Access::write_alone);
    shard.add(one.config, one.hash, "w", made_up(one.config, 0));
    shard.add(two.config, two.hash, "w", made_up(two.config, 0));
    shard.add(four.config, four.hash, "w", failure("shard"));
    shard.add(eight.config, eight.hash, "w", failure("shard"));
  }
  ResultStore store(folder / "s.sqlite", "1");
  store.add(two.config, two.hash, "w", failure("was killed here"));
  store.add(four.config, four.hash, "w", made_up(four.config, 0));
  store.add(eight.config, eight.hash, "w", failure("first"));
  for (int again = 0; again < 2; ++again) {
    store.merge(folder / "it's a shard?.sqlite");
    EXPECT_EQ(store.status(one.hash, "w"), Evaluation::Status::done);
    EXPECT_EQ(store.status(two.hash, "w"), Evaluation::Status::done);
    EXPECT_EQ(store.status(four.hash, "w"), Evaluation::Status::done);
    EXPECT_EQ(store.find(eight.hash, "w")->reason, "first");
  }
  SqliteDatabase database(folder / "s.sqlite", SQLITE_OPEN_READWRITE);
  EXPECT_EQ(database.integer("SELECT count(*) FROM results"), 4);
  EXPECT_EQ(database.integer("SELECT count(*) FROM configurations"), 4);
}

Evaluation of_software(std::uint64_t pairs) {
  Evaluation evaluation;
  evaluation.status = Evaluation::Status::done;
  evaluation.answers.resize(answer_columns().size());
  evaluation.answers.front() = pairs;
  return evaluation;
}

TEST(ResultStore, KeepsResultsByEngineToo) {
  const Folder folder;
  const Sample four(4);
  {
    ResultStore shard(folder / "shard.sqlite", "1");
    shard.add(four.config, four.hash, "w", of_software(7), "reference");
    shard.add(four.config, four.hash, "w", made_up(four.config, 0));
  }
  ResultStore store(folder / "s.sqlite", "1");
  store.add(four.config, four.hash, "w", of_software(8), "simultaneous");
  store.add(four.config, four.hash, "w", failure("no"), "reference");
  store.add(four.config, four.hash, "w", failure("still not"), "single_list");
  store.merge(folder / "shard.sqlite");
  for (const char* engine : {"tlm", "reference", "simultaneous"})
    ASSERT_EQ(store.status(four.hash, "w", engine), Evaluation::Status::done) << engine;
  EXPECT_EQ(store.find(four.hash, "w")->statistics, made_up(four.config, 0).statistics);
  EXPECT_EQ(store.find(four.hash, "w", "reference")->answers, of_software(7).answers);
  EXPECT_EQ(store.find(four.hash, "w", "simultaneous")->answers, of_software(8).answers);
  EXPECT_TRUE(store.find(four.hash, "w", "reference")->statistics.empty());
  ASSERT_TRUE(store.status(four.hash, "w", "single_list"));
  EXPECT_EQ(store.find(four.hash, "w", "single_list")->reason, "still not");
  EXPECT_FALSE(store.status(four.hash, "w", "brute_force"));
  SqliteDatabase database(folder / "s.sqlite", SQLITE_OPEN_READWRITE);
  EXPECT_EQ(database.integer("SELECT count(*) FROM results"), 4);
  EXPECT_EQ(database.integer("SELECT count(*) FROM results WHERE cycles IS NULL"), 3);
}

Workload named(const std::string& name, const std::string& hash) {
  const auto mesh = std::make_shared<const Mesh>();
  Workload work = make_workload(name, "a of " + name, "b", mesh, mesh, {}, false);
  work.hash = hash;
  return work;
}

std::string named_rows(const std::string& path) {
  return SqliteDatabase(path, SQLITE_OPEN_READWRITE)
      .text(
          "SELECT group_concat(row, ', ') FROM (SELECT workload_name || ' ' || \"sdram.banks\" AS row"
          " FROM named_results ORDER BY row)");
}

// Names of the same content, in one plan, in shards, and in a plan that was renamed.
TEST(ResultStore, EachNameOfAWorkloadHasItsRows) {
  const Folder folder;
  const Sample two(2), four(4);
  {
    ResultStore shard(folder / "shard.sqlite", "1");
    shard.add_workloads({named("undock", "w"), named("apart", "v")});
    shard.add(four.config, four.hash, "w", made_up(four.config, 0));
  }
  for (int again = 0; again < 2; ++again) {
    ResultStore store(folder / "s.sqlite", "1");
    store.add_workloads({named("dock", "w"), named("undock", "w")});
    store.add(two.config, two.hash, "w", made_up(two.config, 0));
    store.merge(folder / "shard.sqlite");
    store.add(two.config, two.hash, "v", made_up(two.config, 0));
  }
  EXPECT_EQ(named_rows(folder / "s.sqlite"), "apart 2, dock 2, dock 4, undock 2, undock 4");
}

// A store of an older program: no engine, one statistic that this program does not know, most of this program's missing.
void make_older_store(const std::string& path, const std::string& hash) {
  SqliteDatabase database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  database.execute(
      "CREATE TABLE configurations (hash TEXT PRIMARY KEY);"
      "CREATE TABLE workloads (hash TEXT PRIMARY KEY, name TEXT, object_a TEXT, object_b TEXT,"
      " triangles_a INTEGER, triangles_b INTEGER, poses INTEGER, first_witness INTEGER);"
      "CREATE TABLE results (configuration TEXT, workload TEXT, version TEXT, status TEXT,"
      " reason TEXT, host_seconds REAL, UNIQUE (configuration, workload, version));"
      "ALTER TABLE results ADD COLUMN \"queries\"; ALTER TABLE results ADD COLUMN \"cycles\";"
      "ALTER TABLE results ADD COLUMN \"dropped.statistic\";"
      "CREATE VIEW named_results AS SELECT w.name AS workload_name, r.* FROM results r"
      " JOIN configurations c ON c.hash = r.configuration JOIN workloads w ON w.hash = r.workload;"
      "INSERT INTO workloads VALUES ('w', 'gears', 'a', 'b', 1, 2, 3, 0);"
      "INSERT INTO configurations VALUES ('" +
      hash + "');" + "INSERT INTO results VALUES ('" + hash + "', 'w', '1', 'done', '', 0.5, 2, 1234, 77);" +
      "INSERT INTO results VALUES ('" + hash + "', 'w', '2', 'failed', 'why', 0.25, NULL, NULL, NULL)");
}

TEST(ResultStore, AFileOfAnOlderProgramLosesNothing) {
  const Folder folder;
  const Sample four(4);
  make_older_store(folder / "s.sqlite", four.hash);
  make_older_store(folder / "shard.sqlite", four.hash);
  {
    ResultStore reader(folder / "s.sqlite", "1", ResultStore::Access::read);
    EXPECT_EQ(reader.status(four.hash, "w"), Evaluation::Status::done);
    EXPECT_FALSE(reader.status(four.hash, "w", "reference"));
  }
  for (int again = 0; again < 2; ++again) {
    ResultStore store(folder / "s.sqlite", "1");
    store.merge(folder / "shard.sqlite");
    store.add(four.config, four.hash, "w", of_software(7), "reference");
    store.add_workloads({named("again", "w")});
    EXPECT_EQ(store.find(four.hash, "w")->statistics.front(), 2u);
  }
  ResultStore store(folder / "s.sqlite", "2");
  EXPECT_EQ(store.find(four.hash, "w")->reason, "why");
  SqliteDatabase database(folder / "s.sqlite", SQLITE_OPEN_READWRITE);
  EXPECT_EQ(database.text("SELECT group_concat(version || engine || host_seconds || ifnull(cycles, '') ||"
                          " ifnull(\"dropped.statistic\", ''), ' ') FROM"
                          " (SELECT * FROM results ORDER BY version, engine DESC)"),
            "1tlm0.5123477 1reference0.0 2tlm0.25");
  for (const char* const name : {"gears", "again"})
    EXPECT_EQ(database.integer("SELECT count(*) FROM named_results WHERE workload_name = '" +
                               std::string(name) + "'"),
              3);
  EXPECT_EQ(database.integer("SELECT count(*) FROM sqlite_master WHERE name LIKE 'older%'"), 0);
}

// Memory shared between processes does not work across a network file system.
TEST(ResultStore, WritesAloneWithoutSharedMemory) {
  const Folder folder;
  const Sample four(4);
  ResultStore shared(folder / "s.sqlite", "1"),
      alone(folder / "a.sqlite", "1", ResultStore::Access::write_alone);
  shared.add(four.config, four.hash, "w", made_up(four.config, 0));
  alone.add(four.config, four.hash, "w", made_up(four.config, 0));
  EXPECT_TRUE(std::filesystem::exists(folder / "s.sqlite-shm"));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.sqlite-shm"));
}

// A second process of the same shard, or a merge while it runs.
TEST(ResultStore, IsWrittenAloneByOneAtATime) {
  const Folder folder;
  const ResultStore mine(folder / "s.sqlite", "1", ResultStore::Access::write_alone);
  try {
    const ResultStore theirs(folder / "s.sqlite", "1", ResultStore::Access::write_alone);
    FAIL() << "no complaint";
  } catch (const InputError& error) {
    EXPECT_EQ(folder.without(error.what()),
              "s.sqlite: another process writes this database; expected one at a time");
  }
}

TEST(ResultStore, ASnapshotIsACopyThatStaysAsItIs) {
  const Folder folder;
  const Sample two(2), four(4);
  ResultStore store(folder / "s.sqlite", "1");
  store.add(two.config, two.hash, "w", made_up(two.config, 0));
  for (int again = 0; again < 2; ++again) store.snapshot(folder / "it's a copy");
  store.add(four.config, four.hash, "w", made_up(four.config, 0));
  ResultStore copy(folder / "it's a copy", "1", ResultStore::Access::read);
  EXPECT_TRUE(copy.status(two.hash, "w"));
  EXPECT_FALSE(copy.status(four.hash, "w"));
}

TEST(ResultStore, ReadsAFileThatNobodyWrites) {
  const Folder folder;
  const Sample four(4);
  { ResultStore(folder / "a#b%c.sqlite", "1").add(four.config, four.hash, "w", made_up(four.config, 0)); }
  ResultStore reader(folder / "a#b%c.sqlite", "1", ResultStore::Access::read);
  EXPECT_EQ(reader.status(four.hash, "w"), Evaluation::Status::done);
  EXPECT_THROW(ResultStore(folder / "none.sqlite", "1", ResultStore::Access::read), InputError);
}

TEST(ResultStore, SaysWhatIsWrongWithAFile) {
  const Folder folder;
  folder.write(
      "s.sqlite",
      "this is no database, however long one looks at it, and one looks at a hundred bytes at least: .....");
  try {
    ResultStore store(folder / "s.sqlite", "1");
    FAIL() << "no complaint";
  } catch (const InputError& error) {
    EXPECT_EQ(folder.without(error.what()), "s.sqlite: database: file is not a database");
  }
  try {
    ResultStore store(folder / "none/s.sqlite", "1");
    FAIL() << "no complaint";
  } catch (const InputError& error) {
    EXPECT_EQ(folder.without(error.what()),
              "none/s.sqlite: expected a file that can be written: No such file or directory");
  }
}

}  // namespace
}  // namespace collisionchip
