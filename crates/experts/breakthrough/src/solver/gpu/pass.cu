// The pass of solver/pass.rs for a graphics processor. ROWS and COLUMNS are given when it is compiled.
//
// A group is the words that differ in White's second row (row 1) only: 2^COLUMNS words, which lie side by side. What White
// has on the middle rows is the same in a whole group, so one warp computes a group: its lanes first find where the groups
// of the successors lie (one successor a lane), then each lane computes its words from them. A thread block works on one
// arrangement of Black, whose neighbours it looks up once.
//
// Every kernel is cut into phases without barriers inside, so that a plain C++ compiler can run it thread by thread: that is
// how the tests compare it with the Rust code where there is no such processor.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#if COLUMNS == 5
typedef u32 word;
#else
typedef u64 word;
#endif

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define DEVICE __device__ __forceinline__
#define COUNT_UP(address, by) atomicAdd(address, by)
#define BITS(set) __popcll(set)
#define LOWEST(set) (__ffs(set) - 1)
#define REVERSED(set) __brev(set)
#else
#define DEVICE static inline
template <typename T> static inline T COUNT_UP(T *address, T by) { T before = *address; *address += by; return before; }
#define BITS(set) __builtin_popcountll(set)
#define LOWEST(set) __builtin_ctz(set)
static inline u32 REVERSED(u32 set) { u32 out = 0; for (int i = 0; i < 32; i++) out |= (set >> i & 1) << (31 - i); return out; }
#endif

#define LANES (1u << COLUMNS)
#define ROW (LANES - 1)
#define MIDDLE_BITS (COLUMNS * (ROWS - 4))
#define MIDDLE ((1u << MIDDLE_BITS) - 1)
#define FRONT (COLUMNS * (ROWS - 5))
#define WON ((word)~(word)0)
#define ESCAPE 255
#define NOWHERE 0xFFFFFFFFu
#define WARPS 4
#define WARP 32
#define THREADS (WARPS * WARP)
#define MOST_PAWNS (2 * COLUMNS)
#define MOST_STEPS (3 * MOST_PAWNS)
#define PLACES 2048

// Which words of a group are in the list, and where its part of the list starts.
struct Group { word escaped; u32 base; };
// One half of one level, as `coded.rs` keeps it.
struct Level { const u8 *codes; const Group *groups; const word *escapes; const word *dictionary; u64 first; };
// One arrangement of Black and the groups of it that a thread block computes.
struct Item { u32 black, first_group, groups, words_before; };
struct Table { const Level *white, *black; const u64 *start; const u16 *level_of; };

// A neighbouring block.
struct Near {
    const u8 *codes; const Group *groups; const word *escapes; const word *dictionary;
    u32 taken;     // Black's pawns on the middle rows, as stored.
    u32 mirrored;  // Whether the mirror image is stored.
    u32 target;    // A step of Black: where White may stand.
    u32 straight;  // Whether that step cannot capture.
    u32 square;    // A capture of White: the square.
};
struct At { u32 near, group; };
struct Pair { u32 to, group[2]; };

DEVICE u32 left_of(u32 row) { return row >> 1; }
DEVICE u32 right_of(u32 row) { return row << 1 & ROW; }
DEVICE u32 mirrored_row(u32 row) { return REVERSED(row) >> (32 - COLUMNS); }

DEVICE u32 mirrored_set(u32 set) {
    u32 out = 0;
    for (int row = 0; row < ROWS - 2; row++) out |= mirrored_row(set >> (COLUMNS * row) & ROW) << (COLUMNS * row);
    return out;
}

// The lanes that have a pawn in this column.
DEVICE word home(int column) {
    const u64 lanes[6] = {0xAAAAAAAAAAAAAAAAull, 0xCCCCCCCCCCCCCCCCull, 0xF0F0F0F0F0F0F0F0ull,
                          0xFF00FF00FF00FF00ull, 0xFFFF0000FFFF0000ull, 0xFFFFFFFF00000000ull};
    return (word)lanes[column];
}

