import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { importPgn } from '../../chess/pgn-read.ts';
import { coordinatesOf } from '../../chess/move.ts';

/** An example game with the judgement that a strong player would give. */
export interface ExampleGame {
  name: string;
  startFen: string;
  moves: string[];
  /** The number of half-moves in the book; 0 without a book. */
  bookPlies: number;
  /** A move such as `3... Nf6`, with the accepted kinds; empty if no move was decisive. */
  keyMoments: { move: string; kinds: string[] }[];
  grades: { move: string; qualities: string[] }[];
}

/** The games of `games.pgn`. Their tags `KeyMoments`, `Grades` and `Book` are the expectations. */
export function readExamples(): ExampleGame[] {
  const text = readFileSync(join(import.meta.dirname, 'games.pgn'), 'utf8');
  return text.split(/\n(?=\[Event )/).map(readExample);
}

function readExample(pgn: string): ExampleGame {
  const tag = (name: string) => new RegExp(`\\[${name} "([^"]*)"\\]`).exec(pgn)?.[1] ?? '';
  const { startFen, moves } = importPgn({ id: '', pgn, at: new Date(0) });
  const keyMoments = listOf(tag('KeyMoments')).filter(({ move }) => move !== 'none');
  return {
    name: tag('Event'),
    startFen,
    moves: moves.map(coordinatesOf),
    bookPlies: Number(tag('Book')),
    keyMoments: keyMoments.map(({ move, values }) => ({ move, kinds: values })),
    grades: listOf(tag('Grades')).map(({ move, values }) => ({ move, qualities: values })),
  };
}

/** Parses a tag such as `3... Nf6 allowed_mate|into_loss; 4. Qxf7# …`. */
function listOf(text: string): { move: string; values: string[] }[] {
  return text.split(';').map((part) => {
    const words = part.trim().split(' ');
    if (words.length === 1) return { move: words[0] ?? '', values: [] };
    return { move: words.slice(0, -1).join(' '), values: words.at(-1)?.split('|') ?? [] };
  });
}

/** A label such as `3... Nf6`. */
export function labelOf(move: { move_number: number; side: string; san: string }): string {
  return `${move.move_number}${move.side === 'white' ? '.' : '...'} ${move.san}`;
}
