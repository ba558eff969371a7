/* Base Onirim for one player, written by hand in C, to measure what rules are compiled to.

Plays whole games, each choice uniformly at random among its different options. A shuffled card is picked only when it
is drawn. Cards that never come back, such as discarded ones, are in no pile. Numbers such as O-B5 are those of the
rules. */

#include <stdint.h>
#include <string.h>

#ifdef _WIN32
#define PUBLIC __declspec(dllexport)
#else
#define PUBLIC __attribute__((visibility("default")))
#endif

enum { SUN, MOON, KEY, SYMBOLS };
enum { COLOURS = 4, DOOR = COLOURS * SYMBOLS, NIGHTMARE = DOOR + COLOURS, FACES };
enum { CARDS = 76, HAND = 5, SET = 3, LOOK = 5, DOORS_TO_WIN = 8 };
enum { PLAYING, WON, LOST };

/* A location is its colour times SYMBOLS plus its symbol, and DOOR plus a colour is a door. */
static const int copies[FACES] = {9, 4, 3, 8, 4, 3, 7, 4, 3, 6, 4, 3, 2, 2, 2, 2, 10};

/* Sets of faces have a bit for each: here the suns; shifted by another symbol, the locations with that one. */
#define SUNS 0x249u
#define KEYS (SUNS << KEY)

typedef struct {
    uint64_t random;
    int64_t decisions, turns;
    int cards, loose;        /* in the deck; the lowest `loose` of them lie in no order yet */
    int waiting;             /* cards in limbo */
    int held;                /* cards in the hand */
    uint32_t faces;          /* the faces in the hand */
    uint32_t doors;          /* the colours of the placed doors */
    int placed;
    int symbol, colour, run; /* the last card of the row, and how many of its colour belong to no set yet */
    uint8_t hand[DOOR], doors_of[COLOURS];
    uint8_t deck[CARDS], limbo[CARDS];
} Game;

static uint32_t below(Game *g, uint32_t bound) {
    g->random = g->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((g->random >> 32) * bound >> 32);
}