DEVICE word after_leaving(word value, int column) { return (value & ~home(column)) << (1 << column); }
DEVICE word won_unless_leaving(word value, int column) { return after_leaving(value, column) | (word)~home(column); }

DEVICE word mirrored_word(word value) {
#pragma unroll
    for (int low = 0; low < COLUMNS / 2; low++) {
        int high = COLUMNS - 1 - low, distance = (1 << high) - (1 << low);
        word swapped = (value ^ value >> distance) & home(low) & ~home(high);
        value ^= swapped ^ swapped << distance;
    }
    return value;
}

// The middle squares that Black leaves free, packed together: the number of the group in the block.
DEVICE u32 packed(u32 set, u32 taken) {
    while (taken) {
        u32 highest = 31 - (LOWEST(REVERSED(taken)));
        u32 below = (1u << highest) - 1;
        set = (set & below) | (set >> 1 & ~below);
        taken &= below;
    }
    return set;
}

DEVICE u32 group_of(const Near *near, u32 middle, u32 mirror) { return packed(near->mirrored ? mirror : middle, near->taken); }

// The stored word: of a mirrored block it is still to be turned.
DEVICE word stored(const Near *near, u32 group, u32 row) {
    u32 place = near->mirrored ? mirrored_row(row) : row;
    u32 code = near->codes[(u64)group << COLUMNS | place];
    if (code != ESCAPE) return near->dictionary[code];
    Group in = near->groups[group];
    return near->escapes[in.base + BITS((u64)(in.escaped & (((word)1 << place) - 1)))];
}

DEVICE word read(const Near *near, u32 group, u32 row) {
    word value = stored(near, group, row);
    return near->mirrored ? mirrored_word(value) : value;
}

DEVICE Near near_block(const Table *table, const Level *levels, u32 black) {
    Near near;
    u32 mirror = mirrored_set(black);
    const Level *level = levels + table->level_of[black];
    u64 first = table->start[black] - level->first;
    near.codes = level->codes + first;
    near.groups = level->groups + (first >> COLUMNS);
    near.escapes = level->escapes;
    near.dictionary = level->dictionary;
    near.mirrored = mirror < black;
    near.taken = (near.mirrored ? mirror : black) & MIDDLE;
    near.target = near.straight = near.square = 0;
    return near;
}

// ---- Words with Black to move.

struct BlackShared {
    Near front[COLUMNS];
    Near steps[MOST_STEPS];
    u32 count;
    u32 front_group[WARPS][COLUMNS];
    At at[WARPS][MOST_STEPS];
    u32 at_count[WARPS];
};

DEVICE void black_begin(BlackShared *s, u32 thread) { if (thread == 0) s->count = 0; }

// Black's neighbours, one for each thread: pawns before White's rows, then quiet steps.
DEVICE void black_neighbours(BlackShared *s, const Table *table, u32 black, u32 thread) {
    const u32 candidates = COLUMNS + 3 * COLUMNS * (ROWS - 3);
    for (u32 e = thread; e < candidates; e += THREADS) {
        if (e < COLUMNS) {
            if (black >> e & 1) s->front[e] = near_block(table, table->black, black & ~(1u << e));
            continue;
        }
        u32 from = COLUMNS + (e - COLUMNS) / 3, column = from % COLUMNS;
        int side = (int)((e - COLUMNS) % 3) - 1;
        if (!(black >> from & 1) || (side < 0 && column == 0) || (side > 0 && column == COLUMNS - 1)) continue;
        u32 to = 1u << (from - COLUMNS + side);
        if (black & to) continue;
        Near near = near_block(table, table->white, (black & ~(1u << from)) | to);
        near.target = to & MIDDLE;
        near.straight = side == 0;
        s->steps[COUNT_UP(&s->count, 1u)] = near;
    }
}

DEVICE void black_group_begin(BlackShared *s, u32 warp, u32 lane) { if (lane == 0) s->at_count[warp] = 0; }

