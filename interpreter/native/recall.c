/* What players remember of cards that they don't see any more: those that they put under a deck, or turned down.

A card is known if it comes to lie where it lies however what the player didn't know was dealt before. That is tried
with copies of the game. So that it isn't taken for knowledge what is merely likely, of equal cards no more are known
than the player saw or knew before and doesn't see now. */

/* Copies of the game in which an answer is carried out. */
#define COPIES 32

static void remember_nothing(G *g, const int32_t *k) {
    size_t size = (size_t)k[PLAYERS] * sizeof(Known);
    if (!g->known) g->known = malloc(size);
    if (!g->before) g->before = malloc(sizeof(S));
    if (!g->known || !g->before) stop(g);
    memset(g->known, 0, size);
}
/* Adds how many cards of each sort a player sees, and with `known` knows, in a state. */
static void tally(G *g, const int32_t *k, I player, const Known *known, I by, I *of) {
    for (I z = 0; z < ZONES; z++) {
        int seen = z != k[COVERED] && is_seen(g, k, z, player);
        for (I i = 0; i < g->s.n[z]; i++) if (seen || (known && known->at[z][i])) of[g->s.zone[z][i]] += by;
    }
#if FACTS
    for (I c = 0; k[COVERED] >= 0 && known && c < IDS; c++)
        if (known->under[c] && g->s.fact[k[BACKS]][c + 1]) of[g->s.fact[k[BACKS]][c + 1] - 1] += by;
#endif
}
/* Keeps of what may be known only what a copy agrees with. */
static __attribute__((noinline)) int compare(G *g, G *o, const int32_t *k, I player, const Pick *pick, const Known *known, Known *now) {
    if (setjmp(o->out)) return 0;
    o->top = o->arena;
    copy_state(&o->s, g->before);
    redeal(o, k, player, known);
    o->s.x = o->y = step(o->y);
    next_stop(o, pick);
    for (I z = 0; z < ZONES; z++)
        for (I i = 0; i < g->s.n[z]; i++)
            now->at[z][i] &= o->s.n[z] == g->s.n[z] && i >= o->s.loose[z] && o->s.zone[z][i] == g->s.zone[z][i];
#if FACTS
    if (k[COVERED] >= 0)
        for (I c = 0; c < IDS; c++) now->under[c] &= o->s.fact[k[BACKS]][c + 1] == g->s.fact[k[BACKS]][c + 1];
#endif
    return 1;
}
/* Of equal cards no more are known than there may be; those that were known before come first. */
static void limit(G *g, const int32_t *k, const I *most, const Known *before, Known *now) {
    I all[IDS + 1] = {0}, old[IDS + 1] = {0};
    for (I z = 0; z < ZONES; z++)
        for (I i = 0; i < g->s.n[z]; i++)
            if (now->at[z][i]) { all[g->s.zone[z][i]]++; old[g->s.zone[z][i]] += before->at[z][i]; }
#if FACTS
    const uint16_t *under = k[COVERED] >= 0 ? g->s.fact[k[BACKS]] + 1 : NULL;
    for (I c = 0; under && c < IDS; c++) if (now->under[c]) { all[under[c] - 1]++; old[under[c] - 1] += before->under[c]; }
    for (I c = 0; under && c < IDS; c++)
        if (now->under[c]) now->under[c] = all[under[c] - 1] <= most[under[c] - 1] || (before->under[c] && old[under[c] - 1] <= most[under[c] - 1]);
#endif
    for (I z = 0; z < ZONES; z++)
        for (I i = 0; i < g->s.n[z]; i++) {
            I card = g->s.zone[z][i];
            if (now->at[z][i]) now->at[z][i] = all[card] <= most[card] || (before->at[z][i] && old[card] <= most[card]);
        }
}
/* What a player knows after his own answer; `o->searched` has the zones that he searched with it. */
static void recall(G *g, G *o, const int32_t *k, I player, const Pick *pick) {
    Known *known = g->known + player, before = *known, now = {0};
    I most[IDS + 1] = {0};
    for (I z = 0; z < ZONES; z++)
        if (z != k[COVERED] && !is_seen(g, k, z, player))
            for (I i = g->s.loose[z]; i < g->s.n[z]; i++) now.at[z][i] = 1;
#if FACTS
    for (I c = 0; k[COVERED] >= 0 && c < IDS; c++) now.under[c] = g->s.fact[k[BACKS]][c + 1] != 0;
#endif
    *known = (Known){0};
    for (int copy = 0; copy < COPIES; copy++) if (!compare(g, o, k, player, pick, &before, &now)) return;
    copy_state(&o->s, g->before);
    tally(o, k, player, &before, 1, most);
    tally(g, k, player, NULL, -1, most);
    limit(g, k, most, &before, &now);
    *known = now;
}
/* After the answer of somebody else a player still knows what lies in zones that haven't changed. */
static void hold(G *g, const int32_t *k, Known *known) {
    const S *was = g->before;
    for (I z = 0; z < ZONES; z++) {
        int same = was->n[z] == g->s.n[z] && was->loose[z] == g->s.loose[z]
            && !memcmp(was->zone[z], g->s.zone[z], g->s.n[z] * sizeof(Card));
        if (!same) memset(known->at[z], 0, sizeof known->at[z]);
#if FACTS
        for (I i = 0; k[COVERED] >= 0 && !same && i < was->n[z]; i++) known->under[was->zone[z][i]] = 0;
#endif
    }
#if FACTS
    for (I c = 0; k[COVERED] >= 0 && c < IDS; c++)
        if (was->fact[k[BACKS]][c + 1] != g->s.fact[k[BACKS]][c + 1]) known->under[c] = 0;
#endif
}
/* Carries out a pick and runs to the next decision, as `next_stop`; all players keep in mind what they know. */
static int go_on(G *g, G *o, const int32_t *k, I index) {
    Pick pick = g->picks[index];
    I player = decider(g);
    searches(g, o, k);
    copy_state(g->before, &g->s);
    o->y = g->y;
    int found = next_stop(g, &pick);
    for (I p = 0; p < k[PLAYERS]; p++) if (p != player) hold(g, k, g->known + p);
    if (found == WAIT) recall(g, o, k, player, &pick);
    return found;
}
