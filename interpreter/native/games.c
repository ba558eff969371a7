/* Games: running to the next decision, playing whole games, and moving states in and out. */

/* Runs from the block of the frame on top, or from a pick of its choice, to the next decision with several picks (WAIT),
or to the end (OVER). */
PURE int first_stop(G *g) { return run(g, ((Head *)top_frame(g))->block, NULL); }
PURE int next_stop(G *g, const Pick *pick) { return run(g, ((Head *)top_frame(g))->block, pick); }

PURE I random_below(G *g, I n) {
    g->y = step(g->y);
    return (I)(((g->y >> 32) * (U)n) >> 32);
}

/* What an option costs an eager player (as in `players/policies`). `g->eager` has for each option its weight and where
the list of the places at which it is offered begins, or -1; a list is its length and the options. */
PURE I cost(G *g, I option) {
    const int32_t *entry = g->eager + 2 * option;
    I here = 1 + g->uses[option], least = here;
    if (entry[1] >= 0) {
        const int32_t *places = g->eager + entry[1];
        least = INT64_MAX;
        for (int32_t k = 1; k <= places[0]; k++) least = smaller(least, 1 + g->uses[places[k]]);
    }
    return entry[0] * here * larger(1, here / least);
}
static I eager(G *g) {
    const int32_t first = first_option[((Head *)top_frame(g))->block];
    I index = -1;
    if (random_below(g, 8)) {
        I least = INT64_MAX, likely = 0, last = -1, of_last = 0;
        for (int pass = 0; pass < 2; pass++) {
            I left = pass ? random_below(g, likely) : 0;
            for (I i = 0; i < g->n && index < 0; i++) {
                I option = first + g->picks[i].option;
                if (option != last) { last = option; of_last = cost(g, option); }
                if (pass) { if (of_last == least && left-- == 0) index = i; }
                else if (of_last < least) { least = of_last; likely = 1; }
                else if (of_last == least) likely++;
            }
        }
    } else index = random_below(g, g->n);
    g->uses[first + g->picks[index].option]++;
    return index;
}

/* Whether the state holds all cards of the game, as `game/invariants` counts them. */
static int complete(G *g) {
    uint16_t of[IDS + 1] = {0};
    for (I z = 0; z < ZONES; z++)
        for (I i = 0; i < g->s.n[z]; i++) of[checked(g, g->s.zone[z][i], 0, IDS - 1)]++;
    return !memcmp(of, total, sizeof of);
}

static void play_on(G *g) {
    for (int found = first_stop(g); found == WAIT; ) {
        if (g->closely && !(holds(g) && complete(g))) stop(g);
        if (++g->decisions >= g->longest) stop(g);
        found = next_stop(g, &g->picks[g->eager ? eager(g) : random_below(g, g->n)]);
    }
}

enum { NUMBER, LIST, PACKED, A_CARD };

/* Reads a state from numbers: the generator, the status, the frames from below (how many; of each the block and its
locals), numbers, zones, how many are unordered, and facts. A list is its length and its cards. Whoever writes these
numbers has checked them. */
static void read_state(G *g, const I *in) {
    S *s = &g->s;
    s->x = (U)*in++;
    s->status = (int32_t)*in++;
    s->top = -1;
    s->used = s->depth = 0;
    for (I frames = *in++; frames > 0; frames--) {
        int32_t block = (int32_t)*in++, procedure = procedure_of[block];
        char *f = push(g, frame_size[procedure]);
        ((Head *)(void *)f)->block = block;
        for (int32_t k = first_field[procedure]; k < first_field[procedure + 1]; k++) {
            void *at = f + fields[k].at;
            if (fields[k].kind == NUMBER) *(I *)at = *in++;
            else if (fields[k].kind == A_CARD) *(I *)at = checked(g, *in++, -1, IDS - 1);
            else if (fields[k].kind == LIST) {
                List *list = at;
                if (*in < 0 || *in > TOTAL) stop(g);
                list->n = (uint32_t)*in++;
                for (uint32_t i = 0; i < list->n; i++) list->at[i] = (Card)*in++;
            } else {
#if SELECTIONS
                U low_part = (U)*in++;
                *(V *)at = (V)*in++ << 64 | low_part;
#endif
            }
        }
    }
    for (I k = 0; k < NUMBERS; k++) s->num[k] = *in++;
    for (I z = 0; z < ZONES; z++) {
        if (*in < 0 || *in > TOTAL) stop(g);
        s->n[z] = (uint16_t)*in++;
        for (I i = 0; i < s->n[z]; i++) s->zone[z][i] = (Card)*in++;
    }
    for (I z = 0; z < ZONES; z++) s->loose[z] = (uint16_t)*in++;
    for (I k = 0; k < FACTS; k++) {
        s->fact[k][0] = 0;
        for (I c = 1; c <= IDS; c++) s->fact[k][c] = (uint16_t)*in++;
    }
}

