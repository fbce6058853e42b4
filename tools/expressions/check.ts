import process from 'node:process';

// the checker's own choice would be a program for one system, or Java
process.env['RECHECK_SYNC_BACKEND'] = 'pure';
const { checkSync } = await import('recheck');

/** A check that takes longer counts as a refusal. */
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

/** Counts above this say nothing more about how the time grows with the input. */
const manyTimes = 2;

/**
 * `{0,300}` as `{0,2}`: a count that is bounded multiplies the time by a constant, and makes the automaton that the
 * checker builds too large to analyse. An ambiguity within a count or around it stays so.
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
