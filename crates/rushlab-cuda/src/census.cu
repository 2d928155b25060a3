// The census on a GPU.
//
// The idea: most clusters are small and most ids are not canonical, but most positions are in the few large clusters. So
// the boards pass through kernels that are ever more generous:
//
//   screen   one thread per id: unranks the board and explores a few column blocks of its cluster. That is enough for
//            most boards: those that are not canonical and those whose small cluster has no goal end here.
//   search   one thread block per cluster: explores all column blocks, which decides whether the board is canonical and
//            counts the positions; then a breadth-first search from all goals finds the hardest position, and the
//            vehicles that move in a shortest solution from there. Visited positions are bits under a perfect hash: the
//            arrangements that occur in each line are the digits of a mixed-radix number.
//   minimal  one thread block per hardest position: for each vehicle that did not move and for each wall, a breadth-first
//            search without it must find a shorter solution.
//
// `search` and `minimal` run in tiers with more threads and more memory each: shared memory first, device memory last. A
// board that does not fit into one tier is appended to the list of the next. The host classifies what fits into none.
//
// All rules are in the tables (crates/rushlab/src/census/tables.rs), which the host copies to the device. A position is
// a key of 16 nibbles: nibble c is the arrangement of column c, nibble 8 + r that of row r.
//
// The host defines the size of the boards (WIDTH, HEIGHT, PRIMARY_ROW) and where each table begins in the array `table`.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

// The number of column blocks that `screen` explores at most.
#define SCREENED_BLOCKS 24
// The number of layers of a search at most, and one more.
#define MAX_LAYERS 256
#define FREE_SLOT (~0ull)
#define ROWS 8

// A state of the automaton that unranks boards (see cell_automaton.rs).
struct __align__(16) State {
    u64 before[5];
    u32 next[6];
};

// A board: the line of each column and row, and the key of its position.
struct __align__(16) Board {
    u16 lines[16];
    u64 key;
    // The place of its id in the batch.
    u32 place;
    // The number of column blocks of its cluster; 0 if it is not known yet.
    u32 blocks;
};

// The hardest position of a cluster.
struct __align__(16) Candidate {
    Board board;
    u64 hardest;
    // For each line a nibble: the vehicles that move in a shortest solution.
    u64 moved;
    u32 moves;
    u32 positions;
    u64 unused;
};

// A minimal puzzle.
struct __align__(16) Found {
    u64 key;
    u32 place;
    u32 positions;
    u32 moves;
    u32 unused[3];
};

// The counts of a chunk of ids.
struct Counts {
    u64 canonical, solvable, positions, largest;
};

__device__ __forceinline__ u32 nibble(u64 key, u32 line) { return (u32)(key >> (4 * line)) & 15; }

__device__ __forceinline__ u64 with_nibble(u64 key, u32 line, u32 value) {
    return (key & ~(15ull << (4 * line))) | (u64)value << (4 * line);
}

// Moves bit i to bit 8 i.
__device__ __forceinline__ u64 spread(u32 cells) {
    return ((u64)(cells & 0x7f) * 0x0002040810204081ull & 0x0101010101010101ull) | (u64)(cells >> 7) << 56;
}

__device__ __forceinline__ u32 byte_of(u64 bytes, u32 index) { return (u32)(bytes >> (8 * index)) & 255; }

__device__ __forceinline__ u32 lowest(u32 set) { return __ffs(set) - 1; }

// The tables of rows and columns.
__device__ __forceinline__ u32 row_content(const u16* table, u32 line, u32 arrangement) {
    return table[ROW_CONTENTS + (line << 4 | arrangement)];
}
__device__ __forceinline__ u32 column_content(const u16* table, u32 line, u32 arrangement) {
    return table[COLUMN_CONTENTS + (line << 4 | arrangement)];
}
__device__ __forceinline__ u32 row_successors(const u16* table, u32 line, u32 arrangement, u32 occupied) {
    return table[ROW_SUCCESSORS + ((line << 4 | arrangement) << WIDTH | occupied)];
}
__device__ __forceinline__ u32 column_successors(const u16* table, u32 line, u32 arrangement, u32 occupied) {
    return table[COLUMN_SUCCESSORS + ((line << 4 | arrangement) << HEIGHT | occupied)];
}
__device__ __forceinline__ u32 column_reach(const u16* table, u32 line, u32 arrangement, u32 occupied) {
    return table[COLUMN_REACH + ((line << 4 | arrangement) << HEIGHT | occupied)];
}
__device__ __forceinline__ u32 goal_arrangement(const u16* table, const u16* lines) {
    return (table[ROW_LINES + lines[ROWS + PRIMARY_ROW]] & 255) - 1;
}

