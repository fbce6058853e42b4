import { createHash, randomBytes } from 'node:crypto';
import { crateFile, publishBody } from './crate.ts';
import { buildTarball, documentFor } from '../../ecosystems/npm/fixtures/tarball.ts';
import { metadataOf, pomOf } from '../../ecosystems/maven/fixtures/pom.ts';
import { uploadForm, wheelFiles } from '../../ecosystems/pypi/fixtures/distribution.ts';
import { distFiles } from '../../ecosystems/composer/fixtures/dist.ts';
import { buildZip } from '../../ecosystems/nuget/fixtures/zip.ts';
import { buildGem } from '../../ecosystems/rubygems/fixtures/gem.ts';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { packageForm } from '../../ecosystems/nuget/fixtures/form.ts';
import { type Answer, ask } from './raw-request.ts';

export type EcosystemName =
  | 'cargo'
  | 'composer'
  | 'generic'
  | 'maven'
  | 'npm'
  | 'nuget'
  | 'pypi'
  | 'rubygems';
export const ecosystems = [
  'cargo',
  'composer',
  'generic',
  'maven',
  'npm',
  'nuget',
  'pypi',
  'rubygems',
] as const satisfies EcosystemName[];

/** A package file with words in it that occur nowhere else. */
export interface Draft {
  ecosystem: EcosystemName;
  name: string;
  version: string;
  /** Goes into description, keywords and readme. */
  word: string;
  /** A credential inside holds the release until a person decides. */
  isSuspicious: boolean;
}

export async function buildFile({ ecosystem, name, version, word, isSuspicious }: Draft): Promise<Buffer> {
  const extra = isSuspicious
    ? `const ACCESS: &str = "${credential()}";\n`
    : `const SEED: &str = "${unique()}";\n`;
  if (ecosystem === 'cargo') {
    const manifest = `description = "About ${word}"\nkeywords = ["${word}"]\nreadme = "README.md"\n`;
    return crateFile(name, version, manifest, { 'README.md': `# ${word}\n`, 'src/lib.rs': extra });
  }
  if (ecosystem === 'composer') {
    const manifest = { description: `About ${word}`, keywords: [word] };
    const inside = { 'src/probe.rs': extra, 'README.md': `# ${word}\n` };
    const files = distFiles({ name, version, manifest, files: inside });
    return buildZip(Object.entries(files).map(([path, body]) => ({ path, body })));
  }
  if (ecosystem === 'generic') return Buffer.from(`# ${word}\n\n${extra}`);
  if (ecosystem === 'maven') {
    const inside = `<name>${word}</name><description>About ${word}</description><!-- ${extra} -->`;
    return Buffer.from(pomOf({ ...coordinatesOf(name), version, packaging: 'pom', inside }));
  }
  if (ecosystem === 'npm') {
    const manifest = { name, version, description: `About ${word}`, keywords: [word] };
    return buildTarball({
      'package/package.json': JSON.stringify(manifest),
      'package/README.md': `# ${word}\n`,
      'package/index.js': extra.replace(': &str', ''),
    });
  }
  if (ecosystem === 'pypi') {
    const headers = `Summary: About ${word}\nKeywords: ${word}\n`;
    const inside = { 'probe/__init__.py': extra };
    const files = wheelFiles({ name, version, headers, readme: `# ${word}\n`, files: inside });
    return buildZip(Object.entries(files).map(([path, body]) => ({ path, body })));
  }
  if (ecosystem === 'rubygems') {
    const inside = { 'lib/probe.rs': extra, 'README.md': `# ${word}\n` };
    return buildGem({ name, version, summary: `About ${word}`, files: inside });
  }
  const metadata = `<description>About ${word}</description><tags>${word}</tags><readme>README.md</readme>`;
  const files = [
    { path: 'README.md', body: `# ${word}\n` },
    { path: 'content/notes.txt', body: extra },
  ];
  return buildNupkg({ id: name, version, files, nuspec: { metadata } });
}

export interface Upload {
  ecosystem: EcosystemName;
  name: string;
  version: string;
  file: Buffer;
  token: string;
  /** Publishes into this repository by its own mount. */
  repository?: string;
}