DEVICE void black_group(BlackShared *s, u32 black, u32 middle, u32 warp, u32 lane) {
    u32 mirror = mirrored_set(middle);
    for (u32 e = lane; e < COLUMNS + s->count; e += WARP) {
        if (e < COLUMNS) {
            if (black >> e & 1) s->front_group[warp][e] = group_of(&s->front[e], middle, mirror);
            continue;
        }
        const Near *near = &s->steps[e - COLUMNS];
        u32 left = middle;
        if (middle & near->target) {
            if (near->straight) continue;
            left = middle & ~near->target;
        }
        At at;
        at.near = e - COLUMNS;
        at.group = group_of(near, left, mirrored_set(left));
        s->at[warp][COUNT_UP(&s->at_count[warp], 1u)] = at;
    }
}

DEVICE word black_threat(const Near *near, u32 group, int column, u32 middle, u32 row) {
    word value = 0;
#pragma unroll
    for (int side = -1; side <= 1; side++) {
        int target = column + side;
        if (target < 0 || target >= COLUMNS) continue;
        u32 to = 1u << target, takes = row & to;
        if (side == 0 && takes) continue;
        word after = read(near, group, row | to), held = WON;
        if (target > 0) held &= won_unless_leaving(after, target - 1);
        if (target + 1 < COLUMNS) held &= won_unless_leaving(after, target + 1);
        if (takes && middle == 0 && row == to) held |= 1;
        value |= held;
    }
    return value;
}

DEVICE word black_word(const BlackShared *s, u32 black, u32 middle, u32 warp, u32 row) {
    if (black == 0) return 0;
    word value = 0;
#pragma unroll
    for (int column = 0; column < COLUMNS; column++) {
        if (black >> column & 1) {
            value |= black_threat(&s->front[column], s->front_group[warp][column], column, middle, row);
            if (value == WON) return value;
        }
    }
    word left = ~value, left_mirrored = WON;
    for (u32 i = 0; i < s->at_count[warp]; i++) {
        At at = s->at[warp][i];
        const Near *near = &s->steps[at.near];
        word next = stored(near, at.group, row);
        if (near->mirrored) left_mirrored &= next; else left &= next;
        if (left == 0) return WON;
    }
    return ~(left & mirrored_word(left_mirrored));
}

// ---- Words with White to move.

#define MOST_OWN (3 * FRONT + 1)
#define MOST_CAPTURES (2 * MIDDLE_BITS)

struct WhiteShared {
    Near captures[MOST_PAWNS];
    Near retakes[COLUMNS][2];
    u32 count;
    u32 is_won[WARPS];
    u32 row_group[WARPS][COLUMNS];
    u32 own[WARPS][MOST_OWN];
    At taken[WARPS][MOST_CAPTURES];
    At taken_from_row[WARPS][COLUMNS];
    Pair pairs[WARPS][3 * COLUMNS];
    u32 own_count[WARPS], taken_count[WARPS], taken_from_row_count[WARPS], pair_count[WARPS];
};

DEVICE u32 before_goal(u32 black) { return black >> (COLUMNS * (ROWS - 4)) & ROW; }
DEVICE u32 behind(u32 black) { return black >> (COLUMNS * (ROWS - 3)) & ROW; }
DEVICE u32 defended(u32 black) { return left_of(behind(black)) | right_of(behind(black)); }
// The side from which Black's pawn retakes: the column left or right of the target.
DEVICE int retaker(u32 to, u32 side) { return (int)to + (side ? 1 : -1); }

DEVICE void white_begin(WhiteShared *s, u32 thread) { if (thread == 0) s->count = 0; }

