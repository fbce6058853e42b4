import { randomBytes } from 'node:crypto';
import { createRegistry } from '../../../conformance/oci/registry.ts';
import { descriptorOf, pushArtifact, pushImage } from '../../../conformance/oci/content.ts';
import { publishCrate } from '../../../support/cargo.ts';
import { makeCrate } from '../../../support/crates.ts';
import { forEach } from '../../raw-request.ts';
import { type Attack, expectAnswer, repeated, send, type Target } from './attack.ts';

/** A length that still fits into the head of a request. */
const long = 14_000;
const searches = [
  '/v1/search?q=',
  '/npm/-/v1/search?text=',
  '/nuget/v3/search?q=',
  '/nuget/v3/autocomplete?q=',
  '/cargo/api/v1/crates?q=',
  '/v1/search?ecosystem=npm&q=',
];
const texts = [
  (length: number) => 'a'.repeat(length),
  (length: number) => 'a+'.repeat(length / 2),
  (length: number) => '%22'.repeat(length / 3),
  (length: number) => '%25_'.repeat(length / 4),
  (length: number) => 'aB-_.'.repeat(length / 5),
  (length: number) => '%F0%9F%92%A9'.repeat(length / 12),
  (length: number) => 'id%3A'.repeat(length / 5),
  (length: number) => '(a|b)*%26!'.repeat(length / 10),
];

const readAnswers = [200, 206, 304, 400, 401, 404, 414, 416, 422, 431];

/** Small requests that cause large look-ups, comparisons or allocations. */
export const reads: readonly Attack[] = [
  {
    name: '600 pages of tags, each after another text of 14 kB',
    async run(target) {
      const registry = createRegistry(target.url, '/v2', target.attacker);
      const name = registry.newName();
      await pushImage(registry, name, 'v1');
      const page = () => ({ path: `/v2/${name}/tags/list?last=${randomBytes(long / 2).toString('hex')}` });
      const headers = { authorization: `Bearer ${target.attacker.token}` };
      const attack = repeated('', { times: 600, width: 8, statuses: [200, 400] }, () => ({
        ...page(),
        headers,
      }));
      await attack.run(target);
    },
  },
  {
    name: '40 manifests of 3.9 MB about one image, and all of them read at once',
    async run(target) {
      const registry = createRegistry(target.url, '/v2', target.attacker);
      const name = registry.newName();
      const subject = await pushImage(registry, name, 'v1');
      const about = { subject: descriptorOf(subject, subject.mediaType) };
      await forEach(
        Array.from({ length: 40 }, (_, at) => `${at}`.padEnd(3_900_000, 'x')),
        async (text) => {
          await pushArtifact(registry, name, 'application/x.hostile', { ...about, annotations: { text } });
        },
        4,
      );
      const path = `/v2/${name}/referrers/${subject.digest}`;
      const headers = { authorization: `Bearer ${target.attacker.token}` };
      await repeated('', { times: 20, width: 5, statuses: [200] }, () => ({ path, headers })).run(target);
    },
  },
  repeated('searches without a match', { times: 96, statuses: readAnswers }, (at) => {
    const text = texts[at % texts.length]?.(long) ?? '';
    return { path: `${searches[Math.floor(at / texts.length) % searches.length]}${text}` };
  }),
  repeated('queries of 14 kB, on every surface', { times: 200, width: 8, statuses: readAnswers }, (at) => ({
    path: `${['/health', '/v1/stats', '/v2/_catalog', '/npm/x', '/api/games', '/'][at % 6]}?${'a=1&'.repeat(long / 4)}`,
  })),
  repeated('heads of 15 kB', { times: 400, width: 8, statuses: readAnswers }, (at) => ({
    path: ['/v1/stats', '/v2/', '/npm/x', '/nuget/v3/index.json'][at % 4] ?? '/',
    headers: {
      [['authorization', 'cookie', 'accept', 'accept-language', 'if-none-match', 'accept-encoding'][at % 6] ??
      '']: [' , ', 'a=b;', 'a/b;q=0.1,', 'x-', '"a",', 'gzip;q=0.5,'][at % 6]?.repeat(1_300),
    },
  })),
  {
    name: 'very many ranges of one file',
    async run(target) {
      const path = await publishLarge(target);
      const ranges = Array.from({ length: 2_500 }, (_, n) => `${2 * n}-${2 * n}`).join();
      await repeated('', { times: 100, width: 8, statuses: readAnswers }, (at) => ({
        path,
        headers: { range: at % 2 === 0 ? `bytes=${ranges}` : `bytes=${at}-${at + 1}` },
      })).run(target);
    },
  },
  repeated('attempts to log in, 60 at once', { times: 60, width: 60, statuses: [401, 429] }, (at) => ({
    method: 'POST',
    path: '/v1/auth/login',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username_or_email: `missing${at}`, password: 'not the password' }),
  })),
];

/** Publishes a crate of some megabytes. Returns its address. */
export async function publishLarge(target: Target): Promise<string> {
  const crate = await makeCrate({
    files: { 'src/lib.rs': `// ${randomBytes(3_000_000).toString('base64')}\n` },
  });
  const registry = { url: target.url, adminToken: target.attacker.token };
  const { status, text } = await publishCrate(registry, crate);
  if (status !== 200) throw new Error(`not published: ${status} ${text}`);
  const path = `/cargo/api/v1/crates/${crate.name}/${crate.version}/download`;
  expectAnswer(await send(target, { path }), [200]);
  return path;
}
