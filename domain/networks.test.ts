import { describe, expect, test } from 'vitest';
import { areWithin, Cidr, isInNetworks } from './networks.ts';

describe('networks', () => {
  test.each([
    ['192.0.2.7', ['192.0.2.0/24'], true],
    ['192.0.3.7', ['192.0.2.0/24'], false],
    ['::ffff:192.0.2.7', ['192.0.2.0/24'], true],
    ['2001:db8::1', ['192.0.2.0/24', '2001:db8::/32'], true],
    ['2001:db9::1', ['2001:db8::/32'], false],
    ['203.0.113.5', ['203.0.113.5'], true],
    ['203.0.113.6', ['203.0.113.5'], false],
    ['203.0.113.6', ['0.0.0.0/0'], true],
    ['2001:db8::1', ['0.0.0.0/0'], false],
    ['nonsense', ['0.0.0.0/0', '::/0'], false],
    ['203.0.113.6', [], false],
  ])('%s in %j: %s', (address, networks, isIn) => {
    expect(isInNetworks(address, networks)).toBe(isIn);
  });

  test.each([
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0/8',
    'fe80::1%eth0',
    '10.0.0.0/8/8',
    '::/129',
    '',
    '10.0.0.0/-1',
  ])('%j is none', (text) => {
    expect(Cidr.safeParse(text).success).toBe(false);
  });

  test.each([
    [['127.0.0.1'], ['127.0.0.0/8'], true],
    [['127.0.0.0/8'], ['127.0.0.0/8'], true],
    [['127.0.0.0/7'], ['127.0.0.0/8'], false],
    [['10.0.0.0/8', '192.0.2.0/24'], ['10.0.0.0/8'], false],
    [['10.0.0.0/8', '192.0.2.0/24'], ['192.0.0.0/16', '10.0.0.0/8'], true],
    [['0.0.0.0/0'], ['10.0.0.0/8'], false],
    [['2001:db8::/48'], ['2001:db8::/32'], true],
    [['::/0'], ['0.0.0.0/0'], false],
    [[], ['10.0.0.0/8'], true],
  ])('%j are within %j: %s', (inner, outer, expected) => {
    expect(areWithin(inner, outer)).toBe(expected);
  });
});
