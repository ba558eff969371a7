/* Selections of several cards, and picks that read the same (as in `choices/selections` and `choices/options`).

`Texts` has the words of a program, as numbers; it isn't part of the code, so that the code knows no words. All of it is
one array `d`: `d[0]` is where the cards begin, `d[1]` the choices by block, `d[2]` the texts, and so on (see `words`). */

#if SELECTIONS
typedef struct { Card at[15]; int8_t source[15], pick[15]; int n, size, most, sources, begun; V packed; I ends; } Chosen;

static Chosen choosing(G *g, const L *lists, int sources, int least, int most) {
    Chosen c = {.sources = sources, .size = least};
    for (int k = 0; k < sources; k++) {
        if (unlikely(c.n + lists[k].n > 15)) stop(g);
        int from = c.n;
        for (I i = 0; i < lists[k].n; i++) {
            Card card = lists[k].at[i];
            int j = c.n++;
            while (j > from && rank[c.at[j - 1]] > rank[card]) { c.at[j] = c.at[j - 1]; j--; }
            c.at[j] = card;
        }
        for (int j = from; j < c.n; j++) c.source[j] = (int8_t)k;
    }
    c.most = most < c.n ? most : c.n;
    return c;
}
/* The next combination of positions, in order; of each size, small ones first. */
static int advance(Chosen *c) {
    if (!c->begun) { c->begun = 1; }
    else {
        int i = c->size - 1;
        while (i >= 0 && c->pick[i] == c->n - c->size + i) i--;
        if (i >= 0) {
            c->pick[i]++;
            for (int j = i + 1; j < c->size; j++) c->pick[j] = (int8_t)(c->pick[j - 1] + 1);
            return 1;
        }
        c->size++;
    }
    if (c->size > c->most) return 0;
    for (int j = 0; j < c->size; j++) c->pick[j] = (int8_t)j;
    return 1;
}
/* Of equal cards the first ones are taken, so that each selection is listed once. */
static int next_chosen(Chosen *c) {
    while (advance(c)) {
        int twice = 0;
        for (int i = 0; i < c->size && !twice; i++) {
            int at = c->pick[i];
            twice = at && c->at[at] == c->at[at - 1] && c->source[at] == c->source[at - 1]
                && (!i || c->pick[i - 1] != at - 1);
        }
        if (twice) continue;
        unsigned __int128 packed = 0;
        I ends = 0;
        for (int i = c->size - 1; i >= 0; i--) packed = packed << 8 | (unsigned)(c->at[c->pick[i]] + 1);
        for (int k = c->sources - 2; k >= 0; k--) {
            I upto = 0;
            for (int i = 0; i < c->size; i++) upto += c->source[c->pick[i]] <= k;
            ends = ends * 16 + upto;
        }
        c->packed = (V)packed;
        c->ends = ends;
        return 1;
    }
    return 0;
}
#endif

#if MERGING
/* Words while they are put together: their letters, or in haste only a hash of them, by which most differ. The hash is a
polynomial in BASE, so that texts can be joined, and letters taken away, without reading them again. */
#define BASE 0x9E3779B97F4A7C15u
#define UNBASE 0xF1DE83E19937733Du /* BASE * UNBASE = 1 */
typedef struct { U hash; int n, hasty, first, last; unsigned char at[1024]; } Words;

static void begin_words(Words *w, int hasty) { w->hash = 0; w->n = w->first = w->last = 0; w->hasty = hasty; }
static U power(int n) {
    U result = 1, base = BASE;
    for (; n > 0; n >>= 1, base *= base) if (n & 1) result *= base;
    return result;
}
/* Numbers of a text: where its bytes begin, how many, its hash, BASE to that power, its last and its first letter. */
#define TEXT 8
enum { CARDS, BLOCKS, TEXTS, BYTES, ORDER, RIDING_ZONE, RIDING_FACT, FIRST_BACK, LAST_BACK, RANKS, JOIN, ON };
enum { CARD, PLACED, VALUES, SEVERAL };

