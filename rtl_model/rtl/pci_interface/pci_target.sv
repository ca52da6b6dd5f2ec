// The bus side of the PCI Interface: a 32-bit target at the pins of PCI 2.2. docs/host_port.md, "Bus pins".
//
// All is clocked by the chip's clock. bus_edge_i is high in the last chip cycle of each bus clock, that is, the edge that
// ends it is a rising edge of the bus clock; a bus clock has at least two chip cycles. Inputs are sampled at bus edges only.
// What the target answers in a data phase is decided in the first chip cycle of the phase and then stands.
//
// access_*: words of the registers, matrices and the Pointer FIFO, for pci_registers. window_*: words of the SDRAM.
module pci_target #(
  parameter logic [15:0] VENDOR_ID = 16'h4343,
  parameter int WINDOW_BITS = 29
) (
  input  logic        clk_i,
  input  logic        rst_ni,
  input  logic        bus_edge_i,

  // Pins. _n: low means yes. *_oe_o: the target drives the pin.
  input  logic [31:0] ad_i,
  input  logic [3:0]  cbe_ni,
  input  logic        par_i,
  input  logic        frame_ni,
  input  logic        irdy_ni,
  input  logic        idsel_i,
  output logic [31:0] ad_o,
  output logic        ad_oe_o,
  output logic        par_o,
  output logic        par_oe_o,
  output logic        devsel_no,
  output logic        trdy_no,
  output logic        stop_no,
  output logic        control_oe_o,  // the three above
  output logic        perr_no,
  output logic        perr_oe_o,
  output logic        serr_oe_o,     // open drain, as INTA# is: driven means low

  // One word, in the chip cycle before a bus edge; checked in the first cycle of its phase already.
  output logic        access_valid_o,
  output logic        access_write_o,
  output logic [31:0] access_address_o,
  output logic [31:0] access_data_o,
  output logic        access_end_o,  // the burst ends, or a word is left out
  input  logic [31:0] access_data_i,
  input  logic [2:0]  access_error_i,

  // The SDRAM's window: a line of eight words is asked for, and comes word by word; written words have room.
  output logic                   window_read_o,
  output logic                   window_write_o,
  output logic [WINDOW_BITS-1:0] window_address_o,
  output logic [31:0]            window_data_o,
  output logic [3:0]             window_bytes_o,
  input  logic                   window_ready_i,  // for a read or a write
  input  logic                   window_valid_i,
  input  logic [31:0]            window_data_i,

  // For the simulation of the chip.
  output logic [2:0]  refusal_o,  // what access_error_i said to the transaction's last word
  output logic        idle_o      // nothing changes until an input does
);

  // Bus commands.
  localparam logic [3:0] MEMORY_READ = 4'b0110;
  localparam logic [3:0] MEMORY_WRITE = 4'b0111;
  localparam logic [3:0] CONFIGURATION_READ = 4'b1010;
  localparam logic [3:0] CONFIGURATION_WRITE = 4'b1011;
  localparam logic [3:0] MEMORY_READ_MULTIPLE = 4'b1100;
  localparam logic [3:0] MEMORY_READ_LINE = 4'b1110;
  localparam logic [3:0] MEMORY_WRITE_INVALIDATE = 4'b1111;

  localparam logic [31:0] WINDOW = 32'h4000_0000;
  localparam logic [2:0]  ERROR_GENERIC = 3'd4;
  localparam int REGISTER_BITS = 13;
  localparam logic [1:0] READ_WAITS = 2'd2;

  localparam logic [2:0] IDLE = 3'd0;
  localparam logic [2:0] OTHERS = 3'd1;     // a transaction with another target
  localparam logic [2:0] DATA = 3'd2;       // ours
  localparam logic [2:0] BACK_OFF = 3'd3;   // stopped, until the initiator gives up the bus
  localparam logic [2:0] ABORTED = 3'd4;    // stopped too, and DEVSEL# is gone
  localparam logic [2:0] TURN_AROUND = 3'd5;

  // What a data phase is answered with.
  localparam logic [1:0] ACCEPT = 2'd0;
  localparam logic [1:0] ACCEPT_LAST = 2'd1;
  localparam logic [1:0] STOP = 2'd2;
  localparam logic [1:0] ABORT = 2'd3;

  logic [2:0]  state_q, state_d;
  logic [31:0] address_q;  // of the word, as the host sees the map
  logic        header_q;   // the configuration header is meant
  logic        write_q;
  logic        single_q;   // another order of bursts than the linear one: one word at a time
  logic        first_q;    // data phase
  logic        fresh_q;    // the answer is still to be decided
  logic [1:0]  answer_q;
  logic [1:0]  waits_q;
  logic [31:0] ad_q;       // stands while it is offered
  logic        ad_oe_q;

  // Address phase.
  logic        begins;
  logic        is_write;
  logic        is_read;
  logic        hits_header;
  logic        hits_registers;
  logic        hits_window;
  logic        claimed;
  logic        memory_enabled;
  logic        parity_response;
  logic        system_error_enabled;
  logic [31:REGISTER_BITS] bar0;
  logic [31:WINDOW_BITS] bar1;

  // Data phase.
  logic        in_window;
  logic        responds;  // may be answered in this clock
  logic        accepts;
  logic        transfers;
  logic        ends;      // the initiator ends the transaction with this edge
  logic        at_end;
  logic [1:0]  answer;
  logic        refused_word;
  logic [31:0] header_data;
  logic        enters_abort;

  // Parity.
  logic        expects_par_q;   // PAR of the clock before is on the bus, driven by the initiator
  logic        address_par_q;   // and it is an address's
  logic        expected_q;
  logic        parity_bad;
  logic        address_parity_bad;
  logic        address_refused;
  logic        system_error;
  logic        perr_q;
  logic        perr_end_q;
  logic        par_q;
  logic        par_oe_q;
  logic        serr_q;
  logic [2:0]  refusal_q;

  // Line buffer of the window.
  logic        line_valid_q;
  logic        line_asked_q;
  logic        line_read_q;  // one of its words has been read
  logic        line_old_q;   // a word was written while it was on its way
  logic [WINDOW_BITS-6:0] line_q;
  logic [2:0]  line_count_q;
  logic [255:0] line_words_q;
  logic        line_hit;
  logic        ask;

  assign begins = (state_q == IDLE || state_q == TURN_AROUND) && !frame_ni;
  assign is_write = cbe_ni == MEMORY_WRITE || cbe_ni == MEMORY_WRITE_INVALIDATE || cbe_ni == CONFIGURATION_WRITE;
  assign is_read = cbe_ni == MEMORY_READ || cbe_ni == MEMORY_READ_LINE || cbe_ni == MEMORY_READ_MULTIPLE ||
                   cbe_ni == CONFIGURATION_READ;
  assign hits_header = (cbe_ni == CONFIGURATION_READ || cbe_ni == CONFIGURATION_WRITE) && idsel_i && ad_i[1:0] == 2'd0;
  assign hits_registers = memory_enabled && cbe_ni != CONFIGURATION_READ && cbe_ni != CONFIGURATION_WRITE &&
                          ad_i[31:REGISTER_BITS] == bar0;
  assign hits_window = memory_enabled && cbe_ni != CONFIGURATION_READ && cbe_ni != CONFIGURATION_WRITE &&
                       ad_i[31:WINDOW_BITS] == bar1;
  assign claimed = begins && (is_read || is_write) && (hits_header || hits_registers || hits_window);

  assign in_window = !header_q && address_q >= WINDOW;
  assign responds = state_q == DATA && !fresh_q && waits_q == '0;
  assign accepts = responds && (answer_q == ACCEPT || answer_q == ACCEPT_LAST);
  assign transfers = bus_edge_i && accepts && !irdy_ni && !address_refused;
  assign ends = frame_ni && !irdy_ni;
  // The last word of a range.
  assign at_end = in_window ? address_q[WINDOW_BITS-1:2] == '1 : address_q[REGISTER_BITS-1:2] == '1;
  assign enters_abort = bus_edge_i && responds && answer_q == ABORT;

  // The answer. A partly enabled word, or a start that cannot be, is known too late for it: SERR#.
  always_comb begin
    answer = single_q ? ACCEPT_LAST : ACCEPT;
    if (header_q) begin
      answer = ACCEPT_LAST;
    end else if (access_error_i == ERROR_GENERIC) begin
      answer = write_q || !first_q ? STOP : ABORT;  // no room yet, or no entry
    end else if (access_error_i != '0) begin
      answer = ABORT;
    end else if (in_window && write_q) begin
      if (!window_ready_i) answer = STOP;
    end else if (in_window) begin
      if (!line_hit) answer = STOP;
    end
    if (at_end && answer == ACCEPT) answer = ACCEPT_LAST;
  end

  always_comb begin
    state_d = state_q;
    case (state_q)
      IDLE, TURN_AROUND: begin
        if (claimed) state_d = DATA;
        else if (!frame_ni) state_d = OTHERS;
        else state_d = IDLE;
      end
      OTHERS: if (frame_ni) state_d = IDLE;
      DATA: begin
        if (responds) begin
          if (answer_q == ABORT) state_d = ABORTED;
          else if (ends) state_d = TURN_AROUND;
          else if (answer_q == STOP || (answer_q == ACCEPT_LAST && !irdy_ni)) state_d = BACK_OFF;
        end
      end
      BACK_OFF, ABORTED: if (frame_ni) state_d = TURN_AROUND;
      default: state_d = IDLE;
    endcase
  end

  assign devsel_no = !(state_q == DATA || state_q == BACK_OFF);
  assign trdy_no = !accepts;
  assign stop_no = !(responds && (answer_q == STOP || answer_q == ACCEPT_LAST)) && state_q != BACK_OFF && state_q != ABORTED;
  assign control_oe_o = state_q == DATA || state_q == BACK_OFF || state_q == ABORTED || state_q == TURN_AROUND;

  // Towards the units behind.
  assign access_write_o = write_q;
  assign access_address_o = address_q;
  assign access_data_o = transfers ? ad_i : '0;
  // A read of less than a word has no effect: it leaves a FIFO entry where it is.
  assign access_valid_o = transfers && !header_q && !in_window && cbe_ni == '0;
  assign access_end_o = transfers && (frame_ni || answer_q == ACCEPT_LAST || cbe_ni != '0);
  assign refused_word = transfers && write_q && !header_q && !in_window &&
                        ((cbe_ni != '0 && cbe_ni != '1) || (cbe_ni == '0 && access_error_i != '0));

  assign line_hit = line_valid_q && line_q == address_q[WINDOW_BITS-1:5];
  assign ask = responds && in_window && !write_q && answer_q == STOP && !line_asked_q && !line_hit && window_ready_i;
  assign window_read_o = ask;
  assign window_write_o = transfers && in_window && write_q;
  assign window_address_o = {address_q[WINDOW_BITS-1:5], ask ? 3'd0 : address_q[4:2], 2'd0};
  assign window_data_o = ad_i;
  assign window_bytes_o = ~cbe_ni;

  assign ad_o = ad_q;
  assign ad_oe_o = ad_oe_q;

  // Parity is even over AD, C/BE# and PAR, one clock later.
  assign parity_bad = expects_par_q && par_i != expected_q;
  assign address_parity_bad = parity_bad && address_par_q;
  assign address_refused = address_parity_bad && parity_response;
  assign system_error = system_error_enabled && ((bus_edge_i && address_refused) || refused_word);
  assign par_o = par_q;
  assign par_oe_o = par_oe_q;
  assign perr_no = !perr_q;
  assign perr_oe_o = perr_q || perr_end_q;
  assign serr_oe_o = serr_q;

  assign refusal_o = refusal_q;
  assign idle_o = state_q == IDLE && frame_ni && !fresh_q && !ad_oe_q && !par_oe_q && !expects_par_q && !perr_oe_o &&
                  !serr_q && !line_asked_q;

  pci_header #(
    .VENDOR_ID(VENDOR_ID), .REGISTER_BITS(REGISTER_BITS), .WINDOW_BITS(WINDOW_BITS)
  ) u_header (
    .clk_i(clk_i), .rst_ni(rst_ni),
    .write_i(transfers && header_q && write_q), .word_i(address_q[7:2]), .bytes_i(~cbe_ni), .data_i(ad_i),
    .data_o(header_data),
    .parity_error_i(bus_edge_i && parity_bad),
    .system_error_i(system_error),
    .target_abort_i(enters_abort),
    .memory_enabled_o(memory_enabled), .parity_response_o(parity_response),
    .system_error_enabled_o(system_error_enabled), .bar0_o(bar0), .bar1_o(bar1)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q <= IDLE;
      address_q <= '0;
      header_q <= 1'b0;
      write_q <= 1'b0;
      single_q <= 1'b0;
      first_q <= 1'b0;
      fresh_q <= 1'b0;
      answer_q <= STOP;
      waits_q <= '0;
      ad_q <= '0;
      ad_oe_q <= 1'b0;
      expects_par_q <= 1'b0;
      address_par_q <= 1'b0;
      expected_q <= 1'b0;
      perr_q <= 1'b0;
      perr_end_q <= 1'b0;
      par_q <= 1'b0;
      par_oe_q <= 1'b0;
      serr_q <= 1'b0;
      refusal_q <= '0;
    end else begin
      if (refused_word) refusal_q <= access_error_i;
      if (fresh_q) begin
        answer_q <= answer;
        refusal_q <= header_q ? '0 : access_error_i;
        fresh_q <= 1'b0;
        ad_q <= header_q ? header_data : in_window ? line_words_q[address_q[4:2]*32+:32] : access_data_i;
      end
      if (bus_edge_i) begin
        state_q <= state_d;
        if (claimed) begin
          header_q <= hits_header;
          address_q <= hits_header ? {24'd0, ad_i[7:2], 2'd0}
                       : hits_registers ? {19'd0, ad_i[REGISTER_BITS-1:2], 2'd0}
                       : WINDOW | {{32 - WINDOW_BITS{1'b0}}, ad_i[WINDOW_BITS-1:2], 2'd0};
          write_q <= is_write;
          single_q <= ad_i[1:0] != 2'd0;
          first_q <= 1'b1;
          fresh_q <= 1'b1;
          waits_q <= is_write ? 2'd0 : READ_WAITS;
        end else if (state_q == DATA) begin
          if (waits_q != '0) waits_q <= waits_q - 2'd1;
          if (transfers) begin
            address_q <= address_q + 32'd4;
            first_q <= 1'b0;
            fresh_q <= state_d == DATA;
          end
        end
        // On reads AD is the target's from the clock after the turn-around until the transaction is over.
        ad_oe_q <= !write_q && (state_q == DATA || state_q == BACK_OFF || state_q == ABORTED) && state_d != TURN_AROUND;
        // PAR follows AD by one clock.
        par_oe_q <= ad_oe_q;
        par_q <= ^{ad_o, cbe_ni};
        // The initiator's parity is due in the next clock: of an address, or of a word that was transferred.
        expects_par_q <= begins || (transfers && write_q);
        address_par_q <= begins;
        expected_q <= ^{ad_i, cbe_ni};
        perr_q <= parity_bad && !address_par_q && parity_response;
        perr_end_q <= perr_q;
        serr_q <= system_error;
        // What follows a bad address belongs to another target.
        if (address_refused) answer_q <= ABORT;
      end
    end
  end

  // A line of the window, kept from the refused read that asked for it until a transaction has read from the line.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      line_valid_q <= 1'b0;
      line_asked_q <= 1'b0;
      line_read_q <= 1'b0;
      line_old_q <= 1'b0;
      line_count_q <= '0;
      line_q <= '0;
      line_words_q <= '0;
    end else begin
      if (ask) begin
        line_asked_q <= 1'b1;
        line_valid_q <= 1'b0;
        line_old_q <= 1'b0;
        line_q <= address_q[WINDOW_BITS-1:5];
        line_count_q <= '0;
      end
      if (window_valid_i) begin
        line_words_q[line_count_q*32+:32] <= window_data_i;
        line_count_q <= line_count_q + 3'd1;
        if (line_count_q == 3'd7) begin
          line_asked_q <= 1'b0;
          line_valid_q <= !line_old_q;
          line_read_q <= 1'b0;
        end
      end
      if (transfers && in_window && !write_q) line_read_q <= 1'b1;
      if (bus_edge_i && line_read_q && state_q != DATA) line_valid_q <= 1'b0;
      if (window_write_o) begin
        line_valid_q <= 1'b0;
        line_old_q <= 1'b1;
      end
    end
  end

endmodule
