import { createHash, randomBytes } from 'node:crypto';
import { releasesOf } from '../support/test-clients.ts';
import { type Answer, ask } from './raw-request.ts';

/** A package file with a word that occurs nowhere else. */
export interface Draft {
  ecosystem: string;
  name: string;
  version: string;
  /** Added to description, keywords and readme. */
  word: string;
  /** Whether a credential inside holds the release until a person decides. */
  isSuspicious: boolean;
}

export async function buildFile({ ecosystem, isSuspicious, ...draft }: Draft): Promise<Buffer> {
  const line = isSuspicious
    ? `const ACCESS: &str = "${credential()}";\n`
    : `const SEED: &str = "${unique()}";\n`;
  return releasesOf(ecosystem).buildFile({ ...draft, line });
}

export interface Upload {
  ecosystem: string;
  name: string;
  version: string;
  file: Buffer;
  token: string;
  /** Publishes into this repository through its mount. */
  repository?: string;
}

/** Scanning is slow, most of all for hostile files. */
const withinMs = 30_000;

/** Sends the requests of the ecosystem's real client. Returns the first refusal, or the last answer. */
export async function publish(url: string, { ecosystem, repository, ...upload }: Upload): Promise<Answer> {
  const mount = `/${ecosystem}${repository === undefined ? '' : `/r/${repository}`}`;
  const [first, ...others] = await releasesOf(ecosystem).publish(upload);
  if (!first) throw new Error(`a publish of ${ecosystem} is no request`);
  let answer = await ask(url, { ...first, path: mount + first.path, withinMs });
  for (const request of others) {
    if (answer.status !== 201) return answer;
    answer = await ask(url, { ...request, path: mount + request.path, withinMs });
  }
  return answer;
}

/** A request to the management API with a JSON body. */
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

/** @throws Error with the whole answer if its status is not expected */
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

/** Random, so that the source contains no text that looks like a credential. */
export function credential(): string {
  const letters = randomBytes(96)
    .toString('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '');
  return `ghp_${letters.slice(0, 36)}`;
}
