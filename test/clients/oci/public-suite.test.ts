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

  test('finds nothing to object to in what comes next, which holds all that is there', async () => {
    const { tests, failures } = await runPublicSuite(platform, 'dev');

    expect(failures).toEqual([]);
    expect(tests).toBeGreaterThan(800);
  });
});
