import { blake2b } from '@noble/hashes/blake2.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadForm, wheelFiles } from '../../../ecosystems/pypi/fixtures/distribution.ts';
import { sha256Hex } from '../../../domain/digest.ts';
import { credential } from '../../security/publish.ts';
import { newProject, pypiClient, sdist, wheel } from '../../support/distributions.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';

let platform: Platform;
let author: TestUser;
let send: ReturnType<typeof pypiClient>['send'];
let ask: ReturnType<typeof pypiClient>['ask'];
beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  ({ send, ask } = pypiClient(platform.url, author.token));
});
afterAll(() => platform?.stop());

const asJson = { accept: 'application/vnd.pypi.simple.v1+json' };

describe('an upload', () => {
  it('of a wheel and a source distribution makes one release', async () => {
    const it = {
      name: newProject(),
      version: '1.0.0',
      headers: 'Requires-Python: >=3.9\nSummary: A probe\n',
      readme: '# Hi\n',
    };
    const [first, second] = [wheel(it), await sdist(it)];

    const answers = [
      await send(uploadForm(it, first)),
      await send(uploadForm(it, second), author.token, 'legacy'),
    ];

    const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(told).toEqual([
      [200, 'OK'],
      [200, 'OK'],
    ]);
    const page = await ask(`simple/${it.name}/`, asJson);
    expect([page.status, page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
      200,
      'application/vnd.pypi.simple.v1+json',
      expect.stringContaining('Accept'),
    ]);
    const { files, ...rest } = (await page.json()) as { files: Record<string, unknown>[] };
    expect(rest).toEqual({
      meta: { 'api-version': '1.4' },
      name: it.name,
      versions: ['1.0.0'],
      'project-status': { status: 'active' },
    });
    const metadata = wheelFiles(it)[`${it.name.replaceAll('-', '_')}-1.0.0.dist-info/METADATA`] ?? '';
    expect(files.find((file) => file['filename'] === first.filename)).toMatchObject({
      hashes: { sha256: sha256Hex(first.body) },
      size: first.body.length,
      'requires-python': '>=3.9',
      'core-metadata': { sha256: sha256Hex(metadata) },
      yanked: false,
    });
    const base = `${platform.url}/pypi/simple/${it.name}/`;
    for (const file of files) {
      const url = new URL(String(file['url']), base);
      const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
      expect(sha256Hex(bytes)).toBe((file['hashes'] as { sha256: string }).sha256);
      const other = String(url)
        .replaceAll(/[0-9a-f]{64}/g, '0'.repeat(64))
        .replace(/files\/../, 'files/00');
      expect((await fetch(other)).status).toBe(404);
    }
    const wheelUrl = new URL(
      String(files.find((file) => file['filename'] === first.filename)?.['url']),
      base,
    );
    expect(await (await fetch(`${String(wheelUrl)}.metadata`)).text()).toBe(metadata);
    const html = await (await ask(`simple/${it.name}/`)).text();
    expect(html).toContain(
      `#sha256=${sha256Hex(second.body)}" data-requires-python="&gt;=3.9">${second.filename}</a>`,
    );
    const legacy = (await (await ask(`pypi/${it.name}/json`)).json()) as { info: object; releases: object };
    expect(legacy).toMatchObject({ info: { summary: 'A probe', version: '1.0.0' } });
    expect(Object.keys(legacy.releases)).toEqual(['1.0.0']);
    expect((await ask(`pypi/${it.name}/1.0/json`)).status).toBe(200);
    expect(await (await ask('simple/')).text()).toContain(`>${it.name}</a>`);
  });

  it('may come twice, and never with other bytes', async () => {
    const it = { name: newProject(), version: '1.0.0' };
    await send(uploadForm(it, wheel(it)));

    const same = await send(uploadForm(it, wheel(it)));
    const other = await send(uploadForm(it, wheel({ ...it, files: { 'a.py': 'x' } })));

    expect([same.status, other.status]).toEqual([200, 400]);
    expect(await other.text()).toContain('File already exists');
  });

  it.each([
    ['another digest', { sha256_digest: '0'.repeat(64) }, 400],
    ['no digest', { sha256_digest: '' }, 400],
    ['another version', { version: '2.0.0' }, 400],
    ['another kind', { filetype: 'sdist' }, 400],
    ['another action', { ':action': 'submit' }, 400],
    ['attestations and a stored token', { attestations: '[]' }, 400],
    ['another BLAKE2 digest', { blake2_256_digest: '0'.repeat(64) }, 400],
    ['a protocol of tomorrow', { protocol_version: '2' }, 400],
    ['metadata of tomorrow', { metadata_version: '3.0' }, 400],
    ['no pyversion', { pyversion: '' }, 400],
  ])('with %s is refused, and nothing stays', async (_what, changes, status) => {
    const it = { name: newProject(), version: '1.0.0' };

    const answer = await send(uploadForm(it, wheel(it), changes));

    expect([answer.status, (await answer.text()).split('\n').length]).toEqual([status, 2]);
    expect((await ask(`simple/${it.name}/`)).status).toBe(404);
  });

  it('has one source distribution in a release, and one wheel for a platform', async () => {
    const it = { name: newProject(), version: '1.0' };
    const [zip, other] = [await sdist(it), wheel({ ...it, version: '1.0.0' })];
    await send(uploadForm(it, wheel(it)));
    await send(uploadForm(it, await sdist(it)));

    const answers = [
      await send(
        uploadForm(it, {
          ...zip,
          filename: `${it.name}-1.0.tar.gz`.replaceAll('-', '_').replace('_1.0', '-1.0'),
        }),
      ),
      await send(uploadForm({ ...it, version: '1.0.0' }, other)),
    ];

    const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(told).toEqual([
      [400, expect.stringContaining('has a source distribution')],
      [400, expect.stringContaining('has the same wheel')],
    ]);
    expect(answers[0]?.statusText).toContain('has a source distribution');
  });

  it('says what it did not look at', async () => {
    const it = { name: newProject(), version: '1.0' };

    const answer = await send(uploadForm(it, wheel(it), { metadata_version: '2.9', gpg_signature: 'x' }));

    expect([answer.status, answer.headers.get('warning')]).toEqual([
      200,
      expect.stringMatching(/^299 - "the signature was ignored.*, 299 - "metadata newer than 2.5/),
    ]);
  });

  it('brings static metadata of a source distribution, every digest, a feed and whole addresses for older tools', async () => {
    const it = { name: newProject(), version: '1.0.0', metadata: '2.2' };
    const [dynamic, file] = [
      { ...it, version: '2.0.0', headers: 'Dynamic: Requires-Dist\n' },
      await sdist(it),
    ];
    const blake = Buffer.from(blake2b(file.body, { dkLen: 32 })).toString('hex');
    await send(uploadForm(it, file, { blake2_256_digest: blake }));
    await send(uploadForm(dynamic, await sdist(dynamic)));

    const legacy = (await (await ask(`pypi/${it.name}/1.0.0/json`)).json()) as {
      info: object;
      urls: { url: string }[];
    };
    const page = (await (await ask(`simple/${it.name}/`, asJson)).json()) as { files: { url: string }[] };
    const feed = await ask(`rss/project/${it.name}/releases.xml`);

    expect(legacy.urls[0]).toMatchObject({ digests: { blake2b_256: blake, sha256: sha256Hex(file.body) } });
    expect((await fetch(legacy.urls[0]?.url ?? '')).status).toBe(200);
    expect(page.files.map((each) => 'core-metadata' in each)).toEqual([true, false]);
    const metadata = new URL(`${page.files[0]?.url}.metadata`, `${platform.url}/pypi/simple/${it.name}/`);
    expect(await (await fetch(metadata)).text()).toContain(`Name: ${it.name}\n`);
    expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect((await feed.text()).match(/<item><title>[^<]+/g)).toEqual([
      '<item><title>2.0.0',
      '<item><title>1.0.0',
    ]);
  });

  it('needs a credential, and one that is right', async () => {
    const it = { name: newProject(), version: '1.0.0' };
    const stranger = await platform.createUser();
    const anonymous = await send(uploadForm(it, wheel(it)), '');
    const wrong = await send(uploadForm(it, wheel(it)), `pub_${'0'.repeat(64)}`);
    await send(uploadForm(it, wheel(it)));
    const foreign = await send(uploadForm(it, await sdist(it)), stranger.token);

    expect([anonymous.status, wrong.status, foreign.status]).toEqual([401, 403, 403]);
  });

  it('with a credential in it waits for a person, and so does what comes after it', async () => {
    const it = { name: newProject(), version: '1.0.0' };
    const secret = { ...it, files: { 'settings.py': `KEY = "${credential()}"\n` } };

    const held = await send(uploadForm(it, wheel(secret)));
    const next = await send(uploadForm(it, await sdist(it)));

    expect([held.status, await held.text()]).toEqual([
      200,
      expect.stringMatching(/held for review: \S+ \(.+ in .*settings\.py/),
    ]);
    expect([next.status, await next.text()]).toEqual([200, expect.stringContaining('held for review')]);
    expect((await ask(`simple/${it.name}/`)).status).toBe(404);
  });
});

describe('the simple index', () => {
  it.each([
    [undefined, 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
    ['application/vnd.pypi.simple.v1+json', 'application/vnd.pypi.simple.v1+json'],
    ['application/vnd.pypi.simple.latest+json', 'application/vnd.pypi.simple.v1+json'],
    ['application/vnd.pypi.simple.v1+json, text/html;q=0.1', 'application/vnd.pypi.simple.v1+json'],
    ['text/html, application/vnd.pypi.simple.v1+json;q=0.1', 'text/html; charset=utf-8'],
  ])('for %s is %s', async (accept, type) => {
    const answer = await ask('simple/', accept === undefined ? {} : { accept });

    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
  });

  it('lists every project to those who may know of it, with a tag', async () => {
    const [open, secret] = [newProject(), newProject()];
    for (const name of [open, secret]) {
      const it = { name: `X.${name}`, version: '1.0' };
      await send(
        uploadForm(it, { ...wheel(it), filename: `x_${name.replaceAll('-', '_')}-1.0-py3-none-any.whl` }),
      );
    }
    const hidden = await fetch(`${platform.url}/v1/packages/pypi/x-${secret}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${author.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ visibility: 'private' }),
    });
    expect(hidden.status).toBe(200);

    for (const [credential, names] of [
      [{}, [`X.${open}`]],
      [{ authorization: `Bearer ${author.token}` }, [`X.${open}`, `X.${secret}`]],
    ] as const) {
      const answer = await ask('simple/', { ...asJson, ...credential });
      const { projects } = (await answer.json()) as { projects: { name: string }[] };
      const html = await (await ask('simple/', credential)).text();
      const etag = answer.headers.get('etag') ?? '';
      const again = await ask('simple/', { ...asJson, ...credential, 'if-none-match': etag });
      const ours = projects
        .map(({ name }) => name)
        .filter((name) => name.endsWith(open) || name.endsWith(secret));

      expect(ours.toSorted()).toEqual([...names].toSorted());
      expect(names.map((name) => html.includes(`>${name}</a>`))).toEqual(names.map(() => true));
      expect([answer.headers.get('vary'), again.status]).toEqual([expect.stringContaining('Accept'), 304]);
    }
    expect(await (await ask('simple/')).text()).not.toContain(secret);
  });

  it('has one address for a project, and none for what it does not know', async () => {
    const slash = await ask('simple/probe-x');
    const spelled = await ask('simple/Probe_X/');

    expect([slash.status, slash.headers.get('location')]).toEqual([308, '/pypi/simple/probe-x/']);
    expect([spelled.status, spelled.headers.get('location')]).toEqual([301, '/pypi/simple/probe-x/']);
    expect((await ask('simple/probe-x/')).status).toBe(404);
    expect((await ask('simple/', { accept: 'application/json' })).status).toBe(406);
  });

  it.each([
    ['simple/probe-x/', 'probe-x not found'],
    ['pypi/Probe_X/json', 'Probe_X not found'],
    ['pypi/probe-x/1.0/json', 'probe-x 1.0 not found'],
    ['rss/project/probe-x/releases.xml', 'probe-x not found'],
  ])('says what is missing at %s', async (path, sentence) => {
    const answer = await ask(path);

    expect([answer.status, await answer.text()]).toEqual([404, `${sentence}\n`]);
  });

  it('tells builds whom to address their identity to', async () => {
    const audience = await fetch(`${platform.url}/_/oidc/audience`);
    const minted = await fetch(`${platform.url}/_/oidc/mint-token`, {
      method: 'POST',
      body: '{"token":"x.y.z"}',
    });

    expect(await audience.json()).toEqual({ audience: new URL(platform.url).host });
    expect([minted.status, await minted.json()]).toEqual([
      422,
      expect.objectContaining({ message: 'Token request failed' }),
    ]);
  });
});
