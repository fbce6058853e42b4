// The move generator of engine/core in C++, algorithm for algorithm, to compare the compilers.
// Build: g++ -O3 -march=native -o perft perft.cpp; run: ./perft "<fen>" <depth>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <sstream>
#include <string>
#include <vector>

typedef uint64_t u64;
typedef int32_t i32;

enum { PAWN = 1, KNIGHT, BISHOP, ROOK, QUEEN, KING, NO_SQUARE = 64 };
enum { CASTLE = 1, PASSING = 2, PROMOTE = 4 };
static const u64 FILE_A = 0x0101010101010101ULL, FILE_H = FILE_A << 7;
static const u64 RANK_1 = 0xff, RANK_3 = 0xff0000, RANK_6 = RANK_3 << 24, RANK_8 = RANK_1 << 56;
static const u64 SIDE = 0xf8d626aaaf278509ULL;

struct Magic { u64 mask, magic; u64* table; u64 shift; };
struct State {
  u64 key, pawns, byColor[2], checkers, pinned, material;
  i32 score, phase, castling, passing, captured, clock, sinceNull, move, repeated;
};
struct Entry { i32 move, score; };

static Magic rooks[64], bishops[64];
static u64 sliders[102400 + 5248], knights[64], kings[64], pawnHits[2][64], betweens[64][64], lines[64][64];
static u64 pieceKeys[16][64], castlingKeys[16], fileKeys[8];
static i32 scores[16][64];
static uint8_t castlingMask[64];
static uint8_t board[64];
static u64 byType[8], byColor[2];
static State states[512];
static State* st;
static i32 turn;
static Entry lists[64][256];

static u64 seed = 0x9e3779b97f4a7c15ULL;
static u64 rnd() { seed ^= seed >> 12; seed ^= seed << 25; seed ^= seed >> 27; return seed * 2685821657736338717ULL; }
static inline u64 bit(int s) { return 1ULL << s; }
static inline int first(u64 b) { return __builtin_ctzll(b); }
static inline bool many(u64 b) { return b & (b - 1); }

static u64 rays(int square, u64 occupied, bool diagonal, bool inner) {
  static const int steps[2][4][2] = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
  u64 result = 0;
  for (auto& step : steps[diagonal]) {
    int x = (square & 7) + step[0], y = (square >> 3) + step[1];
    while (x >= 0 && x < 8 && y >= 0 && y < 8) {
      bool last = x + step[0] < 0 || x + step[0] > 7 || y + step[1] < 0 || y + step[1] > 7;
      if (inner && last) break;
      result |= bit(y * 8 + x);
      if (occupied & bit(y * 8 + x)) break;
      x += step[0]; y += step[1];
    }
  }
  return result;
}

static u64* initMagic(Magic& m, int square, bool diagonal, u64* table) {
  m.mask = rays(square, 0, diagonal, true);
  int bits = __builtin_popcountll(m.mask);
  m.shift = 64 - bits; m.table = table;
  std::vector<u64> occupied, attacks;
  u64 subset = 0;
  do { occupied.push_back(subset); attacks.push_back(rays(square, subset, diagonal, false)); subset = (subset - m.mask) & m.mask; } while (subset);
  std::vector<int> epoch(1 << bits, 0);
  for (int attempt = 1;; attempt++) {
    m.magic = rnd() & rnd() & rnd();
    if (__builtin_popcountll((m.mask * m.magic) >> 56) < 6) continue;
    bool ok = true;
    for (size_t i = 0; ok && i < occupied.size(); i++) {
      u64 index = (occupied[i] * m.magic) >> m.shift;
      if (epoch[index] == attempt && table[index] != attacks[i]) ok = false;
      epoch[index] = attempt; table[index] = attacks[i];
    }
    if (ok) return table + (1 << bits);
  }
}