static void text(const int32_t *d, Words *w, I id) {
    const int32_t *entry = d + d[TEXTS] + TEXT * id;
    int n = entry[1];
    if (!n) return;
    if (w->n + n > (int)sizeof w->at) { w->n = (int)sizeof w->at; return; }
    w->hash = w->hash * ((U)(uint32_t)entry[4] << 32 | (uint32_t)entry[5]) + ((U)(uint32_t)entry[2] << 32 | (uint32_t)entry[3]);
    if (!w->n) w->first = entry[7];
    w->last = entry[6];
    if (!w->hasty) for (int i = 0; i < n; i++) w->at[w->n + i] = (unsigned char)d[d[BYTES] + entry[0] + i];
    w->n += n;
}
static void letter(Words *w, int c) {
    if (w->n >= (int)sizeof w->at) return;
    w->hash = w->hash * BASE + (U)c;
    if (!w->n) w->first = c;
    w->last = c;
    if (!w->hasty) w->at[w->n] = (unsigned char)c;
    w->n++;
}
static void digits(Words *w, I value) {
    char out[24];
    int n = snprintf(out, sizeof out, "%lld", (long long)value);
    for (int i = 0; i < n; i++) letter(w, out[i]);
}
static void append(Words *w, const Words *more) {
    if (!more->n) return;
    if (w->n + more->n > (int)sizeof w->at) { w->n = (int)sizeof w->at; return; }
    w->hash = w->hash * power(more->n) + more->hash;
    if (!w->n) w->first = more->first;
    w->last = more->last;
    if (!w->hasty) memcpy(w->at + w->n, more->at, (size_t)more->n);
    w->n += more->n;
}
/* Takes away the last letter, a space; the letter before it isn't known in haste, but no text ends with two spaces. */
static void take_space(Words *w) {
    w->hash = (w->hash - ' ') * UNBASE;
    w->n--;
    w->last = w->hasty || !w->n ? 0 : w->at[w->n - 1];
}

