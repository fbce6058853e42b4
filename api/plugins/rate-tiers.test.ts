import { describe, expect, it } from 'vitest';
import { defaultTier } from './rate-tiers.ts';

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
});
