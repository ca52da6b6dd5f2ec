// What a machine may do in more than one way, as its keys name it; the words are in the rows of the keys.
#pragma once

namespace collisionchip {

enum class SdramModel { banks, constant };
// Check bits with every 64-bit word of the SDRAM: none, or single error correction, double detection.
enum class Ecc { none, secded };
enum class PagePolicy { closed, open };
// Order of the address bits above the burst, from high to low.
enum class AddressMapping { row_bank_column, row_column_bank, bank_row_column };
// A refresh covers all banks at once, or one bank.
enum class RefreshKey { all_banks, per_bank };
// What a leaf holds: its DOP, with its triangle in a record of its own; or its triangle (§3.3).
enum class LeafLayout { dop, triangle };
// What selects the triangles to test: lists of a tree, lists of groups, or no selection: every pair is tested.
enum class EngineKindKey { tree, brute_force, groups };
// What an entry of the Pointer FIFO names: a pair of triangles, or a pair of leaves with those of their triangles.
enum class FifoEntry { pair, leaf_pair };
// Who decides pairs of triangles that the determinants leave undecided.
enum class UndecidedPairs { host, slow_unit };
// What such a pair does that finds no room in the Contact Unit: it waits, or the host settles it.
enum class ContactOverflow { wait, host };
// What the nodes of a tree hold, and how: DOPs, oriented boxes in 64 or 40 bytes, axis-aligned ones in 32 or 21, leaves too or
// not. It decides which unit transforms and compares them.
enum class TreeFormatKey { dop128, obb64, obb40, aabb32, aabb21, aabb32_leafless, aabb21_leafless };
// In the place of a leaf lies its triangle.
constexpr bool is_leafless(TreeFormatKey format) {
  return format == TreeFormatKey::aabb32_leafless || format == TreeFormatKey::aabb21_leafless;
}
// Where the parent's box comes from, without which an aligned pair of aabb21 cannot be decoded: with its entry of a list,
// from the pairs on the way to it, read again; or both trees are walked at once, and a stack has pairs of pairs, each with
// its parent's box.
enum class AabbParentKey { context, refetch, simultaneous };
enum class RefillPolicy { when_empty, streaming };
enum class ERegister { node, stream };
enum class ListDecision { flags, ideal };
// One tree at a time against lists of the other's pairs (Algorithm 2), or both at once (Algorithm 1).
enum class TraversalKey { lists, pairs };
// How often Algorithm 1 transforms a tumbled pair: for each aligned pair that it meets, or once for those found together,
// for which it is kept on the stack (§3.1).
enum class TransformedKey { again, stack };
// Where the tumbled pair of a list that waits lies: in its level register, or before its entries (§4.2).
enum class ListHeads { registers, sram };
// What a unit is made of: the SystemC model, or SystemVerilog behind the same channels.
enum class UnitModel { tlm, rtl };

}  // namespace collisionchip
