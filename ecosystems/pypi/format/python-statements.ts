export interface Token {
  /**
   * `T`: text with a letter or digit; `E`: other text, or bytes; `N`: number; `n`: name; otherwise the sign itself.
   */
  kind: string;
  text: string;
}

/**
 * Statements of a module that begin without indentation, as in Python's own parser; statements in blocks are omitted.
 * The iteration ends (`cut`) at the first text that only Python's parser reads: formatted strings, other encodings,
 * names outside of ASCII.
 */
export function* statementsOf(source: Buffer): Generator<Token[], 'whole' | 'cut'> {
  const text = source.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  if (!isReadable(text)) return 'cut';
  let statement: Token[] = [];
  let isInBlock = false;
  let isLineStart = true;
  let depth = 0;
  let at = 0;
  while (at < text.length) {
    const [space = '', line] = exec(layout, text, at) ?? [];
    at += space.length;
    if (line !== undefined && depth === 0) {
      if (statement.length > 0 && !isInBlock) yield statement;
      statement = [];
      isInBlock = false;
      isLineStart = true;
    } else if (space !== '') {
      if (!isLineStart || space.startsWith('#')) continue;
      // the parser uses the column before the backslash
      if (space.startsWith('\\')) return 'cut';
      // a form feed resets the column
      isInBlock = !space.endsWith('\f');
    } else {
      isLineStart = false;
      const token = tokenAt(text, at);
      if (token === undefined) return 'cut';
      at += token.length;
      depth += '([{'.includes(token.kind) ? 1 : ')]}'.includes(token.kind) ? -1 : 0;
      if (!isInBlock) statement.push(token);
    }
  }
  if (statement.length > 0 && !isInBlock) yield statement;
  return depth === 0 ? 'whole' : 'cut';
}

/** Blanks, a continued line, or a comment; or the end of a line (group 1). */
const layout = /[ \t\f]+|\\(?:\r\n?|\n)|#[^\r\n]*|(\r\n?|\n)/y;
const opening = /([A-Za-z]{0,2})('''|"""|'|")/y;
const plain = [
  ['n', /[A-Za-z_][A-Za-z0-9_]*/y],
  ['N', /[0-9][0-9.]*/y],
  ['', /[!-~]/y],
] as const;

/** Whether the encoding is supported (PEP 263): in another encoding the same bytes are other characters. */
function isReadable(text: string): boolean {
  return text
    .split(/\r\n?|\n/, 2)
    .flatMap((line) => [...line.matchAll(/coding[:=][ \t]*([-\w.]*)/g)])
    .every(([, encoding = '']) => /^(?:utf-?8|(?:us-)?ascii|latin-?1|iso-?8859-?1)$/i.test(encoding));
}

/** The token at a position; undefined for syntax that only Python's parser reads. */
function tokenAt(text: string, at: number): (Token & { length: number }) | undefined {
  const [begin, prefix = '', quote = ''] = exec(opening, text, at) ?? [];
  if (begin !== undefined) {
    const end = endOfText(text, at + begin.length, quote);
    if (end === undefined || /[^rbu]/i.test(prefix)) return undefined;
    const inside = text.slice(at + begin.length, end - quote.length);
    // an escape may encode a blank
    const isText = !/b/i.test(prefix) && /^[^\\]*[A-Za-z0-9]/.test(inside);
    return { kind: isText ? 'T' : 'E', text: inside, length: end - at };
  }
  for (const [kind, pattern] of plain) {
    const [found] = exec(pattern, text, at) ?? [];
    // `1_000` and `1e5` are not plain numbers
    if (found !== undefined && kind === 'N' && /[A-Za-z_]/.test(text[at + found.length] ?? '')) continue;
    if (found !== undefined) return { kind: kind || found, text: found, length: found.length };
  }
  return undefined;
}

/** The position after a string. A backslash escapes the next character, in raw strings as well. */
function endOfText(text: string, from: number, quote: string): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '\\') at += 1;
    else if (text.startsWith(quote, at)) return at + quote.length;
    else if (quote.length === 1 && (char === '\n' || char === '\r')) return undefined;
  }
  return undefined;
}

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
