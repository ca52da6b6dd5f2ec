// IEEE-754 binary32 in steps between which a pipeline may put its registers: round to nearest even, subnormals kept,
// one canonical NaN. The bits are those of reference/arithmetic/float32.h.
package fp32;

localparam logic [31:0] NAN = 32'h7fc00000;
localparam logic [31:0] INFINITY = 32'h7f800000;

// What a result is whatever its digits say.
localparam logic [1:0] FINITE = 2'd0;
localparam logic [1:0] INFINITE = 2'd1;
localparam logic [1:0] INVALID = 2'd2;

// Widths of what passes between the steps.
localparam int MUL_UNPACKED = 66;
localparam int MUL_PARTIAL = 90;
localparam int MUL_PRODUCT = 66;
localparam int ADD_ORDERED = 65;
localparam int ADD_ALIGNED = 63;
localparam int ADD_SUM = 40;
localparam int ROUNDABLE = 39;

// The functions that do not care for the sign take what is below it.
function automatic logic is_nan(input logic [30:0] a);
  is_nan = a > INFINITY[30:0];
endfunction

function automatic logic [31:0] negative(input logic [31:0] a);
  negative = {~a[31], a[30:0]};
endfunction

function automatic logic [31:0] magnitude(input logic [30:0] a);
  magnitude = {1'b0, a};
endfunction

// With the hidden bit.
function automatic logic [23:0] significand(input logic [30:0] a);
  significand = {|a[30:23], a[22:0]};
endfunction

// Subnormals have the exponent of the least normal number.
function automatic logic [7:0] exponent(input logic [7:0] field);
  exponent = |field ? field : 8'd1;
endfunction

// Zeros before the first one; 31 if there is none, so the last digit does not matter.
// verilator lint_off UNUSEDSIGNAL
function automatic logic [4:0] leading_zeros(input logic [31:0] a);
  logic [15:0] b;
  logic [7:0] c;
  logic [3:0] d;
  leading_zeros[4] = ~|a[31:16];
  b = leading_zeros[4] ? a[15:0] : a[31:16];
  leading_zeros[3] = ~|b[15:8];
  c = leading_zeros[3] ? b[7:0] : b[15:8];
  leading_zeros[2] = ~|c[7:4];
  d = leading_zeros[2] ? c[3:0] : c[7:4];
  leading_zeros[1] = ~|d[3:2];
  leading_zeros[0] = ~(leading_zeros[1] ? d[1] : d[3]);
endfunction
// verilator lint_on UNUSEDSIGNAL

// The last step of both operations. `digits`: leading one (or zero, of a subnormal number) at 25, then the fraction,
// guard and sticky bit. A carry out of the fraction goes on into the exponent, as it must.
function automatic logic [31:0] round(input logic [ROUNDABLE-1:0] in);
  logic [1:0] kind;
  logic sign;
  logic [9:0] exp;
  logic [25:0] digits;
  logic [32:0] rounded;
  {kind, sign, exp, digits} = in;
  rounded = {digits[25] ? exp : 10'd0, digits[24:2]} + {32'd0, digits[1] & (digits[0] | digits[2])};
  if (kind == INVALID) round = NAN;
  else if (kind == INFINITE || rounded[32:23] >= 10'd255) round = {sign, INFINITY[30:0]};
  else round = {sign, rounded[30:0]};
endfunction

// Multiplier: unpack, product (whole, or its two halves and their sum), shift, round.

// {kind, sign, exponent of a product with its leading one at 46, leading zeros of a subnormal factor, factors}
function automatic logic [MUL_UNPACKED-1:0] mul_unpack(input logic [31:0] a, input logic [31:0] b);
  logic [1:0] kind;
  logic zero;
  logic infinite;
  logic [4:0] zeros;
  zero = ~|a[30:0] | ~|b[30:0];
  infinite = &a[30:23] | &b[30:23];
  kind = is_nan(a[30:0]) || is_nan(b[30:0]) || (infinite && zero) ? INVALID : infinite ? INFINITE : FINITE;
  // With two subnormal factors the product is too small for it to matter.
  zeros = leading_zeros({significand(|a[30:23] ? b[30:0] : a[30:0]), 8'd0});
  mul_unpack = {kind, a[31] ^ b[31], {2'd0, exponent(a[30:23])} + {2'd0, exponent(b[30:23])} - 10'd127, zeros,
                significand(a[30:0]), significand(b[30:0])};
endfunction

function automatic logic [MUL_PRODUCT-1:0] mul_product(input logic [MUL_UNPACKED-1:0] in);
  mul_product = {in[65:48], {24'd0, in[47:24]} * {24'd0, in[23:0]}};
endfunction

function automatic logic [MUL_PARTIAL-1:0] mul_partial(input logic [MUL_UNPACKED-1:0] in);
  mul_partial = {in[65:48], {12'd0, in[47:24]} * {24'd0, in[23:12]}, {12'd0, in[47:24]} * {24'd0, in[11:0]}};
endfunction

function automatic logic [MUL_PRODUCT-1:0] mul_whole(input logic [MUL_PARTIAL-1:0] in);
  mul_whole = {in[89:72], {in[71:36], 12'd0} + {12'd0, in[35:0]}};
endfunction

// Puts the leading one at 47, or the digits of a subnormal result where they belong.
function automatic logic [ROUNDABLE-1:0] mul_shift(input logic [MUL_PRODUCT-1:0] in);
  logic [1:0] kind;
  logic sign;
  logic signed [9:0] exp;
  logic [4:0] zeros;
  logic [47:0] product;
  logic to_left;
  logic subnormal;
  logic [4:0] left;
  logic [4:0] right;
  logic [47:0] digits;
  logic lost;
  logic [9:0] shifted_exp;
  {kind, sign, exp, zeros, product} = in;
  to_left = exp >= 10'sd0;
  subnormal = exp <= $signed({5'd0, zeros});
  left = subnormal ? exp[4:0] : zeros;
  // From 26 on all digits are below the guard bit.
  right = exp < -10'sd31 ? 5'd31 : -exp[4:0];
  digits = to_left ? product << left : product >> right;
  lost = ~to_left & |(product & ~(48'hffffffffffff << right));
  shifted_exp = subnormal ? 10'd1 : exp + 10'sd1 - $signed({5'd0, zeros});
  if (~digits[47] && shifted_exp > 10'd1) begin
    digits = digits << 1;
    shifted_exp = shifted_exp - 10'd1;
  end
  mul_shift = {kind, sign, shifted_exp, digits[47:23], |digits[22:0] | lost};
endfunction

function automatic logic [31:0] mul(input logic [31:0] a, input logic [31:0] b);
  mul = round(mul_shift(mul_product(mul_unpack(a, b))));
endfunction

// Adder: order, align, sum, normalise, round.

// {kind, signs differ, sign of the greater, its exponent, distance, the greater, the smaller}
function automatic logic [ADD_ORDERED-1:0] add_order(input logic [31:0] a, input logic [31:0] b);
  logic [31:0] greater;
  logic [31:0] lesser;
  logic [7:0] distance;
  logic [1:0] kind;
  {greater, lesser} = b[30:0] > a[30:0] ? {b, a} : {a, b};
  distance = exponent(greater[30:23]) - exponent(lesser[30:23]);
  kind = is_nan(greater[30:0]) || (&lesser[30:23] && greater[31] != lesser[31]) ? INVALID
       : &greater[30:23] ? INFINITE : FINITE;
  add_order = {kind, a[31] ^ b[31], greater[31], exponent(greater[30:23]), |distance[7:5] ? 5'd31 : distance[4:0],
               significand(greater[30:0]), significand(lesser[30:0])};
endfunction

// The smaller gets three more digits, the last one sticky.
function automatic logic [ADD_ALIGNED-1:0] add_align(input logic [ADD_ORDERED-1:0] in);
  logic [26:0] lesser;
  logic [4:0] distance;
  logic lost;
  distance = in[52:48];
  lesser = {in[23:0], 3'd0};
  lost = |(lesser & ~(27'h7ffffff << distance));
  lesser = lesser >> distance;
  add_align = {in[64:53], in[47:24], lesser[26:1], lesser[0] | lost};
endfunction

function automatic logic [ADD_SUM-1:0] add_sum(input logic [ADD_ALIGNED-1:0] in);
  logic [27:0] greater;
  logic [27:0] lesser;
  greater = {1'b0, in[50:27], 3'd0};
  lesser = {1'b0, in[26:0]};
  add_sum = {in[62:51], in[60] ? greater - lesser : greater + lesser};
endfunction

function automatic logic [ROUNDABLE-1:0] add_normalise(input logic [ADD_SUM-1:0] in);
  logic [1:0] kind;
  logic differ;
  logic sign;
  logic [7:0] exp;
  logic [27:0] sum;
  logic [4:0] zeros;
  logic [4:0] shift;
  logic [7:0] room;
  logic [9:0] shifted_exp;
  {kind, differ, sign, exp, sum} = in;
  zeros = leading_zeros({sum, 4'd0});
  room = exp;
  // Two zeros give the sign of both, an exact cancellation gives +0.
  sign = sign & ~(differ & ~|sum & kind == FINITE);
  shift = room < {3'd0, zeros} ? room[4:0] : zeros;
  shifted_exp = {2'd0, exp} + 10'd1 - {5'd0, shift};
  sum = sum << shift;
  add_normalise = {kind, sign, shifted_exp, sum[27:3], |sum[2:0]};
endfunction

function automatic logic [31:0] add(input logic [31:0] a, input logic [31:0] b);
  add = round(add_normalise(add_sum(add_align(add_order(a, b)))));
endfunction

// a / 4, for a >= 0.
function automatic logic [31:0] quarter(input logic [30:0] a);
  logic [23:0] digits;
  logic half;
  logic sticky;
  digits = significand(a) >> (a[30:23] == 8'd2 ? 1 : 2);
  half = a[30:23] == 8'd2 ? a[0] : a[1];
  sticky = a[30:23] != 8'd2 & a[0];
  if (&a[30:23]) quarter = {1'b0, a};
  else if (a[30:23] > 8'd2) quarter = {1'b0, a[30:23] - 8'd2, a[22:0]};
  else quarter = {8'd0, digits} + {31'd0, half & (sticky | digits[0])};
endfunction

// Comparisons: with a NaN nothing is less, equal or greater.

function automatic logic less(input logic [31:0] a, input logic [31:0] b);
  logic zeros;
  zeros = ~|a[30:0] & ~|b[30:0];
  if (is_nan(a[30:0]) || is_nan(b[30:0]) || zeros) less = 1'b0;
  else if (a[31] != b[31]) less = a[31];
  else less = a[31] ? b[30:0] < a[30:0] : a[30:0] < b[30:0];
endfunction

function automatic logic less_or_equal(input logic [31:0] a, input logic [31:0] b);
  less_or_equal = less(a, b) | equal(a, b);
endfunction

function automatic logic equal(input logic [31:0] a, input logic [31:0] b);
  equal = ~is_nan(a[30:0]) & ~is_nan(b[30:0]) & (a == b | (~|a[30:0] & ~|b[30:0]));
endfunction

endpackage
