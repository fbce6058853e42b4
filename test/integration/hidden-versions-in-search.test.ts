import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../support/eventually.ts';
import { type Platform, startPlatform } from '../support/platform.ts';
import { buildFile, publish, unique } from '../security/publish.ts';
import { ecosystems, nameWith } from '../support/test-clients.ts';

let platform: Platform;
let alice: { username: string; token: string };
beforeAll(async () => {
  platform = await startPlatform();
  alice = await platform.createUser();
});
afterAll(() => platform?.stop());

const Found = z.object({
  total: z.number(),
  packages: z.array(z.object({ name: z.string(), latest_version: z.string().nullable() })),
  facets: z.record(z.string(), z.array(z.object({ value: z.string(), count: z.number() }))),
});

async function search(word: string, ecosystem: string) {
  const path = `/v1/search?q=${word}&ecosystem=${ecosystem}&facets=ecosystem`;
  return Found.parse(await (await fetch(platform.url + path)).json());
}

async function change(method: string, path: string): Promise<number> {
  const headers = { authorization: `Bearer ${alice.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ reason: 'a test' });
  return (await fetch(`${platform.url}/v1/packages${path}`, { method, headers, body })).status;
}

/** Publishes 1.0.0 and 2.0.0, each with its own word in the description; the second word finds the package. */
async function publishTwo(ecosystem: string): Promise<{ name: string; words: [string, string] }> {
  const name = nameWith(ecosystem, `stays${unique()}`);
  const words: [string, string] = [`first${unique()}`, `second${unique()}`];
  for (const [index, word] of words.entries()) {
    const version = `${index + 1}.0.0`;
    const file = await buildFile({ ecosystem, name, version, word, isSuspicious: false });
    const answer = await publish(platform.url, { ecosystem, name, version, file, token: alice.token });
    expect(answer.status, answer.text).toBeLessThan(300);
  }
  await eventually(async () => {
    const { packages } = await search(name.replace(/.*[/:]/, ''), ecosystem);
    expect(packages).toMatchObject([{ name, latest_version: '2.0.0' }]);
  });
  return { name, words };
}

/** The test searches at once after each change: no projection has run by then. */
test.each(ecosystems)(
  'a package of %s stays found with what is visible, at every moment',
  async (ecosystem) => {
    const yanked = await publishTwo(ecosystem);
    const deleted = await publishTwo(ecosystem);
    const held = await publishTwo(ecosystem);
    const releaseOf = ({ name }: { name: string }) =>
      `/${ecosystem}/${encodeURIComponent(name)}/releases/2.0.0`;
    const ways = [
      ['PUT', `${releaseOf(yanked)}/yank`, yanked],
      ['DELETE', releaseOf(deleted), deleted],
      ['POST', `${releaseOf(held)}/hold`, held],
    ] as const;

    for (const [method, path, { name }] of ways) {
      const status = await change(method, path);
      const bySegment = await search(name.replace(/.*[/:]/, ''), ecosystem);

      expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 300)]);
      expect(bySegment.packages).toEqual([expect.objectContaining({ name, latest_version: '1.0.0' })]);
      expect(bySegment).toMatchObject({ total: 1, facets: { ecosystem: [{ value: ecosystem, count: 1 }] } });
    }
    // the search offers no yanked and no held version
    expect((await search(held.words[1], ecosystem)).total).toBe(0);
  },
);