/* Writes a state as `read_state` reads it; returns how many numbers that were. */
static I write_state(G *g, I *out) {
    S *s = &g->s;
    I *from = out;
    *out++ = (I)s->x;
    *out++ = s->status;
    int32_t frames[STACK / sizeof(Head)], n = 0;
    for (int32_t at = s->top; at >= 0; at = ((Head *)(s->stack + at))->below) frames[n++] = at;
    *out++ = n;
    while (n > 0) {
        char *f = (char *)s->stack + frames[--n];
        int32_t block = ((Head *)(void *)f)->block, procedure = procedure_of[block];
        *out++ = block;
        for (int32_t k = first_field[procedure]; k < first_field[procedure + 1]; k++) {
            void *at = f + fields[k].at;
            if (fields[k].kind == NUMBER || fields[k].kind == A_CARD) *out++ = *(I *)at;
            else if (fields[k].kind == LIST) {
                List *list = at;
                *out++ = list->n;
                for (uint32_t i = 0; i < list->n; i++) *out++ = list->at[i];
            } else {
#if SELECTIONS
                *out++ = (I)(U)*(V *)at;
                *out++ = (I)(*(V *)at >> 64);
#endif
            }
        }
    }
    for (I k = 0; k < NUMBERS; k++) *out++ = s->num[k];
    for (I z = 0; z < ZONES; z++) {
        *out++ = s->n[z];
        for (I i = 0; i < s->n[z]; i++) *out++ = s->zone[z][i];
    }
    for (I z = 0; z < ZONES; z++) *out++ = s->loose[z];
    for (I k = 0; k < FACTS; k++) for (I c = 1; c <= IDS; c++) *out++ = s->fact[k][c];
    return out - from;
}

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

PUBLIC void game_free(G *g) {
    if (g->shadow) game_free(g->shadow);
    free(g->base);
    free(g->before);
    free(g->known);
    free(g->met);
    free(g->picks);
    free(g->arena);
    free(g->sums);
    free(g->order);
    free(g);
}
/* A game that plays; NULL if there is no memory. `texts` must live as long as the game. */
PUBLIC G *game_new(const void *texts, I longest) {
    G *g = calloc(1, sizeof(G));
    if (!g) return NULL;
    g->picks = malloc(sizeof(Pick) * (FULL + 1));
    g->arena = malloc(sizeof(Card) * ARENA);
    g->sums = malloc(sizeof(I) * (FULL + 1));
    g->order = malloc(sizeof(I) * (FULL + 1));
    g->texts = texts;
    g->longest = longest;
    if (g->picks && g->arena && g->sums && g->order) { g->end = g->arena + ARENA; g->top = g->arena; return g; }
    game_free(g);
    return NULL;
}
PUBLIC I game_size(void) { return sizeof(S); }

static __attribute__((noinline)) void play_game(G *g, const S *start, U seed, I *row) {
    row[0] = -1;
    if (setjmp(g->out)) return;
    g->top = g->arena;
    g->turns = g->decisions = 0;
    if (g->eager && !g->closely) memset(g->uses, 0, sizeof g->uses);
    memcpy(&g->s, start, offsetof(S, stack) + (size_t)start->used);
    g->s.x = seeded(seed);
    g->y = seeded(~seed);
    play_on(g);
    if (g->closely && !complete(g)) stop(g);
    row[1] = g->decisions;
    row[2] = g->turns;
    score(g, row + 3);
    row[0] = g->s.status;
}

static __attribute__((noinline)) int copied_state(G *g, const I *in, S *out) {
    if (setjmp(g->out)) return 0;
    read_state(g, in);
    *out = g->s;
    return 1;
}

/* Plays whole games with these seeds from a state before the setup (its generator doesn't count), with answers at random or, with a table, eager ones.
A row has the status (-1: Python has to play this game), decisions, turns, and the scores. */
PUBLIC void play_games(G *g, const I *blank, I first, I games, const int32_t *eager, I *rows) {
    g->eager = eager;
    g->closely = 0;
    S *start = malloc(sizeof(S));
    for (I k = 0; k < games; k++) rows[k * (3 + SCORES)] = -1;
    if (!start || !copied_state(g, blank, start)) return;
    for (I k = 0; k < games; k++) play_game(g, start, (U)(first + k), rows + k * (3 + SCORES));
    free(start);
}

/* Plays games in the same way, but inspects the state at each decision, and goes on with `uses` from game to game. Ends
before the first game that Python has to play; returns how many games were played. */
PUBLIC I play_closely(G *g, const I *blank, I first, I games, const int32_t *eager, I *uses, I *rows) {
    S *start = malloc(sizeof(S));
    I played = 0;
    g->eager = eager;
    g->closely = 1;
    if (start && copied_state(g, blank, start))
        for (; played < games; played++) {
            memcpy(g->uses, uses, sizeof(I) * OPTIONS);
            play_game(g, start, (U)(first + played), rows + played * (3 + SCORES));
            if (rows[played * (3 + SCORES)] < 0) break;
            memcpy(uses, g->uses, sizeof(I) * OPTIONS);
        }
    free(start);
    return played;
}

/* Runs a state to its first decision: WAIT, OVER, or -3 if Python has to. */
PUBLIC int begin(G *g, const I *state) {
    g->turns = 0;
    if (setjmp(g->out)) return -3;
    g->top = g->arena;
    read_state(g, state);
    return first_stop(g);
}
/* Takes a state at a decision, and lists its picks: WAIT, or -3. */
PUBLIC int stand(G *g, const I *state) {
    if (setjmp(g->out)) return -3;
    g->top = g->arena;
    read_state(g, state);
    list_picks(g);
    return WAIT;
}
/* Carries out a pick of the decision that stands. */
PUBLIC int answer(G *g, I pick) {
    if (setjmp(g->out)) return -3;
    if (pick < 0 || pick >= g->n) return -3;
    return next_stop(g, &g->picks[pick]);
}
PUBLIC I picks(G *g) { return g->n; }
PUBLIC I turns(G *g) { return g->turns; }
PUBLIC I state(G *g, I *out) { return write_state(g, out); }
