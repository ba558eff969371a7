/* The features of a learning player: what an option is about, and what the player sees.

They know nothing of a game but what any rules have: the options, the cards and what is printed on them, and the zones
that the player sees (see `players/features`, which names them in the rules' words). `k` is the table that says so:
numbers, no part of the code. A weight belongs to a feature's key of 64 bits, in an open hash table. */

enum { CLASSES, CLASS_OF, ATTRIBUTES, VALUES_OF, SHOWN, LOOKER, OWNER, ROLE, LINE, UNIT, KINDS, STOCK_OF, BACKS, COVERED, OPTION_OF,
    FAMILY, ITEM_OF, LEADS, PLAYERS };
enum { ONE_CARD, ONE_PLACE, ONE_VALUE, SEVERAL_CARDS };
enum { OF_OPTION, OF_SIZE, OF_VALUE, OF_PART, OF_PAIR, OF_LAST, OF_LAST_TWO, OF_COUNT, OF_ALIKE, OF_APART, OF_PART_VALUE,
    OF_MOVED, OF_BECOMES, OF_RISES, OF_EFFECT, OF_LEFT, OF_NEXT, OF_FIRST, OF_LIKE_FIRST };

typedef struct { U key; float weight; int32_t whole; } Weight;
typedef struct {
    Weight *weights;
    uint32_t mask, used;
    double mean, points, square, games, scale, width;
    I spread;
} Net;

#define WIDTH (PARTS ? PARTS : 1)
#define MOST_VALUES 32
#define MOST_SEEN 64
#define MOST_ATTRIBUTES 8
#define NOWHERE UINT32_MAX
/* Of more lines than these the cards at the ends say little, each for itself, and take time. */
#define MOST_LINES 3

PURE U key_of(U kind, U option, U class, U place, U x, U y) {
    return (kind + 1) << 59 | (option & 32767) << 44 | (class & 4095) << 32 | (place & 255) << 24 | (x & 4095) << 12 | (y & 4095);
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
    int16_t zone[MOST_SEEN], role[MOST_SEEN], line[MOST_SEEN], first[MOST_SEEN], sized[MOST_SEEN], size[MOST_SEEN];
    uint8_t count[MOST_SEEN][MOST_ATTRIBUTES][MOST_VALUES];
    I apart[ZONES], shown[ITEMS + 1];
    const int32_t *role_of;
} Seen;

PURE U bucket(I value) {
    U far = value < 0 ? 0 - (U)value : (U)value;
    if (far > 12) far = 12 + (U)(64 - __builtin_clzll(far / 4));
    return far * 2 + (value < 0);
}

/* The first card of a line that no fact marks, or -1; where no card has facts the last ones tell enough. */
PURE int16_t first_plain(UNUSED const G *g, UNUSED I z) {
#if FACTS
    for (I i = 0; i < g->s.n[z]; i++) {
        I marked = 0;
        for (I f = 0; f < FACTS; f++) marked |= g->s.fact[f][g->s.zone[z][i] + 1];
        if (!marked) return g->s.zone[z][i];
    }
#endif
    return -1;
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
        if (k[k[LINE] + z]) {
            v->first[v->lines] = first_plain(g, z);
            v->line[v->lines++] = (int16_t)at;
        }
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
    for (int i = 0; i < v->lines && v->lines <= MOST_LINES; i++) {
        int at = v->line[i];
        const Card *cards = g->s.zone[v->zone[at]];
        I m = g->s.n[v->zone[at]], last = classes[cards[m - 1]], second = m > 1 ? classes[cards[m - 2]] : k[CLASSES];
        out[n++] = weight_of(net, key_of(OF_LAST, option, class, (U)v->role[at], (U)last, 0), grow);
        out[n++] = weight_of(net, key_of(OF_LAST_TWO, option, class, (U)v->role[at], (U)last, (U)second), grow);
        if (card < 0) continue;
        U same = alike(k, card, cards[m - 1]), before = m > 1 ? alike(k, card, cards[m - 2]) : 256;
        out[n++] = weight_of(net, key_of(OF_ALIKE, option, class & 3, (U)v->role[at], same, before), grow);
        if (v->first[i] >= 0) {
            U like = alike(k, card, v->first[i]);
            out[n++] = weight_of(net, key_of(OF_FIRST, option, class, (U)v->role[at], (U)classes[v->first[i]], 0), grow);
            out[n++] = weight_of(net, key_of(OF_LIKE_FIRST, option, class & 3, (U)v->role[at], like, 0), grow);
        }
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
#define MOST_FEATURES (ZONES * 2 + OPTIONS + 3 * (ITEMS + 1) + 8 + MOST_SEEN + ITEMS + 1 + WIDTH * 15 * (2 + ITEMS + MOST_SEEN * (7 + MOST_ATTRIBUTES)))