/** Scanning takes its time, most of all for what is hostile. */
const withinMs = 30_000;

/** What the real client of the ecosystem sends. */
export async function publish(url: string, upload: Upload): Promise<Answer> {
  const { ecosystem, name, version, file, token, repository } = upload;
  const mount = `/${ecosystem}${repository === undefined ? '' : `/r/${repository}`}`;
  if (ecosystem === 'cargo') {
    const body = publishBody({ name, vers: version, deps: [], features: {} }, file);
    const headers = { authorization: token, 'content-length': body.length };
    return ask(url, { method: 'PUT', path: `${mount}/api/v1/crates/new`, headers, body, withinMs });
  }
  if (ecosystem === 'composer') {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-length': file.length,
      'content-type': 'application/zip',
    };
    const path = `${mount}/packages/${name}/versions/${version}`;
    return ask(url, { method: 'PUT', path, headers, body: file, withinMs });
  }
  if (ecosystem === 'generic') {
    const headers = { authorization: `Bearer ${token}`, 'content-length': file.length };
    const path = `${mount}/${name}/${version}/README.md`;
    return ask(url, { method: 'PUT', path, headers, body: file, withinMs });
  }
  if (ecosystem === 'maven') return deploy(url, upload, mount);
  if (ecosystem === 'npm') {
    const body = JSON.stringify(documentFor({ name, version }, file));
    const headers = { authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) };
    return ask(url, { method: 'PUT', path: `${mount}/${name}`, headers, body, withinMs });
  }
  if (ecosystem === 'pypi') {
    const form = new Response(
      uploadForm({ name, version }, { filename: wheelName(name, version), body: file }),
    );
    const body = Buffer.from(await form.arrayBuffer());
    const type = form.headers.get('content-type') ?? '';
    const all = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
    return ask(url, { method: 'POST', path: `${mount}/legacy/`, headers: all, body, withinMs });
  }
  if (ecosystem === 'rubygems') {
    const headers = { authorization: token, 'content-length': file.length };
    return ask(url, { method: 'POST', path: `${mount}/api/v1/gems`, headers, body: file, withinMs });
  }
  const { payload, headers } = packageForm(file);
  const path = `${mount}/v2/package/`;
  const all = { ...headers, 'x-nuget-apikey': token, 'content-length': payload.length };
  return ask(url, { method: 'PUT', path, headers: all, body: payload, withinMs });
}

export const wheelName = (name: string, version: string) => `${name}-${version}-py3-none-any.whl`;

/** A POM, then the metadata that says that all has come. */
async function deploy(url: string, upload: Upload, mount: string): Promise<Answer> {
  const { group, artifact } = coordinatesOf(upload.name);
  const { version, file, token } = upload;
  const put = (path: string, body: Buffer) => {
    const headers = { authorization: `Bearer ${token}`, 'content-length': body.length };
    return ask(url, {
      method: 'PUT',
      path: `${mount}/${group}/${artifact}/${path}`,
      headers,
      body,
      withinMs,
    });
  };
  const sent = await put(`${version}/${artifact}-${version}.pom`, file);
  if (sent.status !== 201) return sent;
  return put('maven-metadata.xml', Buffer.from(metadataOf({ group, artifact, versions: [version] })));
}

function coordinatesOf(name: string) {
  const [group = '', artifact = ''] = name.split(':');
  return { group, artifact };
}

/** The management API with a JSON body. */
export async function manage(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  return ask(url, { method, path, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

/** @throws Error with the whole answer when it has another status */
export function expectStatus(answer: Answer, ...statuses: number[]): Answer {
  if (statuses.includes(answer.status)) return answer;
  throw new Error(`expected ${statuses.join(' or ')}, got ${answer.status} ${answer.text}`);
}

export function digestsOf(file: Buffer): string[] {
  return ['sha256', 'sha512'].map((name) => createHash(name).update(file).digest('hex'));
}

export function unique(): string {
  return randomBytes(6).toString('hex');
}

/** Drawn from random bytes: no text of this repository looks like a credential. */
export function credential(): string {
  const letters = randomBytes(96)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '');
  return `ghp_${letters.slice(0, 36)}`;
}
