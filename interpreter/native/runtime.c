/* What every program needs: the state, lists, the generator, the changes of zones (as in `state/changes`), and games.

The text before this file defines the sizes; the text behind it, written by `emit`, has the rules. Whatever can't be
carried out here exactly as Python would (a fault, a number beyond 64 bits, a full buffer) ends in `stop`: then Python
plays that game, and says what is wrong. */

typedef int64_t I;
typedef uint64_t U;
#if WIDE
typedef uint16_t Card;
#else
typedef uint8_t Card;
#endif
#if SELECTIONS
typedef __int128 V;
#else
typedef I V;
#endif

typedef struct { const Card *at; I n; } L;
/* Cards behind each array that `shift` may write: as many as it moves at once, so that no branch depends on how many
there are; that can't be foreseen. */
#if !WIDE && TOTAL <= 176
#define SLACK ((TOTAL + 15) / 16 * 16)
#else
#define SLACK 8
#endif
typedef struct { uint32_t n; Card at[TOTAL + SLACK]; } List;
typedef struct { int32_t block, below; } Head;

typedef struct {
    U x;
    int32_t status, top, used, depth;
    I num[NUMBERS + 1];
    uint16_t n[ZONES], loose[ZONES];
    Card zone[ZONES][TOTAL + SLACK];
    uint16_t fact[FACTS + 1][IDS + 1];
    _Alignas(16) unsigned char stack[STACK];
} S;

typedef struct { V card; int32_t zone, tag; } Part;
typedef struct { int32_t option; Part part[PARTS ? PARTS : 1]; } Pick;

typedef struct G {
    S s;
    Card *top, *end;
    I rounds, turns, decisions, n, longest;
    U y;
    Pick *picks;
    const struct Texts *texts;
    const int32_t *eager;
    I uses[OPTIONS + 1];
    int closely;
    jmp_buf out;
    Card *arena;
    I *sums, *order;
    unsigned char searched[ZONES + 1];
    struct G *shadow, *parent;
    S *base;
    U *met;
    uint32_t met_used, idle;
    I ends;
    struct Known *known;
    S *before;
    I least, since;
} G;

#define OVER (-1)
#define WAIT (-2)
#define FULL 33000
#define LIMIT 100000
#define STEPS 20000
#define ARENA (1 << 18)

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define UNUSED __attribute__((unused))
#define PURE static inline UNUSED
#define GO(next) do { if (unlikely(++steps > STEPS)) stop(g); if ((next) == TURNS) g->turns++; goto b##next; } while (0)
#define ACTION static UNUSED void
#ifdef __OPTIMIZE__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE PURE
#endif

static _Noreturn __attribute__((cold, noinline)) void stop(G *g) { longjmp(g->out, 1); }

/* numbers */

PURE I add(G *g, I a, I b) { I r; if (unlikely(__builtin_add_overflow(a, b, &r))) stop(g); return r; }
PURE I sub(G *g, I a, I b) { I r; if (unlikely(__builtin_sub_overflow(a, b, &r))) stop(g); return r; }
PURE I mul(G *g, I a, I b) { I r; if (unlikely(__builtin_mul_overflow(a, b, &r))) stop(g); return r; }
PURE I quotient(G *g, I a, I b) {
    if (!b) return 0;
    if (unlikely(b == -1)) return sub(g, 0, a);
    I q = a / b;
    return q - ((a % b != 0) & ((a < 0) != (b < 0)));
}
PURE I remainder_(I a, I b) {
    if (!b || b == -1) return 0;
    I r = a % b;
    return r && ((r < 0) != (b < 0)) ? r + b : r;
}
PURE I ordinal(I bit, I first) {
    U u = bit < 0 ? 0 - (U)bit : (U)bit;
    return (u ? 64 - __builtin_clzll(u) : 0) + first - 1;
}
PURE I larger(I a, I b) { return a > b ? a : b; }
PURE I smaller(I a, I b) { return a < b ? a : b; }
PURE I clamped(I v, I low, I high) { return v < low ? low : v > high ? high : v; }
PURE I checked(G *g, I v, I low, I high) { if (unlikely(v < low || v > high)) stop(g); return v; }

/* numbers that may be packed cards */