static inline u64 rookAttacks(int s, u64 o) { const Magic& m = rooks[s]; return m.table[((o & m.mask) * m.magic) >> m.shift]; }
static inline u64 bishopAttacks(int s, u64 o) { const Magic& m = bishops[s]; return m.table[((o & m.mask) * m.magic) >> m.shift]; }
static inline u64 pieces(int c, int t) { return byColor[c] & byType[t]; }
static inline u64 occupiedAll() { return byColor[0] | byColor[1]; }
static inline int kingSquare(int c) { return first(pieces(c, KING)); }
static inline u64 unit(int p) { return 1ULL << ((((p & 7) - 1) << 2) + (p >> 3) * 24); }
static inline int phaseOf(int p) { int t = p & 7; return t == QUEEN ? 4 : t == ROOK ? 2 : t == KNIGHT || t == BISHOP ? 1 : 0; }

static inline void put(int p, int s) { board[s] = p; byType[p & 7] |= bit(s); byColor[p >> 3] |= bit(s); }
static inline void take(int p, int s) { board[s] = 0; byType[p & 7] &= ~bit(s); byColor[p >> 3] &= ~bit(s); }
static inline void shift(int p, int f, int t) { u64 m = bit(f) | bit(t); board[f] = 0; board[t] = p; byType[p & 7] ^= m; byColor[p >> 3] ^= m; }

