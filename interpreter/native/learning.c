/* A player that learns by practice and looks ahead by search.

It weighs each option by its features, and it learns the weights from games. The features know nothing of a game but
what any rules have: the options, the cards and what is printed on them, and the zones that the player sees (see
`players/features`, which names them in the rules' words). `k` is the table that says so: numbers, no part of the code.
A weight belongs to a feature's key of 64 bits, in an open hash table.

Practice is plain policy gradient (Williams 1992, REINFORCE) over whole games, with a running mean as baseline and a
bonus for entropy. As played, weights are whole numbers, so that every machine plays alike. Search is flat: each option
is tried with whole games played by the policy, and the worse half is dropped after each round (sequential halving,
Karnin, Koren and Somekh 2013). */

enum { CLASSES, CLASS_OF, ATTRIBUTES, VALUES_OF, SHOWN, LOOKER, OWNER, ROLE, LINE, UNIT, KINDS, STOCK_OF, BACKS, COVERED, OPTION_OF };
enum { ONE_CARD, ONE_PLACE, ONE_VALUE, SEVERAL_CARDS };
enum { OF_OPTION, OF_SIZE, OF_VALUE, OF_PART, OF_PAIR, OF_LAST, OF_LAST_TWO, OF_COUNT, OF_ALIKE, OF_APART, OF_PART_VALUE };

typedef struct { U key; float weight; int32_t whole; } Weight;
typedef struct {
    Weight *weights;
    uint32_t mask, used;
    double mean, points, square, games;
    I spread;
} Net;

#define WIDTH (PARTS ? PARTS : 1)
#define MOST_VALUES 32
#define MOST_SEEN 64
#define MOST_ATTRIBUTES 8
#define NOWHERE UINT32_MAX

