import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildZip } from '../../../ecosystems/zip-of-files.ts';
import { type Platform, startPlatform, type TestUser } from '../../support/platform.ts';
import { credential } from '../../security/publish.ts';
import { type GenericRequests, genericRequests, newName } from './requests.ts';

const run = promisify(execFile);
let platform: Platform;
let author: TestUser;
let files: GenericRequests;
let folder: string;
const secret = `const ACCESS = "${credential()}";\n`;

beforeAll(async () => {
  platform = await startPlatform();
  author = await platform.createUser();
  files = genericRequests(platform);
  folder = await mkdtemp(join(tmpdir(), 'generic-'));
  await writeFile(join(folder, 'settings.js'), secret);
  await writeFile(join(folder, 'SETTINGS.JS'), 'const other = 1;\n');
  await symlink('settings.js', join(folder, 'link.js'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await platform?.stop();
});

async function packed(option: string): Promise<Buffer> {
  const path = join(folder, `packed${option}`);
  await run('tar', ['-C', folder, `-c${option}f`, path, 'settings.js', 'SETTINGS.JS', 'link.js']);
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
}

it.each([
  ['plain text', async () => Buffer.from(secret)],
  ['a tar', () => packed('')],
  ['a tar.gz', () => packed('z')],
  ['a tar.xz', () => packed('J')],
  ['a tar.bz2', () => packed('j')],
  ['a zip', async () => buildZip([{ path: 'settings.js', body: secret }])],
])('a credential in %s holds the version, whatever its name', async (title, build) => {
  const name = newName();

  const answer = await files.put(`${name}/1.0.0/blob.dat`, author.token, await build());

  const receipt = (await answer.json()) as { status: string; status_url: string };
  expect([answer.status, receipt.status]).toEqual([202, 'held']);
  expect(receipt.status_url).toContain(`/generic/${name}/releases/1.0.0`);
  expect((await files.ask(`${name}/1.0.0/blob.dat`)).status).toBe(404);
  const found = await fetch(`${platform.url}/v1/packages/generic/${name}/security-findings`, {
    headers: { authorization: `Bearer ${author.token}` },
  });
  const { findings } = (await found.json()) as { findings: { kind: string; description: string }[] };
  const file = title === 'plain text' ? 'blob.dat' : 'settings.js';
  expect(findings.filter(({ kind }) => kind === 'secrets_exposed')).toMatchObject([
    { artifact_filename: 'blob.dat', location: { file, line: 1 } },
  ]);
  for (const { description } of findings) expect(description).not.toMatch(/^file | in file\./);
  const next = await files.put(`${name}/1.0.0/more.txt`, author.token, 'x');
  expect([next.status, await next.text()]).toEqual([409, expect.stringContaining('waits for a person')]);
});

it('a file with a credential is held when it joins a version, and no reader sees it', async () => {
  const name = newName();
  await files.put(`${name}/1.0.0/a.txt`, author.token, 'x');

  const answer = await files.put(`${name}/1.0.0/b.tar.gz`, author.token, await packed('z'));

  expect([answer.status, await answer.text()]).toEqual([202, expect.stringContaining('held')]);
  expect((await files.ask(`${name}/1.0.0/b.tar.gz`)).status).toBe(404);
});

it('what is only unusual in an archive does not keep it out', async () => {
  await writeFile(join(folder, 'settings.js'), 'nothing to see\n');

  const answer = await files.put(`${newName()}/1.0.0/a.tgz`, author.token, await packed('z'));

  expect(answer.status).toBe(201);
});
