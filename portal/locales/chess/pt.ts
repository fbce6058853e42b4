import type { Catalogue } from '../catalogue.ts';
import type { en } from './en.ts';

export const pt: Catalogue<typeof en> = {
  'chess.board': 'Tabuleiro',
  'chess.empty': 'vazia',
  'chess.white_P': 'peão branco',
  'chess.white_N': 'cavalo branco',
  'chess.white_B': 'bispo branco',
  'chess.white_R': 'torre branca',
  'chess.white_Q': 'dama branca',
  'chess.white_K': 'rei branco',
  'chess.black_P': 'peão preto',
  'chess.black_N': 'cavalo preto',
  'chess.black_B': 'bispo preto',
  'chess.black_R': 'torre preta',
  'chess.black_Q': 'dama preta',
  'chess.black_K': 'rei preto',
  'chess.can_go': '{man} pode ir para {squares}',
  'chess.no_moves': '{man} não tem nenhum lance legal',
  'chess.promotion': 'O peão torna-se',
  'chess.cancel': 'Cancelar',
  'chess.queen': 'Dama',
  'chess.rook': 'Torre',
  'chess.bishop': 'Bispo',
  'chess.knight': 'Cavalo',
};