static u64 attackersTo(int s, u64 o) {
  return (pawnHits[0][s] & pieces(1, PAWN)) | (pawnHits[1][s] & pieces(0, PAWN)) | (knights[s] & byType[KNIGHT]) | (kings[s] & byType[KING]) |
         (bishopAttacks(s, o) & (byType[BISHOP] | byType[QUEEN])) | (rookAttacks(s, o) & (byType[ROOK] | byType[QUEEN]));
}
static bool isAttacked(int s, u64 o, int by) {
  u64 theirs = byColor[by];
  if (pawnHits[by ^ 1][s] & theirs & byType[PAWN]) return true;
  if (knights[s] & theirs & byType[KNIGHT]) return true;
  if (kings[s] & theirs & byType[KING]) return true;
  if (bishopAttacks(s, o) & theirs & (byType[BISHOP] | byType[QUEEN])) return true;
  return rookAttacks(s, o) & theirs & (byType[ROOK] | byType[QUEEN]);
}
static void refreshChecks() {
  int us = turn, king = kingSquare(us);
  u64 own = byColor[us], theirs = byColor[us ^ 1], queens = byType[QUEEN], pinned = 0;
  u64 checks = ((pawnHits[us][king] & byType[PAWN]) | (knights[king] & byType[KNIGHT])) & theirs;
  u64 snipers = ((bishopAttacks(king, theirs) & (byType[BISHOP] | queens)) | (rookAttacks(king, theirs) & (byType[ROOK] | queens))) & theirs;
  while (snipers) {
    int sniper = first(snipers);
    u64 blockers = betweens[king][sniper] & own;
    if (!blockers) checks |= bit(sniper);
    else if (!many(blockers)) pinned |= blockers;
    snipers &= snipers - 1;
  }
  st->checkers = checks; st->pinned = pinned;
}
static bool canPass(int side, int square) {
  u64 takers = pawnHits[side ^ 1][square] & pieces(side, PAWN), victim = bit(square ^ 8), theirs = byColor[side ^ 1] & ~victim;
  int king = kingSquare(side);
  while (takers) {
    int taker = first(takers);
    if (!(attackersTo(king, (occupiedAll() ^ bit(taker) ^ victim) | bit(square)) & theirs)) return true;
    takers &= takers - 1;
  }
  return false;
}
static int repetition(u64 key, int clock) {
  int end = clock < st->sinceNull ? clock : st->sinceNull;
  State* s = st - 2;
  for (int back = 4; back <= end; back += 2) { s -= 2; if (s->key == key) return s->repeated ? -back : back; }
  return 0;
}
static void make(int move) {
  State* previous = st; State* next = st + 1;
  int us = turn, from = move & 63, to = (move >> 6) & 63, flag = move >> 12, piece = board[from], captured = board[to];
  u64 key = previous->key ^ SIDE, pawns = previous->pawns, material = previous->material, own = previous->byColor[us], theirs = previous->byColor[us ^ 1];
  int score = previous->score, phase = previous->phase, clock = previous->clock + 1;
  if (previous->passing != NO_SQUARE) key ^= fileKeys[previous->passing & 7];
  int victim = flag == PASSING ? to ^ 8 : to;
  if (flag == PASSING) captured = ((us ^ 1) << 3) | PAWN;
  if (captured) {
    u64 change = pieceKeys[captured][victim];
    take(captured, victim); key ^= change;
    if ((captured & 7) == PAWN) pawns ^= change; else theirs ^= change;
    material -= unit(captured); score -= scores[captured][victim]; phase -= phaseOf(captured); clock = 0;
  }
  u64 change = pieceKeys[piece][from] ^ pieceKeys[piece][to];
  shift(piece, from, to); key ^= change; score += scores[piece][to] - scores[piece][from];
  int passing = NO_SQUARE;
  if ((piece & 7) == PAWN) {
    clock = 0; pawns ^= change;
    if ((from ^ to) == 16) {
      if (pawnHits[us][to ^ 8] & pieces(us ^ 1, PAWN) && canPass(us ^ 1, to ^ 8)) { passing = to ^ 8; key ^= fileKeys[passing & 7]; }
    } else if (flag >= PROMOTE) {
      int promoted = (us << 3) | (flag - 2);
      take(piece, to); put(promoted, to);
      key ^= pieceKeys[piece][to] ^ pieceKeys[promoted][to]; pawns ^= pieceKeys[piece][to]; own ^= pieceKeys[promoted][to];
      material += unit(promoted) - unit(piece); score += scores[promoted][to] - scores[piece][to]; phase += phaseOf(promoted);
    }
  } else {
    own ^= change;
    if (flag == CASTLE) {
      int rook = (us << 3) | ROOK, rf = to > from ? to + 1 : to - 2, rt = to > from ? to - 1 : to + 1;
      u64 rc = pieceKeys[rook][rf] ^ pieceKeys[rook][rt];
      shift(rook, rf, rt); key ^= rc; own ^= rc; score += scores[rook][rt] - scores[rook][rf];
    }
  }
  int left = previous->castling & castlingMask[from] & castlingMask[to];
  key ^= castlingKeys[previous->castling] ^ castlingKeys[left];
  next->key = key; next->pawns = pawns; next->byColor[us] = own; next->byColor[us ^ 1] = theirs; next->material = material;
  next->score = score; next->phase = phase; next->castling = left; next->passing = passing; next->captured = captured;
  next->clock = clock; next->sinceNull = previous->sinceNull + 1; next->move = move;
  st = next; turn = us ^ 1;
  refreshChecks();
  st->repeated = repetition(key, clock);
}
static void unmake() {
  int move = st->move, captured = st->captured, us = turn ^ 1, from = move & 63, to = (move >> 6) & 63, flag = move >> 12;
  st--; turn = us;
  if (flag >= PROMOTE) { take(board[to], to); put((us << 3) | PAWN, from); }
  else {
    shift(board[to], to, from);
    if (flag == CASTLE) shift((us << 3) | ROOK, to > from ? to - 1 : to + 1, to > from ? to + 1 : to - 2);
  }
  if (captured) put(captured, flag == PASSING ? to ^ 8 : to);
}

static inline Entry* emit(int from, u64 targets, Entry* list) { while (targets) { (list++)->move = from | (first(targets) << 6); targets &= targets - 1; } return list; }
static inline Entry* emitPawns(int step, u64 targets, Entry* list) { while (targets) { int to = first(targets); (list++)->move = (to - step) | (to << 6); targets &= targets - 1; } return list; }
static Entry* promotions(int move, Entry* list) { for (int f : {7, 4, 6, 5}) (list++)->move = move | (f << 12); return list; }
static Entry* emitPromotions(int step, u64 targets, Entry* list) { while (targets) { int to = first(targets); list = promotions((to - step) | (to << 6), list); targets &= targets - 1; } return list; }