// The cells that the vehicles of the rows cover: a byte per column with a bit per row.
__device__ __forceinline__ u64 cells_of_rows(const u16* table, const u16* lines, u64 key) {
    u64 cells = 0;
#pragma unroll
    for (u32 row = 0; row < HEIGHT; ++row)
        cells |= spread(row_content(table, lines[ROWS + row], nibble(key, ROWS + row)) & 255) << row;
    return cells;
}

// The cells that the vehicles of the columns cover: a byte per row with a bit per column.
__device__ __forceinline__ u64 cells_of_columns(const u16* table, const u16* lines, u64 key) {
    u64 cells = 0;
#pragma unroll
    for (u32 column = 0; column < WIDTH; ++column)
        cells |= spread(column_content(table, lines[column], nibble(key, column)) & 255) << column;
    return cells;
}

// Returns the board with an id.
__device__ void unrank(const State* states, const u16* table, u64 id, Board& board) {
    u64 row_starts = 0, row_cells = 0, row_walls = 0, column_starts = 0, column_cells = 0, column_walls = 0;
    u32 index = 0;
    for (u32 row = 0; row < HEIGHT; ++row) {
        for (u32 column = 0; column < WIDTH;) {
            const State state = states[index];
            u32 way = 0;
            u64 before = 0;
#pragma unroll
            for (u32 i = 0; i < 5; ++i)
                if (id >= state.before[i]) {
                    way = i + 1;
                    before = state.before[i];
                }
            id -= before;
            u32 next = state.next[0];
#pragma unroll
            for (u32 i = 1; i < 6; ++i) next = way == i ? state.next[i] : next;
            index = next;
            const u32 by_row = 8 * row + column, by_column = 8 * column + row;
            const u32 length = way & 1 ? 3 : 2;
            if (way == 1) {
                row_walls |= 1ull << by_row;
                column_walls |= 1ull << by_column;
            } else if (way == 2 || way == 3) {
                column_starts |= 1ull << by_column;
                column_cells |= ((1ull << length) - 1) << by_column;
            } else if (way >= 4) {
                row_starts |= 1ull << by_row;
                row_cells |= ((1ull << length) - 1) << by_row;
                column += length - 1;
            }
            ++column;
        }
    }
    board.key = 0;
    for (u32 line = 0; line < 16; ++line) board.lines[line] = 0;
    for (u32 row = 0; row < HEIGHT; ++row) {
        const u32 marks = byte_of(row_starts | row_walls, row);
        const u32 found = table[ROW_FIND + (marks << WIDTH | byte_of(row_cells, row))];
        board.lines[ROWS + row] = found >> 4;
        board.key |= (u64)(found & 15) << (4 * (ROWS + row));
    }
    for (u32 column = 0; column < WIDTH; ++column) {
        const u32 marks = byte_of(column_starts | column_walls, column);
        const u32 found = table[COLUMN_FIND + (marks << HEIGHT | byte_of(column_cells, column))];
        board.lines[column] = found >> 4;
        board.key |= (u64)(found & 15) << (4 * column);
    }
}

