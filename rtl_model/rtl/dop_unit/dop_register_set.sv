// One set of d registers with its valid bits, for both siblings of a pair, and the transfer into it: one coefficient of
// each sibling per cycle from the input register. A coefficient loaded in cycle t can be used from t + 1 on.
module dop_register_set #(
  parameter int K = 24,
  parameter int W = 9                 // of a number of cycles
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  // A pair is taken; the transfers of its siblings begin so many cycles from now.
  input  logic         start_i,
  input  logic         slot_i,
  input  logic [W-1:0] left_wait_i,
  input  logic [W-1:0] right_wait_i,
  // The input register: which one, which beat of each record, and what is there.
  output logic         loading_o,
  output logic         slot_o,
  output logic [1:0]   left_beat_o,
  output logic [1:0]   right_beat_o,
  input  logic [255:0] left_i,
  input  logic [255:0] right_i,
  // Operands of both siblings, and whether all six are valid.
  input  logic [4:0]   j0_i,
  input  logic [4:0]   j1_i,
  input  logic [4:0]   j2_i,
  output logic         valid_o,
  output logic [31:0]  left0_o,
  output logic [31:0]  left1_o,
  output logic [31:0]  left2_o,
  output logic [31:0]  right0_o,
  output logic [31:0]  right1_o,
  output logic [31:0]  right2_o
);

  localparam logic [4:0] COUNT = K[4:0];

  logic         loading_q;
  logic         slot_q;
  logic [W-1:0] left_wait_q;
  logic [W-1:0] right_wait_q;
  logic [4:0]   left_index_q;
  logic [4:0]   right_index_q;

  // A pair that was fetched in vain leaves its set at once: the next one is taken while it is still transferred.
  logic         pending_q;
  logic         pending_slot_q;
  logic [W-1:0] pending_left_q;
  logic [W-1:0] pending_right_q;
  logic         begin_now;
  logic         next_pair;
  assign begin_now = start_i && !loading_q && !pending_q;

  // In the cycle in which the pair is taken the transfer may begin already.
  logic [W-1:0] left_wait;
  logic [W-1:0] right_wait;
  logic [4:0]   left_index;
  logic [4:0]   right_index;
  logic         left_load;
  logic         right_load;
  logic         done;
  assign loading_o = begin_now || loading_q;
  assign slot_o = begin_now ? slot_i : slot_q;
  assign left_wait = begin_now ? left_wait_i : left_wait_q;
  assign right_wait = begin_now ? right_wait_i : right_wait_q;
  assign left_index = begin_now ? 5'd0 : left_index_q;
  assign right_index = begin_now ? 5'd0 : right_index_q;
  assign left_load = loading_o && left_wait == '0 && left_index != COUNT;
  assign right_load = loading_o && right_wait == '0 && right_index != COUNT;
  assign done = right_load && right_index == COUNT - 5'd1;
  assign next_pair = pending_q && (done || !loading_q);
  assign left_beat_o = left_index[4:3];
  assign right_beat_o = right_index[4:3];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      loading_q <= 1'b0;
      slot_q <= 1'b0;
      left_wait_q <= '0;
      right_wait_q <= '0;
      left_index_q <= 5'd0;
      right_index_q <= 5'd0;
      pending_q <= 1'b0;
      pending_slot_q <= 1'b0;
      pending_left_q <= '0;
      pending_right_q <= '0;
    end else begin
      // The right sibling is never ahead of the left one.
      loading_q <= loading_o && !done;
      slot_q <= slot_o;
      left_wait_q <= left_wait == '0 ? '0 : left_wait - 1'b1;
      right_wait_q <= right_wait == '0 ? '0 : right_wait - 1'b1;
      left_index_q <= left_index + {4'd0, left_load};
      right_index_q <= right_index + {4'd0, right_load};
      // It is not due before the registers are free, long after the transfer before it.
      if (pending_left_q != '0) pending_left_q <= pending_left_q - 1'b1;
      if (pending_right_q != '0) pending_right_q <= pending_right_q - 1'b1;
      if (next_pair) begin
        pending_q <= 1'b0;
        loading_q <= 1'b1;
        slot_q <= pending_slot_q;
        left_wait_q <= pending_left_q - 1'b1;
        right_wait_q <= pending_right_q - 1'b1;
        left_index_q <= 5'd0;
        right_index_q <= 5'd0;
      end
      if (start_i && !begin_now) begin
        pending_q <= 1'b1;
        pending_slot_q <= slot_i;
        pending_left_q <= left_wait_i - 1'b1;
        pending_right_q <= right_wait_i - 1'b1;
      end
    end
  end

  logic [31:0] left_q  [0:K-1];
  logic [31:0] right_q [0:K-1];
  always_ff @(posedge clk_i) begin
    if (left_load) left_q[left_index] <= left_i[{left_index[2:0], 5'd0}+:32];
    if (right_load) right_q[right_index] <= right_i[{right_index[2:0], 5'd0}+:32];
  end

  // The first transfer of a pair overwrites the last one's: from then on its coefficients are gone.
  logic [K-1:0] left_valid_q;
  logic [K-1:0] right_valid_q;
  logic         first;
  assign first = left_load && left_index == 5'd0;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_valid_q <= '0;
      right_valid_q <= '0;
    end else begin
      if (first) begin
        left_valid_q <= {{(K - 1) {1'b0}}, 1'b1};
        right_valid_q <= {{(K - 1) {1'b0}}, right_load};
      end else begin
        if (left_load) left_valid_q[left_index] <= 1'b1;
        if (right_load) right_valid_q[right_index] <= 1'b1;
      end
    end
  end

  assign valid_o = left_valid_q[j0_i] & left_valid_q[j1_i] & left_valid_q[j2_i] &
                   right_valid_q[j0_i] & right_valid_q[j1_i] & right_valid_q[j2_i];
  assign left0_o = left_q[j0_i];
  assign left1_o = left_q[j1_i];
  assign left2_o = left_q[j2_i];
  assign right0_o = right_q[j0_i];
  assign right1_o = right_q[j1_i];
  assign right2_o = right_q[j2_i];

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!(start_i && pending_q && !next_pair)) else $error("%m: a third pair for one set of registers");
      assert (!(pending_q && pending_left_q == '0)) else $error("%m: a transfer is due before its turn");
      assert (!(start_i && !begin_now && left_wait_i == '0)) else $error("%m: a transfer into registers that are in use");
    end
  end
`endif

endmodule
