const order = 'KQRBNP';

/** The men of a position in the notation of table names, the stronger side first: `KRPvKR`. */
export function materialOf(fen: string): string {
  const [board = ''] = fen.split(' ');
  const white = menOf(board, (man) => man === man.toUpperCase());
  const black = menOf(board, (man) => man === man.toLowerCase());
  return isStronger(black, white) ? `${black}v${white}` : `${white}v${black}`;
}

function menOf(board: string, isOurs: (man: string) => boolean): string {
  const men = [...board.replaceAll(/[^A-Za-z]/g, '')].filter(isOurs).map((man) => man.toUpperCase());
  return men.sort((a, b) => order.indexOf(a) - order.indexOf(b)).join('');
}

/** More men, or else the more valuable man at the first difference. */
function isStronger(men: string, than: string): boolean {
  if (men.length !== than.length) return men.length > than.length;
  const at = [...men].findIndex((man, index) => man !== than[index]);
  return at >= 0 && order.indexOf(men[at] ?? '') < order.indexOf(than[at] ?? '');
}
