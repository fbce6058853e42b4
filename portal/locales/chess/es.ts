import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const es: Catalogue<typeof en> = {
  'chess.board': 'Tablero',
  'chess.empty': 'vacía',
  'chess.white_P': 'peón blanco',
  'chess.white_N': 'caballo blanco',
  'chess.white_B': 'alfil blanco',
  'chess.white_R': 'torre blanca',
  'chess.white_Q': 'dama blanca',
  'chess.white_K': 'rey blanco',
  'chess.black_P': 'peón negro',
  'chess.black_N': 'caballo negro',
  'chess.black_B': 'alfil negro',
  'chess.black_R': 'torre negra',
  'chess.black_Q': 'dama negra',
  'chess.black_K': 'rey negro',
  'chess.can_go': '{man} puede ir a {squares}',
  'chess.no_moves': '{man} no tiene ninguna jugada legal',
  'chess.promotion': 'El peón se convierte en',
  'chess.cancel': 'Cancelar',
  'chess.queen': 'Dama',
  'chess.rook': 'Torre',
  'chess.bishop': 'Alfil',
  'chess.knight': 'Caballo',
};
