import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const fr: Catalogue<typeof en> = {
  'chess.board': 'Échiquier',
  'chess.empty': 'vide',
  'chess.white_P': 'pion blanc',
  'chess.white_N': 'cavalier blanc',
  'chess.white_B': 'fou blanc',
  'chess.white_R': 'tour blanche',
  'chess.white_Q': 'dame blanche',
  'chess.white_K': 'roi blanc',
  'chess.black_P': 'pion noir',
  'chess.black_N': 'cavalier noir',
  'chess.black_B': 'fou noir',
  'chess.black_R': 'tour noire',
  'chess.black_Q': 'dame noire',
  'chess.black_K': 'roi noir',
  'chess.can_go': '{man} peut aller en {squares}',
  'chess.no_moves': '{man} n’a aucun coup légal',
  'chess.promotion': 'Le pion devient',
  'chess.cancel': 'Annuler',
  'chess.queen': 'Dame',
  'chess.rook': 'Tour',
  'chess.bishop': 'Fou',
  'chess.knight': 'Cavalier',
};
