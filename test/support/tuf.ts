import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The host from which the npm client loads its trusted roots. */
const host = 'tuf-repo-cdn.sigstore.dev';

export interface TrustMirror {
  /** Makes a client with this cache trust the mirror. Returns the variables of its environment. */
  introduce(cache: string, folder: string): Promise<{ NODE_OPTIONS: string }>;
  stop(): Promise<void>;
}

/**
 * An update repository (TUF 1.0) on loopback instead of the public one, whose only target is the test's Sigstore trust
 * root: an unmodified client then checks attestations that are invalid elsewhere.
 */
export async function startTrustMirror(trustedRoot: string): Promise<TrustMirror> {
  const files = describeRepository(trustedRoot);
  const server = createServer((request, response) => {
    const body = files.get((request.url ?? '').slice(1));
    response.statusCode = body === undefined ? 404 : 200;
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // a listening TCP server has an object as its address
  const { port } = server.address() as AddressInfo;
  return {
    async introduce(cache, folder) {
      const known = join(cache, '_tuf', host);
      await mkdir(known, { recursive: true });
      await writeFile(join(known, 'root.json'), files.get('1.root.json') ?? '');
      const detour = join(folder, 'detour.cjs');
      await writeFile(detour, detourTo(port));
      return { NODE_OPTIONS: `--require ${JSON.stringify(detour)}` };
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Redirects requests for the public repository to the mirror: a test cannot offer TLS for that name. */
function detourTo(port: number): string {
  return `const http = require('node:http');
const https = require('node:https');
const { request } = https;
https.request = (options, ...rest) => {
  const name = options.hostname ?? options.host;
  if (name !== '${host}') return request(options, ...rest);
  const { path, method, headers } = options;
  return http.request({ host: '127.0.0.1', port: ${port}, path, method, headers }, ...rest);
};
const { fetch } = globalThis;
globalThis.fetch = (address, ...rest) => {
  const url = URL.parse(address.url ?? address);
  return fetch(url?.host === '${host}' ? \`http://127.0.0.1:${port}\${url.pathname}\` : address, ...rest);
};
`;
}

function describeRepository(trustedRoot: string): Map<string, string> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const key = {
    keytype: 'ed25519',
    scheme: 'ed25519',
    keyval: { public: Buffer.from(x, 'base64url').toString('hex') },
  };
  const keyId = createHash('sha256').update(canonical(key)).digest('hex');
  const role = { keyids: [keyId], threshold: 1 };
  const common = {
    spec_version: '1.0.31',
    version: 1,
    expires: new Date(Date.now() + 86_400_000).toISOString().replace(/\.\d+/, ''),
  };
  const seal = (signed: object) => {
    const signature = sign(null, Buffer.from(canonical(signed)), privateKey).toString('hex');
    return JSON.stringify({ signatures: [{ keyid: keyId, sig: signature }], signed });
  };
  const target = {
    length: Buffer.byteLength(trustedRoot),
    hashes: { sha256: createHash('sha256').update(trustedRoot).digest('hex') },
  };
  const root = {
    _type: 'root',
    ...common,
    consistent_snapshot: false,
    keys: { [keyId]: key },
    roles: { root: role, timestamp: role, snapshot: role, targets: role },
  };
  return new Map([
    ['1.root.json', seal(root)],
    ['timestamp.json', seal({ _type: 'timestamp', ...common, meta: { 'snapshot.json': { version: 1 } } })],
    ['snapshot.json', seal({ _type: 'snapshot', ...common, meta: { 'targets.json': { version: 1 } } })],
    ['targets.json', seal({ _type: 'targets', ...common, targets: { 'trusted_root.json': target } })],
    ['targets/trusted_root.json', trustedRoot],
  ]);
}

/** Sorted members without blanks: the form that the repository signs. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
