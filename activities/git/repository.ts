import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DomainError } from '../../domain/errors.ts';
import { openGuardedProxy } from '../../services/outgoing/guarded-proxy.ts';
import { type GitLimits, gitLimits } from './limits.ts';
import { GitFailed, type GitPlace, readGit, startGit } from './run-git.ts';

export interface GitAccess {
  /** The parent folder of the temporary repositories. */
  folder: string;
  /** Addresses that may be in the internal network, and need no TLS. */
  isTrusted(url: URL): boolean;
  limits?: GitLimits;
}

export interface Tag {
  name: string;
  /** The commit, 40 or 64 hexadecimal digits. */
  commit: string;
}

/** A version number with an optional `v`; it contains no character that is special in a shell, a path or an option. */
const tagName = /^v?\d[\w.+-]{0,127}$/i;

export const isImportable = (tag: string) =>
  tagName.test(tag) && !tag.includes('..') && !tag.endsWith('.lock');

/** Returns the tags that can be versions, and the number of other tags. @throws DomainError, GitFailed */
export function listTags(
  access: GitAccess,
  url: string,
  signal: AbortSignal,
): Promise<{ tags: Tag[]; others: number }> {
  return inFolder(access, access.limits?.maxListBytes ?? gitLimits.maxListBytes, async (place, limits) => {
    const args = ['ls-remote', '--tags', '--', url];
    const text = await readGit(place, args, { ...limits, maxBytes: limits.maxListBytes, signal });
    const commits = new Map<string, string>();
    for (const line of text.split('\n')) {
      const [, commit, name, isPeeled] = /^([0-9a-f]{40,64})\trefs\/tags\/(.+?)(\^\{\})?$/.exec(line) ?? [];
      // an annotated tag is listed first by its own id, then (`^{}`) by its commit
      if (commit !== undefined && name !== undefined && (isPeeled !== undefined || !commits.has(name)))
        commits.set(name, commit);
    }
    const tags = [...commits].map(([name, commit]) => ({ name, commit }));
    const importable = tags.filter(({ name }) => isImportable(name));
    return { tags: importable, others: tags.length - importable.length };
  });
}

/**
 * Streams the files of a tag to `take` as a zip with the same bytes each time. `take` ends before git has ended:
 * `ended` rejects when the zip is incomplete. @throws DomainError, GitFailed
 */
export function archiveTag<T>(
  access: GitAccess,
  { url, tag, signal }: { url: string; tag: string; signal: AbortSignal },
  take: (zip: Readable) => Promise<T>,
): Promise<{ commit: string; taken: T; ended: Promise<void> }> {
  const ref = `refs/tags/${tag}`;
  return inFolder(access, access.limits?.maxBytes ?? gitLimits.maxBytes, async (place, limits) => {
    const run = { timeoutMs: limits.timeoutMs, maxBytes: limits.maxListBytes, signal };
    await readGit(place, ['init', '--quiet', '--bare', '--template=', '.'], run);
    const fetch = ['fetch', '--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', '--end-of-options'];
    await readGit(place, [...fetch, url, `${ref}:${ref}`], run);
    const commit = (
      await readGit(place, ['rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`], run)
    ).trim();
    const { output, ended } = startGit(place, ['archive', '--format=zip', '-6', commit], run);
    const taken = await take(output);
    // git needs the folder until it ends; the caller handles a failure of `ended`
    await ended.catch(() => undefined);
    return { commit, taken, ended };
  });
}

async function inFolder<T>(
  { folder, isTrusted, limits = gitLimits }: GitAccess,
  maxBytes: number,
  use: (place: GitPlace, limits: GitLimits) => Promise<T>,
): Promise<T> {
  await mkdir(folder, { recursive: true });
  await removeLeftBehind(folder);
  const own = await mkdtemp(join(folder, 'git-'));
  await using proxy = await openGuardedProxy({ isTrusted, maxBytes, idleMs: limits.idleMs });
  try {
    return await use({ folder: own, proxyUrl: proxy.url }, limits);
  } catch (error) {
    throw explain(error, proxy.refusal());
  } finally {
    await rm(own, { recursive: true, force: true, maxRetries: 3 });
  }
}

const hour = 3_600_000;

/** Removes folders of killed workers. No step runs as long as an hour. */
async function removeLeftBehind(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < Date.now() - hour) await rm(path, { recursive: true, force: true });
  }
}

/** Phrases of git's own messages, in lower case. */
const phrases = [
  'not found',
  'unsupported protocol',
  "' not allowed",
  'authentication failed',
  'could not read username',
  'could not read password',
  'terminal prompts disabled',
];

const isForGood = (message: string): boolean =>
  phrases.some((phrase) => message.toLowerCase().includes(phrase));

/** Converts a failure that every other attempt would repeat into a refusal. */
function explain(error: unknown, refusal: string | null): unknown {
  if (!(error instanceof GitFailed)) return error;
  if (refusal !== null && /is not public|not allowed|begin with https|sends more than/.test(refusal))
    return new DomainError('policy_violation', `the repository is not read: ${refusal}`, {}, error);
  if (isForGood(error.message))
    return new DomainError('policy_violation', `the repository is not read: ${error.message}`, {}, error);
  return refusal === null ? error : new GitFailed(`${error.message}: ${refusal}`);
}
