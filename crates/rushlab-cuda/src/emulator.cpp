// Runs all kernels over some chunks of ids. Reads the tables from the first file, and the chunks from the second; prints
// the counts of each chunk, then the minimal puzzles. There are two tiers; the first is so small that the second has work.

#include "emulator.h"

#include "census.cu"

thread_local u8 dynamic_shared[1 << 13];

template <typename T> static std::vector<T> read(const char* path) {
    FILE* file = fopen(path, "rb");
    if (file == nullptr) exit(2);
    fseek(file, 0, SEEK_END);
    std::vector<T> items(ftell(file) / sizeof(T));
    rewind(file);
    if (fread(items.data(), sizeof(T), items.size(), file) != items.size()) exit(2);
    fclose(file);
    return items;
}

int main(int, char** arguments) {
    const auto states = read<State>(arguments[1]);
    const auto table = read<u16>(arguments[2]);
    const auto chunks = read<u64>(arguments[3]);
    const u32 chunk_ids = atoi(arguments[4]);
    const u32 chunk_count = chunks.size() / 2, ids = chunk_count * chunk_ids;
    std::vector<Counts> counts(chunk_count);
    std::vector<Board> boards(ids), large(ids), larger(ids);
    std::vector<Candidate> candidates(ids), more(ids), most(ids);
    std::vector<Found> found(ids);
    u32 board_count = 0, large_count = 0, larger_count = 0, candidate_count = 0, more_count = 0, most_count = 0, found_count = 0;
    for (blockIdx.x = 0; blockIdx.x < ids; ++blockIdx.x)
        screen(states.data(), table.data(), chunks.data(), chunk_ids, chunk_ids, counts.data(), boards.data(), &board_count);
    blockIdx.x = 0;
    const u32 max_blocks = 1 << 16, max_positions = 1 << 20;
    const u64 bytes = 1 << 22;
    std::vector<u64> queues(2 * max_blocks + max_positions);
    std::vector<u8> memory(bytes);
    u32 taken[4] = {};
    search(table.data(), chunk_ids, counts.data(), boards.data(), &board_count, &taken[0], large.data(), &large_count, candidates.data(),
           &candidate_count, queues.data(), 40, 500, nullptr, 1 << 9);
    search(table.data(), chunk_ids, counts.data(), large.data(), &large_count, &taken[1], larger.data(), &larger_count,
           candidates.data(), &candidate_count, queues.data(), max_blocks, max_positions, memory.data(), bytes);
    minimal(table.data(), candidates.data(), &candidate_count, &taken[2], more.data(), &more_count, found.data(), &found_count,
            queues.data(), 100, nullptr, 1 << 10);
    minimal(table.data(), more.data(), &more_count, &taken[3], most.data(), &most_count, found.data(), &found_count, queues.data(),
            1 << 14, memory.data(), 1 << 18);
    printf("passed on %u %u, left %u %u\n", large_count, more_count, larger_count, most_count);
    for (const Counts& chunk : counts) printf("%llu %llu %llu %llu\n", chunk.canonical, chunk.solvable, chunk.positions, chunk.largest);
    for (u32 i = 0; i < found_count; ++i) {
        const u64 id = chunks[2 * (found[i].place / chunk_ids)] + found[i].place % chunk_ids;
        printf("%llu %llu %u %u\n", id, found[i].key, found[i].moves, found[i].positions);
    }
}
