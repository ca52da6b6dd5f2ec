// A group of 16 comparators, and the aligned pairs that it works on in the order in which they were taken. It holds each one's
// beats FIRST to LAST against both transformed ones, one per cycle: both members, one after the other, or one of them.
module dop_comparator_group #(
  parameter int K = 24,
  parameter int FIRST = 0,
  parameter int LAST = 7,
  parameter int W = 9                 // of a number of cycles
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         start_i,       // a pair is taken; its beat FIRST is compared so many cycles from now
  input  logic         slot_i,        // the input register it is in
  input  logic         set_i,         // the transformed pair it meets
  input  logic [W-1:0] wait_i,
  // The beat that is compared, when one is.
  output logic         compare_o,
  output logic         slot_o,
  output logic         set_o,
  output logic [2:0]   beat_o,
  input  logic [255:0] aligned_i,
  input  logic [255:0] left_i,
  input  logic [255:0] right_i,
  output logic [1:0]   apart_o,       // bit i: the beats of this member up to this one do not meet transformed DOP i
  output logic         idle_o
);

  localparam logic [2:0] FIRST_BEAT = FIRST[2:0];
  localparam logic [2:0] LAST_BEAT = LAST[2:0];

  // One that is compared, and one in each input register.
  logic [1:0]   head_q;
  logic [1:0]   tail_q;
  logic [2:0]   count_q;
  logic [3:0]   slots_q;
  logic [3:0]   sets_q;
  logic [W-1:0] wait_q [0:3];
  logic [2:0]   beat_q;
  logic         empty;
  logic         done;

  // A pair may be compared from the cycle on in which it is taken.
  assign empty = count_q == 3'd0;
  assign compare_o = empty ? start_i && wait_i == '0 : wait_q[head_q] == '0;
  assign slot_o = empty ? slot_i : slots_q[head_q];
  assign set_o = empty ? set_i : sets_q[head_q];
  assign beat_o = beat_q;
  assign done = compare_o && beat_q == LAST_BEAT;
  assign idle_o = empty && !start_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= 2'd0;
      tail_q <= 2'd0;
      count_q <= 3'd0;
      slots_q <= 4'd0;
      sets_q <= 4'd0;
      beat_q <= FIRST_BEAT;
      for (int i = 0; i < 4; i = i + 1) wait_q[i] <= '0;
    end else begin
      for (int i = 0; i < 4; i = i + 1) if (wait_q[i] != '0) wait_q[i] <= wait_q[i] - 1'b1;
      if (start_i) begin
        slots_q[tail_q] <= slot_i;
        sets_q[tail_q] <= set_i;
        wait_q[tail_q] <= wait_i == '0 ? '0 : wait_i - 1'b1;
        tail_q <= tail_q + 2'd1;
      end
      if (compare_o) beat_q <= done ? FIRST_BEAT : beat_q + 3'd1;
      if (done) head_q <= head_q + 2'd1;
      count_q <= count_q + {2'd0, start_i} - {2'd0, done};
    end
  end

  logic [1:0] apart;
  logic [1:0] apart_q;
  dop_comparators #(.K(K)) u_comparators (
    .beat_i(beat_q[1:0]), .aligned_i(aligned_i), .left_i(left_i), .right_i(right_i), .apart_o(apart)
  );
  assign apart_o = apart | (beat_q[1:0] == 2'd0 ? 2'b00 : apart_q);
  always_ff @(posedge clk_i) if (compare_o) apart_q <= apart_o;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni) assert (!(start_i && count_q == 3'd4)) else $error("%m: more aligned pairs than input registers");
  end
`endif

endmodule
