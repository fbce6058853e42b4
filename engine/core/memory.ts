/**
 * Where everything lies in the one memory a search group shares. Tables come first and are written once;
 * each thread owns one block; the transposition table takes the rest. Below `CONTROL` the compiler
 * keeps its constants.
 */

import { netBytes, netHidden } from './net-size';

export const CONTROL: usize = 0x10000;
/** i32, set to end the search. */
export const STOP: usize = CONTROL;
export const TABLE_BASE: usize = CONTROL + 4;
export const TABLE_CLUSTERS: usize = CONTROL + 8;
export const TABLE_AGE: usize = CONTROL + 12;
export const THREAD_COUNT: usize = CONTROL + 16;
/** i32, set to stop waiting for a ponder hit. */
export const PONDER_HIT: usize = CONTROL + 20;

/** u32: tablebases in memory: where they are looked up, 0 without any; most men in one. */
export const TB_LOOKUP: usize = CONTROL + 24;
export const TB_MEN: usize = CONTROL + 28;
/** u32, the host's: free memory behind the tables, for values derived from them. */
export const TB_FREE: usize = CONTROL + 32;
/** i32, the host's: whether the network is loaded. */
export const NET_READY: usize = CONTROL + 36;

export const KNIGHT_ATTACKS: usize = CONTROL + 0x1000;
export const KING_ATTACKS: usize = KNIGHT_ATTACKS + 64 * 8;
export const PAWN_ATTACKS: usize = KING_ATTACKS + 64 * 8;
export const BETWEEN: usize = PAWN_ATTACKS + 2 * 64 * 8;
export const LINE: usize = BETWEEN + 64 * 64 * 8;
/** Per square: mask u64, magic u64, table u32, shift u32. */
export const ROOK_MAGICS: usize = LINE + 64 * 64 * 8;
export const BISHOP_MAGICS: usize = ROOK_MAGICS + 64 * 24;
export const ZOBRIST_PIECES: usize = BISHOP_MAGICS + 64 * 24;
export const ZOBRIST_CASTLING: usize = ZOBRIST_PIECES + 16 * 64 * 8;
export const ZOBRIST_FILES: usize = ZOBRIST_CASTLING + 16 * 8;
export const CASTLING_MASK: usize = ZOBRIST_FILES + 8 * 8;
export const PIECE_SQUARE: usize = CASTLING_MASK + 64;
export const REDUCTIONS: usize = PIECE_SQUARE + 16 * 64 * 4;
/** Squares a pawn must not meet an enemy pawn on to be passed. */
export const PASSED_MASK: usize = REDUCTIONS + 64 * 64 * 4;
/** Neighbouring files in front. */
export const OUTPOST_MASK: usize = PASSED_MASK + 2 * 64 * 8;
export const KING_RING: usize = OUTPOST_MASK + 2 * 64 * 8;
export const DISTANCE: usize = KING_RING + 64 * 8;
/** One bit per side to move, pawn on files a-d and both kings. */
export const KPK: usize = DISTANCE + 64 * 64;
export const SLIDER_TABLE: usize = KPK + 2 * 24 * 64 * 8;
/** Numbers that turn positions into indices of tablebases. */
export const TB_INDEX: usize = SLIDER_TABLE + (102400 + 5248) * 8;
/** Packed weights of the evaluation. */
export const WEIGHTS: usize = TB_INDEX + 0x4000;
/** Values in the hidden layer of the network, per view. */
export const NET_HIDDEN: usize = netHidden;
/** The network; the host copies its file here. */
export const NET: usize = (WEIGHTS + 1024 * 4 + 63) & ~63;
export const NET_END: usize = NET + <usize>netBytes;
/** Moves being searched by any thread. */
export const BUSY: usize = (NET_END + 63) & ~63;
export const BUSY_ENTRIES: i32 = 4096;
/** The experience of the search, for all its threads at once; a new game forgets it. */
export const HISTORY: usize = BUSY + 8 * <usize>BUSY_ENTRIES;
export const QUIET_HISTORY: usize = HISTORY;
export const CAPTURE_HISTORY: usize = QUIET_HISTORY + 2 * 4096 * 2;
export const CONTINUATION: usize = CAPTURE_HISTORY + 16 * 64 * 8 * 2;
export const COUNTERS: usize = CONTINUATION + 1024 * 1024 * 2;
export const CORRECTION_ENTRIES: i32 = 16384;
export const PAWN_CORRECTION: usize = COUNTERS + 1024 * 2;
export const MATERIAL_CORRECTION: usize = PAWN_CORRECTION + 2 * 2 * <usize>CORRECTION_ENTRIES;
export const WHITE_CORRECTION: usize = MATERIAL_CORRECTION + 2 * 2 * <usize>CORRECTION_ENTRIES;
export const BLACK_CORRECTION: usize = WHITE_CORRECTION + 2 * 2 * <usize>CORRECTION_ENTRIES;
export const MOVE_CORRECTION: usize = BLACK_CORRECTION + 2 * 2 * <usize>CORRECTION_ENTRIES;
export const TABLES_END: usize = MOVE_CORRECTION + 1024 * 1024 * 2;

