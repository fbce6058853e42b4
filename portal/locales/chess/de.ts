import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const de: Catalogue<typeof en> = {
  'chess.board': 'Brett',
  'chess.empty': 'leer',
  'chess.white_P': 'weißer Bauer',
  'chess.white_N': 'weißer Springer',
  'chess.white_B': 'weißer Läufer',
  'chess.white_R': 'weißer Turm',
  'chess.white_Q': 'weiße Dame',
  'chess.white_K': 'weißer König',
  'chess.black_P': 'schwarzer Bauer',
  'chess.black_N': 'schwarzer Springer',
  'chess.black_B': 'schwarzer Läufer',
  'chess.black_R': 'schwarzer Turm',
  'chess.black_Q': 'schwarze Dame',
  'chess.black_K': 'schwarzer König',
  'chess.can_go': '{man} kann nach {squares}',
  'chess.no_moves': '{man} hat keinen erlaubten Zug',
  'chess.promotion': 'Der Bauer wird',
  'chess.cancel': 'Abbrechen',
  'chess.queen': 'Dame',
  'chess.rook': 'Turm',
  'chess.bishop': 'Läufer',
  'chess.knight': 'Springer',
};
