import { publishCrate, readIndex } from './cargo.ts';
import { publishDist } from './composer.ts';
import { makeCrate, uniqueName } from './crates.ts';
import { pypiClient } from './distributions.ts';
import { gemsClient } from './gems.ts';
import { publishNpm } from './npm.ts';
import type { Platform, TestUser } from './platform.ts';

/** One new package: the answer to its publish, and its first page as readers get it. */
export interface TriedPublish {
  ecosystem: string;
  publish(): Promise<{ status: number }>;
  read(): Promise<number>;
}

/** A package of each of several ecosystems, under names of their own. */
export async function packagesToPublish(
  platform: Pick<Platform, 'url' | 'adminToken'>,
  { token, username }: TestUser,
): Promise<readonly TriedPublish[]> {
  const { url } = platform;
  const name = uniqueName('several').toLowerCase();
  const version = '1.0.0';
  const crate = await makeCrate({ name });
  const dist = `${username.toLowerCase()}/${name}`;
  const pypi = pypiClient(url, token);
  const gems = gemsClient(url, token);
  const statusOf = async (path: string) => {
    const answer = await fetch(`${url}${path}`);
    await answer.arrayBuffer();
    return answer.status;
  };
  return [
    {
      ecosystem: 'cargo',
      publish: () => publishCrate(platform, crate, token),
      read: async () => ((await readIndex(platform, name)).has(version) ? 200 : 404),
    },
    {
      ecosystem: 'npm',
      publish: () => publishNpm(`${url}/npm`, { name, version }, token),
      read: () => statusOf(`/npm/${name}`),
    },
    {
      ecosystem: 'pypi',
      publish: async () => ({ status: (await pypi.upload({ name, version }))[0] }),
      read: async () => (await pypi.page(name)).status,
    },
    {
      ecosystem: 'rubygems',
      publish: async () => ({ status: (await gems.pushGem({ name, version }))[0] }),
      read: () => statusOf(`/rubygems/info/${name}`),
    },
    {
      ecosystem: 'composer',
      publish: () => publishDist(platform, { token }, { name: dist, version }),
      read: () => statusOf(`/composer/p2/${dist}.json`),
    },
  ];
}