static Entry* kingMoves(int us, int king, u64 wanted, u64 occupied, Entry* list) {
  u64 targets = kings[king] & wanted, without = occupied ^ bit(king);
  while (targets) { int to = first(targets); if (!isAttacked(to, without, us ^ 1)) (list++)->move = king | (to << 6); targets &= targets - 1; }
  return list;
}
static Entry* pawnMoves(int us, int king, u64 evasion, u64 pinned, u64 occupied, u64 theirs, Entry* list) {
  u64 pawns = pieces(us, PAWN), free = pawns & ~pinned, empty = ~occupied, last = us ? RANK_1 : RANK_8;
  int up = us ? -8 : 8;
  u64 single = (us ? free >> 8 : free << 8) & empty, dbl = (us ? (single & RANK_6) >> 8 : (single & RANK_3) << 8) & empty & evasion;
  list = emitPawns(up, single & evasion & ~last, list);
  list = emitPawns(up + up, dbl, list);
  u64 targets = theirs & evasion, left = (us ? (free & ~FILE_A) >> 9 : (free & ~FILE_A) << 7) & targets, right = (us ? (free & ~FILE_H) >> 7 : (free & ~FILE_H) << 9) & targets;
  list = emitPawns(us ? -9 : 7, left & ~last, list);
  list = emitPawns(us ? -7 : 9, right & ~last, list);
  list = emitPromotions(us ? -9 : 7, left & last, list);
  list = emitPromotions(us ? -7 : 9, right & last, list);
  list = emitPromotions(up, single & last & evasion, list);
  if (st->passing != NO_SQUARE) {
    int passing = st->passing; u64 takers = pawnHits[us ^ 1][passing] & pieces(us, PAWN), victim = bit(passing ^ 8);
    while (takers) {
      int from = first(takers);
      if (!(attackersTo(king, (occupied ^ bit(from) ^ victim) | bit(passing)) & byColor[us ^ 1] & ~victim)) (list++)->move = from | (passing << 6) | (PASSING << 12);
      takers &= takers - 1;
    }
  }
  u64 tied = pawns & pinned;
  while (tied) {
    int from = first(tied); u64 allowed = lines[king][from] & evasion;
    u64 push = (us ? bit(from) >> 8 : bit(from) << 8) & ~occupied, far = (us ? (push & RANK_6) >> 8 : (push & RANK_3) << 8) & ~occupied;
    list = emit(from, (push | far) & allowed & ~last, list);
    u64 captures = pawnHits[us][from] & theirs & allowed;
    list = emit(from, captures & ~last, list);
    for (u64 p = captures & last; p; p &= p - 1) list = promotions(from | (first(p) << 6), list);
    tied &= tied - 1;
  }
  return list;
}
static Entry* generate(Entry* list) {
  int us = turn; u64 own = byColor[us], theirs = byColor[us ^ 1], occupied = own | theirs, wanted = ~own, checks = st->checkers, targets = wanted;
  int king = kingSquare(us);
  u64 evasion = ~0ULL;
  if (checks) { if (many(checks)) return kingMoves(us, king, wanted, occupied, list); evasion = betweens[king][first(checks)] | checks; targets &= evasion; }
  u64 pinned = st->pinned, queens = byType[QUEEN];
  list = pawnMoves(us, king, evasion, pinned, occupied, theirs, list);
  for (u64 m = own & byType[KNIGHT] & ~pinned; m; m &= m - 1) list = emit(first(m), knights[first(m)] & targets, list);
  for (u64 m = own & (byType[BISHOP] | queens); m; m &= m - 1) { int f = first(m); u64 to = bishopAttacks(f, occupied) & targets; if (pinned & bit(f)) to &= lines[king][f]; list = emit(f, to, list); }
  for (u64 m = own & (byType[ROOK] | queens); m; m &= m - 1) { int f = first(m); u64 to = rookAttacks(f, occupied) & targets; if (pinned & bit(f)) to &= lines[king][f]; list = emit(f, to, list); }
  if (!checks) {
    int rights = st->castling >> (us << 1);
    if (rights & 1 && !(occupied & (bit(king + 1) | bit(king + 2))) && !isAttacked(king + 1, occupied, us ^ 1) && !isAttacked(king + 2, occupied, us ^ 1)) (list++)->move = king | ((king + 2) << 6) | (CASTLE << 12);
    if (rights & 2 && !(occupied & (bit(king - 1) | bit(king - 2) | bit(king - 3))) && !isAttacked(king - 1, occupied, us ^ 1) && !isAttacked(king - 2, occupied, us ^ 1)) (list++)->move = king | ((king - 2) << 6) | (CASTLE << 12);
  }
  return kingMoves(us, king, wanted, occupied, list);
}
static u64 count(int depth, int ply) {
  Entry* list = lists[ply]; Entry* end = generate(list);
  if (depth == 1) return end - list;
  u64 nodes = 0;
  for (Entry* e = list; e < end; e++) { make(e->move); nodes += count(depth - 1, ply + 1); unmake(); }
  return nodes;
}

