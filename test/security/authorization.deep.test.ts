import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Management, startManagement } from '../support/management.ts';
import { shareOf } from '../support/matrix.ts';
import { type CredentialName, credentials, differences } from './authorization/matrix.ts';
import type { Standing } from './authorization/expected.ts';
import { createWorld, standings, type World } from './authorization/people.ts';

let api: Management;
let world: World;
beforeAll(async () => {
  api = await startManagement();
  world = await createWorld(api);
});
afterAll(() => api.stop());

/**
 * The rights of a person are tested with all standings; the limits of a credential, with a third of them each, so
 * that each standing has some credential.
 */
function standingsWith(credential: CredentialName): Standing[] {
  return shareOf(standings(), credential === 'session' ? 1 : 3, credentials.indexOf(credential));
}

it.each(credentials)(
  'roles with permissions may do with %s what the documents say, for every visibility',
  async (credential) => {
    const found: string[] = [];
    let all = 0;
    for (const standing of standingsWith(credential)) {
      const asker = await world.asker(standing);
      const result = await differences(api, world, asker, credential, world.places);
      found.push(...result.found);
      all += result.asked;
    }

    expect(found).toEqual([]);
    expect(all).toBeGreaterThan(1_000);
  },
  600_000,
);