DEVICE void white_neighbours(WhiteShared *s, const Table *table, u32 black, u32 thread) {
    for (u32 e = thread; e < MIDDLE_BITS + 2 * COLUMNS; e += THREADS) {
        if (e < MIDDLE_BITS) {
            if (!(black >> e & 1)) continue;
            Near near = near_block(table, table->black, black & ~(1u << e));
            near.square = e;
            s->captures[COUNT_UP(&s->count, 1u)] = near;
            continue;
        }
        u32 to = (e - MIDDLE_BITS) / 2, side = (e - MIDDLE_BITS) % 2;
        int from = retaker(to, side);
        if (from < 0 || from >= COLUMNS || !(behind(black) >> from & 1)) continue;
        const u32 first_row = COLUMNS * (ROWS - 3);
        u32 after = (black & ~(1u << (first_row + from))) | 1u << (first_row - COLUMNS + to);
        s->retakes[to][side] = near_block(table, table->white, after);
    }
}

DEVICE void white_group_begin(WhiteShared *s, u32 black, u32 middle, u32 warp, u32 lane) {
    if (lane != 0) return;
    s->own_count[warp] = s->taken_count[warp] = s->taken_from_row_count[warp] = s->pair_count[warp] = 0;
    u32 front = middle >> FRONT & ROW;
    u32 targets = (front & ~before_goal(black)) | left_of(front) | right_of(front);
    s->is_won[warp] = (targets & ~defended(black)) != 0;
}

// A step onto the row before the goal that Black must answer by taking.
DEVICE void white_pair(WhiteShared *s, u32 black, u32 middle, u32 warp, u32 to, int side) {
    int from = (int)to + side;
    u32 front = middle >> FRONT & ROW;
    if (from < 0 || from >= COLUMNS || !(front >> from & 1) || !(defended(black) >> to & 1)) return;
    if (side == 0 && before_goal(black) >> to & 1) return;
    u32 rest = middle & ~(1u << (FRONT + from)), mirror = mirrored_set(rest);
    Pair pair;
    pair.to = to;
    for (u32 i = 0; i < 2; i++) {
        int by = retaker(to, i);
        int exists = by >= 0 && by < COLUMNS && behind(black) >> by & 1;
        pair.group[i] = exists ? group_of(&s->retakes[to][i], rest, mirror) : NOWHERE;
    }
    s->pairs[warp][COUNT_UP(&s->pair_count[warp], 1u)] = pair;
}

DEVICE void white_capture(WhiteShared *s, u32 middle, u32 warp, u32 index) {
    const Near *near = &s->captures[index];
    u32 square = near->square;
    At at;
    at.near = index;
    if (square < COLUMNS) {
        u32 after = middle | 1u << square;
        at.group = group_of(near, after, mirrored_set(after));
        s->taken_from_row[warp][COUNT_UP(&s->taken_from_row_count[warp], 1u)] = at;
        return;
    }
    u32 column = square % COLUMNS;
    for (int side = -1; side <= 1; side += 2) {
        if ((side < 0 && column == 0) || (side > 0 && column == COLUMNS - 1)) continue;
        u32 from = 1u << (square - COLUMNS + side);
        if (!(middle & from)) continue;
        u32 after = (middle & ~from) | 1u << square;
        at.group = group_of(near, after, mirrored_set(after));
        s->taken[warp][COUNT_UP(&s->taken_count[warp], 1u)] = at;
    }
}

DEVICE void white_group(WhiteShared *s, u32 black, u32 middle, u32 warp, u32 lane) {
    if (s->is_won[warp]) return;
    const u32 steps = 3 * FRONT, pairs = 3 * COLUMNS;
    u32 own_taken = black & MIDDLE;
    for (u32 e = lane; e < steps + pairs + COLUMNS + s->count; e += WARP) {
        if (e < steps) {
            u32 from = e / 3, column = from % COLUMNS;
            int side = (int)(e % 3) - 1;
            if (!(middle >> from & 1) || (side < 0 && column == 0) || (side > 0 && column == COLUMNS - 1)) continue;
            u32 to = 1u << (from + COLUMNS + side);
            if (to & (middle | black)) continue;
            s->own[warp][COUNT_UP(&s->own_count[warp], 1u)] = packed((middle & ~(1u << from)) | to, own_taken);
        } else if (e < steps + pairs) {
            white_pair(s, black, middle, warp, (e - steps) / 3, (int)((e - steps) % 3) - 1);
        } else if (e < steps + pairs + COLUMNS) {
            u32 to = e - steps - pairs;
            int is_free = !((middle | black) >> to & 1);
            s->row_group[warp][to] = is_free ? packed(middle | 1u << to, own_taken) : NOWHERE;
        } else {
            white_capture(s, middle, warp, e - steps - pairs - COLUMNS);
        }
    }
}

