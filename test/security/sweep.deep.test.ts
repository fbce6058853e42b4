import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type OwnPlatform, startOwnPlatform } from '../support/platform.ts';
import { addressesOf, groupOf, isListing, lookupPath } from './leaks/addresses.ts';
import type { Target } from '../../ecosystems/test-client.ts';
import { facts, findTraces } from './leaks/compare.ts';
import {
  hiddenPackage,
  hideAll,
  newName,
  type Owner,
  release,
  setVisibility,
  type Subject,
  untilState,
} from './leaks/subjects.ts';
import { expectStatus, manage, unique } from './publish.ts';
import { isInShare, shareOf } from '../support/matrix.ts';
import { ecosystems, releasesOf } from '../support/test-clients.ts';
import { listRoutes, type Route } from './routes.ts';
import { type Answer, ask, forEach } from './raw-request.ts';

/** How a reader may ask beside plainly. */
const manners: Record<string, string>[] = [
  {},
  { 'if-none-match': '*', range: 'bytes=0-0' },
  { 'if-modified-since': new Date(Date.now() + 86_400_000).toUTCString(), 'accept-encoding': 'gzip' },
];

interface Reader {
  who: string;
  headers: Record<string, string>;
  /** The server refuses the credential before any look-up. */
  isRefused?: boolean;
  /** Tested on protocols only: the reader has other rights in the management API. */
  isProtocolOnly?: boolean;
  /** The reader sees staged releases, so routes of staging are left out. */
  isPublisher?: boolean;
}

let platform: OwnPlatform;
let owner: Owner;
let routes: Route[];
let readers: Reader[];
let subjects: Subject[];
let visible: Target[];
let unlisted: Target[];
let before: Map<string, string>;

beforeAll(async () => {
  routes = (await listRoutes()).filter(
    // these routes report the processes that this test stops
    ({ method, pattern }) =>
      (method === 'GET' || method === 'HEAD') && !pattern.startsWith('/readiness') && pattern !== '/status',
  );
  platform = await startOwnPlatform({ PUBLISH_DEADLINE_MS: '15000' });
  owner = await createOwner();
  const stranger = await platform.createUser();
  readers = [
    { who: 'an anonymous reader', headers: {} },
    { who: 'a stranger', headers: bearer(stranger.token) },
    { who: 'a wrong token', headers: bearer(`pub_${'0'.repeat(64)}`), isRefused: true },
  ];
  const { url } = platform;
  visible = await publishPublic();
  unlisted = await Promise.all(ecosystems.map((ecosystem) => publishUnlisted(ecosystem)));
  before = await readAll();
  const hidden = await Promise.all(
    ecosystems.map((ecosystem) => {
      const names = visible.filter((target) => target.ecosystem === ecosystem).map(({ name }) => name);
      return hideAll(url, owner, ecosystem, names);
    }),
  );
  subjects = [...hidden.flat(), ...(await Promise.all(ecosystems.map(quarantined)))];
  await platform.roles.scanner.stop();
  subjects.push(...(await Promise.all(ecosystems.map(scanning))));
}, 180_000);

afterAll(() => platform.stop());

