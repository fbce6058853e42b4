import { describe } from 'vitest';
import { isClientMissing } from '../../support/npm-clients.ts';
import { cannotRun } from './home.ts';
import { testRoundTrip } from './round-trip.ts';

/** One client of each family; `round-trip.deep.test.ts` has the others. */
const names = ['npm12', 'pnpm11', 'yarn4', 'bun'] as const;
const missing = new Set<string>();
for (const name of names) if (await isClientMissing(name)) missing.add(name);

describe.skipIf(cannotRun).each(names.filter((name) => !missing.has(name)))('%s', (client) => {
  testRoundTrip(client);
});
