/* A player that learns by practice and looks ahead by search.

It weighs each option by its features (see `features.c` and `outcomes.c`), and it learns the weights from games.
Practice is policy gradient (Williams 1992, REINFORCE) over whole games, with a bonus for entropy. A linear estimate of
what a position is worth is the baseline, and returns between it and the end (Schulman and others 2016). As played,
weights are whole numbers, so that every machine plays alike. */

/* Looks at the decision that stands: what its player sees and, if that tells something, what there is. The player. */
static I regard(G *g, const int32_t *k, Seen *v, Outcome *was) {
    I player = decider(g);
    look(g, k, player, v);
    if (k[LEADS]) {
        measure(g, k, player, was, NULL, NULL);
        ponder(g, k, player);
    }
    return player;
}

/* Weighs the picks of the decision that stands, as whole numbers in `g->sums`; the greatest. */
static I weighed(G *g, Net *net, const int32_t *k) {
    uint32_t slots[MOST_FEATURES];
    Seen v;
    Outcome was, is;
    I player = regard(g, k, &v, &was);
    I first = first_option[((Head *)top_frame(g))->block], option = -1, base = 0, best = INT64_MIN;
    I *sums = g->sums;
    Card *mark = g->top;
    g->ends = -1;
    for (I i = 0; i < g->n; i++) {
        if (g->picks[i].option != option) {
            option = g->picks[i].option;
            base = 0;
            int n = of_option(net, k, &v, first + option, 0, slots);
            for (int j = 0; j < n; j++) if (slots[j] != NOWHERE) base += net->weights[slots[j]].whole;
        }
        I sum = base;
        int n = of_parts(g, net, k, &v, first + option, &g->picks[i], 0, slots);
        if (k[LEADS] && tried_out(g, k, player, &g->picks[i], &was, &is)) {
            n += of_outcome(net, k, (U)k[k[OPTION_OF] + first + option], &was, &is, 0, slots + n);
            if (is.over && g->ends < 0) g->ends = i;
        }
        for (int j = 0; j < n; j++) if (slots[j] != NOWHERE) sum += net->weights[slots[j]].whole;
        g->top = mark;
        sums[i] = sum;
        best = larger(best, sum);
    }
    if (k[LEADS]) pass(g, &was);
    return best;
}

/* The index of a pick, drawn by its weight. A player who goes round ends the game if he may. */
static I chosen_by(G *g, Net *net, const int32_t *k) {
    static const int32_t powers[] = {POWERS};
    I best = weighed(g, net, k), total = 0, *sums = g->sums;
    for (I i = 0; i < g->n; i++) {
        I below_best = best - sums[i];
        total += sums[i] = below_best < (I)(sizeof powers / sizeof *powers) ? powers[below_best] : 0;
    }
    I left = random_below(g, total), i = 0;
    while (left >= sums[i]) left -= sums[i++];
    return g->ends >= 0 && goes_round(g) ? g->ends : i;
}

/* What a game is worth, in millionths: how far it came on the way to victory, from 0 to 1,000,000, and as much more if it
is won. A score counts by the spread of the scores in practice; where there is a victory, only a third of that. */
#define WHOLE 1000000
PURE I progress(G *g, I start) {
    if (!WINNABLE || start <= 0) return won(g) * WHOLE;
    return won(g) ? WHOLE : clamped(WHOLE - clamped(distance(g), 0, 1000000) * WHOLE / start, 0, WHOLE);
}
PURE I reward(G *g, const Net *net, I start, I player) {
    I found = progress(g, start) + won(g) * WHOLE;
    if (SCORES) found += clamped(worth(g, player), -1000000, 1000000) * WHOLE / (net->spread * (WINNABLE ? 3 : 1));
    return found;
}

/* A game that isn't over after so many decisions is left where it is, and counts for what it is worth there. So is one
that goes round or, where it could be won, makes no advance: what is learnt shouldn't take its time either. */
#define PATIENCE 1000
PURE int is_left(G *g) {
    return ++g->decisions > PATIENCE || goes_round(g) || (WINNABLE && g->since >= STALL_TRIED);
}

/* practice */

typedef struct {
    uint32_t *slots, *counts;
    float *odds, *logs;
    I *chosen, *starts;
    I slot_count, option_count, decisions, state_count;
    uint32_t *states, *state_counts;
    float *values, *advantages;
} Trace;

#define TRACED_SLOTS (1 << 22)
#define TRACED_OPTIONS (1 << 18)
#define TRACED_DECISIONS (1 << 14)
#define MOST_STATE (MOST_SEEN + ITEMS + 5)