DEVICE word white_threats(const WhiteShared *s, u32 warp, u32 row) {
    word value = 0;
    for (u32 i = 0; i < s->pair_count[warp]; i++) {
        const Pair *pair = &s->pairs[warp][i];
        word held = WON;
        for (u32 side = 0; side < 2; side++)
            if (pair->group[side] != NOWHERE) held &= read(&s->retakes[pair->to][side], pair->group[side], row);
        value |= held;
        if (value == WON) return value;
    }
    return value;
}

// What White's steps leave to Black: the worst of it for Black counts. `own` is the block with Black to move.
DEVICE word white_steps(const WhiteShared *s, const word *own, u32 warp, u32 row) {
    word left = WON, left_mirrored = WON;
    for (u32 i = 0; i < s->own_count[warp]; i++) {
        left &= own[s->own[warp][i] << COLUMNS | row];
        if (left == 0) return 0;
    }
    for (int to = 0; to < COLUMNS; to++) {
        u32 group = s->row_group[warp][to];
        if (group == NOWHERE) continue;
        for (int from = to - 1; from <= to + 1; from++)
            if (from >= 0 && from < COLUMNS && row >> from & 1) left &= own[group << COLUMNS | (row & ~(1u << from))];
    }
    for (u32 i = 0; i < s->taken_count[warp]; i++) {
        At at = s->taken[warp][i];
        const Near *near = &s->captures[at.near];
        word next = stored(near, at.group, row);
        if (near->mirrored) left_mirrored &= next; else left &= next;
    }
    for (u32 i = 0; i < s->taken_from_row_count[warp]; i++) {
        At at = s->taken_from_row[warp][i];
        const Near *near = &s->captures[at.near];
        for (int side = -1; side <= 1; side += 2) {
            int from = (int)near->square + side;
            if (from < 0 || from >= COLUMNS || !(row >> from & 1)) continue;
            word next = stored(near, at.group, row & ~(1u << from));
            if (near->mirrored) left_mirrored &= next; else left &= next;
        }
    }
    return left & mirrored_word(left_mirrored);
}

DEVICE word white_word(const WhiteShared *s, const word *own, u32 here, u32 middle, u32 warp, u32 row) {
    if (s->is_won[warp]) return WON;
    word value = white_threats(s, warp, row);
    if (value == WON) return value;
#pragma unroll
    for (int column = 0; column < COLUMNS; column++) {
        if (row >> column & 1) continue;
        word next = ~own[here << COLUMNS | row | 1u << column];
        if (column > 0) value |= after_leaving(next, column - 1);
        value |= after_leaving(next, column);
        if (column + 1 < COLUMNS) value |= after_leaving(next, column + 1);
    }
    if (value != WON) value |= ~white_steps(s, own, warp, row);
    return middle == 0 && row == 0 ? value & ~(word)1 : value;
}

// The squares of a group's number, spread over those Black leaves free.
DEVICE u32 spread(u32 group, u32 taken) {
    u32 out = 0;
    for (u32 square = 0; square < MIDDLE_BITS; square++) {
        if (taken >> square & 1) continue;
        out |= (group & 1) << square;
        group >>= 1;
    }
    return out;
}

// ---- Codes.

DEVICE u32 place_of(word value) { return (u32)(((u64)value * 0x9E3779B97F4A7C15ull) >> (64 - 11)); }

DEVICE u32 code_of(const word *places, const u16 *codes, word value) {
    u32 place = place_of(value);
    for (;;) {
        u32 code = codes[place];
        if (code == ESCAPE || places[place] == value) return code;
        place = (place + 1) % PLACES;
    }
}

