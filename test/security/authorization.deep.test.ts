import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Management, startManagement } from '../support/management.ts';
import { credentials, differences } from './authorization/matrix.ts';
import { createWorld, standings, type World } from './authorization/people.ts';

let api: Management;
let world: World;
beforeAll(async () => {
  api = await startManagement();
  world = await createWorld(api);
});
afterAll(() => api.stop());

it.each(credentials)(
  'every role with every permission may do with %s what the documents say, for every visibility',
  async (credential) => {
    const found: string[] = [];
    let all = 0;
    for (const standing of standings()) {
      const asker = await world.asker(standing);
      const result = await differences(api, world, asker, credential, world.places);
      found.push(...result.found);
      all += result.asked;
    }

    expect(found).toEqual([]);
    expect(all).toBeGreaterThan(4_000);
  },
  600_000,
);
