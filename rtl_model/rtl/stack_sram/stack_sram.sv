// Port of one external stack SRAM (§4.2): requests in order, one word per cycle. Timing contract: docs/stack_engine.md.
//
// A write and a read may come in the same cycle, the write first; REQUESTS is the capacity of the channel they come
// through, which lies in here. A read's words leave when the device gives them, LATENCY cycles after their address, and
// are always taken.
module stack_sram #(
  parameter int ENTRIES = 65536, // stack_sram.entries
  parameter int LATENCY = 2,     // stack_sram.latency
  parameter int REQUESTS = 16,
  parameter int TOP_WIDTH = $clog2(ENTRIES + 1),
  parameter int ADDRESS_WIDTH = $clog2(ENTRIES)
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,

  // stack_engine.left_sram or right_sram
  output logic                     requests_ready_o,
  output logic                     requests_ready_two_o,
  input  logic                     requests_write_put_i,
  input  logic [TOP_WIDTH-1:0]     requests_write_address_i,
  input  logic [1:0]               requests_write_count_i,
  input  logic [31:0]              requests_write_word_0_i,
  input  logic [31:0]              requests_write_word_1_i,
  input  logic                     requests_read_put_i,
  input  logic [TOP_WIDTH-1:0]     requests_read_address_i,
  input  logic [3:0]               requests_read_count_i,

  // stack_sram_left.words or stack_sram_right.words
  output logic                     words_put_o,
  output logic [31:0]              words_word_o,

  // The device: an address in a cycle, its word LATENCY cycles later.
  output logic                     sram_enable_o,
  output logic                     sram_write_o,
  output logic [ADDRESS_WIDTH-1:0] sram_address_o,
  output logic [31:0]              sram_data_o,
  input  logic [31:0]              sram_data_i,

  // A word has the port in this cycle.
  output logic                     busy_o
);

  localparam int REQUEST_WIDTH = 1 + TOP_WIDTH + 4 + 64;
  localparam int INDEX_WIDTH = $clog2(REQUESTS);
  localparam int COUNT_WIDTH = $clog2(REQUESTS + 1);
  localparam logic [INDEX_WIDTH-1:0] LAST = INDEX_WIDTH'(REQUESTS - 1);

  logic [REQUEST_WIDTH-1:0] requests_q [REQUESTS];
  logic [INDEX_WIDTH-1:0]   head_d, head_q, tail_q, after_write, after_both;
  logic [COUNT_WIDTH-1:0]   count_d, count_q;

  assign requests_ready_o = count_q < COUNT_WIDTH'(REQUESTS);
  assign requests_ready_two_o = count_q < COUNT_WIDTH'(REQUESTS - 1);

  // The request that has the port, and which of its words.
  logic                 is_write, last_word, done;
  logic [TOP_WIDTH-1:0] address, word_address;
  logic [3:0]           count, word_d, word_q;
  logic [31:0]          word_0, word_1;
  assign {is_write, address, count, word_0, word_1} = requests_q[head_q];
  assign busy_o = count_q != '0;
  assign last_word = word_q + 4'd1 == count;
  assign done = busy_o & last_word;
  assign word_d = busy_o & ~last_word ? word_q + 4'd1 : 4'd0;
  assign word_address = address + TOP_WIDTH'(word_q);

  assign sram_enable_o = busy_o;
  assign sram_write_o = is_write;
  assign sram_address_o = word_address[ADDRESS_WIDTH-1:0];
  assign sram_data_o = word_q == 4'd0 ? word_0 : word_1;

  assign after_write = !requests_write_put_i ? tail_q : tail_q == LAST ? '0 : tail_q + 1'b1;
  assign after_both = !requests_read_put_i ? after_write : after_write == LAST ? '0 : after_write + 1'b1;
  assign head_d = !done ? head_q : head_q == LAST ? '0 : head_q + 1'b1;
  assign count_d = count_q + COUNT_WIDTH'(requests_write_put_i) + COUNT_WIDTH'(requests_read_put_i) -
      COUNT_WIDTH'(done);

  // Reads under way: bit i set when a word's address was on the pins i + 1 cycles ago.
  logic [LATENCY-1:0] under_way_d, under_way_q;
  assign under_way_d = LATENCY'({under_way_q, busy_o & ~is_write});
  assign words_put_o = under_way_q[LATENCY-1];
  assign words_word_o = sram_data_i;

  always_ff @(posedge clk_i) begin
    if (requests_write_put_i) begin
      requests_q[tail_q] <= {1'b1, requests_write_address_i, 2'b0, requests_write_count_i, requests_write_word_0_i,
                             requests_write_word_1_i};
    end
    if (requests_read_put_i) begin
      requests_q[after_write] <= {1'b0, requests_read_address_i, requests_read_count_i, 64'd0};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
      count_q <= '0;
      word_q <= 4'd0;
      under_way_q <= '0;
    end else begin
      head_q <= head_d;
      tail_q <= after_both;
      count_q <= count_d;
      word_q <= word_d;
      under_way_q <= under_way_d;
    end
  end

  logic unused;
  assign unused = &{1'b0, word_address[TOP_WIDTH-1]};

`ifndef SYNTHESIS
  put_check #(.WIDTH(TOP_WIDTH + 66)) u_check_requests_write (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(requests_ready_o), .put_i(requests_write_put_i),
    .item_i({requests_write_address_i, requests_write_count_i, requests_write_word_0_i, requests_write_word_1_i})
  );
  put_check #(.WIDTH(TOP_WIDTH + 4)) u_check_requests_read (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(requests_write_put_i ? requests_ready_two_o : requests_ready_o),
    .put_i(requests_read_put_i), .item_i({requests_read_address_i, requests_read_count_i})
  );
`endif

endmodule
