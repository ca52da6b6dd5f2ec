// 16 comparators: eight coefficients of an aligned DOP against their partners in two transformed DOPs. apart_o[i]: one of
// them shows that the aligned DOP and transformed DOP i do not meet (Eq. 2). A NaN shows nothing.
module dop_comparators #(
  parameter int K = 24
) (
  input  logic [1:0]   beat_i,     // coefficients 8 * beat_i and up; from K on there is nothing to compare
  input  logic [255:0] aligned_i,
  input  logic [255:0] left_i,
  input  logic [255:0] right_i,
  output logic [1:0]   apart_o
);

  logic [7:0] left_apart;
  logic [7:0] right_apart;
  genvar n;
  generate
    for (n = 0; n < 8; n = n + 1) begin : g_lane
      localparam logic [4:0] LANE = n;
      logic [4:0]  coefficient;
      logic        minimum;
      logic        compared;
      logic [31:0] e;
      logic [31:0] left;
      logic [31:0] right;
      assign coefficient = {beat_i, 3'd0} + LANE;
      assign minimum = {27'd0, coefficient} < K / 2;
      assign compared = {27'd0, coefficient} < K;
      assign e = aligned_i[32*n+:32];
      assign left = left_i[32*n+:32];
      assign right = right_i[32*n+:32];
      assign left_apart[n] = compared & fp32::less(minimum ? left : e, minimum ? e : left);
      assign right_apart[n] = compared & fp32::less(minimum ? right : e, minimum ? e : right);
    end
  endgenerate
  assign apart_o = {|right_apart, |left_apart};

endmodule
