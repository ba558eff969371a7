/* What a pick leads to: each is carried out on a copy of the game, as far as its player knows.

The features of a pick say what that changes: the sizes of zones, the values on the table, the distance from victory,
the cards that lie face down, and whether the position was met before in this game. */

/* Puts cards in a random order. */
PURE void mix(G *g, Card *at, I n) {
    for (I i = n - 1; i > 0; i--) {
        I j = random_below(g, i + 1);
        Card c = at[i];
        at[i] = at[j];
        at[j] = c;
    }
}

/* What a player knows of cards that he doesn't see: which of them he could name, by the place where they lie or by the
back that covers them (see `recall`). */
typedef struct Known { unsigned char at[ZONES][TOTAL + SLACK], under[IDS + 1]; } Known;

PURE const Known *known_to(const G *g, I player) { return g->known ? g->known + player : NULL; }

/* Deals anew what the player neither sees nor knows: cards that began together change places among the zones that hide
them, the order of hidden piles is open, and so is which card each back covers. A zone of which the player may choose
cards just now (`g->searched`) keeps them. Cards are sorted before they are dealt, so that nothing depends on how they
lay. */
PURE int hides(G *g, const int32_t *k, I z, I player) {
    return z != k[COVERED] && g->s.n[z] && !g->searched[z] && !is_seen(g, k, z, player);
}
/* Puts the cards of a hidden zone that aren't known into a random order, of which a pile decides as late as it can. */
static void reorder(G *g, const Known *known, I z, Card *cards) {
    S *s = &g->s;
    I n = 0, first = s->n[z];
    for (I i = s->n[z] - 1; i >= 0; i--) {
        if (known && known->at[z][i]) first = i;
        else cards[n++] = s->zone[z][i];
    }
    sort_ids(cards, n, 0);
    if (first < s->n[z] && !heap[z]) mix(g, cards, n);
    else if (!pile[z] && !heap[z]) mix(g, cards, n);
    for (I i = 0, next = 0; i < s->n[z]; i++) if (!known || !known->at[z][i]) s->zone[z][i] = cards[next++];
    if (heap[z]) sort_ids(s->zone[z], s->n[z], 0);
    if (pile[z]) s->loose[z] = (uint16_t)first;
}
static void redeal(G *g, const int32_t *k, I player, const Known *known) {
    S *s = &g->s;
    const int32_t *stock = k + k[STOCK_OF];
    Card *cards = room(g, (TOTAL + SLACK) * 2);
    UNUSED Card *backs = cards + TOTAL + SLACK;
    for (I group = 0; group < ZONES; group++) {
        I n = 0, zones = 0;
        for (I z = 0; z < ZONES; z++) {
            if (!hides(g, k, z, player)) continue;
            I before = n;
            for (I i = 0; i < s->n[z]; i++)
                if (stock[s->zone[z][i]] == group && !(known && known->at[z][i])) cards[n++] = s->zone[z][i];
            zones += n > before;
        }
        if (zones < 2) continue;
        sort_ids(cards, n, 0);
        mix(g, cards, n);
        for (I z = 0; z < ZONES; z++) {
            if (!hides(g, k, z, player)) continue;
            for (I i = 0; i < s->n[z]; i++)
                if (stock[s->zone[z][i]] == group && !(known && known->at[z][i])) s->zone[z][i] = cards[--n];
        }
    }
    for (I z = 0; z < ZONES; z++)
        if (z != k[COVERED] && s->n[z] > 1 && !is_seen(g, k, z, player)) reorder(g, known, z, cards);
#if FACTS
    if (k[COVERED] >= 0) {
        I n = 0, fact = k[BACKS];
        for (I c = 0; c < IDS; c++) {
            if (!s->fact[fact][c + 1] || (known && known->under[c])) continue;
            cards[n] = (Card)(s->fact[fact][c + 1] - 1);
            backs[n++] = (Card)c;
        }
        sort_ids(cards, n, 0);
        mix(g, cards, n);
        for (I i = 0; i < n; i++) s->fact[fact][backs[i] + 1] = (uint16_t)(cards[i] + 1);
    }
#endif
    g->top = g->arena;
}

PURE int won(G *g) { return g->s.top < 0 && g->s.status > 0 && is_won[g->s.status - 1]; }

/* Positions that were met in a game, in an open hash table. A game tried from another one knows those of the other. */
#define MET 4096
/* A game goes round if so many decisions bring no new position. */
#define ROUND 30

static int met_here(const G *g, U place) {
    if (!g->met) return 0;
    for (U at = place & (MET - 1); g->met[at]; at = (at + 1) & (MET - 1)) if (g->met[at] == place) return 1;
    return 0;
}
static void forget(G *g) {
    if (!g->met) g->met = calloc(MET, sizeof(U));
    else if (g->met_used) memset(g->met, 0, MET * sizeof(U));
    g->met_used = g->idle = 0;
    g->since = 0;
    g->least = INT64_MAX;
    g->ends = -1;
}
static void meet(G *g, U place) {
    if (!g->met) return;
    if (g->met_used > MET / 2) { g->idle++; return; }
    U at = place & (MET - 1);
    for (; g->met[at]; at = (at + 1) & (MET - 1)) if (g->met[at] == place) { g->idle++; return; }
    g->met[at] = place;
    g->met_used++;
    g->idle = 0;
}
/* So does one that comes nearer to victory in none of so many decisions, nor turns a card up; one that is only tried is
given up sooner. */
#define STALL 100
#define STALL_TRIED 40