/* A card's name with its facts; `folded` is 1 for the form in which names are compared. A card's entry has the ids of
its name and its facts: the fact, how many values have words, the mark and whether it counts, and the words. */
static void called(G *g, const int32_t *d, Words *w, I card, int folded) {
    const int32_t *entry = d + d[d[CARDS] + card];
    text(d, w, entry[folded]);
    for (int pass = 0; pass < 2; pass++) {
        const int32_t *at = entry + 3;
        for (int k = 0; k < entry[2]; k++) {
            int fact = at[0], words = at[1], mark = at[2], counts = at[3];
            I value = g->s.fact[fact][card + 1];
            if (!pass && words && value < words && d[d[TEXTS] + TEXT * at[4 + 2 * value + folded] + 1]) {
                letter(w, ' ');
                text(d, w, at[4 + 2 * value + folded]);
            }
            if (pass && mark >= 0 && value) {
                letter(w, ' ');
                letter(w, '(');
                text(d, w, mark + folded);
                if (counts) { letter(w, ' '); digits(w, value); }
                letter(w, ')');
            }
            at += 4 + 2 * words;
        }
    }
}
static int compared(const Words *a, const Words *b) {
    int c = memcmp(a->at, b->at, (size_t)(a->n < b->n ? a->n : b->n));
    return c ? c : a->n - b->n;
}
static I place_of_back(G *g, I card) {
    for (I z = 0; z < ZONES; z++) {
        if (heap[z]) continue;
        for (I i = 0; i < g->s.n[z]; i++)
            if (g->s.zone[z][i] == card) return pile[z] ? g->s.n[z] - i : i + 1;
    }
    return 0;
}
/* A card's name with its facts, and the names of the cards that lie on it. */
static void in_full(G *g, const int32_t *d, Words *w, I card, int folded) {
    I place;
    if (card >= d[FIRST_BACK] && card < d[LAST_BACK] && (place = place_of_back(g, card))) {
        text(d, w, d[d[d[CARDS] + card] + folded]);
        letter(w, ' ');
        digits(w, place);
        return;
    }
    called(g, d, w, card, folded);
    if (d[RIDING_ZONE] < 0) return;
    I z = d[RIDING_ZONE], done = -1, lastcard = -1, riders = 0;
    for (I i = 0; i < g->s.n[z]; i++) riders += g->s.fact[d[RIDING_FACT]][g->s.zone[z][i] + 1] == card + 1;
    if (!riders) return;
    Words last, best;
    for (;;) { /* each time round the next in the order of their words */
        I found = -1;
        for (I i = 0; i < g->s.n[z]; i++) {
            I rider = g->s.zone[z][i];
            if (g->s.fact[d[RIDING_FACT]][rider + 1] != card + 1) continue;
            Words words;
            begin_words(&words, 0);
            called(g, d, &words, rider, 0);
            if (done >= 0) {
                int c = compared(&words, &last);
                if (c < 0 || (!c && rider <= lastcard)) continue;
            }
            int c = found < 0 ? -1 : compared(&words, &best);
            if (c < 0) { best = words; found = rider; }
        }
        if (found < 0) return;
        text(d, w, d[ON] + folded);
        called(g, d, w, found, folded);
        last = best;
        lastcard = found;
        done = found;
    }
}
/* The words of a parameter; returns whether they replace all words before it. An entry has the kind, the number of
sources, whether it may be unnamed, the number of words, these, and for each source its prefix, suffix, and whether it
replaces. */
static int parameter(G *g, const int32_t *d, const int32_t *entry, const Part *part, Words *w) {
    int sources = entry[1], words = entry[3];
    const int32_t *of = entry + 4 + words;
    if (entry[0] == VALUES) {
        if (part->tag < words) text(d, w, entry[4 + part->tag]);
        return 0;
    }
#if SELECTIONS
    if (entry[0] == SEVERAL) {
        L cards = unpacked(g, part->card);
        I start = 0, left = part->zone;
        for (int k = 0; k < sources; k++, left /= 16) {
            I end = k == sources - 1 ? cards.n : left % 16;
            Words folded[15], one;
            I order[15];
            for (I i = start; i < end; i++) {
                begin_words(&one, 0);
                in_full(g, d, &one, cards.at[i], 1);
                I j = i - start;
                while (j > 0 && compared(&folded[j - 1], &one) > 0) { folded[j] = folded[j - 1]; order[j] = order[j - 1]; j--; }
                folded[j] = one;
                order[j] = i;
            }
            for (I i = 0; i < end - start; i++) {
                if (start + i) text(d, w, d[JOIN]);
                int before = w->n;
                text(d, w, of[3 * k]);
                if (w->n > before) letter(w, ' ');
                in_full(g, d, w, cards.at[order[i]], 0);
            }
            start = end;
        }
        return 0;
    }
#endif
    I tag = part->tag < 0 ? -1 - part->tag : part->tag, detail = tag / sources, source = tag % sources;
    Words name;
    begin_words(&name, w->hasty);
    if (entry[0] == PLACED) digits(&name, detail + 1);
    else in_full(g, d, &name, (I)part->card, 0);
    of += 3 * source;
    if (part->tag >= 0) {
        int before = w->n;
        text(d, w, of[0]);
        if (w->n > before) letter(w, ' ');
    }
    append(w, &name);
    if (part->tag < 0) return 0;
    if (d[d[TEXTS] + TEXT * of[1] + 1]) letter(w, ' ');
    text(d, w, of[1]);
    return of[2];
}
/* The words of a pick. An option's entry has the number of its parts, the place of its parameters, and the parts: a
text's id, or -1 and less for a parameter. */
static void shown(G *g, const int32_t *d, const int32_t *options, const Pick *pick, Words *w) {
    const int32_t *entry = d + options[pick->option];
    Words words;
    begin_words(w, w->hasty);
    for (int k = 0; k < entry[0]; k++) {
        int part = entry[2 + k];
        if (part >= 0) { text(d, w, part); continue; }
        begin_words(&words, w->hasty);
        const int32_t *of = d + d[entry[1] + (-1 - part)];
        int replaces = parameter(g, d, of, &pick->part[-1 - part], &words);
        if (replaces) { begin_words(w, w->hasty); append(w, &words); }
        else if (words.n) append(w, &words);
        else if (w->n && w->last == ' ') take_space(w);
    }
    while (w->n && w->last == ' ') take_space(w);
    if (w->n && w->first == ' ') {
        w->hash -= ' ' * power(--w->n);
        if (!w->hasty) memmove(w->at, w->at + 1, (size_t)w->n);
    }
    if (w->n >= (int)sizeof w->at - 1) stop(g);
}
/* A fact of the cards that lie on a card, in the order of their names. */
static int ranks_on(G *g, const int32_t *d, int fact, Card card, I *out, int n) {
    I z = d[RIDING_ZONE];
    if (z < 0) return n;
    Card on[60];
    int count = 0;
    for (I i = 0; i < g->s.n[z]; i++) {
        Card rider = g->s.zone[z][i];
        if (g->s.fact[d[RIDING_FACT]][rider + 1] != card + 1) continue;
        if (count + n >= 60) stop(g);
        int j = count++;
        while (j > 0 && d[d[ORDER] + on[j - 1]] > d[d[ORDER] + rider]) { on[j] = on[j - 1]; j--; }
        on[j] = rider;
    }
    for (int i = 0; i < count; i++) out[n++] = g->s.fact[fact][on[i] + 1];
    return n;
}

