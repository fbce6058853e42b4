import { describe, expect, test } from 'vitest';
import { allowsTarget, matchesName } from './token-binding.ts';

describe('a pattern of names', () => {
  test.each([
    ['acme-*', 'acme-core', true],
    ['acme-*', 'acme-', true],
    ['acme-*', 'acme', false],
    ['@acme/*', '@Acme/probe', true],
    ['*-core', 'acme-core', true],
    ['a*b*c', 'a1b2c', true],
    ['a*b*c', 'acb', false],
    ['a*a', 'a', false],
    ['*', 'anything', true],
    ['acme', 'acme', true],
    ['acme', 'acme2', false],
    ['**a**', 'xax', true],
  ])('%s and %s: %s', (pattern, name, isMatch) => {
    expect(matchesName(pattern, name)).toBe(isMatch);
  });

  test('takes linear time', () => {
    const startedAt = performance.now();

    expect(matchesName(`${'a*'.repeat(100)}b`, 'a'.repeat(100_000))).toBe(false);

    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('a binding', () => {
  const unbound = { organizationId: null, ecosystem: null, namePattern: null };
  const pkg = { ownerOrgId: 'acme', ecosystem: 'npm', name: 'probe' };

  test.each([
    [unbound, {}, true],
    [{ ...unbound, organizationId: 'acme' }, pkg, true],
    [{ ...unbound, organizationId: 'rival' }, pkg, false],
    [{ ...unbound, organizationId: 'acme' }, {}, false],
    [{ ...unbound, ecosystem: 'npm' }, pkg, true],
    [{ ...unbound, ecosystem: 'cargo' }, pkg, false],
    [{ ...unbound, namePattern: 'pro*' }, pkg, true],
    // a repository also has a name, and is not a package
    [{ ...unbound, namePattern: 'pro*' }, { ownerOrgId: 'acme', name: 'probe' }, false],
  ])('%j allows %j: %s', (binding, target, isAllowed) => {
    expect(allowsTarget(binding, target)).toBe(isAllowed);
  });
});
