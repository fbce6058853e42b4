import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { uniqueName } from '../support/crates.ts';
import { query } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { getNuget, sendForm } from '../support/nuget.ts';
import { type CombinedPlatform, startCombinedPlatform } from '../support/platform.ts';
import { runNow } from '../support/workflows.ts';

let platform: CombinedPlatform;
beforeAll(async () => {
  platform = await startCombinedPlatform();
});
afterAll(() => platform?.stop());

const Found = z.object({
  data: z.array(
    z.object({
      totalDownloads: z.int(),
      versions: z.array(z.object({ version: z.string(), downloads: z.int() })),
    }),
  ),
});

it('searches show how often each version was downloaded, after the next round of maintenance', async () => {
  const id = uniqueName('Probe');
  const key = id.toLowerCase();
  for (const version of ['1.0.0', '1.1.0']) {
    await sendForm(platform, '/v2/package', platform.adminToken, buildNupkg({ id, version }));
  }
  const search = async () =>
    Found.parse(JSON.parse((await getNuget(platform, `/v3/search?q=packageid:${id}`)).text)).data[0];
  const download = (version: string) =>
    getNuget(platform, `/v3-flatcontainer/${key}/${version}/${key}.${version}.nupkg`);
  const counted = async (total: number) => {
    const [row] = await query<{ total: string }>(
      platform.databaseUrl,
      'select download_count as total from packages where name_key = $1',
      [key],
    );
    expect(Number(row?.total)).toBe(total);
  };
  await eventually(async () => expect(await search()).toMatchObject({ totalDownloads: 0 }));

  await Promise.all([download('1.0.0'), download('1.0.0'), download('1.1.0')]);
  await eventually(() => counted(3), { withinMs: 30_000 });
  expect(await runNow(platform.temporal, 'reconcileReleases')).toMatchObject({ counted: 1 });

  expect(await search()).toEqual({
    totalDownloads: 3,
    versions: [
      { version: '1.0.0', downloads: 2 },
      { version: '1.1.0', downloads: 1 },
    ],
  });
  expect(await runNow(platform.temporal, 'reconcileReleases')).toMatchObject({ counted: 0 });

  await download('1.1.0');
  await eventually(() => counted(4), { withinMs: 30_000 });
  await runNow(platform.temporal, 'reconcileReleases');
  expect((await search())?.versions).toEqual([
    { version: '1.0.0', downloads: 2 },
    { version: '1.1.0', downloads: 2 },
  ]);
});