/* How far returns look beyond the estimates of the next positions. */
#define LAMBDA 0.99
/* The estimates move towards the returns by this part at each decision. */
#define RATE 0.05
/* Advantages are scaled to this size, so that games count alike whose rewards are small or large; LITTLE keeps those that
are mostly chance from being scaled up. Steps are shorter where an option has more features than MANY. */
#define SIZE 0.7
#define LITTLE 0.1
#define MANY 100
/* The first games only show how far scores are spread. */
#define WARM 100

/* The features of a position, in place of those of an option. */
#define POSITION 32767
static int of_state(Net *net, const Seen *v, const Outcome *is, uint32_t *out) {
    int n = 0;
    out[n++] = weight_of(net, key_of(OF_OPTION, POSITION, 0, 0, 0, 0), 1);
    for (int i = 0; i < v->sizes; i++)
        out[n++] = weight_of(net, key_of(OF_SIZE, POSITION, 0, (U)v->sized[i], (U)v->size[i], 0), 1);
    for (int i = 0; i < ITEMS; i++)
        out[n++] = weight_of(net, key_of(OF_VALUE, POSITION, 0, (U)i, bucket(v->shown[i]), 0), 1);
    out[n++] = weight_of(net, key_of(OF_EFFECT, POSITION, 0, IT_IS_NEARER, bucket(is->far), 0), 1);
    out[n++] = weight_of(net, key_of(OF_EFFECT, POSITION, 0, IT_TURNS, bucket(is->backs), 0), 1);
    int kept = 0;
    for (int j = 0; j < n; j++) if (out[j] != NOWHERE) out[kept++] = out[j];
    return kept;
}
static float value_of(const Net *net, const uint32_t *slots, uint32_t n) {
    float sum = 0;
    for (uint32_t j = 0; j < n; j++) sum += net->weights[slots[j]].weight;
    return sum;
}

static void estimate(Net *net, const Seen *v, const Outcome *was, Trace *t) {
    int n = of_state(net, v, was, t->states + t->state_count);
    t->values[t->decisions] = value_of(net, t->states + t->state_count, (uint32_t)n);
    t->state_counts[t->decisions] = (uint32_t)n;
    t->state_count += n;
}
/* Draws one of the picks that were weighed, and keeps their chances. */
static void choose_traced(G *g, Trace *t, I start, float best) {
    float *odds = t->odds + start, *logs = t->logs + start, total = 0;
    for (I i = 0; i < g->n; i++) total += odds[i] = expf(logs[i] = odds[i] - best);
    float left = (float)random_below(g, 1 << 24) / (1 << 24) * total;
    I i = 0;
    while (i < g->n - 1 && left >= odds[i]) left -= odds[i++];
    float log_total = logf(total);
    for (I j = 0; j < g->n; j++) { odds[j] /= total; logs[j] -= log_total; }
    t->starts[t->decisions] = start;
    t->chosen[t->decisions++] = i;
}

static void practise_decision(G *g, Net *net, const int32_t *k, Trace *t) {
    Seen v;
    Outcome was, is;
    I player = regard(g, k, &v, &was);
    I first = first_option[((Head *)top_frame(g))->block], option = -1;
    if (t->slot_count + g->n * 256 + MOST_FEATURES * 2 > TRACED_SLOTS || t->option_count + g->n > TRACED_OPTIONS
        || t->decisions >= TRACED_DECISIONS) stop(g);
    float best = -1e30f;
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
        if (k[LEADS] && tried_out(g, k, player, &g->picks[i], &was, &is))
            n += of_outcome(net, k, (U)k[k[OPTION_OF] + first + option], &was, &is, 1, slots + n);
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
    if (k[LEADS]) {
        pass(g, &was);
        estimate(net, &v, &was, t);
    }
    choose_traced(g, t, start, best);
}

