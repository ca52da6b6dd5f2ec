// The reads that have no READ command yet, in order, and the input registers they wait for.
//
// A read is accepted while fewer than DEPTH accepted reads have their first beat ahead; one more waits behind them. An
// accepted read is decided when a register is set aside for it: of those that are known to become free, the one that
// does so soonest. Registers are set aside one read ahead and in order. A pair holds its register until its reader says
// from when on it is free; a triangle passes through.
//
// Times of registers are cycles from now on, 0 = free.
module read_queue #(
  parameter int DEPTH = 4,
  parameter int REGISTERS = 2,
  parameter int RELEASE_BITS = 16,
  parameter int REQUEST_LATENCY = 1,
  parameter int INTERFACE_LATENCY = 2,
  parameter int T_CL = 4
) (
  input  logic                              clk_i,
  input  logic                              rst_ni,
  input  logic                              push_i,  // only while !busy_o
  input  logic [1:0]                        push_kind_i,
  input  logic [31:0]                       push_address_i,
  output logic                              busy_o,  // a read waits to be accepted
  input  logic [REGISTERS-1:0]              release_valid_i,
  input  logic [REGISTERS*RELEASE_BITS-1:0] release_from_i,
  input  logic                              abandoned_i,  // pairs are dropped: no reader holds a register
  output logic                              head_valid_o,  // a command may go out for it
  output logic                              head_go_o,     // its READ may: its data find a register
  output logic [1:0]                        head_kind_o,
  output logic [31:0]                       head_address_o,
  output logic                              next_valid_o,
  output logic [31:0]                       next_address_o,
  input  logic                              read_i,  // the head's READ goes out
  output logic                              empty_o,
  output logic                              settled_o,
  output logic                              head_held_o,  // statistics: the oldest read has no free register yet
  output logic [RELEASE_BITS-1:0]           head_time_o   // and so long it will not, if it is known
);

  localparam int ENTRIES = DEPTH + 1;
  localparam int COUNT_BITS = $clog2(DEPTH + 1);
  localparam int WAIT_BITS = 7;
  localparam int INDEX_BITS = REGISTERS > 1 ? $clog2(REGISTERS) : 1;
  localparam logic [1:0] TRIANGLE = 2'd2;
  localparam logic [COUNT_BITS-1:0] FULL = COUNT_BITS'(DEPTH);
  localparam logic [COUNT_BITS-1:0] ONE = COUNT_BITS'(1);
  localparam logic [RELEASE_BITS-1:0] READ_TO_REGISTER = RELEASE_BITS'(T_CL + INTERFACE_LATENCY);

  // Entry 0 is the head. Valid entries lie side by side; the last one may wait for acceptance.
  logic [ENTRIES-1:0]              valid_q, valid;
  logic [ENTRIES-1:0]              waiting_q, waiting;
  logic [ENTRIES-1:0]              decided_q, decided;
  logic [ENTRIES*2-1:0]            kind_q, kind;
  logic [ENTRIES*32-1:0]           address_q, address;
  logic [ENTRIES*WAIT_BITS-1:0]    wait_q, wait_n;  // cycles until the read may have its first command
  logic [ENTRIES*RELEASE_BITS-1:0] time_q, time_n;  // of a decided read's register

  logic [REGISTERS-1:0]              held_q, held;  // until its reader speaks
  logic [REGISTERS*RELEASE_BITS-1:0] free_q, free;  // of a register that is not held
  logic                              promised_q, promised;  // a register is set aside for the next read
  logic [INDEX_BITS-1:0]             promise_q, promise;

  logic [T_CL-1:0]       reading_q;  // READ commands whose first beat is ahead
  logic [COUNT_BITS-1:0] count_q;    // accepted reads whose first beat is ahead
  logic [COUNT_BITS-1:0] count;
  logic                  room;
  logic                  accept;
  logic [ENTRIES-1:0]    tail;
  logic                  taken;

  // {known, index}: the register that is free soonest.
  function automatic logic [INDEX_BITS:0] soonest(input logic [REGISTERS-1:0] is_held,
                                                  input logic [REGISTERS*RELEASE_BITS-1:0] is_free);
    logic [RELEASE_BITS-1:0] least;
    logic known;  // Icarus Verilog 11 cannot run a function that reads a bit of its own value
    least = '0;
    known = 1'b0;
    soonest = '0;
    for (int r = 0; r < REGISTERS; r = r + 1) begin
      if (!is_held[r] && (!known || is_free[r*RELEASE_BITS+:RELEASE_BITS] < least)) begin
        soonest = {1'b1, INDEX_BITS'(r)};
        known = 1'b1;
        least = is_free[r*RELEASE_BITS+:RELEASE_BITS];
      end
    end
  endfunction

  assign count = reading_q[T_CL-1] ? count_q - ONE : count_q;
  assign room = count < FULL;
  assign busy_o = |waiting_q;
  assign accept = room && (push_i || busy_o);
  assign tail = ~valid_q & {valid_q[ENTRIES-2:0], 1'b1};

  // The queue with what comes in.
  always_comb begin
    valid = valid_q;
    waiting = room ? '0 : waiting_q;
    kind = kind_q;
    address = address_q;
    wait_n = wait_q;
    for (int i = 0; i < ENTRIES; i = i + 1) begin
      if (wait_q[i*WAIT_BITS+:WAIT_BITS] != '0) begin
        wait_n[i*WAIT_BITS+:WAIT_BITS] = wait_q[i*WAIT_BITS+:WAIT_BITS] - WAIT_BITS'(1);
      end
      if (push_i && tail[i]) begin
        valid[i] = 1'b1;
        waiting[i] = !room;
        kind[i*2+:2] = push_kind_i;
        address[i*32+:32] = push_address_i;
        wait_n[i*WAIT_BITS+:WAIT_BITS] = WAIT_BITS'(REQUEST_LATENCY - 1);
      end
    end
  end

  // Which reads have a register, and which registers are left. (Not always_comb: Icarus would wait for the function's own variables.)
  always @* begin
    held = abandoned_i ? '0 : held_q;
    free = free_q;
    promised = promised_q;
    promise = promise_q;
    decided = decided_q;
    time_n = time_q;
    taken = 1'b0;
    for (int lane = 0; lane < REGISTERS; lane = lane + 1) begin
      taken = !release_valid_i[lane];
      for (int r = 0; r < REGISTERS; r = r + 1) begin
        if (!taken && held[r]) begin
          taken = 1'b1;
          held[r] = 1'b0;
          free[r*RELEASE_BITS+:RELEASE_BITS] = release_from_i[lane*RELEASE_BITS+:RELEASE_BITS];
        end
      end
    end
    if (!promised) {promised, promise} = soonest(held, free);
    for (int i = 0; i < ENTRIES; i = i + 1) begin
      if (push_i && tail[i]) decided[i] = 1'b0;
      if (valid[i] && !waiting[i] && !decided[i] && promised) begin
        decided[i] = 1'b1;
        time_n[i*RELEASE_BITS+:RELEASE_BITS] = free[promise*RELEASE_BITS+:RELEASE_BITS];
        if (kind[i*2+:2] == TRIANGLE || !abandoned_i) begin
          held[promise] = kind[i*2+:2] != TRIANGLE;
          free[promise*RELEASE_BITS+:RELEASE_BITS] = '0;
        end
        {promised, promise} = soonest(held, free);
      end
    end
  end

  assign head_valid_o = valid_q[0] && !waiting[0] && wait_q[WAIT_BITS-1:0] == '0;
  assign head_go_o = decided[0] && time_n[RELEASE_BITS-1:0] <= READ_TO_REGISTER;
  assign head_kind_o = kind_q[1:0];
  assign head_address_o = address_q[31:0];
  assign next_valid_o = valid_q[1] && !waiting[1] && wait_q[2*WAIT_BITS-1:WAIT_BITS] == '0;
  assign next_address_o = address_q[63:32];
  assign empty_o = !valid_q[0];
  assign settled_o = !valid_q[0] && free_q == '0 && reading_q == '0;
  assign head_held_o = valid[0] && (!decided[0] || time_n[RELEASE_BITS-1:0] != '0);
  assign head_time_o = time_n[RELEASE_BITS-1:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      valid_q <= '0;
      waiting_q <= '0;
      decided_q <= '0;
      kind_q <= '0;
      address_q <= '0;
      wait_q <= '0;
      time_q <= '0;
      held_q <= '0;
      free_q <= '0;
      promised_q <= 1'b1;
      promise_q <= '0;
      reading_q <= '0;
      count_q <= '0;
    end else begin
      if (read_i) begin
        valid_q <= {1'b0, valid[ENTRIES-1:1]};
        waiting_q <= {1'b0, waiting[ENTRIES-1:1]};
        decided_q <= {1'b0, decided[ENTRIES-1:1]};
        kind_q <= {2'b0, kind[ENTRIES*2-1:2]};
        address_q <= {32'b0, address[ENTRIES*32-1:32]};
        wait_q <= {WAIT_BITS'(0), wait_n[ENTRIES*WAIT_BITS-1:WAIT_BITS]};
      end else begin
        valid_q <= valid;
        waiting_q <= waiting;
        decided_q <= decided;
        kind_q <= kind;
        address_q <= address;
        wait_q <= wait_n;
      end
      for (int i = 0; i < ENTRIES; i = i + 1) begin
        if (read_i) time_q[i*RELEASE_BITS+:RELEASE_BITS] <= i + 1 == ENTRIES ? '0
            : less_one(time_n[(i + 1 == ENTRIES ? 0 : i + 1)*RELEASE_BITS+:RELEASE_BITS]);
        else time_q[i*RELEASE_BITS+:RELEASE_BITS] <= less_one(time_n[i*RELEASE_BITS+:RELEASE_BITS]);
      end
      for (int r = 0; r < REGISTERS; r = r + 1)
        free_q[r*RELEASE_BITS+:RELEASE_BITS] <= less_one(free[r*RELEASE_BITS+:RELEASE_BITS]);
      held_q <= held;
      promised_q <= promised;
      promise_q <= promise;
      reading_q <= T_CL'({reading_q, read_i});
      count_q <= accept ? count + ONE : count;
    end
  end

  function automatic logic [RELEASE_BITS-1:0] less_one(input logic [RELEASE_BITS-1:0] value);
    less_one = value == '0 ? '0 : value - RELEASE_BITS'(1);
  endfunction

endmodule
