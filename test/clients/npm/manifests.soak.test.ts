import { describe } from 'vitest';
import { isClientMissing } from '../../support/npm-clients.ts';
import { cannotRun } from './home.ts';
import { testManifests } from './manifests.ts';

const names = [
  'npm8',
  'npm9',
  'npm10',
  'npm11',
  'npm12',
  'pnpm10',
  'pnpm11',
  'yarn1',
  'yarn4',
  'bun',
] as const;
const missing = new Set<string>();
for (const name of names) if (await isClientMissing(name)) missing.add(name);

describe.skipIf(cannotRun).each(names.filter((name) => !missing.has(name)))('%s', (client) => {
  testManifests(client);
});
