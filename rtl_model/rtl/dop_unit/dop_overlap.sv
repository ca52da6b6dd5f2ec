// Overlap tests in the order in which the aligned pairs were taken, eight beats each: both members, one after the other,
// against both transformed ones. The flags leave LATENCY cycles after the last beat.
module dop_overlap #(
  parameter int K = 24,
  parameter int LATENCY = 1,
  parameter int W = 9                 // of a number of cycles
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         start_i,       // a pair is taken; its first beat is compared so many cycles from now
  input  logic         slot_i,        // the input register it is in
  input  logic         set_i,         // the transformed pair it meets
  input  logic [W-1:0] wait_i,
  // The beat that is compared, when one is.
  output logic         slot_o,
  output logic         set_o,
  output logic [2:0]   beat_o,
  input  logic [255:0] aligned_i,
  input  logic [255:0] left_i,
  input  logic [255:0] right_i,
  output logic         flags_put_o,
  output logic [3:0]   flags_bits_o,       // bit 2*i + j: tumbled i and aligned j overlap
  output logic         idle_o
);

  // One that is compared, and one in each input register.
  logic [1:0]   head_q;
  logic [1:0]   tail_q;
  logic [2:0]   count_q;
  logic [3:0]   slots_q;
  logic [3:0]   sets_q;
  logic [W-1:0] wait_q [0:3];
  logic [2:0]   beat_q;
  logic         empty;
  logic         compare;
  logic         done;

  // A pair may be compared from the cycle on in which it is taken.
  assign empty = count_q == 3'd0;
  assign compare = empty ? start_i && wait_i == '0 : wait_q[head_q] == '0;
  assign slot_o = empty ? slot_i : slots_q[head_q];
  assign set_o = empty ? set_i : sets_q[head_q];
  assign beat_o = beat_q;
  assign done = compare && beat_q == 3'd7;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= 2'd0;
      tail_q <= 2'd0;
      count_q <= 3'd0;
      slots_q <= 4'd0;
      sets_q <= 4'd0;
      beat_q <= 3'd0;
      for (int i = 0; i < 4; i = i + 1) wait_q[i] <= '0;
    end else begin
      for (int i = 0; i < 4; i = i + 1) if (wait_q[i] != '0) wait_q[i] <= wait_q[i] - 1'b1;
      if (start_i) begin
        slots_q[tail_q] <= slot_i;
        sets_q[tail_q] <= set_i;
        wait_q[tail_q] <= wait_i == '0 ? '0 : wait_i - 1'b1;
        tail_q <= tail_q + 2'd1;
      end
      if (compare) beat_q <= beat_q + 3'd1;
      if (done) head_q <= head_q + 2'd1;
      count_q <= count_q + {2'd0, start_i} - {2'd0, done};
    end
  end

  logic [1:0] apart;
  dop_comparators #(.K(K)) u_comparators (
    .beat_i(beat_q[1:0]), .aligned_i(aligned_i), .left_i(left_i), .right_i(right_i), .apart_o(apart)
  );

  // What the beats of the current member have shown, and what was found for the first member.
  logic [1:0] apart_q;
  logic [1:0] shown;
  logic [1:0] first_q;
  assign shown = apart | (beat_q[1:0] == 2'd0 ? 2'b00 : apart_q);
  always_ff @(posedge clk_i) begin
    if (compare) apart_q <= shown;
    if (compare && beat_q == 3'd3) first_q <= shown;
  end

  logic [LATENCY-1:0]   leaving_q;
  logic [4*LATENCY-1:0] flags_q;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) leaving_q <= '0;
    else leaving_q <= LATENCY'({leaving_q, done});
  end
  always_ff @(posedge clk_i) flags_q <= (4 * LATENCY)'({flags_q, ~shown[1], ~first_q[1], ~shown[0], ~first_q[0]});
  assign flags_put_o = leaving_q[LATENCY-1];
  assign flags_bits_o = flags_q[4*LATENCY-1-:4];

  assign idle_o = empty && !start_i && leaving_q == '0;

`ifndef SYNTHESIS
  always @(posedge clk_i) begin
    if (rst_ni) assert (!(start_i && count_q == 3'd4)) else $error("%m: more aligned pairs than input registers");
  end
`endif

endmodule
