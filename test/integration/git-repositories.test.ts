import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { gitLimits } from '../../activities/git/limits.ts';
import { archiveTag, type GitAccess, listTags } from '../../activities/git/repository.ts';
import { type GitServer, startGitServer, type TestRepository } from '../support/git-server.ts';

let server: GitServer;
let folder: string;
let repository: TestRepository;
beforeAll(async () => {
  [server, folder] = await Promise.all([startGitServer(), mkdtemp(join(tmpdir(), 'rookery-clones-'))]);
  repository = await server.repository('probe');
  await repository.tag('v1.0.0', { 'composer.json': '{}', 'src/a.php': '<?php', 'README.md': 'Probe' });
});
afterEach(() => {
  server.intercept = null;
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const deps = (changes: Partial<GitAccess> = {}): GitAccess => ({
  folder,
  isTrusted: (url) => url.href.startsWith(server.url),
  ...changes,
});
const limited = (limits: Partial<typeof gitLimits>) => deps({ limits: { ...gitLimits, ...limits } });
const never = new AbortController().signal;
async function archive(tag: string, from = repository, how = deps()) {
  const { commit, taken, ended } = await archiveTag(how, { url: from.url, tag, signal: never }, buffer);
  await ended;
  return { commit, zip: taken, names: namesIn(taken) };
}
/** The names in the central directory of the zip. */
function namesIn(zip: Buffer): string[] {
  const names: string[] = [];
  const mark = Buffer.from('PK\u0001\u0002', 'latin1');
  for (let at = zip.indexOf(mark); at !== -1; at = zip.indexOf(mark, at + 4))
    names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
  return names.toSorted();
}

describe('a repository', () => {
  test('shows its tags with their commits, and how many are no numbers', async () => {
    const other = await server.repository('tags');
    const first = await other.tag('1.0', { a: 'a' });
    await other.git('tag', '--annotate', '--message=two', 'v2.0.0');
    await other.git('tag', 'nightly');
    await other.git('tag', 'release/3');

    const { tags, others } = await listTags(deps(), other.url, never);

    expect(tags).toEqual([
      { name: '1.0', commit: first },
      { name: 'v2.0.0', commit: first },
    ]);
    expect(others).toBe(2);
  });

  test('gives the files of a tag as the same zip each time, and leaves nothing behind', async () => {
    const [once, again] = [await archive('v1.0.0'), await archive('v1.0.0')];
    const digest = (zip: Buffer) => createHash('sha256').update(zip).digest('hex');

    expect(once.names).toEqual(['README.md', 'composer.json', 'src/', 'src/a.php']);
    expect(once.commit).toBe(await repository.git('rev-parse', 'v1.0.0'));
    expect(digest(again.zip)).toBe(digest(once.zip));
    expect(await readdir(folder)).toEqual([]);
  });

  test('brings neither its modules nor its large files from elsewhere', async () => {
    const other = await server.repository('modules');
    const elsewhere = `${server.url}/elsewhere/.git`;
    await other.git('config', 'protocol.file.allow', 'always');
    await other.tag('1.0.0', {
      'composer.json': '{}',
      '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ${elsewhere}\n`,
      '.gitattributes': '*.bin filter=lfs diff=lfs merge=lfs -text\n',
      '.lfsconfig': `[lfs]\n\turl = ${elsewhere}\n`,
      'big.bin': 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n',
    });

    const { names } = await archive('1.0.0', other);

    expect(names).toContain('big.bin');
    expect(server.asked.filter((path) => path.includes('elsewhere'))).toEqual([]);
  });
});

describe('a hostile server', () => {
  test.each([
    ['an address of this machine', () => server.url.replace('http', 'https')],
    ['a name that leads inside', () => server.url.replace('http://127.0.0.1', 'https://localhost')],
    ['no TLS', () => 'http://example.com'],
    ['an address of a cloud', () => 'https://169.254.169.254'],
  ])('with %s is not asked', async (_title, urlOf) => {
    const asked = server.asked.length;

    const listing = listTags(deps({ isTrusted: () => false }), `${urlOf()}/probe/.git`, never);

    await expect(listing).rejects.toMatchObject({ code: 'policy_violation' });
    expect(server.asked).toHaveLength(asked);
  });

  test('that sends us inside is not followed', async () => {
    const connections: string[] = [];
    const inside: Server = createServer((socket) => {
      connections.push('one');
      socket.destroy();
    });
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
    const { port } = inside.address() as { port: number };
    server.intercept = (request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${port}${request.url ?? ''}` }).end();
      return true;
    };

    const listing = listTags(deps(), repository.url, never);

    await expect(listing).rejects.toMatchObject({
      code: 'policy_violation',
      message: expect.stringContaining('is not public'),
    });
    expect(connections).toEqual([]);
    inside.close();
  });

  test.each(['file:///etc', 'ftp://127.0.0.1', 'ext::sh', 'git://127.0.0.1'])(
    'that sends us to %s is not followed',
    async (target) => {
      server.intercept = (_request, response) => {
        response.writeHead(302, { location: `${target}/info/refs?service=git-upload-pack` }).end();
        return true;
      };

      await expect(listTags(deps(), repository.url, never)).rejects.toThrow(Error);
    },
  );

  test('that asks for a password gets none, and is not asked again', async () => {
    server.intercept = (_request, response) => {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
      return true;
    };

    await expect(listTags(deps(), repository.url, never)).rejects.toMatchObject({ code: 'policy_violation' });
  });

  test('that never answers is left after a while', async () => {
    server.intercept = () => true;

    const started = performance.now();

    await expect(listTags(limited({ timeoutMs: 1_000 }), repository.url, never)).rejects.toThrow(
      'longer than',
    );
    await expect(listTags(limited({ idleMs: 500 }), repository.url, never)).rejects.toThrow(Error);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('that has more than is taken is cut off', async () => {
    const other = await server.repository('large');
    await other.tag('1.0.0', { 'large.bin': randomBytes(4 * 1024 * 1024) });

    await expect(archive('1.0.0', other, limited({ maxBytes: 1024 * 1024 }))).rejects.toMatchObject({
      code: 'policy_violation',
      message: expect.stringContaining('sends more than'),
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('with thousands of tags is listed within a bound, and refused beyond it', async () => {
    const other = await server.repository('many');
    const commit = await other.tag('1.0.0', { a: 'a' });
    const refs = Array.from({ length: 5_000 }, (_, at) => `${commit} refs/tags/2.0.${at}`).join('\n');
    const packed = `# pack-refs with: peeled fully-peeled sorted \n${refs}\n`;
    const gitFolder = await other.git('rev-parse', '--absolute-git-dir');
    await writeFile(join(gitFolder, 'packed-refs'), packed);

    const { tags } = await listTags(deps(), other.url, never);
    const refused = listTags(limited({ maxListBytes: 100_000 }), other.url, never);

    expect(tags).toHaveLength(5_001);
    await expect(refused).rejects.toThrow(/more than/);
  });

  test('is left at once when the import is cancelled', async () => {
    server.intercept = () => true;
    const cancel = new AbortController();
    const listing = listTags(deps(), repository.url, cancel.signal);
    setTimeout(() => cancel.abort(), 200);

    const started = performance.now();
    await expect(listing).rejects.toThrow('cancelled');
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(await readdir(folder)).toEqual([]);
  });
});

test('without git the reason is told', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = folder;
  try {
    await expect(listTags(deps(), repository.url, never)).rejects.toMatchObject({
      code: 'invalid_state',
      message: expect.stringContaining('git is not installed'),
    });
  } finally {
    process.env['PATH'] = path;
  }
});
