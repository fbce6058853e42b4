import { describe, expect, it } from 'vitest';
import { sha256Hex } from './digest.ts';
import { createToken, isToken, isWellFormedToken, tokenPrefix } from './token.ts';

describe('API tokens', () => {
  it('are random, recognisable and stored as their hash', () => {
    const [one, two] = [createToken(), createToken()];

    expect(one.secret).toMatch(/^pub_[0-9a-f]{72}$/);
    expect(one.secret).not.toBe(two.secret);
    expect(one).toMatchObject({ hash: sha256Hex(one.secret), prefix: 'pub_', hint: one.secret.slice(4, 12) });
    expect(isWellFormedToken(one.secret)).toBe(true);
  });

  it('show a changed digit by their checksum', () => {
    const { secret } = createToken();
    const changed = [...secret].map((digit, at) =>
      at < tokenPrefix.length
        ? secret
        : secret.slice(0, at) + (digit === '0' ? '1' : '0') + secret.slice(at + 1),
    );

    expect(new Set(changed.slice(tokenPrefix.length).map(isWellFormedToken))).toEqual(new Set([false]));
  });

  it.each([
    ['pub_', true, false],
    [`pub_${'G'.repeat(64)}`, true, false],
    [`pub_${'a'.repeat(65)}`, true, false],
    [`pub_${'a'.repeat(64)}`, true, false],
    [`pub_${'a'.repeat(64)}7c052739`, true, true],
    [`pub_${'a'.repeat(64)}00000000`, true, false],
    [`pub_${'0'.repeat(64)}0`, true, false],
    ['eyJhbGciOiJIUzI1NiJ9.e30.x', false, false],
  ])('claims of %s are told from the real thing', (credential, claims, wellFormed) => {
    expect([isToken(credential), isWellFormedToken(credential)]).toEqual([claims, wellFormed]);
  });
});
