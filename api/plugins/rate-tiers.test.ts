import { describe, expect, it } from 'vitest';
import { addressKey, defaultTier } from './rate-tiers.ts';

describe('rate tiers', () => {
  it.each([
    ['GET', '/v1/stats', 'read'],
    ['HEAD', '/v1', 'read'],
    ['GET', '/cargo/index/config.json', 'protocol'],
    ['GET', '/v10', 'protocol'],
    ['PUT', '/cargo/api/v1/crates/new', 'publish'],
    ['DELETE', '/v1/tokens/x', 'write'],
  ])('%s %s is a %s', (method, path, tier) => {
    expect(defaultTier(method, path)).toBe(tier);
  });

  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('counts %s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
