// The SDRAM as it stands on the board, for simulation: open rows, and the data of a READ on its pins T_CL cycles later,
// a beat of 32 bytes per cycle. Between bursts no side drives them. Whether the commands are in time is sdram_check's
// business. In addition to its pins it has the board's way in for the host's words.
//
// It holds the lowest BEATS x 32 bytes. +memory=FILE: what is in it, for $readmemh.
module sdram_device #(
  parameter int BEATS = 32768,
  parameter int BANKS = 4,
  parameter int PAGE_BYTES = 4096,
  parameter int ROW_BITS = 15,
  parameter int T_CL = 4,
  parameter int WINDOW_LATENCY = 20,  // cycles to the first word of a line
  // Derived.
  parameter int BANK_BITS = $clog2(BANKS),
  parameter int COLUMN_BITS = $clog2(PAGE_BYTES) - 5,
  parameter int BEAT_BITS = ROW_BITS + BANK_BITS + COLUMN_BITS,
  parameter int INDEX_BITS = $clog2(BEATS)
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,

  input  logic                 cs_ni,
  input  logic                 ras_ni,
  input  logic                 cas_ni,
  input  logic                 we_ni,
  input  logic [BANK_BITS-1:0] ba_i,
  input  logic [14:0]          a_i,
  output logic [255:0]         dq_o,

  input  logic                 window_read_i,
  input  logic                 window_write_i,
  input  logic [28:0]          window_address_i,
  input  logic [31:0]          window_data_i,
  input  logic [3:0]           window_bytes_i,
  output logic                 window_ready_o,
  output logic                 window_valid_o,
  output logic [31:0]          window_data_o
);

  logic [255:0] words_q [0:BEATS-1];

  // Reads.
  logic [ROW_BITS-1:0]           row_q [0:BANKS-1];
  logic                          activate, read;
  logic [BEAT_BITS-1:0]          beat;
  logic [T_CL-2:0]               coming_q;  // a bit per READ on its way, with its first beat and length
  logic [(T_CL-1)*BEAT_BITS-1:0] coming_beat_q;
  logic [T_CL-2:0]               coming_long_q;
  logic                          start, active;
  logic [BEAT_BITS-1:0]          now, next_q;
  logic [3:0]                    left, left_q;  // beats

  assign activate = !cs_ni && !ras_ni && cas_ni && we_ni;
  assign read = !cs_ni && ras_ni && !cas_ni && we_ni;
  assign beat = {row_q[ba_i], ba_i, a_i[COLUMN_BITS-1:0]};

  assign start = coming_q[T_CL-2];
  assign now = start ? coming_beat_q[(T_CL-1)*BEAT_BITS-1-:BEAT_BITS] : next_q;
  assign left = start ? (coming_long_q[T_CL-2] ? 4'd8 : 4'd4) : left_q;
  assign active = left != 4'd0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      coming_q <= '0;
      left_q <= 4'd0;
    end else begin
      coming_q <= (T_CL-1)'({coming_q, read});
      if (active) left_q <= left - 4'd1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (activate) row_q[ba_i] <= a_i[ROW_BITS-1:0];
    coming_beat_q <= ((T_CL-1)*BEAT_BITS)'({coming_beat_q, beat});
    coming_long_q <= (T_CL-1)'({coming_long_q, a_i[12]});
    next_q <= now + BEAT_BITS'(1);
    dq_o <= active ? words_q[now[INDEX_BITS-1:0]] : 'x;
  end

  // The window: a line of eight words is one beat.
  logic [7:0]   wait_q;  // cycles until its first word, then its words
  logic [255:0] line_q;
  logic [INDEX_BITS-1:0] line;

  assign line = window_address_i[5+:INDEX_BITS];
  assign window_ready_o = 1'b1;
  assign window_valid_o = wait_q != 8'd0 && wait_q <= 8'd8;
  assign window_data_o = line_q[31:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wait_q <= 8'd0;
    else if (window_read_i) wait_q <= 8'(WINDOW_LATENCY + 8);
    else if (wait_q != 8'd0) wait_q <= wait_q - 8'd1;
  end

  always_ff @(posedge clk_i) begin
    if (window_read_i) line_q <= words_q[line];
    else if (window_valid_o) line_q <= {32'd0, line_q[255:32]};
  end

  genvar b;
  generate
    for (b = 0; b < 32; b = b + 1) begin : g_byte
      always_ff @(posedge clk_i) begin
        if (window_write_i && window_address_i[4:2] == 3'(b / 4) && window_bytes_i[b%4])
          words_q[line][8*b+:8] <= window_data_i[8*(b%4)+:8];
      end
    end
  endgenerate

  string path;
  initial if ($value$plusargs("memory=%s", path)) $readmemh(path, words_q);

  always @(posedge clk_i) begin
    if (rst_ni) begin
      assert (!active || 32'(now) < BEATS) else $error("%m: a read beyond the memory that is there");
      assert (!(window_read_i || window_write_i) || 32'(window_address_i[28:5]) < BEATS)
        else $error("%m: the window beyond the memory that is there");
    end
  end

  logic unused;
  assign unused = &{1'b0, a_i[14:13], a_i[11:10], a_i[9:COLUMN_BITS], window_address_i[1:0]};

endmodule
