// A host that does on the chip's bus what play_vectors.py has made of golden vectors, and tells what comes back, a line
// each. +program=FILE has its statements, in hexadecimal numbers:
//
//   1 command address count word...   write the words
//   2 limit                           wait until the query has ended, so many cycles at most, and read everything
//   3 address count                   read
//   0                                 the end
//
// It waits as golden_player.cpp does: it looks every LOOK cycles and empties the Pointer FIFO.
module vectors_bench #(
  parameter int SDRAM_BEATS = 32768
) (
  input  logic clk_i,
  input  logic rst_ni,
  output logic over_o
);

  localparam int LOOK = 512;
  localparam logic [31:0] REGISTERS = 32'h8000_0000;  // where play_vectors.py puts BAR 0
  localparam logic [31:0] STATUS = 32'h008;
  localparam logic [31:0] LEVEL = 32'h018;
  localparam logic [31:0] CYCLES_LOW = 32'h01c;
  localparam logic [31:0] CYCLES_HIGH = 32'h020;
  localparam logic [31:0] ERROR_ADDRESS = 32'h024;
  localparam logic [31:0] ENTRIES = 32'h1000;
  localparam logic [31:0] MOST_ENTRIES = 32'd512;  // in one read
  localparam logic [31:0] PATIENCE = 32'd100000;  // cycles for a statement that is no query
  localparam logic [3:0]  MEMORY_READ = 4'h6;
  localparam int DONE = 1;
  localparam int ERROR = 2;

  localparam logic [3:0] FETCH = 4'd0;
  localparam logic [3:0] WRITE = 4'd1;
  localparam logic [3:0] SLEEP = 4'd2;
  localparam logic [3:0] READ_STATUS = 4'd3;
  localparam logic [3:0] READ_LEVEL = 4'd4;
  localparam logic [3:0] READ_ENTRIES = 4'd5;
  localparam logic [3:0] READ_LOW = 4'd6;
  localparam logic [3:0] READ_HIGH = 4'd7;
  localparam logic [3:0] READ_ERROR = 4'd8;
  localparam logic [3:0] READ_WORDS = 4'd9;
  localparam logic [3:0] OVER = 4'd10;

  logic        bus_edge, valid, word, done, refused;
  logic [3:0]  command;
  logic [31:0] address, data, got;
  logic [15:0] count;
  logic [31:0] ad, bus_ad;
  logic        ad_oe, par, par_oe, frame, irdy, idsel, devsel, trdy, stop, perr, serr;
  logic [3:0]  cbe;
  logic        starts, list, leaf_tests, full;
  logic [16:0] list_length;
  logic [2:0]  leaf_tests_count;

  pci_initiator u_initiator (
    .clk_i(clk_i), .rst_ni(rst_ni), .bus_edge_i(bus_edge),
    .valid_i(valid), .command_i(command), .address_i(address), .words_i(count), .data_i(data), .word_o(word),
    .data_o(got), .done_o(done), .refused_o(refused),
    .ad_i(bus_ad), .devsel_ni(devsel), .trdy_ni(trdy), .stop_ni(stop), .ad_o(ad), .ad_oe_o(ad_oe), .cbe_no(cbe),
    .par_o(par), .par_oe_o(par_oe), .frame_no(frame), .irdy_no(irdy), .idsel_o(idsel)
  );

  chip_on_board #(.SDRAM_BEATS(SDRAM_BEATS)) u_board (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .ad_i(ad), .ad_oe_i(ad_oe), .cbe_ni(cbe), .par_i(par), .par_oe_i(par_oe), .frame_ni(frame), .irdy_ni(irdy),
    .idsel_i(idsel), .bus_edge_o(bus_edge), .ad_o(bus_ad), .devsel_no(devsel), .trdy_no(trdy), .stop_no(stop),
    .perr_no(perr), .serr_no(serr),
    .start_o(starts), .list_o(list), .list_length_o(list_length), .leaf_tests_o(leaf_tests),
    .leaf_tests_count_o(leaf_tests_count), .full_o(full)
  );

  string       path;
  integer      file, items;
  logic [3:0]  statement, to_command;  // of the program
  logic [15:0] to_count;
  logic [31:0] to_address, number;
  logic [3:0]  state_q, command_q;
  logic [15:0] count_q;
  logic [31:0] address_q, data_q;
  logic [31:0] slept_q, waited_q, limit_q, low_q, first_q;
  logic        ended_q, second_q, full_q;
  logic [63:0] lists_q, aligned_pairs_q, triangle_tests_q;

  // What the bus does in each state.
  assign over_o = state_q == OVER;
  assign valid = state_q != FETCH && state_q != SLEEP && state_q != OVER;
  assign command = state_q == WRITE ? command_q : MEMORY_READ;
  assign count = state_q == WRITE || state_q == READ_WORDS || state_q == READ_ENTRIES ? count_q : 16'd1;
  assign data = data_q;
  always_comb begin
    case (state_q)
      WRITE, READ_WORDS: address = address_q;
      READ_STATUS: address = REGISTERS + STATUS;
      READ_LEVEL: address = REGISTERS + LEVEL;
      READ_ENTRIES: address = REGISTERS + ENTRIES;
      READ_LOW: address = REGISTERS + CYCLES_LOW;
      READ_HIGH: address = REGISTERS + CYCLES_HIGH;
      default: address = REGISTERS + ERROR_ADDRESS;
    endcase
  end

  initial begin
    if (!$value$plusargs("program=%s", path)) $fatal(1, "+program=FILE is missing");
    file = $fopen(path, "r");
    if (file == 0) $fatal(1, "%s: cannot be read", path);
  end

  // verilator lint_off BLKSEQ
  always @(posedge clk_i) begin
    if (!rst_ni) begin
      state_q <= FETCH;
      slept_q <= 32'd0;
      second_q <= 1'b0;
      ended_q <= 1'b0;
    end else begin
      case (state_q)
        FETCH: begin
          items = $fscanf(file, "%h", statement);
          if (items == 1 && statement == 4'd1) begin
            items = $fscanf(file, "%h %h %h %h", to_command, to_address, to_count, number);
            command_q <= to_command;
            address_q <= to_address;
            count_q <= to_count;
            data_q <= number;
            limit_q <= PATIENCE;
            state_q <= WRITE;
          end else if (items == 1 && statement == 4'd3) begin
            items = $fscanf(file, "%h %h", to_address, to_count);
            address_q <= to_address;
            count_q <= to_count;
            limit_q <= PATIENCE;
            state_q <= READ_WORDS;
          end else begin
            items = $fscanf(file, "%h", number);
            limit_q <= number;
            state_q <= items == 1 && statement == 4'd2 ? SLEEP : OVER;
          end
        end
        WRITE: begin
          if (word && !done) begin
            items = $fscanf(file, "%h", number);
            data_q <= number;
          end
          if (done) state_q <= FETCH;
        end
        READ_WORDS: begin
          if (word) $display("word %h", got);
          if (done) state_q <= FETCH;
        end
        SLEEP: begin
          slept_q <= slept_q + 32'd1;
          if (slept_q == LOOK - 1) begin
            slept_q <= 32'd0;
            state_q <= READ_STATUS;
          end
        end
        READ_STATUS: begin
          if (done) begin
            ended_q <= got[DONE];
            state_q <= got[ERROR] ? READ_ERROR : READ_LEVEL;
          end
        end
        READ_LEVEL: begin
          if (done) begin
            count_q <= 16'(2 * (got > MOST_ENTRIES ? MOST_ENTRIES : got));
            state_q <= got != 32'd0 ? READ_ENTRIES : ended_q ? READ_LOW : SLEEP;
          end
        end
        READ_ENTRIES: begin
          if (word) begin
            first_q <= got;
            second_q <= !second_q;
            if (second_q) $display("entry %h %h", first_q, got);
          end
          if (done) state_q <= READ_LEVEL;
        end
        READ_LOW: begin
          if (done) begin
            low_q <= got;
            state_q <= READ_HIGH;
          end
        end
        READ_HIGH: begin
          if (done) begin
            $display("answer %0d %0d %0d %0d%s", {got, low_q}, lists_q, aligned_pairs_q, triangle_tests_q,
                     full_q ? " full" : "");
            state_q <= FETCH;
          end
        end
        READ_ERROR: begin
          if (done) begin
            $display("error at address %h", got);
            state_q <= OVER;
          end
        end
        default: ;
      endcase
      waited_q <= state_q == FETCH ? 32'd0 : waited_q + 32'd1;
      if (valid && waited_q > limit_q) begin
        $display("no end after %0d cycles", limit_q);
        state_q <= OVER;
      end
      if (refused) begin
        $display("refused %h %h", command, address);
        state_q <= OVER;
      end
      if (bus_edge && !(perr && serr)) begin
        $display("parity or system error on the bus");
        state_q <= OVER;
      end
    end
  end
  // verilator lint_on BLKSEQ

  // What the Stack Engine sends in a query.
  always_ff @(posedge clk_i) begin
    if (starts) begin
      lists_q <= '0;
      aligned_pairs_q <= '0;
      triangle_tests_q <= '0;
      full_q <= 1'b0;
    end else begin
      if (full) full_q <= 1'b1;
      if (list) lists_q <= lists_q + 64'd1;
      if (list) aligned_pairs_q <= aligned_pairs_q + 64'(list_length);
      if (leaf_tests) triangle_tests_q <= triangle_tests_q + 64'(leaf_tests_count);
    end
  end

endmodule
