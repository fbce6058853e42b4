import process from 'node:process';

// the checker's default is a native program or Java
process.env['RECHECK_SYNC_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

/** A longer check counts as a refusal. */
const usualTimeoutMs = 10_000;

/** `linear`, or the checker's objection: `2nd degree polynomial`, `exponential`, `timeout`. */
export function complexityOf(source: string, flags: string, timeoutMs = usualTimeoutMs): string {
  const checked = checkSync(withSmallCounts(source, flags), flags, {
    checker: 'automaton',
    timeout: timeoutMs,
  });
  if (checked.status === 'safe') return 'linear';
  if (checked.status === 'unknown') return checked.error.kind;
  return checked.complexity.summary;
}

/** Greater counts do not change how the time grows with the input. */
const manyTimes = 2;

/**
 * Replaces `{0,300}` by `{0,2}`: a bounded count only multiplies the time by a constant, but makes the checker's
 * automaton too large. Ambiguities within or around the count remain.
 */
export function withSmallCounts(source: string, flags: string): string {
  const isUnicode = /[uv]/.test(flags);
  let text = '';
  let isInClass = false;
  for (let at = 0; at < source.length;) {
    const token = tokenAt(source, at, isUnicode);
    at += token.length;
    if (token === '[') isInClass = true;
    else if (token === ']') isInClass = false;
    const [, low, comma = '', high = ''] = (isInClass ? null : /^\{(\d+)(?:(,)(\d*))?\}$/.exec(token)) ?? [];
    text += low === undefined ? token : `{${smaller(low)}${comma}${high === '' ? '' : smaller(high)}}`;
  }
  return text;
}

function smaller(count: string): number {
  return Math.min(Number(count), manyTimes);
}

/** An escape, a count, or one character. */
function tokenAt(source: string, at: number, isUnicode: boolean): string {
  const rest = source.slice(at, at + 64);
  const escape = isUnicode ? /^\\(?:[upP]\{[^}]*\}|.)/s : /^\\./s;
  return escape.exec(rest)?.[0] ?? /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0] ?? rest.slice(0, 1);
}
