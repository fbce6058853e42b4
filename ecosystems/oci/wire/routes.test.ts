import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOf } from '../format/digest.ts';
import { createMemoryPlatform, type MemoryPlatform, tokens } from '../fixtures/platform.ts';
import { emptyConfig, imageOf, indexOf, indexType, manifestType } from '../fixtures/samples.ts';

let platform: MemoryPlatform;

beforeEach(async () => {
  platform = await createMemoryPlatform();
});

afterEach(() => platform.app.close());

interface Asking {
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

async function ask(
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  asking: Asking = {},
) {
  const { token, headers = {}, body } = { token: tokens.alice, ...asking };
  const answer = await platform.app.inject({
    method,
    url,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.rawPayload, text: answer.body };
}

const anybody = { token: undefined };

async function pushConfig(name: string, mount = '/v2'): Promise<void> {
  const url = `${mount}/${name}/blobs/uploads/?digest=${emptyConfig.digest}`;
  expect(await ask('POST', url, { body: Buffer.from('{}') })).toMatchObject({ status: 201 });
}

async function push(name: string, reference: string, bytes: Buffer, type = manifestType) {
  await pushConfig(name);
  return ask('PUT', `/v2/${name}/manifests/${reference}`, { body: bytes, headers: { 'content-type': type } });
}

function codeOf({ text }: { text: string }): string {
  return (JSON.parse(text) as { errors: [{ code: string }] }).errors[0].code;
}

function aboutOf(subject: string, index: number, artifactType = 'text/plain'): Buffer {
  const about = { mediaType: manifestType, digest: subject, size: 1 };
  return imageOf({ artifactType, subject: about, annotations: { index: String(index) } });
}

describe('a push', () => {
  it('declares what the platform has to know', async () => {
    const bytes = imageOf({
      subject: { mediaType: manifestType, digest: digestOf(Buffer.from('x')), size: 1 },
    });

    await push('alice/app', 'v1', bytes);

    expect(platform.published[0]?.declared).toEqual({
      name: 'alice/app',
      version: digestOf(bytes),
      metadata: { mediaType: manifestType },
      tags: ['v1'],
      blobs: [{ digest: emptyConfig.digest, sizeBytes: 2 }],
      subject: digestOf(Buffer.from('x')),
    });
  });

  it.each([
    ['held', /^299 - "held for review: https:\/\/registry\.test\/releases\//],
    ['pending', /^299 - "still being checked: https:\/\/registry\.test\/releases\//],
  ] as const)('that is %s is accepted, and says so', async (receipt, warning) => {
    platform.receipt = receipt;

    const answer = await push('alice/app', 'v1', imageOf());

    expect([answer.status, answer.headers['warning']]).toEqual([201, expect.stringMatching(warning)]);
  });

  it('that is held is read back by its pusher only, and its tag stays where it was', async () => {
    const [first, second] = [imageOf(), imageOf({ annotations: { a: 'b' } })];
    await push('alice/app', 'v1', first);
    platform.receipt = 'held';
    await push('alice/app', 'v1', second);

    const path = `/v2/alice/app/manifests/${digestOf(second)}`;
    expect((await ask('GET', path)).body).toEqual(second);
    expect(await ask('GET', path, { token: tokens.bob })).toMatchObject({ status: 404 });
    expect(await ask('GET', path, anybody)).toMatchObject({ status: 404 });
    expect((await ask('GET', '/v2/alice/app/manifests/v1', anybody)).body).toEqual(first);
    expect(await ask('DELETE', path)).toMatchObject({ status: 202 });
    expect(await ask('GET', path)).toMatchObject({ status: 404 });
  });

  it('of what is held already is the same push, and under another tag it is refused at once', async () => {
    platform.receipt = 'held';
    const bytes = imageOf();
    await push('alice/app', 'v1', bytes);

    const again = await push('alice/app', 'v1', bytes);
    const other = await push('alice/app', 'v2', bytes);

    expect(again.status).toBe(201);
    expect([other.status, codeOf(other), other.text]).toEqual([
      403,
      'DENIED',
      expect.stringContaining('held for review'),
    ]);
  });

  it('of what is there already publishes nothing, under whichever tag', async () => {
    const bytes = imageOf();
    await push('alice/app', 'v1', bytes);

    const answer = await push('alice/app', 'v2', bytes);

    expect([answer.status, platform.published.length]).toEqual([201, 1]);
    expect((await ask('GET', '/v2/alice/app/tags/list')).text).toBe(
      '{"name":"alice/app","tags":["v1","v2"]}',
    );
  });

  it('of an index counts children that are held', async () => {
    platform.receipt = 'held';
    const child = imageOf();
    await push('alice/app', digestOf(child), child);

    expect(await push('alice/app', 'multi', indexOf([child]), indexType)).toMatchObject({ status: 201 });
  });

  it('to what belongs to another account is denied, of a digest that is there as well', async () => {
    const bytes = imageOf();
    await push('alice/app', 'v1', bytes);
    const as = { token: tokens.bob, body: bytes, headers: { 'content-type': manifestType } };

    for (const reference of ['v1', digestOf(bytes)]) {
      const answer = await ask('PUT', `/v2/alice/app/manifests/${reference}`, as);
      expect([answer.status, codeOf(answer)]).toEqual([403, 'DENIED']);
    }
  });
});

describe('referrers', () => {
  it('are paged by hundreds, with the filter kept', async () => {
    const subject = digestOf(Buffer.from('subject'));
    for (let index = 0; index < 230; index += 1) {
      const type = index % 2 === 0 ? 'text/even' : 'text/odd';
      const bytes = aboutOf(subject, index, type);
      await push('alice/app', digestOf(bytes), bytes);
    }

    const read = async (query: string) => {
      const sizes: number[] = [];
      let path: string | undefined = `/v2/alice/app/referrers/${subject}${query}`;
      while (path !== undefined) {
        const answer = await ask('GET', path, anybody);
        sizes.push((JSON.parse(answer.text) as { manifests: unknown[] }).manifests.length);
        path = /^<([^>]+)>; rel="next"$/.exec(String(answer.headers['link']))?.[1];
      }
      return sizes;
    };

    expect(await read('')).toEqual([100, 100, 30]);
    expect(await read('?artifactType=text%2Feven')).toEqual([100, 15]);
    expect(await read('?artifactType=text%2Fnone')).toEqual([0]);
  });

  it('refuse a link that they did not give', async () => {
    await push('alice/app', 'v1', imageOf());

    const answer = await ask('GET', `/v2/alice/app/referrers/${emptyConfig.digest}?next=tag.x`);

    expect(answer.status).toBe(400);
  });
});

describe('a name without images', () => {
  const nowhere = `sha256:${'0'.repeat(64)}`;
  const said = async (name: string) => {
    const paths = ['tags/list', `referrers/${nowhere}`, `manifests/${nowhere}`, `blobs/${nowhere}`];
    const answers = await Promise.all(paths.map((path) => ask('GET', `/v2/${name}/${path}`)));
    return answers.map((answer) => (answer.status === 200 ? 200 : codeOf(answer)));
  };
  const isThere = [200, 200, 'MANIFEST_UNKNOWN', 'BLOB_UNKNOWN'];

  it('is there on all routes when its only image was deleted', async () => {
    const bytes = imageOf();
    await push('alice/app', digestOf(bytes), bytes);
    await ask('DELETE', `/v2/alice/app/manifests/${digestOf(bytes)}`);

    expect(await said('alice/app')).toEqual(isThere);
    expect((await ask('GET', `/v2/alice/app/referrers/${nowhere}`)).headers['content-type']).toBe(indexType);
  });

  it('is there on all routes for a person who has sent a blob to it', async () => {
    await ask('POST', '/v2/alice/begun/blobs/uploads/');

    expect(await said('alice/begun')).toEqual(isThere);
  });

  it('is on no route while it is unused, and has no referrers', async () => {
    expect(await said('alice/nothing')).toEqual(['NAME_UNKNOWN', 200, 'NAME_UNKNOWN', 'NAME_UNKNOWN']);
  });
});

describe('a repository that one may not know', () => {
  const paths = (name: string) => [
    `/v2/${name}/manifests/v1`,
    `/v2/${name}/manifests/${emptyConfig.digest}`,
    `/v2/${name}/blobs/${emptyConfig.digest}`,
    `/v2/${name}/tags/list`,
    `/v2/${name}/referrers/${emptyConfig.digest}`,
  ];

  it.each([
    ['an anonymous reader', undefined],
    ['another user', tokens.bob],
  ] as const)('looks to %s as if it did not exist', async (_who, token) => {
    await push('alice/hidden', 'v1', imageOf());
    platform.hidden.add('alice/hidden');
    const missing = paths('alice/nothing');

    for (const [index, path] of paths('alice/hidden').entries()) {
      const [is, was] = [
        await ask('GET', path, { token }),
        await ask('GET', missing[index] ?? '', { token }),
      ];
      expect([is.status, is.text.replaceAll('hidden', 'nothing')]).toEqual([was.status, was.text]);
      expect(is.headers['www-authenticate']?.toString().replaceAll('hidden', 'nothing')).toBe(
        was.headers['www-authenticate'],
      );
    }
  });
});

describe('tokens', () => {
  async function trade(query: string, headers: Record<string, string> = {}): Promise<string> {
    const answer = await ask('GET', `/oci/token?${query}`, { ...anybody, headers });
    return (JSON.parse(answer.text) as { token: string }).token;
  }

  const alice = { authorization: `Basic ${Buffer.from(`alice:${tokens.alice}`).toString('base64')}` };

  it('that lack a scope are told which, and those that were refused it are refused', async () => {
    await push('alice/app', 'v1', imageOf());
    const start = '/v2/alice/app/blobs/uploads/';
    const pull = await trade('scope=repository:alice/app:pull', alice);
    const refused = await trade('scope=repository:alice/app:pull,push', {
      authorization: `Basic ${Buffer.from(`bob:${tokens.bob}`).toString('base64')}`,
    });

    const challenged = await ask('POST', start, { token: pull });
    const denied = await ask('POST', start, { token: refused });

    expect([challenged.status, challenged.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="https://registry.test/oci/token",service="registry.test",scope="repository:alice/app:pull,push"',
    ]);
    expect([denied.status, codeOf(denied)]).toEqual([403, 'DENIED']);
  });

  it('that have expired are challenged', async () => {
    const answer = await ask('GET', '/v2/alice/app/tags/list', { token: 'expired' });

    expect([answer.status, codeOf(answer)]).toEqual([401, 'UNAUTHORIZED']);
    expect(answer.headers['www-authenticate']).toContain('scope="repository:alice/app:pull"');
  });

  it('do not read a repository that their holder lost', async () => {
    await push('alice/app', 'v1', imageOf());
    const token = await trade('scope=repository:alice/app:pull');
    platform.hidden.add('alice/app');

    expect(await ask('GET', '/v2/alice/app/manifests/v1', { token })).toMatchObject({ status: 401 });
  });

  it('are had with a password, too', async () => {
    const basic = (password: string) => ({
      authorization: `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`,
    });

    const token = await trade('scope=repository:alice/new:pull,push', basic('a long enough passphrase'));
    const wrong = await ask('GET', '/oci/token', { ...anybody, headers: basic('wrong') });

    expect(await ask('POST', '/v2/alice/new/blobs/uploads/', { token })).toMatchObject({ status: 202 });
    expect([wrong.status, codeOf(wrong)]).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('whatever is asked', () => {
  it.each(['/v2', '/oci/v2', '/oci/r/team/v2'])(
    'through %s is answered with locations there',
    async (mount) => {
      const answer = await ask('POST', `${mount}/alice/app/blobs/uploads/`);

      expect(answer.headers['location']?.toString().startsWith(`${mount}/alice/app/blobs/uploads/`)).toBe(
        true,
      );
    },
  );

  it.each([
    ['GET', '/v2/nothing'],
    ['GET', '/oci/nothing'],
    ['PUT', '/v2/a/b/c'],
  ] as const)('is refused in the protocol’s shape: %s %s', async (method, url) => {
    const answer = await ask(method, url);

    expect([answer.status, codeOf(answer)]).toEqual([404, 'NAME_UNKNOWN']);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'docker-distribution-api-version': 'registry/2.0',
    });
  });

  it('has no body where only the head was asked for', async () => {
    const answer = await ask('HEAD', '/v2/alice/app/manifests/none');

    expect([answer.status, answer.body.length]).toEqual([404, 0]);
  });

  it('tells nothing about faults of our own', async () => {
    const answer = await ask('GET', '/v2/alice/app/tags/list', { token: 'no JSON at all' });

    expect([answer.status, codeOf(answer)]).toEqual([500, 'UNKNOWN']);
    expect(answer.text).toContain('internal error');
  });
});
