import { startFen } from './fen.ts';
import type { Game } from './game.ts';
import type { Locale } from './locale.ts';
import { render } from './messages.ts';
import { openingOf } from './openings/openings.ts';
import type { Outcome } from './outcome.ts';
import { clocksOf, turnOf } from './position.ts';
import { rosterTags, unknownValue } from './tags.ts';

/** A comment on a half-move. */
export interface MoveComment {
  nags?: readonly number[] | undefined;
  text?: string | undefined;
  /** SAN of a better line than the move. */
  line?: readonly string[] | undefined;
}

export interface PgnOptions {
  /** The value of the Site tag, where no tag sets it. */
  baseUrl: string;
  /** Comments by half-move, beginning with 1. */
  comments?: ReadonlyMap<number, MoveComment> | undefined;
  /** Additional tags of the comments' author: Annotator. */
  tags?: Readonly<Record<string, string>> | undefined;
  /** The language of the Termination text. */
  locale?: Locale | undefined;
}

const width = 80;

/** One game in export format: Seven Tag Roster first, SAN, lines of at most 80 columns, result last. */
export function writePgn(game: Game, options: PgnOptions): string {
  const tags = [...tagsOf(game, options)].map(([name, value]) => `[${name} "${escapeTag(value)}"]`);
  const words = movetext(game, options.comments ?? new Map());
  return `${tags.join('\n')}\n\n${wrap(words)}\n`;
}

export function resultToken(outcome: Outcome | null): string {
  if (outcome?.result === 'WhiteWins') return '1-0';
  if (outcome?.result === 'BlackWins') return '0-1';
  return outcome?.result === 'Draw' ? '1/2-1/2' : '*';
}

function tagsOf(game: Game, { baseUrl, tags = {}, locale = 'en' }: PgnOptions): Map<string, string> {
  const roster: Record<string, string> = {
    Event: 'Rookery game',
    Site: baseUrl,
    Date: game.createdAt.toISOString().slice(0, 10).replaceAll('-', '.'),
    Round: '-',
    White: '?',
    Black: '?',
    ...game.tags,
    Result: resultToken(game.outcome),
  };
  const written = new Map(
    rosterTags.map((name): [string, string] => [name, roster[name] || unknownValue(name)]),
  );
  if (game.startFen !== startFen) {
    written.set('SetUp', '1');
    written.set('FEN', game.startFen);
  }
  const termination = terminationOf(game, locale);
  if (termination !== null) written.set('Termination', termination);
  written.set('GameId', game.id);
  const others = Object.entries({ ...openingTags(game), ...game.tags, ...tags });
  for (const [name, value] of others.toSorted(([a], [b]) => placeOf(a) - placeOf(b) || (a < b ? -1 : 1)))
    if (!written.has(name)) written.set(name, value);
  return written;
}

const ours = ['ECO', 'Opening', 'Annotator'];

/** Tags of imports come last, in ASCII order as in the export format. */
function placeOf(name: string): number {
  const place = ours.indexOf(name);
  return place < 0 ? ours.length : place;
}

/** An imported game keeps its own text, which is more precise than our few reasons. */
function terminationOf({ outcome, tags }: Game, locale: Locale): string | null {
  return tags['Termination'] ?? (outcome && render(locale, `reason.${outcome.reason}`));
}

/** The opening tags; empty where a game has its own, which may use another opening book. */
function openingTags({ startFen, moves, tags }: Game): Record<string, string> {
  if (tags['ECO'] !== undefined || tags['Opening'] !== undefined) return {};
  const opening = openingOf([startFen, ...moves.map(({ fen }) => fen)]);
  return opening ? { ECO: opening.eco, Opening: opening.name } : {};
}

const escapeTag = (value: string): string => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"');

function movetext(game: Game, comments: ReadonlyMap<number, MoveComment>): string[] {
  const { startFen, moves, outcome } = game;
  const first = clocksOf(startFen).fullmove * 2 + (turnOf(startFen) === 'black' ? 1 : 0);
  const words: string[] = [];
  let needsNumber = true;
  for (const [index, move] of moves.entries()) {
    const half = first + index;
    if (half % 2 === 0 || needsNumber) words.push(numberOf(half));
    words.push(move.san);
    const comment = comments.get(index + 1);
    needsNumber = comment !== undefined && pushComment(words, half, comment);
  }
  words.push(resultToken(outcome));
  return words;
}

const numberOf = (half: number): string => `${Math.floor(half / 2)}${half % 2 === 0 ? '.' : '...'}`;

/** Appends a comment; returns whether the next move needs its number again. */
function pushComment(
  words: string[],
  half: number,
  { nags = [], text = '', line = [] }: MoveComment,
): boolean {
  for (const nag of nags) words.push(`$${nag}`);
  // a brace ends a comment and can not be escaped
  const said = text.replaceAll(/[{}]/g, '').match(/\[%[^\][]*\]|\S+/g) ?? [];
  if (said.length > 0) words.push(...enclose('{ ', said, ' }'));
  if (line.length > 0) {
    const moves = line.map((san, index) =>
      index === 0 || (half + index) % 2 === 0 ? `${numberOf(half + index)} ${san}` : san,
    );
    words.push(...enclose('(', moves.join(' ').split(' '), ')'));
  }
  return said.length > 0 || line.length > 0;
}

function enclose(open: string, words: readonly string[], close: string): string[] {
  return words.map(
    (word, index) => `${index === 0 ? open : ''}${word}${index === words.length - 1 ? close : ''}`,
  );
}

function wrap(words: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  lines.push(line);
  return lines.join('\n');
}