PURE I narrow(G *g, V a) { if (unlikely(a < INT64_MIN || a > INT64_MAX)) stop(g); return (I)a; }
PURE V add_packed(G *g, V a, V b) { V r; if (unlikely(__builtin_add_overflow(a, b, &r))) stop(g); return r; }
PURE V sub_packed(G *g, V a, V b) { V r; if (unlikely(__builtin_sub_overflow(a, b, &r))) stop(g); return r; }
PURE V mul_packed(G *g, V a, V b) { V r; if (unlikely(__builtin_mul_overflow(a, b, &r))) stop(g); return r; }
PURE V quotient_packed(G *g, V a, V b) { if (unlikely(a < 0 || b < 0)) stop(g); return b ? a / b : 0; }
PURE I remainder_of(G *g, V a, I b) { if (unlikely(a < 0 || b < 0)) stop(g); return b ? (I)(a % b) : 0; }

PURE U step(U x) { return x * 6364136223846793005u + 1442695040888963407u; }
PURE U seeded(U seed) {
    U z = seed + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}
PURE I below(G *g, I n) {
    if (unlikely(n > 0xFFFFFFFFll)) stop(g);
    U x = g->s.x = step(g->s.x);
    return (I)(((x >> 32) * (U)n) >> 32);
}

PURE void count(G *g, I units) { if (unlikely((g->rounds += units) > LIMIT)) stop(g); }

/* lists: a view of cards that lie in a zone, in a local, or in the arena */

