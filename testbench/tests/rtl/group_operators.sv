// The operators of a machine with groups side by side, each with operands of its own.
module group_operators (
  input  logic         clk_i,
  // A row of the transform of volumes, and one of the transform of corners.
  input  logic [53:0]  row_c_i,
  input  logic [53:0]  row_d_i,
  input  logic [40:0]  row_offset_i,
  input  logic [4:0]   row_shift_i,
  output logic [17:0]  row_o,
  input  logic [77:0]  corner_c_i,
  input  logic [74:0]  corner_d_i,
  input  logic [61:0]  corner_offset_i,
  input  logic [4:0]   corner_shift_i,
  output logic [29:0]  corner_o,
  input  logic [431:0] x_i,
  input  logic [431:0] y_i,
  output logic         overlap_o,
  input  logic [191:0] bases_i,
  input  logic [47:0]  shifts_i,
  input  logic [119:0] quanta_i,
  output logic [431:0] coordinates_o,
  input  logic [191:0] points_i,  // o, x, y, z
  input  logic [25:0]  errors_i,  // of one difference, of the two others
  output logic [1:0]   positive_o,  // the one is the first difference, or the last
  output logic [1:0]   negative_o,
  input  logic [269:0] tumbled_i,
  input  logic [269:0] aligned_i,
  input  logic [20:0]  corner_error_i,
  output logic [143:0] tumbled_o,
  output logic [143:0] aligned_o,
  output logic [38:0]  block_errors_o,  // tumbled, mixed, aligned
  // An aligned triangle along twelve directions: axes, edges, three corners.
  input  logic [215:0] corners_i,
  input  logic [335:0] offsets_i,
  input  logic [47:0]  finer_i,
  output logic [431:0] volume_o
);

  group_dotadd u_row (
    .clk_i(clk_i), .c0_i(row_c_i[17:0]), .d0_i({1'b0, row_d_i[17:0]}), .c1_i(row_c_i[35:18]), .d1_i({1'b0, row_d_i[35:18]}),
    .c2_i(row_c_i[53:36]), .d2_i({1'b0, row_d_i[53:36]}), .offset_i(row_offset_i), .shift_i(row_shift_i), .y_o(row_o)
  );
  group_dotadd #(.C_BITS(26), .D_BITS(25), .OFFSET_BITS(62), .Y_BITS(30), .Y_SIGNED(1'b1)) u_corner (
    .clk_i(clk_i), .c0_i(corner_c_i[25:0]), .d0_i(corner_d_i[24:0]), .c1_i(corner_c_i[51:26]), .d1_i(corner_d_i[49:25]),
    .c2_i(corner_c_i[77:52]), .d2_i(corner_d_i[74:50]), .offset_i(corner_offset_i), .shift_i(corner_shift_i),
    .y_o(corner_o)
  );
  group_compare u_compare (.clk_i(clk_i), .x_i(x_i), .y_i(y_i), .overlap_o(overlap_o));
  group_decode u_decode (
    .clk_i(clk_i), .bases_i(bases_i), .shifts_i(shifts_i), .quanta_i(quanta_i), .coordinates_o(coordinates_o)
  );
  genvar n;
  generate
    for (n = 0; n < 2; n = n + 1) begin : g_determinant
      small_determinant #(.LONE_LAST(n == 1)) u_determinant (
        .clk_i(clk_i), .o_i(points_i[47:0]), .x_i(points_i[95:48]), .y_i(points_i[143:96]), .z_i(points_i[191:144]),
        .lone_error_i(errors_i[12:0]), .both_error_i(errors_i[25:13]), .positive_o(positive_o[n]),
        .negative_o(negative_o[n])
      );
    end
  endgenerate
  // Two bits for each of x, y, z: the number and its sign.
  localparam logic [71:0] NORMALS = 72'h77557453144d150101;
  genvar i;
  generate
    for (i = 0; i < 12; i = i + 1) begin : g_extent
      localparam int NX = NORMALS[6*i] ? (NORMALS[6*i+1] ? -1 : 1) : 0;
      localparam int NY = NORMALS[6*i+2] ? (NORMALS[6*i+3] ? -1 : 1) : 0;
      localparam int NZ = NORMALS[6*i+4] ? (NORMALS[6*i+5] ? -1 : 1) : 0;
      localparam int ENTRIES = (NX != 0 ? 1 : 0) + (NY != 0 ? 1 : 0) + (NZ != 0 ? 1 : 0);
      group_extent #(.NX(NX), .NY(NY), .NZ(NZ)) u_extent (
        .clk_i(clk_i), .corners_i(corners_i), .wider_i(24'((ENTRIES + 1) / 2)), .offset_i(offsets_i[28*i+:28]),
        .finer_i(finer_i[4*i+:4]), .low_o(volume_o[18*i+:18]), .high_o(volume_o[18*(i+12)+:18])
      );
    end
  endgenerate

  small_block u_block (
    .clk_i(clk_i), .tumbled_i(tumbled_i), .aligned_i(aligned_i), .corner_error_i(corner_error_i), .tumbled_o(tumbled_o),
    .aligned_o(aligned_o), .tumbled_error_o(block_errors_o[12:0]), .mixed_error_o(block_errors_o[25:13]),
    .aligned_error_o(block_errors_o[38:26])
  );

endmodule