PURE int goes_round(const G *g) { return g->idle >= ROUND; }

/* What there is at a position: the distance from victory, cards that lie face down, values, and for each family of zones
its cards and how many of the zones are empty. For each zone, `cards` and `covered` count its cards and those that lie
face down, and `next` counts what there is to choose, by option. `place` is a digest of what the player sees, but for numbers: they may
count down while a game goes round. */
typedef struct {
    I far, backs, picks, over;
    int met;
    I shown[ITEMS + 1], apart[ZONES];
    int32_t size[ZONES], empty[ZONES];
    uint8_t cards[ZONES], covered[ZONES], next[OPTIONS + 1];
    U place, placed[ZONES];
} Outcome;

PURE U mixed(U x) {
    x = (x ^ x >> 32) * 0xD6E8FEB86659FD93u;
    return x ^ x >> 32;
}
static U place_of_cards(G *g, const int32_t *k, I z, I player) {
    U n = g->s.n[z], place = mixed((U)z << 32 | n << 16 | 65535);
    const int32_t *classes = k + k[CLASS_OF];
    if (!n || !is_seen(g, k, z, player)) return place;
    for (U i = 0; i < n; i++)
        place += mixed((U)z << 32 | (heap[z] ? 0 : (i + 1) << 16) | (U)classes[g->s.zone[z][i]]);
    return place;
}
/* How many cards of a zone lie face down. */
PURE uint8_t covered_in(UNUSED G *g, UNUSED const int32_t *k, UNUSED I z) {
    I n = 0;
#if FACTS
    if (k[COVERED] >= 0) for (I i = 0; i < g->s.n[z]; i++) n += g->s.fact[k[BACKS]][g->s.zone[z][i] + 1] != 0;
#endif
    return (uint8_t)smaller(n, 12);
}
/* A zone in which nothing has changed since `was` was measured keeps its part of the digest. */
PURE int is_same(const G *g, const int32_t *k, I z, const S *before) {
    return before && k[k[LOOKER] + z] < 0 && before->n[z] == g->s.n[z]
        && !memcmp(before->zone[z], g->s.zone[z], g->s.n[z] * sizeof(Card));
}
static void measure(G *g, const int32_t *k, I player, Outcome *o, const Outcome *was, const S *before) {
    const int32_t *family = k + k[FAMILY], *role = k + k[ROLE] + player * ZONES;
    Card *mark = g->top;
    memset(o->size, 0, sizeof o->size);
    memset(o->cards, 0, sizeof o->cards);
    memset(o->empty, 0, sizeof o->empty);
    o->far = distance(g);
    g->top = mark;
    shown_values(g, o->shown, o->apart);
    U place = mixed((U)o->far << 1) + (SCORES ? mixed((U)worth(g, player) << 1 | 1) : 0);
    g->top = mark;
    for (I z = 0; z < ZONES; z++) {
        if (role[z] < 0) continue;
        I of = role[family[z]];
        o->size[of] += (int32_t)g->s.n[z];
        o->empty[of] += !g->s.n[z];
        o->cards[role[z]] = (uint8_t)smaller(g->s.n[z], 12);
        o->covered[role[z]] = covered_in(g, k, z);
        o->placed[z] = is_same(g, k, z, before) ? was->placed[z] : place_of_cards(g, k, z, player);
        place += o->placed[z];
    }
    o->place = place ? place : 1;
    o->backs = 0;
#if FACTS
    if (k[COVERED] >= 0) for (I c = 1; c <= IDS; c++) o->backs += g->s.fact[k[BACKS]][c] != 0;
#endif
}

/* What there is at a decision that is about to be answered: whether it is new, and whether it is an advance. */
static void pass(G *g, const Outcome *is) {
    meet(g, is->place);
    I left = is->far * 2 + is->backs;
    g->since++;
    if (left < g->least) {
        g->least = left;
        g->since = 0;
    }
}

/* In `g` the zones of which the player may choose cards at the decision that stands in `root`. */
static void searches(G *root, G *g, const int32_t *k) {
    memset(g->searched, 0, sizeof g->searched);
    for (I i = 0; i < root->n; i++) {
        const int32_t *kinds = k + k[KINDS] + (first_option[((Head *)top_frame(root))->block] + root->picks[i].option) * WIDTH;
        for (int part = 0; part < WIDTH && kinds[part] >= 0; part++)
            if (kinds[part] == ONE_CARD || kinds[part] == ONE_PLACE) g->searched[root->picks[i].part[part].zone] = 1;
    }
}
PURE void copy_state(S *to, const S *from) { memcpy(to, from, offsetof(S, stack) + (size_t)from->used); }

