// a * b, in STAGES cycles (0: combinational, at most 4). Stage k works in the cycles in which en_i[k] is set; the
// caller carries the valid bit next to the data. See fp32.sv for the steps.
module fp_mul #(
  parameter int STAGES = 0,
  parameter int ENABLES = STAGES == 0 ? 1 : STAGES
) (
  input  logic               clk_i,
  input  logic [ENABLES-1:0] en_i,
  input  logic [31:0]        a_i,
  input  logic [31:0]        b_i,
  output logic [31:0]        y_o
);

  generate
    if (STAGES == 0) begin : g_combinational
      logic unused;
      assign unused = &{1'b0, clk_i, en_i};
      assign y_o = fp32::mul(a_i, b_i);
    end else begin : g_pipeline
      logic [31:0] y_q;
      assign y_o = y_q;
      if (STAGES == 1) begin : g_1
        always_ff @(posedge clk_i) if (en_i[0]) y_q <= fp32::mul(a_i, b_i);
      end else if (STAGES == 2) begin : g_2
        logic [fp32::MUL_PRODUCT-1:0] product_q;
        always_ff @(posedge clk_i) if (en_i[0]) product_q <= fp32::mul_product(fp32::mul_unpack(a_i, b_i));
        always_ff @(posedge clk_i) if (en_i[1]) y_q <= fp32::round(fp32::mul_shift(product_q));
      end else if (STAGES == 3) begin : g_3
        logic [fp32::MUL_PARTIAL-1:0] partial_q;
        logic [fp32::ROUNDABLE-1:0]   shifted_q;
        always_ff @(posedge clk_i) if (en_i[0]) partial_q <= fp32::mul_partial(fp32::mul_unpack(a_i, b_i));
        always_ff @(posedge clk_i) if (en_i[1]) shifted_q <= fp32::mul_shift(fp32::mul_whole(partial_q));
        always_ff @(posedge clk_i) if (en_i[2]) y_q <= fp32::round(shifted_q);
      end else begin : g_4
        logic [fp32::MUL_PARTIAL-1:0] partial_q;
        logic [fp32::MUL_PRODUCT-1:0] product_q;
        logic [fp32::ROUNDABLE-1:0]   shifted_q;
        always_ff @(posedge clk_i) if (en_i[0]) partial_q <= fp32::mul_partial(fp32::mul_unpack(a_i, b_i));
        always_ff @(posedge clk_i) if (en_i[1]) product_q <= fp32::mul_whole(partial_q);
        always_ff @(posedge clk_i) if (en_i[2]) shifted_q <= fp32::mul_shift(product_q);
        always_ff @(posedge clk_i) if (en_i[3]) y_q <= fp32::round(shifted_q);
      end
    end
  endgenerate

endmodule