PURE Card *room(G *g, I n) {
    Card *at = g->top;
    if (unlikely(n > g->end - at)) stop(g);
    g->top = at + n;
    return at;
}
PURE L zone(G *g, I z) {
    if (unlikely((U)z >= ZONES)) stop(g);
    return (L){g->s.zone[z], g->s.n[z]};
}
PURE I inside(I card, L v) {
    if (card < 0) return 0;
    for (I i = 0; i < v.n; i++) if (v.at[i] == card) return 1;
    return 0;
}
PURE I first_place(L v, I card) {
    if (card < 0) return -1;
    for (I i = 0; i < v.n; i++) if (v.at[i] == card) return i;
    return -1;
}
/* Few cards are looked through as one word: which byte it is can't be foreseen, so no branch should depend on it. */
#if !WIDE
#define EACH_BYTE 0x0101010101010101u
PURE U word_of(const Card *at) { U word; memcpy(&word, at, 8); return word; }
PURE U first_bytes(I n) { return n >= 8 ? ~(U)0 : ((U)1 << 8 * n) - 1; }
/* The high bits of those of the first bytes that are equal to a card; exactly these. */
PURE U equal_bytes(U word, I n, I card) {
    U other = word ^ (U)card * EACH_BYTE, low = (other & EACH_BYTE * 127) + EACH_BYTE * 127;
    return ~(low | other | EACH_BYTE * 127) & first_bytes(n);
}
#endif
PURE I last_place(L v, I card) {
    I i = v.n - 1;
    if (card < 0) return -1;
    while (i >= 0 && v.at[i] != card) i--;
    return i;
}
PURE I element(L v, I i) { return i < -v.n || i >= v.n ? -1 : v.at[i < 0 ? i + v.n : i]; }
PURE L slice(L v, I from, I to) {
    if (from < 0) from = from + v.n < 0 ? 0 : from + v.n;
    if (from > v.n) from = v.n;
    if (to < 0) to = to + v.n < 0 ? 0 : to + v.n;
    if (to > v.n) to = v.n;
    return (L){v.at + from, to > from ? to - from : 0};
}
PURE L copied(G *g, L v) {
    Card *at = room(g, v.n);
    memmove(at, v.at, (size_t)v.n * sizeof(Card));
    return (L){at, v.n};
}
PURE L joined(G *g, L a, L b) {
    Card *at = room(g, a.n + b.n);
    memmove(at, a.at, (size_t)a.n * sizeof(Card));
    memmove(at + a.n, b.at, (size_t)b.n * sizeof(Card));
    return (L){at, a.n + b.n};
}
PURE L reversed(G *g, L v) {
    Card *at = room(g, v.n);
    for (I i = 0; i < v.n; i++) at[i] = v.at[v.n - 1 - i];
    return (L){at, v.n};
}
PURE L without(G *g, L v, I card) {
    I i = last_place(v, card);
    if (i < 0) return v;
    Card *at = room(g, v.n - 1);
    memmove(at, v.at, (size_t)i * sizeof(Card));
    memmove(at + i, v.at + i + 1, (size_t)(v.n - 1 - i) * sizeof(Card));
    return (L){at, v.n - 1};
}
/* Moves cards within an array; few of them at once, and then some behind them, too. */
PURE void shift(Card *to, const Card *from, UNUSED I n) {
#if SLACK >= 16
    typedef unsigned char Several __attribute__((vector_size(16), aligned(1), may_alias));
    Several all[SLACK / 16];
    for (int i = 0; i < SLACK / 16; i++) all[i] = ((const Several *)from)[i];
    for (int i = 0; i < SLACK / 16; i++) ((Several *)to)[i] = all[i];
#else
    memmove(to, from, (size_t)n * sizeof(Card));
#endif
}
/* The same for the cards behind place `i`, by one: a few are one word, which the processor reads again at once. */
PURE void close_gap(Card *at, I i, I n) {
#if !WIDE
    if (n <= 8) {
        U word, before = ((U)1 << 8 * i) - 1;
        memcpy(&word, at, 8);
        word = (word & before) | (word >> 8 & ~before);
        memcpy(at, &word, 8);
        return;
    }
#endif
    shift(at + i, at + i + 1, n - i - 1);
}
PURE void insert(Card *at, I i, I n, I card) {
#if !WIDE
    if (n < 8) {
        U word, before = ((U)1 << 8 * i) - 1;
        memcpy(&word, at, 8);
        word = (word & before) | (U)card << 8 * i | (word & ~before) << 8;
        memcpy(at, &word, 8);
        return;
    }
#endif
    shift(at + i + 1, at + i, n - i);
    at[i] = (Card)card;
}
PURE void sort(Card *at, I n) {
    for (I i = 1; i < n; i++) {
        Card c = at[i];
        I j = i;
        while (j > 0 && at[j - 1] > c) { at[j] = at[j - 1]; j--; }
        at[j] = c;
    }
}
/* Sorts ids, the first of which are in order; many others by counting. */
static UNUSED void sort_ids(Card *at, I n, I sorted) {
    if (n - sorted < 12) {
        Card rest[12];
        for (I i = sorted; i < n; i++) rest[i - sorted] = at[i];
        for (I i = sorted; i < n; i++) {
            Card c = rest[i - sorted];
            I low = 0;
            for (I size = i; size > 0; ) { /* without a branch that can't be foreseen */
                I half = (size + 1) / 2, skip = at[low + half - 1] <= c;
                low += skip ? half : 0;
                size = skip ? size - half : half - 1;
            }
            shift(at + low + 1, at + low, i - low);
            at[low] = c;
        }
        return;
    }
    uint16_t of[IDS] = {0};
    for (I i = 0; i < n; i++) of[at[i]]++;
    I k = 0;
    for (I c = 0; c < IDS; c++) for (I m = of[c]; m > 0; m--) at[k++] = (Card)c;
}
/* The cards in ascending order, each once. */
PURE L distinct(G *g, L v) {
    if (v.n < 2) return v;
    Card *at = room(g, v.n);
    I n = 0;
    for (I i = 0; i < v.n; i++) {
        Card c = v.at[i];
        if (!n || at[n - 1] < c) { at[n++] = c; continue; }
        I j = n;
        while (j > 0 && at[j - 1] > c) j--;
        if (j > 0 && at[j - 1] == c) continue;
        memmove(at + j + 1, at + j, (size_t)(n - j) * sizeof(Card));
        at[j] = c;
        n++;
    }
    return (L){at, n};
}
PURE void set_list(G *g, List *to, L v) {
    if (unlikely(v.n > TOTAL)) stop(g);
    memmove(to->at, v.at, (size_t)v.n * sizeof(Card));
    to->n = (uint32_t)v.n;
}
PURE L view(const List *of) { return (L){of->at, of->n}; }
PURE L unpacked(G *g, V packed) {
    Card *at = room(g, 15);
    I n = 0;
    for (V left = packed; left > 0 && n < 15; left >>= 8 * sizeof(Card))
        if ((Card)left) at[n++] = (Card)((Card)left - 1);
    return (L){at, n};
}

/* changes of zones */

