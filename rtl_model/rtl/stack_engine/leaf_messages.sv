// Hands pairs of leaves, unfinished work and the end of the query to the Triangle Unit, one message in a cycle. What the
// flags of one cycle lead to leaves in the order of list_evaluate.sv, the pairs of leaves last.
module leaf_messages (
  input  logic        clk_i,
  input  logic        rst_ni,

  // What this cycle's flags lead to, and the aligned pair they belong to. Only while `free_o`.
  input  logic [5:0]  unfinished_i,
  input  logic [3:0]  tests_i,
  input  logic [1:0]  left_leaves_i,
  input  logic [1:0]  right_leaves_i,
  input  logic [23:0] aligned_address_i,  // in units of 256 bytes
  input  logic [31:0] aligned_child_0_i,
  input  logic [31:0] aligned_child_1_i,
  input  logic [31:0] aligned_triangle_0_i,
  input  logic [31:0] aligned_triangle_1_i,

  // The tumbled pair: they stay while messages wait. What a list of each side meets next, as a word.
  input  logic [31:0] left_word_i,
  input  logic [31:0] right_word_i,
  input  logic [31:0] tumbled_triangle_0_i,
  input  logic [31:0] tumbled_triangle_1_i,
  input  logic        first_witness_i,

  input  logic        end_i,  // the end is to go out, behind all else
  input  logic [1:0]  error_kind_i,
  input  logic [31:0] error_address_i,
  output logic        end_put_o,

  // stack_engine.leaf_tests
  input  logic        ready_i,
  output logic        put_o,
  output logic [1:0]  kind_o,
  output logic [3:0]  bits_o,
  output logic [31:0] tumbled_0_o,
  output logic [31:0] tumbled_1_o,
  output logic [31:0] aligned_0_o,
  output logic [31:0] aligned_1_o,
  output logic        first_witness_o,
  output logic [1:0]  error_kind_o,
  output logic [31:0] error_address_o,

  output logic        free_o,  // nothing of an earlier cycle waits longer than until this one
  output logic        gone_o   // nothing waits after this cycle
);

  localparam logic [1:0] TESTS = 2'd0, UNFINISHED = 2'd1, END = 2'd2;  // LeafTests::Kind

  logic [6:0]  waiting_d, waiting_q, fresh, unsent, message;
  logic        late, message_put;
  logic [1:0]  left_leaves_d, left_leaves_q, right_leaves_d, right_leaves_q;
  logic [3:0]  tests_d, tests_q;
  logic [23:0] address_d, address_q;
  logic [31:0] child_0_d, child_0_q, child_1_d, child_1_q, triangle_0_d, triangle_0_q, triangle_1_d, triangle_1_q;

  assign late = waiting_q != 7'd0;
  assign fresh = {tests_i != 4'd0, unfinished_i};
  assign unsent = late ? waiting_q : fresh;
  assign message = unsent & (~unsent + 7'd1);  // the first
  assign message_put = ready_i & (unsent != 7'd0);
  assign free_o = ~late | (ready_i & ((waiting_q & (waiting_q - 7'd1)) == 7'd0));
  assign end_put_o = end_i & gone_o & ~message_put & ready_i;
  assign put_o = message_put | end_put_o;

  always_comb begin
    waiting_d = message_put ? unsent & ~message : unsent;
    if (late & (fresh != 7'd0)) waiting_d = fresh;  // the last late one has gone
  end
  assign gone_o = waiting_d == 7'd0;

  // The message of this cycle is late, or it is fresh.
  assign left_leaves_d = late ? left_leaves_q : left_leaves_i;
  assign right_leaves_d = late ? right_leaves_q : right_leaves_i;
  assign tests_d = late ? tests_q : tests_i;
  assign address_d = late ? address_q : aligned_address_i;
  assign child_0_d = late ? child_0_q : aligned_child_0_i;
  assign child_1_d = late ? child_1_q : aligned_child_1_i;
  assign triangle_0_d = late ? triangle_0_q : aligned_triangle_0_i;
  assign triangle_1_d = late ? triangle_1_q : aligned_triangle_1_i;

  logic is_tests, of_left, of_child_0, of_child_1;
  logic tumbled_0, tumbled_1, aligned_0, aligned_1;
  assign is_tests = message[6];
  assign of_left = message[0] | message[2] | message[4];
  assign of_child_0 = message[0] | message[1];
  assign of_child_1 = message[2] | message[3];
  assign tumbled_0 = tests_d[0] | tests_d[1];
  assign tumbled_1 = tests_d[2] | tests_d[3];
  assign aligned_0 = tests_d[0] | tests_d[2];
  assign aligned_1 = tests_d[1] | tests_d[3];

  always_comb begin
    kind_o = UNFINISHED;
    bits_o = 4'd0;
    tumbled_0_o = of_left ? left_word_i : right_word_i;
    tumbled_1_o = 32'd0;
    aligned_0_o = {address_d, 6'd0, of_left ? left_leaves_d : right_leaves_d};
    if (of_child_0) aligned_0_o = child_0_d | 32'd3;
    if (of_child_1) aligned_0_o = child_1_d | 32'd3;
    aligned_1_o = 32'd0;
    first_witness_o = first_witness_i;
    error_kind_o = 2'd0;
    error_address_o = 32'd0;
    if (is_tests) begin
      kind_o = TESTS;
      bits_o = tests_d;
      tumbled_0_o = tumbled_0 ? tumbled_triangle_0_i : 32'd0;
      tumbled_1_o = tumbled_1 ? tumbled_triangle_1_i : 32'd0;
      aligned_0_o = aligned_0 ? triangle_0_d : 32'd0;
      aligned_1_o = aligned_1 ? triangle_1_d : 32'd0;
    end
    if (end_put_o) begin
      kind_o = END;
      tumbled_0_o = 32'd0;
      aligned_0_o = 32'd0;
      first_witness_o = 1'b0;
      error_kind_o = error_kind_i;
      error_address_o = error_address_i;
    end
  end

  // Fresh ones that go behind the last late one bring their own pair.
  logic keep;
  assign keep = late & (fresh == 7'd0);
  always_ff @(posedge clk_i) begin
    if (!keep) begin
      left_leaves_q <= left_leaves_i;
      right_leaves_q <= right_leaves_i;
      tests_q <= tests_i;
      address_q <= aligned_address_i;
      child_0_q <= aligned_child_0_i;
      child_1_q <= aligned_child_1_i;
      triangle_0_q <= aligned_triangle_0_i;
      triangle_1_q <= aligned_triangle_1_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waiting_q <= 7'd0;
    else waiting_q <= waiting_d;
  end

endmodule
