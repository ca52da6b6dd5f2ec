// The sign of a determinant of differences, the sum of four determinants with these signs: certain, or not (docs/group_machine.md). Two of
// the three vectors' errors, in eighths, are the same: `lone_sum_i` belongs to the other, `both_sums_i` is the sum of two. The
// sign is there two cycles later: sum and bound, comparison.
module small_sign (
  input  logic               clk_i,
  input  logic signed [50:0] plus_i,
  input  logic signed [50:0] other_plus_i,
  input  logic signed [50:0] minus_i,
  input  logic signed [50:0] other_minus_i,
  input  logic [12:0]        lone_error_i,
  input  logic [12:0]        both_error_i,
  input  logic [35:0]        lone_sum_i,
  input  logic [35:0]        first_sum_i,
  input  logic [35:0]        second_sum_i,
  output logic               positive_o,
  output logic               negative_o
);

  localparam logic [12:0] MOST_ERROR = 13'd4096;  // above it nothing is certain

  logic signed [52:0] determinant_q;
  logic [51:0]        bound_q;
  logic               unknown_q;

  always_ff @(posedge clk_i) begin
    determinant_q <= 53'(plus_i) + 53'(other_plus_i) - 53'(minus_i) - 53'(other_minus_i);
    bound_q <= 52'(lone_error_i) * 52'(lone_sum_i) + 52'(both_error_i) * (52'(first_sum_i) + 52'(second_sum_i));
    unknown_q <= lone_error_i > MOST_ERROR || both_error_i > MOST_ERROR;
  end

  logic signed [56:0] eighths;
  logic signed [56:0] bound;
  assign eighths = {determinant_q[52], determinant_q, 3'd0};
  assign bound = {5'd0, bound_q};
  always_ff @(posedge clk_i) begin
    positive_o <= !unknown_q && eighths > bound;
    negative_o <= !unknown_q && eighths < -bound;
  end

endmodule