// A sum that notices every change of one word.
DEVICE u64 weighed(word value, u64 index) { return (u64)value * (index * 0x9E3779B97F4A7C15ull | 1); }

// Which of a group's words are in the list; they are put there.
DEVICE void list_group(const word *raw, const u8 *codes, Group *groups, word *escapes, u32 *count, u64 group) {
    word escaped = 0;
    const u32 *four = (const u32 *)(codes + (group << COLUMNS));
    for (u32 i = 0; i < LANES / 4; i++) {
        u32 here = four[i];
        for (u32 j = 0; j < 4; j++) escaped |= (word)((here >> (8 * j) & 255) == ESCAPE) << (4 * i + j);
    }
    u32 found = BITS((u64)escaped), base = found ? COUNT_UP(count, found) : 0;
    groups[group].escaped = escaped;
    groups[group].base = base;
    for (u32 row = 0; escaped >> row; row++) {
        if (escaped >> row & 1) escapes[base++] = raw[group << COLUMNS | row];
        if (row == LANES - 1) break;
    }
}

// ---- The kernels. `args` are addresses and numbers.

#define TABLE const Table table = {(const Level *)white_levels, (const Level *)black_levels, (const u64 *)start, (const u16 *)level_of}

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)

extern "C" __global__ void __launch_bounds__(THREADS)
black_half(u64 white_levels, u64 black_levels, u64 start, u64 level_of, u64 items, u64 out) {
    __shared__ BlackShared s;
    TABLE;
    const Item item = ((const Item *)items)[blockIdx.x];
    u32 warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    black_begin(&s, threadIdx.x);
    __syncthreads();
    black_neighbours(&s, &table, item.black, threadIdx.x);
    __syncthreads();
    word *words = (word *)out + item.words_before;
    for (u32 i = warp; i < item.groups; i += WARPS) {
        u32 group = item.first_group + i, middle = spread(group, item.black & MIDDLE);
        black_group_begin(&s, warp, lane);
        __syncwarp();
        black_group(&s, item.black, middle, warp, lane);
        __syncwarp();
        for (u32 row = lane; row < LANES; row += WARP) words[group << COLUMNS | row] = black_word(&s, item.black, middle, warp, row);
        __syncwarp();
    }
}

extern "C" __global__ void __launch_bounds__(THREADS)
white_half(u64 white_levels, u64 black_levels, u64 start, u64 level_of, u64 items, u64 black_words, u64 out) {
    __shared__ WhiteShared s;
    TABLE;
    const Item item = ((const Item *)items)[blockIdx.x];
    u32 warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    white_begin(&s, threadIdx.x);
    __syncthreads();
    white_neighbours(&s, &table, item.black, threadIdx.x);
    __syncthreads();
    word *words = (word *)out + item.words_before;
    const word *own = (const word *)black_words + item.words_before;
    for (u32 i = warp; i < item.groups; i += WARPS) {
        u32 group = item.first_group + i, middle = spread(group, item.black & MIDDLE);
        white_group_begin(&s, item.black, middle, warp, lane);
        __syncwarp();
        white_group(&s, item.black, middle, warp, lane);
        __syncwarp();
        for (u32 row = lane; row < LANES; row += WARP) words[group << COLUMNS | row] = white_word(&s, own, group, middle, warp, row);
        __syncwarp();
    }
}

// Every `stride`-th word.
extern "C" __global__ void sample(u64 raw, u64 out, u64 stride, u64 count) {
    u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) ((word *)out)[i] = ((const word *)raw)[i * stride];
}

