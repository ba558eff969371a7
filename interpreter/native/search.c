/* Looking ahead: each option is tried with whole games played by the policy, and the worse half is dropped after each
round (sequential halving, Karnin, Koren and Somekh 2013). What the player neither sees nor remembers is dealt anew for
each game, and alike for all options. */

/* Plays one game from a pick on, as far as the player knows; what it is worth. */
static __attribute__((noinline)) I try_pick(G *g, Net *net, const int32_t *k, const S *at, const Pick *pick, I player, I start, U seed) {
    if (setjmp(g->out)) return 0;
    g->top = g->arena;
    g->decisions = 0;
    forget(g);
    copy_state(&g->s, at);
    g->y = seeded(seed);
    redeal(g, k, player, known_to(g->parent, player));
    g->s.x = g->y = step(g->y);
    for (int found = next_stop(g, pick); found == WAIT; ) {
        if (++g->decisions > PATIENCE || goes_round(g) || g->since >= STALL_TRIED) break;
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
squared), the number of victories, and the sum of how far the games came. It ends early when `halt` is no longer 0. */
#define TRIED 5
static const volatile I no_halt = 0;
static I searched(
    G *root, G *g, Net *net, const int32_t *k, I playouts, U seed, I start, I *out, const volatile I *halt
) {
    I n = root->n, alive = n, rounds = 0, player = decider(root);
    I *order = g->order;
    searches(root, g, k);
    g->parent = root;
    U y = root->y;
    root->y = seeded(~seed);
    for (I i = 0; i < n; i++) { order[i] = i; memset(out + TRIED * i, 0, TRIED * sizeof(I)); }
    for (I i = 1; i < n; i *= 2) rounds++;
    I best = net->used ? weighed(root, net, k) : 0, *against = root->sums;
    root->y = y;
    for (I i = 0; i < n; i++) against[i] = net->used ? best - against[i] : 0;
    for (I round = 0; round < rounds; round++) {
        I each = playouts / rounds / alive;
        each = each < 1 ? 1 : each;
        for (I a = 0; a < alive; a++) {
            I *of = out + TRIED * order[a];
            for (I j = 0; j < each; j++) {
                if (*halt) return order[0];
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

/* Plays a game; `answers`, unless it is NULL, is filled with the picks of its decisions, at most `g->longest`. */
static __attribute__((noinline)) void play_well(
    G *g, G *other, Net *net, const int32_t *k, const S *start, U seed, I playouts, I *out, I *row, I *answers
) {
    row[0] = -1;
    if (setjmp(g->out)) return;
    g->top = g->arena;
    g->turns = g->decisions = 0;
    forget(g);
    copy_state(&g->s, start);
    g->s.x = seeded(seed);
    g->y = seeded(~seed);
    I far = -1;
    if (playouts) remember_nothing(g, k);
    for (int found = first_stop(g); found == WAIT; ) {
        if (far < 0) far = distance(g);
        if (++g->decisions >= g->longest) stop(g);
        I best = playouts && g->since < STALL ? searched(g, other, net, k, playouts, g->y = step(g->y), far, out, &no_halt) : chosen_by(g, net, k);
        if (net->used && g->ends >= 0 && (g->since >= STALL || goes_round(g))) best = g->ends;
        if (answers) answers[g->decisions - 1] = best;
        found = playouts ? go_on(g, other, k, best) : next_stop(g, &g->picks[best]);
    }
    row[1] = g->decisions;
    row[2] = g->turns;
    score(g, row + 3);
    row[0] = g->s.status;
}

/* Plays whole games by the policy or, with `playouts`, by search; rows as in `play_games`. One game can be asked for its
   answers (see `play_well`). */
PUBLIC void play_learnt(
    G *g, G *other, Net *net, const int32_t *k, const I *blank, I first, I games, I playouts, I *rows, I *answers
) {
    S *start = malloc(sizeof(S));
    I *out = malloc(sizeof(I) * TRIED * (FULL + 1));
    for (I i = 0; i < games; i++) rows[i * (3 + SCORES)] = -1;
    if (start && out && copied_state(g, blank, start))
        for (I i = 0; i < games; i++)
            play_well(g, other, net, k, start, (U)(first + i), playouts, out, rows + i * (3 + SCORES), answers);
    free(start);
    free(out);
}

/* Tries the picks of a decision (see `searched`); the index of the best one. */
PUBLIC I search(
    G *root, G *other, Net *net, const int32_t *k, I playouts, I seed, I start, I *out, const volatile I *halt
) {
    return searched(root, other, net, k, playouts, (U)seed, start, out, halt);
}
/* Begins to keep in mind what the players know of the cards that they don't see; none of them when a game begins. */
PUBLIC int keep_in_mind(G *g, const int32_t *k) {
    if (setjmp(g->out)) return -3;
    remember_nothing(g, k);
    return 0;
}
/* Carries out a pick of the decision that stands, as `answer`, and keeps in mind what the players know. */
PUBLIC int follow(G *g, G *other, const int32_t *k, I pick) {
    if (setjmp(g->out)) return -3;
    if (pick < 0 || pick >= g->n) return -3;
    return go_on(g, other, k, pick);
}
/* Whether a player knows each card of a zone that he doesn't see, in their order. */
PUBLIC I is_known(G *g, I player, I z, I *out) {
    for (I i = 0; i < g->s.n[z]; i++) {
        Card card = g->s.zone[z][i];
        out[i] = g->known[player].at[z][i] || g->known[player].under[card];
    }
    return g->s.n[z];
}
PUBLIC I far_from_victory(G *g) { return distance(g); }