PURE U key_of(U kind, U option, U class, U place, U x, U y) {
    return (kind + 1) << 60 | (option & 65535) << 44 | (class & 4095) << 32 | (place & 255) << 24 | (x & 4095) << 12 | (y & 4095);
}
/* Threads that practise share one table; each entry gets its key once. */
PURE uint32_t weight_of(Net *net, U key, int grow) {
    uint32_t at = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & net->mask;
    for (;; at = (at + 1) & net->mask) {
        U there = __atomic_load_n(&net->weights[at].key, __ATOMIC_RELAXED);
        if (there == key) return at;
        if (there) continue;
        if (!grow || __atomic_load_n(&net->used, __ATOMIC_RELAXED) > net->mask / 4 * 3) return NOWHERE;
        if (__atomic_compare_exchange_n(&net->weights[at].key, &there, key, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
            __atomic_fetch_add(&net->used, 1, __ATOMIC_RELAXED);
            return at;
        }
        if (there == key) return at;
    }
}

PURE int is_seen(G *g, const int32_t *k, I z, I player) {
    int32_t looker = k[k[LOOKER] + z], shown = k[k[SHOWN] + z];
    if (looker >= 0 && g->s.num[looker]) return g->s.num[looker] - 1 == player;
    return shown == 2 || (shown == 1 && k[k[OWNER] + z] == player);
}

/* What a player sees at a decision: the zones, and how many of their cards have each value of each attribute. */
typedef struct {
    int zones, lines, sizes;
    int16_t zone[MOST_SEEN], role[MOST_SEEN], line[MOST_SEEN], sized[MOST_SEEN], size[MOST_SEEN];
    uint8_t count[MOST_SEEN][MOST_ATTRIBUTES][MOST_VALUES];
    I apart[ZONES], shown[ITEMS + 1];
    const int32_t *role_of;
} Seen;

PURE U bucket(I value) {
    U far = value < 0 ? 0 - (U)value : (U)value;
    if (far > 12) far = 12 + (U)(64 - __builtin_clzll(far / 4));
    return far * 2 + (value < 0);
}

static void look(G *g, const int32_t *k, I player, Seen *v) {
    v->zones = v->lines = v->sizes = 0;
    v->role_of = k + k[ROLE] + player * ZONES;
    const int32_t *role = k + k[ROLE] + player * ZONES, *values = k + k[VALUES_OF];
    I attributes = k[ATTRIBUTES];
    shown_values(g, v->shown, v->apart);
    for (I z = 0; z < ZONES && v->sizes < MOST_SEEN; z++) {
        I n = g->s.n[z], unit = k[k[UNIT] + z];
        if (role[z] < 0) continue;
        v->sized[v->sizes] = (int16_t)role[z];
        v->size[v->sizes++] = (int16_t)(n <= 8 ? n : 8 + (n - 8 + unit - 1) / unit);
        if (!n || !is_seen(g, k, z, player)) continue;
        int at = v->zones++;
        v->zone[at] = (int16_t)z;
        v->role[at] = (int16_t)role[z];
        if (k[k[LINE] + z]) v->line[v->lines++] = (int16_t)at;
        for (I t = 0; t < attributes; t++) memset(v->count[at][t], 0, MOST_VALUES);
        for (I i = 0; i < n; i++)
            for (I t = 0; t < attributes; t++) v->count[at][t][values[t * (IDS + 1) + g->s.zone[z][i]]]++;
    }
}

/* The features of an option, whatever it is about; each time the slot of its weight. */
static int of_option(Net *net, const int32_t *k, const Seen *v, I slot, int grow, uint32_t *out) {
    int n = 0, option = k[k[OPTION_OF] + slot];
    out[n++] = weight_of(net, key_of(OF_OPTION, (U)option, 0, 0, 0, 0), grow);
    for (int i = 0; i < v->sizes; i++)
        out[n++] = weight_of(net, key_of(OF_SIZE, (U)option, 0, (U)v->sized[i], (U)v->size[i], 0), grow);
    for (int i = 0; i < ITEMS; i++)
        out[n++] = weight_of(net, key_of(OF_VALUE, (U)option, 0, (U)i, bucket(v->shown[i]), 0), grow);
    return n;
}
/* In which attributes two cards are alike, as bits. */
PURE U alike(const int32_t *k, I card, I other) {
    const int32_t *values = k + k[VALUES_OF];
    U bits = 0;
    for (I t = 0; t < k[ATTRIBUTES]; t++)
        bits |= (U)(values[t * (IDS + 1) + card] == values[t * (IDS + 1) + other]) << t;
    return bits;
}
/* The features of a card that an option is about. */
static int of_card(G *g, Net *net, const int32_t *k, const Seen *v, U option, U class, I card, int grow, uint32_t *out) {
    int n = 0;
    const int32_t *values = k + k[VALUES_OF], *classes = k + k[CLASS_OF];
    for (int i = 0; i < v->lines; i++) {
        int at = v->line[i];
        const Card *cards = g->s.zone[v->zone[at]];
        I m = g->s.n[v->zone[at]], last = classes[cards[m - 1]], second = m > 1 ? classes[cards[m - 2]] : k[CLASSES];
        out[n++] = weight_of(net, key_of(OF_LAST, option, class, (U)v->role[at], (U)last, 0), grow);
        out[n++] = weight_of(net, key_of(OF_LAST_TWO, option, class, (U)v->role[at], (U)last, (U)second), grow);
        if (card < 0) continue;
        U same = alike(k, card, cards[m - 1]), before = m > 1 ? alike(k, card, cards[m - 2]) : 256;
        out[n++] = weight_of(net, key_of(OF_ALIKE, option, class & 3, (U)v->role[at], same, before), grow);
        I apart = v->apart[v->zone[at]];
        if (apart < 0) continue;
        out[n++] = weight_of(net, key_of(OF_APART, option, class & 3, (U)v->role[at], same * 16 + (U)(apart & 15), before), grow);
        out[n++] = weight_of(net, key_of(OF_APART, option, class, (U)v->role[at], (U)(apart & 15), 4095), grow);
    }
    for (int i = 0; i < ITEMS; i++)
        out[n++] = weight_of(net, key_of(OF_PART_VALUE, option, class, (U)i, bucket(v->shown[i]), 0), grow);
    for (int i = 0; i < v->zones && card >= 0; i++)
        for (I t = 0; t < k[ATTRIBUTES]; t++) {
            I count = v->count[i][t][values[t * (IDS + 1) + card]];
            out[n++] = weight_of(net, key_of(OF_COUNT, option, class & 3, (U)v->role[i], (U)t, (U)(count > 12 ? 12 : count)), grow);
        }
    return n;
}
static int of_parts(G *g, Net *net, const int32_t *k, const Seen *v, I slot, const Pick *p, int grow, uint32_t *out) {
    int n = 0;
    const int32_t *kinds = k + k[KINDS] + slot * WIDTH, *classes = k + k[CLASS_OF];
    U before = 0, option = (U)k[k[OPTION_OF] + slot];
    for (int part = 0; part < WIDTH && kinds[part] >= 0; part++) {
        I card = kinds[part] == ONE_VALUE ? -1 : (I)p->part[part].card, place = p->part[part].zone;
#if SELECTIONS
        if (kinds[part] == SEVERAL_CARDS) {
            L cards = unpacked(g, p->part[part].card);
            for (I i = 0; i < cards.n; i++) {
                U class = (U)classes[cards.at[i]] * 4 + (U)part;
                out[n++] = weight_of(net, key_of(OF_PART, option, class, 255, 2, 0), grow);
                n += of_card(g, net, k, v, option, class, cards.at[i], grow, out + n);
            }
            out[n++] = weight_of(net, key_of(OF_PART, option, (U)part, 255, 3, (U)cards.n), grow);
            continue;
        }
#endif
        I called = kinds[part] == ONE_VALUE ? k[CLASSES] + 1 + p->part[part].tag : card < 0 ? k[CLASSES] : classes[card];
        U class = (U)called * 4 + (U)part;
        if (class > 4095) class = 4092 + (U)part;
        I role = kinds[part] == ONE_VALUE ? 255 : v->role_of[place];
        out[n++] = weight_of(net, key_of(OF_PART, option, class, (U)role, 1, 0), grow);
        if (part) out[n++] = weight_of(net, key_of(OF_PAIR, option, class, 255, before, 0), grow);
        before = class;
        n += of_card(g, net, k, v, option, class, card, grow, out + n);
    }
    return n;
}
/* More features than a pick has. */
#define MOST_FEATURES (MOST_SEEN + ITEMS + 1 + WIDTH * 15 * (2 + ITEMS + MOST_SEEN * (5 + MOST_ATTRIBUTES)))

/* Weighs the picks of the decision that stands, as whole numbers in `g->sums`; the greatest. */
static I weighed(G *g, Net *net, const int32_t *k) {
    uint32_t slots[MOST_FEATURES];
    Seen v;
    look(g, k, decider(g), &v);
    I first = first_option[((Head *)top_frame(g))->block], option = -1, base = 0, best = INT64_MIN;
    I *sums = g->sums;
    Card *mark = g->top;
    for (I i = 0; i < g->n; i++) {
        if (g->picks[i].option != option) {
            option = g->picks[i].option;
            base = 0;
            int n = of_option(net, k, &v, first + option, 0, slots);
            for (int j = 0; j < n; j++) if (slots[j] != NOWHERE) base += net->weights[slots[j]].whole;
        }
        I sum = base;
        int n = of_parts(g, net, k, &v, first + option, &g->picks[i], 0, slots);
        for (int j = 0; j < n; j++) if (slots[j] != NOWHERE) sum += net->weights[slots[j]].whole;
        g->top = mark;
        sums[i] = sum;
        best = larger(best, sum);
    }
    return best;
}

/* The index of a pick, drawn by its weight. */
static I chosen_by(G *g, Net *net, const int32_t *k) {
    static const int32_t powers[] = {POWERS};
    I best = weighed(g, net, k), total = 0, *sums = g->sums;
    for (I i = 0; i < g->n; i++) {
        I below_best = best - sums[i];
        total += sums[i] = below_best < (I)(sizeof powers / sizeof *powers) ? powers[below_best] : 0;
    }
    I left = random_below(g, total), i = 0;
    while (left >= sums[i]) left -= sums[i++];
    return i;
}

/* What a game is worth, in millionths: how far it came on the way to victory, from 0 to 1,000,000, and as much more if it
is won. A score counts by the spread of the scores in practice; where there is a victory, only a third of that. */
#define WHOLE 1000000
PURE int won(G *g) { return g->s.top < 0 && g->s.status > 0 && is_won[g->s.status - 1]; }
PURE I progress(G *g, I start) {
    if (!WINNABLE || start <= 0) return won(g) * WHOLE;
    return won(g) ? WHOLE : clamped(WHOLE - clamped(distance(g), 0, 1000000) * WHOLE / start, 0, WHOLE);
}
PURE I reward(G *g, const Net *net, I start, I player) {
    I found = progress(g, start) + won(g) * WHOLE;
    if (SCORES) found += clamped(worth(g, player), -1000000, 1000000) * WHOLE / (net->spread * (WINNABLE ? 3 : 1));
    return found;
}

/* A game that isn't over after so many decisions is left where it is, and counts for what it is worth there. */
#define PATIENCE 1000

/* practice */

typedef struct {
    uint32_t *slots, *counts;
    float *odds, *logs;
    I *chosen, *starts;
    I slot_count, option_count, decisions;
} Trace;

#define TRACED_SLOTS (1 << 22)
#define TRACED_OPTIONS (1 << 18)
#define TRACED_DECISIONS (1 << 14)

static void practise_decision(G *g, Net *net, const int32_t *k, Trace *t) {
    Seen v;
    look(g, k, decider(g), &v);
    I first = first_option[((Head *)top_frame(g))->block], option = -1;
    if (t->slot_count + g->n * 256 + MOST_FEATURES * 2 > TRACED_SLOTS || t->option_count + g->n > TRACED_OPTIONS
        || t->decisions >= TRACED_DECISIONS) stop(g);
    float best = -1e30f, total = 0;
    I start = t->option_count;
    uint32_t shared[MOST_SEEN + ITEMS + 1];
    int common = 0;
    Card *mark = g->top;
    for (I i = 0; i < g->n; i++) {
        if (g->picks[i].option != option) {
            option = g->picks[i].option;
            common = of_option(net, k, &v, first + option, 1, shared);
        }
        uint32_t *slots = t->slots + t->slot_count;
        memcpy(slots, shared, (size_t)common * sizeof *slots);
        int n = common + of_parts(g, net, k, &v, first + option, &g->picks[i], 1, slots + common), kept = 0;
        float sum = 0;
        for (int j = 0; j < n; j++)
            if (slots[j] != NOWHERE) { sum += net->weights[slots[j]].weight; slots[kept++] = slots[j]; }
        g->top = mark;
        t->slot_count += kept;
        t->counts[t->option_count] = (uint32_t)kept;
        t->odds[t->option_count++] = sum;
        if (sum > best) best = sum;
        if (t->slot_count + MOST_FEATURES > TRACED_SLOTS) stop(g);
    }
    float *odds = t->odds + start;
    float *logs = t->logs + start;
    for (I i = 0; i < g->n; i++) total += odds[i] = expf(logs[i] = odds[i] - best);
    float left = (float)random_below(g, 1 << 24) / (1 << 24) * total;
    I i = 0;
    while (i < g->n - 1 && left >= odds[i]) left -= odds[i++];
    float log_total = logf(total);
    for (I j = 0; j < g->n; j++) { odds[j] /= total; logs[j] -= log_total; }
    t->starts[t->decisions] = start;
    t->chosen[t->decisions++] = i;
}

static void learn(Net *net, const Trace *t, float advantage, float step, float entropy) {
    const uint32_t *slots = t->slots;
    for (I d = 0; d < t->decisions; d++) {
        I start = t->starts[d], end = d + 1 < t->decisions ? t->starts[d + 1] : t->option_count;
        float spread = 0;
        for (I i = start; i < end; i++) spread -= t->odds[i] * t->logs[i];
        for (I i = start; i < end; i++) {
            float p = t->odds[i], more = advantage * ((i - start == t->chosen[d]) - p);
            more -= entropy * p * (t->logs[i] + spread);
            more *= step;
            for (uint32_t j = 0; j < t->counts[i]; j++) net->weights[slots[j]].weight += more;
            slots += t->counts[i];
        }
    }
}

static __attribute__((noinline)) int practise_game(
    G *g, Net *net, const int32_t *k, const S *start, U seed, Trace *t, float step, float entropy, float victory, double *out
) {
    if (setjmp(g->out)) return 0;
    g->top = g->arena;
    g->turns = g->decisions = 0;
    t->slot_count = t->option_count = t->decisions = 0;
    memcpy(&g->s, start, offsetof(S, stack) + (size_t)start->used);
    g->s.x = seeded(seed);
    g->y = seeded(~seed);
    I far = -1;
    for (int found = first_stop(g); found == WAIT; ) {
        if (far < 0) far = distance(g);
        if (++g->decisions > PATIENCE) break;
        practise_decision(g, net, k, t);
        found = next_stop(g, &g->picks[t->chosen[t->decisions - 1]]);
    }
    double value = (double)(reward(g, net, far, 0) + (I)(victory - 1) * won(g) * WHOLE) / WHOLE;
    double points = SCORES ? (double)worth(g, 0) : 0, rate = net->games < 1000 ? 1 / (net->games + 1) : 0.001;
    if (net->games < 1) { net->mean = value; net->points = points; }
    double off = value - net->mean, off_points = points - net->points;
    net->mean += off * rate;
    net->points += off_points * rate;
    net->square += (off_points * off_points - net->square) * rate;
    net->spread = (I)larger(1, (I)lrint(sqrt(net->square)));
    net->games++;
    learn(net, t, (float)off, step, entropy);
    out[0] += 1;
    out[1] += won(g);
    out[2] += WINNABLE ? (double)progress(g, far) / WHOLE : points;
    return 1;
}

PUBLIC Net *net_new(int bits) {
    Net *net = calloc(1, sizeof(Net));
    if (!net) return NULL;
    net->weights = calloc((size_t)1 << bits, sizeof(Weight));
    net->mask = (uint32_t)(((U)1 << bits) - 1);
    net->spread = 1;
    if (net->weights) return net;
    free(net);
    return NULL;
}
PUBLIC void net_free(Net *net) { free(net->weights); free(net); }
PUBLIC I net_spread(Net *net, I given) { return given > 0 ? net->spread = given : net->spread; }
PUBLIC I net_used(Net *net) { return net->used; }
/* The keys and weights, in any order. */
PUBLIC I net_read(Net *net, U *keys, float *weights) {
    I n = 0;
    for (uint32_t at = 0; at <= net->mask; at++)
        if (net->weights[at].key) { keys[n] = net->weights[at].key; weights[n++] = net->weights[at].weight; }
    return n;
}
PUBLIC void net_write(Net *net, const U *keys, const float *weights, I n) {
    for (I i = 0; i < n; i++) {
        uint32_t at = weight_of(net, keys[i], 1);
        if (at == NOWHERE) return;
        net->weights[at].weight = weights[i];
        net->weights[at].whole = (int32_t)lrintf(weights[i] * SCALE);
    }
}
/* As played: whole numbers. */
PUBLIC void net_settle(Net *net) {
    for (uint32_t at = 0; at <= net->mask; at++) net->weights[at].whole = (int32_t)lrintf(net->weights[at].weight * SCALE);
}

/* Plays and learns; adds to `out`: the games, how many were won, and how far they came. */
PUBLIC int practise(
    G *g, Net *net, const int32_t *k, const I *blank, I first, I games, double step, double entropy, double victory, double *out
) {
    Trace t = {0};
    S *start = malloc(sizeof(S));
    t.slots = malloc(TRACED_SLOTS * sizeof *t.slots);
    t.counts = malloc(TRACED_OPTIONS * sizeof *t.counts);
    t.odds = malloc(TRACED_OPTIONS * sizeof *t.odds);
    t.logs = malloc(TRACED_OPTIONS * sizeof *t.logs);
    t.chosen = malloc(TRACED_DECISIONS * sizeof *t.chosen);
    t.starts = malloc(TRACED_DECISIONS * sizeof *t.starts);
    int able = start && t.slots && t.counts && t.odds && t.logs && t.chosen && t.starts && copied_state(g, blank, start);
    for (I i = 0; able && i < games; i++)
        practise_game(g, net, k, start, (U)(first + i), &t, (float)step, (float)entropy, (float)victory, out);
    free(start);
    free(t.slots);
    free(t.counts);
    free(t.odds);
    free(t.logs);
    free(t.chosen);
    free(t.starts);
    return able;
}

/* search */

/* Deals anew what the player doesn't see: cards that began together change places among the zones that hide them, the
order of hidden piles is open, and so is which card each back covers. A zone of which the player may choose cards just
now (`g->searched`) keeps them. Cards are sorted before they are dealt, so that nothing depends on how they lay. */
PURE int hides(G *g, const int32_t *k, I z, I player) {
    return z != k[COVERED] && g->s.n[z] && !g->searched[z] && !is_seen(g, k, z, player);
}
static void redeal(G *g, const int32_t *k, I player) {
    S *s = &g->s;
    const int32_t *stock = k + k[STOCK_OF];
    Card *cards = room(g, (TOTAL + SLACK) * 2), *backs = cards + TOTAL + SLACK;
    for (I group = 0; group < ZONES; group++) {
        I n = 0, zones = 0;
        for (I z = 0; z < ZONES; z++) {
            if (!hides(g, k, z, player)) continue;
            I before = n;
            for (I i = 0; i < s->n[z]; i++) if (stock[s->zone[z][i]] == group) cards[n++] = s->zone[z][i];
            zones += n > before;
        }
        if (zones < 2) continue;
        sort_ids(cards, n, 0);
        for (I i = n - 1; i > 0; i--) {
            I j = random_below(g, i + 1);
            Card c = cards[i];
            cards[i] = cards[j];
            cards[j] = c;
        }
        for (I z = 0; z < ZONES; z++) {
            if (!hides(g, k, z, player)) continue;
            for (I i = 0; i < s->n[z]; i++) if (stock[s->zone[z][i]] == group) s->zone[z][i] = cards[--n];
        }
    }
    for (I z = 0; z < ZONES; z++) {
        if (z == k[COVERED] || s->n[z] < 2 || is_seen(g, k, z, player)) continue;
        sort_ids(s->zone[z], s->n[z], 0);
        if (pile[z]) s->loose[z] = s->n[z];
        else if (!heap[z]) for (I i = s->n[z] - 1; i > 0; i--) {
            I j = random_below(g, i + 1);
            Card c = s->zone[z][i];
            s->zone[z][i] = s->zone[z][j];
            s->zone[z][j] = c;
        }
    }
#if FACTS
    if (k[COVERED] >= 0) {
        I n = 0, fact = k[BACKS];
        for (I c = 0; c < IDS; c++) {
            if (!s->fact[fact][c + 1]) continue;
            cards[n] = (Card)(s->fact[fact][c + 1] - 1);
            backs[n++] = (Card)c;
        }
        sort_ids(cards, n, 0);
        for (I i = n - 1; i > 0; i--) {
            I j = random_below(g, i + 1);
            Card c = cards[i];
            cards[i] = cards[j];
            cards[j] = c;
        }
        for (I i = 0; i < n; i++) s->fact[fact][backs[i] + 1] = (uint16_t)(cards[i] + 1);
    }
#endif
    g->top = g->arena;
}

/* Plays one game from a pick on, as far as the player knows; what it is worth. */
static __attribute__((noinline)) I try_pick(G *g, Net *net, const int32_t *k, const S *at, const Pick *pick, I player, I start, U seed) {
    if (setjmp(g->out)) return 0;
    g->top = g->arena;
    g->decisions = 0;
    memcpy(&g->s, at, offsetof(S, stack) + (size_t)at->used);
    g->y = seeded(seed);
    redeal(g, k, player);
    g->s.x = g->y = step(g->y);
    for (int found = next_stop(g, pick); found == WAIT; ) {
        if (++g->decisions > PATIENCE) break;
        found = next_stop(g, &g->picks[net->used ? chosen_by(g, net, k) : random_below(g, g->n)]);
    }
    return reward(g, net, start, player);
}

/* What is known of a pick: the mean of what its games were worth, less what the policy holds against it. That decides
between picks of which few games were played, and vanishes when there are many. */
#define PRIOR 1
PURE double known(const I *of, I against) {
    return ((double)of[1] - (double)against * WHOLE * PRIOR / SCALE) / (double)of[0];
}

/* Tries the picks of the decision that stands in `root` with so many games, played in `g`; the best one. For each pick
`out` gets the number of games, the sum of what they were worth, that of the squares (in units of a millionth of WHOLE
squared), the number of victories, and the sum of how far the games came. */
#define TRIED 5
static I searched(G *root, G *g, Net *net, const int32_t *k, I playouts, U seed, I start, I *out) {
    I n = root->n, alive = n, rounds = 0, player = decider(root);
    I *order = g->order;
    memset(g->searched, 0, sizeof g->searched);
    for (I i = 0; i < n; i++) {
        const int32_t *kinds = k + k[KINDS] + (first_option[((Head *)top_frame(root))->block] + root->picks[i].option) * WIDTH;
        for (int part = 0; part < WIDTH && kinds[part] >= 0; part++)
            if (kinds[part] == ONE_CARD || kinds[part] == ONE_PLACE) g->searched[root->picks[i].part[part].zone] = 1;
    }
    for (I i = 0; i < n; i++) { order[i] = i; memset(out + TRIED * i, 0, TRIED * sizeof(I)); }
    for (I i = 1; i < n; i *= 2) rounds++;
    I best = net->used ? weighed(root, net, k) : 0, *against = root->sums;
    for (I i = 0; i < n; i++) against[i] = net->used ? best - against[i] : 0;
    for (I round = 0; round < rounds; round++) {
        I each = playouts / rounds / alive;
        each = each < 1 ? 1 : each;
        for (I a = 0; a < alive; a++) {
            I *of = out + TRIED * order[a];
            for (I j = 0; j < each; j++) {
                I value = try_pick(g, net, k, &root->s, &root->picks[order[a]], player, start, seed + (U)of[0] * 0x9E3779B97F4A7C15u);
                of[0]++;
                of[1] += value;
                of[2] += value / 1000 * (value / 1000);
                of[3] += won(g);
                of[4] += progress(g, start);
            }
        }
        for (I a = 1; a < alive; a++) { /* the best first; of equals the first one */
            I one = order[a], b = a;
            double here = known(out + TRIED * one, against[one]);
            while (b > 0 && known(out + TRIED * order[b - 1], against[order[b - 1]]) < here) {
                order[b] = order[b - 1];
                b--;
            }
            order[b] = one;
        }
        alive = (alive + 1) / 2;
    }
    return order[0];
}

static __attribute__((noinline)) void play_well(
    G *g, G *other, Net *net, const int32_t *k, const S *start, U seed, I playouts, I *out, I *row
) {
    row[0] = -1;
    if (setjmp(g->out)) return;
    g->top = g->arena;
    g->turns = g->decisions = 0;
    memcpy(&g->s, start, offsetof(S, stack) + (size_t)start->used);
    g->s.x = seeded(seed);
    g->y = seeded(~seed);
    I far = -1;
    for (int found = first_stop(g); found == WAIT; ) {
        if (far < 0) far = distance(g);
        if (++g->decisions >= g->longest) stop(g);
        I best = playouts ? searched(g, other, net, k, playouts, g->y = step(g->y), far, out) : chosen_by(g, net, k);
        found = next_stop(g, &g->picks[best]);
    }
    row[1] = g->decisions;
    row[2] = g->turns;
    score(g, row + 3);
    row[0] = g->s.status;
}

/* Plays whole games by the policy or, with `playouts`, by search; rows as in `play_games`. */
PUBLIC void play_learnt(G *g, G *other, Net *net, const int32_t *k, const I *blank, I first, I games, I playouts, I *rows) {
    S *start = malloc(sizeof(S));
    I *out = malloc(sizeof(I) * TRIED * (FULL + 1));
    for (I i = 0; i < games; i++) rows[i * (3 + SCORES)] = -1;
    if (start && out && copied_state(g, blank, start))
        for (I i = 0; i < games; i++)
            play_well(g, other, net, k, start, (U)(first + i), playouts, out, rows + i * (3 + SCORES));
    free(start);
    free(out);
}

/* Tries the picks of a decision (see `searched`); the index of the best one. */
PUBLIC I search(G *root, G *other, Net *net, const int32_t *k, I playouts, I seed, I start, I *out) {
    return searched(root, other, net, k, playouts, (U)seed, start, out);
}
PUBLIC I far_from_victory(G *g) { return distance(g); }