// Calls `add` with the key and the cells of the rows for each column block next to a block, until it returns false.
template <typename Add>
__device__ __forceinline__ void for_each_next_block(const u16* table, const u16* lines, u64 key, u64 cells, Add add) {
    for (u32 row = 0; row < HEIGHT; ++row) {
        const u32 arrangement = nibble(key, ROWS + row);
        const u16* steps = table + ROW_STEPS + ((u32)lines[ROWS + row] << 4 | arrangement) * 8;
        for (u32 i = 0; i < 8; ++i) {
            const u32 step = steps[i];
            if (step == 0) break;
            const u32 entered = step >> 3 & 7, left = step & 7;
            const u32 entered_line = lines[entered], left_line = lines[left];
            const u32 before = column_reach(table, entered_line, nibble(key, entered), byte_of(cells, entered));
            u32 remaining = before & ~table[COLUMN_COVERING + (entered_line << 3 | row)];
            if (remaining == 0) continue;
            const u64 next_cells = cells ^ 1ull << (8 * entered + row) ^ 1ull << (8 * left + row);
            // The column that the vehicle leaves gains a free cell.
            const u32 gained = column_reach(table, left_line, nibble(key, left), byte_of(next_cells, left));
            const u64 next = with_nibble(with_nibble(key, ROWS + row, step >> 6 & 15), left, lowest(gained));
            // The column that it enters loses one. What it can still reach may fall into several sets.
            while (remaining != 0) {
                const u32 first = lowest(remaining);
                remaining &= ~column_reach(table, entered_line, first, byte_of(next_cells, entered));
                if (!add(with_nibble(next, entered, first), next_cells)) return;
            }
        }
    }
}

// Returns the number of a position: the sum of what each arrangement contributes.
__device__ __forceinline__ u32 number_of(const u32* contributions, u64 key) {
    u32 number = 0;
#pragma unroll
    for (u32 column = 0; column < WIDTH; ++column) number += contributions[column << 4 | nibble(key, column)];
#pragma unroll
    for (u32 row = ROWS; row < ROWS + HEIGHT; ++row) number += contributions[row << 4 | nibble(key, row)];
    return number;
}

// Returns whether a position comes before the one of the board.
__device__ __forceinline__ bool is_smaller(const u16* table, const u16* lines, u64 key, u64 start) {
    const u32 rows = (u32)(key >> 32), start_rows = (u32)(start >> 32);
    if (rows != start_rows) return rows < start_rows;
    return cells_of_columns(table, lines, key) < cells_of_columns(table, lines, start);
}

// Adds 1 to a counter for every thread that calls it at the same time, and returns the value before.
__device__ __forceinline__ u32 next_number(u32* counter) {
    const u32 active = __activemask();
    const u32 leader = __ffs(active) - 1;
    u32 first = 0;
    if ((threadIdx.x & 31) == leader) first = atomicAdd(counter, __popc(active));
    return __shfl_sync(active, first, leader) + __popc(active & ((1u << (threadIdx.x & 31)) - 1));
}

