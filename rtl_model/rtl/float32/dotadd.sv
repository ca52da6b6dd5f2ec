// DOTADD, the one arithmetic unit of the chip (Eq. 3): (c0*d0 + c1*d1) + (c2*d2 + c), seven rounded operations. A set
// of operands may go in every cycle; its result is at y_o, with valid_o, STAGES cycles later (1 to 14). y_o keeps its
// value until the next one.
module dotadd #(
  parameter int STAGES = 6
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        valid_i,
  input  logic [31:0] c0_i,
  input  logic [31:0] d0_i,
  input  logic [31:0] c1_i,
  input  logic [31:0] d1_i,
  input  logic [31:0] c2_i,
  input  logic [31:0] d2_i,
  input  logic [31:0] c_i,
  output logic        valid_o,
  output logic [31:0] y_o
);

  // A third each for the products, the two sums and the last sum.
  localparam int MUL = STAGES / 3;
  localparam int FIRST = (STAGES - MUL) / 2;
  localparam int SECOND = STAGES - MUL - FIRST;

  // working[k]: stage k has something to do.
  logic [STAGES-1:0] working;
  logic [STAGES-1:0] valid_q;
  generate
    if (STAGES == 1) begin : g_working
      assign working = valid_i;
    end else begin : g_working
      assign working = {valid_q[STAGES-2:0], valid_i};
    end
  endgenerate
  assign valid_o = valid_q[STAGES-1];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= '0;
    else valid_q <= working;
  end

  logic [31:0] product0;
  logic [31:0] product1;
  logic [31:0] product2;
  logic [31:0] offset;
  logic [31:0] left;
  logic [31:0] right;

  localparam int MUL_ENABLES = MUL == 0 ? 1 : MUL;
  localparam int FIRST_ENABLES = FIRST == 0 ? 1 : FIRST;
  logic [MUL_ENABLES-1:0]   mul_en;
  logic [FIRST_ENABLES-1:0] first_en;
  assign mul_en = working[MUL_ENABLES-1:0];
  assign first_en = working[MUL+FIRST_ENABLES-1:MUL];

  fp_mul #(.STAGES(MUL)) u_mul0 (.clk_i(clk_i), .en_i(mul_en), .a_i(c0_i), .b_i(d0_i), .y_o(product0));
  fp_mul #(.STAGES(MUL)) u_mul1 (.clk_i(clk_i), .en_i(mul_en), .a_i(c1_i), .b_i(d1_i), .y_o(product1));
  fp_mul #(.STAGES(MUL)) u_mul2 (.clk_i(clk_i), .en_i(mul_en), .a_i(c2_i), .b_i(d2_i), .y_o(product2));

  generate
    if (MUL == 0) begin : g_offset
      assign offset = c_i;
    end else begin : g_offset
      logic [32*MUL-1:0] offset_q;
      genvar k;
      for (k = 0; k < MUL; k = k + 1) begin : g_stage
        always_ff @(posedge clk_i)
          if (mul_en[k]) offset_q[32*k+:32] <= k == 0 ? c_i : offset_q[32*(k == 0 ? 0 : k - 1)+:32];
      end
      assign offset = offset_q[32*MUL-1-:32];
    end
  endgenerate

  fp_add #(.STAGES(FIRST)) u_left (.clk_i(clk_i), .en_i(first_en), .a_i(product0), .b_i(product1), .y_o(left));
  fp_add #(.STAGES(FIRST)) u_right (.clk_i(clk_i), .en_i(first_en), .a_i(product2), .b_i(offset), .y_o(right));
  fp_add #(.STAGES(SECOND)) u_sum (
    .clk_i(clk_i), .en_i(working[STAGES-1:MUL+FIRST]), .a_i(left), .b_i(right), .y_o(y_o)
  );

endmodule