/* Facts say which of several cards that read the same is meant: the lists of their values are compared. */
static int ranks(G *g, const int32_t *d, const int32_t *options, const Pick *pick, I *out) {
    const int32_t *entry = d + options[pick->option];
    int n = 0, parameters = d[entry[1] - 1];
    const int32_t *facts = d + d[RANKS];
    for (int k = 0; k < parameters; k++) {
        const int32_t *of = d + d[entry[1] + k];
        Card cards[15];
        I count = 0;
        if (of[0] == CARD) cards[count++] = (Card)pick->part[k].card;
#if SELECTIONS
        if (of[0] == SEVERAL) {
            L all = unpacked(g, pick->part[k].card);
            for (; count < all.n; count++) cards[count] = all.at[count];
        }
#endif
        for (I i = 0; i < count; i++)
            for (int f = 0; f < facts[0]; f++) {
                if (n >= 60) stop(g);
                out[n++] = g->s.fact[facts[1 + f]][cards[i] + 1];
                n = ranks_on(g, d, facts[1 + f], cards[i], out, n);
            }
    }
    return n;
}
static int ranks_above(G *g, const int32_t *d, const int32_t *options, const Pick *a, const Pick *b) {
    I one[64], other[64];
    int n = ranks(g, d, options, a, one), m = ranks(g, d, options, b, other);
    for (int i = 0; i < n && i < m; i++)
        if (one[i] != other[i]) return one[i] > other[i];
    return n > m;
}
static U hashed(const Words *w) { return w->hash * BASE + (U)w->n; }
static int same_words(G *g, const int32_t *d, const int32_t *options, const U *hash, I a, I b) {
    Words one, other;
    if (hash[a] != hash[b]) return 0;
    one.hasty = other.hasty = 0;
    shown(g, d, options, &g->picks[a], &one);
    shown(g, d, options, &g->picks[b], &other);
    return !compared(&one, &other);
}
/* Whether two picks differ in what they leave unnamed. */
static int differ(const int32_t *d, const int32_t *options, const Pick *a, const Pick *b) {
    const int32_t *one = d + options[a->option], *other = d + options[b->option];
    I left[64], right[64];
    int n = 0, m = 0;
    for (int k = 0; k < d[one[1] - 1]; k++) {
        const int32_t *of = d + d[one[1] + k];
        if (of[2]) left[n++] = of[0] == VALUES ? (I)a->part[k].card : a->part[k].zone;
    }
    for (int k = 0; k < d[other[1] - 1]; k++) {
        const int32_t *of = d + d[other[1] + k];
        if (of[2]) right[m++] = of[0] == VALUES ? (I)b->part[k].card : b->part[k].zone;
    }
    return n != m || memcmp(left, right, (size_t)n * sizeof(I));
}
static void name_all(const int32_t *d, const int32_t *options, Pick *pick) {
    const int32_t *entry = d + options[pick->option];
    for (int k = 0; k < d[entry[1] - 1]; k++) {
        const int32_t *of = d + d[entry[1] + k];
        Part *part = &pick->part[k];
        if (!of[2]) continue;
        if (of[0] == VALUES) part->tag = (part->tag + of[3] / 2) % of[3];
        else part->tag = -1 - part->tag;
    }
}
/* Whether two picks may read the same where only cards of one name can: then these are compared first, as numbers. */
static UNUSED int may_be_twins(G *g, int block) {
    U seen[16] = {0};
    for (I i = 0; i < g->n; i++) {
        const Pick *pick = &g->picks[i];
        const unsigned char *kinds = named + (first_option[block] + pick->option) * (PARTS ? PARTS : 1);
        U key = (U)pick->option;
        for (int part = 0; part < PARTS && kinds[part]; part++) {
#if SELECTIONS
            if (kinds[part] == 3) { /* cards in the order of their names */
                V left = pick->part[part].card;
                for (; left > 0; left >>= 8) key = (key ^ (U)name_of[(Card)left - 1]) * 0x9E3779B97F4A7C15u;
                continue;
            }
#endif
            I card = (I)pick->part[part].card;
            key = (key ^ (U)(kinds[part] == 2 ? name_of[card < 0 ? IDS : card] : 0)) * 0x9E3779B97F4A7C15u;
            key = (key ^ (U)pick->part[part].tag) * 0xC2B2AE3D27D4EB4Fu;
        }
        U bit = (U)1 << (key >> 58);
        if (seen[key >> 54 & 15] & bit) return 1;
        seen[key >> 54 & 15] |= bit;
    }
    return 0;
}
static void merge(G *g, int block) {
    if (g->n < 2) return;
    const int32_t *d = (const int32_t *)g->texts, *options = d + d[d[BLOCKS] + block];
    I n = g->n;
    Card *mark = g->top;
    g->top += (8 - (uintptr_t)g->top % 8) / sizeof(Card);
    U *hash = (U *)(void *)room(g, n * (I)(sizeof(U) / sizeof(Card)));
    unsigned char *unclear = (unsigned char *)room(g, n);
    Words w;
    w.hasty = 1;
    int twice = 0, ambiguous = 0;
    for (I i = 0; i < n; i++) {
        shown(g, d, options, &g->picks[i], &w);
        hash[i] = hashed(&w);
        unclear[i] = 0;
    }
    for (I i = 1; i < n && !twice; i++) for (I j = 0; j < i && !twice; j++) twice = hash[i] == hash[j];
    if (!twice) { g->top = mark; return; }
    for (I i = 1; i < n; i++)
        for (I j = 0; j < i; j++)
            if (same_words(g, d, options, hash, i, j)) {
                if (differ(d, options, &g->picks[j], &g->picks[i])) unclear[j] |= 1, ambiguous = 1;
                break; /* the first one that reads like it */
            }
    if (ambiguous) {
        for (I i = 1; i < n; i++)
            for (I j = 0; j < i; j++)
                if (unclear[j] == 1 && same_words(g, d, options, hash, i, j)) { unclear[i] = 2; break; }
        for (I i = 0; i < n; i++)
            if (unclear[i]) name_all(d, options, &g->picks[i]);
        for (I i = 0; i < n; i++) {
            shown(g, d, options, &g->picks[i], &w);
            hash[i] = hashed(&w);
        }
    }
    int ranked = 0;
    const int32_t *facts = d + d[RANKS];
    for (int f = 0; f < facts[0]; f++)
        for (I c = 0; c <= IDS; c++) ranked |= g->s.fact[facts[1 + f]][c] != 0;
    I left = 0;
    for (I i = 0; i < n; i++) {
        I j = 0;
        while (j < left && !same_words(g, d, options, hash, j, i)) j++;
        if (j == left) {
            if (left != i) { g->picks[left] = g->picks[i]; hash[left] = hash[i]; }
            left++;
        } else if (ranked && ranks_above(g, d, options, &g->picks[i], &g->picks[j])) g->picks[j] = g->picks[i];
    }
    g->n = left;
    g->top = mark;
}
#endif
