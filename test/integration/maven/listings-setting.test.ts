import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maven } from '../../../ecosystems/maven/index.ts';
import { type ContextPlatform, startContext } from '../../support/route-context.ts';

const platforms: ContextPlatform[] = [];
beforeAll(async () => {
  platforms.push(await startContext(maven), await startContext(maven, { MAVEN_LISTINGS: 'on' }));
  for (const platform of platforms) {
    const author = await platform.api.createPerson('alice');
    await platform.publish(author, { name: 'org.acme:probe', version: '1.0.0', file: 'probe-1.0.0.pom' });
  }
});
afterAll(async () => {
  for (const platform of platforms) await platform.stop();
});

/** The statuses of every folder on the way to a file, and of the metadata beside them. */
async function statusesOf(platform: ContextPlatform): Promise<number[]> {
  const { context } = await platform.as(undefined, async (asked) => asked);
  const { routes } = await maven.wire();
  const app = Fastify();
  await app.register(async (scope) => routes(scope, context));
  const statuses: number[] = [];
  for (const url of ['/', '/org/', '/org/acme/', '/org/acme/probe/', '/org/acme/probe/1.0.0/']) {
    statuses.push((await app.inject({ url })).statusCode);
  }
  statuses.push((await app.inject({ url: '/org/acme/probe/maven-metadata.xml' })).statusCode);
  await app.close();
  return statuses;
}

test('folders are listed only where an operator wants it', async () => {
  const [usual, listing] = await Promise.all(platforms.map(statusesOf));

  expect(usual).toEqual([404, 404, 404, 404, 404, 200]);
  expect(listing).toEqual([200, 200, 200, 200, 200, 200]);
});
