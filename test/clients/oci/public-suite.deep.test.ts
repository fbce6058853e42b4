import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPlatform, type Platform } from '../../support/platform.ts';
import { cannotRun } from './machine.ts';
import { runPublicSuite } from './public-suite.ts';

describe.skipIf(await cannotRun('conformance'))("the specification's own suite", () => {
  let platform: Platform;

  beforeAll(async () => {
    platform = await startPlatform();
  });

  afterAll(() => platform?.stop());

  // `dev` includes all tests of the released versions
  test.each(['1.0', '1.1', 'dev'] as const)('finds nothing to object to: %s', async (version) => {
    const { tests, failures } = await runPublicSuite(platform, version);

    expect(failures).toEqual([]);
    expect(tests).toBeGreaterThan(800);
  });
});
