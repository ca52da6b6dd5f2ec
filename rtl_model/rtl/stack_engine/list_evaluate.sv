// What the overlap flags of one aligned pair lead to (the table of docs/stack_engine.md): entries for the two lists that
// are being written, unfinished work where there is no room, and pairs of leaves. Combinational.
//
// Bit 2*i + j of the flags and of `tests_o` is tumbled member i against aligned member j. Bits of `unfinished_o`, in the
// order in which they leave: aligned child 0 for side 0, for side 1, aligned child 1 for side 0, for side 1, the aligned
// leaves themselves for side 0, for side 1.
module list_evaluate #(
  parameter int ENTRIES = 65536,
  parameter bit LEAF_TEST_TRIANGLE = 1'b0,
  parameter int TOP_WIDTH = $clog2(ENTRIES + 1)
) (
  input  logic [3:0]           flags_i,
  input  logic [1:0]           tumbled_mask_i,
  input  logic [1:0]           tumbled_leaf_i,
  input  logic [31:0]          aligned_word_i,
  input  logic [1:0]           aligned_leaf_i,
  input  logic [31:0]          aligned_child_0_i,
  input  logic [31:0]          aligned_child_1_i,
  input  logic                 level_free_i,
  input  logic [TOP_WIDTH-1:0] left_top_i,
  input  logic [TOP_WIDTH-1:0] right_top_i,

  output logic [1:0]           left_count_o,
  output logic [31:0]          left_word_0_o,
  output logic [31:0]          left_word_1_o,
  output logic [1:0]           right_count_o,
  output logic [31:0]          right_word_0_o,
  output logic [31:0]          right_word_1_o,
  output logic [5:0]           unfinished_o,
  output logic [1:0]           left_leaves_o,
  output logic [1:0]           right_leaves_o,
  output logic [3:0]           tests_o
);

  localparam logic [TOP_WIDTH-1:0] FULL = TOP_WIDTH'(ENTRIES);
  localparam logic [TOP_WIDTH-1:0] LAST = TOP_WIDTH'(ENTRIES - 1);

  // Members that take part, and pairs of them that overlap or go on without.
  logic [3:0] valid, both_leaves, wanted;
  assign valid = {tumbled_mask_i[1] & aligned_word_i[1], tumbled_mask_i[1] & aligned_word_i[0],
                  tumbled_mask_i[0] & aligned_word_i[1], tumbled_mask_i[0] & aligned_word_i[0]};
  assign both_leaves = {tumbled_leaf_i[1] & aligned_leaf_i[1], tumbled_leaf_i[1] & aligned_leaf_i[0],
                        tumbled_leaf_i[0] & aligned_leaf_i[1], tumbled_leaf_i[0] & aligned_leaf_i[0]};
  assign wanted = valid & (flags_i | (LEAF_TEST_TRIANGLE ? both_leaves : 4'b0));

  assign tests_o = wanted & both_leaves;
  assign left_leaves_o = wanted[1:0] & ~both_leaves[1:0] & aligned_leaf_i;
  assign right_leaves_o = wanted[3:2] & ~both_leaves[3:2] & aligned_leaf_i;

  logic [31:0] child_word_0, child_word_1, left_leaf_word, right_leaf_word;
  assign child_word_0 = aligned_child_0_i | 32'd3;
  assign child_word_1 = aligned_child_1_i | 32'd3;
  assign left_leaf_word = {aligned_word_i[31:2], left_leaves_o};
  assign right_leaf_word = {aligned_word_i[31:2], right_leaves_o};

  // Per side: the two children and the leaves, in this order; at most two of the three.
  logic [2:0] left, right;
  assign left = {|left_leaves_o, wanted[1:0] & ~aligned_leaf_i};
  assign right = {|right_leaves_o, wanted[3:2] & ~aligned_leaf_i};

  logic [2:0] left_in, right_in;  // those with room
  logic       left_second, right_second;
  assign left_second = level_free_i & (left_top_i < LAST);
  assign right_second = level_free_i & (right_top_i < LAST);

  always_comb begin
    left_in = 3'b0;
    if (level_free_i && left_top_i != FULL) left_in = left & (~left + 3'd1);  // the first one
    if (left_second) left_in = left;
    right_in = 3'b0;
    if (level_free_i && right_top_i != FULL) right_in = right & (~right + 3'd1);
    if (right_second) right_in = right;
  end

  assign unfinished_o = {right[2] & ~right_in[2], left[2] & ~left_in[2], right[1] & ~right_in[1],
                         left[1] & ~left_in[1], right[0] & ~right_in[0], left[0] & ~left_in[0]};

  assign left_count_o = 2'(left_in[0]) + 2'(left_in[1]) + 2'(left_in[2]);
  assign left_word_0_o = left_in[0] ? child_word_0 : left_in[1] ? child_word_1 : left_leaf_word;
  assign left_word_1_o = left_in[0] & left_in[1] ? child_word_1 : left_leaf_word;
  assign right_count_o = 2'(right_in[0]) + 2'(right_in[1]) + 2'(right_in[2]);
  assign right_word_0_o = right_in[0] ? child_word_0 : right_in[1] ? child_word_1 : right_leaf_word;
  assign right_word_1_o = right_in[0] & right_in[1] ? child_word_1 : right_leaf_word;

endmodule
