import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uniqueName } from '../../support/crates.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { cannotRun, createShell, type Shell } from './curl.ts';

describe.skipIf(cannotRun)('curl', () => {
  let platform: Platform;
  let author: TestUser;
  let shell: Shell;
  let base: string;
  const newName = () => uniqueName('probe');

  beforeAll(async () => {
    platform = await startPlatform();
    author = await platform.createUser();
    shell = await createShell();
    base = `${platform.url}/generic`;
  });
  afterAll(async () => {
    await shell.remove();
    await platform.stop();
  });

  const put = (file: string, url: string, ...more: string[]) =>
    shell.curl(
      '--fail-with-body',
      '-T',
      file,
      '-H',
      `Authorization: Bearer ${author.token}`,
      ...more,
      `${base}/${url}`,
    );

  test('publishes files that sha256sum verifies after a download', async () => {
    const name = newName();
    const large = randomBytes(9 * 1024 * 1024 + 1);
    await shell.write('out/linux/probe.tar.xz', large);
    await shell.write('out/notes of a release.txt', 'notes\n');

    // larger than what curl sends before `100 Continue`
    const first = await put('out/linux/probe.tar.xz', `${name}/1.0.0/linux/`);
    const second = await put('out/notes of a release.txt', `${name}/1.0.0/`);

    expect([first, second]).toMatchObject([{ code: 0 }, { code: 0 }]);
    expect(JSON.parse(second.stdout)).toMatchObject({ status: 'published', path: 'notes of a release.txt' });
    const url = `${base}/${name}/1.0.0`;
    const fetched = await shell.run(`
      mkdir -p in/linux && cd in
      curl --fail -sS -O "${url}/SHA256SUMS"
      curl --fail -sS -o linux/probe.tar.xz "${url}/linux/probe.tar.xz"
      curl --fail -sS -o "notes of a release.txt" "${url}/notes%20of%20a%20release.txt"
      sha256sum -c SHA256SUMS
      cd linux && curl --fail -sS "${url}/linux/probe.tar.xz.sha256" | sha256sum -c`);
    expect(fetched).toMatchObject({ code: 0, stdout: expect.stringContaining('linux/probe.tar.xz: OK') });
    expect(await shell.read('in/linux/probe.tar.xz')).toEqual(large);
  });

  test('goes on where a download was cut off, and takes the newest version', async () => {
    const name = newName();
    const bytes = randomBytes(300_000);
    await shell.write('big.bin', bytes);
    for (const version of ['1.9.0', '1.10.0', '2.0.0-beta.1']) await put('big.bin', `${name}/${version}/`);
    await shell.write('part.bin', bytes.subarray(0, 100_000));

    const resumed = await shell.curl(
      '--fail',
      '-L',
      '-C',
      '-',
      '-o',
      'part.bin',
      '-w',
      '%{http_code} %{size_download} %{url_effective}',
      `${base}/${name}/latest/big.bin`,
    );

    expect(resumed).toMatchObject({ code: 0, stdout: `206 200000 ${base}/${name}/1.10.0/big.bin` });
    expect(await shell.read('part.bin')).toEqual(bytes);
  });

  test('asks with -u, with a digest, and is told in a sentence what is wrong', async () => {
    const name = newName();
    await shell.write('a.txt', 'a\n');
    await shell.write('b.txt', 'b\n');
    const line = `
      sum=$(sha256sum a.txt | cut -d' ' -f1)
      curl -sS --fail-with-body -u "$WHO:$TOKEN" -H "X-Checksum-Sha256: $sum" -T $FILE ${base}/${name}/1.0.0/a.txt`;
    const as = (file: string) => shell.run(line, { WHO: author.username, TOKEN: author.token, FILE: file });

    const wrong = await as('b.txt');
    const right = await as('a.txt');
    const other = await put('b.txt', `${name}/1.0.0/a.txt`);
    const anonymous = await shell.curl('--fail-with-body', '-T', 'a.txt', `${base}/${name}/1.0.0/c.txt`);

    expect([wrong.code, right.code, other.code, anonymous.code]).toEqual([22, 0, 22, 22]);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: { code: 'digest_mismatch' } });
    expect(JSON.parse(other.stdout)).toMatchObject({ error: { code: 'digest_conflict' } });
    expect(JSON.parse(anonymous.stdout)).toMatchObject({ error: { code: 'unauthenticated' } });
  });

  test('publishes what is not known in advance, from a pipe', async () => {
    const name = newName();

    const piped = await shell.run(
      `printf 'made just now' | curl -sS --fail-with-body -T - -H "Authorization: Bearer $TOKEN" ${base}/${name}/1.0.0/out.txt`,
      { TOKEN: author.token },
    );
    const read = await shell.curl('--fail', `${base}/${name}/1.0.0/out.txt`);

    expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining('"status": "published"') });
    expect(read.stdout).toBe('made just now');
  });

  test('hides private files from readers without a token, and deletes a version', async () => {
    const name = newName();
    const auth = ['-H', `Authorization: Bearer ${author.token}`];
    await shell.write('secret.txt', 'for us\n');
    await put('secret.txt', `${name}/1.0.0/`, '-H', 'X-Visibility: private');
    const url = `${base}/${name}/1.0.0/secret.txt`;

    const owner = await shell.curl('--fail', ...auth, url);
    const stranger = await shell.curl('--fail', url);
    const deleted = await shell.curl('--fail', '-X', 'DELETE', ...auth, `${base}/${name}/1.0.0`);
    const gone = await shell.curl('--fail', ...auth, url);

    expect([owner.stdout, stranger.code, deleted.code, gone.code]).toEqual(['for us\n', 22, 0, 22]);
  });

  test('climbs out of nothing', async () => {
    const name = newName();
    await shell.write('x', 'x');
    const climb = (path: string) => put('x', `${name}/1.0.0/${path}`, '--path-as-is');

    const answers = [await climb('../../../../tmp/x'), await climb('..%2f..%2fx'), await climb('a/../../x')];

    for (const { code, stdout } of answers) {
      expect([code, stdout]).toEqual([
        22,
        expect.stringMatching(/^\{"error":\{"code":"(?:bad_request|not_found)"/),
      ]);
    }
    expect((await shell.curl('--fail', `${base}/${name}/`)).code).toBe(22);
  });
});
