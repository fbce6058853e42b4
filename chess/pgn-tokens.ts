import { chessError } from './errors.ts';
import { spelled } from './pgn-spelling.ts';

export type PgnToken =
  | { kind: 'tag'; name: string; value: string }
  | { kind: 'word'; text: string }
  /** A comment or a variation, whose text is left out. */
  | { kind: 'remark' }
  | { kind: 'result'; text: string };

const spaces = /[\s\u200B\u2060]/;
/** The characters that end a word; all except blanks are tokens that need no space around them (PGN 7). */
const ends = /[\s\u200B\u2060{}()[\];"<>$*]/;
/** Signs of a judgement: a letter after them begins another token. */
const marks = '!?';
const wordLetter = /[\p{L}\p{N}\u2654-\u265F]/u;
/** The characters of the name of a tag, as python-chess reads it. */
const nameLetter = /[\w+#=:-]/;
/** Spellings of results, and their meaning. */
export const resultTokens: ReadonlyMap<string, string> = new Map([
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '1/2-1/2'],
  ['1/2', '1/2-1/2'],
  ['½-½', '1/2-1/2'],
  ['*', '*'],
]);

/**
 * The tags, moves and result of a PGN in one pass. Glyphs, escaped lines, comments and variations of any depth are
 * skipped. Throws `invalid_pgn` for unreadable text.
 */
export function* readTokens(text: string): Generator<PgnToken> {
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let depth = 0;
  while (at < text.length) {
    const letter = text.charAt(at);
    if (spaces.test(letter)) at++;
    else if (letter === '%' && isLineStart(text, at)) at = lineEnd(text, at);
    else if (letter === '{' || letter === ';') {
      at = letter === '{' ? after(text, '}', at) : lineEnd(text, at);
      yield { kind: 'remark' };
    } else if (letter === '(') {
      yield { kind: 'remark' };
      depth++;
      at++;
    } else if (letter === ')') {
      depth--;
      at++;
      if (depth < 0) refuse(text, at - 1);
    } else if (letter === '<') at = after(text, '>', at);
    else if (letter === '$') at = glyphEnd(text, at);
    else if (letter === '*') {
      at++;
      if (depth === 0) yield { kind: 'result', text: '*' };
    } else if (letter === '[' && depth === 0) {
      const tag = readTag(text, at);
      at = tag.end;
      yield { kind: 'tag', name: tag.name, value: tag.value };
    } else {
      const end = wordEnd(text, at);
      // no other token begins with these characters
      if (end === at) refuse(text, at);
      const word = text.slice(at, end);
      at = end;
      if (depth === 0) yield* readWord(word);
    }
  }
  if (depth > 0) refuse(text, Math.max(0, text.length - 20));
}

function* readWord(word: string): Generator<PgnToken> {
  const text = withoutNumber(spelled(word));
  const result = resultTokens.get(text);
  if (result !== undefined) yield { kind: 'result', text: result };
  else if (text !== '') yield { kind: 'word', text };
}

/** `12.Nf3` and `12...Nf6` are moves, `12.` and `...` are empty, `0-0` is not a number. */
function withoutNumber(word: string): string {
  let digits = 0;
  while (isDigit(word.charAt(digits))) digits++;
  let dots = digits;
  while (word.charAt(dots) === '.' || word.charAt(dots) === '…') dots++;
  return dots > digits || digits === word.length ? word.slice(dots) : word;
}

interface Tag {
  name: string;
  value: string;
  end: number;
}

function readTag(text: string, start: number): Tag {
  let at = skipSpaces(text, start + 1);
  const nameStart = at;
  while (at < text.length && nameLetter.test(text.charAt(at))) at++;
  const name = text.slice(nameStart, at);
  at = skipSpaces(text, at);
  if (name === '' || text.charAt(at) !== '"') refuse(text, start);
  let value = '';
  at++;
  let from = at;
  while (at < text.length && !isTagEnd(text, at)) {
    if (text.charAt(at) === '\n') refuse(text, start);
    if (text.charAt(at) === '\\' && at + 1 < text.length) {
      value += text.slice(from, at);
      at++;
      from = at;
    }
    at++;
  }
  value += text.slice(from, at);
  at = skipSpaces(text, at + 1);
  if (text.charAt(at) !== ']') refuse(text, start);
  return { name, value, end: at + 1 };
}

/** Whether this quote ends the tag: databases write quotes inside a value unescaped. */
function isTagEnd(text: string, at: number): boolean {
  return text.charAt(at) === '"' && text.charAt(skipSpaces(text, at + 1)) === ']';
}

function skipSpaces(text: string, start: number): number {
  let at = start;
  while (at < text.length && spaces.test(text.charAt(at))) at++;
  return at;
}

function glyphEnd(text: string, start: number): number {
  let at = start + 1;
  while (isDigit(text.charAt(at))) at++;
  // the rest would be read as a move
  if (at === start + 1 && wordLetter.test(text.charAt(at))) refuse(text, start);
  return at;
}

const isDigit = (letter: string): boolean => letter >= '0' && letter <= '9';

function wordEnd(text: string, start: number): number {
  let at = start;
  let isJudged = false;
  while (at < text.length && !ends.test(text.charAt(at))) {
    const letter = text.charAt(at);
    if (isJudged && wordLetter.test(letter)) return at;
    isJudged ||= marks.includes(letter);
    at++;
  }
  // `e8(Q)` is a promotion: no variation consists of a lone piece
  const isPromotion = at > start && /^\([QRBN]\)/.test(text.slice(at, at + 3));
  return isPromotion ? at + 3 : at;
}

function after(text: string, close: string, start: number): number {
  const end = text.indexOf(close, start);
  if (end < 0) refuse(text, start);
  return end + 1;
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end + 1;
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text.charAt(at - 1) === '\n' || text.charAt(at - 1) === '\r';
}

function refuse(text: string, at: number): never {
  const near = text
    .slice(at, at + 20)
    .replaceAll(/\s+/g, ' ')
    .toWellFormed();
  throw chessError('invalid_pgn', 'error.pgn_syntax', { text: near });
}