export const BLOCKS: usize = (TABLES_END + 0xffff) & ~0xffff;

/** Offsets within the block of a thread. */
export const BOARD: usize = 0;
export const BY_TYPE: usize = 64;
export const BY_COLOR: usize = 128;
/** Counters and results the host reads. */
export const REPORT: usize = 256;
/** Attacks of both sides while a position is evaluated. */
export const ATTACKS: usize = 0x400;
/** Squares and pieces of a position being looked up in a tablebase. */
export const TB_SQUARES: usize = 0x600;
export const TB_PIECES: usize = 0x620;
export const STATES: usize = 0x1000;
export const STATE_SIZE: usize = 96;
export const STATE_COUNT: i32 = 1024;
export const STACK: usize = STATES + STATE_SIZE * <usize>STATE_COUNT;
export const STACK_SIZE: usize = 64;
/** Entries before the root, so that looking back needs no test. */
export const STACK_MARGIN: i32 = 8;
export const MAX_PLY: i32 = 240;
/**
 * The working memory of one node of the search: the picker, its moves (256 of eight bytes: move, score) and the
 * moves tried. A node searched once more without its best move gets a frame of its own.
 */
export const FRAMES: usize = STACK + STACK_SIZE * 264;
export const FRAME_LIST: usize = 128;
export const FRAME_QUIETS: usize = FRAME_LIST + 256 * 8;
export const FRAME_NOISY: usize = FRAME_QUIETS + 64 * 2;
/** Their number, then moves that another thread is searching. */
export const FRAME_DEFERRED: usize = FRAME_NOISY + 32 * 2;
export const FRAME_SIZE: usize = FRAME_DEFERRED + 64 * 4;
export const FRAME_COUNT: i32 = 500;
/** Principal variations: a row of u16 moves per ply, its length first. */
export const LINES: usize = FRAMES + FRAME_SIZE * <usize>FRAME_COUNT;
export const LINE_SIZE: usize = 256 * 2;
export const ROOT_MOVES: usize = LINES + LINE_SIZE * 260;
export const ROOT_MOVE_SIZE: usize = 64 + LINE_SIZE;
/** Two hidden layers of the network for each state. */
export const ACCUMULATORS: usize = (ROOT_MOVES + ROOT_MOVE_SIZE * 256 + 63) & ~63;
/** The last hidden layer that was evaluated, for the second one: a byte for each value of both views. */
export const ACTIVATIONS: usize = (ACCUMULATORS + 4 * NET_HIDDEN * <usize>STATE_COUNT + 63) & ~63;
export const PAWN_TABLE: usize = (ACTIVATIONS + 2 * NET_HIDDEN + 63) & ~63;
export const PAWN_ENTRIES: i32 = 8192;
export const PAWN_ENTRY_SIZE: usize = 64;
export const BLOCK_END: usize = PAWN_TABLE + PAWN_ENTRY_SIZE * <usize>PAWN_ENTRIES;
export const BLOCK_SIZE: usize = (BLOCK_END + 0xffff) & ~0xffff;

/** Start of this thread's block; every instance serves one thread at a time. */
export let T: usize = BLOCKS;

export function setThread(index: i32): void {
  T = BLOCKS + <usize>index * BLOCK_SIZE;
}

export function getBlock(): usize {
  return T;
}

/** Bytes before the transposition table for that many threads. */
export function fixedBytes(threads: i32): usize {
  return BLOCKS + <usize>threads * BLOCK_SIZE;
}
