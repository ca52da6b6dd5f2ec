"""Where blocks and arrows stand in the drawings that machines.py makes: one for each kind of machine."""
import collections

# preset: whose netlist it is, as words of `--chip`. size: width, height. blocks: unit -> left, top, width, height, title, section of the paper or a
# note. outside: blocks that are not on the chip. places: channel -> y of a horizontal arrow, or x of a vertical one and the
# side of its text, or the points of one that goes round blocks. data: ports whose arrows carry data. socket_places: y of the
# arrow between two units.
Drawing = collections.namedtuple("Drawing", "name preset title heading size blocks outside places data socket_places")

PAPER = Drawing(
    name="architecture", preset="paper41", title="The CollisionChip as modelled: blocks and channels",
    heading="CollisionChip (Figure 4) with its two stack SRAMs", size=(1270, 1035),
    blocks={
        "pci_interface": (40, 170, 160, 835, "PCI Interface", "§4"),
        "memory_controller": (1070, 170, 160, 835, "Memory Controller", "§4.4"),
        "dop_unit": (620, 250, 240, 150, "DOP Unit", "§4.1, Fig. 5"),
        "stack_engine": (620, 500, 240, 225, "Stack Engine", "§4.2"),
        "triangle_unit": (620, 825, 240, 180, "Triangle Unit", "§4.3, Fig. 6, 7"),
        "pointer_fifo": (330, 905, 150, 100, "Pointer FIFO", "§4.3"),
        "stack_sram_left": (330, 475, 150, 100, "Stack SRAM", "left lists"),
        "stack_sram_right": (330, 650, 150, 100, "Stack SRAM", "right lists"),
        "host": (40, 20, 160, 70, "Host", "driver"),
        "sdram": (1070, 20, 160, 70, "SDRAM", "§4.5"),
    },
    outside={"host", "sdram", "stack_sram_left", "stack_sram_right"},
    places={
        "memory_controller.tumbled_data": 275,
        "memory_controller.aligned_data": 325,
        "dop_unit.releases": 375,
        "pci_interface.mmm_writes": 325,
        "stack_engine.list_commands": (700, "left"),
        "dop_unit.flags": (780, "right"),
        "stack_engine.requests": 540,
        "memory_controller.tumbled_auxiliary": 612,
        "memory_controller.aligned_auxiliary": 684,
        "pci_interface.start": 592,
        "pci_interface.stop": 634,
        "stack_engine.left_sram": 512,
        "stack_sram_left.words": 560,
        "stack_engine.right_sram": 665,
        "stack_sram_right.words": 713,
        "stack_engine.leaf_tests": (700, "left"),
        "triangle_unit.stop": (780, "right"),
        "triangle_unit.requests": 850,
        "memory_controller.triangle_data": 910,
        "pci_interface.frame_writes": 850,
        "triangle_unit.findings": 955,
        "pointer_fifo.entries": 932,
        "pointer_fifo.done": 982,
    },
    data={"tumbled_data", "aligned_data", "triangle_data", "flags", "leaf_tests", "findings", "entries"},
    socket_places={("pci_interface", "memory_controller"): 200, ("triangle_unit", "memory_controller"): 970})

REFIT = Drawing(
    name="refit_machine", preset="paper41 --set refit_unit.directions=4", title="The machine of Figure 4 with a Refit Unit: blocks and channels",
    heading="The machine of Figure 4 with a Refit Unit", size=(1270, 1215),
    blocks={
        **PAPER.blocks,
        "pci_interface": (40, 170, 160, 1015, "PCI Interface", "§4"),
        "memory_controller": (1070, 170, 160, 1015, "Memory Controller", "§4.4"),
        "refit_unit": (620, 1075, 240, 110, "Refit Unit", "new DOPs"),
    },
    outside=PAPER.outside,
    places={
        **PAPER.places,
        "pci_interface.refits": 1145,
        "pci_interface.start": 1100,
        "refit_unit.start": [(640, 1075), (640, 1040), (585, 1040), (585, 592), (620, 592)],
        "refit_unit.requests": 1100,
        "memory_controller.refit_data": 1150,
    },
    data=PAPER.data | {"refit_data"}, socket_places=PAPER.socket_places)

GROUPS = Drawing(
    name="group_machine", preset="beyond-triangle-unit", title="The machine with groups as modelled: blocks and channels",
    heading="The machine with groups", size=(1460, 1035),
    blocks={
        "pci_interface": (40, 170, 160, 835, "PCI Interface", "§4"),
        "memory_controller": (1280, 170, 140, 835, "Memory Controller", "§4.4"),
        "record_cache": (1000, 245, 130, 590, "Record Cache", "groups, blocks"),
        "group_engine": (620, 245, 236, 140, "Group Engine", "lists"),
        "group_unit": (620, 465, 236, 150, "Group Unit", "volumes"),
        "leaf_unit": (620, 695, 236, 140, "Leaf Unit", "corners, filters"),
        "small_triangle_unit": (620, 915, 236, 90, "Small Triangle Unit", "determinants"),
        "pointer_fifo": (310, 905, 150, 100, "Pointer FIFO", "§4.3"),
        "host": (40, 20, 160, 70, "Host", "driver"),
        "sdram": (1280, 20, 140, 70, "SDRAM", "§4.5"),
    },
    outside={"host", "sdram"},
    places={
        "pci_interface.start": 280,
        "pci_interface.stop": 330,
        "pci_interface.mmm_writes": 492,
        "pci_interface.frame_writes": 775,
        "leaf_unit.test_registers": (708, "left"),
        "group_engine.requests": 315,
        "leaf_unit.requests": 730,
        "record_cache.burst_requests": 450,
        "memory_controller.burst_data": 630,
        "record_cache.groups": 540,
        "record_cache.blocks": 795,
        "group_unit.results": (748, "right"),
        "group_unit.leaf_orders": (708, "left"),
        "leaf_unit.volumes": (788, "right"),
        "leaf_unit.done": [(620, 720), (585, 720), (585, 372), (620, 372)],
        "leaf_unit.tests": (788, "right"),
        "group_engine.orders": [(620, 352), (535, 352), (535, 932), (620, 932)],
        "small_triangle_unit.findings": 985,
        "small_triangle_unit.stop": [(620, 956), (485, 956), (485, 258), (620, 258)],
        "pointer_fifo.entries": 932,
        "pointer_fifo.done": 982,
    },
    data={"burst_data", "groups", "blocks", "results", "leaf_orders", "volumes", "tests", "findings", "entries"},
    socket_places={("pci_interface", "memory_controller"): 205})

