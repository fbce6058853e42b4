import { describe, expect, it } from 'vitest';
import { boundedFacts, errorText, messageOf } from './error-text.ts';
import { DomainError } from './errors.ts';
import { errorLimits } from './limits.ts';

const { characters, count } = errorLimits;

describe('the sentence of an error', () => {
  it.each([' ', '\\', '\n', '\n    at next (a/common/lib/interceptors.js:1:1)', '\u{1f600}', '\u{202e}'])(
    'is one printable line of bounded length, also with 250,000 times %j inside',
    (piece) => {
      const { detail, stack = '' } = new DomainError(
        'bad_request',
        `the version requirement "a${piece.repeat(250_000)}b" cannot be read`,
      );

      expect(detail.length).toBeLessThanOrEqual(characters);
      expect(detail).toMatch(/^the version requirement "a.* … .*b" cannot be read$/);
      expect(detail).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      expect(stack.split('\n')[0]).toBe(`DomainError: ${detail}`);
    },
  );

  it('stays as it is where it is short', () => {
    expect(errorText('„größer“ than 3 → no')).toBe('„größer“ than 3 → no');
  });

  it('is made of what was thrown, an error or not', () => {
    expect(messageOf(new Error('a\nb'))).toBe('a b');
    expect(messageOf('x'.repeat(1_000_000))).toHaveLength(characters);
  });
});

it('the facts of an error are bounded as its sentence is', () => {
  const long = 'x'.repeat(250_000);
  const problem = { path: long, code: 'custom', message: long };
  const { meta } = new DomainError('validation_failed', long, {
    errors: Array.from({ length: 90_000 }, () => problem),
    existingName: long,
    retryAfterSeconds: 5,
  });

  expect(meta.errors).toHaveLength(count);
  expect(meta.errors?.[0]?.path).toHaveLength(characters);
  expect(meta.existingName).toHaveLength(characters);
  expect(meta.retryAfterSeconds).toBe(5);
  expect(boundedFacts({ details: { fen: '8/8', plies: 4 } })).toEqual({ details: { fen: '8/8', plies: 4 } });
});
