import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ja: Catalogue<typeof en> = {
  'chess.board': '盤',
  'chess.empty': '空き',
  'chess.white_P': '白のポーン',
  'chess.white_N': '白のナイト',
  'chess.white_B': '白のビショップ',
  'chess.white_R': '白のルーク',
  'chess.white_Q': '白のクイーン',
  'chess.white_K': '白のキング',
  'chess.black_P': '黒のポーン',
  'chess.black_N': '黒のナイト',
  'chess.black_B': '黒のビショップ',
  'chess.black_R': '黒のルーク',
  'chess.black_Q': '黒のクイーン',
  'chess.black_K': '黒のキング',
  'chess.can_go': '{man} は {squares} に動けます',
  'chess.no_moves': '{man} には指せる手がありません',
  'chess.promotion': 'ポーンの昇格先',
  'chess.cancel': 'キャンセル',
  'chess.queen': 'クイーン',
  'chess.rook': 'ルーク',
  'chess.bishop': 'ビショップ',
  'chess.knight': 'ナイト',
};