CONTACT = GROUPS._replace(
    name="contact_machine", preset="beyond-contact --set memory.channels=1", title="The machine with groups and a Contact Unit: blocks and channels",
    heading="The machine with groups and a Contact Unit", size=(1460, 1085),
    blocks={
        **GROUPS.blocks,
        "pci_interface": (40, 170, 160, 885, "PCI Interface", "§4"),
        "memory_controller": (1280, 170, 140, 885, "Memory Controller", "§4.4"),
        "small_triangle_unit": (620, 915, 236, 140, "Small Triangle Unit", "determinants"),
        "contact_unit": (1010, 905, 150, 150, "Contact Unit", "exact contact"),
    },
    places={**GROUPS.places, "small_triangle_unit.contact_registers": 935, "small_triangle_unit.contacts": 985, "contact_unit.verdicts": 1035},
    data=GROUPS.data | {"contacts", "verdicts"})

# With one channel of memory; those further look like it.
BY_DOORBELL = Drawing(
    name="doorbell_machine", preset="today --set memory.channels=1", title="The machine with groups, rings, a Pose Unit and a Contact Unit: blocks and channels",
    heading="The machine with groups, rings and doorbells", size=(1460, 1185),
    blocks={
        **CONTACT.blocks,
        "pci_interface": (40, 170, 160, 985, "PCI Interface", "doorbells"),
        "memory_controller": (1280, 170, 140, 985, "Memory Controller", "§4.4"),
        "pose_unit": (310, 450, 150, 200, "Pose Unit", "registers"),
        "result_unit": (310, 1065, 150, 90, "Result Unit", "rings of the host"),
    },
    outside=CONTACT.outside,
    places={
        **{label: place for label, place in CONTACT.places.items()
           if label not in ("pci_interface.start", "pci_interface.mmm_writes", "pci_interface.frame_writes")},
        "pci_interface.commands": 490,
        "pci_interface.objects": 560,
        "pose_unit.starts": [(340, 450), (340, 290), (620, 290)],
        "pose_unit.group_registers": 483,
        "pose_unit.leaf_registers": [(385, 650), (385, 780), (620, 780)],
        "pose_unit.refusals": [(310, 620), (290, 620), (290, 1110), (310, 1110)],
        "pointer_fifo.entries": (385, "left"),
        "pointer_fifo.done": (420, "right"),
        "pci_interface.rings": 1085,
        "result_unit.done": 1135,
    },
    data=CONTACT.data, socket_places=CONTACT.socket_places)

BRUTE_FORCE = Drawing(
    name="brute_force_machine", preset="bruteforce", title="The machine without a tree as modelled: blocks and channels",
    heading="The machine without a tree", size=(1270, 740),
    blocks={
        "pci_interface": (40, 170, 160, 540, "PCI Interface", "§4"),
        "memory_controller": (1070, 170, 160, 540, "Memory Controller", "§4.4"),
        "pair_sequencer": (620, 250, 240, 150, "Pair Sequencer", "tiles"),
        "triangle_unit": (620, 500, 240, 190, "Triangle Unit", "§4.3, Fig. 6, 7, in lanes"),
        "pointer_fifo": (330, 590, 150, 100, "Pointer FIFO", "§4.3"),
        "host": (40, 20, 160, 70, "Host", "driver"),
        "sdram": (1070, 20, 160, 70, "SDRAM", "§4.5"),
    },
    outside={"host", "sdram"},
    places={
        "pci_interface.start": 280,
        "pci_interface.mmm_writes": 325,
        "pci_interface.stop": 370,
        "pair_sequencer.requests": 325,
        "pair_sequencer.tile_commands": (700, "left"),
        "triangle_unit.stop": (780, "right"),
        "memory_controller.triangle_data": 560,
        "pci_interface.frame_writes": 535,
        "triangle_unit.findings": 640,
        "pointer_fifo.entries": 617,
        "pointer_fifo.done": 667,
    },
    data={"triangle_data", "tile_commands", "findings", "entries"},
    socket_places={("pci_interface", "memory_controller"): 205, ("triangle_unit", "memory_controller"): 640})

DRAWINGS = (PAPER, REFIT, GROUPS, CONTACT, BY_DOORBELL, BRUTE_FORCE)