extern "C" __global__ void encode(u64 raw, u64 codes, u64 words, u64 first, u64 places, u64 place_codes, u64 sum) {
    __shared__ word known[PLACES];
    __shared__ u16 known_codes[PLACES];
    for (u32 i = threadIdx.x; i < PLACES; i += blockDim.x) {
        known[i] = ((const word *)places)[i];
        known_codes[i] = ((const u16 *)place_codes)[i];
    }
    __syncthreads();
    u64 total = 0;
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += (u64)gridDim.x * blockDim.x) {
        word value = ((const word *)raw)[i];
        ((u8 *)codes)[i] = (u8)code_of(known, known_codes, value);
        total += weighed(value, first + i);
    }
    for (int distance = 16; distance; distance /= 2) total += __shfl_down_sync(0xFFFFFFFFu, total, distance);
    if (threadIdx.x % WARP == 0) COUNT_UP((u64 *)sum, total);
}

extern "C" __global__ void list(u64 raw, u64 codes, u64 all_groups, u64 groups, u64 escapes, u64 count) {
    u64 group = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    if (group < all_groups) list_group((const word *)raw, (const u8 *)codes, (Group *)groups, (word *)escapes, (u32 *)count, group);
}

#else

extern "C" void black_half(u32 blocks, const u64 *a) {
    u64 white_levels = a[0], black_levels = a[1], start = a[2], level_of = a[3];
    TABLE;
    for (u32 block = 0; block < blocks; block++) {
        static BlackShared s;
        const Item item = ((const Item *)a[4])[block];
        for (u32 t = 0; t < THREADS; t++) black_begin(&s, t);
        for (u32 t = 0; t < THREADS; t++) black_neighbours(&s, &table, item.black, t);
        word *words = (word *)a[5] + item.words_before;
        for (u32 i = 0; i < item.groups; i++) {
            u32 group = item.first_group + i, middle = spread(group, item.black & MIDDLE), warp = i % WARPS;
            for (u32 lane = 0; lane < WARP; lane++) black_group_begin(&s, warp, lane);
            for (u32 lane = 0; lane < WARP; lane++) black_group(&s, item.black, middle, warp, lane);
            for (u32 row = 0; row < LANES; row++) words[group << COLUMNS | row] = black_word(&s, item.black, middle, warp, row);
        }
    }
}

extern "C" void white_half(u32 blocks, const u64 *a) {
    u64 white_levels = a[0], black_levels = a[1], start = a[2], level_of = a[3];
    TABLE;
    for (u32 block = 0; block < blocks; block++) {
        static WhiteShared s;
        const Item item = ((const Item *)a[4])[block];
        for (u32 t = 0; t < THREADS; t++) white_begin(&s, t);
        for (u32 t = 0; t < THREADS; t++) white_neighbours(&s, &table, item.black, t);
        const word *own = (const word *)a[5] + item.words_before;
        word *words = (word *)a[6] + item.words_before;
        for (u32 i = 0; i < item.groups; i++) {
            u32 group = item.first_group + i, middle = spread(group, item.black & MIDDLE), warp = i % WARPS;
            for (u32 lane = 0; lane < WARP; lane++) white_group_begin(&s, item.black, middle, warp, lane);
            for (u32 lane = 0; lane < WARP; lane++) white_group(&s, item.black, middle, warp, lane);
            for (u32 row = 0; row < LANES; row++) words[group << COLUMNS | row] = white_word(&s, own, group, middle, warp, row);
        }
    }
}

extern "C" void sample(u32, const u64 *a) {
    for (u64 i = 0; i < a[3]; i++) ((word *)a[1])[i] = ((const word *)a[0])[i * a[2]];
}

extern "C" void encode(u32, const u64 *a) {
    for (u64 i = 0; i < a[2]; i++) {
        word value = ((const word *)a[0])[i];
        ((u8 *)a[1])[i] = (u8)code_of((const word *)a[4], (const u16 *)a[5], value);
        *(u64 *)a[6] += weighed(value, a[3] + i);
    }
}

extern "C" void list(u32, const u64 *a) {
    for (u64 group = 0; group < a[2]; group++)
        list_group((const word *)a[0], (const u8 *)a[1], (Group *)a[3], (word *)a[4], (u32 *)a[5], group);
}

#endif
