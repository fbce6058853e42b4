import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftLimits } from '../../../domain/limits.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { genericRequests, newName } from './requests.ts';

let platform: Platform;
let author: TestUser;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
});
afterAll(() => platform?.stop());

it('the open drafts of a user have a limit', async () => {
  const files = genericRequests(platform);
  const name = newName();
  const open = (index: number) => files.put(`${name}/${index}.0.0/a?draft`, author.token, 'x');
  for (let index = 0; index < draftLimits.open.count; index += 1) {
    expect((await open(index)).status).toBe(201);
  }

  const refused = await open(draftLimits.open.count);

  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('open drafts')]);
  expect((await files.ask(`${name}/0.0.0`, { method: 'DELETE', token: author.token })).status).toBe(204);
  expect((await open(draftLimits.open.count)).status).toBe(201);
}, 180_000);