// One thread per id. A thread block works on one chunk; `chunks` has the first id of each, and the id after its last.
extern "C" __global__ void __launch_bounds__(256)
    screen(const State* states, const u16* table, const u64* chunks, u32 chunk_ids, u32 blocks_per_chunk, Counts* counts,
           Board* boards, u32* board_count) {
    __shared__ u64 canonical, positions, largest;
    const u32 chunk = blockIdx.x / blocks_per_chunk;
    const u32 offset = blockIdx.x % blocks_per_chunk * blockDim.x + threadIdx.x;
    const u64 id = chunks[2 * chunk] + offset;
    if (threadIdx.x == 0) canonical = positions = largest = 0;
    __syncthreads();
    if (offset < chunk_ids && id < chunks[2 * chunk + 1]) {
        Board board;
        unrank(states, table, id, board);
        u64 keys[SCREENED_BLOCKS], cells[SCREENED_BLOCKS];
        keys[0] = board.key;
        cells[0] = cells_of_rows(table, board.lines, board.key);
        u32 count = 1;
        u64 size = 0;
        bool is_canonical = true, is_complete = true, is_solvable = false;
        const u32 goal = goal_arrangement(table, board.lines);
        for (u32 block = 0; block < count && is_canonical && is_complete; ++block) {
            u32 block_size = 1;
            for (u32 column = 0; column < WIDTH; ++column)
                block_size *= __popc(column_reach(table, board.lines[column], nibble(keys[block], column), byte_of(cells[block], column)));
            size += block_size;
            is_solvable |= nibble(keys[block], ROWS + PRIMARY_ROW) == goal;
            for_each_next_block(table, board.lines, keys[block], cells[block], [&](u64 key, u64 next_cells) {
                for (u32 i = 0; i < count; ++i)
                    if (keys[i] == key) return true;
                is_canonical = !is_smaller(table, board.lines, key, board.key);
                is_complete = count < SCREENED_BLOCKS;
                if (!is_canonical || !is_complete) return false;
                keys[count] = key;
                cells[count] = next_cells;
                ++count;
                return true;
            });
        }
        if (is_canonical && is_complete && !is_solvable) {
            atomicAdd(&canonical, 1ull);
            atomicAdd(&positions, size);
            atomicMax(&largest, size);
        } else if (is_canonical) {
            board.place = chunk * chunk_ids + offset;
            board.blocks = 0;
            boards[next_number(board_count)] = board;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0 && canonical > 0) {
        atomicAdd(&counts[chunk].canonical, canonical);
        atomicAdd(&counts[chunk].positions, positions);
        atomicMax(&counts[chunk].largest, largest);
    }
}

// Adds a key to a hash set with a power of two of slots (open addressing, linear probing). Returns whether it is new. The
// set must never be full.
__device__ __forceinline__ bool insert(u64* slots, u32 slot_bits, u64 key) {
    u32 slot = (u32)(key * 0x9e3779b97f4a7c15ull >> (64 - slot_bits));
    for (;;) {
        u64 stored = *(volatile u64*)&slots[slot];
        if (stored == FREE_SLOT) stored = atomicCAS(&slots[slot], FREE_SLOT, key);
        if (stored == FREE_SLOT) return true;
        if (stored == key) return false;
        slot = (slot + 1) & ((1u << slot_bits) - 1);
    }
}

// Takes the next item of a list; returns its number.
__device__ __forceinline__ u32 take(u32* taken, u32* shared_item) {
    __syncthreads();
    if (threadIdx.x == 0) *shared_item = atomicAdd(taken, 1);
    __syncthreads();
    return *shared_item;
}

// Calls `add` with the line, the new arrangement and the key of each position that one move leads to, and with the cells of
// the primary's row that vehicles of columns cover before the move. All tables are read before the first call, so that the
// reads overlap.
template <typename Add>
__device__ __forceinline__ void for_each_successor(const u16* table, const u16* lines, u64 key, Add add) {
    const u64 by_column = cells_of_rows(table, lines, key), by_row = cells_of_columns(table, lines, key);
    const u32 crossing = byte_of(by_row, PRIMARY_ROW);
    u32 sets[16];
#pragma unroll
    for (u32 column = 0; column < WIDTH; ++column)
        sets[column] = column_successors(table, lines[column], nibble(key, column), byte_of(by_column, column));
#pragma unroll
    for (u32 row = 0; row < HEIGHT; ++row)
        sets[ROWS + row] = row_successors(table, lines[ROWS + row], nibble(key, ROWS + row), byte_of(by_row, row));
#pragma unroll
    for (u32 line = 0; line < 16; ++line)
        if (line < WIDTH || (line >= ROWS && line < ROWS + HEIGHT))
            for (u32 set = sets[line]; set != 0; set &= set - 1)
                add(line, lowest(set), with_nibble(key, line, lowest(set)), crossing);
}

extern __shared__ __align__(16) u8 dynamic_shared[];

// One thread block per cluster. `memory_bytes` is the memory for the set of visited blocks or positions: shared memory, or
// a part of `memory` if that is not null. `queues` has room for `max_blocks` blocks and then for `max_positions` positions
// per thread block.
extern "C" __global__ void __launch_bounds__(512)
    search(const u16* table, u32 chunk_ids, Counts* counts, const Board* boards, const u32* board_count, u32* taken,
           Board* too_large, u32* too_large_count, Candidate* candidates, u32* candidate_count, u64* queues, u32 max_blocks,
           u32 max_positions, u8* memory, u64 memory_bytes) {
    __shared__ u16 lines[16];
    __shared__ u32 contributions[256], used[16], layers[MAX_LAYERS];
    __shared__ u32 item, tail, smaller, overflow, solvable, best_rows;
    __shared__ u64 size, index_count, best_columns, predecessor;
    u64* const block_keys = queues + (u64)blockIdx.x * (2ull * max_blocks + max_positions);
    u64* const block_cells = block_keys + max_blocks;
    u64* const queue = block_cells + max_blocks;
    u8* const visited = memory == nullptr ? dynamic_shared : memory + blockIdx.x * memory_bytes;

    while (take(taken, &item) < *board_count) {
        const Board& board = boards[item];
        const u64 start = board.key;
        // Explores the column blocks. The hash set has a power of two of slots, and always some free ones. It is not made
        // larger than it must be, because it has to be cleared.
        int slot_bits = min(18, 63 - __clzll(memory_bytes / 8));
        if (board.blocks != 0) slot_bits = min(slot_bits, 65 - __clzll(board.blocks + blockDim.x));
        const u32 block_limit = min(max_blocks, (1u << slot_bits) / 4 * 3) - blockDim.x;
        u64* const slots = (u64*)visited;
        for (u32 i = threadIdx.x; i < 1u << slot_bits; i += blockDim.x) slots[i] = FREE_SLOT;
        for (u32 i = threadIdx.x; i < 16; i += blockDim.x) {
            lines[i] = board.lines[i];
            used[i] = 0;
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            insert(slots, slot_bits, start);
            block_keys[0] = start;
            block_cells[0] = cells_of_rows(table, lines, start);
            tail = 1;
            smaller = overflow = solvable = 0;
            size = 0;
        }
        __syncthreads();
        const u32 goal = goal_arrangement(table, lines);
        u32 first = 0, end = 1;
        u64 own_size = 0;
        u32 own_used[16] = {};
        bool own_solvable = false, stopped = false;
        while (first < end && !stopped) {
            for (u32 block = first + threadIdx.x; block < end; block += blockDim.x) {
                const u64 key = block_keys[block], cells = block_cells[block];
                u64 block_size = 1;
#pragma unroll
                for (u32 column = 0; column < WIDTH; ++column) {
                    const u32 reach = column_reach(table, lines[column], nibble(key, column), byte_of(cells, column));
                    block_size *= __popc(reach);
                    own_used[column] |= reach;
                }
#pragma unroll
                for (u32 row = 0; row < HEIGHT; ++row) own_used[ROWS + row] |= 1u << nibble(key, ROWS + row);
                own_size += block_size;
                own_solvable |= nibble(key, ROWS + PRIMARY_ROW) == goal;
                for_each_next_block(table, lines, key, cells, [&](u64 next, u64 next_cells) {
                    if (*(volatile u32*)&tail >= block_limit) {
                        overflow = 1;
                        return false;
                    }
                    if (insert(slots, slot_bits, next)) {
                        if (is_smaller(table, lines, next, start)) {
                            smaller = 1;
                            return false;
                        }
                        const u32 number = next_number(&tail);
                        block_keys[number] = next;
                        block_cells[number] = next_cells;
                    }
                    return true;
                });
            }
            __syncthreads();
            first = end;
            end = tail;
            stopped = smaller || overflow;
            __syncthreads();
        }
        if (smaller) continue;
        if (own_size > 0) {
            atomicAdd(&size, own_size);
#pragma unroll
            for (u32 line = 0; line < 16; ++line)
                if (own_used[line] != 0) atomicOr(&used[line], own_used[line]);
            if (own_solvable) solvable = 1;
        }
        __syncthreads();
        // Numbers the combinations of the arrangements that occur.
        if (threadIdx.x == 0) {
            u64 count = 1;
            for (u32 line = 0; line < 16; ++line) {
                u32 rank = 0;
                for (u32 set = used[line]; set != 0; set &= set - 1) contributions[line << 4 | lowest(set)] = (u32)(rank++ * count);
                if (rank > 0) count = count > FREE_SLOT / rank ? FREE_SLOT : count * rank;
            }
            index_count = count;
            if (solvable && (count > 8 * memory_bytes || count > 1ull << 32 || size > max_positions)) overflow = 1;
            if (overflow) {
                Board& passed = too_large[atomicAdd(too_large_count, 1)];
                passed = board;
                passed.blocks = stopped ? 0 : tail;
            } else {
                Counts& chunk = counts[board.place / chunk_ids];
                atomicAdd(&chunk.canonical, 1ull);
                atomicAdd(&chunk.positions, size);
                atomicMax(&chunk.largest, size);
                if (solvable) atomicAdd(&chunk.solvable, 1ull);
            }
        }
        __syncthreads();
        if (overflow || !solvable) continue;
        // All goals are the first layer.
        u32* const bits = (u32*)visited;
        const u32 blocks = end;
        for (u32 i = threadIdx.x; i < (index_count + 31) / 32; i += blockDim.x) bits[i] = 0;
        if (threadIdx.x == 0) tail = 0;
        __syncthreads();
        for (u32 block = threadIdx.x; block < blocks; block += blockDim.x) {
            u64 key = block_keys[block];
            if (nibble(key, ROWS + PRIMARY_ROW) != goal) continue;
            const u64 cells = block_cells[block];
            u32 reach[WIDTH], count = 1;
            for (u32 column = 0; column < WIDTH; ++column) {
                reach[column] = column_reach(table, lines[column], nibble(key, column), byte_of(cells, column));
                count *= __popc(reach[column]);
                key = with_nibble(key, column, lowest(reach[column]));
            }
            const u32 place = atomicAdd(&tail, count);
            for (u32 i = 0; i < count; ++i) {
                const u32 number = number_of(contributions, key);
                atomicOr(&bits[number >> 5], 1u << (number & 31));
                queue[place + i] = key;
                // The next combination: the first column that has a further arrangement takes it, those before begin again.
                for (u32 column = 0; column < WIDTH; ++column) {
                    const u32 further = reach[column] & ~((2u << nibble(key, column)) - 1);
                    key = with_nibble(key, column, lowest(further ? further : reach[column]));
                    if (further) break;
                }
            }
        }
        __syncthreads();
        // Layer after layer.
        u32 layer = 0;
        first = 0;
        end = tail;
        while (true) {
            if (threadIdx.x == 0) layers[layer] = first;
            __syncthreads();
            for (u32 i = first + threadIdx.x; i < end; i += blockDim.x) {
                const u64 key = queue[i];
                const u32 number = number_of(contributions, key);
                for_each_successor(table, lines, key, [&](u32 line, u32 arrangement, u64 next, u32) {
                    const u32 to = number - contributions[line << 4 | nibble(key, line)] + contributions[line << 4 | arrangement];
                    const u32 bit = 1u << (to & 31);
                    if (*(volatile u32*)&bits[to >> 5] & bit) return;
                    if (atomicOr(&bits[to >> 5], bit) & bit) return;
                    queue[next_number(&tail)] = next;
                });
            }
            __syncthreads();
            if (tail == end) break;
            first = end;
            end = tail;
            ++layer;
            __syncthreads();
            if (layer == MAX_LAYERS - 1) break;
        }
        if (layer == MAX_LAYERS - 1) {
            // The host takes the boards with so long solutions; they are not counted twice.
            if (threadIdx.x == 0) {
                Counts& chunk = counts[board.place / chunk_ids];
                atomicAdd(&chunk.canonical, ~0ull);
                atomicAdd(&chunk.positions, ~size + 1);
                atomicAdd(&chunk.solvable, ~0ull);
                too_large[atomicAdd(too_large_count, 1)] = board;
            }
            continue;
        }
        // The smallest position of the last layer.
        if (threadIdx.x == 0) {
            best_rows = ~0u;
            best_columns = ~0ull;
        }
        __syncthreads();
        for (u32 i = first + threadIdx.x; i < end; i += blockDim.x) atomicMin(&best_rows, (u32)(queue[i] >> 32));
        __syncthreads();
        for (u32 i = first + threadIdx.x; i < end; i += blockDim.x)
            if ((u32)(queue[i] >> 32) == best_rows) atomicMin(&best_columns, cells_of_columns(table, lines, queue[i]));
        __syncthreads();
        for (u32 i = first + threadIdx.x; i < end; i += blockDim.x)
            if ((u32)(queue[i] >> 32) == best_rows && cells_of_columns(table, lines, queue[i]) == best_columns) predecessor = queue[i];
        __syncthreads();
        // A shortest solution: in each layer before, some position is one move away.
        const u64 hardest = predecessor;
        __syncthreads();
        u64 position = hardest, moved = 0;
        for (u32 before = layer; before > 0; --before) {
            const u64 by_column = cells_of_rows(table, lines, position), by_row = cells_of_columns(table, lines, position);
            for (u32 i = layers[before - 1] + threadIdx.x; i < layers[before]; i += blockDim.x) {
                const u64 change = queue[i] ^ position;
                const u32 line = (63 - __clzll(change)) / 4;
                if ((change & ~(15ull << (4 * line))) != 0) continue;
                const u32 from = nibble(position, line);
                const u32 set = line < ROWS ? column_successors(table, lines[line], from, byte_of(by_column, line))
                                            : row_successors(table, lines[line], from, byte_of(by_row, line - ROWS));
                if (set >> nibble(queue[i], line) & 1) predecessor = queue[i];
            }
            __syncthreads();
            const u64 next = predecessor;
            const u32 line = (63 - __clzll(next ^ position)) / 4;
            const u16* contents = table + (line < ROWS ? COLUMN_CONTENTS : ROW_CONTENTS) + ((u32)lines[line] << 4);
            const u32 from = contents[nibble(position, line)] >> 8, to = contents[nibble(next, line)] >> 8;
            const u32 vehicle = __popc(from & ((from & ~to) - 1));
            moved |= 1ull << (4 * line + vehicle);
            position = next;
            __syncthreads();
        }
        if (threadIdx.x == 0) {
            Candidate& candidate = candidates[atomicAdd(candidate_count, 1)];
            candidate.board = board;
            candidate.hardest = hardest;
            candidate.moved = moved;
            candidate.moves = layer;
            candidate.positions = (u32)size;
        }
    }
}

// Returns whether the board without one vehicle or wall can be solved in fewer than `moves` moves: 1 if so, 0 if not, 2 if
// the memory is too small. All threads of the thread block call it.
__device__ __forceinline__ u32 solvable_in_fewer(const u16* table, const u16* lines, u64 start, u32 moves, u64* slots, u32 slot_bits, u64* queue,
                                 u32 max_positions, u32* tail, u32* result) {
    const u32 goal = goal_arrangement(table, lines);
    if (nibble(start, ROWS + PRIMARY_ROW) == goal) return moves > 0;
    for (u32 i = threadIdx.x; i < 1u << slot_bits; i += blockDim.x) slots[i] = FREE_SLOT;
    __syncthreads();
    if (threadIdx.x == 0) {
        insert(slots, slot_bits, start);
        queue[0] = start;
        *tail = 1;
        *result = 0;
    }
    __syncthreads();
    u32 first = 0, end = 1;
    for (u32 depth = 1; depth < moves && first < end; ++depth) {
        for (u32 i = first + threadIdx.x; i < end; i += blockDim.x) {
            if (*(volatile u32*)result != 0) break;
            for_each_successor(table, lines, queue[i], [&](u32 line, u32 arrangement, u64 next, u32 crossing) {
                if (nibble(next, ROWS + PRIMARY_ROW) == goal) atomicCAS(result, 0, 1);
                // The primary and every vehicle between it and the exit must still move.
                if (line < ROWS) {
                    const u32 covers = column_content(table, lines[line], arrangement) >> PRIMARY_ROW & 1;
                    crossing = (crossing & ~(1u << line)) | covers << line;
                }
                const u32 primary = row_content(table, lines[ROWS + PRIMARY_ROW], nibble(next, ROWS + PRIMARY_ROW)) & 255;
                const u32 blockers = __popc(crossing & ~((2u << (31 - __clz(primary))) - 1));
                if (depth + 1 + blockers >= moves) return;
                if (*(volatile u32*)tail >= max_positions) {
                    atomicCAS(result, 0, 2);
                } else if (insert(slots, slot_bits, next)) {
                    queue[next_number(tail)] = next;
                }
            });
        }
        __syncthreads();
        if (*result != 0) break;
        first = end;
        end = *tail;
        __syncthreads();
    }
    return *result;
}

// One thread block per hardest position. Memory as in `search`.
extern "C" __global__ void __launch_bounds__(512)
    minimal(const u16* table, const Candidate* candidates, const u32* candidate_count, u32* taken, Candidate* too_large,
            u32* too_large_count, Found* found, u32* found_count, u64* queues, u32 max_positions, u8* memory, u64 memory_bytes) {
    __shared__ u16 lines[16];
    __shared__ u64 key;
    __shared__ u32 item, tail, result;
    u64* const queue = queues + (u64)blockIdx.x * max_positions;
    u64* const slots = (u64*)(memory == nullptr ? dynamic_shared : memory + blockIdx.x * memory_bytes);
    const u32 slot_bits = 63 - __clzll(memory_bytes / 8);
    const u32 limit = min(max_positions, (1u << slot_bits) / 4 * 3) - min(max_positions / 2, blockDim.x);

    while (take(taken, &item) < *candidate_count) {
        const Candidate& candidate = candidates[item];
        const Board& board = candidate.board;
        const u64 hardest = candidate.hardest;
        u32 verdict = 1;
        // The vehicles that did not move in the shortest solution. The primary is not removed.
        for (u32 line = 0; line < 16 && verdict == 1; ++line) {
            if (line == ROWS + PRIMARY_ROW) continue;
            const bool is_row = line >= ROWS;
            const u16 walls = table[(is_row ? ROW_LINES : COLUMN_LINES) + board.lines[line]] >> 8;
            const u16* contents = table + (is_row ? ROW_CONTENTS : COLUMN_CONTENTS) + ((u32)board.lines[line] << 4);
            const u32 content = contents[nibble(hardest, line)];
            const u32 starts = content >> 8, cells = content & 255;
            u32 vehicle = 0;
            for (u32 set = starts; set != 0 && verdict == 1; set &= set - 1, ++vehicle) {
                if (candidate.moved >> (4 * line + vehicle) & 1) continue;
                const u32 start = lowest(set);
                // The vehicle covers its first cell and those after it up to the next first cell or free cell.
                const u32 after = ~(cells & ~starts) >> (start + 1);
                const u32 own_cells = ((2u << lowest(after)) - 1) << start;
                __syncthreads();
                for (u32 i = threadIdx.x; i < 16; i += blockDim.x) lines[i] = board.lines[i];
                __syncthreads();
                if (threadIdx.x == 0) {
                    const u32 marks = (starts & ~(1u << start)) | walls, rest = cells & ~own_cells;
                    const u32 reduced = is_row ? table[ROW_FIND + (marks << WIDTH | rest)] : table[COLUMN_FIND + (marks << HEIGHT | rest)];
                    lines[line] = reduced >> 4;
                    key = with_nibble(hardest, line, reduced & 15);
                }
                __syncthreads();
                verdict = solvable_in_fewer(table, lines, key, candidate.moves, slots, slot_bits, queue, limit, &tail, &result);
            }
        }
        // The walls.
        for (u32 row = 0; row < HEIGHT && verdict == 1; ++row) {
            const u32 walls = table[ROW_LINES + board.lines[ROWS + row]] >> 8;
            for (u32 set = walls; set != 0 && verdict == 1; set &= set - 1) {
                const u32 column = lowest(set);
                __syncthreads();
                for (u32 i = threadIdx.x; i < 16; i += blockDim.x) lines[i] = board.lines[i];
                __syncthreads();
                if (threadIdx.x == 0) {
                    const u32 row_part = row_content(table, lines[ROWS + row], nibble(hardest, ROWS + row));
                    const u32 row_marks = row_part >> 8 | (walls & ~(1u << column));
                    const u32 new_row = table[ROW_FIND + (row_marks << WIDTH | (row_part & 255))];
                    const u32 column_part = column_content(table, lines[column], nibble(hardest, column));
                    const u32 column_walls = table[COLUMN_LINES + lines[column]] >> 8 & ~(1u << row);
                    const u32 new_column = table[COLUMN_FIND + ((column_part >> 8 | column_walls) << HEIGHT | (column_part & 255))];
                    lines[ROWS + row] = new_row >> 4;
                    lines[column] = new_column >> 4;
                    key = with_nibble(with_nibble(hardest, ROWS + row, new_row & 15), column, new_column & 15);
                }
                __syncthreads();
                verdict = solvable_in_fewer(table, lines, key, candidate.moves, slots, slot_bits, queue, limit, &tail, &result);
            }
        }
        if (threadIdx.x == 0 && verdict == 1) {
            Found& puzzle = found[atomicAdd(found_count, 1)];
            puzzle.key = hardest;
            puzzle.place = board.place;
            puzzle.positions = candidate.positions;
            puzzle.moves = candidate.moves;
        }
        if (threadIdx.x == 0 && verdict == 2) too_large[atomicAdd(too_large_count, 1)] = candidate;
    }
}
