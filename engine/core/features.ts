/** Where each weight of the evaluation lies in the table of weights. Plain numbers: the tuner reads them too. */
/** Pawn, knight, bishop, rook, queen. */
export const MATERIAL = 0;
/** By rank, then file from the edge. */
export const PAWN_SQUARES = 5;
/** By rank, then file from the edge. */
export const KNIGHT_SQUARES = 37;
/** By rank, then file from the edge. */
export const BISHOP_SQUARES = 69;
/** By rank, then file from the edge. */
export const ROOK_SQUARES = 101;
/** By rank, then file from the edge. */
export const QUEEN_SQUARES = 133;
/** By rank, then file from the edge. */
export const KING_SQUARES = 165;
export const KNIGHT_MOBILITY = 197;
export const BISHOP_MOBILITY = 206;
export const ROOK_MOBILITY = 220;
export const QUEEN_MOBILITY = 235;
/** Passed pawns, by rank. */
export const PASSED = 263;
/** Nothing in its way. */
export const PASSED_FREE = 271;
/** Next square not attacked. */
export const PASSED_SAFE = 279;
/** Own king to the square ahead, by distance. */
export const PASSED_KING_NEAR = 287;
/** Other king to it. */
export const PASSED_KING_FAR = 295;
export const SUPPORTED = 303;
export const PHALANX = 311;
export const ISOLATED = 319;
export const ISOLATED_OPEN = 320;
export const DOUBLED = 321;
export const BACKWARD = 322;
export const BACKWARD_OPEN = 323;
export const CANDIDATE = 324;
/** Own pawn ahead of the king on a file beside it, then on its own; 0 for none. */
export const SHELTER = 325;
/** Enemy pawn likewise. */
export const STORM = 341;
export const BISHOP_PAIR = 357;
export const BISHOP_PAWNS = 358;
export const KNIGHT_OUTPOST = 359;
export const BISHOP_OUTPOST = 360;
export const BEHIND_PAWN = 361;
export const ROOK_OPEN = 362;
export const ROOK_HALF = 363;
export const ROOK_SEVENTH = 364;
export const ROOK_TRAPPED = 365;
export const LONG_DIAGONAL = 366;
/** By type of the attacked man, pawn to queen. */
export const PAWN_THREAT = 367;
export const MINOR_THREAT = 372;
export const ROOK_THREAT = 377;
export const KING_THREAT = 382;
export const HANGING = 383;
export const PUSH_THREAT = 384;
export const QUEEN_INFILTRATION = 385;
export const SPACE = 386;
export const TEMPO = 387;
export const RESTRICTED = 388;
export const DANGER_BASE = 389;
export const DANGER_NO_QUEEN = 390;
export const DANGER_RING = 391;
export const DANGER_WEAK = 392;
export const DANGER_SHELTER = 393;
export const DANGER_PINNED = 394;
export const DANGER_FLANK = 395;
/** Knight to queen. */
export const DANGER_ATTACKER = 396;
/** Safe checks, knight to queen. */
export const DANGER_CHECK = 400;
export const DANGER_UNSAFE = 404;
export const WEIGHT_COUNT = 405;
