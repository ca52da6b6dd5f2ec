// What a trace says of one item of each message: part of the format of trace files.
#include <gtest/gtest.h>

#include "collisionchip/traces/record/channel_items.h"

namespace collisionchip {
namespace {

using namespace trace_detail;

template <typename T>
void expect_cells(const T& item, const ItemCells& expected) {
  const ItemCells cells = cells_of(item, 1000);
  EXPECT_EQ(cells.kind, expected.kind) << text_of(item);
  EXPECT_EQ(cells.value, expected.value) << text_of(item);
  EXPECT_EQ(cells.detail, expected.detail) << text_of(item);
  EXPECT_EQ(cells.digest, expected.digest) << text_of(item);
}

TEST(ChannelItems, HaveTheCellsOfTheFormat) {
  expect_cells(StartCommand{{0x1200, 3}, {0x5600, 1}, true}, {1, 0x1203, 0x5601});
  expect_cells(MatrixWrite{17, 3, {5, 6, 7, 8}}, {kNull, 17, 3, 3947241174399199});
  expect_cells(ReadRequest{ReadKind::triangle, 0x4400}, {2, 0x4400});
  expect_cells(RegisterRelease{1234}, {kNull, 234});
  expect_cells(PairAuxiliary{{10, 20}, {30, 40}, {false, true}, {ReadError::Kind::uncorrectable, 0x99}},
               {2, 10, 41});
  expect_cells(ListCommand{2, 9}, {0, 9, 2});
  expect_cells(ListCommand{2, 9, true}, {1, 9, 2});
  expect_cells(OverlapFlags{11}, {kNull, 11});
  expect_cells(SramRequest{false, 7, 8, {1, 2}}, {0, 7, 8});
  expect_cells(SramRequest{true, 7, 1, {1, 2}}, {1, 7, 1, 1837465860637882});
  expect_cells(SramRequest{true, 7, 2, {1, 2}}, {1, 7, 2, 649717019499249});
  expect_cells(SramResponse{3, {9, 8, 7, 6}}, {kNull, 9, 3, 311355071171577});
  expect_cells(LeafTests{LeafTests::Kind::end, 5, {1, 2}, {3, 4}, true, {ReadError::Kind::uncorrectable, 6}},
               {4, 5, 1, 3208772813695711});
  expect_cells(Finding{Finding::Kind::end, 1, 2, {ReadError::Kind::refused, 4}}, {4, 1, 2});
  expect_cells(TileCommand{TileCommand::Kind::tests, 0x4400, 7, false}, {1, 0x4400, 7, 1371904332189471});
  expect_cells(StopRequest{}, {});
  expect_cells(QueryDone{{}, true}, {1});
  expect_cells(QueryDone{{ReadError::Kind::uncorrectable, 77}, true}, {3, 77});
}

TEST(ChannelItems, HaveTheDigestsOfTheFormat) {
  NodePairData pair;
  TriangleData triangle;
  triangle.address = 0x80;
  triangle.error = {ReadError::Kind::refused, 0x80};
  for (std::uint32_t i = 0; i < triangle.record.size(); ++i) {
    pair.words[i] = i + 1;
    pair.words[32 + i] = 100 + i;
    triangle.record[i] = 3 * i;
  }
  expect_cells(pair, {kNull, kNull, kNull, 792464347535967});
  expect_cells(triangle, {1, 0x80, kNull, 3697801430281586});
}

TEST(ChannelItems, SayWhatTheirColumnsMean) {
  EXPECT_EQ(meaning_of<LeafTests>(Cell::kDetail), "first address or word of the tumbled side");
  EXPECT_EQ(meaning_of<ReadRequest>(Cell::kDetail), "number among the requests of its kind");
  EXPECT_EQ(meaning_of<QueryDone>(Cell::kValue), "address of the error, if there was one");
  EXPECT_EQ(meaning_of<NodePairData>(Cell::kValue), "");
}

}  // namespace
}  // namespace collisionchip
