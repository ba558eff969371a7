/* Many games at once, for programs that learn: one call carries out an answer in each of them.

A game that waits is a copy of its state and its picks, so that one table at which games are played (`G`) serves many.
`k` is what a seat observes and how its answers are numbered, as plain numbers (see `players/vectors`): what is written
here is what `players/observation` and `players/answers` find. */

enum { FEATURES, ACTIONS, OTHERS, SEAT, TURN, SEATS, ACTING, CLASSES_OF, SIGHT, RIDERS, RIDER_FACT, RIDER_OF, SEEN_ZONES,
    SEEN_COUNTERS, SEEN_VALUES, SEEN_APART, MARKED, CLASS_COUNT, PROMPTS, PROMPT_OF, ROUNDS, ABOUT_CARDS, SUBJECT_OF,
    ANSWER_OF };
enum { R_PICKS, R_PLAYER, R_STATUS, R_DECISIONS, R_TURNS, R_SEED, R_LEFT_OUT, R_SCORES };
enum { LEFT = -1, NO_ANSWER = -2, NEVER = -3 };
enum { BEGIN = -1, LEAVE = -2 };
enum { ASKED, CUT, ENDED };
enum { OF_VALUES, OF_PLACES, OF_CARDS };

typedef struct {
    U first, seed, y;
    I n, decisions, turns, player, taken, most_taken;
    size_t room, size;
    int32_t *history;
    char *data;
} Table;
typedef struct {
    const int32_t *k, *eager;
    I games, seat, most, tries;
    S *start;
    Table *tables;
} Batch;

/* what a player observes */

