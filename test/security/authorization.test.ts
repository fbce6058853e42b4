import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Management, startManagement } from '../support/management.ts';
import { credentials, differences } from './authorization/matrix.ts';
import { createWorld, fewStandings, type World } from './authorization/people.ts';

let api: Management;
let world: World;
beforeAll(async () => {
  api = await startManagement();
  world = await createWorld(api);
});
afterAll(() => api.stop());

/** `authorization.deep.test.ts` tests all combinations. */
describe('who may do what, as the documents say it', () => {
  it('holds for every role and every permission, for every visibility', async () => {
    const found: string[] = [];
    let all = 0;
    for (const standing of fewStandings()) {
      const asker = await world.asker(standing);
      const result = await differences(api, world, asker, 'session', world.places);
      found.push(...result.found);
      all += result.asked;
    }

    expect(found).toEqual([]);
    expect(all).toBeGreaterThan(1_000);
  });

  it.each(credentials)('holds with %s', async (credential) => {
    const found: string[] = [];
    for (const role of ['owner', 'publisher', null] as const) {
      const asker = await world.asker({ role, permission: null });
      found.push(...(await differences(api, world, asker, credential, world.places)).found);
    }

    expect(found).toEqual([]);
  });
});