static void init() {
  u64* table = sliders;
  for (int s = 0; s < 64; s++) table = initMagic(rooks[s], s, false, table);
  for (int s = 0; s < 64; s++) table = initMagic(bishops[s], s, true, table);
  for (int s = 0; s < 64; s++) {
    for (int t = 0; t < 64; t++) {
      int x = abs((s & 7) - (t & 7)), y = abs((s >> 3) - (t >> 3));
      if (x * y == 2) knights[s] |= bit(t);
      if (s != t && x <= 1 && y <= 1) kings[s] |= bit(t);
      if (x == 1 && (t >> 3) - (s >> 3) == 1) pawnHits[0][s] |= bit(t);
      if (x == 1 && (t >> 3) - (s >> 3) == -1) pawnHits[1][s] |= bit(t);
      u64 ends = bit(s) | bit(t);
      if (s != t && rookAttacks(s, 0) & bit(t)) { betweens[s][t] = rookAttacks(s, ends) & rookAttacks(t, ends); lines[s][t] = (rookAttacks(s, 0) & rookAttacks(t, 0)) | ends; }
      if (s != t && bishopAttacks(s, 0) & bit(t)) { betweens[s][t] = bishopAttacks(s, ends) & bishopAttacks(t, ends); lines[s][t] = (bishopAttacks(s, 0) & bishopAttacks(t, 0)) | ends; }
    }
    castlingMask[s] = 15;
  }
  castlingMask[0] = 13; castlingMask[4] = 12; castlingMask[7] = 14; castlingMask[56] = 7; castlingMask[60] = 3; castlingMask[63] = 11;
  for (auto& row : pieceKeys) for (u64& key : row) key = rnd();
  for (auto& row : scores) for (i32& score : row) score = (i32)rnd() & 0xffff;
  for (int i = 1; i < 16; i++) castlingKeys[i] = rnd();
  for (u64& key : fileKeys) key = rnd();
}
int main(int argc, char** argv) {
  if (argc < 3) return 2;
  init();
  st = states + 8; turn = 0; st->passing = NO_SQUARE;
  std::istringstream in(argv[1]); std::string placement, side, castling, passing;
  in >> placement >> side >> castling >> passing;
  int square = 56;
  for (char c : placement) {
    if (c == '/') square -= 16; else if (c >= '1' && c <= '8') square += c - '0';
    else { const char* letters = ".PNBRQK..pnbrqk"; put(int(strchr(letters, c) - letters), square++); }
  }
  turn = side == "b";
  for (char c : castling) st->castling |= c == 'K' ? 1 : c == 'Q' ? 2 : c == 'k' ? 4 : c == 'q' ? 8 : 0;
  if (passing != "-") { int s = passing[0] - 'a' + (passing[1] - '1') * 8; if (canPass(turn, s)) st->passing = s; }
  refreshChecks();
  clock_t started = clock();
  u64 nodes = count(atoi(argv[2]), 0);
  printf("%llu %.3f\n", (unsigned long long)nodes, double(clock() - started) / CLOCKS_PER_SEC);
}
