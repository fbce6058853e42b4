import { publishForm } from '../../ecosystems/composer/fixtures/dist.ts';
import { uploadForm } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { buildGem } from '../../ecosystems/rubygems/fixtures/gem.ts';
import { readIndex } from './cargo.ts';
import { zipOf } from './composer.ts';
import { makeCrate, uniqueName } from './crates.ts';
import { pypiClient, wheel } from './distributions.ts';
import { gemsClient } from './gems.ts';
import { publishNpm } from './npm.ts';
import type { Platform, TestUser } from './platform.ts';

/** A new package with its requests. */
export interface TriedPublish {
  ecosystem: string;
  /** The status; `503 for ever` for a 503 without Retry-After. */
  publish(): Promise<string>;
  /** Reads the first page of the package as a client does. Returns the status. */
  read(): Promise<number>;
}

/** A new package in each of several ecosystems. */
export async function packagesToPublish(
  { url }: Pick<Platform, 'url'>,
  { token, username }: TestUser,
): Promise<readonly TriedPublish[]> {
  const name = uniqueName('several').toLowerCase();
  const version = '1.0.0';
  const crate = await makeCrate({ name });
  const dist = { name: `${username.toLowerCase()}/${name}`, version };
  const pypi = pypiClient(url, token);
  const gems = gemsClient(url, token);
  const statusOf = async (path: string) => {
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    return answer.status;
  };
  return [
    {
      ecosystem: 'cargo',
      publish: () =>
        settle(
          fetch(`${url}/cargo/api/v1/crates/new`, {
            method: 'PUT',
            headers: { authorization: token },
            body: new Uint8Array(crate.body),
          }),
        ),
      read: async () => ((await readIndex({ url }, name)).has(version) ? 200 : 404),
    },
    {
      ecosystem: 'npm',
      publish: () => settle(publishNpm(`${url}/npm`, { name, version }, token)),
      read: () => statusOf(`/npm/${name}`),
    },
    {
      ecosystem: 'pypi',
      publish: () => settle(pypi.send(uploadForm({ name, version }, wheel({ name, version })))),
      read: async () => (await pypi.page(name)).status,
    },
    {
      ecosystem: 'rubygems',
      publish: async () => settle(gems.push(await buildGem({ name, version }))),
      read: () => statusOf(`/rubygems/info/${name}`),
    },
    {
      ecosystem: 'composer',
      publish: () =>
        settle(
          fetch(`${url}/composer/packages/${dist.name}`, {
            method: 'PUT',
            headers: { authorization: `Bearer ${token}` },
            body: publishForm({ zip: zipOf(dist), fields: { version } }),
          }),
        ),
      read: () => statusOf(`/composer/p2/${dist.name}.json`),
    },
  ];
}

async function settle(
  answering: Promise<{ status: number; headers: Headers; body: unknown }>,
): Promise<string> {
  const { status, headers, body } = await answering;
  if (body instanceof ReadableStream) await body.cancel();
  return `${status}${status === 503 && !headers.has('retry-after') ? ' for ever' : ''}`;
}
