// A row of a transform in whole numbers: clamp((c0 d0 + c1 d1 + c2 d2 + offset) >> shift), the shift rounding down
// (docs/group_machine.md). A set of operands may go in every cycle; its result is at y_o four cycles later: products, sum,
// shift, clamp. The default is a row of the transform of volumes, whose coordinates have no sign: the d are those 18
// bits and a zero.
module group_dotadd #(
  parameter int C_BITS      = 18,
  parameter int D_BITS      = 19,
  parameter int OFFSET_BITS = 41,
  parameter int SHIFT_BITS  = 5,
  parameter int Y_BITS      = 18,
  parameter bit Y_SIGNED    = 1'b0
) (
  input  logic                          clk_i,
  input  logic signed [C_BITS-1:0]      c0_i,
  input  logic signed [D_BITS-1:0]      d0_i,
  input  logic signed [C_BITS-1:0]      c1_i,
  input  logic signed [D_BITS-1:0]      d1_i,
  input  logic signed [C_BITS-1:0]      c2_i,
  input  logic signed [D_BITS-1:0]      d2_i,
  input  logic signed [OFFSET_BITS-1:0] offset_i,
  input  logic [SHIFT_BITS-1:0]         shift_i,
  output logic [Y_BITS-1:0]             y_o
);

  localparam int PRODUCT = C_BITS + D_BITS;
  localparam int WIDER   = OFFSET_BITS > PRODUCT + 2 ? OFFSET_BITS : PRODUCT + 2;
  localparam int SUM     = WIDER + 1;

  logic signed [PRODUCT-1:0]     product0_q;
  logic signed [PRODUCT-1:0]     product1_q;
  logic signed [PRODUCT-1:0]     product2_q;
  logic signed [OFFSET_BITS-1:0] offset_q;
  logic [SHIFT_BITS-1:0]         shift_q;
  logic signed [SUM-1:0]         sum_q;
  logic [SHIFT_BITS-1:0]         sum_shift_q;
  logic signed [SUM-1:0]         shifted_q;

  always_ff @(posedge clk_i) begin
    product0_q <= c0_i * d0_i;
    product1_q <= c1_i * d1_i;
    product2_q <= c2_i * d2_i;
    offset_q <= offset_i;
    shift_q <= shift_i;
  end

  always_ff @(posedge clk_i) begin
    sum_q <= SUM'(product0_q) + SUM'(product1_q) + SUM'(product2_q) + SUM'(offset_q);
    sum_shift_q <= shift_q;
  end

  always_ff @(posedge clk_i) shifted_q <= sum_q >>> sum_shift_q;

  generate
    if (Y_SIGNED) begin : g_signed
      // It fits if all bits above are the sign.
      logic fits;
      assign fits = (&shifted_q[SUM-1:Y_BITS-1]) || !(|shifted_q[SUM-1:Y_BITS-1]);
      always_ff @(posedge clk_i)
        y_o <= fits ? shifted_q[Y_BITS-1:0] : {shifted_q[SUM-1], {(Y_BITS - 1) {!shifted_q[SUM-1]}}};
    end else begin : g_unsigned
      always_ff @(posedge clk_i)
        y_o <= shifted_q[SUM-1] ? '0 : (|shifted_q[SUM-2:Y_BITS]) ? '1 : shifted_q[Y_BITS-1:0];
    end
  endgenerate

endmodule