static uint64_t seeded(uint64_t seed) {
    uint64_t z = seed + 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* One of so many options; a single one is no decision. */
static int choose(Game *g, int options) {
    if (options < 2) return 0;
    g->decisions++;
    return (int)below(g, (uint32_t)options);
}

static int size(uint32_t set) { return __builtin_popcount(set); }

static int member(uint32_t set, int index) {
    while (index-- > 0) set &= set - 1;
    return __builtin_ctz(set);
}

static int draw(Game *g) {
    if (g->cards > g->loose) return g->deck[--g->cards];
    uint32_t at = below(g, (uint32_t)g->cards);
    int card = g->deck[at];
    g->deck[at] = g->deck[--g->cards];
    g->loose = g->cards;
    return card;
}

static void shuffle(Game *g) { g->loose = g->cards; }

static void shuffle_limbo(Game *g) {
    if (!g->waiting) return;
    memcpy(g->deck + g->cards, g->limbo, (size_t)g->waiting);
    g->cards += g->waiting;
    g->waiting = 0;
    shuffle(g);
}

static void into_hand(Game *g, int card) {
    g->hand[card]++;
    g->faces |= 1u << card;
    g->held++;
}

static void out_of_hand(Game *g, int card) {
    if (!--g->hand[card]) g->faces &= ~(1u << card);
    g->held--;
}

static void into_limbo(Game *g, int card) { g->limbo[g->waiting++] = (uint8_t)card; }

/* Fills the hand with locations; all else waits in limbo (O-B2). */
static int take_hand(Game *g) {
    while (g->held < HAND) {
        if (!g->cards) return LOST;
        int card = draw(g);
        if (card < DOOR) into_hand(g, card);
        else into_limbo(g, card);
    }
    return PLAYING;
}

static int place(Game *g, int colour) {
    g->doors_of[colour]++;
    g->doors |= 1u << colour;
    return ++g->placed == DOORS_TO_WIN ? WON : PLAYING;
}

/* A set opens a search of the deck for a door of its colour (O-B5). */
static int search(Game *g, int colour) {
    uint8_t *door = memchr(g->deck, DOOR + colour, (size_t)g->cards);
    int choice = choose(g, door ? 3 : 2);
    if (choice == 0) return PLAYING;
    if (choice == 2) {
        *door = g->deck[--g->cards];
        if (place(g, colour) == WON) return WON;
    }
    shuffle(g);
    return PLAYING;
}

static int play(Game *g, int card) {
    int colour = card / SYMBOLS;
    g->symbol = card % SYMBOLS;
    g->run = colour == g->colour ? g->run + 1 : 1;
    g->colour = colour;
    if (g->run < SET) return PLAYING;
    g->run = 0;
    return g->cards ? search(g, colour) : PLAYING;
}

/* Takes one of several cards by its face. */
static int take(Game *g, uint8_t *cards, int n) {
    uint32_t faces = 0;
    for (int i = 0; i < n; i++) faces |= 1u << cards[i];
    int card = member(faces, choose(g, size(faces))), at = 0;
    while (cards[at] != card) at++;
    cards[at] = cards[n - 1];
    return card;
}

/* One of the top cards goes, the others are put back in any order (O-B6). */
static void prophecy(Game *g) {
    uint8_t seen[LOOK], order[LOOK];
    int n = 0, ordered = 0;
    while (n < LOOK && g->cards) seen[n++] = (uint8_t)draw(g);
    if (!n) return;
    take(g, seen, n--);
    for (; n; n--) order[ordered++] = (uint8_t)take(g, seen, n);
    while (ordered) g->deck[g->cards++] = order[--ordered];
}

/* Phase 1: a card is played or discarded (O-B4). */
static int begin_turn(Game *g) {
    uint32_t playable = g->symbol < 0 ? g->faces : g->faces & ~(SUNS << g->symbol);
    int plays = size(playable), choice = choose(g, plays + size(g->faces));
    int card = choice < plays ? member(playable, choice) : member(g->faces, choice - plays);
    out_of_hand(g, card);
    if (choice < plays) return play(g, card);
    if (card % SYMBOLS == KEY) prophecy(g);
    return PLAYING;
}

/* A drawn door is opened with a key of its colour, or goes to limbo (O-B7). */
static int meet_door(Game *g, int colour) {
    int key = colour * SYMBOLS + KEY;
    if (g->hand[key] && choose(g, 2)) {
        out_of_hand(g, key);
        return place(g, colour);
    }
    into_limbo(g, DOOR + colour);
    return PLAYING;
}

static void reveal_five(Game *g) {
    for (int n = 0; n < LOOK && g->cards; n++) {
        int card = draw(g);
        if (card >= DOOR) into_limbo(g, card);
    }
}

/* A nightmare is defeated by a key, a door, five cards of the deck or the hand (O-B8). */
static int meet_nightmare(Game *g) {
    uint32_t keys = g->faces & KEYS;
    int by_key = size(keys), by_door = size(g->doors), choice = choose(g, by_key + by_door + 2);
    if (choice < by_key) {
        out_of_hand(g, member(keys, choice));
    } else if (choice < by_key + by_door) {
        int colour = member(g->doors, choice - by_key);
        if (!--g->doors_of[colour]) g->doors &= ~(1u << colour);
        g->placed--;
        into_limbo(g, DOOR + colour);
    } else if (choice == by_key + by_door) {
        reveal_five(g);
    } else {
        memset(g->hand, 0, sizeof g->hand);
        g->faces = 0;
        g->held = 0;
        return take_hand(g);
    }
    return PLAYING;
}

/* Phase 2: the hand is filled from the deck; what is drawn is resolved (O-B7). */
static int refill(Game *g) {
    int status = PLAYING;
    while (g->held < HAND && status == PLAYING) {
        if (!g->cards) return LOST;
        int card = draw(g);
        if (card < DOOR) into_hand(g, card);
        else status = card == NIGHTMARE ? meet_nightmare(g) : meet_door(g, card - DOOR);
    }
    return status;
}

static int play_game(Game *g) {
    int status = take_hand(g);
    while (status == PLAYING) {
        shuffle_limbo(g);
        g->turns++;
        status = begin_turn(g);
        if (status == PLAYING) status = refill(g);
    }
    return status;
}

/* Plays games with the seeds from `first` on; a row has the status (1: won, 2: lost), decisions and turns. */
PUBLIC void play_games(int64_t first, int64_t games, int64_t *rows) {
    Game start = {.symbol = -1, .colour = -1};
    for (int face = 0; face < FACES; face++)
        for (int k = 0; k < copies[face]; k++) start.deck[start.cards++] = (uint8_t)face;
    start.loose = start.cards;
    for (int64_t k = 0; k < games; k++, rows += 3) {
        Game g = start;
        g.random = seeded((uint64_t)(first + k));
        rows[0] = play_game(&g);
        rows[1] = g.decisions;
        rows[2] = g.turns;
    }
}
