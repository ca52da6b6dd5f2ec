// a + b, in STAGES cycles (0: combinational, at most 5). Stage k works in the cycles in which en_i[k] is set; the
// caller carries the valid bit next to the data. See fp32.sv for the steps.
module fp_add #(
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
      assign y_o = fp32::add(a_i, b_i);
    end else begin : g_pipeline
      logic [31:0] y_q;
      assign y_o = y_q;
      if (STAGES == 1) begin : g_1
        always_ff @(posedge clk_i) if (en_i[0]) y_q <= fp32::add(a_i, b_i);
      end else if (STAGES == 2) begin : g_2
        logic [fp32::ADD_SUM-1:0] sum_q;
        always_ff @(posedge clk_i)
          if (en_i[0]) sum_q <= fp32::add_sum(fp32::add_align(fp32::add_order(a_i, b_i)));
        always_ff @(posedge clk_i) if (en_i[1]) y_q <= fp32::round(fp32::add_normalise(sum_q));
      end else if (STAGES == 3) begin : g_3
        logic [fp32::ADD_ALIGNED-1:0] aligned_q;
        logic [fp32::ROUNDABLE-1:0]   normal_q;
        always_ff @(posedge clk_i) if (en_i[0]) aligned_q <= fp32::add_align(fp32::add_order(a_i, b_i));
        always_ff @(posedge clk_i) if (en_i[1]) normal_q <= fp32::add_normalise(fp32::add_sum(aligned_q));
        always_ff @(posedge clk_i) if (en_i[2]) y_q <= fp32::round(normal_q);
      end else if (STAGES == 4) begin : g_4
        logic [fp32::ADD_ALIGNED-1:0] aligned_q;
        logic [fp32::ADD_SUM-1:0]     sum_q;
        logic [fp32::ROUNDABLE-1:0]   normal_q;
        always_ff @(posedge clk_i) if (en_i[0]) aligned_q <= fp32::add_align(fp32::add_order(a_i, b_i));
        always_ff @(posedge clk_i) if (en_i[1]) sum_q <= fp32::add_sum(aligned_q);
        always_ff @(posedge clk_i) if (en_i[2]) normal_q <= fp32::add_normalise(sum_q);
        always_ff @(posedge clk_i) if (en_i[3]) y_q <= fp32::round(normal_q);
      end else begin : g_5
        logic [fp32::ADD_ORDERED-1:0] ordered_q;
        logic [fp32::ADD_ALIGNED-1:0] aligned_q;
        logic [fp32::ADD_SUM-1:0]     sum_q;
        logic [fp32::ROUNDABLE-1:0]   normal_q;
        always_ff @(posedge clk_i) if (en_i[0]) ordered_q <= fp32::add_order(a_i, b_i);
        always_ff @(posedge clk_i) if (en_i[1]) aligned_q <= fp32::add_align(ordered_q);
        always_ff @(posedge clk_i) if (en_i[2]) sum_q <= fp32::add_sum(aligned_q);
        always_ff @(posedge clk_i) if (en_i[3]) normal_q <= fp32::add_normalise(sum_q);
        always_ff @(posedge clk_i) if (en_i[4]) y_q <= fp32::round(normal_q);
      end
    end
  endgenerate

endmodule
