import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { mavenRequests, newCoordinates } from './requests.ts';

let platform: Platform;
let author: TestUser;
let maven: ReturnType<typeof mavenRequests>;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  maven = mavenRequests(platform);
});
afterAll(() => platform?.stop());

it('a deploy without metadata is published a minute after its last file, once its POM has come', async () => {
  const [whole, partial] = [newCoordinates(), newCoordinates()];
  for (const at of [whole, partial]) await maven.putFile(at, '.jar', author.token, 'jar');
  await maven.putPom(whole, author.token);

  await eventually(async () => expect((await maven.ask(maven.fileOf(whole, '.jar'))).status).toBe(200), {
    withinMs: 90_000,
  });

  // the other deploy has no POM yet, and waits for it
  await maven.putPom(partial, author.token);
  expect((await maven.commit(partial, author.token)).status).toBe(201);
}, 120_000);
