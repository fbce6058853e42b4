import { gzipSync } from 'node:zlib';
import { buildTarball, documentFor } from '../../ecosystems/npm/fixtures/tarball.ts';
import { buildNupkg } from '../../ecosystems/nuget/fixtures/nupkg.ts';
import { buildZip } from '../../ecosystems/zip-of-files.ts';
import { packageForm } from '../../ecosystems/nuget/fixtures/form.ts';
import { unique } from './publish.ts';
import type { Ask } from './raw-request.ts';

/** A request that is cheap to send and expensive to answer without limits. */
export interface HostileRequest {
  name: string;
  /** Whether the request needs the token of a publisher. */
  isAuthenticated: boolean;
  /** Builds a new request each time: the registry refuses an existing version early. */
  build(token: string): Promise<Ask>;
  /** The accepted statuses. */
  statuses: readonly number[];
}

const json = { 'content-type': 'application/json' };
const bulk = '/npm/-/npm/v1/security/advisories/bulk';
const quick = '/npm/-/npm/v1/security/audits/quick';

/** A single request or upload each; other tests build those of many requests. */
export const hostileRequests: readonly HostileRequest[] = [
  {
    name: 'an npm author of a million blanks',
    isAuthenticated: true,
    statuses: [200],
    async build(token) {
      const name = `hostile-${unique()}`;
      const manifest = { name, version: '1.0.0', author: `${' '.repeat(1_000_000)}x` };
      const files = { 'package/package.json': JSON.stringify(manifest), 'package/seed.txt': unique() };
      return publishNpm(token, name, documentFor(manifest, await buildTarball(files)));
    },
  },
  {
    name: 'a NuGet id that can be read in very many ways',
    isAuthenticated: true,
    statuses: [400, 422],
    async build(token) {
      return pushNuget(token, buildNupkg({ id: `${'_'.repeat(90)}!`, version: '1.0.0' }));
    },
  },
  {
    name: 'a nuspec of sixty thousand attributes',
    isAuthenticated: true,
    statuses: [400, 422],
    async build(token) {
      const attributes = Array.from({ length: 60_000 }, (_, n) => `a${n}="1"`).join(' ');
      const body = `<package><metadata ${attributes}/></package>`;
      return pushNuget(token, buildZip([{ path: 'p.nuspec', body }]));
    },
  },
  {
    name: 'a crate with metadata that is wrong ninety thousand times',
    isAuthenticated: true,
    statuses: [400],
    async build(token) {
      const metadata = Buffer.from(`{"name":"a","vers":"1.0.0","deps":[${'1,'.repeat(90_000)}1]}`);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(metadata.length);
      const body = Buffer.concat([length, metadata, Buffer.alloc(4)]);
      const headers = { authorization: token, 'content-length': body.length };
      return { method: 'PUT', path: '/cargo/api/v1/crates/new', headers, body };
    },
  },
  anonymous('a body of /v1 that is nested deep', [400], () => ({
    method: 'POST',
    path: '/v1/auth/login',
    headers: json,
    body: '['.repeat(200_000),
  })),
  anonymous('a game of numbers alone', [400], () => ({
    method: 'POST',
    path: '/api/games/pgn',
    headers: { 'content-type': 'text/plain' },
    body: '1. '.repeat(85_000),
  })),
  anonymous('an OCI scope of opening brackets', [200, 400], () => ({
    method: 'POST',
    path: '/oci/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `service=x&scope=${'('.repeat(63_000)}:a:pull`,
  })),
  anonymous('a credential with blanks inside', [401], () => ({
    path: '/v2/',
    headers: { authorization: `x y${' '.repeat(15_500)}z` },
  })),
  anonymous('an audit of 750,000 names', [413], () => ({
    method: 'POST',
    path: bulk,
    ...compressed(`{${Array.from({ length: 750_000 }, (_, n) => `"n${n}":["1"]`).join()}}`),
  })),
  anonymous('an audit that is nested four million deep', [400, 413], () => ({
    method: 'POST',
    path: quick,
    ...compressed(`{"dependencies":${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}}`),
  })),
  anonymous('an audit of brackets alone', [400, 413], () => ({
    method: 'POST',
    path: quick,
    ...compressed('['.repeat(4_000_000)),
  })),
  anonymous('an audit of 500,000 versions of one name', [413], () => ({
    method: 'POST',
    path: bulk,
    ...compressed(`{"lodash":[${Array.from({ length: 500_000 }, (_, n) => `"1.${n}.0"`).join()}]}`),
  })),
  anonymous('an audit that unpacks to a gigabyte', [413], () => ({
    method: 'POST',
    path: bulk,
    headers: { ...json, 'content-encoding': 'gzip' },
    body: repeatedGzip(),
  })),
  {
    name: 'an npm document of four million versions',
    isAuthenticated: true,
    statuses: [400, 413],
    async build(token) {
      const name = `hostile-${unique()}`;
      const versions = Array.from({ length: 3_000_000 }, (_, n) => `"${n}":{}`).join();
      return publishNpm(token, name, `{"name":"${name}","versions":{${versions}}}`);
    },
  },
];

function pushNuget(token: string, archive: Buffer): Ask {
  const { payload, headers } = packageForm(archive);
  const all = { ...headers, 'x-nuget-apikey': token, 'content-length': payload.length };
  return { method: 'PUT', path: '/nuget/v2/package', headers: all, body: payload };
}

function publishNpm(token: string, name: string, document: object | string): Ask {
  const body = typeof document === 'string' ? document : JSON.stringify(document);
  const headers = { ...json, authorization: `Bearer ${token}`, 'content-length': Buffer.byteLength(body) };
  return { method: 'PUT', path: `/npm/${name}`, headers, body, withinMs: 30_000 };
}

/** Built only when it is sent: together the requests have many megabytes. */
function anonymous(name: string, statuses: readonly number[], build: () => Ask): HostileRequest {
  return { name, isAuthenticated: false, statuses, build: async () => build() };
}

function compressed(text: string): Pick<Ask, 'headers' | 'body'> {
  const body = gzipSync(text);
  return { headers: { ...json, 'content-encoding': 'gzip', 'content-length': body.length }, body };
}

/** A gzip stream may have many members: a megabyte a thousand times expands to a gigabyte. */
function repeatedGzip(): Buffer {
  const piece = gzipSync(Buffer.alloc(1 << 20, ' '));
  return Buffer.concat(Array.from({ length: 1_024 }, () => piece));
}