PURE int seen_by(G *g, const int32_t *k, I z, I player) {
    const int32_t *sight = k + k[SIGHT] + 3 * checked(g, z, 0, ZONES - 1);
    if (sight[1] >= 0 && g->s.num[sight[1]]) return g->s.num[sight[1]] - 1 == player;
    return sight[0] == 2 || (sight[0] == 1 && sight[2] == player);
}
static void observe_facts(G *g, const int32_t *k, const int32_t *marks, I card, I class, float *out) {
    const int32_t *facts = k + k[MARKED];
    for (I at = 0; at < facts[0]; at++) {
        I value = g->s.fact[facts[1 + at]][card + 1];
        const int32_t *found = k + marks[at * k[CLASS_COUNT] + class];
        if (!value || found == k) continue;
        for (I i = 0; i < found[0]; i++) {
            if (found[1 + 2 * i] == value) out[found[2 + 2 * i]] += 1;
            else if (found[1 + 2 * i] < 0) out[found[2 + 2 * i]] += (float)value;
        }
    }
}
static void observe_riders(G *g, const int32_t *k, L cards, I first, float *out) {
    L riders = zone(g, k[RIDERS]);
    const uint16_t *under = g->s.fact[k[RIDER_FACT]];
    for (I i = 0; i < riders.n; i++) {
        I card = under[riders.at[i] + 1] - 1;
        for (I more = 0; inside(card, riders); more++) {
            if (more > TOTAL) stop(g);
            card = under[card + 1] - 1;
        }
        if (inside(card, cards)) out[first + k[k[RIDER_OF] + k[k[CLASSES_OF] + riders.at[i]]]] += 1;
    }
}
static void observe_zone(G *g, const int32_t *k, const int32_t *of, I player, float *out) {
    const int32_t *looked = k + of[6], *classes = k + k[CLASSES_OF];
    I z = k[of[8] + player], n = g->s.n[z], apart = 0;
    L cards = zone(g, z);
    for (I i = 0; i < looked[0]; i++) if (g->s.num[looked[2 + 2 * i]]) apart += g->s.n[looked[1 + 2 * i]];
    out[of[0]] += (float)(n + apart);
    if (!n || of[1] < 0 || !seen_by(g, k, z, player)) return;
    for (I i = 0; i < n; i++) out[of[1] + classes[cards.at[i]]] += 1;
    for (I i = 0; i < 3 && of[2 + i] >= 0 && n - 1 - i >= g->s.loose[z]; i++)
        out[of[2 + i] + classes[cards.at[n - 1 - i]]] += 1;
    if (of[7]) for (I i = 0; i < n; i++) observe_facts(g, k, k + of[7], cards.at[i], classes[cards.at[i]], out);
    if (k[RIDERS] >= 0) observe_riders(g, k, cards, of[5], out);
}
static void observe_counter(G *g, const int32_t *k, const int32_t *of, I player, float *out) {
    const int32_t *each = k + of[1] + 4 * player;
    I value = g->s.num[each[0]];
    if (!each[1]) { out[of[0]] += (float)value; return; }
    for (I i = 0; i < each[1]; i++)
        if (k[each[2] + i] == value) { out[of[0] + k[each[3] + i]] += 1; return; }
}
static void observe_values(G *g, const int32_t *k, I player, float *out) {
    I all[OBSERVED + 1], at = 0;
    observed_values(g, all);
    const int32_t *values = k + k[SEEN_VALUES], *apart = k + k[SEEN_APART];
    for (I i = 0; i < values[0]; i++) {
        const int32_t *of = values + 1 + 5 * i;
        I value = all[at++];
        if (value == UNSEEN) continue;
        if (!of[3]) out[of[0]] += (float)clamped(value, of[1], of[2]);
        for (I bit = 0; bit < of[3]; bit++)
            if (value >> smaller(bit, 63) & 1) out[of[0] + k[of[4] + player * of[3] + bit]] += 1;
    }
    for (I i = 0; i < apart[0]; i++) {
        I value = all[at++];
        if (value != UNSEEN) out[apart[1 + 2 * i]] += (float)clamped(value, 0, apart[2 + 2 * i]);
    }
}
static void observe_question(G *g, const int32_t *k, I player, float *out) {
    int32_t block = ((Head *)top_frame(g))->block;
    const int32_t *of = k + k[k[SUBJECT_OF] + block];
    out[k[PROMPTS] + k[k[PROMPT_OF] + block]] += 1;
    if (of == k) return;
    Question q;
    question(g, &q);
    for (I i = 0; i < 2 && of[0]; i++) out[k[ROUNDS] + i] += (float)clamped(q.rounds[i], 0, of[0]);
    for (I i = 0; i < of[1]; i++) {
        const int32_t *words = k + of[2 + i];
        if (words == k) {
            if (q.value[i] >= 0 && seen_by(g, k, q.zone[i], player))
                out[k[ABOUT_CARDS] + k[k[CLASSES_OF] + checked(g, q.value[i], 0, IDS - 1)]] += 1;
        } else for (I j = 0; j < words[0]; j++)
            if (words[1 + 2 * j] == q.value[i]) { out[words[2 + 2 * j]] += 1; break; }
    }
}
static void observe(G *g, const int32_t *k, I player, int asked, float *out) {
    const int32_t *zones = k + k[SEEN_ZONES], *counters = k + k[SEEN_COUNTERS];
    memset(out, 0, sizeof(float) * (size_t)k[FEATURES]);
    if (k[SEAT] >= 0) out[k[SEAT] + player] = 1;
    if (k[TURN] >= 0) {
        I acting = g->s.num[k[ACTING]];
        if (acting < k[SEATS]) acting = remainder_(acting - player, k[SEATS]);
        out[k[TURN] + acting] = 1;
    }
    for (I i = 0; i < zones[0]; i++) observe_zone(g, k, zones + 1 + 9 * i, player, out);
    for (I i = 0; i < counters[0]; i++) observe_counter(g, k, counters + 1 + 2 * i, player, out);
    observe_values(g, k, player, out);
    if (asked) observe_question(g, k, player, out);
}

/* the numbers of answers */

static I number_of(const int32_t *k, I slot, const Pick *pick, I player) {
    const int32_t *of = k + k[k[ANSWER_OF] + slot];
    I number = 0;
    if (of == k) return -1;
    for (I i = 0; i < of[1]; i++) {
        const int32_t *part = of + 2 + 5 * i;
        const Part *is = pick->part + i;
        I value, count = part[2], tag = is->tag < 0 && part[0] != OF_VALUES ? -1 - is->tag : is->tag;
        if (part[0] == OF_VALUES) value = k[part[3] + player * count + tag % count];
        else {
            I card = (I)is->card, thing = part[0] == OF_PLACES ? tag / count : k[k[CLASSES_OF] + (card < 0 ? IDS - 1 : card)];
            value = thing * part[4] + k[part[3] + player * count + tag % count];
        }
        if (value >= part[1]) return -1;
        number = number * part[1] + value;
    }
    return of[0] + number;
}
/* Marks what can be answered, and numbers the picks; -1 for those for which no number is left. How many these are. */
static I number_picks(G *g, const int32_t *k, I player, int8_t *mask, int32_t *numbers) {
    I first = first_option[((Head *)top_frame(g))->block], others = k[OTHERS], left_out = 0;
    for (I i = 0; i < g->n; i++) {
        I number = number_of(k, first + g->picks[i].option, g->picks + i, player);
        numbers[i] = number < 0 || mask[number] ? -1 : (int32_t)number;
        if (numbers[i] >= 0) mask[number] = 1;
    }
    for (I i = 0; i < g->n; i++) {
        if (numbers[i] >= 0) continue;
        if (others == k[ACTIONS]) left_out++;
        else mask[numbers[i] = (int32_t)others++] = 1;
    }
    return left_out;
}