PURE void fits(G *g, I z, I more) { if (unlikely(g->s.n[z] + more > limits[z])) stop(g); }
PURE void cut(S *s, I z, I i) {
    close_gap(s->zone[z], i, s->n[z]);
    s->n[z]--;
    if (pile[z] && i < s->loose[z]) s->loose[z]--;
}
static void expose(G *g, I z, I count) {
    S *s = &g->s;
    if (unlikely((U)z >= ZONES)) stop(g);
    I loose = s->loose[z], wanted = s->n[z] - count > 0 ? s->n[z] - count : 0;
    if (!loose || loose <= wanted) return;
    Card *at = s->zone[z];
    U x = s->x;
    if (loose == s->n[z] && loose - wanted <= 16) { /* the first ones aside, and then on top */
        Card drawn[16];
        for (I left = loose; left > wanted; left--) {
            x = step(x);
            I i = (I)(((x >> 32) * (U)left) >> 32);
            drawn[loose - left] = at[i];
            shift(at + i, at + i + 1, left - i - 1);
        }
        for (I left = loose; left > wanted; left--) at[left - 1] = drawn[loose - left];
    } else for (I left = loose; left > wanted; left--) {
        x = step(x);
        I i = (I)(((x >> 32) * (U)left) >> 32);
        Card c = at[i];
        memmove(at + i, at + i + 1, (size_t)(left - i - 1) * sizeof(Card));
        at[left - 1] = c;
    }
    s->x = x;
    s->loose[z] = (uint16_t)wanted;
}
PURE void put_last(G *g, I z, I card) {
    fits(g, z, 1);
    g->s.zone[z][g->s.n[z]++] = (Card)card;
}
PURE void put_heap(G *g, I z, I card) {
    fits(g, z, 1);
    Card *at = g->s.zone[z];
    I n = g->s.n[z]++, i = 0;
#if !WIDE && IDS < 128
    if (n <= 8) { /* how many of the bytes are less */
        U less = (((U)card * EACH_BYTE | EACH_BYTE * 128) - word_of(at) - EACH_BYTE) & EACH_BYTE * 128 & first_bytes(n);
        i = (I)((less >> 7) * EACH_BYTE >> 56);
    } else
#endif
    while (i < n && at[i] < card) i++;
    insert(at, i, n, card);
}
PURE void put_first(G *g, I z, I card) {
    fits(g, z, 1);
    expose(g, z, g->s.n[z]);
    insert(g->s.zone[z], 0, g->s.n[z], card);
    g->s.n[z]++;
}
INLINE void put(G *g, I z, I card, int last) {
    if (heap[z]) put_heap(g, z, card);
    else if (last) put_last(g, z, card);
    else put_first(g, z, card);
}
PURE I place_of(S *s, I z, I card, I wanted) {
    if (wanted >= 0 && wanted < s->n[z] && s->zone[z][wanted] == card) return wanted;
#if !WIDE
    if (s->n[z] <= 8 && card >= 0) {
        U found = equal_bytes(word_of(s->zone[z]), s->n[z], card);
        return found ? (63 - __builtin_clzll(found)) / 8 : -1;
    }
#endif
    return last_place((L){s->zone[z], s->n[z]}, card);
}
INLINE void move(G *g, I card, I from, I to, int last, I wanted) {
    if (unlikely((U)from >= ZONES || (U)to >= ZONES)) stop(g);
    I i = place_of(&g->s, from, card, wanted);
    if (i < 0) return;
    cut(&g->s, from, i);
    put(g, to, card, last);
}
PURE int ends_with(L v, L end) {
    return end.n <= v.n && !memcmp(v.at + v.n - end.n, end.at, (size_t)end.n * sizeof(Card));
}
static void put_all(G *g, L cards, I to, int last) {
    S *s = &g->s;
    fits(g, to, cards.n);
    Card *at = s->zone[to];
    if (heap[to]) {
        for (I i = 0; i < cards.n; i++) put_heap(g, to, cards.at[i]);
    } else if (last) {
        memcpy(at + s->n[to], cards.at, (size_t)cards.n * sizeof(Card));
        s->n[to] = (uint16_t)(s->n[to] + cards.n);
    } else if (cards.n) {
        expose(g, to, s->n[to]);
        memmove(at + cards.n, at, (size_t)s->n[to] * sizeof(Card));
        memcpy(at, cards.at, (size_t)cards.n * sizeof(Card));
        s->n[to] = (uint16_t)(s->n[to] + cards.n);
    }
}
static UNUSED void move_all(G *g, L cards, I from, I to, int last, int top) {
    S *s = &g->s;
    if (unlikely((U)from >= ZONES || (U)to >= ZONES)) stop(g);
    L lying = {s->zone[from], s->n[from]};
    int last_ones = top && from != to && cards.at + cards.n == lying.at + lying.n;
    if (!last_ones) cards = copied(g, cards);
    if (top && (last_ones || ends_with(lying, cards) || ends_with(lying, reversed(g, cards)))) {
        I left = lying.n - cards.n;
        s->n[from] = (uint16_t)left;
        if (s->loose[from] > left) s->loose[from] = (uint16_t)left;
    } else {
        Card *moved = room(g, cards.n);
        I n = 0;
        for (I k = 0; k < cards.n; k++) {
            I card = cards.at[k], i = place_of(s, from, card, -1);
            if (!top && i >= 0) i = first_place((L){s->zone[from], s->n[from]}, card);
            if (i < 0) continue;
            cut(s, from, i);
            moved[n++] = (Card)card;
        }
        cards = (L){moved, n};
    }
    put_all(g, cards, to, last);
}
PURE void move_whole(G *g, I from, I to, int last) {
    S *s = &g->s;
    I n = s->n[from];
    if (!n) return;
    if (heap[to] || !last) { put_all(g, (L){s->zone[from], n}, to, last); }
    else {
        fits(g, to, n);
        shift(s->zone[to] + s->n[to], s->zone[from], n);
        s->n[to] = (uint16_t)(s->n[to] + n);
    }
    s->n[from] = 0;
    if (pile[from]) s->loose[from] = 0;
}
PURE I draw(G *g, I from, I to) {
    S *s = &g->s;
    if (unlikely((U)from >= ZONES || (U)to >= ZONES)) stop(g);
    I n = s->n[from], card;
    if (!n) return -1;
    if (pile[from] && s->loose[from] == n) { /* as in `expose`, and taken at once */
        U x = s->x = step(s->x);
        I i = (I)(((x >> 32) * (U)n) >> 32);
        Card *at = s->zone[from] + i;
        card = *at;
        shift(at, at + 1, n - i - 1);
        s->loose[from]--;
    } else card = s->zone[from][n - 1];
    s->n[from]--;
    put(g, to, card, 1);
    return card;
}
static UNUSED void shuffle(G *g, I z) {
    S *s = &g->s;
    if (unlikely((U)z >= ZONES)) stop(g);
    if (pile[z]) {
        sort_ids(s->zone[z], s->n[z], s->loose[z]);
        s->loose[z] = s->n[z];
    } else if (!heap[z]) {
        for (I i = s->n[z] - 1; i > 0; i--) {
            I j = below(g, i + 1);
            Card c = s->zone[z][i];
            s->zone[z][i] = s->zone[z][j];
            s->zone[z][j] = c;
        }
    }
}
PURE I roll(G *g, I least, I most) {
    I n = most < least ? 1 : add(g, sub(g, most, least), 1);
    return add(g, least, below(g, n < 1 ? 1 : n));
}
PURE I pick_of(G *g, L members, I none) { return members.n ? members.at[below(g, members.n)] : none; }
/* Brings the one card that is out of order to its place. */
PURE void settle(Card *at, I n, I i) {
    Card c = at[i];
    for (; i > 0 && at[i - 1] > c; i--) at[i] = at[i - 1];
    for (; i < n - 1 && at[i + 1] < c; i++) at[i] = at[i + 1];
    at[i] = c;
}
static UNUSED void exchange(G *g, I card, I z, I other, I there, I wanted, I yonder) {
    S *s = &g->s;
    if (unlikely((U)z >= ZONES || (U)there >= ZONES)) stop(g);
    if (!inside(card, zone(g, z)) || !inside(other, zone(g, there))) return;
    if (z == there && heap[z]) return;
    expose(g, z, s->n[z]);
    expose(g, there, s->n[there]);
    I i = place_of(s, z, card, wanted), j = place_of(s, there, other, yonder);
    s->zone[z][i] = (Card)other;
    if (heap[z]) settle(s->zone[z], s->n[z], i);
    s->zone[there][j] = (Card)card;
    if (heap[there]) settle(s->zone[there], s->n[there], j);
}
PURE void set_number(G *g, I i, I value) {
    if (unlikely((U)i >= NUMBERS)) stop(g);
    g->s.num[i] = clamped(value, low[i], high[i]);
}
PURE I number(G *g, I i) {
    if (unlikely((U)i >= NUMBERS)) stop(g);
    return g->s.num[i];
}

/* frames */

PURE void *top_frame(G *g) { return g->s.stack + g->s.top; }
static void *push(G *g, uint32_t size) {
    S *s = &g->s;
    size = (size + 15) & ~15u;
    if (unlikely(s->used + size > STACK)) stop(g);
    Head *head = (Head *)(s->stack + s->used);
    head->below = s->top;
    s->top = s->used;
    s->used += (int32_t)size;
    s->depth++;
    return head;
}
PURE void pop(G *g) {
    S *s = &g->s;
    s->used = s->top;
    s->top = ((Head *)(s->stack + s->top))->below;
    s->depth--;
}
/* Room for one more of `n` picks, which counts if a condition holds. */
PURE Pick *offer(G *g, I *n, I option, I holds) {
    if (unlikely(*n >= FULL)) stop(g);
    Pick *p = g->picks + *n;
    *n += holds != 0;
    p->option = (int32_t)option;
    return p;
}