describe('nothing hidden leaves a trace', () => {
  it('on any route, for anybody who may not know it, and hidden and missing look alike', async () => {
    const found: unknown[] = [];
    let asked = 0;
    for (const [turn, subject] of subjects.entries()) {
      for (const reader of [...readers, ...ownersOf(subject)]) {
        const like = reader.isProtocolOnly ? inSameRepository(subject) : subject.missing;
        await forEach(
          questions(reader, { ...subject, missing: like }, turn),
          async ({ method, secret, missing, manner }) => {
            const headers = { ...reader.headers, ...manner };
            const askFor = (path: string) => ask(platform.url, { method, path, headers });
            const rememberFor = (path: string) =>
              remember(asText([method, path, headers]), () => askFor(path));
            // an address that does not name the subject, such as a list, has one answer for all subjects
            const answer = await (secret === missing ? rememberFor : askFor)(secret);
            asked += 1;
            const traces = findTraces(answer, secret, subject.traces);
            const is = told(secret, facts(answer, subject.secret));
            const other = await rememberFor(missing);
            const was = told(missing, facts(other, like));
            if (traces.length === 0 && was === is && answer.status < 500) return;
            found.push({
              what: subject.what,
              who: reader.who,
              method,
              manner,
              traces,
              at: difference(secret, was, is),
            });
          },
        );
      }
    }

    expect(found.slice(0, 5)).toEqual([]);
    expect(asked).toBeGreaterThan(1_000 * ecosystems.length);
  }, 500_000);

  it('in documents, lists and counts that were there before it', async () => {
    const after = await readAll();

    const changed = [...before].filter(([address, was]) => after.get(address) !== was);
    expect(changed.slice(0, 3).map(([address, was]) => difference(address, was, after.get(address)))).toEqual(
      [],
    );
    expect(before.size).toBeGreaterThan(12 * ecosystems.length);
  });

  it('unlisted packages answer to their name and are in no list', async () => {
    const found: string[] = [];
    let answered = 0;
    for (const [turn, target] of unlisted.entries()) {
      for (const [at, route] of routes.filter(({ method }) => method === 'GET').entries()) {
        await forEach(shareOf(addressesOf(route, target), shareFor(route), at + turn), async (path) => {
          const answer = await ask(platform.url, { path });
          const traces = [target.name, target.version, target.word, target.sha256];
          if (!isListing(route) && answer.status === 200) answered += 1;
          const asksByName = path.includes(`?id=${target.name}`) || route.pattern === lookupPath;
          if (isListing(route) && !asksByName && findTraces(answer, path, traces).length > 0)
            found.push(path);
          if (
            isListing(route) &&
            !asksByName &&
            /"(?:total|totalHits)":[1-9]/.test(answer.text) &&
            path.includes(target.name)
          )
            found.push(path);
        });
      }
    }

    expect(found).toEqual([]);
    expect(answered).toBeGreaterThan(2 * ecosystems.length);
  });

  it('in what a platform administrator reads through the protocols', async () => {
    const found: unknown[] = [];
    const headers = bearer(platform.adminToken);
    for (const subject of subjects) {
      await forEach(questions({ isProtocolOnly: true }, subject), async ({ method, secret }) => {
        const answer = await ask(platform.url, { method, path: secret, headers });
        const traces = findTraces(answer, secret, subject.traces);
        if (traces.length > 0) found.push({ what: subject.what, method, secret, traces });
      });
    }

    expect(found).toEqual([]);
  });
});

const remembered = new Map<string, Promise<Answer>>();

/** Sends each request once and reuses its answer in every comparison. */
function remember(question: string, ask: () => Promise<Answer>): Promise<Answer> {
  const known = remembered.get(question) ?? ask();
  remembered.set(question, known);
  return known;
}

function ownersOf({ isHiddenFromOwner }: Subject): Reader[] {
  return isHiddenFromOwner
    ? [{ who: 'its publisher', headers: bearer(owner.token), isProtocolOnly: true, isPublisher: true }]
    : [];
}

/** The owner may know that a private repository exists, so both targets are in the same one. */
function inSameRepository({ secret, missing }: Subject): Target {
  return { ...missing, repository: secret.repository };
}

function isProtocol(route: Route): boolean {
  return ecosystems.some((ecosystem) => groupOf(route) === ecosystem);
}

/** Subjects of a kind repeat with every ecosystem: among them they ask all addresses of a route that serves all ecosystems. */
function shareFor(route: Route): number {
  if (!isProtocol(route)) return 4;
  return isListing(route) ? 2 : 1;
}

/** The same questions about hidden things and about unknown ones. */
function questions(
  { isRefused = false, isProtocolOnly = false, isPublisher = false }: Partial<Reader>,
  { secret, missing }: Subject,
  turn = 0,
) {
  return routes.flatMap((route, at) => {
    if (isProtocolOnly && !isProtocol(route)) return [];
    if (isPublisher && /\/(?:staging|-\/stage|trust)\b/.test(route.pattern)) return [];
    const isPlain = isListing(route) || route.method === 'HEAD';
    const share = shareFor(route);
    const [plainly = {}, ...others] = manners;
    const like = addressesOf(route, missing);
    // for lists, HEAD and readers with a wrong credential need only three queries
    const few = isListing(route) && (isRefused || route.method === 'HEAD') ? 3 : Infinity;
    return addressesOf(route, secret)
      .slice(0, few)
      .flatMap((address, index) => {
        if (!isInShare(share, at + index + turn)) return [];
        // one of the others in turn, also among the addresses in the share: all of them for each address take too long
        const asked =
          isRefused || isPlain
            ? [plainly]
            : [plainly, others[Math.floor((at + index + turn) / share) % others.length] ?? plainly];
        return asked.map((manner) => ({
          method: route.method,
          secret: address,
          missing: like[index] ?? '',
          manner,
        }));
      });
  });
}

