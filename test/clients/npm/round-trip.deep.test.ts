import { describe } from 'vitest';
import { isClientMissing } from '../../support/npm-clients.ts';
import { cannotRun } from './home.ts';
import { testRoundTrip } from './round-trip.ts';

/** The clients that `round-trip.test.ts` leaves out. */
const names = ['npm8', 'npm9', 'npm10', 'npm11', 'pnpm10', 'yarn1'] as const;
const missing = new Set<string>();
for (const name of names) if (await isClientMissing(name)) missing.add(name);

describe.skipIf(cannotRun).each(names.filter((name) => !missing.has(name)))('%s', (client) => {
  testRoundTrip(client);
});
