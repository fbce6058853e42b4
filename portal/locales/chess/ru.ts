import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const ru: Catalogue<typeof en> = {
  'chess.board': 'Доска',
  'chess.empty': 'пусто',
  'chess.white_P': 'белая пешка',
  'chess.white_N': 'белый конь',
  'chess.white_B': 'белый слон',
  'chess.white_R': 'белая ладья',
  'chess.white_Q': 'белый ферзь',
  'chess.white_K': 'белый король',
  'chess.black_P': 'чёрная пешка',
  'chess.black_N': 'чёрный конь',
  'chess.black_B': 'чёрный слон',
  'chess.black_R': 'чёрная ладья',
  'chess.black_Q': 'чёрный ферзь',
  'chess.black_K': 'чёрный король',
  'chess.can_go': '{man} может пойти на {squares}',
  'chess.no_moves': '{man}: нет допустимых ходов',
  'chess.promotion': 'Пешка превращается в',
  'chess.cancel': 'Отмена',
  'chess.queen': 'Ферзя',
  'chess.rook': 'Ладью',
  'chess.bishop': 'Слона',
  'chess.knight': 'Коня',
};
