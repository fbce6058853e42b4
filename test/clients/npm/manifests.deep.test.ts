import { describe } from 'vitest';
import { isClientMissing } from '../../support/npm-clients.ts';
import { cannotRun } from './home.ts';
import { testManifests } from './manifests.ts';

/** Every client that `manifests.test.ts` leaves out. */
const names = ['npm8', 'npm9', 'npm10', 'npm12', 'pnpm10', 'yarn4'] as const;
const missing = new Set<string>();
for (const name of names) if (await isClientMissing(name)) missing.add(name);

describe.skipIf(cannotRun).each(names.filter((name) => !missing.has(name)))('%s', (client) => {
  testManifests(client);
});