/* Prepares a copy in which picks are tried: as the player knows the game, the same for all of them. */
static void ponder(G *g, const int32_t *k, I player) {
    if (!g->shadow) g->shadow = game_new(g->texts, g->longest);
    if (!g->base) g->base = malloc(sizeof(S));
    if (!g->shadow || !g->base) stop(g);
    G *o = g->shadow;
    o->top = o->arena;
    searches(g, o, k);
    copy_state(&o->s, &g->s);
    o->y = g->y = step(g->y);
    redeal(o, k, player, known_to(g, player));
    o->s.x = step(o->y);
    copy_state(g->base, &o->s);
}
static void count_next(G *o, const int32_t *k, Outcome *is) {
    memset(is->next, 0, sizeof is->next);
    if (is->over) return;
    I first = first_option[((Head *)top_frame(o))->block];
    for (I i = 0; i < o->n; i++) {
        uint8_t *of = &is->next[k[k[OPTION_OF] + first + o->picks[i].option]];
        *of += *of < 3;
    }
}
static __attribute__((noinline)) int tried_out(G *g, const int32_t *k, I player, const Pick *pick, const Outcome *was, Outcome *is) {
    G *o = g->shadow;
    if (setjmp(o->out)) return 0;
    o->top = o->arena;
    copy_state(&o->s, g->base);
    is->over = next_stop(o, pick) == WAIT ? 0 : 1 + won(o);
    is->picks = is->over ? 0 : o->n;
    count_next(o, k, is);
    measure(o, k, player, is, was, g->base);
    is->met = met_here(g, is->place) || (g->parent && met_here(g->parent, is->place));
    return 1;
}

enum { IT_ENDS, IT_IS_NEARER, IT_TURNS, IT_WAS_MET, IT_LEAVES };
static int of_effects(Net *net, U option, const Outcome *was, const Outcome *is, int grow, uint32_t *out) {
    int n = 0;
    I nearer = was->far - is->far, backs = is->backs - was->backs, left = smaller(is->picks, 12);
    if (is->over) out[n++] = weight_of(net, key_of(OF_EFFECT, option, 0, IT_ENDS, (U)is->over, 0), grow);
    if (nearer) out[n++] = weight_of(net, key_of(OF_EFFECT, option, 0, IT_IS_NEARER, bucket(nearer), 0), grow);
    if (backs) out[n++] = weight_of(net, key_of(OF_EFFECT, option, 0, IT_TURNS, bucket(backs), 0), grow);
    if (is->met) out[n++] = weight_of(net, key_of(OF_EFFECT, option, 0, IT_WAS_MET, 0, 0), grow);
    out[n++] = weight_of(net, key_of(OF_EFFECT, option, 0, IT_LEAVES, (U)left, 0), grow);
    return n;
}
/* What is left in each zone that changes, and what there is to choose next. */
static int of_changes(Net *net, const int32_t *k, U option, const Outcome *was, const Outcome *is, int grow, uint32_t *out) {
    int n = 0;
    for (I z = 0; z < ZONES; z++) {
        if (is->cards[z] == was->cards[z]) continue;
        U more = is->cards[z] > was->cards[z];
        out[n++] = weight_of(net, key_of(OF_LEFT, option, 0, (U)k[k[FAMILY] + z], is->covered[z], is->cards[z] * 2 + more), grow);
    }
    for (U i = 0; i < OPTIONS; i++)
        if (is->next[i]) out[n++] = weight_of(net, key_of(OF_NEXT, option, i, 0, is->next[i], 0), grow);
    return n;
}
/* The features of what a pick leads to. Rows of the table with the same label count together. */
static int of_outcome(Net *net, const int32_t *k, U option, const Outcome *was, const Outcome *is, int grow, uint32_t *out) {
    int n = of_effects(net, option, was, is, grow, out);
    const int32_t *label = k + k[ITEM_OF];
    for (I z = 0; z < ZONES; z++) {
        I more = is->size[z] - was->size[z], empty = is->empty[z] - was->empty[z];
        if (more || empty) out[n++] = weight_of(net, key_of(OF_MOVED, option, 0, (U)z, bucket(more), bucket(empty)), grow);
    }
    n += of_changes(net, k, option, was, is, grow, out + n);
    I zeros[ITEMS + 1] = {0}, before[ITEMS + 1] = {0};
    for (I i = 0; i < ITEMS; i++) {
        I now = is->shown[i], more = now - was->shown[i];
        zeros[label[i]] += !now;
        before[label[i]] += !was->shown[i];
        if (!more) continue;
        out[n++] = weight_of(net, key_of(OF_BECOMES, option, 0, (U)label[i], bucket(now), 0), grow);
        out[n++] = weight_of(net, key_of(OF_RISES, option, 0, (U)label[i], bucket(more), 0), grow);
    }
    for (I i = 0; i < ITEMS; i++) {
        if (zeros[i] == before[i]) continue;
        U more = bucket(zeros[i] - before[i]), there = (U)smaller(zeros[i], 12);
        out[n++] = weight_of(net, key_of(OF_RISES, option, 0, (U)i, more, 1 + there), grow);
    }
    return n;
}
