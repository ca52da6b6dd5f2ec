// The float32 cores side by side on the same operands, each in every number of stages that it has a pipeline for.
module float_cores (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         valid_i,
  input  logic [223:0] operands_i,  // c0, d0, c1, d1, c2, d2, c from bit 0
  output logic         less_o,
  output logic         equal_o,
  output logic         unordered_o,
  output logic [31:0]  quarter_o,   // |c0| / 4
  output logic [159:0] products_o,  // c0 * d0 after 0 to 4 cycles
  output logic [191:0] sums_o,      // c0 + d0 after 0 to 5 cycles
  output logic [14:1]  valid_o,
  output logic [479:0] dotadds_o    // the DOTADD after 1 to 14 cycles, from bit 32
);

  fp_compare u_compare (
    .a_i(operands_i[31:0]), .b_i(operands_i[63:32]), .less_o(less_o), .equal_o(equal_o), .unordered_o(unordered_o)
  );

  assign quarter_o = fp32::quarter(operands_i[30:0]);

  genvar k;
  generate
    for (k = 0; k <= 4; k = k + 1) begin : g_product
      localparam int ENABLES = k == 0 ? 1 : k;
      fp_mul #(.STAGES(k)) u_mul (
        .clk_i(clk_i), .en_i({ENABLES{1'b1}}), .a_i(operands_i[31:0]), .b_i(operands_i[63:32]),
        .y_o(products_o[32*k+:32])
      );
    end
    for (k = 0; k <= 5; k = k + 1) begin : g_sum
      localparam int ENABLES = k == 0 ? 1 : k;
      fp_add #(.STAGES(k)) u_add (
        .clk_i(clk_i), .en_i({ENABLES{1'b1}}), .a_i(operands_i[31:0]), .b_i(operands_i[63:32]),
        .y_o(sums_o[32*k+:32])
      );
    end
    for (k = 1; k <= 14; k = k + 1) begin : g_dotadd
      dotadd #(.STAGES(k)) u_dotadd (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(valid_i),
        .c0_i(operands_i[31:0]), .d0_i(operands_i[63:32]), .c1_i(operands_i[95:64]), .d1_i(operands_i[127:96]),
        .c2_i(operands_i[159:128]), .d2_i(operands_i[191:160]), .c_i(operands_i[223:192]),
        .valid_o(valid_o[k]), .y_o(dotadds_o[32*k+:32])
      );
    end
  endgenerate
  assign dotadds_o[31:0] = 32'd0;

endmodule