/** The places where two answers differ, instead of two whole pages. */
function difference(address: string, was: string, is = '') {
  let from = 0;
  while (from < was.length && was[from] === is[from]) from += 1;
  const around = (text: string) => text.slice(Math.max(0, from - 300), from + 300);
  return { address, was: around(was), is: around(is) };
}

function asText(value: object): string {
  return JSON.stringify(value);
}

/** The value without times, which change by themselves. */
function told(path: string, value: object): string {
  const text = asText(value).replace(/(timestamp\\*":)\d+/, '$1');
  // the summary and the root change their time a minute after their last change
  return /filter-summary|packages\.json/.test(path) ? text.replace(/"last-modified":"[^"]*",?/, '') : text;
}

/** All public packages and lists, as an anonymous reader sees them. */
async function readAll(): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  for (const [turn, target] of visible.entries()) {
    for (const [at, route] of routes.filter(({ method }) => method === 'GET').entries()) {
      await forEach(shareOf(addressesOf(route, target), shareFor(route), at + turn), async (path) => {
        // downloads would be counted
        const method = isDownload(path, target) ? 'HEAD' : 'GET';
        answers.set(path, told(path, facts(await ask(platform.url, { method, path }))));
      });
    }
  }
  return answers;
}

/** Whether the request counts as a download. */
function isDownload(path: string, target: Target): boolean {
  const [file] = releasesOf(target.ecosystem).filenames(target);
  return path.endsWith('/download') || path.includes('/-/download/') || path.endsWith(`/${file}`);
}

async function publishPublic(): Promise<Target[]> {
  const targets: Target[] = [];
  for (const ecosystem of ecosystems) {
    for (let count = 0; count < 2; count += 1) {
      const { answer, target } = await release(platform.url, owner, { ecosystem, name: newName(ecosystem) });
      expectStatus(await answer, 200, 201);
      targets.push(target);
    }
  }
  await untilListed(targets);
  return targets;
}

async function untilListed(targets: Target[]): Promise<void> {
  for (const { name } of targets) {
    await eventually(async () => {
      expect(total(await ask(platform.url, { path: `/v1/search?q=${name}` }))).toBe(1);
    });
  }
}

function total({ text }: Answer): number {
  return (JSON.parse(text) as { total: number }).total;
}

async function publishUnlisted(ecosystem: string): Promise<Target> {
  const { answer, target } = await release(platform.url, owner, { ecosystem, name: newName(ecosystem) });
  expectStatus(await answer, 200, 201);
  await untilListed([target]);
  expectStatus(await setVisibility(platform.url, owner.token, target, 'unlisted'), 200);
  return target;
}

async function quarantined(ecosystem: string): Promise<Subject> {
  const released = await release(platform.url, owner, { ecosystem, name: newName(ecosystem) });
  expectStatus(await released.answer, 200, 201);
  expectStatus(await setVisibility(platform.url, platform.adminToken, released.target, 'quarantined'), 200);
  return hiddenPackage('a package that the platform took down', released);
}

/** Stops the scanners: the release stays in the middle of its publish. */
async function scanning(ecosystem: string): Promise<Subject> {
  const released = await release(platform.url, owner, { ecosystem, name: newName(ecosystem) });
  // the answer takes until the deadline, and the test does not wait for it
  released.answer.catch(() => undefined);
  await untilState(platform.url, owner, released.target, 'scanning');
  return hiddenPackage('a release that is being scanned', released);
}

async function createOwner(): Promise<Owner> {
  const { username, token, session } = await platform.createUser();
  const vault = `vault-${unique()}`;
  const body = { name: 'Vault', slug: vault, kind: 'private' };
  expectStatus(await manage(platform.url, token, 'POST', '/v1/repositories', body), 201);
  return { username, token, session, vault, home: username };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}