/* What each decision was worth beyond what was expected there; the estimates learn from it. */
static void judge(Net *net, Trace *t, double value) {
    const uint32_t *slots = t->states + t->state_count;
    double next = value, square = 0, games = net->games - WARM, rate = games < 1000 ? 1 / games : 0.001;
    for (I d = t->decisions - 1; d >= 0; d--) {
        slots -= t->state_counts[d];
        double expected = t->values[d], off = next - value_of(net, slots, t->state_counts[d]);
        float more = (float)(RATE * off / t->state_counts[d]);
        for (uint32_t j = 0; j < t->state_counts[d]; j++) net->weights[slots[j]].weight += more;
        t->advantages[d] = (float)(next - expected);
        square += (next - expected) * (next - expected);
        next = LAMBDA * next + (1 - LAMBDA) * expected;
    }
    if (!t->decisions) return;
    net->scale += (square / (double)t->decisions - net->scale) * rate;
    net->width += ((double)t->slot_count / (double)t->option_count - net->width) * rate;
}
static void learn(Net *net, const Trace *t, float factor, float step, float entropy) {
    const uint32_t *slots = t->slots;
    for (I d = 0; d < t->decisions; d++) {
        I start = t->starts[d], end = d + 1 < t->decisions ? t->starts[d + 1] : t->option_count;
        float spread = 0, advantage = t->advantages[d] * factor;
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
/* Where players look at what options lead to, games are long or their rewards small, so decisions are judged one by one
and to scale. Elsewhere the running mean of all games is the baseline, which is faster and ends better. */
static void learn_from(Net *net, Trace *t, int leads, double value, double points, float step, float entropy) {
    double rate = net->games < 1000 ? 1 / (net->games + 1) : 0.001;
    if (net->games < 1) { net->points = points; net->mean = value; }
    double off = points - net->points, beyond = value - net->mean;
    net->mean += beyond * rate;
    net->points += off * rate;
    net->square += (off * off - net->square) * rate;
    net->spread = (I)larger(1, (I)lrint(sqrt(net->square)));
    net->games++;
    if (!leads) {
        for (I d = 0; d < t->decisions; d++) t->advantages[d] = (float)beyond;
        learn(net, t, 1, step, entropy);
    } else if (net->games > WARM) {
        judge(net, t, value);
        float factor = (float)(SIZE / (sqrt(net->scale) + LITTLE));
        learn(net, t, factor, net->width > MANY ? step * (float)(MANY / net->width) : step, entropy);
    }
}

static __attribute__((noinline)) int practise_game(
    G *g, Net *net, const int32_t *k, const S *start, U seed, Trace *t, float step, float entropy, float victory, double *out
) {
    if (setjmp(g->out)) return 0;
    g->top = g->arena;
    g->turns = g->decisions = 0;
    forget(g);
    t->slot_count = t->option_count = t->decisions = t->state_count = 0;
    copy_state(&g->s, start);
    g->s.x = seeded(seed);
    g->y = seeded(~seed);
    I far = -1;
    for (int found = first_stop(g); found == WAIT; ) {
        if (far < 0) far = distance(g);
        if (is_left(g)) break;
        practise_decision(g, net, k, t);
        found = next_stop(g, &g->picks[t->chosen[t->decisions - 1]]);
    }
    double value = (double)(reward(g, net, far, 0) + (I)(victory - 1) * won(g) * WHOLE) / WHOLE;
    double points = SCORES ? (double)worth(g, 0) : 0;
    learn_from(net, t, k[LEADS], value, points, step, entropy);
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

static void trace_free(Trace *t) {
    free(t->slots);
    free(t->counts);
    free(t->odds);
    free(t->logs);
    free(t->chosen);
    free(t->starts);
    free(t->states);
    free(t->state_counts);
    free(t->values);
    free(t->advantages);
}
static int trace_new(Trace *t) {
    t->slots = malloc(TRACED_SLOTS * sizeof *t->slots);
    t->counts = malloc(TRACED_OPTIONS * sizeof *t->counts);
    t->odds = malloc(TRACED_OPTIONS * sizeof *t->odds);
    t->logs = malloc(TRACED_OPTIONS * sizeof *t->logs);
    t->chosen = malloc(TRACED_DECISIONS * sizeof *t->chosen);
    t->starts = malloc(TRACED_DECISIONS * sizeof *t->starts);
    t->states = malloc(TRACED_DECISIONS * MOST_STATE * sizeof *t->states);
    t->state_counts = malloc(TRACED_DECISIONS * sizeof *t->state_counts);
    t->values = malloc(TRACED_DECISIONS * sizeof *t->values);
    t->advantages = malloc(TRACED_DECISIONS * sizeof *t->advantages);
    return t->slots && t->counts && t->odds && t->logs && t->chosen && t->starts && t->states && t->state_counts
        && t->values && t->advantages;
}

/* Plays and learns; adds to `out`: the games, how many were won, and how far they came. */
PUBLIC int practise(
    G *g, Net *net, const int32_t *k, const I *blank, I first, I games, double step, double entropy, double victory, double *out
) {
    Trace t = {0};
    S *start = malloc(sizeof(S));
    int able = trace_new(&t) && start && copied_state(g, blank, start);
    for (I i = 0; able && i < games; i++)
        practise_game(g, net, k, start, (U)(first + i), &t, (float)step, (float)entropy, (float)victory, out);
    free(start);
    trace_free(&t);
    return able;
}