/* games that wait */

PURE size_t state_size(const S *s) { return (offsetof(S, stack) + (size_t)s->used + 15) / 16 * 16; }
#define USES_SIZE ((sizeof(I) * (OPTIONS + 1) + 15) / 16 * 16)

PURE Pick *picks_of(const Batch *b, Table *t) { return (Pick *)(void *)(t->data + t->size + (b->eager ? USES_SIZE : 0)); }
PURE int32_t *numbers_of(const Batch *b, Table *t) { return (int32_t *)(void *)(picks_of(b, t) + t->n); }

/* Room for one more answer, so that `remember` can't fail. */
static void expect_answer(G *g, Table *t) {
    if (t->taken < t->most_taken) return;
    I more = 2 * t->most_taken + 64;
    int32_t *history = realloc(t->history, sizeof(int32_t) * (size_t)more);
    if (!history) stop(g);
    t->history = history;
    t->most_taken = more;
}
static void put_away(G *g, const Batch *b, Table *t, I n) {
    if (n) expect_answer(g, t);
    size_t size = state_size(&g->s), room = size + USES_SIZE + (size_t)n * (sizeof(Pick) + sizeof(int32_t)) + 16;
    if (room > t->room) {
        char *data = realloc(t->data, room + room / 2);
        if (!data) stop(g);
        t->data = data;
        t->room = room + room / 2;
    }
    t->size = size;
    t->n = n;
    t->y = g->y;
    t->decisions = g->decisions;
    t->turns = g->turns;
    memcpy(t->data, &g->s, size);
    if (b->eager) memcpy(t->data + size, g->uses, sizeof(I) * (OPTIONS + 1));
    if (n) memcpy(picks_of(b, t), g->picks, sizeof(Pick) * (size_t)n);
}
static void take_up(G *g, const Batch *b, const Table *t) {
    g->top = g->arena;
    g->y = t->y;
    g->decisions = t->decisions;
    g->turns = t->turns;
    memcpy(&g->s, t->data, t->size);
    if (b->eager) memcpy(g->uses, t->data + t->size, sizeof(I) * (OPTIONS + 1));
}
static void remember(G *g, Table *t, I pick) {
    t->history[t->taken++] = (int32_t)pick;
    g->decisions++;
}

/* Lets the others answer until the seat is to decide. */
static int to_seat(G *g, const Batch *b, Table *t, int found) {
    while (found == WAIT) {
        if (g->decisions >= b->most) return CUT;
        I player = decider(g);
        if (b->seat < 0 || player == b->seat) { t->player = player; return ASKED; }
        I pick = b->eager ? eager(g) : random_below(g, g->n);
        g->decisions++;
        found = next_stop(g, &g->picks[pick]);
    }
    return ENDED;
}
static int deal_one(G *g, const Batch *b, Table *t, U seed) {
    memcpy(&g->s, b->start, state_size(b->start));
    g->s.x = seeded(t->seed = seed);
    g->top = g->arena;
    g->turns = g->decisions = 0;
    return first_stop(g);
}
/* Deals the game with a seed, or with the next one in which the seat has anything to decide. */
static int deal(G *g, const Batch *b, Table *t, U seed) {
    int found = OVER, is = ENDED;
    t->first = seed;
    t->taken = t->player = 0;
    for (U number = seed; number < seed + (U)b->tries; number++) {
        for (U each = number; each < number + (U)b->tries; each++)
            if ((found = deal_one(g, b, t, each)) == WAIT) break;
        if (found != WAIT) break;
        memset(g->uses, 0, sizeof g->uses);
        g->y = seeded(~number);
        if ((is = to_seat(g, b, t, found)) == ASKED) return is;
    }
    return b->tries == 1 ? is : NEVER;
}
/* The index of the pick that an action stands for, or -1. */
static I pick_for(const Batch *b, Table *t, I action) {
    if (!b->k) return action >= 0 && action < t->n ? action : -1;
    const int32_t *numbers = numbers_of(b, t);
    for (I i = 0; i < t->n; i++) if (action >= 0 && numbers[i] == action) return i;
    return -1;
}

