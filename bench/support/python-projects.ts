import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import { uploadForm, wheelFiles } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { pythonTools } from '../../test/support/python-tools.ts';
import type { PythonIndex } from './python-peers.ts';

const run = promisify(execFile);

export interface Wheel {
  name: string;
  version: string;
  filename: string;
  body: Buffer;
}

/** A wheel of about `bytes` bytes with the given dependencies. */
export function benchWheel(
  name: string,
  version: string,
  { bytes = 20_000, needs = [] }: { bytes?: number; needs?: readonly string[] } = {},
): Wheel {
  const headers = needs.map((each) => `Requires-Dist: ${each}\n`).join('');
  const filler = `WORDS = """${randomBytes(bytes).toString('base64').slice(0, bytes)}"""\n`;
  const module = name.replaceAll('-', '_');
  const files = wheelFiles({ name, version, headers, files: { [`${module}/__init__.py`]: filler } });
  const body = buildZip(Object.entries(files).map(([path, text]) => ({ path, body: text })));
  return { name, version, filename: `${module}-${version}-py3-none-any.whl`, body };
}

export async function upload({ uploadUrl, credential }: PythonIndex, wheel: Wheel): Promise<void> {
  const answer = await fetch(uploadUrl, {
    method: 'POST',
    headers: { authorization: credential },
    body: uploadForm(wheel, wheel),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${uploadUrl}: ${answer.status} ${text}`);
}

/** @throws Error unless a reader sees the file at once */
export async function uploadUntilVisible(index: PythonIndex, wheel: Wheel): Promise<void> {
  await upload(index, wheel);
  const page = await (await fetch(`${index.indexUrl}${wheel.name}/`)).text();
  if (!page.includes(wheel.filename)) throw new Error(`not visible: ${wheel.filename}`);
}

/** Seconds of an install with pip, without a cache between two installs. */
export async function installSeconds({ indexUrl }: PythonIndex, name: string): Promise<number> {
  const tools = await pythonTools(['uv==0.13.9']);
  const folder = await mkdtemp(join(tmpdir(), 'rookery-install-'));
  const from = ['--no-cache', '--no-config', '--index-url', indexUrl];
  const args = ['pip', 'install', ...from, '--target', join(folder, 'there'), name];
  const begun = performance.now();
  try {
    await run(join(tools, 'uv'), args, { env: { ...process.env, NO_PROXY: '127.0.0.1' }, cwd: folder });
    return (performance.now() - begun) / 1_000;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
