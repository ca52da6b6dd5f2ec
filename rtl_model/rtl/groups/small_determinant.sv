// The sign of the determinant of x - o, y - o and z - o, five cycles later; all determinants of a pair of triangles have this form. The vectors
// have 16-bit numbers. Two of the differences' errors, in eighths, are the same: the lone one belongs to x - o, or with LONE_LAST to
// z - o. In a whole Small Triangle Unit the products and determinants of corners are shared by all 15.
module small_determinant #(
  parameter bit LONE_LAST = 1'b0
) (
  input  logic        clk_i,
  input  logic [47:0] o_i,
  input  logic [47:0] x_i,
  input  logic [47:0] y_i,
  input  logic [47:0] z_i,
  input  logic [12:0] lone_error_i,
  input  logic [12:0] both_error_i,
  output logic        positive_o,
  output logic        negative_o
);

  logic [101:0] xy, yz, xz, ox, oy, oz;
  small_cross u_xy (.clk_i(clk_i), .a_i(x_i), .b_i(y_i), .cross_o(xy));
  small_cross u_yz (.clk_i(clk_i), .a_i(y_i), .b_i(z_i), .cross_o(yz));
  small_cross u_xz (.clk_i(clk_i), .a_i(x_i), .b_i(z_i), .cross_o(xz));
  small_cross u_ox (.clk_i(clk_i), .a_i(o_i), .b_i(x_i), .cross_o(ox));
  small_cross u_oy (.clk_i(clk_i), .a_i(o_i), .b_i(y_i), .cross_o(oy));
  small_cross u_oz (.clk_i(clk_i), .a_i(o_i), .b_i(z_i), .cross_o(oz));

  function automatic logic [101:0] reversed(input logic [101:0] value);
    reversed = {-value[101:68], -value[67:34], -value[33:0]};
  endfunction

  // (x - o) x (y - o) and so on.
  logic [35:0] xy_sum, yz_sum, xz_sum;
  small_sum u_xy_sum (.clk_i(clk_i), .pr_i(xy), .ps_i(reversed(ox)), .qr_i(oy), .qs_i(102'd0), .sum_o(xy_sum));
  small_sum u_yz_sum (.clk_i(clk_i), .pr_i(yz), .ps_i(reversed(oy)), .qr_i(oz), .qs_i(102'd0), .sum_o(yz_sum));
  small_sum u_xz_sum (.clk_i(clk_i), .pr_i(xz), .ps_i(reversed(ox)), .qr_i(oz), .qs_i(102'd0), .sum_o(xz_sum));

  logic [47:0] o_q;
  logic [47:0] x_q;
  logic signed [50:0] xyz, oyz, oxz, oxy;
  logic signed [50:0] xyz_q, oyz_q, oxz_q, oxy_q;
  small_triple u_xyz (.clk_i(clk_i), .a_i(x_q), .cross_i(yz), .determinant_o(xyz));
  small_triple u_oyz (.clk_i(clk_i), .a_i(o_q), .cross_i(yz), .determinant_o(oyz));
  small_triple u_oxz (.clk_i(clk_i), .a_i(o_q), .cross_i(xz), .determinant_o(oxz));
  small_triple u_oxy (.clk_i(clk_i), .a_i(o_q), .cross_i(xy), .determinant_o(oxy));

  logic [25:0] errors_q, errors_qq, errors_qqq;
  always_ff @(posedge clk_i) begin
    o_q <= o_i;
    x_q <= x_i;
    xyz_q <= xyz;
    oyz_q <= oyz;
    oxz_q <= oxz;
    oxy_q <= oxy;
    errors_q <= {both_error_i, lone_error_i};
    errors_qq <= errors_q;
    errors_qqq <= errors_qq;
  end

  small_sign u_sign (
    .clk_i(clk_i), .plus_i(xyz_q), .other_plus_i(oxz_q), .minus_i(oyz_q), .other_minus_i(oxy_q),
    .lone_error_i(errors_qqq[12:0]), .both_error_i(errors_qqq[25:13]), .lone_sum_i(LONE_LAST ? xy_sum : yz_sum),
    .first_sum_i(xz_sum), .second_sum_i(LONE_LAST ? yz_sum : xy_sum), .positive_o(positive_o), .negative_o(negative_o)
  );

endmodule