/* Writes how the game stands; `results`: also how it went. */
static void report(G *g, const Batch *b, Table *t, int is, I *row, int results, float *seen, int8_t *mask) {
    put_away(g, b, t, is == ASKED ? g->n : 0);
    I left_out = 0;
    if (b->k) {
        memset(mask, 0, (size_t)b->k[ACTIONS]);
        observe(g, b->k, b->seat < 0 ? t->player : b->seat, is == ASKED, seen);
        if (is == ASKED) left_out = number_picks(g, b->k, t->player, mask, numbers_of(b, t));
    }
    row[R_PICKS] = t->n;
    row[R_PLAYER] = t->player;
    row[R_LEFT_OUT] = left_out;
    if (!results) return;
    row[R_DECISIONS] = t->decisions;
    row[R_TURNS] = t->turns;
    row[R_SEED] = (I)t->seed;
    memset(row + R_SCORES, 0, sizeof(I) * SCORES);
    if (is == ENDED) score(g, row + R_SCORES);
    row[R_STATUS] = is == ENDED ? g->s.status : is < 0 ? is : 0;
}
static __attribute__((noinline)) void step_one(
    G *g, Batch *b, Table *t, I action, I *seed, I next, I *row, float *seen, int8_t *mask) {
    if (action != BEGIN && !t->n && !next) return;
    row[R_PICKS] = row[R_STATUS] = LEFT;
    if (setjmp(g->out)) { t->n = 0; return; }
    if (action == BEGIN || (!t->n && next)) {
        U first = (U)*seed;
        if (action != BEGIN) *seed += next;
        report(g, b, t, deal(g, b, t, first), row, 1, seen, mask);
        return;
    }
    I pick = pick_for(b, t, action);
    take_up(g, b, t);
    if (pick < 0) report(g, b, t, NO_ANSWER, row, 1, seen, mask);
    else {
        memcpy(g->picks, picks_of(b, t) + pick, sizeof(Pick));
        remember(g, t, pick);
        report(g, b, t, to_seat(g, b, t, next_stop(g, g->picks)), row, 1, seen, mask);
    }
    if (t->n || !next) return;
    U first = (U)*seed;
    *seed += next;
    row[R_PICKS] = LEFT;
    report(g, b, t, deal(g, b, t, first), row, 0, seen, mask);
}

PUBLIC void batch_free(Batch *b) {
    for (I i = 0; b->tables && i < b->games; i++) { free(b->tables[i].data); free(b->tables[i].history); }
    free(b->tables);
    free(b->start);
    free(b);
}
/* Games that wait to be dealt; NULL if there is no memory. `k` and `eager` must live as long; either may be NULL. */
PUBLIC Batch *batch_new(G *g, const I *blank, const int32_t *k, const int32_t *eager, I games, I seat, I most, I tries) {
    Batch *b = calloc(1, sizeof(Batch));
    if (!b) return NULL;
    *b = (Batch){k, eager, games, seat, most, tries, malloc(sizeof(S)), calloc((size_t)games, sizeof(Table))};
    if (b->start && b->tables && copied_state(g, blank, b->start)) return b;
    batch_free(b);
    return NULL;
}
/* Carries out an action in each of the games from `first` up to `last`. Python has to play those with LEFT picks. */
PUBLIC void batch_step(
    G *g, Batch *b, I first, I last, const I *actions, I *seeds, I next, I *rows, float *seen, int8_t *mask) {
    g->eager = b->eager;
    g->closely = 0;
    for (I i = first; i < last; i++) {
        if (actions[i] == LEAVE) continue;
        step_one(g, b, b->tables + i, actions[i], seeds + i, next, rows + i * (R_SCORES + SCORES),
            b->k ? seen + i * b->k[FEATURES] : NULL, b->k ? mask + i * b->k[ACTIONS] : NULL);
    }
}
/* The seed with which a game was to begin, and the picks that were answered in it so far; how many these are. */
PUBLIC I batch_history(const Batch *b, I game, I *first, int32_t *out) {
    const Table *t = b->tables + game;
    *first = (I)t->first;
    if (out) memcpy(out, t->history, sizeof(int32_t) * (size_t)t->taken);
    return t->taken;
}
/* The state of a game, as `write_state` writes it. */
PUBLIC I batch_state(G *g, const Batch *b, I game, I *out) {
    take_up(g, b, b->tables + game);
    return write_state(g, out);
}
