// How far a triangle reaches along the direction (NX, NY, NZ), rounded outward to steps (docs/group_machine.md): of its corners in units
// of BITS bits with sign, wider by what they are off, relative to where the direction's coordinates begin, and a step is 2^finer units. The
// result is there three cycles later: sums, extremes, steps.
module group_extent #(
  parameter int BITS = 24,
  parameter int NX   = 1,
  parameter int NY   = 1,
  parameter int NZ   = 1
) (
  input  logic                clk_i,
  input  logic [9*BITS-1:0]   corners_i,
  input  logic [BITS-1:0]     wider_i,
  input  logic signed [BITS+3:0] offset_i,
  input  logic [3:0]          finer_i,
  output logic [17:0]         low_o,
  output logic [17:0]         high_o
);

  localparam int SUM = BITS + 5;

  function automatic logic signed [SUM-1:0] times(input int n, input logic signed [BITS-1:0] value);
    times = n == 0 ? '0 : n > 0 ? SUM'(value) : -SUM'(value);
  endfunction

  logic [3*SUM-1:0] sum_q;
  genvar c;
  generate
    for (c = 0; c < 3; c = c + 1) begin : g_corner
      always_ff @(posedge clk_i)
        sum_q[SUM*c+:SUM] <= times(NX, corners_i[BITS*(3*c)+:BITS]) + times(NY, corners_i[BITS*(3*c+1)+:BITS]) +
            times(NZ, corners_i[BITS*(3*c+2)+:BITS]);
    end
  endgenerate

  logic [BITS-1:0]          wider_q;
  logic signed [BITS+3:0]   offset_q;
  logic [3:0]               finer_q;
  logic [3:0]               steps_q;
  logic signed [SUM-1:0]    low_q;
  logic signed [SUM-1:0]    high_q;
  logic signed [SUM-1:0]    first, second, third, least, most;
  assign first = sum_q[SUM-1:0];
  assign second = sum_q[2*SUM-1:SUM];
  assign third = sum_q[3*SUM-1:2*SUM];

  always_comb begin
    least = first < second ? first : second;
    least = third < least ? third : least;
    most = first > second ? first : second;
    most = third > most ? third : most;
  end

  always_ff @(posedge clk_i) begin
    wider_q <= wider_i;
    offset_q <= offset_i;
    finer_q <= finer_i;
    steps_q <= finer_q;
    low_q <= least - SUM'(offset_q) - SUM'({1'b0, wider_q});
    high_q <= most - SUM'(offset_q) + SUM'({1'b0, wider_q});
  end

  logic signed [SUM-1:0] low;
  logic signed [SUM-1:0] high;
  assign low = low_q >>> steps_q;
  assign high = (high_q + (SUM'(1) << steps_q) - SUM'(1)) >>> steps_q;

  function automatic logic [17:0] clamped(input logic signed [SUM-1:0] value);
    clamped = value[SUM-1] ? '0 : (|value[SUM-2:18]) ? '1 : value[17:0];
  endfunction
  always_ff @(posedge clk_i) begin
    low_o <= clamped(low);
    high_o <= clamped(high);
  end

endmodule
