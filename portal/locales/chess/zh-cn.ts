import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const zhCn: Catalogue<typeof en> = {
  'chess.board': '棋盘',
  'chess.empty': '空',
  'chess.white_P': '白兵',
  'chess.white_N': '白马',
  'chess.white_B': '白象',
  'chess.white_R': '白车',
  'chess.white_Q': '白后',
  'chess.white_K': '白王',
  'chess.black_P': '黑兵',
  'chess.black_N': '黑马',
  'chess.black_B': '黑象',
  'chess.black_R': '黑车',
  'chess.black_Q': '黑后',
  'chess.black_K': '黑王',
  'chess.can_go': '{man} 可以走到 {squares}',
  'chess.no_moves': '{man} 没有合法走法',
  'chess.promotion': '兵升变为',
  'chess.cancel': '取消',
  'chess.queen': '后',
  'chess.rook': '车',
  'chess.bishop': '象',
  'chess.knight': '马',
};
