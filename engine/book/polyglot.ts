import { open } from 'node:fs/promises';
import { noSquare, type Setup } from '../position-setup.ts';
import { squareName } from '../fen.ts';
import { bookNumbers } from './keys.ts';

export interface BookMove {
  /** Coordinates, castling as a king's move of two squares. */
  move: string;
  weight: number;
}

const entryBytes = 16;
const maxBytes = 256 * 1_048_576;
const castlingKeys = 768;
const passingKeys = 772;
const turnKey = 780;

export class BookError extends Error {
  override name = 'BookError';
}

/** The key of a position in books. */
export function bookKey(setup: Setup): bigint {
  let key = setup.side === 0 ? number(turnKey) : 0n;
  for (const [square, piece] of setup.board.entries()) {
    if (piece === 0) continue;
    const kind = ((piece & 7) - 1) * 2 + (piece >> 3 === 0 ? 1 : 0);
    key ^= number(kind * 64 + square);
  }
  for (let right = 0; right < 4; right++)
    if (setup.castling & (1 << right)) key ^= number(castlingKeys + right);
  if (canBeTaken(setup)) key ^= number(passingKeys + (setup.passing & 7));
  return key;
}

function number(index: number): bigint {
  return bookNumbers[index] ?? 0n;
}

/** The format counts en passant where a pawn is beside the moved pawn, whether or not the capture is legal. */
function canBeTaken(setup: Setup): boolean {
  if (setup.passing === noSquare) return false;
  const beside = setup.passing + (setup.side === 0 ? -8 : 8);
  const taker = (setup.side << 3) | 1;
  const file = setup.passing & 7;
  return (file > 0 && setup.board[beside - 1] === taker) || (file < 7 && setup.board[beside + 1] === taker);
}

/** An opening book in Polyglot format, held in memory. Entries are sorted by key. */
export class Book {
  #entries: DataView;
  readonly size: number;

  private constructor(bytes: Buffer) {
    this.#entries = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.size = bytes.byteLength / entryBytes;
  }

  /** Throws BookError for a file that is not a book, or is larger than 256 MiB. */
  static async open(path: string): Promise<Book> {
    const file = await open(path).catch((error: unknown) => {
      throw new BookError('the opening book cannot be read', { cause: error });
    });
    try {
      const { size } = await file.stat();
      if (size === 0 || size % entryBytes !== 0 || size > maxBytes)
        throw new BookError('an opening book consists of 16-byte entries, at most 256 MiB of them');
      const book = new Book(await file.readFile());
      book.#checkOrder();
      return book;
    } finally {
      await file.close();
    }
  }

  /** Moves for the position, most popular first. The caller checks that they are legal. */
  find(setup: Setup): BookMove[] {
    const key = bookKey(setup);
    const moves: BookMove[] = [];
    for (let index = this.#firstAt(key); index < this.size && this.#keyAt(index) === key; index++) {
      const weight = this.#entries.getUint16(index * entryBytes + 10);
      const move = decode(this.#entries.getUint16(index * entryBytes + 8), setup);
      if (weight > 0) moves.push({ move, weight });
    }
    return moves.toSorted((a, b) => b.weight - a.weight);
  }

  #keyAt(index: number): bigint {
    return this.#entries.getBigUint64(index * entryBytes);
  }

  #firstAt(key: bigint): number {
    let low = 0;
    let high = this.size;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keyAt(middle) < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #checkOrder(): void {
    for (let index = 1; index < this.size; index++)
      if (this.#keyAt(index - 1) > this.#keyAt(index)) throw new BookError('the opening book is not sorted');
  }
}

/** Books write castling as the king taking its own rook. */
const castles: Record<string, string> = { e1h1: 'e1g1', e1a1: 'e1c1', e8h8: 'e8g8', e8a8: 'e8c8' };

function decode(word: number, setup: Setup): string {
  const from = (word >> 6) & 63;
  const name = squareName(from) + squareName(word & 63);
  const isKing = ((setup.board[from] ?? 0) & 7) === 6;
  const promotion = ['', 'n', 'b', 'r', 'q'][(word >> 12) & 7] ?? '';
  return (isKing ? (castles[name] ?? name) : name) + promotion;
}

/** Chooses a move with a probability by its weight; `random` is from 0 to below 1. */
export function chooseBookMove(moves: readonly BookMove[], random: number): string | undefined {
  let rest = random * moves.reduce((sum, { weight }) => sum + weight, 0);
  for (const { move, weight } of moves) {
    rest -= weight;
    if (rest < 0) return move;
  }
  return moves.at(-1)?.move;
}
