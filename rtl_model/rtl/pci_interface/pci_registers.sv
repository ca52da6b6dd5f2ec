// What is behind the bus in the PCI Interface: the registers, the matrix memories' and the Pointer FIFO's ports, start, stop
// and interrupt of the host. docs/host_port.md has its registers.
//
// host_*: a word of a burst; it answers in the same cycle. Words of a matrix are gathered to messages of up to 32, which
// end with the burst. What a transfer causes happens at its end, host_left_i cycles from now. tick_i: a chip cycle ends
// with this edge; without it the edge belongs to the host alone (a loosely timed host makes several accesses in one chip
// cycle; on a bus tick_i is high).
module pci_registers #(
  parameter int DOP_K = 24,
  parameter int POINTER_FIFO_THRESHOLD = 512,
  parameter int POINTER_FIFO_DEPTH = 1024,
  // Derived.
  parameter int LEVEL_BITS = $clog2(POINTER_FIFO_DEPTH + 1)
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        tick_i,
  input  logic [63:0] cycle_i,  // a free-running count of chip cycles

  input  logic        host_valid_i,
  input  logic        host_write_i,
  input  logic [31:0] host_address_i,  // of the word
  input  logic [31:0] host_data_i,
  input  logic        host_end_i,      // no word follows, or (without host_valid_i) one is left out
  input  logic [11:0] host_ahead_i,    // so many words of the transfer follow, as far as the host says; 0 on a bus
  input  logic [31:0] host_left_i,
  output logic [31:0] host_data_o,
  output logic [2:0]  host_error_o,    // 0 none; see ERROR_*

  // pointer_fifo.entries, and how many there are
  input  logic [LEVEL_BITS-1:0] entries_level_i,
  input  logic [1:0]            entries_kind_i,  // 0 hit, 1 uncertain, 2 unfinished
  input  logic [31:0]           entries_tumbled_i,
  input  logic [31:0]           entries_aligned_i,
  output logic                  entries_pop_o,
  // pointer_fifo.done
  input  logic        done_valid_i,
  input  logic [1:0]  done_error_kind_i,  // 0 none, 1 refused, 2 uncorrectable
  input  logic [31:0] done_error_address_i,
  input  logic        done_unfinished_i,
  output logic        done_pop_o,
  // pci_interface.start, pci_interface.stop
  output logic        start_put_o,
  output logic [31:0] start_tumbled_o,  // address of the pair, mask in bits 1..0
  output logic [31:0] start_aligned_o,
  output logic        start_first_witness_o,
  input  logic        stop_ready_i,
  output logic        stop_put_o,
  // pci_interface.mmm_writes, pci_interface.frame_writes: due when the transfer ends
  input  logic          mmm_ready_i,
  output logic          mmm_put_o,
  input  logic          frames_ready_i,
  output logic          frames_put_o,
  output logic [11:0]   matrix_first_word_o,
  output logic [5:0]    matrix_count_o,
  output logic [1023:0] matrix_words_o,

  output logic        reset_o,  // the host wants a hard reset
  output logic        interrupt_o,
  output logic [4:0]  status_o,
  output logic        started_o,      // a query is started by this access; it begins in query_begin_o
  output logic        stopped_o,      // or stopped
  output logic [63:0] query_begin_o,
  output logic        idle_o          // nothing changes until an input but cycle_i does, or a start or stop is due
);

  localparam logic [2:0] ERROR_ADDRESS = 3'd1;
  localparam logic [2:0] ERROR_COMMAND = 3'd2;
  localparam logic [2:0] ERROR_GENERIC = 3'd4;

  // Register map.
  localparam logic [31:0] IDENTITY = 32'h43435031;
  localparam logic [31:0] REGISTER_IDENTITY = 32'h000;
  localparam logic [31:0] REGISTER_CONTROL = 32'h004;
  localparam logic [31:0] REGISTER_STATUS = 32'h008;
  localparam logic [31:0] REGISTER_INTERRUPT = 32'h00c;
  localparam logic [31:0] REGISTER_TUMBLED_ROOT = 32'h010;
  localparam logic [31:0] REGISTER_ALIGNED_ROOT = 32'h014;
  localparam logic [31:0] REGISTER_FIFO_LEVEL = 32'h018;
  localparam logic [31:0] REGISTER_CYCLES_LOW = 32'h01c;
  localparam logic [31:0] REGISTER_CYCLES_HIGH = 32'h020;
  localparam logic [31:0] REGISTER_ERROR_ADDRESS = 32'h024;
  localparam logic [31:0] MMM = 32'h400;
  localparam logic [31:0] FRAMES = 32'h800;
  localparam logic [31:0] FIFO = 32'h1000;
  localparam logic [31:0] FIFO_END = 32'h2000;
  localparam logic [31:0] WINDOW = 32'h4000_0000;
  localparam int START = 0;
  localparam int RESET = 1;
  localparam int FIRST_WITNESS = 2;
  localparam int ENABLE_DONE = 3;
  localparam int ENABLE_FIFO = 4;
  localparam int STOP = 5;

  localparam logic [12:0] MMM_WORDS = 13'(5 * DOP_K);
  localparam logic [12:0] FRAME_WORDS = 13'd30;
  localparam logic [LEVEL_BITS-1:0] THRESHOLD = LEVEL_BITS'(POINTER_FIFO_THRESHOLD);

  logic        first_witness_q, first_witness_d;
  logic        enable_done_q, enable_done_d;
  logic        enable_fifo_q, enable_fifo_d;
  logic        busy_q, busy_d;
  logic        done_q, done_d;
  logic        error_q, error_d;
  logic        unfinished_q, unfinished_d;
  logic        uncorrectable_q, uncorrectable_d;
  logic        done_pending_q, done_pending_d;
  logic        fifo_pending_q, fifo_pending_d;
  logic [31:0] tumbled_root_q;
  logic [31:0] aligned_root_q;
  logic [31:0] error_address_q;
  logic [63:0] begin_q;  // first cycle of the query
  logic [63:0] end_q;    // first cycle after it
  logic        start_armed_q;
  logic        start_witness_q;
  logic [63:0] start_due_q;
  logic        stop_armed_q;
  logic [63:0] stop_due_q;

  logic [LEVEL_BITS-1:0] level_q;  // entries that were seen before
  logic [991:0]          words_q;  // of a matrix message: all but its last
  logic [4:0]            gathered_q;

  // Which part of the map the word is in.
  logic        window;
  logic        fifo;
  logic        matrix;
  logic        registers;
  logic        frames;
  logic [12:0] number;  // of a matrix's word
  logic [12:0] limit;   // how many the matrix has
  logic [63:0] transfer_end;
  logic [2:0]  read_error;
  logic [2:0]  write_error;
  logic [2:0]  fifo_error;
  logic [2:0]  matrix_error;
  logic [31:0] read_data;
  logic [63:0] cycles;
  logic        message;  // a matrix message ends here
  logic        can_start;
  logic        accepted;
  logic        matrix_word;
  logic        register_write;
  logic        control_write;
  logic        start;
  logic        stop;
  logic        arrived;

  assign window = host_address_i >= WINDOW;
  assign fifo = host_address_i >= FIFO && host_address_i < FIFO_END;
  assign matrix = host_address_i >= MMM && host_address_i < FIFO;
  assign registers = !window && !fifo && !matrix;
  assign frames = host_address_i >= FRAMES;
  assign number = 13'((host_address_i - (frames ? FRAMES : MMM)) >> 2);
  assign limit = frames ? FRAME_WORDS : MMM_WORDS;
  assign transfer_end = cycle_i + {32'd0, host_left_i};
  // A hard reset lies between two queries.
  assign can_start = !busy_q && !done_q && tumbled_root_q[1:0] != '0 && aligned_root_q[1:0] != '0;

  // Reads.
  assign cycles = done_q ? end_q - begin_q : busy_q && cycle_i > begin_q ? cycle_i - begin_q : '0;
  always_comb begin
    read_error = '0;
    read_data = '0;
    case (host_address_i)
      REGISTER_IDENTITY: read_data = IDENTITY;
      REGISTER_CONTROL: read_data = {27'd0, enable_fifo_q, enable_done_q, first_witness_q, 2'd0};
      REGISTER_STATUS: read_data = {27'd0, status_o};
      REGISTER_INTERRUPT: read_data = {30'd0, fifo_pending_q, done_pending_q};
      REGISTER_TUMBLED_ROOT: read_data = tumbled_root_q;
      REGISTER_ALIGNED_ROOT: read_data = aligned_root_q;
      REGISTER_FIFO_LEVEL: read_data = 32'(entries_level_i);
      REGISTER_CYCLES_LOW: read_data = cycles[31:0];
      REGISTER_CYCLES_HIGH: read_data = cycles[63:32];
      REGISTER_ERROR_ADDRESS: read_data = error_address_q;
      default: read_error = ERROR_ADDRESS;
    endcase
    if (fifo) begin
      if (entries_kind_i == 2'd2) begin  // pairs, packed: their low address bits are always 0
        read_data = host_address_i[2] ? packed_pair(entries_aligned_i[31:7], entries_aligned_i[1:0])
                                      : {2'd2, 30'd0} |
                                        packed_pair(entries_tumbled_i[31:7], entries_tumbled_i[1:0]);
      end else begin
        read_data = host_address_i[2] ? entries_aligned_i : entries_tumbled_i | {entries_kind_i, 30'd0};
      end
    end
  end

  function automatic logic [31:0] packed_pair(input logic [24:0] pair, input logic [1:0] mask);
    packed_pair = {5'd0, pair, mask};
  endfunction

  // What is wrong with the access.
  always_comb begin
    write_error = '0;
    case (host_address_i)
      REGISTER_CONTROL: if (!host_data_i[RESET] && host_data_i[START] && !can_start) write_error = ERROR_COMMAND;
      REGISTER_INTERRUPT: ;
      REGISTER_TUMBLED_ROOT, REGISTER_ALIGNED_ROOT: if (busy_q) write_error = ERROR_COMMAND;
      default: write_error = host_address_i <= REGISTER_ERROR_ADDRESS ? ERROR_COMMAND : ERROR_ADDRESS;
    endcase
    fifo_error = '0;
    if (host_address_i + {18'd0, host_ahead_i, 2'd0} >= FIFO_END) fifo_error = ERROR_ADDRESS;
    else if (host_write_i) fifo_error = ERROR_COMMAND;
    else if (12'(entries_level_i) < {1'b0, host_ahead_i[11:1]} + 12'd1) fifo_error = ERROR_GENERIC;
    matrix_error = '0;
    if (!host_write_i) matrix_error = ERROR_COMMAND;
    else if (number + {1'b0, host_ahead_i} >= limit) matrix_error = ERROR_ADDRESS;
    else if (busy_q) matrix_error = ERROR_COMMAND;
    else if (!(frames ? frames_ready_i : mmm_ready_i)) matrix_error = ERROR_GENERIC;
    if (window) host_error_o = host_write_i && busy_q ? ERROR_COMMAND : '0;
    else if (fifo) host_error_o = fifo_error;
    else if (matrix) host_error_o = matrix_error;
    else host_error_o = host_write_i ? write_error : read_error;
  end
  assign host_data_o = read_data;

  // What it does.
  assign accepted = host_valid_i && host_error_o == '0;
  assign register_write = accepted && registers && host_write_i;
  assign control_write = register_write && host_address_i == REGISTER_CONTROL;
  assign reset_o = control_write && host_data_i[RESET];
  assign start = control_write && !host_data_i[RESET] && host_data_i[START];
  assign stop = control_write && !host_data_i[RESET] && host_data_i[STOP] && busy_q && !stop_armed_q && stop_ready_i;
  assign started_o = start;
  assign stopped_o = stop;
  assign entries_pop_o = accepted && fifo && host_address_i[2];
  assign matrix_word = accepted && matrix;
  assign message = (matrix_word && (gathered_q == 5'd31 || (host_end_i && host_ahead_i == '0) || number + 13'd1 == limit)) ||
                   (host_end_i && !host_valid_i && gathered_q != '0);
  assign mmm_put_o = message && !frames;
  assign frames_put_o = message && frames;
  assign matrix_first_word_o = 12'(number) - {7'd0, gathered_q};
  assign matrix_count_o = {1'b0, gathered_q} + {5'd0, matrix_word};
  always_comb begin
    matrix_words_o = {32'd0, words_q};
    matrix_words_o[gathered_q*32+:32] = host_data_i;
  end

  assign start_put_o = start_armed_q && tick_i && cycle_i == start_due_q;
  assign start_tumbled_o = {tumbled_root_q[31:8], 6'd0, tumbled_root_q[1:0]};
  assign start_aligned_o = {aligned_root_q[31:8], 6'd0, aligned_root_q[1:0]};
  assign start_first_witness_o = start_witness_q;
  assign stop_put_o = stop_armed_q && tick_i && cycle_i == stop_due_q;
  assign done_pop_o = tick_i && done_valid_i;
  assign arrived = tick_i && (entries_level_i > level_q || done_valid_i);

  always_comb begin
    first_witness_d = first_witness_q;
    enable_done_d = enable_done_q;
    enable_fifo_d = enable_fifo_q;
    busy_d = busy_q;
    done_d = done_q;
    error_d = error_q;
    unfinished_d = unfinished_q;
    uncorrectable_d = uncorrectable_q;
    done_pending_d = done_pending_q;
    fifo_pending_d = fifo_pending_q;
    if (register_write && host_address_i == REGISTER_INTERRUPT) begin
      if (host_data_i[0]) done_pending_d = 1'b0;
      if (host_data_i[1]) fifo_pending_d = 1'b0;
    end
    if (control_write) begin
      first_witness_d = host_data_i[FIRST_WITNESS];
      enable_done_d = host_data_i[ENABLE_DONE];
      enable_fifo_d = host_data_i[ENABLE_FIFO];
    end
    if (start) begin
      busy_d = 1'b1;
      error_d = 1'b0;
      unfinished_d = 1'b0;
      uncorrectable_d = 1'b0;
      done_pending_d = 1'b0;
      fifo_pending_d = 1'b0;
    end
    if (entries_pop_o && entries_kind_i == 2'd2) unfinished_d = 1'b1;
    if (arrived && entries_level_i >= (first_witness_q ? LEVEL_BITS'(1) : THRESHOLD)) fifo_pending_d = 1'b1;
    if (done_pop_o) begin
      busy_d = 1'b0;
      done_d = 1'b1;
      done_pending_d = 1'b1;
      if (done_error_kind_i != 2'd0) error_d = 1'b1;
      if (done_error_kind_i == 2'd2) uncorrectable_d = 1'b1;
      if (done_unfinished_i) unfinished_d = 1'b1;
    end
  end

  assign status_o = {uncorrectable_q, unfinished_q, error_q, done_q, busy_q};
  assign interrupt_o = (enable_done_d && done_pending_d) || (enable_fifo_d && fifo_pending_d);
  assign query_begin_o = start ? transfer_end + 64'd1 : begin_q;
  assign idle_o = !done_valid_i && entries_level_i == level_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_witness_q <= 1'b0;
      enable_done_q <= 1'b0;
      enable_fifo_q <= 1'b0;
      busy_q <= 1'b0;
      done_q <= 1'b0;
      error_q <= 1'b0;
      unfinished_q <= 1'b0;
      uncorrectable_q <= 1'b0;
      done_pending_q <= 1'b0;
      fifo_pending_q <= 1'b0;
      tumbled_root_q <= '0;
      aligned_root_q <= '0;
      error_address_q <= '0;
      begin_q <= '0;
      end_q <= '0;
      start_armed_q <= 1'b0;
      start_witness_q <= 1'b0;
      start_due_q <= '0;
      stop_armed_q <= 1'b0;
      stop_due_q <= '0;
      level_q <= '0;
      gathered_q <= '0;
    end else begin
      first_witness_q <= first_witness_d;
      enable_done_q <= enable_done_d;
      enable_fifo_q <= enable_fifo_d;
      busy_q <= busy_d;
      done_q <= done_d;
      error_q <= error_d;
      unfinished_q <= unfinished_d;
      uncorrectable_q <= uncorrectable_d;
      done_pending_q <= done_pending_d;
      fifo_pending_q <= fifo_pending_d;
      if (register_write && host_address_i == REGISTER_TUMBLED_ROOT) tumbled_root_q <= host_data_i;
      if (register_write && host_address_i == REGISTER_ALIGNED_ROOT) aligned_root_q <= host_data_i;
      if (start) begin
        begin_q <= transfer_end + 64'd1;
        start_due_q <= transfer_end;
        start_witness_q <= first_witness_d;
        end_q <= '0;
      end
      if (start) start_armed_q <= 1'b1;
      else if (start_put_o) start_armed_q <= 1'b0;
      if (stop) begin
        stop_armed_q <= 1'b1;
        stop_due_q <= transfer_end;
      end else if (stop_put_o) begin
        stop_armed_q <= 1'b0;
      end
      if (done_pop_o) begin
        end_q <= cycle_i;
        error_address_q <= done_error_address_i;
      end
      if (message) gathered_q <= '0;
      else if (matrix_word) gathered_q <= gathered_q + 5'd1;
      // An entry can be taken before it was seen here, in an edge of the host's.
      if (!entries_pop_o && tick_i) level_q <= entries_level_i;
      else if (entries_pop_o && tick_i) level_q <= entries_level_i - LEVEL_BITS'(1);
      else if (entries_pop_o && level_q != '0) level_q <= level_q - LEVEL_BITS'(1);
    end
  end

  always_ff @(posedge clk_i) begin
    if (matrix_word && gathered_q != 5'd31) words_q[gathered_q*32+:32] <= host_data_i;
  end

`ifndef SYNTHESIS
  // The ends of the channels here.
  take_check #(.WIDTH(66)) u_check_entries (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(entries_level_i != '0), .pop_i(entries_pop_o),
    .item_i({entries_kind_i, entries_tumbled_i, entries_aligned_i})
  );
  take_check #(.WIDTH(35)) u_check_done (
    .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(done_valid_i), .pop_i(done_pop_o),
    .item_i({done_error_kind_i, done_error_address_i, done_unfinished_i})
  );
  put_check u_check_stop (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(stop_ready_i), .put_i(stop_put_o),
    .item_i(1'b0)
  );
  put_check #(.WIDTH(18)) u_check_mmm (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(mmm_ready_i), .put_i(mmm_put_o),
    .item_i({matrix_first_word_o, matrix_count_o})
  );
  put_check #(.WIDTH(18)) u_check_frames (
    .clk_i(clk_i), .rst_ni(rst_ni), .ready_i(frames_ready_i), .put_i(frames_put_o),
    .item_i({matrix_first_word_o, matrix_count_o})
  );
`endif

endmodule
